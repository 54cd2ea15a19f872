/* Where the pieces of a generic variant may go, and whom they attack. */
#include <stdlib.h>
#include <string.h>

#include "tests/reference/reference_generic_rules.h"

bool ref_generic_read(RefGeneric *rules)
{
    for (int i = 0; i < rules->kind_count; i++) {
        RefKind *kind = &rules->kinds[i];
        if (strcmp(kind->moves, "-") != 0 && !(kind->piece = ref_betza_new(kind->moves)))
            return false;
    }
    for (int i = 0; i < rules->zone_count; i++)
        if (!(rules->zones[i].piece = ref_betza_new(rules->zones[i].moves)))
            return false;
    return true;
}

void ref_generic_release(RefGeneric *rules)
{
    for (int i = 0; i < rules->kind_count; i++)
        ref_betza_free(rules->kinds[i].piece);
    for (int i = 0; i < rules->zone_count; i++)
        ref_betza_free(rules->zones[i].piece);
    memset(rules, 0, sizeof *rules);
}

int ref_kind_of(const RefGeneric *rules, char piece)
{
    for (int i = 0; i < rules->kind_count; i++)
        if (rules->kinds[i].letter == toupper((unsigned char)piece))
            return i;
    return -1;
}

int ref_count_kind(const RefGeneric *rules, const char board[REF_SIDE][REF_SIDE], int kind,
                   int colour)
{
    int count = 0;
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files; x++)
            count += board[y][x] == ref_coloured(rules->kinds[kind].letter, colour);
    return count;
}

RefSquare ref_king_square(const RefGeneric *rules, const RefState *state, int colour)
{
    for (int y = 0; y < rules->ranks && rules->royal >= 0; y++)
        for (int x = 0; x < rules->files; x++)
            if (state->board[y][x] == ref_coloured(rules->kinds[rules->royal].letter, colour))
                return (RefSquare){x, y};
    return (RefSquare){-1, -1};
}

/* Whether a piece has its moves marked i on a square. */
static bool is_first_move(const RefGeneric *rules, RefSquare from, int kind, int colour)
{
    if (rules->no_first_moves)
        return false;
    if (rules->kinds[kind].pawn && rules->has_double_step_region)
        return ref_in_region(rules, &rules->double_step_region, from, colour);
    return rules->start[from.y][from.x] == ref_coloured(rules->kinds[kind].letter, colour);
}

/* Whether a kind may go, or capture, from one square to another for its line. */
static bool may_cross(const RefKind *kind, RefSquare from, RefSquare to)
{
    if (kind->line == 0 || (from.y >= kind->line) == (to.y >= kind->line))
        return true;
    return kind->crossing.has[from.y][from.x] || kind->crossing.has[to.y][to.x];
}

/* Whether the limits of a kind allow a move. A capture en passant is where it ends. */
static bool is_allowed(const RefGeneric *rules, const RefKind *kind, RefSquare from, int colour,
                       const RefBetzaMove *move, bool en_passant)
{
    if (kind->has_mobility && !ref_in_region(rules, &kind->mobility, move->to, colour))
        return false;
    if (!may_cross(kind, from, move->to))
        return false;
    for (int i = 0; i < move->capture_count && !en_passant; i++)
        if (!may_cross(kind, from, move->captures[i]))
            return false;
    return true;
}

/* Whether the only thing that a move takes is the pawn that has passed, from beside it. */
static bool is_en_passant(const RefState *state, RefSquare passed, const RefBetzaMove *move)
{
    return passed.x >= 0 && ref_same(move->to, passed) && move->capture_count == 1
           && ref_same(move->captures[0], state->pawn);
}

/* Adds a move, if it is not there yet. */
static void keep(RefBetzaMove *list, int *count, const RefBetzaMove *move)
{
    for (int i = 0; i < *count; i++)
        if (ref_betza_same(&list[i], move))
            return;
    list[(*count)++] = *move;
}

/* Adds the moves that one string gives; `passed` is a square on which it may capture en passant, or
 * x = -1. */
static void add_string(const RefGeneric *rules, const RefState *state, RefSquare from,
                       RefSquare passed, const RefBetzaPiece *piece, RefBetzaMove *list, int *count)
{
    const char letter = state->board[from.y][from.x];
    const int index = ref_kind_of(rules, letter);
    const int colour = ref_piece_colour(letter);
    const RefBetzaBoard board = {
        .squares = state->board,
        .files = rules->files,
        .ranks = rules->ranks,
        .first_move = is_first_move(rules, from, index, colour),
        .passed = passed,
        .pawn = state->pawn,
    };
    RefBetzaMove moves[REF_PIECE_MOVES];
    const int found = ref_betza_walk(&board, from, colour, piece, moves, REF_PIECE_MOVES - *count);
    for (int i = 0; i < found; i++)
        if (is_allowed(rules, &rules->kinds[index], from, colour, &moves[i],
                       is_en_passant(state, passed, &moves[i])))
            keep(list, count, &moves[i]);
}

/* As add_string(), with all strings of the piece. */
static void add_strings(const RefGeneric *rules, const RefState *state, RefSquare from,
                        RefSquare passed, RefBetzaMove *list, int *count)
{
    const char letter = state->board[from.y][from.x];
    const int index = ref_kind_of(rules, letter);
    if (rules->kinds[index].piece)
        add_string(rules, state, from, passed, rules->kinds[index].piece, list, count);
    for (int i = 0; i < rules->zone_count; i++) {
        const RefZone *zone = &rules->zones[i];
        if (zone->kind == index
            && ref_in_region(rules, &zone->region, from, ref_piece_colour(letter)))
            add_string(rules, state, from, passed, zone->piece, list, count);
    }
}

int ref_piece_moves(const RefGeneric *rules, const RefState *state, RefSquare from, bool en_passant,
                    RefBetzaMove out[REF_PIECE_MOVES])
{
    const RefSquare nowhere = {-1, -1};
    const int colour = ref_piece_colour(state->board[from.y][from.x]);
    int count = 0;
    add_strings(rules, state, from, nowhere, out, &count);
    for (int i = 0; i < state->passed_count && en_passant; i++) {
        const RefSquare passed = state->passed[i];
        if (rules->en_passant_region[colour].has[passed.y][passed.x])
            add_strings(rules, state, from, passed, out, &count);
    }
    return count;
}

static bool captures_on(const RefBetzaMove *move, RefSquare square)
{
    for (int i = 0; i < move->capture_count; i++)
        if (ref_same(move->captures[i], square))
            return true;
    return false;
}

bool ref_is_attacked(const RefGeneric *rules, const RefState *state, RefSquare square, int by)
{
    RefBetzaMove moves[REF_PIECE_MOVES];
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files; x++) {
            const char piece = state->board[y][x];
            if (piece == '.' || ref_piece_colour(piece) != by)
                continue;
            const int count = ref_piece_moves(rules, state, (RefSquare){x, y}, false, moves);
            for (int i = 0; i < count; i++)
                if (captures_on(&moves[i], square))
                    return true;
        }
    return false;
}

bool ref_king_is_attacked(const RefGeneric *rules, const RefState *state, int colour)
{
    const RefSquare king = ref_king_square(rules, state, colour);
    return king.x >= 0 && ref_is_attacked(rules, state, king, 1 - colour);
}
