/* The pieces' moves: XBetza to step programs and attack tables. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/attack_table.h"
#include "engine/rules/board_text.h"
#include "engine/rules/compile_internal.h"
#include "engine/rules/fairy.h"
#include "engine/rules/program.h"
#include "engine/rules/squares.h"
#include "engine/rules/targets.h"

/* What one variant may cost: far more than any game needs, and less than two seconds and 200 MB. */
enum { MAX_PROGRAM = 60000, MAX_STEPS = 1 << 22, MAX_RECORDS = 1 << 21, MAX_LEAPS = 5000000 };

/* Where a move may not go, by type: from the keys crossing, mobilityRegion and morph. */
typedef struct Limits {
    Set may_go[2];   /* by colour */
    Set stuck[2];    /* where it could never move from, if the variant forbids to go there */
    bool crossing;   /* whether the two below say anything */
    int line;        /* the line above this many ranks */
    Set crossing_at; /* moves that start or end here may cross */
} Limits;

typedef struct PieceCompiler {
    Variant *variant;
    const Settings *settings;
    Error *err;
    Limits limits[MAX_TYPES];
    uint8_t morph[MAX_SQUARES]; /* what a piece turns into there, 0 for nothing */
    Set initial[2][MAX_TYPES];  /* where moves marked i may start */
    Set en_passant[2];          /* where captures en passant may end */
    ProgramBuilder program;
    AttackBuilder attacks;
    size_t step_capacity;
    /* What is being compiled. */
    Colour colour;
    unsigned type;
    const BetzaMove *move;
    const char *why;       /* set when the visitor stops */
    const Setting *blamed; /* ... and whose fault it is, where it is not that of the moves */
    long leaps;            /* how many more may be tried for all pieces together */
} PieceCompiler;

/* ------------------------------------------------------------------------------------------------
 * One path to a move word
 */

static bool crosses_to(const PieceCompiler *compiler, unsigned from, unsigned to)
{
    const Limits *limits = &compiler->limits[compiler->type];
    bool below = variant_rank(compiler->variant, from) < limits->line;
    return limits->crossing && below != (variant_rank(compiler->variant, to) < limits->line)
           && !set_has(&limits->crossing_at, from) && !set_has(&limits->crossing_at, to);
}

/* Whether the path ends or takes beyond the line that its type may not cross. */
static bool crosses(const PieceCompiler *compiler, const Path *path)
{
    bool crossed = crosses_to(compiler, path->from, path->to);
    for (int i = 0; i < path->count; i++)
        crossed = crossed
                  || (path->elements[i].taken
                      && crosses_to(compiler, path->from, path->elements[i].square));
    return crossed;
}

static bool may_go(const PieceCompiler *compiler, unsigned to)
{
    return set_has(&compiler->limits[compiler->type].may_go[compiler->colour], to);
}

/* The index of an effect, which is added if it is new; -1 if there are too many. */
static int effect_index(Variant *variant, const MoveEffect *effect)
{
    for (int i = 0; i < variant->effect_count; i++)
        if (memcmp(&variant->effects[i], effect, sizeof *effect) == 0)
            return i;
    if (variant->effect_count == MAX_EFFECTS)
        return -1;
    variant->effects[variant->effect_count] = *effect;
    return variant->effect_count++;
}

/* Whether the squares between the ends of a straight move must be empty. */
static bool goes_over_empty_squares(const Path *path)
{
    int empty = 0;
    for (int i = 0; i < path->count; i++)
        empty += path->elements[i].square != path->to && path->elements[i].allow == PATH_EMPTY;
    return empty == path->count - 1;
}

/* The direction and length of a straight move, for what it drags and pushes. */
static bool displace_effect(PieceCompiler *compiler, const Path *path, MoveEffect *effect)
{
    const Variant *variant = compiler->variant;
    const PieceType *type = &variant->types[compiler->type];
    int files = variant_file(variant, path->to) - variant_file(variant, path->from);
    int ranks = variant_rank(variant, path->to) - variant_rank(variant, path->from);
    int length = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    if (compiler->move->leg_count != 1 || length == 0
        || (files != 0 && ranks != 0 && abs(files) != abs(ranks)))
        return false;
    effect->kind = EFFECT_DISPLACE;
    effect->file_step = (int8_t)(files / length);
    effect->rank_step = (int8_t)(ranks / length);
    effect->length = (uint8_t)length;
    effect->drag = length == 1 ? type->drag_one : type->drag_far;
    effect->push = type->push;
    compiler->why = "what a leap or a hop drags along could land on another piece";
    return !effect->drag || (path->count == length && goes_over_empty_squares(path));
}

