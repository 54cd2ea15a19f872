/* How many squares each piece of each variant reaches on an empty board: numbers counted by hand
 * from the rules' pages. */
#include "tests/unit/play.h"

#include "engine/rules/squares.h"

/* A piece alone on the board: squares that it can go to, and squares on which it could capture a
 * lone enemy, for White and for Black. -1: that colour cannot stand there. */
typedef struct Row {
    char letter;
    const char *square;
    int white_quiet, white_capture, black_quiet, black_capture;
} Row;

/* clang-format off */
enum { MAX_ROWS = 64 };

/* Pieces whose moves are the same for both colours, and capture as they move. */
#define SAME(letter, square, count) {letter, square, count, count, count, count}
/* ... that go to `quiet` and capture on `capture`. */
#define APART(letter, square, quiet, capture) {letter, square, quiet, capture, quiet, capture}

#define CHESS_KNIGHT SAME('N', "a1", 2), SAME('N', "d1", 4), SAME('N', "d4", 8), SAME('N', "g7", 4)
#define CHESS_BISHOP SAME('B', "a1", 7), SAME('B', "d1", 7), SAME('B', "d4", 13), SAME('B', "h8", 7)
#define CHESS_ROOK   SAME('R', "a1", 14), SAME('R', "d1", 14), SAME('R', "d4", 14)
#define CHESS_QUEEN  SAME('Q', "a1", 21), SAME('Q', "d1", 21), SAME('Q', "d4", 27)
#define CHESS_KING   SAME('K', "a1", 3), SAME('K', "d1", 5), SAME('K', "d4", 8), SAME('K', "h8", 3)
#define CHESS_PAWN                                                             \
    {'P', "d2", 2, 2, 1, 2}, {'P', "a2", 2, 1, 1, 1}, {'P', "d4", 1, 2, 1, 2}, \
    {'P', "h5", 1, 1, 1, 1}, {'P', "d7", 1, 2, 2, 2}, {'P', "a7", 1, 1, 2, 1}

#define CHESS_PIECES CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK, CHESS_QUEEN, CHESS_KING

