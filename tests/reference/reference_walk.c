#include "tests/reference/reference_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ref_count(const RefPosition *position, char piece)
{
    int count = 0;
    for (int y = 0; y < position->rules->ranks; y++)
        for (int x = 0; x < position->rules->files; x++)
            count += position->board[y][x] == piece;
    return count;
}

bool ref_attack(RefMoves *moves, RefSquare square)
{
    if (moves->attacks_only && square.x == moves->target.x && square.y == moves->target.y)
        moves->hit = true;
    return moves->attacks_only;
}

RefPosition *ref_move_begin(RefMoves *moves)
{
    if (moves->count == moves->capacity) {
        fprintf(stderr, "reference: more than %d moves\n", moves->capacity);
        abort();
    }
    RefPosition *next = &moves->list[moves->count];
    *next = *moves->before;
    next->turn = 1 - moves->colour;
    next->passed = next->pawn = ref_square(-1, -1);
    next->halfmove++;
    next->move += moves->colour == REF_BLACK;
    return next;
}

/* A right is gone as soon as its king or its rook is not at home: nothing can leave and be replaced
 * by its like in a single move. */
static void drop_castling_rights(RefPosition *position)
{
    const RefRules *rules = position->rules;
    if (rules->castling_any_file) {
        ref_any_file_drop(position);
        return;
    }
    for (int i = 0; i < rules->castling_count; i++) {
        const RefCastling *castling = &rules->castlings[i];
        const char *row = position->board[castling->colour == REF_WHITE ? 0 : rules->ranks - 1];
        if (row[castling->king_from] != ref_piece('K', castling->colour)
            || row[castling->rook_from] != ref_piece(castling->rook, castling->colour))
            position->right[i] = false;
    }
}

static bool same_effect(const RefPosition *a, const RefPosition *b)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0
           && memcmp(a->right, b->right, sizeof a->right) == 0 && a->passed.x == b->passed.x
           && a->passed.y == b->passed.y && a->pawn.x == b->pawn.x && a->pawn.y == b->pawn.y;
}

void ref_move_end(RefMoves *moves)
{
    RefPosition *next = &moves->list[moves->count];
    drop_castling_rights(next);
    /* Where a rook may take either of its own two, both captures leave the same board: they are two
     * moves all the same, and no piece there has two ways to one square. */
    const int first = next->rules->self_capture ? moves->count : moves->first;
    for (int i = first; i < moves->count; i++)
        if (same_effect(&moves->list[i], next))
            return;
    moves->count++;
}

/* A rook that its own side has taken: another may stand in its place, but it has moved. */
static void drop_captured_right(RefPosition *next, RefSquare square)
{
    const RefRules *rules = next->rules;
    for (int i = 0; i < rules->castling_count; i++)
        if (rules->castlings[i].rook_from == square.x
            && square.y == (rules->castlings[i].colour == REF_WHITE ? 0 : rules->ranks - 1))
            next->right[i] = false;
}

void ref_go(RefMoves *moves, RefSquare from, RefSquare to, char becomes)
{
    const RefPosition *before = moves->before;
    const char victim = ref_at(before, to);
    if (victim != REF_EMPTY && ref_attack(moves, to))
        return;
    if (moves->attacks_only)
        return;
    RefPosition *next = ref_move_begin(moves);
    if (victim != REF_EMPTY || ref_kind(ref_at(before, from)) == 'P')
        next->halfmove = 0;
    next->board[from.y][from.x] = REF_EMPTY;
    next->board[to.y][to.x] = ref_piece(becomes, moves->colour);
    ref_take(next, moves->colour, victim, to);
    ref_carry_mark(next, from, to, false);
    if (ref_is_colour(before, to, moves->colour))
        drop_captured_right(next, to);
    if (next->rules->after_move)
        next->rules->after_move(next, to, victim);
    ref_move_end(moves);
}

/* Whether a piece can take what stands there. */
static bool may_take(const RefMoves *moves, RefSquare square)
{
    const RefPosition *before = moves->before;
    return ref_is_colour(before, square, 1 - moves->colour)
           || (before->rules->self_capture && !moves->attacks_only
               && ref_is_colour(before, square, moves->colour)
               && ref_kind(ref_at(before, square)) != 'K');
}

void ref_ride(RefMoves *moves, RefSquare from, int dx, int dy, int limit, RefHow how)
{
    const RefPosition *before = moves->before;
    const char kind = ref_kind(ref_at(before, from));
    for (int n = 1; n <= limit; n++) {
        const RefSquare to = ref_square(from.x + n * dx, from.y + n * dy);
        if (!ref_is_empty(before, to)) {
            if ((how & REF_CAPTURE) && may_take(moves, to))
                ref_go(moves, from, to, kind);
            return;
        }
        if (how & REF_QUIET)
            ref_go(moves, from, to, kind);
    }
}

void ref_rides(RefMoves *moves, RefSquare from, int a, int b, int limit, RefHow how)
{
    for (int sign_a = -1; sign_a <= 1; sign_a += 2)
        for (int sign_b = -1; sign_b <= (b == 0 ? -1 : 1); sign_b += 2) {
            ref_ride(moves, from, sign_a * a, sign_b * b, limit, how);
            if (a != b)
                ref_ride(moves, from, sign_b * b, sign_a * a, limit, how);
        }
}
