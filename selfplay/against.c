#include "selfplay/against.h"

#include <stdio.h>
#include <string.h>

#include "selfplay/unit.h"

static const PieceWords against_words = {
    .key = "against",
    .fixed = "both armies have the same kings and pawns",
    .unit = "which both armies have alike",
};

/* Reads one "Q=N". */
static bool read_exchange(const char *text, size_t length, const Variant *variant, unsigned unit,
                          Against *against, Error *err)
{
    if (length != 3 || text[1] != '=') {
        return error_set(err,
                         "against: '%.*s' is not Q=N, the letters of two pieces (Q=- for nothing "
                         "in its place), nor white=black",
                         (int)length, text);
    }
    unsigned before = unit_read_other(text[0], variant, unit, &against_words, err);
    if (before == 0) {
        return false;
    }
    if (variant->types[before].start[WHITE] == 0) {
        return error_set(err, "against: there is no '%c' in the array of %s", text[0],
                         variant->name);
    }
    if (against->becomes[before] != before) {
        return error_set(err, "against: '%c' is replaced twice", text[0]);
    }
    unsigned after =
        text[2] == '-' ? 0 : unit_read_other(text[2], variant, unit, &against_words, err);
    if (after == 0 && text[2] != '-') {
        return false;
    }
    if (after == before) {
        return error_set(err, "against: '%.3s' replaces a piece by itself", text);
    }
    against->becomes[before] = (uint8_t)after;
    return true;
}

static bool read_exchanges(const char *text, const Variant *variant, unsigned unit,
                           Against *against, Error *err)
{
    for (const char *rest = text; rest != NULL;) {
        size_t length = strcspn(rest, ",");
        if (!read_exchange(rest, length, variant, unit, against, err)) {
            return false;
        }
        rest = rest[length] == ',' ? rest + length + 1 : NULL;
    }
    return true;
}

bool against_read(const char *text, const Variant *variant, unsigned unit, Against *against,
                  Error *err)
{
    Against read = {.given = text[0] != '\0', .colours = strcmp(text, "white=black") == 0};
    const bool differ = variant_armies_differ(variant);
    for (unsigned type = 0; type < MAX_TYPES; type++) {
        read.becomes[type] = (uint8_t)type;
    }
    if (strlen(text) >= sizeof read.text) {
        return error_set(err, "against: longer than %d bytes", (int)sizeof read.text - 1);
    }
    memcpy(read.text, text, strlen(text) + 1);
    if (read.colours && !differ) {
        return error_set(err, "against: both sides of %s have the same army", variant->name);
    }
    if (read.given && !read.colours && differ) {
        return error_set(err,
                         "against: the armies of %s differ as they are: white=black gives each "
                         "piece its value against either",
                         variant->name);
    }
    if (read.given && !read.colours && !read_exchanges(text, variant, unit, &read, err)) {
        return false;
    }
    *against = read;
    return true;
}

Armies against_draw(const Against *against, Random *random)
{
    if (!against->given) {
        return (Armies){{0, 0}};
    }
    uint32_t kind = random_below(random, 4);
    if (!against->colours) {
        return kind == 0 ? (Armies){{0, 0}} : (Armies){{0, 1}};
    }
    return kind < 2 ? (Armies){{0, 1}} : kind == 2 ? (Armies){{0, 0}} : (Armies){{1, 1}};
}

Armies against_swapped(const Against *against, Armies armies)
{
    return against->colours ? armies : (Armies){{armies.of[BLACK], armies.of[WHITE]}};
}

int against_count(const Against *against, const Variant *variant, Armies armies, Colour side,
                  unsigned type)
{
    const unsigned army = armies.of[side];
    if (against->colours) {
        return variant->types[type].start[army];
    }
    int count = 0;
    for (unsigned before = 1; before <= (unsigned)variant->type_count; before++) {
        if ((army == 0 ? before : against->becomes[before]) == type) {
            count += variant->types[before].start[side];
        }
    }
    return count;
}

const char *against_army_name(const Against *against, int army)
{
    if (against->colours) {
        return army == 0 ? "White's army" : "Black's army";
    }
    return army == 0 ? "" : against->text;
}
