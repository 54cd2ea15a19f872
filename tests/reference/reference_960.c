/* Chess960: kings and rooks castle from wherever their array has them. The rights are K, Q, k and q
 * again, the right and left rook of each player, with the files that king and rook start on. */
#include <string.h>

#include "tests/reference/reference_rules.h"

static const RefCastling any_file_castlings[4] = {
    {.letter = 'K', .colour = REF_WHITE},
    {.letter = 'Q', .colour = REF_WHITE},
    {.letter = 'k', .colour = REF_BLACK},
    {.letter = 'q', .colour = REF_BLACK},
};

static const char *home_row(const RefPosition *position, int colour)
{
    return position->board[colour == REF_WHITE ? 0 : position->rules->ranks - 1];
}

/* The outermost rook on a side of the king, -1 if there is none. */
static int outermost_rook(const RefPosition *position, int colour, int king, bool right)
{
    const char *row = home_row(position, colour);
    for (int x = right ? 7 : 0; x != king; x += right ? -1 : 1)
        if (row[x] == ref_piece('R', colour))
            return x;
    return -1;
}

bool ref_any_file_read(RefPosition *position, const char *field)
{
    for (; *field; field++) {
        const int colour = *field >= 'A' && *field <= 'Z' ? REF_WHITE : REF_BLACK;
        const char letter = ref_kind(*field);
        const char *row = home_row(position, colour);
        const char *king = memchr(row, ref_piece('K', colour), 8);
        if (!king)
            return false;
        const int king_file = (int)(king - row);
        int rook = letter - 'A';
        if (letter == 'K' || letter == 'Q')
            rook = outermost_rook(position, colour, king_file, letter == 'K');
        if (rook < 0 || rook > 7 || row[rook] != ref_piece('R', colour))
            return false;
        const int i = 2 * colour + (rook < king_file);
        if (position->right[i])
            return false;
        position->right[i] = true;
        position->king_home[colour] = king_file;
        position->rook_home[i] = rook;
    }
    return true;
}

void ref_any_file_write(const RefPosition *position, char out[8])
{
    for (int i = 0; i < 4; i++) {
        const int colour = i / 2;
        if (!position->right[i])
            continue;
        const bool outer = outermost_rook(position, colour, position->king_home[colour], i % 2 == 0)
                           == position->rook_home[i];
        *out++ = outer ? any_file_castlings[i].letter
                       : ref_piece((char)('A' + position->rook_home[i]), colour);
    }
    *out = '\0';
}

void ref_any_file_drop(RefPosition *position)
{
    for (int i = 0; i < 4; i++) {
        const int colour = i / 2;
        const char *row = home_row(position, colour);
        if (row[position->king_home[colour]] != ref_piece('K', colour)
            || row[position->rook_home[i]] != ref_piece('R', colour))
            position->right[i] = false;
    }
}

/* Every square from `from` to `to` is empty but for the two that castle. */
static bool is_free(const char *row, int from, int to, int king, int rook)
{
    for (int x = 0; x < 8; x++) {
        const bool on_way = (from <= x && x <= to) || (to <= x && x <= from);
        if (on_way && x != king && x != rook && row[x] != REF_EMPTY)
            return false;
    }
    return true;
}

/* The king is safe on each square from where it stands to where it lands. */
static bool is_way_safe(const RefPosition *before, RefSquare king, int to, int colour)
{
    for (int x = 0; x < 8; x++) {
        if (!((king.x <= x && x <= to) || (to <= x && x <= king.x)))
            continue;
        RefPosition passing = *before;
        passing.board[king.y][king.x] = REF_EMPTY;
        passing.board[king.y][x] = ref_piece('K', colour);
        if (ref_king_attacked(&passing, colour))
            return false;
    }
    return true;
}

void ref_any_file_castle(RefMoves *moves, RefSquare from)
{
    const RefPosition *before = moves->before;
    const char *row = home_row(before, moves->colour);
    for (int i = 2 * moves->colour; i < 2 * moves->colour + 2; i++) {
        const int king_to = i % 2 == 0 ? 6 : 2;
        const int rook_to = i % 2 == 0 ? 5 : 3;
        const int rook = before->rook_home[i];
        if (!before->right[i] || !is_free(row, from.x, king_to, from.x, rook)
            || !is_free(row, rook, rook_to, from.x, rook)
            || !is_way_safe(before, from, king_to, moves->colour))
            continue;
        RefPosition *next = ref_move_begin(moves);
        char *changed = next->board[from.y];
        changed[from.x] = changed[rook] = REF_EMPTY;
        changed[king_to] = ref_piece('K', moves->colour);
        changed[rook_to] = ref_piece('R', moves->colour);
        const int first = 2 * moves->colour;
        next->right[first] = next->right[first + 1] = false;
        ref_move_end(moves);
    }
}

const RefRules ref_rules_chess960 = {
    .name = "chess960",
    REF_CHESS_PIECES,
    .start = REF_CHESS_PLACES " w KQkq - 0 1",
    .castlings = any_file_castlings,
    .castling_count = 4,
    .castling_any_file = true,
    .piece_moves = ref_chess_moves,
    .double_step = ref_chess_double_step,
};
