#include "selfplay/versus.h"

#include <string.h>

static unsigned read_type(const Variant *variant, unsigned unit, char letter, Error *err)
{
    unsigned type = variant_type(variant, letter);
    if (type == 0) {
        error_set(err, "versus: %s has no piece with the letter '%c'", variant->name, letter);
    } else if (variant->types[type].royal || variant->types[type].pawn) {
        error_set(err,
                  "versus: '%c' is a %s: two pieces that are neither kings nor pawns are compared",
                  letter, variant->types[type].royal ? "king" : "pawn");
        type = 0;
    } else if (type == unit) {
        error_set(err,
                  "versus: '%c' is the unit, in which the difference is measured: choose another "
                  "with --unit",
                  letter);
        type = 0;
    }
    return type;
}

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
    versus->type = read_type(variant, unit, text[0], err);
    versus->other = versus->type != 0 ? read_type(variant, unit, text[2], err) : 0;
    if (versus->other == 0) {
        return false;
    }
    if (versus->type == versus->other) {
        return error_set(err, "versus: '%s' compares a piece with itself", text);
    }
    return versus_can(versus, variant, WHITE) || versus_can(versus, variant, BLACK)
           || error_set(err, "versus: no side of %s has a piece to exchange", variant->name);
}
