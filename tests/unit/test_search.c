/* The search: mates, ends of games, limits, reproducibility. */
#include "tests/unit/throwaway.h"

#include <pthread.h>

#include "engine/search/searcher.h"

enum { TABLE_BYTES = 1 << 20 };

typedef struct World {
    Variant *variant;
    Weights weights;
    Position position;
    Searcher *searcher;
} World;

/* The rest of a world that has its variant. */
static void world_fill(World *world)
{
    Error err = {""};
    if (!weights_load_default(&world->weights, world->variant, &err))
        fail_msg("%s", err.text);
    position_init(&world->position, world->variant);
    world->searcher = searcher_new(world->variant, &world->weights, TABLE_BYTES);
}

static void world_init(World *world, const char *variant)
{
    world->variant = load_variant(variant);
    world_fill(world);
}

static void world_release(World *world)
{
    searcher_free(world->searcher);
    position_release(&world->position);
    variant_free(world->variant);
}

static SearchResult search_fen(World *world, const char *fen, SearchLimits limits)
{
    set_fen(&world->position, fen);
    searcher_clear(world->searcher);
    return searcher_search(world->searcher, &world->position, &limits);
}

static void mates_are_found_at_their_distance(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int depth;
        int plies;
        const char *move; /* NULL where several win */
    } rows[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 2, 1, "a1a8"},
        {"r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 2, 1, "a8a1"},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 14, 3, "a1a6"},
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 9, 5, "f6a6"},
        {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 8, 3, NULL},
    };
    World world;
    world_init(&world, "chess");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        SearchResult result =
            search_fen(&world, rows[i].fen, (SearchLimits){.depth = rows[i].depth});
        if (result.score != SCORE_MATE - rows[i].plies)
            fail_msg("%s: the score is %d", rows[i].fen, result.score);
        if (rows[i].move != NULL)
            assert_true(result.best == move_of(&world.position, rows[i].move));
        assert_true(result.pv[0] == result.best);
    }
    world_release(&world);
}

/* Every move of the variation is legal, and a mate in n has n of them and is one. */
static void variation_of_a_mate_ends_in_mate(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    SearchResult result =
        search_fen(&world, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", (SearchLimits){.depth = 9});
    assert_int_equal(result.pv_length, 5);
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    for (int i = 0; i < result.pv_length; i++) {
        int count = generate_legal(&world.position, moves);
        bool found = false;
        for (int j = 0; j < count; j++)
            found |= moves[j] == result.pv[i];
        assert_true(found);
        position_make(&world.position, result.pv[i]);
    }
    assert_int_equal(generate_legal(&world.position, moves), 0);
    free(moves);
    world_release(&world);
}

static void ended_games_have_their_scores(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int score;
    } rows[] = {
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},                      /* stalemate */
        {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -SCORE_MATE},            /* mate */
        {"R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", -SCORE_MATE},      /* mate */
        {"8/8/8/8/8/5k2/8/R5K1 w - - 99 80", 0},                    /* the move rule */
        {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 80", SCORE_MATE - 1}, /* mate goes before it */
        {"8/8/8/8/8/1k6/p7/K7 w - - 0 1", 0},                       /* stalemate, to move */
    };
    World world;
    world_init(&world, "chess");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        SearchResult result = search_fen(&world, rows[i].fen, (SearchLimits){.depth = 5});
        if (result.score != rows[i].score)
            fail_msg("%s: the score is %d, not %d", rows[i].fen, result.score, rows[i].score);
        Move *moves = memory_new(MAX_MOVES, sizeof *moves);
        assert_int_equal(result.best == NO_MOVE, generate_legal(&world.position, moves) == 0);
        free(moves);
    }
    world_release(&world);
}

/* White is a queen and more down and has a perpetual check. */
static void perpetual_check_is_a_draw(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    SearchResult result =
        search_fen(&world, "5rk1/5p1p/5Q2/8/8/8/qr6/7K w - - 0 1", (SearchLimits){.depth = 10});
    assert_int_equal(result.score, 0);
    world_release(&world);
}

/* The same check where who is to move at the third repetition wins, or loses. */
static void repetition_has_the_value_of_the_variant(void **state)
{
    (void)state;
    static const char *const values[] = {"loss", "draw", "win"};
    int scores[3];
    for (int i = 0; i < 3; i++) {
        Text text;
        text_init(&text);
        text_add(&text, "[again:chess]\nnFoldValue = %s\n", values[i]);
        World world = {.variant = must_load_text(text.data)};
        text_release(&text);
        world_fill(&world);
        scores[i] =
            search_fen(&world, "5rk1/5p1p/5Q2/8/8/8/qr6/7K w - - 0 1", (SearchLimits){.depth = 12})
                .score;
        world_release(&world);
    }
    assert_true(scores[0] < -1000);
    assert_int_equal(scores[1], 0);
    assert_true(scores[2] > 1000);
}

