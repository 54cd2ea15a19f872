/* XBetza: the whole generic mover against the reference's on random boards.
 *
 *     test_betza_boards [STRINGS]      random ones, 1500 by default */
#include "tests/unit/throwaway.h"

#include "engine/rules/attack.h"
#include "engine/rules/legality.h"
#include "tests/reference/reference_betza.h"
#include "tests/unit/random_betza.h"

enum { MAX_EFFECTS_SEEN = 2048, DEFAULT_STRINGS = 1500 };

static long wanted_strings = DEFAULT_STRINGS;

/* A board after a move, with the squares passed; plain data, compared as bytes. */
typedef struct Effect {
    Piece board[MAX_SQUARES];
    int passed_count;
    int passed[REF_BETZA_TRAIL];
} Effect;

typedef struct Bench {
    const char *string;
    Variant *variant;
    Position position;
    Random random;
    char squares[REF_SIDE][REF_SIDE]; /* the same board for the reference */
    RefSquare passed, pawn;
    Move *moves;
    RefBetzaMove *slow_moves;
    Effect *fast, *slow;
} Bench;

static void bench_init(Bench *bench)
{
    memset(bench, 0, sizeof *bench);
    bench->moves = memory_new(MAX_MOVES, sizeof(Move));
    bench->slow_moves = memory_new(MAX_EFFECTS_SEEN, sizeof(RefBetzaMove));
    bench->fast = memory_new(MAX_EFFECTS_SEEN, sizeof(Effect));
    bench->slow = memory_new(MAX_EFFECTS_SEEN, sizeof(Effect));
}

static void bench_release(Bench *bench)
{
    free(bench->moves);
    free(bench->slow_moves);
    free(bench->fast);
    free(bench->slow);
}

static RefSquare ref_of(const Variant *variant, unsigned square)
{
    return (RefSquare){variant_file(variant, square), variant_rank(variant, square)};
}

static unsigned square_of(const Variant *variant, RefSquare square)
{
    return (unsigned)(square.y * variant->files + square.x);
}

/* Sets up a board of a random density, for the fast and the slow one. With `kings` each side has
 * one. */
static void random_board(Bench *bench, bool kings)
{
    const Variant *variant = bench->variant;
    Random *random = &bench->random;
    uint32_t squares = (uint32_t)variant->squares;
    Setup setup = {.side = random_below(random, 2) == 0 ? WHITE : BLACK, .move_number = 1};
    const uint32_t percent = 3 + random_below(random, 60);
    for (uint32_t square = 0; square < squares; square++)
        if (random_below(random, 100) < percent)
            setup.board[square] = piece_of(variant, "UuSsSsSs"[random_below(random, 8)]);
    setup.board[random_below(random, squares)] = piece_of(variant, setup.side == WHITE ? 'U' : 'u');
    if (kings) {
        uint32_t white = random_below(random, squares);
        uint32_t black = (white + 1 + random_below(random, squares - 1)) % squares;
        setup.board[white] = piece_of(variant, 'K');
        setup.board[black] = piece_of(variant, 'k');
    }
    bench->passed = bench->pawn = (RefSquare){-1, -1};
    uint32_t passed = random_below(random, squares), pawn = random_below(random, squares);
    Piece victim = setup.board[pawn];
    if (setup.board[passed] == NO_PIECE && victim != NO_PIECE && piece_colour(victim) != setup.side
        && piece_type(victim) != variant->royal_type) {
        setup.en_passant =
            (EnPassant){.passed_count = 1, .passed = {(Square)passed}, .pawn = (Square)pawn};
        bench->passed = ref_of(variant, passed);
        bench->pawn = ref_of(variant, pawn);
    }
    memset(bench->squares, '.', sizeof bench->squares);
    for (uint32_t square = 0; square < squares; square++) {
        Piece piece = setup.board[square];
        char letter = piece == NO_PIECE ? '.' : variant->types[piece_type(piece)].letter;
        if (piece != NO_PIECE && piece_colour(piece) == BLACK)
            letter = (char)(letter - 'A' + 'a');
        bench->squares[variant_rank(variant, square)][variant_file(variant, square)] = letter;
    }
    position_set_up(&bench->position, &setup);
}

