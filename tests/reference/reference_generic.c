/* The moves of a generic variant and what they do. */
#include "tests/reference/reference_generic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/reference_generic_rules.h"

/* The moves of one player while they are collected. */
typedef struct Collection {
    const RefGeneric *rules;
    const RefState *before;
    int colour;
    RefState *list;
    int count, capacity;
} Collection;

void ref_generic_start(const RefGeneric *rules, RefState *state)
{
    memset(state, 0, sizeof *state);
    memcpy(state->board, rules->start, sizeof state->board);
    for (int i = 0; i < rules->castle_count; i++)
        state->right[i] = true;
    state->move = 1;
}

/* ---- Changing the board ---- */

static char at(const RefState *state, RefSquare square) { return state->board[square.y][square.x]; }

static bool is_empty(const Collection *moves, const RefState *state, RefSquare square)
{
    return ref_on_board(moves->rules, square) && at(state, square) == '.';
}

/* Every change of a square ends the castlings that start there. */
static void put(const Collection *moves, RefState *next, RefSquare square, char piece)
{
    next->board[square.y][square.x] = piece;
    for (int i = 0; i < moves->rules->castle_count; i++) {
        const RefCastle *castle = &moves->rules->castles[i];
        if (ref_same(square, castle->king_from) || ref_same(square, castle->rook_from))
            next->right[i] = false;
    }
}

/* Opens a move: the position with the other player to move, the board still as before. */
static RefState *begin(Collection *moves)
{
    if (moves->count == moves->capacity) {
        fprintf(stderr, "reference: more than %d moves\n", moves->capacity);
        abort();
    }
    RefState *next = &moves->list[moves->count];
    *next = *moves->before;
    next->turn = 1 - moves->colour;
    next->passed_count = 0;
    memset(next->passed, 0, sizeof next->passed);
    next->pawn = (RefSquare){0, 0};
    next->halfmove++;
    next->move += moves->colour == REF_BLACK;
    return next;
}

/* Keeps the move that was begun. */
static void end(Collection *moves) { moves->count++; }

/* ---- What else a move does ---- */

static RefSquare along(RefSquare square, int dx, int dy, int steps)
{
    return (RefSquare){square.x + steps * dx, square.y + steps * dy};
}

/* The nearest piece behind the start follows by the length of the move. */
static void drag(const Collection *moves, RefState *next, RefSquare from, int dx, int dy,
                 int length)
{
    int distance = 1;
    while (is_empty(moves, next, along(from, dx, dy, -distance)))
        distance++;
    const RefSquare behind = along(from, dx, dy, -distance);
    if (!ref_on_board(moves->rules, behind))
        return;
    const char piece = at(next, behind);
    put(moves, next, behind, '.');
    put(moves, next, along(behind, dx, dy, length), piece);
}

/* Whether a pushed piece may stand on a square. */
static bool may_be_pushed(const Collection *moves, const RefState *next, char piece, RefSquare to)
{
    const RefGeneric *rules = moves->rules;
    const int first = ref_piece_colour(piece) == REF_WHITE ? 0 : rules->ranks - 1;
    return is_empty(moves, next, to)
           && !(rules->kinds[ref_kind_of(rules, piece)].pawn && rules->pushed_pawn_stops
                && to.y == first);
}

/* An enemy just ahead of the end goes on by the length of the move, or as far as it can. */
static void push(const Collection *moves, RefState *next, RefSquare to, int dx, int dy, int length)
{
    const RefGeneric *rules = moves->rules;
    const RefSquare ahead = along(to, dx, dy, 1);
    if (!ref_on_board(rules, ahead) || at(next, ahead) == '.'
        || ref_piece_colour(at(next, ahead)) == moves->colour)
        return;
    char piece = at(next, ahead);
    int steps = 0;
    while (steps < length && may_be_pushed(moves, next, piece, along(ahead, dx, dy, steps + 1)))
        steps++;
    if (steps == 0)
        return;
    const RefSquare stop = along(ahead, dx, dy, steps);
    const int owner = ref_piece_colour(piece);
    const int last = owner == REF_WHITE ? rules->ranks - 1 : 0;
    if (rules->kinds[ref_kind_of(rules, piece)].pawn && rules->pushed_pawn_becomes >= 0
        && stop.y == last)
        piece = ref_coloured(rules->kinds[rules->pushed_pawn_becomes].letter, owner);
    put(moves, next, ahead, '.');
    put(moves, next, stop, piece);
}

