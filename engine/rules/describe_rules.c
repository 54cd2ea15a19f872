#include "engine/rules/describe_rules.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/notation.h"
#include "engine/rules/squares.h"

enum { LINE_WIDTH = 78 };

void describe_paragraph(Text *text, const char *indent, const char *words)
{
    size_t column = 0;
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (column > 0 && column + 1 + length > LINE_WIDTH) {
            text_add_char(text, '\n');
            column = 0;
        }
        text_add(text, "%s%.*s", column == 0 ? indent : " ", (int)length, words);
        column += column == 0 ? strlen(indent) + length : 1 + length;
        words += length;
        words += strspn(words, " ");
    }
    text_add_char(text, '\n');
}

/* ------------------------------------------------------------------------------------------------
 * Words
 */

static void add_set(const Variant *variant, const Set *set, Text *words)
{
    Set rank_left = *set;
    /* Whole ranks have a name of their own. */
    for (int rank = 0; rank < variant->ranks; rank++) {
        bool whole = true;
        for (int file = 0; file < variant->files; file++)
            whole = whole && set_has(set, (unsigned)(rank * variant->files + file));
        if (!whole || variant->files == 1)
            continue;
        text_add(words, " rank %d,", rank + 1);
        for (int file = 0; file < variant->files; file++)
            set_remove(&rank_left, (unsigned)(rank * variant->files + file));
    }
    SET_EACH(square, &rank_left)
    {
        char name[4];
        square_to_text(variant, (Square)square, name);
        text_add(words, " %s,", name);
    }
    if (words->length > 0 && words->data[words->length - 1] == ',')
        words->data[--words->length] = '\0';
}

/* "pawn", "pawn or soldier" */
static void add_types(const Variant *variant, uint32_t types, const char *last, Text *words)
{
    int left = 0;
    for (int type = 1; type <= variant->type_count; type++)
        left += (types >> type & 1) != 0;
    if (left == 0)
        text_add(words, "nothing");
    for (int type = 1; type <= variant->type_count; type++) {
        if ((types >> type & 1) == 0)
            continue;
        left--;
        const PieceType *piece = &variant->types[type];
        bool numbered = strncmp(piece->name, "customPiece", strlen("customPiece")) == 0;
        if (numbered)
            text_add_char(words, piece->letter);
        else
            text_add(words, "%s", piece->name);
        text_add(words, "%s", left > 1 ? ", " : left == 1 ? last : "");
    }
}

static void add_sentence(Text *text, Text *words)
{
    describe_paragraph(text, "", words->data);
    text_clear(words);
}

static bool every_type(const Variant *variant, uint32_t types)
{
    for (int type = 1; type <= variant->type_count; type++)
        if ((types >> type & 1) == 0)
            return false;
    return true;
}

/* The next line "KEY = value" of the effective rules whose key begins so, behind `*at`: what stands
 * in the key behind the prefix, and the value. */
static bool next_rule(const char **at, const char *prefix, char suffix[64], char value[512])
{
    size_t length = strlen(prefix);
    while (**at != '\0') {
        const char *line = *at;
        size_t line_length = strcspn(line, "\n");
        *at += line_length + (line[line_length] == '\n');
        const char *equals = strstr(line, " = ");
        if (strncmp(line, prefix, length) != 0 || equals == NULL)
            continue;
        size_t key = (size_t)(equals - line) - length,
               rest = line_length - (size_t)(equals + 3 - line);
        if (key >= 64 || rest >= 512)
            continue;
        memcpy(suffix, line + length, key);
        suffix[key] = '\0';
        memcpy(value, equals + 3, rest);
        value[rest] = '\0';
        return true;
    }
    return false;
}

uint32_t describe_types(const Variant *variant)
{
    uint32_t types = 0, before = UINT32_MAX;
    char suffix[64], value[512];
    for (int type = 1; type <= variant->type_count; type++)
        if (variant->types[type].start[WHITE] + variant->types[type].start[BLACK] > 0)
            types |= 1u << type;
    for (const char *at = variant->rules; next_rule(&at, "morph.", suffix, value);)
        types |= 1u << variant_type(variant, suffix[0]);
    if (variant->pushed_pawn_becomes != 0)
        types |= 1u << variant->pushed_pawn_becomes;
    while (types != before) {
        before = types;
        for (int i = 1; i < variant->promotion_count; i++)
            if (variant->promotions[i].by & types)
                types |= variant->promotions[i].types;
    }
    return types;
}

