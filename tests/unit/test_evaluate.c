/* Evaluation: symmetric, linear in the weights, the same whether kept up to date or counted anew.
 */
#include "tests/unit/play.h"

#include <ctype.h>

#include "engine/search/evaluate.h"
#include "engine/search/searcher.h"

enum { GAMES = 6, PLIES = 100 };

/* What a check of a variant's positions has at hand. */
typedef struct World {
    Variant *variant;
    Weights weights;
    Evaluator *evaluator;
    Position position; /* of the game */
    Position other;    /* room for another */
} World;

typedef void Check(World *world, const Placement *placement);

static void play(World *world, uint64_t index, Move *moves, Check *check)
{
    Random random;
    random_init_keyed(&random, 7, RANDOM_TEST, index);
    set_fen(&world->position, world->variant->start_fen);
    Placement placement = placement_find(world->evaluator, &world->position);
    for (int ply = 0; ply < PLIES && make_random(&world->position, &random, moves); ply++) {
        placement = placement_after(world->evaluator, &world->position, placement);
        check(world, &placement);
    }
}

/* Runs a check on every position of random games of every variant. */
static void check_games(Check *check)
{
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    glob_t files = shipped_variants();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        World world = {.variant = load_variant(files.gl_pathv[i])};
        weights_init_automatic(&world.weights, world.variant);
        world.evaluator = evaluator_new(world.variant, &world.weights);
        position_init(&world.position, world.variant);
        position_init(&world.other, world.variant);
        for (size_t game = 0; game < GAMES; game++)
            play(&world, i * GAMES + game, moves, check);
        position_release(&world.other);
        position_release(&world.position);
        evaluator_free(world.evaluator);
        variant_free(world.variant);
    }
    globfree(&files);
    free(moves);
}

static void check_placement(World *world, const Placement *placement)
{
    Placement found = placement_find(world->evaluator, &world->position);
    assert_true(found.score == placement->score);
    assert_int_equal(found.phase, placement->phase);
}

static void placement_kept_is_placement_counted(void **state)
{
    (void)state;
    check_games(check_placement);
}

/* The FEN with colours swapped and the board turned upside down; rights left out. */
static char *turned_fen(const char *fen)
{
    Text text;
    text_init(&text);
    size_t length = strcspn(fen, " ");
    for (size_t end = length; end != (size_t)-1;) {
        size_t start = end;
        while (start > 0 && fen[start - 1] != '/')
            start--;
        for (size_t i = start; i < end; i++) {
            int letter = (unsigned char)fen[i];
            text_add_char(&text, (char)(islower(letter) ? toupper(letter) : tolower(letter)));
        }
        if (start == 0)
            break;
        text_add_char(&text, '/');
        end = start - 1;
    }
    text_add(&text, " %c - - 0 1", fen[length + 1] == 'w' ? 'b' : 'w');
    return text.data;
}

static void check_turned(World *world, const Placement *placement)
{
    int score = evaluate(world->evaluator, &world->position, placement);
    Text fen;
    text_init(&fen);
    position_add_fen(&world->position, &fen);
    char *turned = turned_fen(fen.data);
    set_fen(&world->other, turned);
    Placement found = placement_find(world->evaluator, &world->other);
    int other = evaluate(world->evaluator, &world->other, &found);
    if (other != score)
        fail_msg("%s is %d, turned %d", fen.data, score, other);
    free(turned);
    text_release(&fen);
}

static void turned_position_has_the_same_score(void **state)
{
    (void)state;
    check_games(check_turned);
}

static int64_t product(const Weight *weights, const Weight *coefficients, int count, int phase)
{
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += (int64_t)coefficients[i].opening
               * (weights[i].opening * phase + weights[i].ending * (PHASE_FULL - phase));
    return sum;
}

static void check_trace(World *world, const Placement *placement)
{
    EvaluationTrace trace;
    evaluate_trace(world->evaluator, &world->position, &trace);
    int64_t sum = product((const Weight *)&world->weights.type[1], (const Weight *)&trace.type[1],
                          world->variant->type_count * WEIGHT_TYPE_TERM_COUNT, trace.phase)
                  + product((const Weight *)&world->weights.side, (const Weight *)&trace.side,
                            WEIGHT_SIDE_TERM_COUNT, trace.phase);
    int score = evaluate(world->evaluator, &world->position, placement);
    assert_int_equal(world->position.side == WHITE ? score : -score, sum / PHASE_FULL);
}

static void score_is_the_product_of_weights_and_trace(void **state)
{
    (void)state;
    check_games(check_trace);
}

/* Evaluations of a position with one weight set. */
static int evaluate_fen(const Variant *variant, const Weights *weights, const char *fen)
{
    Position position;
    position_init(&position, variant);
    set_fen(&position, fen);
    Searcher *searcher = searcher_new(variant, weights, 1 << 16);
    int score = searcher_evaluate(searcher, &position);
    searcher_free(searcher);
    position_release(&position);
    return score;
}

static void declared_value_is_the_value_used(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Weights weights = {.source = "test"};
    unsigned queen = variant_type(variant, 'Q');
    const char *fen = "3qk3/pppppppp/8/8/8/8/PPPPPPPP/Q2QK3 w - - 0 1";
    int scores[3];
    static const int16_t values[3] = {0, 1, 5000};
    for (int i = 0; i < 3; i++) {
        weights.type[queen].value = (Weight){values[i], values[i]};
        scores[i] = evaluate_fen(variant, &weights, fen);
    }
    assert_int_equal(scores[1] - scores[0], 1);
    assert_int_equal(scores[2] - scores[0], 5000);
    variant_free(variant);
}

