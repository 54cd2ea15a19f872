/* Pieces in hand: whether there are any, and where they may come in. */
#include <string.h>

#include "engine/rules/compile_internal.h"
#include "engine/rules/fairy.h"
#include "engine/rules/squares.h"

static bool is_on(const Compiler *compiler, KeyId id)
{
    return compile_number(compiler, id, 0) == 1;
}

/* Rules beside which drops have no settled meaning. */
static bool check_companions(Compiler *compiler)
{
    static const struct {
        KeyId id;
        const char *why;
    } rivals[] = {
        {KEY_DRAG, "dragging"},
        {KEY_PUSH, "pushing"},
        {KEY_LOST_PROMOTION, "lostPromotion"},
        {KEY_EXTINCTION_PSEUDO_ROYAL, "extinctionPseudoRoyal"},
        {KEY_COUNTING_RULE, "countingRule"},
    };
    const Setting *drops = compile_find(compiler, KEY_PIECE_DROPS);
    for (size_t i = 0; i < compiler->settings->count; i++) {
        const Setting *setting = &compiler->settings->items[i];
        for (size_t j = 0; j < sizeof rivals / sizeof rivals[0]; j++)
            if (setting->id == rivals[j].id && strcmp(setting->value, "false") != 0
                && strcmp(setting->value, "none") != 0)
                return setting_error(drops, compiler->err,
                                     "drops together with %s (line %d) are not supported",
                                     rivals[j].why, setting->line);
        if (setting->id == KEY_MORPH && is_on(compiler, KEY_CAPTURES_TO_HAND)
            && !is_on(compiler, KEY_DROP_LOOP))
            return setting_error(setting, compiler->err,
                                 "what goes to the hand of a promoted piece that morphs is not "
                                 "settled: dropLoop = true leaves pieces as they are");
    }
    return true;
}

bool compile_hands(Compiler *compiler)
{
    static const KeyId keys[] = {KEY_CAPTURES_TO_HAND, KEY_DROP_LOOP};
    Variant *variant = compiler->variant;
    if (!is_on(compiler, KEY_PIECE_DROPS)) {
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            if (is_on(compiler, keys[i]) && !compile_find(compiler, keys[i])->inherited)
                return setting_error(compile_find(compiler, keys[i]), compiler->err,
                                     "pieces in hand could not come in again: give pieceDrops = "
                                     "true, too");
        return true;
    }
    variant->features |= FEATURE_DROPS;
    if (is_on(compiler, KEY_CAPTURES_TO_HAND))
        variant->features |=
            FEATURE_TO_HAND | (is_on(compiler, KEY_DROP_LOOP) ? 0u : FEATURE_DEMOTES);
    if (compile_number(compiler, KEY_DROP_CHECKS, 1) == 0)
        variant->features |= FEATURE_NO_DROP_CHECKS;
    if (is_on(compiler, KEY_PAWN_DROP_MATE))
        variant->features |= FEATURE_NO_DROP_MATES;
    return check_companions(compiler);
}

/* Whether a type is one of the pawns that some keys are about. */
static bool is_pawn(const Compiler *compiler, unsigned type, const char *name)
{
    const PieceType *piece = &compiler->variant->types[type];
    return fairy_settings(compiler->settings) ? strcmp(piece->name, name) == 0 : piece->pawn;
}

/* The one type that becomes others by promotionPieceTypes or the family promotion. */
static bool compile_demoted_pawn(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    uint32_t pawns = 0;
    if ((variant->features & FEATURE_DEMOTES) == 0)
        return true;
    for (int i = 1; i < variant->promotion_count; i++)
        if (!variant->promotions[i].piece && variant->promotions[i].types != 0)
            pawns |= variant->promotions[i].by;
    if (__builtin_popcount(pawns) > 1)
        return setting_error(compile_find(compiler, KEY_CAPTURES_TO_HAND), compiler->err,
                             "several types promote, and a FEN could not tell what a promoted "
                             "piece was: dropLoop = true leaves pieces as they are");
    variant->demoted_pawn = pawns != 0 ? (uint8_t)__builtin_ctz(pawns) : 0;
    return true;
}

static Set board_squares(const Variant *variant)
{
    Set squares = set_empty();
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        set_add(&squares, square);
    return squares;
}

