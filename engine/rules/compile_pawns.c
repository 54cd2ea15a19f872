/* What pawns become: by one rule for all squares, by one for each of several regions (keys
 * promotion.NAME), and where they are pushed. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/compile_internal.h"
#include "engine/rules/squares.h"

/* The types that no pawn may become: royal ones, and pawns. */
static uint32_t barred_types(const Variant *variant)
{
    uint32_t barred = 0;
    for (int type = 1; type <= variant->type_count; type++)
        if (variant->types[type].royal || variant->types[type].pawn)
            barred |= 1u << type;
    return barred;
}

/* Adds a rule for White's squares and Black's, which are mirrored. */
static bool add_promotion(Compiler *compiler, const Setting *setting, PromotionRule rule,
                          Set squares)
{
    Variant *variant = compiler->variant;
    if (rule.types & barred_types(variant))
        return setting_error(setting, compiler->err, "pawns cannot become pawns or royal");
    if (set_is_empty(&squares) && !setting->inherited)
        return setting_error(setting, compiler->err, "no squares to promote on");
    if (variant->promotion_count == MAX_PROMOTIONS)
        return setting_error(setting, compiler->err, "more than %d kinds of promotion",
                             MAX_PROMOTIONS - 1);
    if (set_meets(&squares, &variant->promotion_squares[WHITE]))
        return setting_error(setting, compiler->err, "a square has two kinds of promotion");
    for (int type = 1; type <= variant->type_count; type++)
        rule.by |= variant->types[type].pawn ? 1u << type : 0;
    rule.waits = variant->lost_promotion;
    rule.squares[WHITE] = squares;
    rule.squares[BLACK] = set_mirror(variant->files, variant->ranks, squares);
    for (int colour = WHITE; colour <= BLACK; colour++) {
        variant->promotion_squares[colour] =
            set_or(variant->promotion_squares[colour], rule.squares[colour]);
        variant->waiting_types[colour] |= rule.types;
    }
    variant->promotions[variant->promotion_count++] = rule;
    return true;
}

/* The one rule of the keys promotionRegionWhite, promotionPieceTypes, ... */
static bool compile_simple_promotion(Compiler *compiler)
{
    const Variant *variant = compiler->variant;
    const Setting *region = settings_find(compiler->settings, KEY_PROMOTION_REGION, "");
    const Setting *types = settings_find(compiler->settings, KEY_PROMOTION_TYPES, "");
    const Setting *most = settings_find(compiler->settings, KEY_PROMOTION_LIMIT, "");
    char *end;
    long limit = strtol(most->value, &end, 10);
    if (end == most->value || *end != '\0' || limit < 0 || limit > 99)
        return setting_error(most, compiler->err, "\"%s\" is no whole number from 0 to 99",
                             most->value);
    PromotionRule rule = {
        .optional = settings_number(compiler->settings, KEY_PROMOTION_MANDATORY) == 0,
    };
    memset(rule.limit, (int)limit, sizeof rule.limit);
    Set squares = variant->first_rank[BLACK];
    if (!compile_read_types(compiler, types, &rule.types)
        || (region != NULL && !compile_read_region(compiler, region, region->value, &squares)))
        return false;
    return rule.types == 0 || add_promotion(compiler, types, rule, squares);
}

/* One word behind the types of a promotion.NAME; moves `*at` behind it. */
static bool read_promotion_word(Compiler *compiler, const Setting *setting, const char **at,
                                PromotionRule *rule)
{
    size_t length = strcspn(*at, " ");
    const char *word = *at;
    bool twice = false;
    *at += length;
    *at += strspn(*at, " ");
    if (length == 8 && strncmp(word, "optional", length) == 0) {
        twice = rule->optional;
        rule->optional = true;
    } else if (length == 8 && strncmp(word, "overflow", length) == 0) {
        twice = rule->overflow;
        rule->overflow = true;
    } else {
        bool number =
            length == 5 && strncmp(word, "limit", length) == 0 && isdigit((unsigned char)**at) != 0;
        char *end = NULL;
        long limit = number ? strtol(*at, &end, 10) : 0;
        if (limit < 1 || limit > 99)
            return setting_error(setting, compiler->err,
                                 "\"%.*s\": limit N (1 to 99), overflow or optional", (int)length,
                                 word);
        twice = rule->limit[0] != 0;
        memset(rule->limit, (int)limit, sizeof rule->limit);
        *at = end + strspn(end, " ");
    }
    return !twice
           || setting_error(setting, compiler->err, "\"%.*s\" stands twice", (int)length, word);
}

