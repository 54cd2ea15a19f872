/* Promotion told by colour and by type of piece: promotionPieceTypes, promotedPieceType and what
 * goes with them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/betza.h"
#include "engine/rules/compile_internal.h"
#include "engine/rules/fairy.h"
#include "engine/rules/path.h"
#include "engine/rules/squares.h"

/* The direction on the other side of straight ahead. */
static unsigned mirror_direction(const BetzaMove *move, int direction)
{
    int x, y, other_x, other_y;
    betza_leap(move, direction, &x, &y);
    for (int other = 0; other < 8; other++) {
        betza_leap(move, other, &other_x, &other_y);
        if (other_x == -x && other_y == y)
            return (unsigned)other;
    }
    return (unsigned)direction;
}

void compile_turn_moves(const Settings *settings, const PieceType *type, BetzaPiece *moves)
{
    if (!fairy_settings(settings) && strncmp(type->name, "customPiece", strlen("customPiece")) != 0)
        return;
    for (int i = 0; i < moves->move_count; i++) {
        BetzaMove *move = &moves->moves[i];
        unsigned turned = 0;
        for (int direction = 0; direction < 8; direction++)
            if (move->legs[0].directions >> direction & 1)
                turned |= 1u << mirror_direction(move, direction);
        move->legs[0].directions = (uint8_t)turned;
    }
}

bool compile_en_passant_types(const Settings *settings, const PieceType *type, BetzaPiece *moves)
{
    for (int i = 0; i < moves->move_count && type->pawn && fairy_settings(settings); i++) {
        BetzaMove *move = &moves->moves[i];
        const BetzaLeg *leg = &move->legs[0];
        if (move->leg_count != 1 || leg->ends != BETZA_CAPTURE)
            continue;
        if (leg->hurdle != 0 || leg->range != 1 || leg->lame)
            return false;
        move->en_passant = true;
    }
    return true;
}

static bool find_path(const Path *path, void *context)
{
    (void)path;
    (void)context;
    return false;
}

bool compile_hops_quietly(const Variant *variant, unsigned type)
{
    BetzaPiece moves = {0};
    Error err = {{0}};
    if (strcmp(variant->types[type].moves, "-") == 0
        || !betza_parse(&moves, variant->types[type].moves, &err))
        return false;
    for (int i = 0; i < moves.move_count; i++) {
        const BetzaLeg *last = &moves.moves[i].legs[moves.moves[i].leg_count - 1];
        if (last->hurdle != 0 && (last->ends & BETZA_QUIET) != 0)
            return true;
    }
    return false;
}

/* Whether a move counts for leaving a square: that program asks for moves without capture. */
static bool may_leave(const Settings *settings, const BetzaMove *move)
{
    const BetzaLeg *last = &move->legs[move->leg_count - 1];
    return !fairy_settings(settings)
           || ((last->ends & BETZA_QUIET) != 0 && last->hurdle == 0 && !move->initial);
}

Set compile_stuck_squares(const Variant *variant, const Settings *settings, Colour colour,
                          unsigned type)
{
    BetzaPiece moves = {0};
    Error err = {{0}};
    Board board = {.files = variant->files, .ranks = variant->ranks};
    long leaps = 1000000;
    Set stuck = set_empty();
    bool some = strcmp(variant->types[type].moves, "-") != 0
                && betza_parse(&moves, variant->types[type].moves, &err);
    if (colour == BLACK)
        compile_turn_moves(settings, &variant->types[type], &moves);
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        bool leaves = false;
        for (int i = 0; some && i < moves.move_count && !leaves; i++)
            leaves =
                may_leave(settings, &moves.moves[i])
                && !path_visit(board, colour, square, &moves.moves[i], &leaps, find_path, NULL);
        if (!leaves)
            set_add(&stuck, square);
    }
    return stuck;
}

bool compile_knows_colours(const Compiler *compiler)
{
    static const KeyId keys[] = {KEY_PROMOTION_REGION_BLACK,
                                 KEY_PROMOTION_TYPES_WHITE,
                                 KEY_PROMOTION_TYPES_BLACK,
                                 KEY_PROMOTION_PAWNS,
                                 KEY_PROMOTION_PAWNS_WHITE,
                                 KEY_PROMOTION_PAWNS_BLACK,
                                 KEY_PROMOTED};
    bool some = fairy_settings(compiler->settings)
                || strchr(compile_find(compiler, KEY_PROMOTION_LIMIT)->value, ':') != NULL;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        some = some || compile_find(compiler, keys[i]) != NULL;
    return some;
}

