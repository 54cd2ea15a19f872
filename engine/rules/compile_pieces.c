/* The pieces' moves: XBetza to step programs and attack tables. */
#include "engine/rules/compile_pieces_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/between.h"
#include "engine/rules/compile.h"
#include "engine/rules/prey.h"
#include "engine/rules/targets.h"

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
                            piece_visit_path, compiler))
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
                        | (piece_may_go(compiler, square) ? 0u : SITE_CLOSED)
                        | (limits->crossing && above ? SITE_BEYOND : 0u)
                        | (set_has(&limits->crossing_at, square) ? SITE_CROSSING : 0u);
        for (int zone = 1; zone < zone_count; zone++)
            if (set_has(&zones[zone].zone[compiler->colour], square))
                sites[square] |= (uint32_t)SITE_ZONE << (zone - 1);
    }
}

static bool compile_one_type(PieceCompiler *compiler, ZoneMoves *zones)
{
    int zone_count = piece_read_moves(compiler, zones);
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
    bool ok = piece_read_limits(compiler) && piece_read_initial(compiler);
    for (int type = 1; ok && type <= variant->type_count; type++) {
        compiler->type = (unsigned)type;
        ok = compile_one_type(compiler, zones);
    }
    if (ok && variant->royal_type != 0 && settings_number_or(settings, KEY_FLYING_GENERAL, 0) == 1)
        add_flying_general(compiler);
    ok = ok && attack_finish(&compiler->attacks, variant, err);
    if (ok) {
        targets_compile(variant);
        between_compile(variant);
        prey_compile(variant);
    }
    program_release(&compiler->program);
    attack_release(&compiler->attacks);
    free(zones);
    free(compiler);
    return ok;
}
