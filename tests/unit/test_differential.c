/* The fast generator against the slow reference, and against itself, on positions of random games.
 *
 *     test_differential [POSITIONS]      of each variant, 2000 by default */
#include "tests/unit/play.h"

#include "engine/base/hash.h"
#include "engine/rules/attack.h"
#include "engine/rules/outcome.h"
#include "tests/reference/reference_rules.h"
#include "tests/unit/known_variants.h"

enum {
    DEFAULT_POSITIONS = 2000,
    MAX_PLIES = 160, /* of a game: then another begins */
    MAX_LINES = 400, /* of a perft file */
    MAX_LINE = 512
};

/* All that is needed for one variant. */
typedef struct Pair {
    Variant *variant;
    Position fast, fresh, before;
    RefPosition slow;
    RefPosition *successors;
    Move *moves, *others;
    char (*fast_fens)[REF_FEN_SIZE];
    char (*slow_fens)[REF_FEN_SIZE];
    char (*starts)[MAX_LINE]; /* games start from these */
    size_t start_count;
    Random random;
    char fen[REF_FEN_SIZE]; /* of the position at hand, for messages */
} Pair;

static long wanted_positions = DEFAULT_POSITIONS;

/* ------------------------------------------------------------------------------------------------
 * Life
 */

static void read_starts(Pair *pair, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "tests/perft/%s.epd", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (pair->start_count < MAX_LINES
           && fgets(pair->starts[pair->start_count], MAX_LINE, file) != NULL) {
        char *end = strstr(pair->starts[pair->start_count], " ;");
        if (pair->starts[pair->start_count][0] == '#')
            continue;
        assert_non_null(end);
        *end = '\0';
        pair->start_count++;
    }
    fclose(file);
    assert_true(pair->start_count > 0);
}

static Pair *pair_new(const char *name)
{
    Pair *pair = memory_new(1, sizeof *pair);
    pair->variant = load_variant(name);
    position_init(&pair->fast, pair->variant);
    position_init(&pair->fresh, pair->variant);
    position_init(&pair->before, pair->variant);
    pair->successors = memory_new(REF_MAX_MOVES, sizeof *pair->successors);
    pair->moves = memory_new(MAX_MOVES, sizeof(Move));
    pair->others = memory_new(MAX_MOVES, sizeof(Move));
    pair->fast_fens = memory_new(MAX_MOVES, REF_FEN_SIZE);
    pair->slow_fens = memory_new(MAX_MOVES, REF_FEN_SIZE);
    pair->starts = memory_new(MAX_LINES, MAX_LINE);
    random_init_keyed(&pair->random, hash_bytes(name, strlen(name)), RANDOM_TEST, 0);
    read_starts(pair, name);
    return pair;
}

static void pair_free(Pair *pair)
{
    position_release(&pair->fast);
    position_release(&pair->fresh);
    position_release(&pair->before);
    variant_free(pair->variant);
    free(pair->successors);
    free(pair->moves);
    free(pair->others);
    free(pair->fast_fens);
    free(pair->slow_fens);
    free(pair->starts);
    free(pair);
}

static void write_fen(const Position *position, char fen[REF_FEN_SIZE])
{
    Text text;
    text_init(&text);
    position_add_fen(position, &text);
    assert_true(text.length < REF_FEN_SIZE);
    memcpy(fen, text.data, text.length + 1);
    text_release(&text);
}

