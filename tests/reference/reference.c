#include "tests/reference/reference.h"

#include <stdlib.h>
#include <string.h>

#include "tests/reference/reference_rules.h"

static const RefRules *const all_rules[] = {
    &ref_rules_chess,
    &ref_rules_naiad,
    &ref_rules_weak_naiad,
    &ref_rules_large_nahbi,
    &ref_rules_nihisci,
    &ref_rules_noble_wing,
    &ref_rules_nearlydouble_wildebeest,
    &ref_rules_crazyhouse,
    &ref_rules_loop,
    &ref_rules_chessgi,
    &ref_rules_pocket_knight,
    &ref_rules_chess960,
    &ref_rules_no_castling,
    &ref_rules_no_castling_ten,
    &ref_rules_pawn_one_square,
    &ref_rules_stalemate_win,
    &ref_rules_torpedo,
    &ref_rules_semi_torpedo,
    &ref_rules_pawn_back,
    &ref_rules_pawn_sideways,
    &ref_rules_self_capture,
    &ref_rules_large_nahbi_free_alfil,
    &ref_rules_large_nahbi_free_queen,
    &ref_rules_naiads_for_knights,
    &ref_rules_naiad_no_castling,
    &ref_rules_naiad_pushed_pawns,
    &ref_rules_noble_wing_free_promotion,
};

enum { VARIANT_COUNT = sizeof all_rules / sizeof all_rules[0] };

const char *ref_variant_name(int index)
{
    return index >= 0 && index < VARIANT_COUNT ? all_rules[index]->name : NULL;
}

const RefRules *ref_rules(const char *variant)
{
    for (int i = 0; i < VARIANT_COUNT; i++)
        if (strcmp(all_rules[i]->name, variant) == 0)
            return all_rules[i];
    return NULL;
}

const char *ref_start_fen(const char *variant)
{
    const RefRules *rules = ref_rules(variant);
    return rules ? rules->start : NULL;
}

/* Every move of one player with no thought for the own king. */
static void collect(RefMoves *moves)
{
    const RefPosition *before = moves->before;
    for (int y = 0; y < before->rules->ranks && !moves->hit; y++)
        for (int x = 0; x < before->rules->files; x++) {
            const RefSquare from = ref_square(x, y);
            if (!ref_is_colour(before, from, moves->colour))
                continue;
            moves->first = moves->count;
            before->rules->piece_moves(moves, from, ref_kind(ref_at(before, from)));
        }
    if (!moves->attacks_only)
        ref_drops(moves);
}

bool ref_attacked(const RefPosition *position, RefSquare square, int colour)
{
    RefMoves moves = {.before = position, .colour = colour, .attacks_only = true, .target = square};
    collect(&moves);
    return moves.hit;
}

bool ref_king_attacked(const RefPosition *position, int colour)
{
    const char king = ref_piece('K', colour);
    for (int y = 0; y < position->rules->ranks; y++)
        for (int x = 0; x < position->rules->files; x++)
            if (position->board[y][x] == king)
                return ref_attacked(position, ref_square(x, y), 1 - colour);
    return false;
}

bool ref_in_check(const RefPosition *position)
{
    return ref_king_attacked(position, position->turn);
}

/* The moves that leave the own king safe, the variant's own endings left aside. */
static int safe_moves(const RefPosition *position, RefPosition *successors, int capacity)
{
    RefMoves moves = {
        .before = position, .colour = position->turn, .list = successors, .capacity = capacity};
    collect(&moves);
    int count = 0;
    for (int i = 0; i < moves.count; i++)
        if (!ref_king_attacked(&successors[i], position->turn)) {
            if (count != i)
                successors[count] = successors[i];
            count++;
        }
    return count;
}

static RefEnd own_ending(const RefPosition *position, int *white_half_points)
{
    return position->rules->ending ? position->rules->ending(position, white_half_points)
                                   : REF_GOING_ON;
}

int ref_moves(const RefPosition *position, RefPosition *successors, int capacity)
{
    int white_half_points = -1;
    if (own_ending(position, &white_half_points) != REF_GOING_ON)
        return 0;
    return safe_moves(position, successors, capacity);
}

/* Room for the successors of so many positions. */
static RefPosition *successors_new(size_t count)
{
    RefPosition *successors = malloc(count * REF_MAX_MOVES * sizeof *successors);
    if (!successors)
        abort();
    return successors;
}

/* `room` has REF_MAX_MOVES positions for each ply. */
static uint64_t perft(const RefPosition *position, int depth, RefPosition *room)
{
    const int count = ref_moves(position, room, REF_MAX_MOVES);
    if (depth == 1)
        return (uint64_t)count;
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++)
        nodes += perft(&room[i], depth - 1, room + REF_MAX_MOVES);
    return nodes;
}

uint64_t ref_perft(const RefPosition *position, int depth)
{
    if (depth == 0)
        return 1;
    RefPosition *room = successors_new((size_t)depth);
    const uint64_t nodes = perft(position, depth, room);
    free(room);
    return nodes;
}

RefEnd ref_outcome(const RefPosition *position, int *white_half_points)
{
    *white_half_points = -1;
    int points = -1;
    const RefEnd ending = own_ending(position, &points);
    const bool over = ending != REF_GOING_ON;
    RefEnd end = REF_GOING_ON;
    if (!over || !position->rules->ending_first) {
        RefPosition *successors = successors_new(1);
        if (safe_moves(position, successors, REF_MAX_MOVES) == 0)
            end = ref_in_check(position) ? REF_CHECKMATE : REF_STALEMATE;
        free(successors);
    }
    if (end != REF_GOING_ON) {
        const bool drawn = end == REF_STALEMATE && !position->rules->stalemate_wins;
        *white_half_points = drawn ? 1 : position->turn == REF_WHITE ? 0 : 2;
        return end;
    }
    *white_half_points = points;
    return ending;
}
