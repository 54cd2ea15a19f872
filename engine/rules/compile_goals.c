/* Goals, rules that make more moves illegal, and what starts the count of the move rule anew. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/compile_internal.h"
#include "engine/rules/fairy.h"

/* Types where '*' is all of them. */
static bool read_types_or_all(Compiler *compiler, const Setting *setting, uint32_t *types)
{
    *types = UINT32_MAX;
    return setting == NULL || strcmp(setting->value, "*") == 0
           || compile_read_types(compiler, setting, types);
}

static bool compile_extinction(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    Goals *goals = &variant->goals;
    const Setting *types = compile_find(compiler, KEY_EXTINCTION_TYPES);
    int value = compile_number(compiler, KEY_EXTINCTION_VALUE, 0); /* none draw loss win */
    bool royal = compile_number(compiler, KEY_EXTINCTION_PSEUDO_ROYAL, 0) == 1;
    const Setting *ends = compile_find(compiler, KEY_EXTINCTION_VALUE);
    uint32_t read;
    if (!read_types_or_all(compiler, types, &read))
        return false;
    if (types == NULL && value != 0 && !ends->inherited)
        return setting_error(ends, compiler->err,
                             "of which types? give extinctionPieceTypes, too (* for all together)");
    if (types == NULL || strcmp(types->value, "-") == 0 || (value == 0 && !royal))
        return true;
    goals->extinction_all = strcmp(types->value, "*") == 0;
    goals->extinction_types = read;
    if (royal && goals->extinction_all)
        return setting_error(types, compiler->err, "all pieces together cannot be royal");
    goals->extinction_count = compile_number(compiler, KEY_EXTINCTION_COUNT, 0);
    goals->extinction_opponent = compile_number(compiler, KEY_EXTINCTION_OPPONENT, 0);
    goals->extinction_value = (StalemateRule)(value > 0 ? value - 1 : 0);
    variant->features |= royal ? FEATURE_PSEUDO_ROYAL : FEATURE_EXTINCTION;
    return true;
}

static bool compile_flags(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    Goals *goals = &variant->goals;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        bool white = colour == WHITE;
        const Setting *region = compile_find_coloured(
            compiler, white ? KEY_FLAG_REGION_WHITE : KEY_FLAG_REGION_BLACK, KEY_FLAG_REGION);
        const Setting *piece = compile_find_coloured(
            compiler, white ? KEY_FLAG_PIECE_WHITE : KEY_FLAG_PIECE_BLACK, KEY_FLAG_PIECE);
        uint32_t types;
        if (!read_types_or_all(compiler, piece, &types))
            return false;
        if (region == NULL)
            continue;
        goals->flag_types[colour] = types;
        if (!compile_read_region(compiler, region, region->value, &goals->flag_region[colour]))
            return false;
        int squares = set_count(&goals->flag_region[colour]);
        if (squares > 0)
            variant->features |= FEATURE_FLAG;
        if (squares > 0 && !fairy_settings(compiler->settings)
            && compile_number(compiler, KEY_FLAG_COUNT, 1) > squares)
            return setting_error(compile_find(compiler, KEY_FLAG_COUNT), compiler->err,
                                 "the flagRegion has only %d squares", squares);
    }
    if ((variant->features & FEATURE_FLAG) == 0)
        return true;
    goals->flag_count = compile_number(compiler, KEY_FLAG_COUNT, 1);
    goals->flag_blocked = compile_number(compiler, KEY_FLAG_BLOCKED, 0) == 1;
    goals->flag_move = compile_number(compiler, KEY_FLAG_MOVE, 0) == 1;
    goals->flag_safe = compile_number(compiler, KEY_FLAG_SAFE, 0) == 1;
    return true;
}

static bool compile_repetition(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    if (compile_number(compiler, KEY_CHASING, 0) != 0)
        return setting_error(compile_find(compiler, KEY_CHASING), compiler->err,
                             "judging repetitions by chases is not supported; none plays on "
                             "without it");
    if (compile_number(compiler, KEY_PERPETUAL_CHECK, 0) == 1)
        variant->features |= FEATURE_PERPETUAL_CHECK;
    static const StalemateRule turned[] = {STALEMATE_DRAW, STALEMATE_WIN, STALEMATE_LOSS};
    StalemateRule value = (StalemateRule)compile_number(compiler, KEY_N_FOLD_VALUE, STALEMATE_DRAW);
    bool absolute = compile_number(compiler, KEY_N_FOLD_ABSOLUTE, 0) == 1;
    if (variant->repetition_count == 0)
        return true;
    variant->repetition[WHITE] = value;
    variant->repetition[BLACK] = absolute ? turned[value] : value;
    return true;
}