/* Puts one more offset among `count` sorted ones: two orders of the same captures are one move. */
static void insert_offset(int16_t *offsets, int count, int16_t offset)
{
    for (; count > 0 && offsets[count - 1] > offset; count--)
        offsets[count] = offsets[count - 1];
    offsets[count] = offset;
}

/* Whether a square comes before another in the order of passed squares: the mover's nearest rank
 * first, then the a-file. Two orders of the same squares are the same right. */
static bool passed_before(const PieceCompiler *compiler, unsigned a, unsigned b)
{
    const Variant *variant = compiler->variant;
    int ranks = variant_rank(variant, a) - variant_rank(variant, b);
    return ranks == 0 ? a < b : (ranks < 0) == (compiler->colour == WHITE);
}

/* The squares that the path leaves a trail on: all that it passes but its first and its last, each
 * once. A move that ends where it began leaves none. Returns how many. */
static int passed_squares(const PieceCompiler *compiler, const Path *path,
                          unsigned passed[MAX_PATH])
{
    int count = 0;
    for (int i = 0; i < path->passed_count && path->to != path->from; i++) {
        unsigned square = path->passed[i];
        int at = count;
        if (square == path->from || square == path->to)
            continue;
        while (at > 0 && passed_before(compiler, square, passed[at - 1]))
            at--;
        if (at > 0 && passed[at - 1] == square)
            continue;
        memmove(&passed[at + 1], &passed[at], (size_t)(count++ - at) * sizeof *passed);
        passed[at] = square;
    }
    return count;
}

/* What the path takes on its way and the squares that it leaves a trail on. */
static bool way_effect(const PieceCompiler *compiler, const Path *path, MoveEffect *effect)
{
    unsigned passed[MAX_PATH + 1];
    int count = 0;
    for (int i = 0; i < path->count; i++) {
        if (!path->elements[i].taken || path->elements[i].square == path->to)
            continue;
        if (count == MAX_OFFSETS)
            return false;
        insert_offset(effect->offset, count++, (int16_t)(path->elements[i].square - path->from));
    }
    effect->take_count = (uint8_t)count;
    int passed_count = passed_squares(compiler, path, passed);
    if (passed_count > MAX_OFFSETS)
        return false;
    for (int i = 0; i < passed_count; i++)
        effect->offset[count++] = (int16_t)((int)passed[i] - path->from);
    effect->pass_count = (uint8_t)passed_count;
    effect->kind = effect->take_count > 0   ? EFFECT_TAKE
                   : effect->pass_count > 0 ? EFFECT_PASS
                   : path->to == path->from ? EFFECT_STAY
                                            : EFFECT_NONE;
    return true;
}

/* The effect of a path, and in `*to` the square that the move is named by. False, with
 * compiler->why, if it is more than a move can say. */
static bool path_effect(PieceCompiler *compiler, const Path *path, MoveEffect *effect, unsigned *to)
{
    const PieceType *type = &compiler->variant->types[compiler->type];
    *effect = (MoveEffect){0};
    *to = path->to;
    if (type->drag_one || type->push) {
        const char letter[2] = {type->letter, '\0'};
        const Setting *drag = settings_find(compiler->settings, KEY_DRAG, letter);
        compiler->blamed =
            drag != NULL ? drag : settings_find(compiler->settings, KEY_PUSH, letter);
        compiler->why = "drag and push are understood for straight moves of one leg";
        if (path->en_passant || path->passed_count > 0 || !displace_effect(compiler, path, effect))
            return false;
        compiler->blamed = NULL;
        return true;
    }
    if (path->en_passant) {
        effect->kind = EFFECT_EN_PASSANT;
        return true;
    }
    compiler->why =
        "a move that takes more than 3 pieces on its way, or passes more than 3 squares";
    if (!way_effect(compiler, path, effect))
        return false;
    compiler->why = "a royal piece cannot be captured en passant";
    if (type->royal && effect->pass_count > 0)
        return false;
    bool shot = path->to == path->from && effect->take_count == 1;
    compiler->why = "lostPromotion, and a capture on the way: who is lost then is not settled";
    if (compiler->variant->lost_promotion && effect->take_count > 0 && !shot)
        return false;
    if (shot) {
        *to = (unsigned)(path->from + effect->offset[0]);
        *effect = (MoveEffect){.kind = EFFECT_SHOT};
    }
    return true;
}