static const char *const middle_games[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
};
enum { MIDDLE_GAMES = sizeof middle_games / sizeof middle_games[0] };

static void node_limits_are_exact(void **state)
{
    (void)state;
    static const uint64_t limits[] = {1, 2, 3, 10, 99, 100, 1000, 12345, 50000};
    World world;
    world_init(&world, "chess");
    for (int i = 0; i < MIDDLE_GAMES; i++)
        for (size_t j = 0; j < sizeof limits / sizeof limits[0]; j++) {
            SearchResult result =
                search_fen(&world, middle_games[i], (SearchLimits){.nodes = limits[j]});
            assert_int_equal(result.nodes, limits[j]);
            assert_true(result.best != NO_MOVE);
            assert_int_equal(world.position.ply, 0);
        }
    world_release(&world);
}

/* The queen has nothing but checks for ever: a draw in chess, but lost where that loses. */
static void perpetual_check_is_no_way_out_where_it_loses(void **state)
{
    (void)state;
    World world;
    world.variant = must_load_text("[t:chess]\nroyal = k\nperpetualCheckIllegal = true\n");
    world_fill(&world);
    SearchResult result =
        search_fen(&world, "5rk1/5p1p/5Q2/8/8/8/qr6/7K w - - 0 1", (SearchLimits){.depth = 10});
    if (result.score > -300)
        fail_msg("the score is %d", result.score);
    world_release(&world);
}

/* The one move of the checked side repeats the position for the third time: it wins. */
static void who_is_checked_for_ever_wins(void **state)
{
    (void)state;
    static const char *const moves[] = {"d2e2", "e10d10", "e2d2", "d10e10",
                                        "d2e2", "e10d10", "e2d2"};
    World world;
    world_init(&world, "xiangqi");
    set_fen(&world.position, "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1");
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        position_make(&world.position, move_of(&world.position, moves[i]));
    SearchResult result =
        searcher_search(world.searcher, &world.position, &(SearchLimits){.depth = 4});
    assert_true(result.best == move_of(&world.position, "d10e10"));
    assert_int_equal(result.score, SCORE_MATE - 1);
    world_release(&world);
}

static void a_count_that_runs_out_is_a_draw_but_mate_goes_first(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        bool draw;
    } rows[] = {
        {"3k4/8/8/8/8/8/8/R3K3 b - - 32/32 0 1", true},
        {"3k4/8/8/8/8/8/8/R3K3 b - - 10/32 0 1", false},
        /* The rook mates with the last move that is counted. */
        {"3k4/8/3K4/8/8/8/8/R7 w - - 32/32 0 1", false},
        {"3k4/8/8/3K4/8/8/8/R7 w - - 32/32 0 1", true},
    };
    World world;
    world_init(&world, "makruk");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        SearchResult result = search_fen(&world, rows[i].fen, (SearchLimits){.depth = 4});
        if ((result.score == 0) != rows[i].draw)
            fail_msg("%s: the score is %d", rows[i].fen, result.score);
    }
    world_release(&world);
}

static void assert_same_result(const SearchResult *a, const SearchResult *b)
{
    assert_int_equal(a->best, b->best);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->pv_length, b->pv_length);
    assert_memory_equal(a->pv, b->pv, (size_t)a->pv_length * sizeof(Move));
}

/* Whatever the searcher did before it was cleared, and in a new one: what the first, longer search
 * has kept would shorten the second one of the same position. */
static void cleared_searcher_is_a_new_one(void **state)
{
    (void)state;
    static const SearchLimits limits[] = {{.nodes = 20000}, {.nodes = 1000}};
    World world;
    world_init(&world, "chess");
    for (int i = 0; i < 2 * MIDDLE_GAMES; i++) {
        const char *fen = middle_games[i / 2];
        set_fen(&world.position, fen);
        Searcher *fresh = searcher_new(world.variant, &world.weights, TABLE_BYTES);
        SearchResult expected = searcher_search(fresh, &world.position, &limits[i % 2]);
        searcher_free(fresh);
        SearchResult result = search_fen(&world, fen, limits[i % 2]);
        assert_same_result(&result, &expected);
    }
    world_release(&world);
}

enum { THREADS = 4 };

/* A search of its own on a variant and weights that all share. */
typedef struct Worker {
    const World *world;
    SearchResult result;
} Worker;

