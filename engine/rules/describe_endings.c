#include "engine/rules/describe_endings.h"

#include <string.h>

#include "engine/rules/describe_rules.h"
#include "engine/rules/describe_words.h"
#include "engine/rules/position.h"

static bool every_type(const Variant *variant, uint32_t types)
{
    for (int type = 1; type <= variant->type_count; type++)
        if ((types >> type & 1) == 0)
            return false;
    return true;
}

static const char *worth(StalemateRule rule)
{
    return rule == STALEMATE_DRAW ? "is a draw" : rule == STALEMATE_LOSS ? "loses" : "wins";
}

static void add_flags(const Variant *variant, Text *text, Text *words)
{
    const Goals *goals = &variant->goals;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        if (set_is_empty(&goals->flag_region[colour]))
            continue;
        text_add(words, "%s wins by having %d ", colour == WHITE ? "White" : "Black",
                 goals->flag_count);
        if (every_type(variant, goals->flag_types[colour]))
            text_add(words, "piece%s of any kind", goals->flag_count > 1 ? "s" : "");
        else
            words_add_types(variant, goals->flag_types[colour], " or ", words);
        text_add(words, " on ");
        words_add_set(variant, &goals->flag_region[colour], " or ", words);
        text_add(words, ".");
        words_flush(text, "", words);
    }
    if (goals->flag_blocked)
        text_add(words, "One of them will do where all the squares are occupied. ");
    if (goals->flag_safe)
        text_add(words, "It counts only where the opponent cannot capture it at once%s. ",
                 goals->flag_move ? "" : "; if both sides have it so, the game is drawn");
    if (goals->flag_move)
        text_add(
            words, "The opponent has one more move first%s. ",
            goals->flag_safe
                ? ", unless no capture is possible"
                : " (against a king: only Black, if its king can follow at once, which draws)");
    if (words->length > 0)
        words_flush(text, "", words);
}

static void add_extinction(const Variant *variant, Text *text, Text *words)
{
    const Goals *goals = &variant->goals;
    if ((variant->features & FEATURE_EXTINCTION) == 0)
        return;
    text_add(words, "To have ");
    if (goals->extinction_count > 0)
        text_add(words, "no more than %d ", goals->extinction_count);
    else
        text_add(words, "no ");
    if (goals->extinction_all) {
        text_add(words, "piece%s at all left", goals->extinction_count == 1 ? "" : "s");
    } else {
        text_add(words, "piece left of any one of these kinds: ");
        words_add_types(variant, goals->extinction_types, ", ", words);
    }
    if (goals->extinction_opponent > 0)
        text_add(words, ", while the opponent has %d or more,", goals->extinction_opponent);
    text_add(words, " %s.", worth(goals->extinction_value));
    words_flush(text, "", words);
}

/* The checks that each side has to give, by the array's FEN. */
static void checks_to_give(const Variant *variant, uint8_t checks[2])
{
    Position position;
    Error err = {""};
    position_init(&position, variant);
    position_set_start(&position, &err);
    memcpy(checks, position.checks, sizeof position.checks);
    position_release(&position);
}

static void add_material_endings(const Variant *variant, Text *text, Text *words)
{
    if (variant->bare_king == BARE_KING_LOSES)
        text_add(words,
                 "Who has nothing but the king left (a pawn is something) has lost at once.");
    if (variant->bare_king == BARE_KING_SHATRANJ)
        text_add(words, "Who has nothing but the king left has lost, unless the next move leaves "
                        "the opponent the same: "
                        "then the game is drawn.");
    if (words->length > 0)
        words_flush(text, "", words);
    if (variant->cut_off_types != 0) {
        text_add(words, "Who has nothing but ");
        words_add_types(variant, variant->cut_off_types, " and ", words);
        text_add(words, " left (any number, none included) is cut off, and has lost if the "
                        "opponent's king stands on its own half: a white king on ");
        words_add_set(variant, &variant->cut_off_region[WHITE], " or ", words);
        text_add(words, ", a black king on ");
        words_add_set(variant, &variant->cut_off_region[BLACK], " or ", words);
        text_add(words, ". This is looked at after every move, for both players, once mate and "
                        "stalemate have been; if it is so for both, the game is drawn.");
        words_flush(text, "", words);
    }
    if (variant->features & FEATURE_CHECK_COUNT) {
        uint8_t checks[2];
        checks_to_give(variant, checks);
        if (checks[WHITE] == checks[BLACK])
            text_add(words, "Who has given check %d times wins.", checks[WHITE]);
        else
            text_add(words, "White wins by giving check %d times, Black by %d times.",
                     checks[WHITE], checks[BLACK]);
        words_flush(text, "", words);
    }
}

