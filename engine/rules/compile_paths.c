/* One path of a piece to a move word, a path of its step program, and an attack. */
#include "engine/rules/compile_pieces_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/rules/fairy.h"

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

bool piece_visit_path(const Path *path, void *context)
{
    PieceCompiler *compiler = context;
    Variant *variant = compiler->variant;
    MoveEffect effect;
    unsigned to;
    if (!path_effect(compiler, path, &effect, &to))
        return false;
    if (crosses(compiler, path) || !piece_may_go(compiler, path->to))
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