/* Worked by hand for weights that are 0 but for the one term; middle game and end game alike. */
static void terms_count_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        char letter; /* 0: a term of the side */
        int term;
        int score; /* of 100 a unit */
    } rows[] = {
        /* value: a knight more */
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 'N', 0, 100},
        {"4k3/8/8/8/8/8/8/N3K3 b - - 0 1", 'N', 0, -100},
        /* centre: a1 has 0 steps from the edges, d4 6, the mean is 3 */
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 'N', 3, -300},
        {"4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 'N', 3, 300},
        /* advance: the first rank is 4 behind the middle */
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 'N', 4, -400},
        {"n3k3/8/8/8/8/8/8/4K3 w - - 0 1", 'N', 4, 400},
        {"4k3/8/N7/8/8/8/8/4K3 w - - 0 1", 'N', 4, 100},
        /* pair */
        {"4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 'B', 5, 0},
        {"4k3/8/8/8/8/8/8/BB2K3 w - - 0 1", 'B', 5, 100},
        {"bb2k3/8/8/8/8/8/8/BB2K3 w - - 0 1", 'B', 5, 0},
        /* attack: d7, f7 and d8 of the king's five squares, through the open lines */
        {"4k3/8/8/8/8/8/8/3R2K1 w - - 0 1", 'R', 2, 200},
        /* tempo */
        {"4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0, 0, 100},
        /* pawn_advance: a5 is 3 beyond the second rank */
        {"4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 0, 1, 900},
        /* passed, one step and three steps before promotion; stopped by a pawn on the next file */
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0, 2, 100},
        {"4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 0, 4, 100},
        {"4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1", 0, 4, 0},
        {"4k3/8/8/8/8/8/p7/4K3 w - - 0 1", 0, 2, -100},
        /* doubled */
        {"4k3/8/8/P7/P7/8/8/4K3 w - - 0 1", 0, 8, 100},
        /* shelter: three pawns */
        {"4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 0, 9, 300},
        /* hunt: a king in the corner is 3 off the mean; kings at distance 2 of 8 */
        {"7k/8/6K1/8/8/8/8/R7 w - - 0 1", 0, 10, 1200},
    };
    Variant *variant = load_variant("chess");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Weights weights = {.source = "test"};
        Weight *terms = rows[i].letter == 0
                            ? (Weight *)&weights.side
                            : (Weight *)&weights.type[variant_type(variant, rows[i].letter)];
        terms[rows[i].term] = (Weight){100, 100};
        int score = evaluate_fen(variant, &weights, rows[i].fen);
        if (score != rows[i].score)
            fail_msg("row %zu: %s is %d, not %d", i, rows[i].fen, score, rows[i].score);
    }
    variant_free(variant);
}

/* The knight on c6 is attacked by a pawn and the queen on g5 by a bishop; a pawn that a rook
 * attacks and a knight that a knight attacks are in no danger of that kind. */
static void threats_are_made_by_less_value(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int threats;
    } rows[] = {
        {"4k3/8/2n5/1P6/8/8/8/4K3 w - - 0 1", 1},   {"4k3/8/2n5/1P4q1/8/8/3B4/4K3 w - - 0 1", 2},
        {"4k3/8/8/6q1/8/4P3/3B4/4K3 w - - 0 1", 0}, {"4k3/2p5/8/8/8/8/8/2R1K3 w - - 0 1", 0},
        {"4k3/8/2n5/8/3N4/8/8/4K3 w - - 0 1", 0},   {"4k3/8/8/8/1p6/2N5/8/4K3 w - - 0 1", -1},
    };
    Variant *variant = load_variant("chess");
    Weights weights = {.source = "test"};
    static const char letters[] = "PNBRQ";
    for (int i = 0; i < 5; i++)
        weights.type[variant_type(variant, letters[i])].value =
            (Weight){(int16_t)(100 + 200 * i), (int16_t)(100 + 200 * i)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        weights.side.threat = (Weight){0, 0};
        int without = evaluate_fen(variant, &weights, rows[i].fen);
        weights.side.threat = (Weight){10, 10};
        assert_int_equal(evaluate_fen(variant, &weights, rows[i].fen) - without,
                         10 * rows[i].threats);
    }
    variant_free(variant);
}

static void scores_keep_both_halves_apart(void **state)
{
    (void)state;
    static const int numbers[] = {0, 1, -1, 20000, -20000, 1000000, -1000000};
    enum { COUNT = sizeof numbers / sizeof numbers[0] };
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            Score score = score_make(numbers[i], numbers[j]);
            assert_int_equal(score_opening(score), numbers[i]);
            assert_int_equal(score_ending(score), numbers[j]);
            assert_int_equal(score_opening(-3 * score), -3 * numbers[i]);
            assert_int_equal(score_ending(-3 * score), -3 * numbers[j]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threats_are_made_by_less_value),
        cmocka_unit_test(scores_keep_both_halves_apart),
        cmocka_unit_test(placement_kept_is_placement_counted),
        cmocka_unit_test(turned_position_has_the_same_score),
        cmocka_unit_test(score_is_the_product_of_weights_and_trace),
        cmocka_unit_test(declared_value_is_the_value_used),
        cmocka_unit_test(terms_count_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
