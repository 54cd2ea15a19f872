#include "engine/rules/describe_type.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/describe_words.h"

/* Whether a key's suffix is the type's letter, with a number behind it or not. */
static bool names_type(const Variant *variant, const char *suffix, unsigned type)
{
    return suffix[0] == variant->types[type].letter
           && strspn(suffix + 1, "0123456789") == strlen(suffix + 1);
}

static void add_zone_rules(const Variant *variant, unsigned type, Text *text, Text *words)
{
    char suffix[64], value[512];
    for (const char *at = variant->rules; rules_next(&at, "zoneMoves.", suffix, value);) {
        char *colon = strchr(value, ':');
        if (!names_type(variant, suffix, type) || colon == NULL)
            continue;
        *colon = '\0';
        text_add(words, "On these squares (Black's: mirrored) it has more moves: %s:%s", value,
                 colon + 1);
        words_flush(text, "   ", words);
    }
    for (const char *at = variant->rules; rules_next(&at, "soldierPromotionRank", suffix, value);) {
        if (strcmp(variant->types[type].name, "soldier") != 0)
            continue;
        text_add(words, "Before rank %s, counted from its own side, it moves only straight on.",
                 value);
        words_flush(text, "   ", words);
    }
    for (const char *at = variant->rules; rules_next(&at, "crossing.", suffix, value);) {
        char *space = strchr(value, ' ');
        if (!names_type(variant, suffix, type) || space == NULL)
            continue;
        *space = '\0';
        text_add(words, "None of its moves and captures may cross the line above rank %s", value);
        if (strcmp(space + 1, "never") != 0)
            text_add(words, ", unless they start or end on: %s", space + 1);
        text_add(words, ".");
        words_flush(text, "   ", words);
    }
    for (const char *at = variant->rules; rules_next(&at, "mobilityRegion.", suffix, value);) {
        if (!names_type(variant, suffix, type))
            continue;
        text_add(words, "It may go to these squares only (Black's: mirrored): %s", value);
        words_flush(text, "   ", words);
    }
    static const char *const coloured[] = {"mobilityRegionWhite", "mobilityRegionBlack"};
    const char *name = variant->types[type].name;
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (const char *at = variant->rules; rules_next(&at, coloured[colour], suffix, value);) {
            if (suffix[0] != toupper((unsigned char)name[0]) || strcmp(suffix + 1, name + 1) != 0)
                continue;
            text_add(words, "%s's may go to these squares only: %s",
                     colour == WHITE ? "White" : "Black", value);
            words_flush(text, "   ", words);
        }
}

static void add_displacing(const Variant *variant, unsigned type, Text *text, Text *words)
{
    const PieceType *piece = &variant->types[type];
    if (piece->drag_one)
        text_add(words, "Drags the nearest piece behind it along%s. ",
                 piece->drag_far ? ", as far as it moves" : " when it moves one step");
    if (piece->push) {
        text_add(words,
                 "Pushes an enemy just ahead of where it stops, as far as it moved or as there is "
                 "room%s. ",
                 variant->pushed_pawn_stops ? "; a pawn stops short of its own first rank" : "");
        if (variant->pushed_pawn_becomes != 0)
            text_add(words, "A pawn pushed onto its last rank becomes %s. ",
                     variant->types[variant->pushed_pawn_becomes].name);
    }
    if (words->length > 0)
        words_flush(text, "   ", words);
}

/* Whence it has its moves marked i. */
static void add_initial(const Variant *variant, unsigned type, Text *text, Text *words)
{
    char suffix[64], value[512];
    const PieceType *piece = &variant->types[type];
    bool by_region = piece->pawn || strstr(variant->rules, "\ndialect = fairy-stockfish\n") != NULL;
    if (strchr(piece->moves, 'i') == NULL || strstr(piece->moves, "ai") != NULL)
        return;
    bool none = strstr(variant->rules, "\ndoubleStep = false\n") != NULL;
    if (none)
        text_add(words, "The moves marked i are not in this game.");
    static const char *const keys[] = {"doubleStepRegionWhite", "doubleStepRegionBlack"};
    for (int colour = WHITE; colour <= BLACK && by_region && !none; colour++)
        for (const char *at = variant->rules; rules_next(&at, keys[colour], suffix, value);)
            text_add(words, "%s's moves marked i start on: %s. ",
                     colour == WHITE ? "White" : "Black", value);
    if (words->length == 0)
        text_add(words, "The moves marked i start where the array has such a piece.");
    words_flush(text, "   ", words);
}

void describe_type_rules(const Variant *variant, unsigned type, Text *text)
{
    Text words;
    text_init(&words);
    add_initial(variant, type, text, &words);
    add_displacing(variant, type, text, &words);
    add_zone_rules(variant, type, text, &words);
    text_release(&words);
}