/* Adds a rule for one colour. A piece that would be stuck where it need not promote must. */
static bool push_promotion(Compiler *compiler, const Setting *setting, PromotionRule rule,
                           Colour colour)
{
    Variant *variant = compiler->variant;
    if (rule.by == 0 || set_is_empty(&rule.squares[colour]))
        return true;
    if (variant->promotion_count == MAX_PROMOTIONS)
        return setting_error(setting, compiler->err, "more than %d kinds of promotion",
                             MAX_PROMOTIONS - 1);
    if (rule.types >> variant->royal_type & 1 && variant->royal_type != 0)
        return setting_error(setting, compiler->err, "nothing can become royal");
    if (rule.by >> variant->royal_type & 1 && variant->royal_type != 0 && rule.types != 0)
        return setting_error(setting, compiler->err, "the royal piece cannot promote");
    rule.waits = variant->lost_promotion || rule.piece;
    variant->promotions[variant->promotion_count++] = rule;
    if (rule.piece)
        variant->features |= FEATURE_PIECE_PROMOTION;
    if (rule.waits && !rule.piece)
        variant->waiting_types[colour] |= rule.types;
    if (!rule.piece)
        variant->promotion_squares[colour] =
            set_or(variant->promotion_squares[colour], rule.squares[colour]);
    return true;
}

static bool add_colour_promotion(Compiler *compiler, const Setting *setting, PromotionRule rule,
                                 Colour colour)
{
    Variant *variant = compiler->variant;
    if (!rule.optional || compile_number(compiler, KEY_IMMOBILITY_ILLEGAL, 0) == 0)
        return push_promotion(compiler, setting, rule, colour);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        if ((rule.by >> type & 1) == 0)
            continue;
        Set stuck = compile_stuck_squares(variant, compiler->settings, colour, type);
        PromotionRule must = rule, may = rule;
        must.by = may.by = 1u << type;
        must.optional = must.from_too = false;
        must.squares[colour] = set_and(rule.squares[colour], stuck);
        may.squares[colour] = set_minus(rule.squares[colour], stuck);
        if (!push_promotion(compiler, setting, must, colour)
            || !push_promotion(compiler, setting, may, colour))
            return false;
    }
    return true;
}

/* What each type becomes by promotedPieceType, 0 for nothing. */
static bool read_promoted(Compiler *compiler, unsigned becomes[MAX_TYPES])
{
    const Setting *setting = compile_find(compiler, KEY_PROMOTED);
    memset(becomes, 0, MAX_TYPES * sizeof *becomes);
    if (setting == NULL || strcmp(setting->value, "-") == 0)
        return true;
    for (const char *at = setting->value; *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        unsigned from = length == 3 && at[1] == ':' ? variant_type(compiler->variant, at[0]) : 0;
        unsigned to = from != 0 ? variant_type(compiler->variant, at[2]) : 0;
        if (to == 0)
            return setting_error(setting, compiler->err,
                                 "\"%.*s\" is not two pieces' letters, such as p:g", (int)length,
                                 at);
        if (becomes[from] != 0)
            return setting_error(setting, compiler->err, "'%c' stands twice", at[0]);
        if (compiler->variant->types[from].royal)
            return setting_error(setting, compiler->err, "the royal piece cannot promote");
        becomes[from] = (unsigned)to;
        at += length;
    }
    return true;
}

/* The types that something becomes, of either colour. */
static bool read_made(Compiler *compiler, const unsigned becomes[MAX_TYPES], uint32_t *made)
{
    static const KeyId keys[] = {KEY_PROMOTION_TYPES, KEY_PROMOTION_TYPES_WHITE,
                                 KEY_PROMOTION_TYPES_BLACK};
    *made = 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const Setting *setting = compile_find(compiler, keys[i]);
        uint32_t types = 0;
        if (setting != NULL && !compile_read_types(compiler, setting, &types))
            return false;
        *made |= types;
    }
    for (int type = 1; type < MAX_TYPES; type++)
        *made |= becomes[type] != 0 ? 1u << becomes[type] : 0;
    return true;
}

/* "2", or "q:1 r:2", of types that are made. */
static bool read_limits(Compiler *compiler, uint32_t made, uint8_t limits[MAX_TYPES])
{
    const Setting *setting = compile_find(compiler, KEY_PROMOTION_LIMIT);
    const char *at = setting->value;
    uint32_t given = 0;
    memset(limits, 0, MAX_TYPES);
    while (*at != '\0') {
        bool pair = isalpha((unsigned char)at[0]) && at[1] == ':';
        unsigned type = pair ? variant_type(compiler->variant, *at) : 0;
        char *end;
        const char *digits = pair ? at + 2 : at;
        long limit = strtol(digits, &end, 10);
        if (end == digits || limit < 0 || limit > 99 || (*end != ' ' && *end != '\0')
            || (pair && type == 0) || (!pair && (at != setting->value || *end != '\0')))
            return setting_error(setting, compiler->err,
                                 "\"%s\" is neither a number from 0 to 99 nor such as q:1 r:2",
                                 setting->value);
        if (pair && (given >> type & 1) != 0)
            return setting_error(setting, compiler->err, "'%c' stands twice", *at);
        if (pair && (made >> type & 1) == 0 && !setting->inherited)
            return setting_error(setting, compiler->err, "nothing becomes '%c'", *at);
        given |= 1u << type;
        for (unsigned i = 1; i < MAX_TYPES; i++)
            if (!pair || i == type)
                limits[i] = (uint8_t)limit;
        at = end + strspn(end, " ");
    }
    return true;
}

