/* The fast player against the generic reference on variants whose rules are random.
 *
 *     test_random_variants [FIRST [COUNT]]      the numbers of the variants: 1 and 100 by default
 *
 * A difference is printed with the number and the file of its variant: `test_random_variants NUMBER
 * 1` does it again. */
#include "tests/unit/throwaway.h"

#include "engine/rules/attack.h"
#include "engine/rules/outcome.h"
#include "tests/unit/position_checks.h"
#include "tests/unit/random_variant.h"

enum {
    DEFAULT_COUNT = 100,
    POSITIONS = 50, /* of each variant */
    MAX_PLIES = 40, /* of a game: then another begins */
};

static unsigned long first_number = 1, wanted = DEFAULT_COUNT;

/* All that is needed for one variant. */
typedef struct Match {
    unsigned long number;
    RandomVariant made;
    Variant *variant;
    Checks checks;
    RefState slow;
    RefState *successors;
} Match;

static void explain(void *context)
{
    const Match *match = context;
    printf("variant %lu:\n%s", match->number, match->made.ini.data);
    fflush(stdout);
}

static void check_ending(Match *match)
{
    static const EndReason reasons[] = {[REF_GOING_ON] = END_NONE,
                                        [REF_CHECKMATE] = END_CHECKMATE,
                                        [REF_STALEMATE] = END_STALEMATE,
                                        [REF_BARE_KING] = END_BARE_KING,
                                        [REF_CUT_OFF] = END_CUT_OFF};
    Checks *checks = &match->checks;
    REQUIRE(checks, position_in_check(&checks->position)
                        == ref_generic_in_check(&match->made.rules, &match->slow));
    int white_half_points = 99;
    RefEnd slow = ref_generic_outcome(&match->made.rules, &match->slow, &white_half_points);
    Outcome fast = position_outcome(&checks->position);
    if (slow == REF_GOING_ON) {
        REQUIRE(checks, fast.reason == END_NONE || fast.reason == END_REPETITION
                            || fast.reason == END_FIFTY_MOVES);
        return;
    }
    if (fast.reason != reasons[slow] || (int)fast.result != white_half_points)
        checks_fail(checks, "the rules end it by %s with %d half points, the engine by %s with %d",
                    end_reason_name(reasons[slow]), white_half_points, end_reason_name(fast.reason),
                    (int)fast.result);
}

/* Compares the position at hand; returns the number of its moves. */
static int check_position(Match *match)
{
    const RefGeneric *rules = &match->made.rules;
    Checks *checks = &match->checks;
    char fen[REF_FEN_SIZE];
    checks_begin(checks);
    ref_generic_fen(rules, &match->slow, fen, sizeof fen);
    if (strcmp(fen, checks->fen) != 0)
        checks_fail(checks, "the rules are at %s", fen);
    int moves = ref_generic_moves(rules, &match->slow, match->successors, REF_MAX_MOVES);
    for (int i = 0; i < moves; i++)
        ref_generic_fen(rules, &match->successors[i], checks->expected[i], CHECK_FEN_SIZE);
    check_successors(checks, moves);
    int count = check_pseudo_legal(checks);
    check_noisy(checks, count);
    check_material(checks, count);
    check_legality(checks, count);
    check_ending(match);
    check_null(checks);
    check_texts(checks);
    return moves;
}

/* Makes a random move in both. */
static void go_on(Match *match, int moves)
{
    Checks *checks = &match->checks;
    const RefState next = match->successors[random_below(&checks->random, (uint32_t)moves)];
    char wanted_fen[REF_FEN_SIZE], fen[CHECK_FEN_SIZE];
    ref_generic_fen(&match->made.rules, &next, wanted_fen, sizeof wanted_fen);
    int count = generate_legal(&checks->position, checks->moves);
    for (int i = 0; i < count; i++) {
        position_make(&checks->position, checks->moves[i]);
        write_fen(&checks->position, fen);
        if (strcmp(fen, wanted_fen) == 0)
            break;
        position_undo(&checks->position);
    }
    match->slow = next;
}

/* Plays and compares; returns how many positions. */
static int play_and_compare(Match *match)
{
    int seen = 0, games = 0;
    while (seen < POSITIONS && games++ < POSITIONS / 4) {
        set_fen(&match->checks.position, match->variant->start_fen);
        match->slow = match->made.start;
        int moves = 1;
        for (int ply = 0; ply < MAX_PLIES && seen < POSITIONS && moves > 0; ply++, seen++) {
            moves = check_position(match);
            if (moves > 0)
                go_on(match, moves);
        }
        while (match->checks.position.ply > 0)
            position_undo(&match->checks.position);
        char fen[CHECK_FEN_SIZE];
        write_fen(&match->checks.position, fen);
        if (strcmp(fen, match->variant->start_fen) != 0)
            checks_fail(&match->checks, "all taken back it is %s", fen);
    }
    return seen;
}

static void both_agree_on_random_variants(void **state)
{
    (void)state;
    Match *match = memory_new(1, sizeof *match);
    unsigned long compared = 0, refused = 0, over = 0;
    long positions = 0;
    match->successors = memory_new(REF_MAX_MOVES, sizeof *match->successors);
    random_variant_init(&match->made);
    for (match->number = first_number; match->number - first_number < wanted; match->number++) {
        Error err = {""};
        if (!random_variant_make(&match->made, match->number)) {
            over++;
            continue;
        }
        match->variant = load_text(match->made.ini.data, &err);
        if (match->variant == NULL) {
            refused++;
            if (getenv("VERBOSE") != NULL)
                printf("%lu: %s\n", match->number, err.text);
            continue;
        }
        checks_init(&match->checks, match->variant, match->number);
        match->checks.explain = explain;
        match->checks.context = match;
        positions += play_and_compare(match);
        compared++;
        checks_release(&match->checks);
        variant_free(match->variant);
    }
    printf("%lu variants, %ld positions; %lu refused, %lu over at the start\n", compared, positions,
           refused, over);
    random_variant_release(&match->made);
    free(match->successors);
    free(match);
    assert_true(wanted < DEFAULT_COUNT || compared > wanted / 2);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        first_number = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        wanted = strtoul(argv[2], NULL, 10);
    if (argc > 3 || wanted < 1) {
        fprintf(stderr, "usage: test_random_variants [FIRST [COUNT]]\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_agree_on_random_variants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