/* What repetition is worth where it is judged by how the game came to repeat. */
static void add_repetition_judges(const Variant *variant, Text *words)
{
    if (variant->features & FEATURE_PERPETUAL_CHECK)
        text_add(words,
                 " But if from the first of these positions on one side has given check with every "
                 "move, that side loses; if both have, the game is drawn.");
    if (strstr(variant->rules, "\nchasingRule = none\n") != NULL)
        text_add(words,
                 " Chasing is not judged (chasingRule = none): who attacks a piece again and again "
                 "only repeats the position.");
}

/* "2 rooks and 1 knight" */
static void add_needs(const Variant *variant, const CountingLimit *limit, Text *words)
{
    bool some = false;
    for (int type = 1; type <= variant->type_count; type++) {
        int needed = limit->needs[type];
        if (needed == 0)
            continue;
        text_add(words, "%s%d %s%s", some ? " and " : "", needed, variant->types[type].name,
                 needed > 1 ? "s" : "");
        some = true;
    }
}

static void add_counting(const Variant *variant, Text *text, Text *words)
{
    if ((variant->features & FEATURE_COUNTING) == 0)
        return;
    text_add(words,
             "Counting: when the last pawn has gone, of either side, the side to move begins "
             "to count its own moves, and its 65th draws the game.");
    words_flush(text, "", words);
    text_add(words, "A side that has only its king then counts its moves anew, the first as one "
                    "more than there are pieces on the board, kings included; the move that it "
                    "counts as one more than the limit draws the game. The limit is ");
    for (int i = 0; i < variant->counting_limit_count; i++) {
        text_add(words, "%d if the opponent has ", variant->counting_limits[i].moves);
        add_needs(variant, &variant->counting_limits[i], words);
        text_add(words, ", else ");
    }
    text_add(words, "64: as the pieces stand when the count begins. What the lone king captures "
                    "does not change it; a capture or a promotion by the opponent begins the count "
                    "anew. Mate goes before the draw.");
    words_flush(text, "", words);
}

static void add_endings(const Variant *variant, Text *text, Text *words)
{
    bool mates = variant->royal_type != 0 || (variant->features & FEATURE_PSEUDO_ROYAL) != 0;
    if (mates)
        text_add(words, "To be checkmated %s; to have no legal move otherwise %s.",
                 worth(variant->checkmate), worth(variant->stalemate));
    else
        text_add(words, "To have no legal move %s.", worth(variant->stalemate));
    if (variant->repetition_count > 0) {
        text_add(words, " A position that stands for the %d%s time ", variant->repetition_count,
                 variant->repetition_count == 2   ? "nd"
                 : variant->repetition_count == 3 ? "rd"
                                                  : "th");
        if (variant->repetition[WHITE] == variant->repetition[BLACK])
            text_add(words, "%s%s", worth(variant->repetition[WHITE]),
                     variant->repetition[WHITE] == STALEMATE_DRAW ? "" : " for who is to move");
        else
            text_add(words, "%s for White", worth(variant->repetition[WHITE]));
        text_add(words,
                 " (same placement,%s side to move, castling rights and usable en passant right).",
                 (variant->features & FEATURE_DROPS) != 0 ? " pieces in hand," : "");
        add_repetition_judges(variant, words);
    }
    if (variant->move_rule > 0) {
        uint32_t resets =
            (variant->resets[WHITE] | variant->resets[BLACK]) & describe_types(variant);
        text_add(words, " %d moves of each side without a capture", variant->move_rule);
        if (resets != 0) {
            text_add(words, " or a move%s of a ",
                     (variant->features & FEATURE_DROPS) != 0 ? " or drop" : "");
            words_add_types(variant, resets, " or ", words);
        }
        text_add(words, "%s are a draw.",
                 resets != 0 && (variant->features & FEATURE_REVERSIBLE) != 0
                     ? " (that could not be taken straight back)"
                     : "");
    }
    text_add(words, " Insufficient material is no rule.");
    words_flush(text, "", words);
}

void describe_endings(const Variant *variant, Text *text)
{
    Text words;
    text_init(&words);
    add_flags(variant, text, &words);
    add_extinction(variant, text, &words);
    add_material_endings(variant, text, &words);
    add_endings(variant, text, &words);
    add_counting(variant, text, &words);
    text_release(&words);
}