/* "rr:8 r:16": LETTERS:N and so on. */
static bool read_counting_limits(Compiler *compiler, const Setting *setting)
{
    Variant *variant = compiler->variant;
    for (const char *at = setting->value; *at != '\0' && strcmp(at, "-") != 0;) {
        CountingLimit limit = {.moves = 0};
        for (; isalpha((unsigned char)*at); at++) {
            unsigned type = variant_type(variant, *at);
            if (type == 0)
                return setting_error(setting, compiler->err, "'%c' is no piece of this variant",
                                     *at);
            limit.needs[type]++;
        }
        char *end = NULL;
        long moves = at[0] == ':' && isdigit((unsigned char)at[1]) ? strtol(at + 1, &end, 10) : 0;
        if (moves < 1 || moves > 99 || (*end != ' ' && *end != '\0'))
            return setting_error(setting, compiler->err,
                                 "\"%s\" is not LETTERS:N, each N from 1 to 99, such as rr:8 r:16",
                                 setting->value);
        if (variant->counting_limit_count == MAX_COUNTING_LIMITS)
            return setting_error(setting, compiler->err, "more than %d limits",
                                 MAX_COUNTING_LIMITS);
        limit.moves = (uint8_t)moves;
        variant->counting_limits[variant->counting_limit_count++] = limit;
        at = end + strspn(end, " ");
    }
    return true;
}

static bool compile_counting(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *rule = compile_find(compiler, KEY_COUNTING_RULE);
    const Setting *limits = compile_find(compiler, KEY_COUNTING_LIMITS);
    if (limits != NULL && !read_counting_limits(compiler, limits))
        return false;
    if (compile_number(compiler, KEY_COUNTING_RULE, 0) == 0)
        return limits == NULL || limits->inherited
               || setting_error(limits, compiler->err, "goes with countingRule");
    if (limits == NULL)
        return setting_error(rule, compiler->err,
                             "countingLimits is missing, such as rr:8 r:16 ss:22 nn:32 s:44");
    if (variant->kingless[WHITE] || variant->kingless[BLACK])
        return setting_error(rule, compiler->err, "both sides must have a royal piece");
    for (int type = 1; type <= variant->type_count && fairy_settings(compiler->settings); type++)
        if (variant->types[type].pawn != (strcmp(variant->types[type].name, "pawn") == 0))
            return setting_error(rule, compiler->err,
                                 "Fairy-Stockfish counts the type named pawn, whatever pawnTypes "
                                 "says: they must be the same");
    variant->features |= FEATURE_COUNTING;
    return true;
}

