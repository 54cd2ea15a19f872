/* Evaluation: symmetric, linear in the weights, the same whether kept up to date or counted anew.
 */
#include "tests/unit/play.h"

#include <ctype.h>
#include <stddef.h>

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

/* The variant is loaded. */
static void open_world(World *world)
{
    weights_init_automatic(&world->weights, world->variant);
    world->evaluator = evaluator_new(world->variant, &world->weights);
    position_init(&world->position, world->variant);
    position_init(&world->other, world->variant);
}

static void close_world(World *world)
{
    position_release(&world->other);
    position_release(&world->position);
    evaluator_free(world->evaluator);
    variant_free(world->variant);
}

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
        open_world(&world);
        for (size_t game = 0; game < GAMES; game++)
            play(&world, i * GAMES + game, moves, check);
        close_world(&world);
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

static void add_swapped(Text *text, const char *from, const char *end)
{
    for (; from < end; from++) {
        int letter = (unsigned char)*from;
        text_add_char(text, (char)(islower(letter) ? toupper(letter) : tolower(letter)));
    }
}

/* The FEN with colours swapped and the board turned upside down; rights left out. */
static char *turned_fen(const char *fen)
{
    Text text;
    text_init(&text);
    const size_t field = strcspn(fen, " "), length = strcspn(fen, " [");
    for (size_t end = length; end != (size_t)-1;) {
        size_t start = end;
        while (start > 0 && fen[start - 1] != '/')
            start--;
        add_swapped(&text, fen + start, fen + end);
        if (start == 0)
            break;
        text_add_char(&text, '/');
        end = start - 1;
    }
    add_swapped(&text, fen + length, fen + field);
    text_add(&text, " %c - - 0 1", fen[field + 1] == 'w' ? 'b' : 'w');
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

/* An evaluator remembers boards: each position has the score that a new one gives it, whichever
 * side moves and however often it comes up. */
static void check_memory(World *world, const Placement *placement)
{
    (void)placement;
    Text fen;
    text_init(&fen);
    position_add_fen(&world->position, &fen);
    char *side = strchr(fen.data, ' ') + 1;
    for (int time = 0; time < 4; time++, *side = *side == 'w' ? 'b' : 'w') {
        Error err = {""};
        if (!position_set_fen(&world->other, fen.data, &err))
            continue; /* the side that is not to move is in check */
        Placement found = placement_find(world->evaluator, &world->other);
        Evaluator *fresh = evaluator_new(world->variant, &world->weights);
        assert_int_equal(evaluate(world->evaluator, &world->other, &found),
                         evaluate(fresh, &world->other, &found));
        evaluator_free(fresh);
    }
    text_release(&fen);
}

static void board_met_before_has_the_score_of_a_new_one(void **state)
{
    (void)state;
    static const char *const names[] = {"chess", "capablanca"};
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        World world = {.variant = load_variant(names[i])};
        open_world(&world);
        play(&world, i, moves, check_memory);
        close_world(&world);
    }
    free(moves);
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

/* Room for a term's place in its list. */
#define TYPE_TERM(name) (offsetof(TypeWeights, name) / sizeof(Weight))
#define SIDE_TERM(name) (offsetof(SideWeights, name) / sizeof(Weight))

typedef struct TermRow {
    const char *fen;
    char letter; /* 0: a term of the side */
    size_t term;
    int score; /* of 100 a unit */
} TermRow;

/* Checks rows with weights that are 0 but for the one term and, so that cheaper ones are known, the
 * values 1, 3, 3, 5 and 9 of a chess set (0 where the row is about values). */
static void check_terms(const char *name, const TermRow *rows, size_t count)
{
    static const char letters[] = "PNBRQ";
    static const int16_t values[] = {1, 3, 3, 5, 9};
    Variant *variant = load_variant(name);
    for (size_t i = 0; i < count; i++) {
        Weights weights = {.source = "test"};
        for (size_t j = 0; letters[j] != '\0'; j++)
            weights.type[variant_type(variant, letters[j])].value = (Weight){values[j], values[j]};
        int without = evaluate_fen(variant, &weights, rows[i].fen);
        Weight *terms = rows[i].letter == 0
                            ? (Weight *)&weights.side
                            : (Weight *)&weights.type[variant_type(variant, rows[i].letter)];
        Weight *weight = &terms[rows[i].term];
        *weight = (Weight){(int16_t)(weight->opening + 100), (int16_t)(weight->ending + 100)};
        int score = evaluate_fen(variant, &weights, rows[i].fen) - without;
        if (score != rows[i].score)
            fail_msg("%s, row %zu: %s is %d, not %d", name, i, rows[i].fen, score, rows[i].score);
    }
    variant_free(variant);
}

/* Worked by hand; middle game and end game alike. */
static void terms_count_what_they_say(void **state)
{
    (void)state;
    static const TermRow rows[] = {
        /* a knight more */
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 'N', TYPE_TERM(value), 100},
        {"4k3/8/8/8/8/8/8/N3K3 b - - 0 1", 'N', TYPE_TERM(value), -100},
        /* a1 has 0 steps from the edges, d4 6, the mean is 3 */
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 'N', TYPE_TERM(centre), -300},
        {"4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 'N', TYPE_TERM(centre), 300},
        /* the first rank is 4 behind the middle */
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 'N', TYPE_TERM(advance), -400},
        {"n3k3/8/8/8/8/8/8/4K3 w - - 0 1", 'N', TYPE_TERM(advance), 400},
        {"4k3/8/N7/8/8/8/8/4K3 w - - 0 1", 'N', TYPE_TERM(advance), 100},
        {"4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 'B', TYPE_TERM(pair), 0},
        {"4k3/8/8/8/8/8/8/BB2K3 w - - 0 1", 'B', TYPE_TERM(pair), 100},
        {"bb2k3/8/8/8/8/8/8/BB2K3 w - - 0 1", 'B', TYPE_TERM(pair), 0},
        /* d7, f7 and d8 of the king's five squares, through the open lines */
        {"4k3/8/8/8/8/8/8/3R2K1 w - - 0 1", 'R', TYPE_TERM(attack), 200},
        {"4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0, SIDE_TERM(tempo), 100},
        /* a5 is 3 beyond the second rank */
        {"4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(pawn_advance), 900},
        /* one step and three steps before promotion; stopped by a pawn on the next file */
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_1), 100},
        {"4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_3), 100},
        {"4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_3), 0},
        {"4k3/8/8/8/8/8/p7/4K3 w - - 0 1", 0, SIDE_TERM(passed_1), -100},
        /* three beyond the second rank, a piece of either side on a6 or not */
        {"4k3/8/n7/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_blocked), 300},
        {"4k3/8/N7/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_blocked), 300},
        {"4k3/n7/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_blocked), 0},
        /* a6, a7 and a8: free but for an enemy there, or a rook that attacks a7 */
        {"4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_free), 300},
        {"4k3/n7/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_free), 0},
        {"4k3/7r/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_free), 0},
        {"4k3/7R/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_free), 300},
        /* a6 is 5 from e1 and 4 from e8; 1 from b5 and 6 from g8 */
        {"4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(passed_escort), -300},
        {"6k1/8/8/PK6/8/8/8/8 w - - 0 1", 0, SIDE_TERM(passed_escort), 1500},
        {"4k3/8/8/P7/P7/8/8/4K3 w - - 0 1", 0, SIDE_TERM(doubled), 100},
        /* a pawn beside ends it wherever on its file it stands */
        {"4k3/8/8/P7/P7/8/8/4K3 w - - 0 1", 0, SIDE_TERM(isolated), 200},
        {"4k3/8/8/P7/8/8/1P6/4K3 w - - 0 1", 0, SIDE_TERM(isolated), 0},
        {"4k3/7p/8/P7/8/8/1P6/4K3 w - - 0 1", 0, SIDE_TERM(isolated), -100},
        /* b4 defends a5; its neighbour on b5 would not */
        {"4k3/8/8/P7/1P6/8/8/4K3 w - - 0 1", 0, SIDE_TERM(connected), 100},
        {"4k3/8/8/PP6/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(connected), 0},
        {"4k3/8/8/N7/1P6/8/8/4K3 w - - 0 1", 0, SIDE_TERM(connected), 0},
        {"4k3/8/8/N7/1P6/8/8/4K3 w - - 0 1", 0, SIDE_TERM(guarded), 100},
        {"4k3/1p6/n7/8/8/8/8/4K3 w - - 0 1", 0, SIDE_TERM(guarded), -100},
        /* three pawns */
        {"4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 0, SIDE_TERM(shelter), 300},
        /* two pawns before the king; h1 and a knight do not count */
        {"4k3/8/8/8/8/8/5PPN/6KP w - - 0 1", 0, SIDE_TERM(shield), 200},
        /* a king in the corner is 3 off the mean; kings at distance 2 of 8 */
        {"7k/8/6K1/8/8/8/8/R7 w - - 0 1", 0, SIDE_TERM(hunt), 1200},
        /* rooks on the d and f files, a knight to d7, and a bishop to d7, too */
        {"4k3/8/8/8/8/8/8/3R2K1 w - - 0 1", 0, SIDE_TERM(siege_2), 0},
        {"4k3/8/8/8/8/8/8/3R1RK1 w - - 0 1", 0, SIDE_TERM(siege_2), 100},
        {"4k3/8/8/2N5/8/8/8/3R1RK1 w - - 0 1", 0, SIDE_TERM(siege_2), 0},
        {"4k3/8/8/2N5/8/8/8/3R1RK1 w - - 0 1", 0, SIDE_TERM(siege_3), 100},
        {"4k3/8/8/2N5/8/7B/8/3R1RK1 w - - 0 1", 0, SIDE_TERM(siege_3), 0},
        {"4k3/8/8/2N5/8/7B/8/3R1RK1 w - - 0 1", 0, SIDE_TERM(siege_more), 100},
        /* d8 and d7, of which the bishop on g4 defends d7 and that on g5 d8 */
        {"4k3/8/8/8/8/8/8/3R2K1 w - - 0 1", 0, SIDE_TERM(breach), 200},
        {"4k3/8/8/8/6b1/8/8/3R2K1 w - - 0 1", 0, SIDE_TERM(breach), 100},
        {"4k3/8/8/6b1/6b1/8/8/3R2K1 w - - 0 1", 0, SIDE_TERM(breach), 0},
        /* the rook takes the knight, unless a pawn or its king defends it */
        {"4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 0, SIDE_TERM(hanging), 100},
        {"4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", 0, SIDE_TERM(hanging), 0},
        {"8/8/4k3/3n4/8/8/8/3RK3 w - - 0 1", 0, SIDE_TERM(hanging), 0},
        {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", 0, SIDE_TERM(hanging), 0},
        {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", 0, SIDE_TERM(hanging_pawn), 100},
        {"4k3/8/8/8/8/8/3nK3/8 w - - 0 1", 0, SIDE_TERM(hanging), 100},
        /* kings attack five squares each, the pawn on a2 b3 */
        {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 0, SIDE_TERM(space), 100},
        {"8/8/8/8/3k4/8/3K4/8 w - - 0 1", 0, SIDE_TERM(space), 0},
    };
    check_terms("chess", rows, sizeof rows / sizeof rows[0]);
}

/* The knight on d4 goes to eight squares; of these a pawn on d7 attacks c6 and e6, the rook on c8
 * only c6, by no cheaper piece. */
static void mobility_leaves_out_what_cheaper_pieces_attack(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int squares;
    } rows[] = {
        {"7k/8/8/8/3N4/8/8/7K w - - 0 1", 8},
        {"7k/3p4/8/8/3N4/8/8/7K w - - 0 1", 6},
        {"2r4k/8/8/8/3N4/8/8/7K w - - 0 1", 8},
        {"7k/3p4/8/8/3N4/8/4P3/7K w - - 0 1", 5},
    };
    Variant *variant = load_variant("chess");
    unsigned knight = variant_type(variant, 'N');
    Weights weights = {.source = "test"};
    weights.type[variant_type(variant, 'P')].value = (Weight){1, 1};
    weights.type[knight].value = (Weight){3, 3};
    weights.type[variant_type(variant, 'R')].value = (Weight){5, 5};
    int scores[sizeof rows / sizeof rows[0]];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        weights.type[knight].mobility = (Weight){0, 0};
        scores[i] = -evaluate_fen(variant, &weights, rows[i].fen);
        weights.type[knight].mobility = (Weight){100, 100};
        scores[i] += evaluate_fen(variant, &weights, rows[i].fen);
        assert_int_equal(scores[i] - scores[0], 100 * (rows[i].squares - rows[0].squares));
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
        cmocka_unit_test(board_met_before_has_the_score_of_a_new_one),
        cmocka_unit_test(declared_value_is_the_value_used),
        cmocka_unit_test(terms_count_what_they_say),
        cmocka_unit_test(mobility_leaves_out_what_cheaper_pieces_attack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
