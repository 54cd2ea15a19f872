#include "engine/rules/describe_type.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/betza.h"
#include "engine/rules/describe_words.h"
#include "engine/rules/reach.h"
#include "engine/rules/squares.h"

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
        text_add(words, "On ");
        words_add_region(variant, value, " or ", words);
        text_add(words, " it has more moves: %s", colon + 1 + strspn(colon + 1, " "));
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
        text_add(words, "None of its moves, captures and checks may cross the line above rank %s",
                 value);
        if (strcmp(space + 1, "never") != 0) {
            Set region;
            Error err = {""};
            text_add(words, ", unless they start or end on ");
            if (region_parse_clipped(variant->files, variant->ranks, space + 1, &region, &err))
                words_add_set(variant, &region, " or ", words);
        }
        text_add(words, ".");
        words_flush(text, "   ", words);
    }
    for (const char *at = variant->rules; rules_next(&at, "mobilityRegion.", suffix, value);) {
        if (!names_type(variant, suffix, type))
            continue;
        text_add(words, "It may go nowhere but to ");
        words_add_region(variant, value, " and ", words);
        text_add(words, ".");
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
        text_add(words,
                 "When it moves%s, the nearest piece on the line behind its starting square, of "
                 "either side and at any distance, is dragged as many squares after it. ",
                 piece->drag_far ? "" : " one square");
    if (piece->push) {
        text_add(words,
                 "An enemy just ahead of where it stops is pushed on, by as many squares as it "
                 "moved or as far as there is room%s. ",
                 variant->pushed_pawn_stops ? " (a pawn never onto its own first rank)" : "");
        if (variant->pushed_pawn_becomes != 0) {
            text_add(words, "A pawn pushed onto its last rank becomes a ");
            words_add_types(variant, 1u << variant->pushed_pawn_becomes, "", words);
            text_add(words, " of its side. ");
        } else {
            text_add(words, "A pawn pushed onto its last rank stays a pawn. ");
        }
    }
    if (words->length == 0)
        return;
    text_add(words, "The player has no choice in this; kings are moved like any piece, and only "
                    "the position after the whole move counts.");
    words_flush(text, "   ", words);
}

static bool has_initial_moves(const PieceType *piece)
{
    BetzaPiece moves;
    Error err = {""};
    if (!betza_parse(&moves, piece->moves, &err))
        return false;
    for (int i = 0; i < moves.move_count; i++)
        if (moves.moves[i].initial)
            return true;
    return false;
}

/* Whether a white piece of the type does on one side what it does not on the other. */
static bool is_lopsided(const Variant *variant, unsigned type)
{
    const Set nothing = set_empty();
    int last = variant->files - 1;
    for (int rank = 0; rank < variant->ranks; rank++)
        for (int file = 0; file <= last / 2; file++) {
            unsigned first = (unsigned)(rank * variant->files);
            Reach left, right;
            reach_find(variant, type, first + (unsigned)file, &nothing, WHITE, &left);
            reach_find(variant, type, first + (unsigned)(last - file), &nothing, WHITE, &right);
            for (unsigned to = 0; to < (unsigned)variant->squares; to++) {
                unsigned mirrored = to - (unsigned)variant_file(variant, to)
                                    + (unsigned)(last - variant_file(variant, to));
                if (set_has(&left.quiet, to) != set_has(&right.quiet, mirrored)
                    || set_has(&left.capture, to) != set_has(&right.capture, mirrored))
                    return true;
            }
        }
    return false;
}

static void add_lopsided(const Variant *variant, unsigned type, Text *text, Text *words)
{
    if (!is_lopsided(variant, type))
        return;
    bool fairy = strstr(variant->rules, "\ndialect = fairy-stockfish\n") != NULL;
    text_add(words, "Its left and right differ. Black's moves are White's %s.",
             fairy ? "turned by half a turn"
                   : "mirrored: what White has to the left, Black has to "
                     "the same side of the board");
    words_flush(text, "   ", words);
}

/* Where it has its moves marked i. */
static void add_initial(const Variant *variant, unsigned type, Text *text, Text *words)
{
    Set sets[2] = {set_empty(), set_empty()};
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (unsigned square = 0; square < (unsigned)variant->squares; square++)
            if (variant->sites[colour][type][square] & SITE_INITIAL)
                set_add(&sets[colour], square);
    if (!set_is_empty(&sets[WHITE]) || !set_is_empty(&sets[BLACK])) {
        text_add(words, "It has the moves marked i while it stands on ");
        words_add_sets(variant, sets, " or ", words);
        text_add(words, ", however it came there.");
    } else if (has_initial_moves(&variant->types[type])) {
        text_add(words, "The moves marked i are not in this game.");
    } else {
        return;
    }
    words_flush(text, "   ", words);
}

/* What a type's moves do, on all squares together. */
typedef struct Doings {
    bool captures, shoots, takes_own;
    bool passes;        /* leaves squares behind on which it can be captured en passant */
    bool passes_taking; /* ... by a move that takes something on its way */
    bool en_passant;
} Doings;

static void note_step(const Variant *variant, const Step *step, Doings *doings)
{
    const MoveEffect *effect = &variant->effects[move_effect(step->move)];
    bool captures = step->emit[2] != EMIT_NONE && step->emit[2] != EMIT_EN_PASSANT;
    bool passes = (captures || step->emit[0] != EMIT_NONE) && effect->pass_count > 0
                  && (effect->kind == EFFECT_PASS || effect->kind == EFFECT_TAKE);
    doings->en_passant = doings->en_passant || step->emit[0] == EMIT_EN_PASSANT;
    doings->takes_own = doings->takes_own || step->emit[1] != EMIT_NONE;
    doings->shoots = doings->shoots || (captures && effect->kind == EFFECT_SHOT);
    doings->captures = doings->captures || (captures && effect->kind != EFFECT_SHOT);
    doings->passes = doings->passes || passes;
    doings->passes_taking = doings->passes_taking || (passes && effect->take_count > 0);
}

static Doings find_doings(const Variant *variant, unsigned type)
{
    Doings doings = {0};
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        const Program *program = &variant->programs[WHITE][type][square];
        for (uint32_t i = 0; i < program->length; i++)
            note_step(variant, &variant->steps[program->first + i], &doings);
    }
    return doings;
}

static void add_doings(const Variant *variant, unsigned type, Text *text, Text *words)
{
    const Doings doings = find_doings(variant, type);
    if (doings.shoots)
        text_add(words, "%s: what stands there is taken, and it stays where it is. ",
                 doings.captures ? "Its captures there and back are shots"
                                 : "Its captures are shots");
    if (doings.takes_own)
        text_add(words, "It may capture pieces of its own side, too. ");
    if (doings.passes)
        text_add(words,
                 "When it passes squares, it can be captured on them en passant, on the very "
                 "next move. ");
    if (doings.passes_taking)
        text_add(words, "What it took on its way stays taken. ");
    if (doings.en_passant)
        text_add(words, "It captures en passant.");
    if (words->length > 0)
        words_flush(text, "   ", words);
}

void describe_type_rules(const Variant *variant, unsigned type, Text *text)
{
    Text words;
    text_init(&words);
    add_initial(variant, type, text, &words);
    add_lopsided(variant, type, text, &words);
    add_doings(variant, type, text, &words);
    add_displacing(variant, type, text, &words);
    add_zone_rules(variant, type, text, &words);
    text_release(&words);
}
