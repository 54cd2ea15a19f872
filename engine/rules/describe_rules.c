#include "engine/rules/describe_rules.h"

#include <string.h>

#include "engine/rules/describe_endings.h"
#include "engine/rules/describe_words.h"
#include "engine/rules/drawing.h"
#include "engine/rules/notation.h"
#include "engine/rules/squares.h"

uint32_t describe_types(const Variant *variant)
{
    uint32_t types = 0, before = UINT32_MAX;
    char suffix[64], value[512];
    for (int type = 1; type <= variant->type_count; type++)
        if (variant->types[type].start[WHITE] + variant->types[type].start[BLACK] > 0)
            types |= 1u << type;
    for (const char *at = variant->rules; rules_next(&at, "morph.", suffix, value);)
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

/* Whether pieces of a type capture from where they stand. */
static bool type_shoots(const Variant *variant, unsigned type)
{
    for (int square = 0; square < variant->squares; square++) {
        const Program *program = &variant->programs[WHITE][type][square];
        for (uint32_t i = 0; i < program->length; i++) {
            Move move = variant->steps[program->first + i].move;
            if (variant->effects[move_effect(move)].kind == EFFECT_SHOT)
                return true;
        }
    }
    return false;
}

static void add_castling_conditions(const Variant *variant, Text *words)
{
    bool shoots = false;
    for (int i = 0; i < variant->castling_count; i++)
        shoots = shoots || type_shoots(variant, variant->castlings[i].king_type)
                 || type_shoots(variant, variant->castlings[i].rook_type);
    if (shoots)
        text_add(words, " A capture from where it stands %s.",
                 (variant->features & FEATURE_SHOT_STAYS) != 0 ? "is no move in this"
                                                               : "is a move, too");
    if (variant->castling_from_move > 1)
        text_add(words,
                 " It is not allowed before move %u; until then no position counts as repeated "
                 "while a side has the right to castle.",
                 (unsigned)variant->castling_from_move);
}

/* castlingAnyFile: each side of each colour once, as any of its castlings has it. */
static void add_castlings_from_any_file(const Variant *variant, Text *text, Text *words)
{
    text_add(words,
             "Castling from wherever the two stand on the rank (letter in a FEN, where to):");
    const char *comma = "";
    char told[5] = "";
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *castling = &variant->castlings[i];
        char names[2][4];
        if (castling->outer == 0 || strchr(told, castling->outer) != NULL)
            continue;
        told[strlen(told)] = castling->outer;
        square_to_text(variant, castling->king_to, names[0]);
        square_to_text(variant, castling->rook_to, names[1]);
        text_add(words, "%s %c the king to %s and a %s on its %s to %s", comma, castling->outer,
                 names[0], variant->types[castling->rook_type].name,
                 castling->rook_from > castling->king_from ? "right" : "left", names[1]);
        comma = ",";
    }
    text_add(
        words,
        ". In a FEN such a letter means the outermost on that side, the letter of a file "
        "(H, h) the one on that file. Neither has moved or been moved, all squares that either "
        "passes or lands on, save their own, are empty, and the king neither stands on, "
        "passes nor reaches an attacked square.");
    add_castling_conditions(variant, words);
    words_flush(text, "", words);
}

static void add_castlings(const Variant *variant, Text *text, Text *words)
{
    bool free = false;
    if (variant->castling_count == 0) {
        text_add(words, "There is no castling.");
        words_flush(text, "", words);
        return;
    }
    if (variant->features & FEATURE_ANY_FILE) {
        add_castlings_from_any_file(variant, text, words);
        return;
    }
    text_add(words, "Castling (its letter in a FEN, the king's move, its partner's move):");
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
             " Neither may have moved or been moved; all squares between them and to where they go "
             "must be empty%s",
             free ? "; attacked squares do not matter."
                  : "; the king may not stand on, pass or reach an attacked square.");
    add_castling_conditions(variant, words);
    words_flush(text, "", words);
}

/* The types of a promotion that share a limit, as bits. */
static uint32_t types_limited_to(const Variant *variant, const PromotionRule *rule, int limit)
{
    uint32_t types = 0;
    for (int type = 1; type <= variant->type_count; type++)
        if ((rule->types >> type & 1) != 0 && rule->limit[type] == limit)
            types |= 1u << type;
    return types;
}

