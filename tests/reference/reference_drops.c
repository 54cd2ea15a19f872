/* Pieces in hand: crazyhouse, and what differs little from it. */
#include <string.h>

#include "tests/reference/reference_rules.h"

/* A piece that is taken goes to the hand of who took it, as a pawn if it was one. */
void ref_take(RefPosition *next, int colour, char victim, RefSquare square)
{
    const RefRules *rules = next->rules;
    const bool was_pawn = next->promoted[square.y][square.x];
    next->promoted[square.y][square.x] = false;
    if (victim == REF_EMPTY || !rules->captures_to_hand)
        return;
    const char kind = was_pawn && rules->demotes ? 'P' : ref_kind(victim);
    next->hand[colour][kind - 'A']++;
}

/* The mark of a pawn that has promoted goes where its piece goes. */
void ref_carry_mark(RefPosition *next, RefSquare from, RefSquare to, bool promotes)
{
    const bool marked = next->promoted[from.y][from.x] || (promotes && next->rules->demotes);
    next->promoted[from.y][from.x] = false;
    next->promoted[to.y][to.x] = marked;
}

static bool may_stand(const RefRules *rules, char kind, int own_rank)
{
    return kind != 'P' || (own_rank < rules->ranks && (own_rank > 1 || rules->pawns_drop_on_first));
}

static void drop(RefMoves *moves, char kind, RefSquare to)
{
    RefPosition *next = ref_move_begin(moves);
    if (kind == 'P')
        next->halfmove = 0;
    moves->first = moves->count;
    next->hand[moves->colour][kind - 'A']--;
    next->board[to.y][to.x] = ref_piece(kind, moves->colour);
    ref_move_end(moves);
}

void ref_drops(RefMoves *moves)
{
    const RefPosition *before = moves->before;
    const RefRules *rules = before->rules;
    for (const char *kind = rules->kinds; rules->drops && *kind; kind++)
        for (int y = 0; y < rules->ranks && before->hand[moves->colour][*kind - 'A'] > 0; y++)
            for (int x = 0; x < rules->files; x++)
                if (before->board[y][x] == REF_EMPTY
                    && may_stand(rules, *kind, ref_own_rank(before, y, moves->colour)))
                    drop(moves, *kind, ref_square(x, y));
}

#define DROP_CHESS                                                                             \
    .files = 8, .ranks = 8, .kinds = "PNBRQK", .pawns_promote = true,                          \
    .promotions = ref_chess_promotions, .castlings = ref_chess_castlings, .castling_count = 4, \
    .piece_moves = ref_chess_moves, .double_step = ref_chess_double_step, .drops = true

#define EMPTY_HANDS .start = REF_CHESS_PLACES "[] w KQkq - 0 1", .captures_to_hand = true

const RefRules ref_rules_crazyhouse = {
    .name = "crazyhouse", DROP_CHESS, EMPTY_HANDS, .pawns_go_forward = true, .demotes = true};

const RefRules ref_rules_loop = {.name = "loop", DROP_CHESS, EMPTY_HANDS, .pawns_go_forward = true};

const RefRules ref_rules_chessgi = {
    .name = "chessgi", DROP_CHESS, EMPTY_HANDS, .pawns_drop_on_first = true};

const RefRules ref_rules_pocket_knight = {.name = "pocket-knight",
                                          DROP_CHESS,
                                          .start = REF_CHESS_PLACES "[Nn] w KQkq - 0 1",
                                          .pawns_go_forward = true};