static const struct {
    const char *variant;
    Row rows[MAX_ROWS];
} tables[] = {
    {"chess", {CHESS_PAWN, CHESS_PIECES}},
    {"chess960", {CHESS_PAWN, CHESS_PIECES}},
    {"crazyhouse", {CHESS_PAWN, CHESS_PIECES}},
    {"loop", {CHESS_PAWN, CHESS_PIECES}},
    {"chessgi", {CHESS_PAWN, CHESS_PIECES}},
    {"pocket-knight", {CHESS_PAWN, CHESS_PIECES}},
    /* A naiad goes like a queen and captures nothing. */
    {"naiad", {CHESS_PAWN, CHESS_PIECES,
               APART('Y', "a1", 21, 0), APART('Y', "d1", 21, 0), APART('Y', "d4", 27, 0)}},
    {"weak-naiad", {CHESS_PAWN, CHESS_PIECES,
                    APART('Y', "a1", 21, 0), APART('Y', "d1", 21, 0), APART('Y', "d4", 27, 0)}},
    {"noble-wing", {CHESS_PAWN, CHESS_PIECES,
                    /* a pawn that waits on the last rank */
                    {'P', "d8", 0, 0, 1, 2}, {'P', "d1", 1, 2, 0, 0},
                    /* bishop, and 4, 3 or 2 steps to the sides */
                    APART('X', "d4", 13 + 4, 13), APART('X', "d1", 7 + 3, 7),
                    APART('X', "a1", 7 + 2, 7),
                    /* knight, and a king's steps */
                    APART('Z', "d4", 8 + 8, 8), APART('Z', "d1", 4 + 5, 4),
                    APART('Z', "a1", 2 + 3, 2),
                    /* rook, and at most 4 squares a diagonal */
                    APART('C', "d4", 14 + 13, 14), APART('C', "d1", 14 + 7, 14),
                    APART('C', "a1", 14 + 4, 14)}},
    {"large-nahbi", {
        /* double step from ranks 3 and 10; sideways too beyond the equator */
        {'P', "e3", 2, 2, 3, 2}, {'P', "a3", 2, 1, 2, 1}, {'P', "e6", 1, 2, 3, 2},
        {'P', "a6", 1, 1, 2, 1}, {'P', "e7", 3, 2, 1, 2}, {'P', "a7", 2, 1, 1, 1},
        {'P', "e10", 3, 2, 2, 2}, {'P', "e11", 3, 2, 1, 2}, {'P', "e2", 1, 2, 3, 2},
        SAME('C', "a1", 2), SAME('C', "e1", 4), SAME('C', "e6", 8), SAME('C', "e7", 8),
        /* slides only: the board is empty */
        SAME('M', "a1", 4), SAME('M', "b2", 4), SAME('M', "e1", 8), SAME('M', "e6", 16),
        SAME('M', "e7", 16),
        SAME('F', "a1", 1), SAME('F', "e1", 2), SAME('F', "e4", 4), SAME('F', "e5", 2),
        SAME('F', "e6", 2), SAME('F', "e7", 2), SAME('F', "e8", 2), SAME('F', "e9", 4),
        APART('A', "a1", 4, 6), APART('A', "e1", 7, 9), APART('A', "e4", 11, 11),
        APART('A', "e6", 7, 9), APART('A', "e7", 7, 9),
        SAME('B', "a1", 9), SAME('B', "e1", 9), SAME('B', "e6", 18), SAME('B', "e7", 18),
        SAME('R', "a1", 20), SAME('R', "e6", 20),
        /* from far off to rank 7 (or 6), from ranks 6 and 7 everywhere */
        SAME('Q', "a1", 21), SAME('Q', "e1", 24), SAME('Q', "e3", 27), SAME('Q', "e6", 38),
        SAME('Q', "e7", 38), SAME('Q', "e8", 27),
        SAME('K', "a1", 3), SAME('K', "e1", 5), SAME('K', "e6", 8), SAME('K', "e7", 8)}},
    {"nihisci", {
        {'P', "e5", 2, 0, 2, 0}, {'P', "e2", 1, 0, 2, 0}, {'P', "e9", 2, 0, 1, 0},
        {'P', "e1", 0, 0, 2, 0}, {'P', "a10", 2, 0, 0, 0},
        SAME('N', "a1", 2), SAME('N', "e1", 4), SAME('N', "e5", 8),
        SAME('B', "a1", 8), SAME('B', "e1", 8), SAME('B', "e5", 16),
        SAME('R', "a1", 17), SAME('R', "e5", 17),
        SAME('Q', "a1", 25), SAME('Q', "e1", 25), SAME('Q', "e5", 33),
        SAME('K', "a1", 3), SAME('K', "e1", 5), SAME('K', "e5", 8),
        SAME('A', "a1", 10), SAME('A', "e1", 12), SAME('A', "e5", 24),
        SAME('C', "a1", 19), SAME('C', "e1", 21), SAME('C', "e5", 25),
        SAME('Z', "a1", 27), SAME('Z', "e1", 29), SAME('Z', "e5", 41),
        SAME('M', "a1", 8), SAME('M', "e1", 12), SAME('M', "e5", 16),
        SAME('I', "a1", 33), SAME('I', "e1", 37), SAME('I', "e5", 49),
        SAME('H', "a1", 10), SAME('H', "e1", 11), SAME('H', "e5", 20),
        SAME('D', "a1", 18), SAME('D', "e1", 19), SAME('D', "e5", 21),
        SAME('J', "a1", 16), SAME('J', "e1", 20), SAME('J', "e5", 32),
        SAME('L', "a1", 25), SAME('L', "e1", 29), SAME('L', "e5", 33)}},
    {"nearlydouble-wildebeest", {
        /* captures: c, and on the own third rank mc */
        {'P', "h3", 2, 4, 1, 2}, {'P', "a3", 2, 2, 1, 1}, {'P', "h4", 2, 2, 1, 2},
        {'P', "h5", 2, 2, 1, 2}, {'P', "h6", 1, 2, 1, 2}, {'P', "h7", 1, 2, 1, 2},
        {'P', "h10", 1, 2, 2, 2}, {'P', "h11", 1, 2, 2, 2}, {'P', "h12", 1, 2, 2, 4},
        {'P', "o12", 1, 1, 2, 2},
        SAME('N', "a1", 4), SAME('N', "h1", 7), SAME('N', "h7", 12),
        SAME('C', "a1", 3), SAME('C', "h1", 6), SAME('C', "h7", 12),
        SAME('A', "a1", 7), SAME('A', "h1", 13), SAME('A', "h7", 24),
        SAME('B', "a1", 13), SAME('B', "h1", 14), SAME('B', "h7", 26),
        SAME('R', "a1", 27), SAME('R', "h7", 27),
        SAME('Q', "a1", 40), SAME('Q', "h1", 41), SAME('Q', "h7", 53),
        SAME('K', "a1", 3), SAME('K', "h1", 5), SAME('K', "h7", 8), SAME('K', "o14", 3)}},
    {"capablanca", {
        {'P', "e2", 2, 2, 1, 2}, {'P', "a2", 2, 1, 1, 1}, {'P', "e4", 1, 2, 1, 2},
        {'P', "e7", 1, 2, 2, 2},
        SAME('N', "a1", 2), SAME('N', "e1", 4), SAME('N', "e4", 8),
        SAME('B', "a1", 7), SAME('B', "e1", 9), SAME('B', "e4", 14),
        SAME('R', "a1", 16), SAME('R', "e4", 16),
        SAME('Q', "a1", 23), SAME('Q', "e1", 25), SAME('Q', "e4", 30),
        SAME('K', "a1", 3), SAME('K', "e1", 5), SAME('K', "e4", 8),
        SAME('A', "a1", 9), SAME('A', "e1", 13), SAME('A', "e4", 22),
        SAME('C', "a1", 18), SAME('C', "e1", 20), SAME('C', "e4", 24)}},
    /* Tweaks of chess, most of them of the pawn. */
    {"no-castling", {CHESS_PAWN, CHESS_PIECES}},
    {"no-castling-ten", {CHESS_PAWN, CHESS_PIECES}},
    {"stalemate-win", {CHESS_PAWN, CHESS_PIECES}},
    {"self-capture", {CHESS_PAWN, CHESS_PIECES}},
    {"pawn-one-square", {
        {'P', "d2", 1, 2, 1, 2}, {'P', "a2", 1, 1, 1, 1}, {'P', "d7", 1, 2, 1, 2}, CHESS_PIECES}},
    {"pawn-back", {
        {'P', "d2", 2, 2, 2, 2}, {'P', "d3", 2, 2, 2, 2}, {'P', "a5", 2, 1, 2, 1},
        {'P', "d7", 2, 2, 2, 2}, CHESS_PIECES}},
    {"pawn-sideways", {
        {'P', "d2", 4, 2, 3, 2}, {'P', "a2", 3, 1, 2, 1}, {'P', "d4", 3, 2, 3, 2},
        {'P', "d7", 3, 2, 4, 2}, CHESS_PIECES}},
    {"semi-torpedo", {
        {'P', "d2", 2, 2, 1, 2}, {'P', "d3", 2, 2, 1, 2}, {'P', "d4", 1, 2, 1, 2},
        {'P', "d5", 1, 2, 1, 2}, {'P', "d6", 1, 2, 2, 2}, {'P', "d7", 1, 2, 2, 2}, CHESS_PIECES}},
    {"torpedo", {
        {'P', "d2", 2, 2, 1, 2}, {'P', "d4", 2, 2, 2, 2}, {'P', "h5", 2, 1, 2, 1},
        {'P', "d6", 2, 2, 2, 2}, {'P', "d7", 1, 2, 2, 2}, CHESS_PIECES}},
    {"fairy-pieces", {CHESS_PAWN, CHESS_PIECES}},
    {"fairy-pieces:ferz", {CHESS_PAWN, CHESS_PIECES,
        SAME('F', "a1", 1), SAME('F', "d1", 2), SAME('F', "d4", 4)}},
    {"fairy-pieces:wazir", {CHESS_PAWN, CHESS_PIECES,
        SAME('W', "a1", 2), SAME('W', "d1", 3), SAME('W', "d4", 4)}},
    {"fairy-pieces:commoner", {CHESS_PAWN, CHESS_PIECES,
        SAME('M', "a1", 3), SAME('M', "d1", 5), SAME('M', "d4", 8)}},
    {"fairy-pieces:camel", {CHESS_PAWN, CHESS_PIECES,
        SAME('C', "a1", 2), SAME('C', "d1", 4), SAME('C', "d4", 8)}},
    {"fairy-pieces:zebra", {CHESS_PAWN, CHESS_PIECES,
        SAME('Z', "a1", 2), SAME('Z', "d1", 4), SAME('Z', "d4", 8)}},
    {"fairy-pieces:alfil", {CHESS_PAWN, CHESS_PIECES,
        SAME('A', "a1", 1), SAME('A', "d1", 2), SAME('A', "d4", 4)}},
    {"fairy-pieces:dabbaba", {CHESS_PAWN, CHESS_PIECES,
        SAME('D', "a1", 2), SAME('D', "d1", 3), SAME('D', "d4", 4)}},
    /* nothing to hop over */
    {"fairy-pieces:grasshopper", {CHESS_PAWN, CHESS_PIECES,
        SAME('G', "a1", 0), SAME('G', "d4", 0)}},
    {"fairy-pieces:nightrider", {CHESS_PAWN, CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK, CHESS_KING,
        SAME('H', "a1", 6), SAME('H', "d1", 9), SAME('H', "d4", 12)}},
    {"fairy-pieces:archbishop", {CHESS_PAWN, CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK, CHESS_KING,
        SAME('A', "a1", 9), SAME('A', "d1", 11), SAME('A', "d4", 21)}},
    {"fairy-pieces:chancellor", {CHESS_PAWN, CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK, CHESS_KING,
        SAME('C', "a1", 16), SAME('C', "d1", 18), SAME('C', "d4", 22)}},
    {"fairy-pieces:amazon", {CHESS_PAWN, CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK, CHESS_KING,
        SAME('Z', "a1", 23), SAME('Z', "d1", 25), SAME('Z', "d4", 35)}},
    {"fairy-pieces:queen-archbishop", {CHESS_PAWN, CHESS_PIECES,
        SAME('A', "a1", 9), SAME('A', "d1", 11), SAME('A', "d4", 21)}},
    {"fairy-pieces:queen-chancellor", {CHESS_PAWN, CHESS_PIECES,
        SAME('C', "a1", 16), SAME('C', "d1", 18), SAME('C', "d4", 22)}},
    {"fairy-pieces:queen-amazon", {CHESS_PAWN, CHESS_PIECES,
        SAME('Z', "a1", 23), SAME('Z', "d1", 25), SAME('Z', "d4", 35)}},
    {"different-armies",
     {CHESS_PAWN, CHESS_PIECES}},
    {"different-armies:clobberers-clobberers", {CHESS_PAWN, CHESS_KING,
        SAME('W', "a1", 3), SAME('W', "d1", 5), SAME('W', "d4", 8),
        SAME('F', "a1", 4), SAME('F', "d1", 7), SAME('F', "d4", 12),
        SAME('D', "a1", 9), SAME('D', "d1", 10), SAME('D', "d4", 17),
        SAME('A', "a1", 9), SAME('A', "d1", 11), SAME('A', "d4", 21)}},
    {"different-armies:knights-knights", {CHESS_PAWN, CHESS_KING,
        SAME('I', "a1", 2), SAME('I', "d1", 4), SAME('I', "d4", 8),
        /* a rook forwards and sideways, back as a king */
        {'G', "a1", 14, 14, 9, 9}, {'G', "d1", 14, 14, 10, 10}, {'G', "d4", 14, 14, 13, 13},
        /* a knight forwards, sideways and back as a king */
        {'T', "a1", 3, 3, 3, 3}, {'T', "d1", 6, 6, 5, 5}, {'T', "d4", 9, 9, 9, 9},
        {'L', "a1", 17, 17, 9, 9}, {'L', "d1", 20, 20, 10, 10}, {'L', "d4", 20, 20, 19, 19}}},
    {"different-armies:rookies-rookies", {CHESS_PAWN, CHESS_KING,
        SAME('S', "a1", 8), SAME('S', "d1", 11), SAME('S', "d4", 14),
        SAME('O', "a1", 4), SAME('O', "d1", 6), SAME('O', "d4", 8),
        SAME('H', "a1", 5), SAME('H', "d1", 8), SAME('H', "d4", 12),
        SAME('C', "a1", 16), SAME('C', "d1", 18), SAME('C', "d4", 22)}},
    {"grand", {
        {'P', "e3", 2, 2, 1, 2}, {'P', "a3", 2, 1, 1, 1}, {'P', "e2", 1, 2, 1, 2},
        {'P', "e8", 1, 2, 2, 2}, {'P', "e9", 1, 2, 1, 2},
        SAME('N', "a1", 2), SAME('N', "e1", 4), SAME('N', "e5", 8),
        SAME('B', "a1", 9), SAME('B', "e1", 9), SAME('B', "e5", 17),
        SAME('R', "a1", 18), SAME('R', "e5", 18),
        SAME('Q', "a1", 27), SAME('Q', "e1", 27), SAME('Q', "e5", 35),
        SAME('K', "a1", 3), SAME('K', "e1", 5), SAME('K', "e5", 8),
        SAME('A', "a1", 11), SAME('A', "e1", 13), SAME('A', "e5", 25),
        SAME('C', "a1", 20), SAME('C', "e1", 22), SAME('C', "e5", 26)}},
    {"knightmate", {CHESS_PAWN, CHESS_BISHOP, CHESS_ROOK, CHESS_QUEEN,
        SAME('K', "a1", 2), SAME('K', "d1", 4), SAME('K', "d4", 8),
        SAME('M', "a1", 3), SAME('M', "d1", 5), SAME('M', "d4", 8)}},
    {"makruk", {
        {'P', "d3", 1, 2, 1, 2}, {'P', "a3", 1, 1, 1, 1}, {'P', "d5", 1, 2, 1, 2},
        CHESS_KNIGHT, CHESS_ROOK, CHESS_KING,
        SAME('S', "d4", 5), {'S', "d1", 3, 3, 2, 2}, {'S', "a1", 2, 2, 1, 1},
        {'S', "h8", 1, 1, 2, 2},
        SAME('M', "a1", 1), SAME('M', "d1", 2), SAME('M', "d4", 4)}},
    {"shatranj", {
        {'P', "d2", 1, 2, 1, 2}, {'P', "a2", 1, 1, 1, 1}, {'P', "d7", 1, 2, 1, 2},
        CHESS_KNIGHT, CHESS_ROOK, CHESS_KING,
        SAME('B', "a1", 1), SAME('B', "d1", 2), SAME('B', "d4", 4),
        SAME('Q', "a1", 1), SAME('Q', "d1", 2), SAME('Q', "d4", 4)}},
    {"xiangqi", {
        /* beyond the river a soldier steps sideways too */
        {'P', "e4", 1, 1, 3, 3}, {'P', "e5", 1, 1, 3, 3}, {'P', "e6", 3, 3, 1, 1},
        {'P', "a6", 2, 2, 1, 1}, {'P', "e10", 2, 2, 1, 1},
        SAME('N', "a1", 2), SAME('N', "e1", 4), SAME('N', "e5", 8),
        {'B', "c1", 2, 2, -1, -1}, {'B', "e3", 4, 4, -1, -1}, {'B', "c5", 2, 2, -1, -1},
        {'B', "e8", -1, -1, 4, 4}, {'B', "a8", -1, -1, 2, 2},
        {'A', "e2", 4, 4, -1, -1}, {'A', "d1", 1, 1, -1, -1}, {'A', "e9", -1, -1, 4, 4},
        {'A', "f8", -1, -1, 1, 1},
        SAME('R', "a1", 17), SAME('R', "e5", 17),
        APART('C', "a1", 17, 0), APART('C', "e5", 17, 0),
        {'K', "e1", 3, 3, -1, -1}, {'K', "e2", 4, 4, -1, -1}, {'K', "d3", 2, 2, -1, -1},
        {'K', "e10", -1, -1, 3, 3}, {'K', "e9", -1, -1, 4, 4}}},
};
/* clang-format on */