/* ------------------------------------------------------------------------------------------------
 * Castling and promotion
 */

static void add_castlings(const Variant *variant, Text *text, Text *words)
{
    bool free = false;
    if (variant->castling_count == 0) {
        text_add(words, "There is no castling.");
        add_sentence(text, words);
        return;
    }
    text_add(words, "Castling (letter in a FEN, king's move, its partner's move):");
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *castling = &variant->castlings[i];
        char names[4][4];
        square_to_text(variant, castling->king_from, names[0]);
        square_to_text(variant, castling->king_to, names[1]);
        square_to_text(variant, castling->rook_from, names[2]);
        square_to_text(variant, castling->rook_to, names[3]);
        text_add(words, " %c %s-%s %s-%s%s", castling->letter, names[0], names[1], names[2],
                 names[3], i + 1 < variant->castling_count ? "," : ".");
        free = free || castling->free;
    }
    text_add(words,
             " Neither has moved or been moved, and all squares between them and to where they go "
             "are empty%s",
             free ? "; attacked squares do not matter."
                  : ", and the king neither stands on, passes nor reaches an "
                    "attacked square.");
    add_sentence(text, words);
}

static void add_promotion_limit(const Variant *variant, const PromotionRule *rule, Text *words)
{
    if (variant->lost_promotion) {
        text_add(words, ", of which its side has fewer on the board than in the array");
        return;
    }
    bool some = false;
    for (int type = 1; type <= variant->type_count; type++) {
        if ((rule->types >> type & 1) == 0 || rule->limit[type] == 0)
            continue;
        text_add(words, "%s %d %s", some ? "," : ", while its side has fewer than",
                 rule->limit[type], variant->types[type].name);
        some = true;
    }
    if (some && rule->overflow)
        text_add(words, " (any of them once all these numbers are reached)");
}

/* Whether two rules say the same for the two colours, on mirrored squares. */
static bool mirrors(const Variant *variant, const PromotionRule *white, const PromotionRule *black)
{
    Set mirrored = set_mirror(variant->files, variant->ranks, white->squares[WHITE]);
    return set_is_empty(&white->squares[BLACK]) && set_is_empty(&black->squares[WHITE])
           && set_equal(&mirrored, &black->squares[BLACK]) && white->types == black->types
           && white->by == black->by && white->from_too == black->from_too
           && white->optional == black->optional
           && memcmp(white->limit, black->limit, sizeof white->limit) == 0;
}

/* The rule that says for Black what rule `index` says for White, or the other way round; 0 if there
 * is none. */
static int find_mirror(const Variant *variant, int index)
{
    for (int other = 1; other < variant->promotion_count; other++)
        if (mirrors(variant, &variant->promotions[index], &variant->promotions[other])
            || mirrors(variant, &variant->promotions[other], &variant->promotions[index]))
            return other;
    return 0;
}

static void add_promotions(const Variant *variant, Text *text, Text *words)
{
    if (variant->promotion_count < 2) {
        text_add(words, "Nothing promotes.");
        add_sentence(text, words);
        return;
    }
    for (int i = 1; i < variant->promotion_count; i++) {
        const PromotionRule *rule = &variant->promotions[i];
        int mirror = find_mirror(variant, i);
        if ((mirror > 0 && mirror < i) || (rule->by & describe_types(variant)) == 0)
            continue;
        bool white = !set_is_empty(&rule->squares[WHITE]),
             black = !set_is_empty(&rule->squares[BLACK]) || mirror > 0;
        text_add(words, "%s ", white && black ? "A" : white ? "White's" : "Black's");
        add_types(variant, rule->by & describe_types(variant), " or ", words);
        text_add(words, " that %s one of these squares:",
                 rule->from_too ? "starts or ends its move on" : "reaches");
        add_set(variant, &rule->squares[white ? WHITE : BLACK], words);
        text_add(words, "%s %s become ", white && black ? " (Black's: mirrored)" : "",
                 rule->optional ? "may" : "must");
        if (rule->types == 0)
            text_add(words, "something, and there is nothing: it cannot go there");
        else
            add_types(variant, rule->types, " or ", words);
        add_promotion_limit(variant, rule, words);
        text_add(words, ".");
        add_sentence(text, words);
    }
    if (variant->lost_promotion) {
        text_add(
            words,
            "Where nothing is lost, a pawn waits there as a pawn; the next piece of its side that "
            "is captured "
            "stands in its place at once (of several, in that of the pawn nearest to the a-file).");
        add_sentence(text, words);
    }
}