#define REQUIRE(pair, condition)                                                            \
    do {                                                                                    \
        if (!(condition))                                                                   \
            fail_msg("%s: %s: not so: %s", (pair)->variant->name, (pair)->fen, #condition); \
    } while (0)

/* ------------------------------------------------------------------------------------------------
 * Positions
 */

static bool same_set(const Set *a, const Set *b) { return set_equal(a, b); }

static bool same_right(const EnPassant *a, const EnPassant *b)
{
    return a->passed_count == b->passed_count
           && (a->passed_count == 0
               || (a->pawn == b->pawn && memcmp(a->passed, b->passed, a->passed_count) == 0));
}

/* Whether two positions are the same, their histories left aside. */
static bool same_position(const Position *a, const Position *b)
{
    for (int colour = WHITE; colour <= BLACK; colour++) {
        if (!same_set(&a->of_colour[colour], &b->of_colour[colour])
            || a->king[colour] != b->king[colour])
            return false;
        for (int type = 1; type < MAX_TYPES; type++)
            if (!same_set(&a->of_piece[colour][type], &b->of_piece[colour][type])
                || a->count[colour][type] != b->count[colour][type])
                return false;
    }
    return a->variant == b->variant && memcmp(a->board, b->board, sizeof a->board) == 0
           && same_set(&a->occupied, &b->occupied) && a->side == b->side
           && a->castling == b->castling && same_right(&a->en_passant, &b->en_passant)
           && a->ep_usable == b->ep_usable && a->rule50 == b->rule50
           && a->move_number == b->move_number && a->key == b->key;
}

static bool same_history(const Position *a, const Position *b)
{
    return a->ply == b->ply && a->since_null == b->since_null;
}

/* A FEN of the position must set up the same one, key included. */
static void check_fresh(Pair *pair, const char *fen)
{
    Error err = {""};
    if (!position_set_fen(&pair->fresh, fen, &err))
        fail_msg("%s: %s after %s: %s", pair->variant->name, fen, pair->fen, err.text);
    if (!same_position(&pair->fast, &pair->fresh))
        fail_msg("%s: %s after %s is not what its FEN sets up", pair->variant->name, fen,
                 pair->fen);
}

/* ------------------------------------------------------------------------------------------------
 * Moves
 */

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static void check_successors(Pair *pair)
{
    Position *fast = &pair->fast;
    int fast_count = generate_legal(fast, pair->moves);
    REQUIRE(pair, same_position(fast, &pair->before) && same_history(fast, &pair->before));
    int slow_count = ref_moves(&pair->slow, pair->successors, REF_MAX_MOVES);
    for (int i = 0; i < slow_count; i++)
        ref_to_fen(&pair->successors[i], pair->slow_fens[i], REF_FEN_SIZE);
    for (int i = 0; i < fast_count; i++) {
        position_make(fast, pair->moves[i]);
        write_fen(fast, pair->fast_fens[i]);
        check_fresh(pair, pair->fast_fens[i]);
        position_undo(fast);
        REQUIRE(pair, same_position(fast, &pair->before) && same_history(fast, &pair->before));
    }
    qsort(pair->slow_fens, (size_t)slow_count, REF_FEN_SIZE, compare_texts);
    qsort(pair->fast_fens, (size_t)fast_count, REF_FEN_SIZE, compare_texts);
    for (int i = 0; i < slow_count && i < fast_count; i++)
        if (strcmp(pair->slow_fens[i], pair->fast_fens[i]) != 0)
            fail_msg("%s: %s: the rules lead to %s, the generator to %s", pair->variant->name,
                     pair->fen, pair->slow_fens[i], pair->fast_fens[i]);
    if (slow_count != fast_count)
        fail_msg("%s: %s: %d legal moves, not %d", pair->variant->name, pair->fen, fast_count,
                 slow_count);
}

static bool list_has(const Move *moves, int count, Move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* pair->moves becomes the pseudo-legal moves; returns how many. */
static int check_pseudo_legal(Pair *pair)
{
    const Position *fast = &pair->fast;
    int count = generate_moves(fast, pair->moves);
    for (int i = 0; i < count; i++) {
        REQUIRE(pair, pair->moves[i] != NO_MOVE);
        REQUIRE(pair, move_is_pseudo_legal(fast, pair->moves[i]));
        REQUIRE(pair, !list_has(pair->moves, i, pair->moves[i]));
    }
    for (int i = 0; i < 60; i++) {
        Move word = random_next(&pair->random);
        if (count > 0 && i % 3 != 0) { /* nearly a move */
            word = pair->moves[random_below(&pair->random, (uint32_t)count)];
            word ^= (Move)1 << random_below(&pair->random, 32);
            word ^= i % 3 == 1 ? 0 : (Move)1 << random_below(&pair->random, 32);
        }
        REQUIRE(pair, move_is_pseudo_legal(fast, word) == list_has(pair->moves, count, word));
    }
    REQUIRE(pair, !move_is_pseudo_legal(fast, NO_MOVE));
    return count;
}

static void check_noisy(Pair *pair, int count)
{
    int noisy = generate_noisy(&pair->fast, pair->others), expected = 0;
    for (int i = 0; i < count; i++) {
        bool is_noisy = move_is_noisy(&pair->fast, pair->moves[i]);
        expected += is_noisy;
        REQUIRE(pair, is_noisy == list_has(pair->others, noisy, pair->moves[i]));
    }
    REQUIRE(pair, noisy == expected);
}

/* A move that is called noisy is one that takes, or a pawn's to where it may promote; no other is.
 * What takes the place of a piece of its own side is quiet, and that piece is no king. */
static void check_material(Pair *pair, int count)
{
    const Variant *variant = pair->variant;
    Position *fast = &pair->fast;
    for (int i = 0; i < count; i++) {
        Move move = pair->moves[i];
        bool noisy = move_is_noisy(fast, move);
        Piece mover = fast->board[move_from(move)];
        Piece victim = position_captured(fast, move);
        bool promotes = variant->types[piece_type(mover)].pawn
                        && set_has(&variant->promotion_squares[fast->side], move_to(move));
        position_make(fast, move);
        bool taken = set_count(&fast->occupied) != set_count(&pair->before.occupied);
        position_undo(fast);
        bool own = victim != NO_PIECE && piece_colour(victim) == piece_colour(mover);
        REQUIRE(pair, noisy == ((taken && !own) || promotes));
        REQUIRE(pair, taken == (victim != NO_PIECE));
        REQUIRE(pair, !own || pair->slow.rules->self_capture);
        REQUIRE(pair, !own || !variant->types[piece_type(victim)].royal);
    }
}

static void check_legality(Pair *pair, int count)
{
    Position *fast = &pair->fast;
    Legality legality;
    legality_init(&legality, fast);
    REQUIRE(pair, legality.in_check == position_in_check(fast));
    for (int i = 0; i < count; i++) {
        Move move = pair->moves[i];
        bool legal = move_is_legal(&legality, fast, move);
        REQUIRE(pair, same_position(fast, &pair->before) && same_history(fast, &pair->before));
        if (pair->variant->effects[move_effect(move)].kind == EFFECT_CASTLE)
            continue; /* what the king passes is compared with the reference */
        Colour mover = fast->side;
        position_make(fast, move);
        bool safe = !square_attacked(fast, (Square)fast->king[mover], colour_other(mover));
        position_undo(fast);
        REQUIRE(pair, legal == safe);
    }
}

static void check_texts(Pair *pair)
{
    Position *fast = &pair->fast;
    int count = generate_legal(fast, pair->moves);
    Error err = {""};
    for (int i = 0; i < count; i++) {
        char text[MAX_MOVE_TEXT];
        memset(text, 'x', sizeof text);
        move_to_text(fast, pair->moves[i], text);
        REQUIRE(pair, memchr(text, '\0', sizeof text) != NULL);
        memcpy(pair->fast_fens[i], text, sizeof text);
        if (move_from_text(fast, text, &err) != pair->moves[i])
            fail_msg("%s: %s: \"%s\" is another move when it is read", pair->variant->name,
                     pair->fen, text);
    }
    qsort(pair->fast_fens, (size_t)count, REF_FEN_SIZE, compare_texts);
    for (int i = 1; i < count; i++)
        REQUIRE(pair, strcmp(pair->fast_fens[i - 1], pair->fast_fens[i]) != 0);
    REQUIRE(pair, move_from_text(fast, "a1a1x", &err) == NO_MOVE && err.text[0] != '\0');
}

/* ------------------------------------------------------------------------------------------------
 * Attacks and endings
 */

/* Whether the reference's piece on `from` could take an enemy on `target`. */
static bool slow_attacks(const RefPosition *slow, RefSquare from, RefSquare target, int colour)
{
    RefMoves moves = {.before = slow, .colour = colour, .attacks_only = true, .target = target};
    slow->rules->piece_moves(&moves, from, ref_kind(ref_at(slow, from)));
    return moves.hit;
}

static void check_square(Pair *pair, unsigned square, Colour by)
{
    const Position *fast = &pair->fast;
    const Variant *variant = pair->variant;
    RefPosition slow = pair->slow;
    const RefSquare target =
        ref_square(variant_file(variant, square), variant_rank(variant, square));
    slow.board[target.y][target.x] = by == WHITE ? 'r' : 'R'; /* something to take */
    slow.passed = slow.pawn = ref_square(-1, -1);
    const Set attackers = square_attackers(fast, (Square)square, by, &fast->occupied);
    bool any = false;
    for (unsigned from = 0; from < (unsigned)variant->squares; from++) {
        bool own = set_has(&fast->of_colour[by], from) && from != square;
        const RefSquare at = ref_square(variant_file(variant, from), variant_rank(variant, from));
        bool attacks = own && slow_attacks(&slow, at, target, (int)by);
        any = any || attacks;
        if (from != square && attacks != set_has(&attackers, from))
            fail_msg("%s: %s: attack from square %u on %u: %d, not %d", variant->name, pair->fen,
                     from, square, set_has(&attackers, from), attacks);
    }
    REQUIRE(pair, square_attacked(fast, (Square)square, by) == any);
}

static void check_attacks(Pair *pair)
{
    for (unsigned square = 0; square < (unsigned)pair->variant->squares; square++) {
        check_square(pair, square, WHITE);
        check_square(pair, square, BLACK);
    }
}

static void check_ending(Pair *pair)
{
    static const EndReason reasons[] = {[REF_GOING_ON] = END_NONE,
                                        [REF_CHECKMATE] = END_CHECKMATE,
                                        [REF_STALEMATE] = END_STALEMATE,
                                        [REF_BARE_KING] = END_BARE_KING,
                                        [REF_CUT_OFF] = END_CUT_OFF};
    REQUIRE(pair, position_in_check(&pair->fast) == ref_in_check(&pair->slow));
    int white_half_points = 99;
    RefEnd slow = ref_outcome(&pair->slow, &white_half_points);
    Outcome fast = position_outcome(&pair->fast);
    if (slow == REF_GOING_ON) {
        REQUIRE(pair, fast.reason == END_NONE || fast.reason == END_REPETITION
                          || fast.reason == END_FIFTY_MOVES);
        REQUIRE(pair, (fast.result == RESULT_NONE) == (fast.reason == END_NONE));
        return;
    }
    REQUIRE(pair, fast.reason == reasons[slow]);
    REQUIRE(pair, (int)fast.result == white_half_points);
}

/* A null move changes the player, ends the en passant right, and is taken back whole. */
static void check_null(Pair *pair)
{
    Position *fast = &pair->fast;
    if (position_in_check(fast))
        return;
    position_make_null(fast);
    char fen[REF_FEN_SIZE];
    write_fen(fast, fen);
    check_fresh(pair, fen);
    REQUIRE(pair, position_repetitions(fast) == 0);
    position_undo(fast);
    REQUIRE(pair, same_position(fast, &pair->before) && same_history(fast, &pair->before));
}

/* ------------------------------------------------------------------------------------------------
 * Games
 */

static void check_position(Pair *pair, long number)
{
    write_fen(&pair->fast, pair->fen);
    char slow_fen[REF_FEN_SIZE];
    ref_to_fen(&pair->slow, slow_fen, sizeof slow_fen);
    REQUIRE(pair, strcmp(pair->fen, slow_fen) == 0);
    REQUIRE(pair, position_ok(&pair->fast));
    check_fresh(pair, pair->fen);
    position_copy(&pair->before, &pair->fast);
    REQUIRE(pair,
            same_position(&pair->fast, &pair->before) && same_history(&pair->fast, &pair->before));
    check_successors(pair);
    int count = check_pseudo_legal(pair);
    check_noisy(pair, count);
    check_material(pair, count);
    check_legality(pair, count);
    check_ending(pair);
    check_null(pair);
    if (number % 8 == 0)
        check_texts(pair);
    if (number % 8 == 4)
        check_attacks(pair);
}

/* Begins a game: every other one from the array. */
static void start_game(Pair *pair, long game)
{
    const char *fen = pair->variant->start_fen;
    if (game % 2 == 1)
        fen = pair->starts[random_below(&pair->random, (uint32_t)pair->start_count)];
    set_fen(&pair->fast, fen);
    char message[256];
    if (!ref_from_fen(&pair->slow, pair->variant->name, fen, message, sizeof message))
        fail_msg("%s: %s: %s", pair->variant->name, fen, message);
}

/* Makes a random move in both; false at the end of the game. */
static bool go_on(Pair *pair)
{
    int count = generate_legal(&pair->fast, pair->moves);
    if (count == 0)
        return false;
    position_make(&pair->fast, pair->moves[random_below(&pair->random, (uint32_t)count)]);
    char fen[REF_FEN_SIZE], slow_fen[REF_FEN_SIZE];
    write_fen(&pair->fast, fen);
    count = ref_moves(&pair->slow, pair->successors, REF_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        ref_to_fen(&pair->successors[i], slow_fen, sizeof slow_fen);
        if (strcmp(fen, slow_fen) == 0) {
            pair->slow = pair->successors[i];
            return true;
        }
    }
    fail_msg("%s: %s: the rules know no move to %s", pair->variant->name, pair->fen, fen);
    return false;
}

static void play_and_compare(const char *name, long wanted)
{
    Pair *pair = pair_new(name);
    long seen = 0, games = 0;
    while (seen < wanted) {
        start_game(pair, games++);
        int ply = 0;
        do
            check_position(pair, seen++);
        while (ply++ < MAX_PLIES && seen < wanted && go_on(pair));
        /* All the way back. */
        char fen[REF_FEN_SIZE];
        while (pair->fast.ply > 0)
            position_undo(&pair->fast);
        write_fen(&pair->fast, fen);
        check_fresh(pair, fen);
    }
    printf("%s: %ld positions of %ld games\n", name, seen, games);
    pair_free(pair);
}

static void both_generators_agree_on_random_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < KNOWN_VARIANTS; i++)
        play_and_compare(known_variants[i], wanted_positions);
}

static void both_generators_agree_on_games_of_tweaks(void **state)
{
    (void)state;
    for (size_t i = 0; i < TWEAKED_VARIANTS; i++)
        play_and_compare(tweaked_variants[i], 1 + wanted_positions / 5);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        wanted_positions = strtol(argv[1], NULL, 10);
    if (wanted_positions < 1) {
        fprintf(stderr, "usage: test_differential [POSITIONS]\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_generators_agree_on_random_games),
        cmocka_unit_test(both_generators_agree_on_games_of_tweaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