bool compile_promotion_region(Compiler *compiler, Set region[2])
{
    const Variant *variant = compiler->variant;
    const Setting *white = compile_find(compiler, KEY_PROMOTION_REGION),
                  *black = compile_find(compiler, KEY_PROMOTION_REGION_BLACK);
    region[WHITE] = variant->first_rank[BLACK];
    if (white != NULL && !compile_read_region(compiler, white, white->value, &region[WHITE]))
        return false;
    region[BLACK] = set_mirror(variant->files, variant->ranks, region[WHITE]);
    if (black == NULL)
        return true;
    Set given;
    if (!compile_read_region(compiler, black, black->value, &given))
        return false;
    /* In files of Fairy-Stockfish, White's region alone does not move Black's: a reader of ours
     * would expect it to. */
    if (white != NULL && !white->inherited && black->inherited
        && !set_equal(&given, &region[BLACK]))
        return setting_error(white, compiler->err,
                             "promotionRegionBlack is inherited and is not its mirror: give both");
    region[BLACK] = given;
    return true;
}

/* The rule of promotionPieceTypes, and for each type the one of promotedPieceType. */
static bool compile_one_colour(Compiler *compiler, Colour colour, Set region,
                               const uint8_t limits[MAX_TYPES], const unsigned becomes[MAX_TYPES])
{
    const Variant *variant = compiler->variant;
    bool white = colour == WHITE;
    const Setting *types = compile_find_coloured(
        compiler, white ? KEY_PROMOTION_TYPES_WHITE : KEY_PROMOTION_TYPES_BLACK,
        KEY_PROMOTION_TYPES);
    const Setting *pawns = compile_find_coloured(
        compiler, white ? KEY_PROMOTION_PAWNS_WHITE : KEY_PROMOTION_PAWNS_BLACK,
        KEY_PROMOTION_PAWNS);
    PromotionRule pawn_rule = {
        .optional = settings_number(compiler->settings, KEY_PROMOTION_MANDATORY) == 0};
    pawn_rule.squares[colour] = region;
    memcpy(pawn_rule.limit, limits, sizeof pawn_rule.limit);
    for (int type = 1; type <= variant->type_count; type++)
        pawn_rule.by |= variant->types[type].pawn ? 1u << type : 0;
    if (!compile_read_types(compiler, types, &pawn_rule.types)
        || (pawns != NULL && !compile_read_types(compiler, pawns, &pawn_rule.by)))
        return false;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        bool pawn = strcmp(variant->types[type].name, "pawn") == 0;
        if (becomes[type] == 0)
            continue;
        if ((pawn_rule.by >> type & 1) != 0 && !pawn)
            return setting_error(compile_find(compiler, KEY_PROMOTED), compiler->err,
                                 "'%c' promotes by promotionPieceTypes, too",
                                 variant->types[type].letter);
        PromotionRule rule = {.types = 1u << becomes[type],
                              .by = 1u << type,
                              .piece = true,
                              .from_too = !pawn,
                              .optional =
                                  compile_number(compiler, KEY_PIECE_PROMOTION_MANDATORY, 0) == 0};
        rule.squares[colour] = region;
        memcpy(rule.limit, limits, sizeof rule.limit);
        if (pawn) {
            /* Its choices are those of both keys. */
            rule.piece = pawn_rule.types == 0;
            rule.types |= pawn_rule.types;
            rule.optional = pawn_rule.optional;
            pawn_rule.by &= ~rule.by;
        }
        if (!add_colour_promotion(compiler, compile_find(compiler, KEY_PROMOTED), rule, colour))
            return false;
    }
    return add_colour_promotion(compiler, types, pawn_rule, colour);
}

bool compile_colour_promotions(Compiler *compiler)
{
    Set region[2];
    uint8_t limits[MAX_TYPES];
    unsigned becomes[MAX_TYPES];
    uint32_t made;
    for (size_t i = 0; i < compiler->settings->count; i++)
        if (compiler->settings->items[i].id == KEY_PROMOTION)
            return setting_error(
                &compiler->settings->items[i], compiler->err,
                "there are keys of promotion by colour or type, too: give one or the other");
    return compile_promotion_region(compiler, region) && read_promoted(compiler, becomes)
           && read_made(compiler, becomes, &made) && read_limits(compiler, made, limits)
           && compile_one_colour(compiler, WHITE, region[WHITE], limits, becomes)
           && compile_one_colour(compiler, BLACK, region[BLACK], limits, becomes);
}