/* ------------------------------------------------------------------------------------------------
 * What moves may not do
 */

static void add_limits(const Variant *variant, Text *text, Text *words)
{
    if (variant->features & FEATURE_MUST_CAPTURE)
        text_add(words, "Who can capture must capture. ");
    if (variant->features & FEATURE_NO_CHECKS)
        text_add(words, "No move may give check. ");
    if (strstr(variant->rules, "\nflyingGeneral = true\n") != NULL)
        text_add(words, "The royal pieces may not face each other on a file or rank with nothing "
                        "between them. ");
    if (strstr(variant->rules, "\nimmobilityIllegal = true\n") != NULL)
        text_add(words, "No piece may go where it could never move from. ");
    if (variant->royal_type == 0)
        text_add(words, "Nobody has a king to be checkmated. ");
    else if (variant->kingless[WHITE] || variant->kingless[BLACK])
        text_add(words, "%s has no royal piece. ", variant->kingless[WHITE] ? "White" : "Black");
    if (variant->features & FEATURE_PSEUDO_ROYAL) {
        text_add(words,
                 "While a side has just %d of one of these: ", variant->goals.extinction_count + 1);
        add_types(variant, variant->goals.extinction_types, ", ", words);
        text_add(words, ", %s: none may be left attacked. ",
                 variant->goals.extinction_count == 0 ? "it is royal" : "all of them are royal");
    }
    if (words->length > 0)
        add_sentence(text, words);
}

/* The keys of squares: who may go where, and what happens there. */
static void add_square_rules(const Variant *variant, Text *text, Text *words)
{
    char suffix[64], value[512];
    for (const char *at = variant->rules; next_rule(&at, "morph.", suffix, value);) {
        unsigned type = variant_type(variant, suffix[0]);
        text_add(words,
                 "A piece that is not royal and comes to stand on %s becomes %s, whoever moved it.",
                 value, variant->types[type].name);
        add_sentence(text, words);
    }
    for (const char *at = variant->rules; next_rule(&at, "tripleStepRegionWhite", suffix, value);) {
        text_add(words, "White's pawns may step three squares from %s, Black's likewise.", value);
        add_sentence(text, words);
    }
    for (const char *at = variant->rules; next_rule(&at, "enPassantRegion", suffix, value);) {
        text_add(words, "Captures en passant%s%s end on %s only.", *suffix ? " by " : "", suffix,
                 value);
        add_sentence(text, words);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Endings
 */

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
            add_types(variant, goals->flag_types[colour], " or ", words);
        text_add(words, " on%s.",
                 goals->flag_count > 1 ? " these squares:" : " one of these squares:");
        words->data[--words->length] = '\0';
        add_set(variant, &goals->flag_region[colour], words);
        text_add(words, ".");
        add_sentence(text, words);
    }
    if (goals->flag_blocked)
        text_add(words, "One of them will do where all the squares are occupied. ");
    if (goals->flag_safe)
        text_add(words, "It counts only where the opponent cannot capture it at once. ");
    if (goals->flag_move)
        text_add(
            words, "The opponent has one more move first%s. ",
            goals->flag_safe
                ? ", unless no capture is possible"
                : " (against a king: only Black, if its king can follow at once, which draws)");
    if (words->length > 0)
        add_sentence(text, words);
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
        add_types(variant, goals->extinction_types, ", ", words);
    }
    if (goals->extinction_opponent > 0)
        text_add(words, ", while the opponent has %d or more,", goals->extinction_opponent);
    text_add(words, " %s.", worth(goals->extinction_value));
    add_sentence(text, words);
}