static void add_promotion_limit(const Variant *variant, const PromotionRule *rule, Text *words)
{
    if (variant->lost_promotion) {
        text_add(words, ": only what is lost, of which its side has fewer on the board than in the "
                        "array");
        return;
    }
    bool some = false;
    for (int limit = 1; limit < MAX_SQUARES; limit++) {
        uint32_t types = types_limited_to(variant, rule, limit);
        if (types == 0)
            continue;
        text_add(words, "%s", some ? "; " : ": ");
        words_add_types(variant, types, " and ", words);
        if (limit == 1)
            text_add(words, " only while its side has none on the board");
        else
            text_add(words, " only while its side has fewer than %d of the kind on the board",
                     limit);
        some = true;
    }
    if (some && rule->overflow)
        text_add(words, "; once it has so many of all of them, any of them");
}

/* Whether a piece that must promote may have reached the limit of everything that it could become.
 */
static bool may_find_none(const PromotionRule *rule)
{
    bool all = rule->types != 0;
    for (int type = 1; type < MAX_TYPES; type++)
        all = all && ((rule->types >> type & 1) == 0 || rule->limit[type] > 0);
    return all && !rule->optional && !rule->waits && !rule->overflow;
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

static void add_promotion(const Variant *variant, int index, int mirror, Text *words)
{
    const PromotionRule *rule = &variant->promotions[index];
    Set sets[2] = {rule->squares[WHITE], rule->squares[BLACK]};
    if (mirror > 0)
        for (int colour = WHITE; colour <= BLACK; colour++)
            sets[colour] = set_or(sets[colour], variant->promotions[mirror].squares[colour]);
    bool white = !set_is_empty(&sets[WHITE]), black = !set_is_empty(&sets[BLACK]);
    text_add(words, "%s ", white && black ? "A" : white ? "White's" : "Black's");
    words_add_types(variant, rule->by & describe_types(variant), " or ", words);
    text_add(words, " that %s ", rule->from_too ? "starts or ends its move on" : "reaches");
    if (white && black)
        words_add_sets(variant, sets, " or ", words);
    else
        words_add_set(variant, &sets[white ? WHITE : BLACK], " or ", words);
    text_add(words, " %s become ", rule->optional ? "may" : "must");
    if (rule->types == 0)
        text_add(words, "something, and there is nothing: it cannot go there");
    else
        words_add_types(variant, rule->types, " or ", words);
    add_promotion_limit(variant, rule, words);
    text_add(words, ".%s",
             rule->optional        ? " Else it stays what it is."
             : may_find_none(rule) ? " If it can become none of these, it may not go there, but "
                                     "gives check there all the same."
                                   : "");
}

static void add_promotions(const Variant *variant, Text *text, Text *words)
{
    int told = 0;
    for (int i = 1; i < variant->promotion_count; i++) {
        int mirror = find_mirror(variant, i);
        if ((mirror > 0 && mirror < i)
            || (variant->promotions[i].by & describe_types(variant)) == 0)
            continue;
        add_promotion(variant, i, mirror, words);
        words_flush(text, "", words);
        told++;
    }
    if (told == 0) {
        text_add(words, "Nothing promotes.");
        words_flush(text, "", words);
    }
    if (variant->lost_promotion) {
        text_add(words, "Where nothing is lost, the pawn waits there as a pawn: it has no moves, "
                        "gives no check and can be captured. The next piece of its side that is "
                        "captured, no pawn, stands in its place at once, as part of the capture "
                        "(of several that wait, in that of the one nearest to the a-file).");
        words_flush(text, "", words);
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
    if (variant->features & FEATURE_OWN_CAPTURE)
        text_add(words, "To capture a piece of one's own side is a capture like any other; the own "
                        "king cannot be captured. ");
    if (strstr(variant->rules, "\nflyingGeneral = true\n") != NULL)
        text_add(words, "The royal pieces may not face each other on a file or rank with nothing "
                        "between them. ");
    if (strstr(variant->rules, "\nimmobilityIllegal = true\n") != NULL)
        text_add(words, "No piece may go where it could never move from. ");
    if (variant->royal_type != 0 && (variant->kingless[WHITE] || variant->kingless[BLACK]))
        text_add(words, "%s has no royal piece. ", variant->kingless[WHITE] ? "White" : "Black");
    if (variant->features & FEATURE_PSEUDO_ROYAL) {
        text_add(words,
                 "While a side has just %d of one of these: ", variant->goals.extinction_count + 1);
        words_add_types(variant, variant->goals.extinction_types, ", ", words);
        text_add(words, ", %s: none may be left attacked. ",
                 variant->goals.extinction_count == 0 ? "it is royal" : "all of them are royal");
    }
    if (words->length > 0)
        words_flush(text, "", words);
}

/* What pieces turn into by the square. */
static void add_morphs(const Variant *variant, Text *text, Text *words)
{
    uint8_t types[MAX_SQUARES] = {0};
    char suffix[64], value[512];
    bool some = false;
    for (const char *at = variant->rules; rules_next(&at, "morph.", suffix, value);) {
        Set region;
        Error err = {""};
        if (!region_parse_clipped(variant->files, variant->ranks, value, &region, &err))
            continue;
        SET_EACH(square, &region) { types[square] = (uint8_t)variant_type(variant, suffix[0]); }
        some = true;
    }
    if (!some)
        return;
    text_add(words, "A piece of either side that ends a move, whoever's it is, on one of the "
                    "squares below turns at once into the type of that letter, whatever it was, "
                    "unless it is royal. Checks are those of what it has become.");
    words_flush(text, "", words);
    drawing_add_types(variant, types, text);
}

/* The keys of squares: who may go where, and what happens there. */
static void add_square_rules(const Variant *variant, Text *text, Text *words)
{
    char suffix[64], value[512];
    for (const char *at = variant->rules;
         rules_next(&at, "tripleStepRegionWhite", suffix, value);) {
        text_add(words, "White's pawns may step three squares from ");
        words_add_region(variant, value, " or ", words);
        text_add(words, ".");
        words_flush(text, "", words);
    }
    for (const char *at = variant->rules; rules_next(&at, "enPassantRegion", suffix, value);) {
        text_add(words, "Captures en passant%s%s end on %s only.", *suffix ? " by " : "", suffix,
                 value);
        words_flush(text, "", words);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Pieces in hand
 */

/* The types that may come in only on some of the squares, each group of equals once. */
static void add_drop_regions(const Variant *variant, Text *text, Text *words)
{
    uint32_t told = 0;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        const Set sets[2] = {variant->drop_region[WHITE][type], variant->drop_region[BLACK][type]};
        uint32_t alike = 0;
        for (unsigned other = type; other <= (unsigned)variant->type_count; other++)
            if (set_equal(&variant->drop_region[WHITE][other], &sets[WHITE])
                && set_equal(&variant->drop_region[BLACK][other], &sets[BLACK])
                && other != variant->royal_type)
                alike |= 1u << other;
        if ((told >> type & 1) != 0 || type == variant->royal_type
            || set_count(&sets[WHITE]) + set_count(&sets[BLACK]) == 2 * variant->squares)
            continue;
        told |= alike;
        text_add(words, "A ");
        words_add_types(variant, alike, " or ", words);
        text_add(words, " may come in on ");
        words_add_sets(variant, sets, " and ", words);
        text_add(words, " only.");
        words_flush(text, "", words);
    }
}

static void add_hands(const Variant *variant, Text *text, Text *words)
{
    if ((variant->features & FEATURE_DROPS) == 0)
        return;
    text_add(words, "In place of a move a player may put a piece that is in hand on an empty "
                    "square.");
    if (variant->features & FEATURE_TO_HAND)
        text_add(words,
                 " A captured piece changes its colour and goes to the hand of who took it%s",
                 (variant->features & FEATURE_DEMOTES) != 0
                     ? "; what has promoted goes there as what it was."
                     : ", what has promoted as what it has become.");
    else
        text_add(words, " Captured pieces are out of the game.");
    if (variant->features & FEATURE_NO_DROP_CHECKS)
        text_add(words, " No piece may come in with check.");
    if (variant->no_drop_mates != 0) {
        text_add(words, " No ");
        words_add_types(variant, variant->no_drop_mates, " or ", words);
        text_add(words, " may come in with checkmate.");
    }
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (variant->drop_file_limit[type] != UINT8_MAX)
            text_add(words, " No %s may come in on a file where its side has %d already.",
                     variant->types[type].name, variant->drop_file_limit[type]);
    words_flush(text, "", words);
    add_drop_regions(variant, text, words);
}

void describe_rules(const Variant *variant, Text *text)
{
    Text words;
    text_init(&words);
    text_add(&words, "Where nothing else is said it is as in chess: White moves first; %s.",
             variant->royal_type != 0 || (variant->features & FEATURE_PSEUDO_ROYAL) != 0
                 ? "no move may leave one's own king attacked"
                 : "but no piece is royal: there is no check, and any piece may be captured");
    words_flush(text, "", &words);
    add_castlings(variant, text, &words);
    add_promotions(variant, text, &words);
    add_hands(variant, text, &words);
    add_morphs(variant, text, &words);
    add_square_rules(variant, text, &words);
    add_limits(variant, text, &words);
    text_release(&words);
    describe_endings(variant, text);
}