/* The pseudo-legal moves' targets, with a lone piece and, but for NO_SQUARE, a lone enemy. */
static Set find_targets(Position *position, Piece piece, unsigned square, unsigned enemy,
                        Move *moves)
{
    Setup setup = {.side = piece_colour(piece), .move_number = 1};
    setup.board[square] = piece;
    unsigned other = 1;
    while (position->variant->types[other].royal)
        other++;
    if (enemy != NO_SQUARE)
        setup.board[enemy] = piece_make(colour_other(piece_colour(piece)), other);
    position_set_up(position, &setup);
    Set targets = set_empty();
    int count = generate_moves(position, moves);
    for (int i = 0; i < count; i++)
        if ((enemy == NO_SQUARE) == (position_captured(position, moves[i]) == NO_PIECE))
            set_add(&targets, move_to(moves[i]));
    return targets;
}

static void check_row(Position *position, const Row *row, Colour colour, Move *moves)
{
    const Variant *variant = position->variant;
    int wanted_quiet = colour == WHITE ? row->white_quiet : row->black_quiet;
    int wanted_capture = colour == WHITE ? row->white_capture : row->black_capture;
    size_t length;
    unsigned square = square_parse(variant->files, variant->ranks, row->square, &length);
    unsigned type = variant_type(variant, row->letter);
    if (square == NO_SQUARE || type == 0)
        fail_msg("%s: no %c or no %s", variant->name, row->letter, row->square);
    if (wanted_quiet < 0)
        return;
    Piece piece = piece_make(colour, type);
    const Set quiet = find_targets(position, piece, square, NO_SQUARE, moves);
    int captures = 0;
    for (unsigned enemy = 0; enemy < (unsigned)variant->squares; enemy++) {
        if (enemy == square)
            continue;
        const Set taken = find_targets(position, piece, square, enemy, moves);
        captures += !set_is_empty(&taken);
    }
    if (set_count(&quiet) != wanted_quiet || captures != wanted_capture)
        fail_msg("%s: %s %s on %s goes to %d squares and captures on %d, not %d and %d",
                 variant->name, colour == WHITE ? "white" : "black", variant->types[type].name,
                 row->square, set_count(&quiet), captures, wanted_quiet, wanted_capture);
}