static void add_material_endings(const Variant *variant, Text *text, Text *words)
{
    if (variant->bare_king == BARE_KING_LOSES)
        text_add(words, "Who has nothing but the king left has lost at once.");
    if (variant->bare_king == BARE_KING_SHATRANJ)
        text_add(words, "Who has nothing but the king left has lost, unless the next move leaves "
                        "the opponent the same: "
                        "then the game is drawn.");
    if (words->length > 0)
        add_sentence(text, words);
    if (variant->cut_off_types != 0) {
        text_add(words, "Who has nothing but ");
        add_types(variant, variant->cut_off_types, " and ", words);
        text_add(words, " is cut off and has lost while the opponent's king stands on:");
        add_set(variant, &variant->cut_off_region[WHITE], words);
        text_add(words, " (Black's king: mirrored). Is it so for both, the game is drawn.");
        add_sentence(text, words);
    }
    if (variant->features & FEATURE_CHECK_COUNT) {
        text_add(words, "Who has given the number of checks that the array's FEN says wins.");
        add_sentence(text, words);
    }
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
                 " (same placement, side to move, castling rights and usable en passant right).");
    }
    if (variant->move_rule > 0) {
        uint32_t resets =
            (variant->resets[WHITE] | variant->resets[BLACK]) & describe_types(variant);
        text_add(words, " %d moves of each side without a capture", variant->move_rule);
        if (resets != 0) {
            text_add(words, " or a move of ");
            add_types(variant, resets, " or ", words);
        }
        text_add(words, "%s are a draw.",
                 resets != 0 && (variant->features & FEATURE_REVERSIBLE) != 0
                     ? " (that could not be taken straight back)"
                     : "");
    }
    text_add(words, " Insufficient material is no rule.");
    add_sentence(text, words);
}

void describe_rules(const Variant *variant, Text *text)
{
    Text words;
    text_init(&words);
    add_castlings(variant, text, &words);
    add_promotions(variant, text, &words);
    add_square_rules(variant, text, &words);
    add_limits(variant, text, &words);
    add_flags(variant, text, &words);
    add_extinction(variant, text, &words);
    add_material_endings(variant, text, &words);
    add_endings(variant, text, &words);
    text_release(&words);
}

/* ------------------------------------------------------------------------------------------------
 * One type
 */

static void add_line(Text *text, Text *words)
{
    describe_paragraph(text, "   ", words->data);
    text_clear(words);
}

/* Whether a key's suffix is the type's letter, with a number behind it or not. */
static bool names_type(const Variant *variant, const char *suffix, unsigned type)
{
    return suffix[0] == variant->types[type].letter
           && strspn(suffix + 1, "0123456789") == strlen(suffix + 1);
}

static void add_zone_rules(const Variant *variant, unsigned type, Text *text, Text *words)
{
    char suffix[64], value[512];
    for (const char *at = variant->rules; next_rule(&at, "zoneMoves.", suffix, value);) {
        char *colon = strchr(value, ':');
        if (!names_type(variant, suffix, type) || colon == NULL)
            continue;
        *colon = '\0';
        text_add(words, "On these squares (Black's: mirrored) it has more moves: %s:%s", value,
                 colon + 1);
        add_line(text, words);
    }
    for (const char *at = variant->rules; next_rule(&at, "crossing.", suffix, value);) {
        char *space = strchr(value, ' ');
        if (!names_type(variant, suffix, type) || space == NULL)
            continue;
        *space = '\0';
        text_add(words, "None of its moves and captures may cross the line above rank %s", value);
        if (strcmp(space + 1, "never") != 0)
            text_add(words, ", unless they start or end on: %s", space + 1);
        text_add(words, ".");
        add_line(text, words);
    }
    for (const char *at = variant->rules; next_rule(&at, "mobilityRegion.", suffix, value);) {
        if (!names_type(variant, suffix, type))
            continue;
        text_add(words, "It may go to these squares only (Black's: mirrored): %s", value);
        add_line(text, words);
    }
    static const char *const coloured[] = {"mobilityRegionWhite", "mobilityRegionBlack"};
    const char *name = variant->types[type].name;
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (const char *at = variant->rules; next_rule(&at, coloured[colour], suffix, value);) {
            if (suffix[0] != toupper((unsigned char)name[0]) || strcmp(suffix + 1, name + 1) != 0)
                continue;
            text_add(words, "%s's may go to these squares only: %s",
                     colour == WHITE ? "White" : "Black", value);
            add_line(text, words);
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
        add_line(text, words);
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
        for (const char *at = variant->rules; next_rule(&at, keys[colour], suffix, value);)
            text_add(words, "%s's moves marked i start on: %s. ",
                     colour == WHITE ? "White" : "Black", value);
    if (words->length == 0)
        text_add(words, "The moves marked i start where the array has such a piece.");
    add_line(text, words);
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
