/* The fast generator against the slow reference, and against itself, on positions of random games.
 *
 *     test_differential [POSITIONS]      of each variant, 2000 by default */
#include "tests/unit/position_checks.h"

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
    Checks checks;
    RefPosition slow;
    RefPosition *successors;
    char (*starts)[MAX_LINE]; /* games start from these */
    size_t start_count;
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
    checks_init(&pair->checks, pair->variant, hash_bytes(name, strlen(name)));
    pair->successors = memory_new(REF_MAX_MOVES, sizeof *pair->successors);
    pair->starts = memory_new(MAX_LINES, MAX_LINE);
    read_starts(pair, name);
    return pair;
}

static void pair_free(Pair *pair)
{
    checks_release(&pair->checks);
    variant_free(pair->variant);
    free(pair->successors);
    free(pair->starts);
    free(pair);
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
    const Position *fast = &pair->checks.position;
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
            fail_msg("%s: %s: attack from square %u on %u: %d, not %d", variant->name,
                     pair->checks.fen, from, square, set_has(&attackers, from), attacks);
    }
    REQUIRE(&pair->checks, square_attacked(fast, (Square)square, by) == any);
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
    REQUIRE(&pair->checks, position_in_check(&pair->checks.position) == ref_in_check(&pair->slow));
    int white_half_points = 99;
    RefEnd slow = ref_outcome(&pair->slow, &white_half_points);
    Outcome fast = position_outcome(&pair->checks.position);
    if (slow == REF_GOING_ON) {
        REQUIRE(&pair->checks, fast.reason == END_NONE || fast.reason == END_REPETITION
                                   || fast.reason == END_FIFTY_MOVES);
        REQUIRE(&pair->checks, (fast.result == RESULT_NONE) == (fast.reason == END_NONE));
        return;
    }
    REQUIRE(&pair->checks, fast.reason == reasons[slow]);
    REQUIRE(&pair->checks, (int)fast.result == white_half_points);
}

/* ------------------------------------------------------------------------------------------------
 * Games
 */

/* Only where the rules say so does a piece take its own side's, and never the king. */
static void check_victims(Pair *pair, int count)
{
    Checks *checks = &pair->checks;
    for (int i = 0; i < count; i++) {
        Piece victim = position_captured(&checks->position, checks->moves[i]);
        bool own = victim != NO_PIECE && piece_colour(victim) == checks->position.side;
        REQUIRE(checks, !own || pair->slow.rules->self_capture);
        REQUIRE(checks, !own || !pair->variant->types[piece_type(victim)].royal);
    }
}

static void check_position(Pair *pair, long number)
{
    Checks *checks = &pair->checks;
    checks_begin(checks);
    char slow_fen[REF_FEN_SIZE];
    ref_to_fen(&pair->slow, slow_fen, sizeof slow_fen);
    REQUIRE(checks, strcmp(checks->fen, slow_fen) == 0);
    int count = ref_moves(&pair->slow, pair->successors, REF_MAX_MOVES);
    for (int i = 0; i < count; i++)
        ref_to_fen(&pair->successors[i], checks->expected[i], CHECK_FEN_SIZE);
    check_successors(checks, count);
    count = check_pseudo_legal(checks);
    check_noisy(checks, count);
    check_material(checks, count);
    check_victims(pair, count);
    check_legality(checks, count);
    check_ending(pair);
    check_null(checks);
    if (number % 8 == 0)
        check_texts(checks);
    if (number % 8 == 4)
        check_attacks(pair);
}

/* Begins a game: every other one from the array. */
static void start_game(Pair *pair, long game)
{
    const char *fen = pair->variant->start_fen;
    if (game % 2 == 1)
        fen = pair->starts[random_below(&pair->checks.random, (uint32_t)pair->start_count)];
    set_fen(&pair->checks.position, fen);
    char message[256];
    if (!ref_from_fen(&pair->slow, pair->variant->name, fen, message, sizeof message))
        fail_msg("%s: %s: %s", pair->variant->name, fen, message);
}

/* Makes a random move in both; false at the end of the game. */
static bool go_on(Pair *pair)
{
    int count = generate_legal(&pair->checks.position, pair->checks.moves);
    if (count == 0)
        return false;
    position_make(&pair->checks.position,
                  pair->checks.moves[random_below(&pair->checks.random, (uint32_t)count)]);
    char fen[REF_FEN_SIZE], slow_fen[REF_FEN_SIZE];
    write_fen(&pair->checks.position, fen);
    count = ref_moves(&pair->slow, pair->successors, REF_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        ref_to_fen(&pair->successors[i], slow_fen, sizeof slow_fen);
        if (strcmp(fen, slow_fen) == 0) {
            pair->slow = pair->successors[i];
            return true;
        }
    }
    fail_msg("%s: %s: the rules know no move to %s", pair->variant->name, pair->checks.fen, fen);
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
        while (pair->checks.position.ply > 0)
            position_undo(&pair->checks.position);
        write_fen(&pair->checks.position, fen);
        check_fresh(&pair->checks, fen);
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