/* "REGION : TYPES [limit N] [overflow] [optional]" */
static bool compile_named_promotion(Compiler *compiler, const Setting *setting)
{
    char region[256], types[64];
    const char *colon = strchr(setting->value, ':');
    size_t length = colon != NULL ? (size_t)(colon - setting->value) : sizeof region;
    if (length >= sizeof region)
        return setting_error(setting, compiler->err, "not REGION : TYPES, such as *8 : qrbn");
    memcpy(region, setting->value, length);
    region[length] = '\0';
    const char *at = colon + 1 + strspn(colon + 1, " ");
    length = strcspn(at, " ");
    if (length == 0 || length >= sizeof types)
        return setting_error(setting, compiler->err, "no types behind the region");
    memcpy(types, at, length);
    types[length] = '\0';
    at += length + strspn(at + length, " ");
    PromotionRule rule = {0};
    Set squares;
    if (!compile_read_region(compiler, setting, region, &squares)
        || !compile_read_letters(compiler, setting, types, &rule.types))
        return false;
    if (rule.types == 0)
        return setting_error(setting, compiler->err, "no types behind the region");
    while (*at != '\0')
        if (!read_promotion_word(compiler, setting, &at, &rule))
            return false;
    if (rule.overflow && rule.limit[0] == 0)
        return setting_error(setting, compiler->err, "overflow goes with limit N");
    return add_promotion(compiler, setting, rule, squares);
}

/* The keys of the one rule of promotion. */
static const KeyId simple_promotion[] = {KEY_PROMOTION_REGION, KEY_PROMOTION_TYPES,
                                         KEY_PROMOTION_LIMIT, KEY_PROMOTION_MANDATORY};

/* A key of the section itself would do nothing beside promotion.NAME. */
static bool refuse_simple_promotion(Compiler *compiler)
{
    for (size_t i = 0; i < sizeof simple_promotion / sizeof simple_promotion[0]; i++) {
        const Setting *setting = compile_find(compiler, simple_promotion[i]);
        if (setting != NULL && !setting->fallback && !setting->inherited
            && strcmp(setting->value, "-") != 0)
            return setting_error(setting, compiler->err,
                                 "promotion.NAME keys say it all: give one or the other");
    }
    return true;
}

/* So would any in a variant without pawns. */
static bool refuse_promotion_without_pawns(Compiler *compiler)
{
    for (size_t i = 0; i < compiler->settings->count; i++) {
        const Setting *setting = &compiler->settings->items[i];
        bool simple = false;
        for (size_t j = 0; j < sizeof simple_promotion / sizeof simple_promotion[0]; j++)
            simple = simple || setting->id == simple_promotion[j];
        if ((simple || setting->id == KEY_PROMOTION) && !setting->fallback && !setting->inherited
            && strcmp(setting->value, "-") != 0)
            return setting_error(setting, compiler->err, "there is no pawn (pawnTypes) to promote");
    }
    return true;
}

static bool compile_promotion_rules(Compiler *compiler)
{
    const Variant *variant = compiler->variant;
    bool pawns = false;
    for (int type = 1; type <= variant->type_count; type++)
        pawns = pawns || variant->types[type].pawn;
    if (compile_knows_colours(compiler))
        return compile_colour_promotions(compiler);
    if (!pawns)
        return refuse_promotion_without_pawns(compiler);
    return compile_each_setting(compiler, KEY_PROMOTION, compile_named_promotion)
           && (variant->promotion_count > 1 ? refuse_simple_promotion(compiler)
                                            : compile_simple_promotion(compiler));
}

/* Beside the number that is lost, no other number and no choice has a settled meaning. */
static bool check_lost_promotion(Compiler *compiler)
{
    const Variant *variant = compiler->variant;
    bool settled = true;
    for (int i = 1; i < variant->promotion_count && variant->lost_promotion; i++) {
        const PromotionRule *rule = &variant->promotions[i];
        settled = settled && (rule->piece || (!rule->optional && !rule->overflow));
        for (int type = 1; type <= variant->type_count; type++)
            settled = settled && (rule->piece || rule->limit[type] == 0);
    }
    return settled
           || setting_error(compile_find(compiler, KEY_LOST_PROMOTION), compiler->err,
                            "promotion with a limit, overflow or to stay a pawn, too: give one "
                            "or the other");
}

bool compile_pawn_promotion(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    variant->promotion_count = 1; /* 0 is none */
    variant->lost_promotion = settings_number(compiler->settings, KEY_LOST_PROMOTION) == 1;
    return compile_promotion_rules(compiler) && check_lost_promotion(compiler);
}

bool compile_pushed_pawns(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *becomes = settings_find(compiler->settings, KEY_PUSHED_PAWN_BECOMES, "");
    bool pushes = false;
    uint32_t types;
    for (int type = 1; type <= variant->type_count; type++)
        pushes = pushes || variant->types[type].push;
    if (!pushes && becomes->fallback)
        return true;
    if (!compile_read_types(compiler, becomes, &types))
        return false;
    if (__builtin_popcount(types) > 1)
        return setting_error(becomes, compiler->err, "more than one type");
    if ((types & barred_types(variant)) != 0)
        return setting_error(becomes, compiler->err,
                             "pawns cannot become pawns or royal (- leaves them as they are)");
    if (!pushes)
        return true;
    variant->pushed_pawn_stops = settings_number(compiler->settings, KEY_PUSHED_PAWN_STOPS) == 1;
    variant->pushed_pawn_becomes = types != 0 ? (uint8_t)__builtin_ctz(types) : 0;
    return true;
}