static void drag_and_push(const Collection *moves, RefState *next, RefSquare from, RefSquare to,
                          const RefKind *kind)
{
    const int wide = abs(to.x - from.x);
    const int high = abs(to.y - from.y);
    const int length = wide > high ? wide : high;
    if (length == 0)
        return;
    const int dx = (to.x - from.x) / length;
    const int dy = (to.y - from.y) / length;
    if (kind->drag == REF_DRAG_ANY || (kind->drag == REF_DRAG_ONE && length == 1))
        drag(moves, next, from, dx, dy, length);
    if (kind->push)
        push(moves, next, to, dx, dy, length);
}

/* The promotion that a kind has on a square, NULL for none. */
static const RefPromotion *promotion_on(const RefGeneric *rules, int kind, int colour, RefSquare to)
{
    for (int i = 0; i < rules->promotion_count && rules->kinds[kind].pawn; i++)
        if (ref_in_region(rules, &rules->promotions[i].region, to, colour))
            return &rules->promotions[i];
    return NULL;
}

/* A piece that is taken stands in the place of its side's waiting pawn, if one can become it: the
 * pawn nearest to the a-file, and on one file to the first rank. */
static void replace_waiting_pawn(const Collection *moves, RefState *next, char taken)
{
    const RefGeneric *rules = moves->rules;
    const int owner = ref_piece_colour(taken);
    for (int x = 0; x < rules->files; x++)
        for (int y = 0; y < rules->ranks; y++) {
            const char pawn = next->board[y][x];
            const RefSquare square = {x, y};
            if (pawn == '.' || ref_piece_colour(pawn) != owner)
                continue;
            const RefPromotion *promotion =
                promotion_on(rules, ref_kind_of(rules, pawn), owner, square);
            if (!promotion || !promotion->types[owner][ref_kind_of(rules, taken)])
                continue;
            put(moves, next, square, taken);
            return;
        }
}

/* What a piece that is not royal becomes where it ends its move. */
static int morphed(const RefGeneric *rules, int kind, RefSquare to)
{
    for (int i = 0; i < rules->kind_count && kind != rules->royal; i++)
        if (rules->kinds[i].morph.has[to.y][to.x])
            return i;
    return kind;
}

/* Makes a move of the piece on `from`, which is `becomes` afterwards. */
static void make(Collection *moves, RefSquare from, const RefBetzaMove *move, int becomes)
{
    const RefGeneric *rules = moves->rules;
    const RefState *before = moves->before;
    const RefKind *kind = &rules->kinds[ref_kind_of(rules, at(before, from))];
    RefState *next = begin(moves);
    if (kind->pawn || move->capture_count > 0)
        next->halfmove = 0;
    put(moves, next, from, '.');
    for (int i = 0; i < move->capture_count; i++)
        put(moves, next, move->captures[i], '.');
    put(moves, next, move->to, ref_coloured(rules->kinds[becomes].letter, moves->colour));
    drag_and_push(moves, next, from, move->to, kind);
    /* What has become another piece cannot be taken en passant. */
    if (rules->kinds[becomes].letter == kind->letter)
        next->passed_count = move->trail_count < REF_PASSED ? move->trail_count : REF_PASSED;
    for (int i = 0; i < next->passed_count; i++)
        next->passed[i] = move->trail[i];
    if (next->passed_count > 0)
        next->pawn = move->to;
    for (int i = 0; i < move->capture_count && rules->lost_promotion; i++)
        replace_waiting_pawn(moves, next, at(before, move->captures[i]));
    end(moves);
}

/* Whether a promotion to a kind is possible. */
static bool may_become(const Collection *moves, const RefPromotion *promotion, int kind)
{
    const RefGeneric *rules = moves->rules;
    const int count = ref_count_kind(rules, moves->before->board, kind, moves->colour);
    if (!promotion->types[moves->colour][kind])
        return false;
    if (rules->lost_promotion)
        return count < ref_count_kind(rules, rules->start, kind, moves->colour);
    return promotion->limit[kind] == 0 || count < promotion->limit[kind];
}

static void make_promoting(Collection *moves, RefSquare from, const RefBetzaMove *move, int kind,
                           const RefPromotion *promotion)
{
    const RefGeneric *rules = moves->rules;
    bool some = false;
    for (int i = 0; i < rules->kind_count; i++)
        if (may_become(moves, promotion, i)) {
            make(moves, from, move, i);
            some = true;
        }
    for (int i = 0; i < rules->kind_count && !some && promotion->overflow; i++)
        if (promotion->types[moves->colour][i])
            make(moves, from, move, i);
    if (promotion->optional || (!some && rules->lost_promotion))
        make(moves, from, move, kind);
}