bool compile_goals(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    if (!compile_repetition(compiler) || !compile_counting(compiler))
        return false;
    if (compile_number(compiler, KEY_MUST_CAPTURE, 0) == 1)
        variant->features |= FEATURE_MUST_CAPTURE;
    if (compile_number(compiler, KEY_CHECKING, 1) == 0)
        variant->features |= FEATURE_NO_CHECKS;
    if (compile_number(compiler, KEY_CHECK_COUNTING, 0) == 1)
        variant->features |= FEATURE_CHECK_COUNT;
    if (!compile_extinction(compiler) || !compile_flags(compiler))
        return false;
    if ((variant->kingless[WHITE] || variant->kingless[BLACK])
        && (variant->bare_king != BARE_KING_NONE || variant->cut_off_types != 0))
        return setting_error(
            compile_find(compiler, variant->cut_off_types != 0 ? KEY_CUT_OFF_TYPES : KEY_BARE_KING),
            compiler->err, "both sides must have a royal piece");
    /* A king that comes by promotion only would have to be royal. */
    for (int i = 1; i < variant->promotion_count && variant->royal_type == 0; i++)
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
            if ((variant->promotions[i].types >> type & 1) != 0
                && strcmp(variant->types[type].name, "king") == 0
                && !((variant->features & FEATURE_PSEUDO_ROYAL) != 0
                     && (variant->goals.extinction_types >> type & 1) != 0))
                return setting_error(compile_find(compiler, KEY_START_FEN), compiler->err,
                                     "a king that comes by promotion only is not supported");
    /* Only what is royal hinders the king's castling. */
    for (int i = 0; i < variant->castling_count; i++) {
        Castling *castling = &variant->castlings[i];
        bool pseudo = (variant->features & FEATURE_PSEUDO_ROYAL) != 0
                      && (variant->goals.extinction_types >> castling->king_type & 1) != 0;
        castling->free = !variant->types[castling->king_type].royal && !pseudo;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * The move rule
 */

bool compile_resets(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        const Setting *types = compile_find_coloured(
            compiler, colour == WHITE ? KEY_N_MOVE_TYPES_WHITE : KEY_N_MOVE_TYPES_BLACK,
            KEY_N_MOVE_TYPES);
        for (int type = 1; type <= variant->type_count; type++)
            variant->resets[colour] |= variant->types[type].pawn ? 1u << type : 0;
        if (types != NULL && !compile_read_types(compiler, types, &variant->resets[colour]))
            return false;
    }
    bool fairy = fairy_settings(compiler->settings);
    if (compile_number(compiler, KEY_N_MOVE_REVERSIBLE, !fairy) == 0)
        variant->features |= FEATURE_REVERSIBLE;
    /* That program looks for repetitions no farther back than the count reaches. */
    if (!fairy)
        variant->features |= FEATURE_PAWNS_RETURN;
    return true;
}

/* Where a piece can go without capture on an empty board. */
static Set quiet_targets(const Variant *variant, int colour, int type, unsigned from)
{
    const Program *program = &variant->programs[colour][type][from];
    const Step *steps = variant->steps + program->first;
    Set targets = set_empty();
    for (uint32_t at = 0; at < program->length; at = steps[at].next[0])
        if (steps[at].emit[0] == EMIT_MOVE || steps[at].emit[0] == EMIT_QUIET
            || steps[at].emit[0] == EMIT_PROMOTION)
            set_add(&targets, move_to(steps[at].move));
    return targets;
}

/* Whether a type of a colour can come back to where it was, without a capture: it has moves along a
 * rank, or both up and down the board. */
static bool can_return(const Variant *variant, int colour, int type)
{
    bool up = false, down = false;
    for (unsigned from = 0; from < (unsigned)variant->squares; from++) {
        const Set targets = quiet_targets(variant, colour, type, from);
        SET_EACH(to, &targets)
        {
            int ranks = variant_rank(variant, to) - variant_rank(variant, from);
            up = up || ranks >= 0;
            down = down || ranks <= 0;
        }
    }
    return up && down;
}

void compile_returns(Variant *variant)
{
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int type = 1; type <= variant->type_count; type++)
            if ((variant->resets[colour] >> type & 1) != 0 && can_return(variant, colour, type))
                return;
    variant->features &= ~(uint32_t)FEATURE_PAWNS_RETURN;
}

void compile_way_back(Variant *variant)
{
    bool some = false;
    if ((variant->features & FEATURE_REVERSIBLE) == 0)
        return;
    variant->way_back = memory_new((size_t)2 * MAX_TYPES * MAX_SQUARES, sizeof(Set));
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int type = 1; type <= variant->type_count; type++)
            for (int to = 0; to < variant->squares && (variant->resets[colour] >> type & 1) != 0;
                 to++)
                variant->way_back[(colour * MAX_TYPES + type) * MAX_SQUARES + to] =
                    quiet_targets(variant, colour, type, (unsigned)to);
    for (size_t i = 0; i < (size_t)2 * MAX_TYPES * MAX_SQUARES && !some; i++) {
        size_t to = i % MAX_SQUARES;
        size_t first = i - to;
        SET_EACH(back, &variant->way_back[i])
        {
            some = some || set_has(&variant->way_back[first + back], (unsigned)to);
        }
    }
    if (some)
        return;
    free(variant->way_back);
    variant->way_back = NULL;
    variant->features &= ~(uint32_t)FEATURE_REVERSIBLE;
}