/* The reference's moves of the piece on a square; -1 if it does not understand the string. */
static int slow_moves(Bench *bench, unsigned from, bool with_en_passant)
{
    const Variant *variant = bench->variant;
    Piece piece = bench->position.board[from];
    int rank = variant_rank(variant, from);
    int own_rank = piece_colour(piece) == WHITE ? rank : variant->ranks - 1 - rank;
    const RefBetzaBoard board = {
        .squares = (const char(*)[REF_SIDE])bench->squares,
        .files = variant->files,
        .ranks = variant->ranks,
        .first_move = own_rank == 1,
        .passed = with_en_passant ? bench->passed : (RefSquare){-1, -1},
        .pawn = bench->pawn,
    };
    return ref_betza_moves(&board, ref_of(variant, from), (int)piece_colour(piece), bench->string,
                           bench->slow_moves, MAX_EFFECTS_SEEN);
}

static int compare_effects(const void *a, const void *b) { return memcmp(a, b, sizeof(Effect)); }

static int compare_squares(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void slow_effect(const Bench *bench, unsigned from, const RefBetzaMove *move, Effect *effect)
{
    const Variant *variant = bench->variant;
    memset(effect, 0, sizeof *effect);
    memcpy(effect->board, bench->position.board, sizeof effect->board);
    Piece piece = effect->board[from];
    effect->board[from] = NO_PIECE;
    for (int i = 0; i < move->capture_count; i++)
        effect->board[square_of(variant, move->captures[i])] = NO_PIECE;
    effect->board[square_of(variant, move->to)] = piece;
    effect->passed_count = move->trail_count;
    for (int i = 0; i < move->trail_count; i++)
        effect->passed[i] = (int)square_of(variant, move->trail[i]);
    qsort(effect->passed, (size_t)effect->passed_count, sizeof(int), compare_squares);
}

static void fast_effect(Bench *bench, Move move, Effect *effect)
{
    Position *position = &bench->position;
    memset(effect, 0, sizeof *effect);
    position_make(position, move);
    memcpy(effect->board, position->board, sizeof effect->board);
    effect->passed_count = position->en_passant.passed_count;
    for (int i = 0; i < effect->passed_count; i++)
        effect->passed[i] = position->en_passant.passed[i];
    position_undo(position);
    qsort(effect->passed, (size_t)effect->passed_count, sizeof(int), compare_squares);
}

static void print_board(const Bench *bench)
{
    for (int rank = bench->variant->ranks - 1; rank >= 0; rank--)
        printf("%.*s\n", bench->variant->files, bench->squares[rank]);
}

/* Compares the moves of the piece on a square. Returns how many there are. */
static int compare_moves_from(Bench *bench, unsigned from, int move_count)
{
    int fast_count = 0, slow_count = slow_moves(bench, from, true);
    assert_true(slow_count >= 0);
    for (int i = 0; i < move_count; i++) {
        if (move_from(bench->moves[i]) != from)
            continue;
        assert_true(fast_count < MAX_EFFECTS_SEEN);
        fast_effect(bench, bench->moves[i], &bench->fast[fast_count++]);
    }
    for (int i = 0; i < slow_count; i++)
        slow_effect(bench, from, &bench->slow_moves[i], &bench->slow[i]);
    qsort(bench->fast, (size_t)fast_count, sizeof(Effect), compare_effects);
    qsort(bench->slow, (size_t)slow_count, sizeof(Effect), compare_effects);
    if (fast_count != slow_count
        || memcmp(bench->fast, bench->slow, (size_t)fast_count * sizeof(Effect)) != 0) {
        print_board(bench);
        fail_msg("\"%s\" on %c%d: %d moves, the reference has %d, or they differ", bench->string,
                 'a' + variant_file(bench->variant, from), variant_rank(bench->variant, from) + 1,
                 fast_count, slow_count);
    }
    return fast_count;
}

/* Whether the reference's piece on `from` takes what stands on `target`, an enemy that is put
 * there. */
static bool slow_takes(Bench *bench, unsigned from, unsigned target)
{
    const Variant *variant = bench->variant;
    char *square = &bench->squares[variant_rank(variant, target)][variant_file(variant, target)];
    char before = *square;
    *square = piece_colour(bench->position.board[from]) == WHITE ? 's' : 'S';
    int count = slow_moves(bench, from, false);
    *square = before;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < bench->slow_moves[i].capture_count; j++)
            if (square_of(variant, bench->slow_moves[i].captures[j]) == target)
                return true;
    return false;
}

