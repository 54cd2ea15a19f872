/* NIHISCI: pieces turn into others by the square they reach. */
#include "tests/reference/reference_rules.h"

/* From rank 10 down to 1. */
static const char morphs[10][10] = {
    "CALJIJLAC", "DMHZIZHMD", "RNBQZQBNR", ".........", ".........",
    ".........", ".........", "RNBQZQBNR", "DMHZIZHMD", "CALJIJLAC",
};

static void morph(RefPosition *next, RefSquare to, char victim)
{
    (void)victim;
    const char becomes = morphs[9 - to.y][to.x];
    if (becomes == '.' || ref_kind(ref_at(next, to)) == 'K')
        return;
    const int colour = ref_is_colour(next, to, REF_WHITE) ? REF_WHITE : REF_BLACK;
    next->board[to.y][to.x] = ref_piece(becomes, colour);
}

static void pawn(RefMoves *moves, RefSquare from)
{
    ref_ride(moves, from, 0, -ref_forward(moves->colour), 2, REF_QUIET);
}

static void knight(RefMoves *moves, RefSquare from) { ref_rides(moves, from, 2, 1, 1, REF_BOTH); }

static void nightrider(RefMoves *moves, RefSquare from)
{
    ref_rides(moves, from, 2, 1, REF_SIDE, REF_BOTH);
}

static void bishop(RefMoves *moves, RefSquare from)
{
    ref_rides(moves, from, 1, 1, REF_SIDE, REF_BOTH);
}

static void rook(RefMoves *moves, RefSquare from)
{
    ref_rides(moves, from, 1, 0, REF_SIDE, REF_BOTH);
}

static void nihisci_moves(RefMoves *moves, RefSquare from, char kind)
{
    switch (kind) {
    case 'P': pawn(moves, from); break;
    case 'A':
        bishop(moves, from);
        knight(moves, from);
        break;
    case 'C':
        rook(moves, from);
        knight(moves, from);
        break;
    case 'Z':
        rook(moves, from);
        bishop(moves, from);
        knight(moves, from);
        break;
    case 'M': nightrider(moves, from); break;
    case 'I':
        rook(moves, from);
        bishop(moves, from);
        nightrider(moves, from);
        break;
    case 'H':
        bishop(moves, from);
        ref_rides(moves, from, 1, 0, 1, REF_BOTH);
        break;
    case 'D':
        rook(moves, from);
        ref_rides(moves, from, 1, 1, 1, REF_BOTH);
        break;
    case 'J':
        bishop(moves, from);
        nightrider(moves, from);
        break;
    case 'L':
        rook(moves, from);
        nightrider(moves, from);
        break;
    default: ref_chess_piece(moves, from, kind); break;
    }
}

static bool is_bare(const RefPosition *position, int colour)
{
    int count = 0;
    for (int y = 0; y < position->rules->ranks; y++)
        for (int x = 0; x < position->rules->files; x++)
            count += ref_is_colour(position, ref_square(x, y), colour);
    return count == 1;
}

/* Two bare kings do not come about in play; such a FEN is drawn. */
static RefEnd nihisci_ending(const RefPosition *position, int *white_half_points)
{
    const bool white = is_bare(position, REF_WHITE);
    const bool black = is_bare(position, REF_BLACK);
    if (!white && !black)
        return REF_GOING_ON;
    *white_half_points = white && black ? 1 : white ? 0 : 2;
    return REF_BARE_KING;
}

const RefRules ref_rules_nihisci = {
    .name = "nihisci",
    .files = 9,
    .ranks = 10,
    .kinds = "PNBRQKACZMIHDJL",
    .start = "4k4/9/9/ppppppppp/ppppppppp/PPPPPPPPP/PPPPPPPPP/9/9/4K4 w - - 0 1",
    .stalemate_wins = true,
    .piece_moves = nihisci_moves,
    .after_move = morph,
    .ending = nihisci_ending,
    .ending_first = true,
};