static void *work(void *context)
{
    Worker *worker = context;
    Error err = {""};
    Position position;
    position_init(&position, worker->world->variant);
    if (position_set_fen(&position, middle_games[0], &err)) {
        Searcher *searcher =
            searcher_new(worker->world->variant, &worker->world->weights, TABLE_BYTES);
        SearchLimits limits = {.nodes = 20000};
        worker->result = searcher_search(searcher, &position, &limits);
        searcher_free(searcher);
    }
    position_release(&position);
    return NULL;
}

static void searchers_of_threads_share_nothing_that_changes(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    SearchResult expected = search_fen(&world, middle_games[0], (SearchLimits){.nodes = 20000});
    Worker workers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (Worker){.world = &world};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_same_result(&workers[i].result, &expected);
    }
    world_release(&world);
}

/* A table of one bucket forgets nearly all, and is still right. */
static void smallest_table_finds_the_mate(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    searcher_free(world.searcher);
    world.searcher = searcher_new(world.variant, &world.weights, 0);
    SearchResult result =
        search_fen(&world, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", (SearchLimits){.depth = 6});
    assert_int_equal(result.score, SCORE_MATE - 3);
    world_release(&world);
}

/* White gives its last piece to leave Black with nothing but moves that let the draw go: the search
 * must look at a quiet sacrifice and not believe that Black could pass. The weights are those of
 * the material alone, so that what is judged is the search. */
static void sacrifice_for_zugzwang_is_found(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    Weights material = {.source = "test"};
    for (int type = 1; type <= world.variant->type_count; type++)
        material.type[type].value = world.weights.type[type].value;
    searcher_free(world.searcher);
    world.searcher = searcher_new(world.variant, &material, TABLE_BYTES);
    SearchResult result = search_fen(&world, "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
                                     (SearchLimits){.depth = 20});
    assert_true(result.best == move_of(&world.position, "e1f1"));
    assert_true(result.score > -50);
    world_release(&world);
}

/* A queen that takes a guarded pawn loses in the exchange, but her check forces mate two plies
 * later: it must be searched all the same, below the root, too. */
static void losing_capture_with_check_is_searched(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    SearchResult result = search_fen(&world, "5rk1/5ppp/8/3N3Q/8/4R3/qrr3PP/7K w - - 0 1",
                                     (SearchLimits){.depth = 6});
    assert_int_equal(result.score, SCORE_MATE - 5);
    assert_true(result.best == move_of(&world.position, "d5e7"));
    world_release(&world);
}

/* What the table is fetched by before a move is made is the key after it, but for few moves. */
static void likely_key_is_mostly_right(void **state)
{
    (void)state;
    static const char *const names[] = {"chess", "capablanca", "shatranj"};
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        World world;
        world_init(&world, names[i]);
        Position *position = &world.position;
        Error err = {""};
        assert_true(position_set_start(position, &err));
        Random random;
        random_init_keyed(&random, 6, RANDOM_TEST, i);
        int made = 0, right = 0;
        for (int count; made < 200 && (count = generate_legal(position, moves)) > 0; made++) {
            Move move = moves[random_below(&random, (uint32_t)count)];
            uint64_t likely = position_likely_key(position, move);
            position_make(position, move);
            right += position->key == likely;
        }
        assert_true(made > 20);
        assert_true(10 * right >= 9 * made);
        world_release(&world);
    }
    free(moves);
}

/* Searches a position that has a game behind it; what may change is only the free part of the
 * stack. */
static void search_leaves_the_position_as_it_was(void **state)
{
    (void)state;
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    glob_t files = shipped_variants();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        World world;
        world_init(&world, files.gl_pathv[i]);
        Error err = {""};
        assert_true(position_set_start(&world.position, &err));
        Random random;
        random_init_keyed(&random, 5, RANDOM_TEST, i);
        for (int ply = 0; ply < 12; ply++)
            make_random(&world.position, &random, moves);
        Position *before = memory_new(1, sizeof *before);
        memcpy(before, &world.position, sizeof *before);
        SearchLimits limits = {.nodes = 20000};
        SearchResult result = searcher_search(world.searcher, &world.position, &limits);
        assert_true(result.nodes == 20000 || result.depth == MAX_PLY - 1);
        assert_memory_equal(before, &world.position, sizeof *before);
        assert_true(position_ok(&world.position));
        searcher_evaluate(world.searcher, &world.position);
        searcher_quiescence(world.searcher, &world.position);
        assert_memory_equal(before, &world.position, sizeof *before);
        free(before);
        world_release(&world);
    }
    globfree(&files);
    free(moves);
}