/* ---- All moves ---- */

static void add_piece(Collection *moves, RefSquare from)
{
    const RefGeneric *rules = moves->rules;
    const int kind = ref_kind_of(rules, at(moves->before, from));
    RefBetzaMove paths[REF_PIECE_MOVES];
    const int count = ref_piece_moves(rules, moves->before, from, true, paths);
    for (int i = 0; i < count; i++) {
        const RefPromotion *promotion = ref_same(from, paths[i].to)
                                            ? NULL
                                            : promotion_on(rules, kind, moves->colour, paths[i].to);
        if (promotion)
            make_promoting(moves, from, &paths[i], kind, promotion);
        else
            make(moves, from, &paths[i], morphed(rules, kind, paths[i].to));
    }
}

/* Whether all squares of the castling's rank between the outermost that it names are empty, king
 * and rook aside. */
static bool way_is_clear(const Collection *moves, const RefCastle *castle)
{
    const RefSquare named[4] = {castle->king_from, castle->king_to, castle->rook_from,
                                castle->rook_to};
    int low = REF_SIDE;
    int high = -1;
    for (int i = 0; i < 4; i++) {
        low = named[i].x < low ? named[i].x : low;
        high = named[i].x > high ? named[i].x : high;
    }
    for (int x = low; x <= high; x++)
        if (x != castle->king_from.x && x != castle->rook_from.x
            && moves->before->board[castle->king_from.y][x] != '.')
            return false;
    return true;
}

/* Whether the king, put on each square from its own to where it goes, is attacked nowhere. */
static bool passes_safely(const Collection *moves, const RefCastle *castle)
{
    const int step = castle->king_to.x < castle->king_from.x ? -1 : 1;
    const char king = at(moves->before, castle->king_from);
    for (int x = castle->king_from.x; x != castle->king_to.x + step; x += step) {
        RefState there = *moves->before;
        there.board[castle->king_from.y][castle->king_from.x] = '.';
        there.board[castle->king_from.y][x] = king;
        if (ref_is_attacked(moves->rules, &there, (RefSquare){x, castle->king_from.y},
                            1 - moves->colour))
            return false;
    }
    return true;
}

static void add_castlings(Collection *moves, RefSquare king)
{
    for (int i = 0; i < moves->rules->castle_count; i++) {
        const RefCastle *castle = &moves->rules->castles[i];
        const char piece = at(moves->before, castle->king_from);
        if (!moves->before->right[i] || !ref_same(castle->king_from, king)
            || !way_is_clear(moves, castle) || !passes_safely(moves, castle))
            continue;
        const char rook = at(moves->before, castle->rook_from);
        RefState *next = begin(moves);
        put(moves, next, castle->king_from, '.');
        put(moves, next, castle->rook_from, '.');
        put(moves, next, castle->king_to, piece);
        put(moves, next, castle->rook_to, rook);
        end(moves);
    }
}

/* Every move of one player with no thought for the own king. */
static void collect(Collection *moves)
{
    for (int y = 0; y < moves->rules->ranks; y++)
        for (int x = 0; x < moves->rules->files; x++) {
            const RefSquare from = {x, y};
            const char piece = at(moves->before, from);
            if (piece == '.' || ref_piece_colour(piece) != moves->colour)
                continue;
            add_piece(moves, from);
            add_castlings(moves, from);
        }
}

/* Whether a side that must have a king has one that is not attacked. */
static bool is_safe(const RefGeneric *rules, const RefState *state, int colour)
{
    if (rules->kingless[colour])
        return true;
    return ref_king_square(rules, state, colour).x >= 0
           && !ref_king_is_attacked(rules, state, colour);
}

int ref_safe_moves(const RefGeneric *rules, const RefState *state, RefState *successors,
                   int capacity)
{
    Collection moves = {.rules = rules,
                        .before = state,
                        .colour = state->turn,
                        .list = successors,
                        .capacity = capacity};
    collect(&moves);
    int count = 0;
    for (int i = 0; i < moves.count; i++)
        if (is_safe(rules, &successors[i], state->turn))
            successors[count++] = successors[i];
    return count;
}