static uint8_t path_promotion(const PieceCompiler *compiler, const Path *path)
{
    if (path->to == path->from || (path->en_passant && fairy_settings(compiler->settings)))
        return 0;
    return (uint8_t)variant_promotion(compiler->variant, compiler->colour, compiler->type,
                                      path->from, path->to);
}

/* What the last element of the path's list gives. The path may end elsewhere: on a square that it
 * has been to before. */
static Emit path_emit(const Path *path, const MoveEffect *effect, uint8_t promotion)
{
    if (path->en_passant)
        return EMIT_EN_PASSANT;
    if (promotion != 0)
        return EMIT_PROMOTION;
    if (effect->kind == EFFECT_TAKE || effect->kind == EFFECT_SHOT)
        return EMIT_TAKE;
    for (int i = 0; i < path->count - 1; i++)
        if (path->elements[i].taken)
            return (path->elements[i].allow & PATH_ENEMY) != 0 ? EMIT_TAKE : EMIT_QUIET;
    const PathElement *last = &path->elements[path->count - 1];
    return last->taken || last->allow == PATH_EMPTY ? EMIT_MOVE : EMIT_QUIET;
}

static bool takes_own(const Path *path)
{
    for (int i = 0; i < path->count; i++)
        if (path->elements[i].taken && (path->elements[i].allow & PATH_FRIEND) != 0)
            return true;
    return false;
}

static bool visit_path(const Path *path, void *context)
{
    PieceCompiler *compiler = context;
    Variant *variant = compiler->variant;
    MoveEffect effect;
    unsigned to;
    if (!path_effect(compiler, path, &effect, &to))
        return false;
    if (crosses(compiler, path) || !may_go(compiler, path->to))
        return true;
    if (takes_own(path)) {
        compiler->why = "a type that takes its own side's pieces, and extinctionPseudoRoyal";
        if (variant->features & FEATURE_PSEUDO_ROYAL)
            return false;
        variant->features |= FEATURE_OWN_CAPTURE;
    }
    int index = effect_index(variant, &effect);
    compiler->why = "more kinds of moves than can be told apart";
    if (index < 0)
        return false;
    compiler->why = "more paths from one square than can be stored";
    if (program_length(&compiler->program) > MAX_PROGRAM || compiler->attacks.count > MAX_RECORDS)
        return false;
    if (path->en_passant && !set_has(&compiler->en_passant[compiler->colour], path->to))
        return true;
    uint8_t promotion = path_promotion(compiler, path);
    bool stuck = promotion == 0
                 && set_has(&compiler->limits[compiler->type].stuck[compiler->colour], path->to);
    unsigned morph = variant->types[compiler->type].royal ? 0 : compiler->morph[path->to];
    Move move = move_pack(path->from, to, morph == compiler->type ? 0 : morph, (unsigned)index);
    if (!stuck)
        program_add(&compiler->program, compiler->colour, path, move,
                    path_emit(path, &effect, promotion), promotion);
    if (path->en_passant)
        set_add(&variant->ep_sources[compiler->colour][path->to], path->from);
    else
        attack_add(&compiler->attacks, compiler->colour, compiler->type, path);
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Limits
 */

static bool read_region(PieceCompiler *compiler, const Setting *setting, const char *text,
                        Set *region)
{
    Error why = {{0}};
    const Variant *variant = compiler->variant;
    bool ok = setting->inherited
                  ? region_parse_clipped(variant->files, variant->ranks, text, region, &why)
                  : region_parse(variant->files, variant->ranks, text, region, &why);
    return ok || setting_error(setting, compiler->err, "%s", why.text);
}

/* The type that a suffix names by its letter, behind which zoneMoves may have a number; 0 and an
 * error if there is none. */
static unsigned letter_type(PieceCompiler *compiler, const Setting *setting)
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
    if (!read_region(compiler, setting, setting->value, &region))
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
    return strcmp(end, "never") == 0 || read_region(compiler, setting, end, &limits->crossing_at);
}