/* Compares who attacks a random square. */
static void compare_attacks(Bench *bench)
{
    const Variant *variant = bench->variant;
    const Position *position = &bench->position;
    unsigned target = random_below(&bench->random, (uint32_t)variant->squares);
    for (int colour = WHITE; colour <= BLACK; colour++) {
        Set attackers =
            square_attackers(position, (Square)target, (Colour)colour, &position->occupied);
        Set pieces = position->of_piece[colour][variant_type(variant, 'U')];
        bool any = false;
        set_remove(&pieces, target);
        SET_EACH(from, &pieces)
        {
            bool takes = slow_takes(bench, from, target);
            any = any || takes;
            if (takes != set_has(&attackers, from)) {
                print_board(bench);
                fail_msg("\"%s\": attack from square %u on %u: %d, not %d", bench->string, from,
                         target, !takes, takes);
            }
        }
        bool own_there = position->board[target] == piece_of(variant, colour == WHITE ? 'U' : 'u');
        if (!own_there && any != square_attacked(position, (Square)target, (Colour)colour)) {
            print_board(bench);
            fail_msg("\"%s\": square %u is attacked: %d, not %d", bench->string, target, !any, any);
        }
    }
}

/* Whether the short tests of legality agree with making the move, whatever the piece. */
static void compare_legality(Bench *bench)
{
    Position *position = &bench->position;
    random_board(bench, true);
    Legality legality;
    legality_init(&legality, position);
    int count = generate_moves(position, bench->moves);
    for (int i = 0; i < count; i++) {
        Move move = bench->moves[i];
        Colour mover = position->side;
        /* Some strings take one's own king: what is legal then is nobody's business. */
        if (move_to(move) == position->king[mover]
            || position_captured(position, move) == piece_make(mover, bench->variant->royal_type))
            continue;
        bool legal = move_is_legal(&legality, position, move);
        position_make(position, move);
        bool there = set_count(&position->of_piece[mover][bench->variant->royal_type]) == 1;
        bool safe = !square_attacked(position, (Square)position->king[mover], colour_other(mover));
        position_undo(position);
        if (there && legal != safe) {
            print_board(bench);
            fail_msg("\"%s\": a move from square %u to %u is %s", bench->string, move_from(move),
                     move_to(move), legal ? "called legal" : "called illegal");
        }
    }
}

/* Compares on random boards; the bench has its variant. Returns how many moves were seen. */
static int compare_on_boards(Bench *bench, int boards)
{
    int seen = 0;
    position_init(&bench->position, bench->variant);
    for (int board = 0; board < boards; board++) {
        random_board(bench, false);
        int count = generate_moves(&bench->position, bench->moves);
        Set own = bench->position.of_piece[bench->position.side][variant_type(bench->variant, 'U')];
        SET_EACH(from, &own) { seen += compare_moves_from(bench, from, count); }
        compare_attacks(bench);
        compare_legality(bench);
    }
    position_release(&bench->position);
    return seen;
}

