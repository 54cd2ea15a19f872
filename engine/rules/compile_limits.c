/* Where the moves of each type may go and start: the keys mobilityRegion, crossing and morph, and
 * the regions of first moves and captures en passant. */
#include "engine/rules/compile_pieces_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/board_text.h"
#include "engine/rules/compile_internal.h"
#include "engine/rules/fairy.h"
#include "engine/rules/squares.h"

bool piece_read_region(PieceCompiler *compiler, const Setting *setting, const char *text,
                       Set *region)
{
    return compile_region(compiler->variant, setting, text, region, compiler->err);
}

unsigned piece_letter_type(PieceCompiler *compiler, const Setting *setting)
{
    const char *suffix = setting->suffix;
    size_t digits = setting->id == KEY_ZONE_MOVES ? strspn(suffix + 1, "0123456789") : 0;
    bool capital = isupper((unsigned char)suffix[0]) && suffix[1 + digits] == '\0';
    unsigned type = capital ? variant_type(compiler->variant, suffix[0]) : 0;
    if (type == 0)
        setting_error(setting, compiler->err, "\"%s\" is no piece's capital letter", suffix);
    return type;
}

static bool read_mobility(PieceCompiler *compiler, const Setting *setting, unsigned type)
{
    Set region;
    if (!piece_read_region(compiler, setting, setting->value, &region))
        return false;
    compiler->limits[type].may_go[WHITE] = region;
    compiler->limits[type].may_go[BLACK] =
        set_mirror(compiler->variant->files, compiler->variant->ranks, region);
    return true;
}

/* "RANK never" or "RANK REGION" */
static bool read_crossing(PieceCompiler *compiler, const Setting *setting, unsigned type)
{
    char *end;
    long line = strtol(setting->value, &end, 10);
    size_t spaces = strspn(end, " ");
    end += spaces;
    if (line < 1 || line >= compiler->variant->ranks || spaces == 0 || *end == '\0')
        return setting_error(setting, compiler->err,
                             "\"%s\" is not RANK never or RANK REGION, with a rank from 1 to %d",
                             setting->value, compiler->variant->ranks - 1);
    Limits *limits = &compiler->limits[type];
    limits->crossing = true;
    limits->line = (int)line;
    limits->crossing_at = set_empty();
    return strcmp(end, "never") == 0
           || piece_read_region(compiler, setting, end, &limits->crossing_at);
}

static bool read_morph(PieceCompiler *compiler, const Setting *setting, unsigned type)
{
    Set region;
    if (!piece_read_region(compiler, setting, setting->value, &region))
        return false;
    if (compiler->variant->types[type].royal)
        return setting_error(setting, compiler->err, "nothing can become royal");
    for (unsigned square = 0; square < MAX_SQUARES; square++) {
        if (!set_has(&region, square))
            continue;
        if (compiler->morph[square] != 0)
            return setting_error(setting, compiler->err,
                                 "a square of the region morphs into '%c' already",
                                 compiler->variant->types[compiler->morph[square]].letter);
        compiler->morph[square] = (uint8_t)type;
    }
    return true;
}

/* Whether squares that morph have no other way to change a piece: which comes first is not settled.
 */
static bool check_morphs(PieceCompiler *compiler)
{
    const Variant *variant = compiler->variant;
    const Set promoting =
        set_or(variant->promotion_squares[WHITE], variant->promotion_squares[BLACK]);
    for (size_t i = 0; i < compiler->settings->count; i++) {
        const Setting *setting = &compiler->settings->items[i];
        Set region;
        if (setting->id != KEY_MORPH)
            continue;
        if (variant->types[piece_letter_type(compiler, setting)].royal)
            return setting_error(setting, compiler->err, "nothing can become royal");
        if (!piece_read_region(compiler, setting, setting->value, &region))
            return false;
        if (set_meets(&region, &promoting) || (variant->features & FEATURE_PIECE_PROMOTION) != 0)
            return setting_error(setting, compiler->err,
                                 "pieces promote there, too: which comes first is not settled");
    }
    return true;
}

/* mobilityRegionWhiteRook and the like: the type's name with a capital. */
static bool read_mobility_by_name(PieceCompiler *compiler, const Setting *setting)
{
    const Variant *variant = compiler->variant;
    Colour colour = setting->id == KEY_MOBILITY_WHITE ? WHITE : BLACK;
    for (int type = 1; type <= variant->type_count; type++) {
        const char *name = variant->types[type].name;
        if (setting->suffix[0] == toupper((unsigned char)name[0])
            && strcmp(setting->suffix + 1, name + 1) == 0)
            return piece_read_region(compiler, setting, setting->value,
                                     &compiler->limits[type].may_go[colour]);
    }
    return setting->inherited
           || setting_error(setting, compiler->err, "there is no type of that name");
}

