/* The strings of moves that a type has, and on which squares each counts. */
#include "engine/rules/compile_pieces_internal.h"

#include <string.h>

#include "engine/rules/compile_internal.h"
#include "engine/rules/squares.h"

/* The pawn's triple steps, by tripleStepRegionWhite and ...Black. */
static int add_triple_steps(PieceCompiler *compiler, ZoneMoves zones[MAX_ZONES], int count)
{
    const Setting *white = settings_find(compiler->settings, KEY_TRIPLE_STEP_WHITE, "");
    const Setting *black = settings_find(compiler->settings, KEY_TRIPLE_STEP_BLACK, "");
    Error why = {{0}};
    if ((white == NULL && black == NULL)
        || strcmp(compiler->variant->types[compiler->type].name, "pawn") != 0)
        return count;
    if (count == MAX_ZONES) {
        setting_error(white != NULL ? white : black, compiler->err, "too many zoneMoves, too");
        return -1;
    }
    ZoneMoves *zone = &zones[count];
    *zone = (ZoneMoves){.setting = white != NULL ? white : black};
    if (!piece_read_two_regions(compiler, KEY_COUNT, KEY_TRIPLE_STEP_WHITE, KEY_TRIPLE_STEP_BLACK,
                                zone->zone)
        || !betza_parse(&zone->moves[WHITE], "fmnnH", &why))
        return -1;
    zone->moves[BLACK] = zone->moves[WHITE];
    return count + 1;
}

/* soldierPromotionRank: on the ranks before it, the type named soldier has only its moves straight
 * on. Those that it has for good are in zones[0]. */
static bool limit_soldier(PieceCompiler *compiler, ZoneMoves zones[MAX_ZONES], int *count)
{
    const Variant *variant = compiler->variant;
    const Setting *setting = settings_find(compiler->settings, KEY_SOLDIER_RANK, "");
    Error why = {{0}};
    int first = settings_number_or(compiler->settings, KEY_SOLDIER_RANK, 1);
    if (first == 1 || strcmp(variant->types[compiler->type].name, "soldier") != 0)
        return true;
    ZoneMoves *before = &zones[(*count)++];
    *before = (ZoneMoves){.setting = setting};
    for (int square = 0; square < variant->squares; square++)
        if (variant_rank(variant, (unsigned)square) + 1 < first)
            set_add(&before->zone[WHITE], (unsigned)square);
    before->zone[BLACK] = set_mirror(variant->files, variant->ranks, before->zone[WHITE]);
    for (int colour = WHITE; colour <= BLACK; colour++)
        zones[0].zone[colour] = set_minus(zones[0].zone[colour], before->zone[colour]);
    if (!betza_parse(&before->moves[WHITE], "fW", &why))
        return setting_error(setting, compiler->err, "%s", why.text);
    before->moves[BLACK] = before->moves[WHITE];
    return true;
}

/* "REGION : XBETZA", as zone number `count`. */
static bool read_zone_moves(PieceCompiler *compiler, const Setting *setting,
                            ZoneMoves zones[MAX_ZONES], int count)
{
    const Variant *variant = compiler->variant;
    Error why = {{0}};
    const char *colon = strchr(setting->value, ':');
    char region[256] = "";
    size_t length = colon != NULL ? (size_t)(colon - setting->value) : sizeof region;
    if (length >= sizeof region || count == MAX_ZONES)
        return setting_error(setting, compiler->err,
                             "not REGION : XBETZA, such as *3 a1 : mN, or too many of them");
    memcpy(region, setting->value, length);
    if (strspn(region, " -") == length)
        return setting_error(setting, compiler->err,
                             "no squares before the ':' (LETTER = - takes inherited moves away)");
    ZoneMoves *zone = &zones[count];
    *zone = (ZoneMoves){.setting = setting};
    if (!piece_read_region(compiler, setting, region, &zone->zone[WHITE]))
        return false;
    zone->zone[BLACK] = set_mirror(variant->files, variant->ranks, zone->zone[WHITE]);
    const char *string = colon + 1 + strspn(colon + 1, " ");
    if (!betza_parse(&zone->moves[WHITE], string, &why))
        return setting_error(setting, compiler->err, "%s", why.text);
    zone->moves[BLACK] = zone->moves[WHITE];
    return true;
}

int piece_read_moves(PieceCompiler *compiler, ZoneMoves zones[MAX_ZONES])
{
    const Variant *variant = compiler->variant;
    const PieceType *type = &variant->types[compiler->type];
    Error why = {{0}};
    zones[0] = (ZoneMoves){.setting = settings_find(compiler->settings, KEY_PIECE, type->name)};
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        set_add(&zones[0].zone[WHITE], square);
    zones[0].zone[BLACK] = zones[0].zone[WHITE];
    int count = 1;
    zones[0].moves[WHITE].move_count = 0;
    if (strcmp(type->moves, "-") != 0 && !betza_parse(&zones[0].moves[WHITE], type->moves, &why)) {
        setting_error(zones[0].setting, compiler->err, "%s", why.text);
        return -1;
    }
    if (!compile_en_passant_types(compiler->settings, type, &zones[0].moves[WHITE])) {
        setting_error(settings_find(compiler->settings, KEY_PAWN_TYPES, ""), compiler->err,
                      "'%c' captures by more than a leap, and would do so en passant",
                      type->letter);
        return -1;
    }
    zones[0].moves[BLACK] = zones[0].moves[WHITE];
    compile_turn_moves(compiler->settings, type, &zones[0].moves[BLACK]);
    if (!limit_soldier(compiler, zones, &count))
        return -1;
    for (size_t i = 0; i < compiler->settings->count; i++) {
        const Setting *setting = &compiler->settings->items[i];
        if (setting->id != KEY_ZONE_MOVES || piece_letter_type(compiler, setting) != compiler->type)
            continue;
        if (!read_zone_moves(compiler, setting, zones, count))
            return -1;
        count++;
    }
    return add_triple_steps(compiler, zones, count);
}