static bool read_drop_regions(Compiler *compiler, Set region[2])
{
    const Variant *variant = compiler->variant;
    const Setting *white = compile_find(compiler, KEY_DROP_REGION_WHITE),
                  *black = compile_find(compiler, KEY_DROP_REGION_BLACK);
    region[WHITE] = region[BLACK] = board_squares(variant);
    if (white != NULL && !compile_read_region(compiler, white, white->value, &region[WHITE]))
        return false;
    if (!fairy_settings(compiler->settings))
        region[BLACK] = set_mirror(variant->files, variant->ranks, region[WHITE]);
    return black == NULL || compile_read_region(compiler, black, black->value, &region[BLACK]);
}

/* Where pawns of a colour would promote. */
static bool read_promotion_zone(Compiler *compiler, Colour colour, Set *zone)
{
    const Variant *variant = compiler->variant;
    Set region[2];
    if (fairy_settings(compiler->settings)) {
        bool ok = compile_promotion_region(compiler, region);
        *zone = region[colour];
        return ok;
    }
    *zone = variant->promotion_squares[colour];
    return true;
}

static bool compile_regions_of_colour(Compiler *compiler, Colour colour, const Set *region)
{
    Variant *variant = compiler->variant;
    Set zone;
    if (!read_promotion_zone(compiler, colour, &zone))
        return false;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        Set *squares = &variant->drop_region[colour][type];
        if (type == variant->royal_type)
            continue;
        *squares = *region;
        for (unsigned square = 0; square < (unsigned)variant->squares; square++)
            if (variant->sites[colour][type][square] & SITE_CLOSED)
                set_remove(squares, square);
        if (is_on(compiler, KEY_IMMOBILITY_ILLEGAL))
            *squares = set_minus(*squares,
                                 compile_stuck_squares(variant, compiler->settings, colour, type));
        if (!is_pawn(compiler, type, "pawn"))
            continue;
        if (!is_on(compiler, KEY_FIRST_RANK_PAWN_DROPS))
            *squares = set_minus(*squares, variant->first_rank[colour]);
        if (!is_on(compiler, KEY_PROMOTION_ZONE_PAWN_DROPS))
            *squares = set_minus(*squares, zone);
    }
    return true;
}

static bool compile_no_doubled(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *setting = compile_find(compiler, KEY_DROP_NO_DOUBLED);
    uint32_t types = 0;
    memset(variant->drop_file_limit, UINT8_MAX, sizeof variant->drop_file_limit);
    if (setting != NULL && !compile_read_types(compiler, setting, &types))
        return false;
    if (__builtin_popcount(types) > 1 && fairy_settings(compiler->settings))
        return setting_error(setting, compiler->err, "that program reads one type only");
    for (; types != 0 && (variant->features & FEATURE_DROPS) != 0; types &= types - 1)
        variant->drop_file_limit[__builtin_ctz(types)] =
            (uint8_t)compile_number(compiler, KEY_DROP_NO_DOUBLED_COUNT, 1);
    return true;
}

bool compile_drops(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *drops = compile_find(compiler, KEY_PIECE_DROPS);
    Set region[2];
    if (!read_drop_regions(compiler, region) || !compile_no_doubled(compiler))
        return false;
    if ((variant->features & FEATURE_DROPS) == 0)
        return true;
    if (variant->features & FEATURE_OWN_CAPTURE)
        return setting_error(drops, compiler->err,
                             "drops together with captures of one's own pieces are not supported");
    if (variant->effect_count == MAX_EFFECTS)
        return setting_error(drops, compiler->err, "more kinds of moves than can be told apart");
    /* What has been taken can come to stand where it stood. */
    if (variant->features & FEATURE_TO_HAND)
        variant->features |= FEATURE_PAWNS_RETURN;
    variant->drop_effect = (uint16_t)variant->effect_count;
    variant->effects[variant->effect_count++] = (MoveEffect){.kind = EFFECT_DROP};
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if ((variant->features & FEATURE_NO_DROP_MATES) != 0
            && is_pawn(compiler, type, "shogiPawn"))
            variant->no_drop_mates |= 1u << type;
    return compile_demoted_pawn(compiler)
           && compile_regions_of_colour(compiler, WHITE, &region[WHITE])
           && compile_regions_of_colour(compiler, BLACK, &region[BLACK]);
}