static bool read_morph(PieceCompiler *compiler, const Setting *setting, unsigned type)
{
    Set region;
    if (!read_region(compiler, setting, setting->value, &region))
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
        if (variant->types[letter_type(compiler, setting)].royal)
            return setting_error(setting, compiler->err, "nothing can become royal");
        if (!read_region(compiler, setting, setting->value, &region))
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
            return read_region(compiler, setting, setting->value,
                               &compiler->limits[type].may_go[colour]);
    }
    return setting->inherited
           || setting_error(setting, compiler->err, "there is no type of that name");
}

static bool read_limits(PieceCompiler *compiler)
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
        unsigned type = letter_type(compiler, setting);
        if (type == 0 || (read != NULL && !read(compiler, setting, type)))
            return false;
    }
    return check_morphs(compiler);
}

/* The regions that two keys give the colours, or one key both, or none; Black's is else White's
 * mirrored. */
static bool read_two_regions(PieceCompiler *compiler, KeyId both, KeyId white, KeyId black,
                             Set region[2])
{
    const Variant *variant = compiler->variant;
    const Setting *shared = settings_find(compiler->settings, both, "");
    const Setting *one = settings_find(compiler->settings, white, ""),
                  *other = settings_find(compiler->settings, black, "");
    if (shared != NULL && !read_region(compiler, shared, shared->value, &region[WHITE]))
        return false;
    if (shared != NULL)
        region[BLACK] = region[WHITE];
    if (one != NULL) {
        if (!read_region(compiler, one, one->value, &region[WHITE]))
            return false;
        if (shared == NULL)
            region[BLACK] = set_mirror(variant->files, variant->ranks, region[WHITE]);
    }
    if (other == NULL)
        return true;
    Set given;
    if (!read_region(compiler, other, other->value, &given))
        return false;
    if (one != NULL && !one->inherited && other->inherited && !set_equal(&given, &region[BLACK]))
        return setting_error(one, compiler->err, "%s is inherited and is not its mirror: give both",
                             key_row(black)->name);
    region[BLACK] = given;
    return true;
}

/* Moves marked i start where the array has such a piece; pawns' in the doubleStepRegion, if given.
 */