static void each_piece_reaches_as_many_squares_as_its_rules_say(void **state)
{
    (void)state;
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        Variant *variant = load_variant(tables[i].variant);
        Position position;
        position_init(&position, variant);
        for (const Row *row = tables[i].rows; row->letter != '\0'; row++)
            for (int colour = WHITE; colour <= BLACK; colour++)
                check_row(&position, row, (Colour)colour, moves);
        position_release(&position);
        variant_free(variant);
    }
    free(moves);
}

static const Row *find_rows(const char *name)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        /* Names are there. NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker) */
        if (strcmp(tables[i].variant, name) == 0)
            return tables[i].rows;
    return NULL;
}

static void every_type_of_every_shipped_variant_is_counted(void **state)
{
    (void)state;
    glob_t files = shipped_variants();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Variant *variant = load_variant(files.gl_pathv[i]);
        const Row *rows = find_rows(variant->name);
        if (rows == NULL) {
            fail_msg("%s has no table of move counts here: write one from its rules",
                     variant->name);
            break; /* never: for who does not know that fail_msg() does not return */
        }
        for (int type = 1; type <= variant->type_count; type++) {
            const Row *row = rows;
            while (row->letter != '\0' && row->letter != variant->types[type].letter)
                row++;
            if (row->letter == '\0')
                fail_msg("%s: no counts for %s", variant->name, variant->types[type].name);
        }
        variant_free(variant);
    }
    globfree(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_piece_reaches_as_many_squares_as_its_rules_say),
        cmocka_unit_test(every_type_of_every_shipped_variant_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
