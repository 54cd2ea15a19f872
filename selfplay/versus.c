#include "selfplay/versus.h"

#include <string.h>

#include "selfplay/unit.h"

static const PieceWords versus_words = {
    .key = "versus",
    .fixed = "two pieces that are neither kings nor pawns are compared",
    .unit = "in which the difference is measured",
};

bool versus_can(const Versus *versus, const Variant *variant, Colour side)
{
    const PieceType *type = &variant->types[versus->type], *other = &variant->types[versus->other];
    Colour rival = colour_other(side);
    bool in_array =
        type->start[WHITE] + type->start[BLACK] + other->start[WHITE] + other->start[BLACK] > 0;
    return !in_array || other->start[side] > 0 || type->start[rival] > 0;
}

bool versus_read(const char *text, const Variant *variant, unsigned unit, Versus *versus,
                 Error *err)
{
    *versus = (Versus){.given = text[0] != '\0'};
    if (!versus->given) {
        return true;
    }
    if (strcmp(text, "white=black") == 0) {
        return variant_armies_differ(variant)
               || error_set(err, "versus: both sides of %s have the same army", variant->name);
    }
    if (strlen(text) != 3 || text[1] != '=') {
        return error_set(err, "versus: '%s' is not Y=N, the letters of two pieces, nor white=black",
                         text);
    }
    versus->type = unit_read_other(text[0], variant, unit, &versus_words, err);
    versus->other =
        versus->type != 0 ? unit_read_other(text[2], variant, unit, &versus_words, err) : 0;
    if (versus->other == 0) {
        return false;
    }
    if (versus->type == versus->other) {
        return error_set(err, "versus: '%s' compares a piece with itself", text);
    }
    return versus_can(versus, variant, WHITE) || versus_can(versus, variant, BLACK)
           || error_set(err, "versus: no side of %s has a piece to exchange", variant->name);
}