static bool read_initial(PieceCompiler *compiler)
{
    const Variant *variant = compiler->variant;
    const Setting *region = settings_find(compiler->settings, KEY_DOUBLE_STEP_REGION, "");
    bool fairy = fairy_settings(compiler->settings);
    Piece array[MAX_SQUARES];
    Set regions[2] = {set_empty(), set_empty()};
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        for (int colour = WHITE; colour <= BLACK; colour++)
            set_add(&compiler->en_passant[colour], square);
    if (!board_parse(variant, variant->start_fen, array, compiler->err)
        || !read_two_regions(compiler, KEY_COUNT, KEY_DOUBLE_STEP_REGION,
                             KEY_DOUBLE_STEP_REGION_BLACK, regions)
        || !read_two_regions(compiler, KEY_EN_PASSANT_REGION, KEY_EN_PASSANT_REGION_WHITE,
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

/* ------------------------------------------------------------------------------------------------
 * All pieces on all squares
 */

/* A string of moves and where it counts. */
typedef struct ZoneMoves {
    const Setting *setting;
    Set zone[2];
    BetzaPiece moves[2]; /* by colour: forward is the mover's, left and right are White's */
} ZoneMoves;

enum { MAX_ZONES = 24 };

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
    if (!read_two_regions(compiler, KEY_COUNT, KEY_TRIPLE_STEP_WHITE, KEY_TRIPLE_STEP_BLACK,
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

/* The moves of the current type: its own first, everywhere, then zoneMoves. Returns how many, -1 on
 * failure. */
static int read_moves(PieceCompiler *compiler, ZoneMoves zones[MAX_ZONES])
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
        if (setting->id != KEY_ZONE_MOVES || letter_type(compiler, setting) != compiler->type)
            continue;
        const char *colon = strchr(setting->value, ':');
        char region[256] = "";
        size_t length = colon != NULL ? (size_t)(colon - setting->value) : sizeof region;
        if (length >= sizeof region || count == MAX_ZONES) {
            setting_error(setting, compiler->err,
                          "not REGION : XBETZA, such as *3 a1 : mN, or too many of them");
            return -1;
        }
        memcpy(region, setting->value, length);
        if (strspn(region, " -") == length) {
            setting_error(setting, compiler->err,
                          "no squares before the ':' (LETTER = - takes inherited moves away)");
            return -1;
        }
        zones[count] = (ZoneMoves){.setting = setting};
        if (!read_region(compiler, setting, region, &zones[count].zone[WHITE]))
            return -1;
        zones[count].zone[BLACK] =
            set_mirror(variant->files, variant->ranks, zones[count].zone[WHITE]);
        const char *string = colon + 1 + strspn(colon + 1, " ");
        if (!betza_parse(&zones[count].moves[WHITE], string, &why)) {
            setting_error(setting, compiler->err, "%s", why.text);
            return -1;
        }
        zones[count].moves[BLACK] = zones[count].moves[WHITE];
        count++;
    }
    return add_triple_steps(compiler, zones, count);
}

/* How many moves the program gives at most. */
static unsigned program_moves(const Variant *variant, const Step *steps, size_t count)
{
    unsigned moves = 0;
    for (size_t i = 0; i < count; i++) {
        const PromotionRule *rule = &variant->promotions[steps[i].promotion];
        unsigned kinds =
            steps[i].promotion != 0 ? (unsigned)__builtin_popcount(rule->types) + 1 : 1;
        if (steps[i].emit[0] || steps[i].emit[1] || steps[i].emit[2])
            moves += kinds;
    }
    return moves;
}

static bool store_program(PieceCompiler *compiler, unsigned square)
{
    Variant *variant = compiler->variant;
    size_t length = program_length(&compiler->program);
    compiler->why = "more paths in all than can be stored";
    if (variant->step_count + length > MAX_STEPS)
        return false;
    if (variant->steps == NULL || variant->step_count + length > compiler->step_capacity) {
        compiler->step_capacity = 2 * (variant->step_count + length) + 1024;
        Step *steps = memory_new_aligned(compiler->step_capacity * sizeof(Step));
        if (variant->steps != NULL)
            memcpy(steps, variant->steps, variant->step_count * sizeof(Step));
        free(variant->steps);
        variant->steps = steps;
    }
    Step *steps = variant->steps + variant->step_count;
    program_write(&compiler->program, steps);
    variant->programs[compiler->colour][compiler->type][square] =
        (Program){.first = (uint32_t)variant->step_count, .length = (uint32_t)length};
    variant->step_count += length;
    unsigned moves = program_moves(variant, steps, length);
    compiler->why = "more moves of one piece than a list holds";
    if (moves > MAX_MOVES)
        return false;
    PieceType *type = &variant->types[compiler->type];
    if (moves > type->max_moves)
        type->max_moves = (uint16_t)moves;
    return true;
}

static bool compile_square(PieceCompiler *compiler, unsigned square, const ZoneMoves *zones,
                           int zone_count)
{
    const Variant *variant = compiler->variant;
    Board board = {.files = variant->files, .ranks = variant->ranks};
    program_clear(&compiler->program);
    for (int zone = 0; zone < zone_count; zone++) {
        const BetzaPiece *moves = &zones[zone].moves[compiler->colour];
        for (int i = 0;
             i < moves->move_count && set_has(&zones[zone].zone[compiler->colour], square); i++) {
            compiler->move = &moves->moves[i];
            if (compiler->move->initial
                && !set_has(&compiler->initial[compiler->colour][compiler->type], square))
                continue;
            if (!path_visit(board, compiler->colour, square, compiler->move, &compiler->leaps,
                            visit_path, compiler))
                return setting_error(
                    compiler->blamed != NULL ? compiler->blamed : zones[zone].setting,
                    compiler->err, "%s",
                    compiler->leaps > 0 ? compiler->why : "more ways to move than can be tried");
        }
    }
    return store_program(compiler, square)
           || setting_error(zones[0].setting, compiler->err, "%s", compiler->why);
}

/* Notes what the moves of the current type and colour depend on, square by square. */
static void note_sites(const PieceCompiler *compiler, const ZoneMoves *zones, int zone_count)
{
    const Limits *limits = &compiler->limits[compiler->type];
    const Set *initial = &compiler->initial[compiler->colour][compiler->type];
    uint32_t *sites = compiler->variant->sites[compiler->colour][compiler->type];
    bool has_initial = false;
    for (int zone = 0; zone < zone_count; zone++)
        for (int i = 0; i < zones[zone].moves[compiler->colour].move_count; i++)
            has_initial = has_initial || zones[zone].moves[compiler->colour].moves[i].initial;
    for (unsigned square = 0; square < (unsigned)compiler->variant->squares; square++) {
        bool above = variant_rank(compiler->variant, square) >= limits->line;
        sites[square] = (has_initial && set_has(initial, square) ? SITE_INITIAL : 0u)
                        | (may_go(compiler, square) ? 0u : SITE_CLOSED)
                        | (limits->crossing && above ? SITE_BEYOND : 0u)
                        | (set_has(&limits->crossing_at, square) ? SITE_CROSSING : 0u);
        for (int zone = 1; zone < zone_count; zone++)
            if (set_has(&zones[zone].zone[compiler->colour], square))
                sites[square] |= (uint32_t)SITE_ZONE << (zone - 1);
    }
}

static bool compile_one_type(PieceCompiler *compiler, ZoneMoves *zones)
{
    int zone_count = read_moves(compiler, zones);
    if (zone_count < 0)
        return false;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        compiler->colour = (Colour)colour;
        note_sites(compiler, zones, zone_count);
        for (unsigned square = 0; square < (unsigned)compiler->variant->squares; square++)
            if (!compile_square(compiler, square, zones, zone_count))
                return false;
    }
    return true;
}

/* flyingGeneral: the royal pieces attack each other along empty files and ranks. (So they seem to
 * attack what else may stand there; but only the safety of royal pieces is asked for by the rules.)
 */
static void add_flying_general(PieceCompiler *compiler)
{
    static const int8_t steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    const Variant *variant = compiler->variant;
    for (int from = 0; from < variant->squares; from++) {
        for (int direction = 0; direction < 4; direction++) {
            Path path = {.from = (Square)from};
            int file = variant_file(variant, (unsigned)from),
                rank = variant_rank(variant, (unsigned)from);
            for (;;) {
                file += steps[direction][0];
                rank += steps[direction][1];
                if (file < 0 || file >= variant->files || rank < 0 || rank >= variant->ranks)
                    break;
                path.to = (Square)(rank * variant->files + file);
                path.elements[path.count++] =
                    (PathElement){.square = path.to, .allow = PATH_ENEMY, .taken = true};
                attack_add(&compiler->attacks, WHITE, variant->royal_type, &path);
                attack_add(&compiler->attacks, BLACK, variant->royal_type, &path);
                path.elements[path.count - 1] =
                    (PathElement){.square = path.to, .allow = PATH_EMPTY};
            }
        }
    }
}

bool compile_pieces(Variant *variant, const Settings *settings, Error *err)
{
    PieceCompiler *compiler = memory_new(1, sizeof *compiler);
    ZoneMoves *zones = memory_new(MAX_ZONES, sizeof *zones);
    *compiler =
        (PieceCompiler){.variant = variant, .settings = settings, .err = err, .leaps = MAX_LEAPS};
    program_init(&compiler->program);
    attack_init(&compiler->attacks);
    bool ok = read_limits(compiler) && read_initial(compiler);
    for (int type = 1; ok && type <= variant->type_count; type++) {
        compiler->type = (unsigned)type;
        ok = compile_one_type(compiler, zones);
    }
    if (ok && variant->royal_type != 0 && settings_number_or(settings, KEY_FLYING_GENERAL, 0) == 1)
        add_flying_general(compiler);
    ok = ok && attack_finish(&compiler->attacks, variant, err);
    if (ok)
        targets_compile(variant);
    program_release(&compiler->program);
    attack_release(&compiler->attacks);
    free(zones);
    free(compiler);
    return ok;
}
