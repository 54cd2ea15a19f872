#include "selfplay/unit.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/text.h"

unsigned unit_pawn(const Variant *variant)
{
    for (int type = 1; type <= variant->type_count; type++) {
        if (variant->types[type].pawn) {
            return (unsigned)type;
        }
    }
    return 0;
}

bool unit_counted(const Variant *variant, unsigned type)
{
    return !variant->goals.extinction_all && (variant->goals.extinction_types >> type & 1) != 0;
}

static bool both_have(const Variant *variant, unsigned type)
{
    const PieceType *piece = &variant->types[type];
    return piece->start[WHITE] > 0 && piece->start[BLACK] > 0;
}

bool unit_possible(const Variant *variant, unsigned type)
{
    return !variant->types[type].royal && both_have(variant, type)
           && (type == unit_pawn(variant) || !unit_counted(variant, type));
}

/* Appends what may be typed: "--unit=N", or "--unit=N (or with R, Q)". */
static void add_possible(const Variant *variant, Text *text)
{
    int count = 0;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        if (unit_possible(variant, type)) {
            const char *before = count == 0 ? "type --unit=" : count == 1 ? " (or with " : ", ";
            text_add(text, "%s%c", before, variant->types[type].letter);
            count++;
        }
    }
    if (count == 0) {
        text_add(text, "no piece can be: both sides have it in the array, it is not royal and no "
                       "ending counts it");
    }
    text_add(text, "%s", count > 1 ? ")" : "");
}

/* Fails with the reason and what may be typed. */
static unsigned refuse(const Variant *variant, const Text *reason, Error *err)
{
    Text possible;
    text_init(&possible);
    add_possible(variant, &possible);
    error_set(err, "unit: %s: %s", reason->data, possible.data);
    text_release(&possible);
    return 0;
}

/* Why a type is not possible. */
static void add_reason(const Variant *variant, unsigned type, Text *text)
{
    const char letter = variant->types[type].letter;
    if (variant->types[type].royal) {
        text_add(text, "'%c' is royal, and no side can have one more or less", letter);
    } else if (!both_have(variant, type)) {
        text_add(text, "in the array of %s not both sides have a '%c'", variant->name, letter);
    } else {
        text_add(text, "an ending counts '%c', so that one less is a step towards that", letter);
    }
}

unsigned unit_read(const char *text, const Variant *variant, Error *err)
{
    const unsigned type = text[0] == '\0'   ? unit_pawn(variant)
                          : text[1] == '\0' ? variant_type(variant, text[0])
                                            : 0;
    if (type != 0 && unit_possible(variant, type)) {
        return type;
    }
    Text reason;
    text_init(&reason);
    if (type != 0) {
        add_reason(variant, type, &reason);
    } else if (text[0] == '\0') {
        text_add(&reason, "%s has no pawn (pawnTypes) to measure in", variant->name);
    } else {
        text_add(&reason, "%s has no piece with the letter '%s'", variant->name, text);
    }
    refuse(variant, &reason, err);
    text_release(&reason);
    return 0;
}

unsigned unit_read_other(char letter, const Variant *variant, unsigned unit,
                         const PieceWords *words, Error *err)
{
    const unsigned type = variant_type(variant, letter);
    if (type == 0) {
        error_set(err, "%s: %s has no piece with the letter '%c'", words->key, variant->name,
                  letter);
        return 0;
    }
    if (variant->types[type].royal || variant->types[type].pawn) {
        error_set(err, "%s: '%c' is a %s: %s", words->key, letter,
                  variant->types[type].royal ? "king" : "pawn", words->fixed);
        return 0;
    }
    if (type == unit) {
        error_set(err, "%s: '%c' is the unit, %s: choose another with --unit", words->key, letter,
                  words->unit);
        return 0;
    }
    return type;
}

void unit_plural(const char *name, char *plural, size_t size)
{
    const size_t length = strlen(name);
    const char last = length > 0 ? name[length - 1] : '\0';
    const char before = length > 1 ? name[length - 2] : '\0';
    const bool hisses = (last != '\0' && strchr("sxz", last) != NULL)
                        || (last == 'h' && (before == 'c' || before == 's'));
    if (last == 'y' && strchr("aeiou", before) == NULL) {
        snprintf(plural, size, "%.*sies", (int)length - 1, name);
    } else {
        snprintf(plural, size, "%s%s", name, hisses ? "es" : "s");
    }
}