bool piece_read_limits(PieceCompiler *compiler)
{
    bool immobility = settings_number_or(compiler->settings, KEY_IMMOBILITY_ILLEGAL, 0) == 1;
    for (int type = 1; type <= compiler->variant->type_count && immobility; type++)
        if (compile_hops_quietly(compiler->variant, (unsigned)type))
            return setting_error(
                settings_find(compiler->settings, KEY_IMMOBILITY_ILLEGAL, ""), compiler->err,
                "where a piece that hops could never move from is read in several ways");
    for (int type = 1; type <= compiler->variant->type_count; type++)
        for (int colour = WHITE; colour <= BLACK; colour++) {
            for (unsigned square = 0; square < (unsigned)compiler->variant->squares; square++)
                set_add(&compiler->limits[type].may_go[colour], square);
            if (immobility)
                compiler->limits[type].stuck[colour] = compile_stuck_squares(
                    compiler->variant, compiler->settings, (Colour)colour, (unsigned)type);
        }
    for (size_t i = 0; i < compiler->settings->count; i++) {
        const Setting *setting = &compiler->settings->items[i];
        bool (*read)(PieceCompiler *, const Setting *, unsigned) =
            setting->id == KEY_MOBILITY   ? read_mobility
            : setting->id == KEY_CROSSING ? read_crossing
            : setting->id == KEY_MORPH    ? read_morph
                                          : NULL;
        bool by_name = setting->id == KEY_MOBILITY_WHITE || setting->id == KEY_MOBILITY_BLACK;
        if (by_name && !read_mobility_by_name(compiler, setting))
            return false;
        if (read == NULL && setting->id != KEY_ZONE_MOVES)
            continue;
        unsigned type = piece_letter_type(compiler, setting);
        if (type == 0 || (read != NULL && !read(compiler, setting, type)))
            return false;
    }
    return check_morphs(compiler);
}

bool piece_read_two_regions(PieceCompiler *compiler, KeyId both, KeyId white, KeyId black,
                            Set region[2])
{
    const Variant *variant = compiler->variant;
    const Setting *shared = settings_find(compiler->settings, both, "");
    const Setting *one = settings_find(compiler->settings, white, ""),
                  *other = settings_find(compiler->settings, black, "");
    if (shared != NULL && !piece_read_region(compiler, shared, shared->value, &region[WHITE]))
        return false;
    if (shared != NULL)
        region[BLACK] = region[WHITE];
    if (one != NULL) {
        if (!piece_read_region(compiler, one, one->value, &region[WHITE]))
            return false;
        if (shared == NULL)
            region[BLACK] = set_mirror(variant->files, variant->ranks, region[WHITE]);
    }
    if (other == NULL)
        return true;
    Set given;
    if (!piece_read_region(compiler, other, other->value, &given))
        return false;
    if (one != NULL && !one->inherited && other->inherited && !set_equal(&given, &region[BLACK]))
        return setting_error(one, compiler->err, "%s is inherited and is not its mirror: give both",
                             key_row(black)->name);
    region[BLACK] = given;
    return true;
}

/* Moves marked i start where the array has such a piece; pawns' in the doubleStepRegion, if given.
 */
bool piece_read_initial(PieceCompiler *compiler)
{
    const Variant *variant = compiler->variant;
    const Setting *region = settings_find(compiler->settings, KEY_DOUBLE_STEP_REGION, "");
    bool fairy = fairy_settings(compiler->settings);
    Piece array[MAX_SQUARES];
    Set regions[2] = {set_empty(), set_empty()};
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        for (int colour = WHITE; colour <= BLACK; colour++)
            set_add(&compiler->en_passant[colour], square);
    if (!board_parse(variant, variant->start_fen, array, NULL, compiler->err)
        || !piece_read_two_regions(compiler, KEY_COUNT, KEY_DOUBLE_STEP_REGION,
                                   KEY_DOUBLE_STEP_REGION_BLACK, regions)
        || !piece_read_two_regions(compiler, KEY_EN_PASSANT_REGION, KEY_EN_PASSANT_REGION_WHITE,
                                   KEY_EN_PASSANT_REGION_BLACK, compiler->en_passant))
        return false;
    if (settings_number_or(compiler->settings, KEY_DOUBLE_STEP, 1) == 0)
        return true;
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        if (array[square] != NO_PIECE)
            set_add(&compiler->initial[piece_colour(array[square])][piece_type(array[square])],
                    square);
    for (int type = 1; type <= variant->type_count && region != NULL; type++) {
        if (!variant->types[type].pawn && !fairy)
            continue;
        compiler->initial[WHITE][type] = regions[WHITE];
        compiler->initial[BLACK][type] = regions[BLACK];
    }
    return true;
}

bool piece_may_go(const PieceCompiler *compiler, unsigned to)
{
    return set_has(&compiler->limits[compiler->type].may_go[compiler->colour], to);
}