static void known_strings_move_as_the_reference_says(void **state)
{
    (void)state;
    static const char *const strings[] = {
        "K",
        "Q",
        "NN",
        "fsbsWK",
        "W8",
        "F10",
        "mRcR",
        "fhNbhN",
        "hrN",
        "hlNcC",
        "ifmnDfmWfceF",
        "ifmnDfmWflceFfrceF",
        "mafmafsbsFmpR2",
        "mafmavsFmjD",
        "mafmafsbsFmpW",
        "mafmafsbsFpafmW",
        "mafmafmWmafmasmWmasmafmWcaibR3",
        "mnHmafmasmWmasmafmWcaibR3",
        "A",
        "C",
        "L",
        "RB",
        "bmR2",
        "bmWbmnD",
        "QNN",
        "BW",
        "RF",
        "RNN",
        "BmW",
        "NmK",
        "RmB4",
        "NHCG",
        "fmWfcFfmnD",
        "fmWfcFfcafcFflcarcFfrcalcF",
        "fmWfcFfmnDfcafcFflcarcFfrcalcFfmafscWflcafrmFfrcaflmF",
        "mQ",
        "pR",
        "gQ",
        "cpBmB",
        "caibQ",
        "mafsW",
        "nN",
        "nG",
        "jH",
        "dQ",
        "cdK",
        "cafmR",
        "gafmW",
        "pafQ",
        "DDAA",
        "nDnA",
        "jDjA",
        "ifmR3fceF",
        "fmnnDfmWfceF",
        "mabK",
        "cabW",
        "cafcafW",
        "cafcafmK",
        "mpafcR",
        "R4B2",
        "cJmZ",
        "fsN",
        "lfNflN",
        "K4",
        "W2F3",
        "dNcC",
        "mcacdiadiQ",
        "caibB",
        "mafmaflW",
        "mnnamamK",
        "mnnabW",
        "yafmR",
        "gW",
        "gaK",
    };
    Bench bench;
    bench_init(&bench);
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        Error err = {""};
        bench.string = strings[i];
        int files = 4 + (int)(i * 5 % 13), ranks = 5 + (int)(i * 7 % 12);
        bench.variant = load_piece(strings[i], files, ranks, &err);
        if (bench.variant == NULL)
            fail_msg("%s", err.text);
        random_init_keyed(&bench.random, 11, RANDOM_TEST, i);
        if (compare_on_boards(&bench, 60) < 30)
            fail_msg("\"%s\": hardly any moves", strings[i]);
        variant_free(bench.variant);
    }
    bench_release(&bench);
}

static void random_strings_move_as_the_reference_says(void **state)
{
    (void)state;
    Bench bench;
    Random random;
    Text text;
    bench_init(&bench);
    text_init(&text);
    random_init_keyed(&random, 12, RANDOM_TEST, 0);
    int compared = 0, refused = 0, seen = 0;
    for (long i = 0; i < wanted_strings; i++) {
        random_betza(&random, &text);
        bench.string = text.data;
        Error err = {""};
        int files = 1 + (int)random_below(&random, 10), ranks = 2 + (int)random_below(&random, 9);
        const char one[REF_SIDE][REF_SIDE] = {"."};
        const RefBetzaBoard board = {.squares = one, .files = 1, .ranks = 1, .passed = {-1, -1}};
        bool slow_understands = ref_betza_moves(&board, (RefSquare){0, 0}, REF_WHITE, text.data,
                                                bench.slow_moves, MAX_EFFECTS_SEEN)
                                >= 0;
        bench.variant = load_piece(text.data, files, ranks, &err);
        if (bench.variant != NULL && !slow_understands)
            fail_msg("\"%s\" is understood, but not by the reference", text.data);
        if (bench.variant != NULL && slow_understands) {
            random_init_keyed(&bench.random, 13, RANDOM_TEST, (uint64_t)i);
            seen += compare_on_boards(&bench, 6);
            compared++;
        }
        refused += bench.variant == NULL;
        variant_free(bench.variant);
    }
    printf("%d strings compared, %d refused, %d moves\n", compared, refused, seen);
    bench_release(&bench);
    text_release(&text);
    assert_true(compared > wanted_strings / 3 && refused > wanted_strings / 10
                && seen > 10 * wanted_strings);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        wanted_strings = strtol(argv[1], NULL, 10);
    if (wanted_strings < 100) {
        fprintf(stderr, "usage: test_betza_boards [STRINGS], 100 at least\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_strings_move_as_the_reference_says),
        cmocka_unit_test(random_strings_move_as_the_reference_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