/* A knight declared worth more than a queen is taken instead of it. */
static void search_uses_the_declared_values(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    const char *fen = "4k3/8/7q/n7/8/8/8/R5KR w - - 0 1";
    SearchResult result = search_fen(&world, fen, (SearchLimits){.depth = 3});
    assert_true(result.best == move_of(&world.position, "h1h6"));
    world.weights.type[variant_type(world.variant, 'N')].value = (Weight){5000, 5000};
    searcher_free(world.searcher);
    world.searcher = searcher_new(world.variant, &world.weights, TABLE_BYTES);
    result = search_fen(&world, fen, (SearchLimits){.depth = 3});
    assert_true(result.best == move_of(&world.position, "a1a5"));
    world_release(&world);
}

static void quiescence_sees_what_hangs(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    set_fen(&world.position, "4k3/8/8/q7/8/8/8/R3K3 w - - 0 1");
    int still = searcher_evaluate(world.searcher, &world.position);
    int score = searcher_quiescence(world.searcher, &world.position);
    assert_true(still < -200);
    assert_true(score > 400);
    set_fen(&world.position, "4k3/8/1p6/p7/8/8/8/R3K3 w - - 0 1"); /* defended: nothing to win */
    assert_int_equal(searcher_quiescence(world.searcher, &world.position),
                     searcher_evaluate(world.searcher, &world.position));
    world_release(&world);
}

/* The end of the undo stack is no end of the world. */
static void longest_game_can_be_searched(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    Error err = {""};
    assert_true(position_set_start(&world.position, &err));
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    SearchLimits limits = {.nodes = 2000};
    for (int ply = 0; ply < MAX_GAME_PLY; ply++) {
        if (ply > MAX_GAME_PLY - 12) {
            SearchResult result = searcher_search(world.searcher, &world.position, &limits);
            assert_true(result.best != NO_MOVE);
            assert_int_equal(world.position.ply, ply);
        }
        position_make(&world.position, move_of(&world.position, shuffle[ply % 4]));
    }
    world_release(&world);
}

static void stop_flag_and_clock_end_a_search(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    const atomic_bool stop = true;
    SearchResult result = search_fen(&world, middle_games[0], (SearchLimits){.stop = &stop});
    assert_true(result.best != NO_MOVE);
    assert_true(result.nodes < 10000);
    result = search_fen(&world, middle_games[0], (SearchLimits){.time_ms = 30});
    assert_true(result.best != NO_MOVE);
    world_release(&world);
}

/* A lone king is mated by a rook from any start: the evaluation leads there. */
static void rook_mates_a_lone_king(void **state)
{
    (void)state;
    World world;
    world_init(&world, "chess");
    set_fen(&world.position, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    searcher_clear(world.searcher);
    SearchLimits limits = {.nodes = 20000};
    int ply = 0;
    for (; ply < 80; ply++) {
        SearchResult result = searcher_search(world.searcher, &world.position, &limits);
        if (result.best == NO_MOVE)
            break;
        position_make(&world.position, result.best);
    }
    SearchResult end = searcher_search(world.searcher, &world.position, &limits);
    assert_int_equal(end.score, -SCORE_MATE);
    assert_true(ply < 80);
    world_release(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_are_found_at_their_distance),
        cmocka_unit_test(variation_of_a_mate_ends_in_mate),
        cmocka_unit_test(ended_games_have_their_scores),
        cmocka_unit_test(perpetual_check_is_a_draw),
        cmocka_unit_test(repetition_has_the_value_of_the_variant),
        cmocka_unit_test(node_limits_are_exact),
        cmocka_unit_test(perpetual_check_is_no_way_out_where_it_loses),
        cmocka_unit_test(who_is_checked_for_ever_wins),
        cmocka_unit_test(a_count_that_runs_out_is_a_draw_but_mate_goes_first),
        cmocka_unit_test(cleared_searcher_is_a_new_one),
        cmocka_unit_test(searchers_of_threads_share_nothing_that_changes),
        cmocka_unit_test(smallest_table_finds_the_mate),
        cmocka_unit_test(sacrifice_for_zugzwang_is_found),
        cmocka_unit_test(losing_capture_with_check_is_searched),
        cmocka_unit_test(likely_key_is_mostly_right),
        cmocka_unit_test(search_leaves_the_position_as_it_was),
        cmocka_unit_test(search_uses_the_declared_values),
        cmocka_unit_test(quiescence_sees_what_hangs),
        cmocka_unit_test(longest_game_can_be_searched),
        cmocka_unit_test(stop_flag_and_clock_end_a_search),
        cmocka_unit_test(rook_mates_a_lone_king),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
