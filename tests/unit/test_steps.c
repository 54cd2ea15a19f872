/* No step of the search takes it for granted that a game is like chess: every step, and the search
 * without it, plays games that are not. What is claimed of mates is held against a search of all
 * moves. */
#include "tests/unit/throwaway.h"

#include "engine/rules/outcome.h"
#include "engine/search/searcher.h"

enum { TABLE_BYTES = 1 << 20, GAME_PLIES = 60, NODES = 1200, PROOF_PLIES = 3 };

/* Games on small boards, where searches get deep, and on large ones. */
static const char *const odd_variants[] = {
    "[no-pawns]\nmaxFile = 5\nmaxRank = 6\npiece.king = K:K\npiece.knight = N:N\npiece.rook = R:R\n"
    "startFen = rnknr/5/5/5/5/RNKNR w - - 0 1\n",
    "[no-queen]\nmaxFile = 5\nmaxRank = 5\npiece.king = K:K\npiece.pawn = P:fmWfcF\npiece.wazir = "
    "W:W\n"
    "pawnTypes = p\npromotionPieceTypes = w\nstartFen = wwkww/ppppp/5/PPPPP/WWKWW w - - 0 1\n",
    "[two-hundred-squares]\nmaxFile = 14\nmaxRank = 15\npiece.king = K:K\npiece.queen = "
    "Q:Q\npiece.rose = M:NN\n"
    "piece.camel = C:C\nstartFen = mcqcm4k4/14/14/14/14/14/14/14/14/14/14/14/14/14/MCQCM4K4 w - - "
    "0 1\n",
    "[no-captures]\nmaxFile = 6\nmaxRank = 6\npiece.king = K:mK\npiece.wall = W:mQ\nstalemateValue "
    "= loss\n"
    "startFen = k4w/6/6/6/6/W4K w - - 0 1\n",
    "[some-take]\nmaxFile = 6\nmaxRank = 6\npiece.king = K:K\npiece.peaceful = W:mQ\npiece.taker = "
    "T:cQmW\n"
    "startFen = wtkttw/6/6/6/6/WTKTTW w - - 0 1\n",
    "[shots]\nmaxFile = 6\nmaxRank = 6\npiece.king = K:K\npiece.archer = A:mWcaibR3\npiece.hopper "
    "= H:mRpQ\n"
    "startFen = ahkaha/6/6/6/6/AHKAHA w - - 0 1\n",
    "[dragged-kings]\nmaxFile = 6\nmaxRank = 6\npiece.king = K:K\npiece.naiad = Y:mQ\npiece.rook = "
    "R:R\n"
    "drag.Y = any\nstartFen = yrkyry/6/6/6/6/YRKYRY w - - 0 1\n",
    "[kings-alone]\nmaxFile = 4\nmaxRank = 4\npiece.king = K:K\npiece.pawn = P:fmWfcF\npawnTypes = "
    "p\n"
    "promotionPieceTypes = -\nstalemateValue = loss\nstartFen = k3/p3/3P/3K w - - 0 1\n",
};
enum { ODD_VARIANTS = sizeof odd_variants / sizeof odd_variants[0] };

static const char *const known_variants[] = {
    "chess",
    "xiangqi",
    "shatranj",
    "large-nahbi",
    "nihisci",
    "noble-wing",
    "naiad",
    "nearlydouble-wildebeest",
    "makruk",
    "crazyhouse",
    "pocket-knight",
    "configs/variants/fairy-stockfish/minishogi.ini",
    "tests/unit/fairy.ini:peace",
    "tests/unit/fairy.ini:guards",
    "tests/unit/fairy.ini:stones",
    "tests/unit/fairy.ini:half-extinct",
    "tests/unit/fairy.ini:hopping-kings",
    "configs/variants/fairy-stockfish/antichess.ini",
    "configs/variants/fairy-stockfish/giveaway.ini",
};
enum { KNOWN_VARIANTS = sizeof known_variants / sizeof known_variants[0] };

typedef struct World {
    Variant *variant;
    Weights weights;
    Position position;
    Searcher *searcher;
    Move *moves;
} World;

static void world_init(World *world, Variant *variant)
{
    world->variant = variant;
    weights_init_automatic(&world->weights, variant);
    position_init(&world->position, variant);
    world->searcher = searcher_new(variant, &world->weights, TABLE_BYTES);
    world->moves = memory_new(MAX_MOVES, sizeof(Move));
}

static void world_release(World *world)
{
    free(world->moves);
    searcher_free(world->searcher);
    position_release(&world->position);
    variant_free(world->variant);
}

/* Whether the side to move wins within so many plies, whatever the other does: all moves are looked
 * at. */
static bool wins_within(Position *position, int plies);

static bool loses_within(Position *position, int plies)
{
    Outcome outcome = position_outcome(position);
    if (outcome.reason != END_NONE)
        return outcome.result == (position->side == WHITE ? RESULT_BLACK : RESULT_WHITE);
    if (plies == 0)
        return false;
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    int count = generate_legal(position, moves);
    bool lost = true;
    for (int i = 0; lost && i < count; i++) {
        position_make(position, moves[i]);
        lost = wins_within(position, plies - 1);
        position_undo(position);
    }
    free(moves);
    return lost;
}

static bool wins_within(Position *position, int plies)
{
    Outcome outcome = position_outcome(position);
    if (outcome.reason != END_NONE)
        return outcome.result == (position->side == WHITE ? RESULT_WHITE : RESULT_BLACK);
    if (plies == 0)
        return false;
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    int count = generate_legal(position, moves);
    bool won = false;
    for (int i = 0; !won && i < count; i++) {
        position_make(position, moves[i]);
        won = loses_within(position, plies - 1);
        position_undo(position);
    }
    free(moves);
    return won;
}

static void check_mate(World *world, const SearchResult *result, const char *without)
{
    Position *position = &world->position;
    int plies = SCORE_MATE - abs(result->score);
    bool right = true;
    if (plies > 0 && plies <= PROOF_PLIES)
        right = result->score > 0 ? wins_within(position, plies) : loses_within(position, plies);
    else if (wins_within(position, 1))
        right = false; /* a win in one was there */
    if (!right) {
        Text fen;
        text_init(&fen);
        position_add_fen(position, &fen);
        fail_msg("%s without %s: the score is %d in %s", world->variant->name, without,
                 result->score, fen.data);
    }
}

static void check_search(World *world, SearchSteps left_out, const char *without)
{
    Position *position = &world->position;
    const SearchLimits limits = {.nodes = NODES};
    uint64_t key = position->key;
    Position before = *position;
    searcher_leave_out(world->searcher, left_out);
    SearchResult result = searcher_search(world->searcher, position, &limits);
    assert_true(position->key == key);
    assert_memory_equal(position->board, before.board, sizeof before.board);
    int count = generate_legal(position, world->moves);
    bool legal = false;
    for (int i = 0; i < count; i++)
        legal |= world->moves[i] == result.best;
    assert_true(legal);
    assert_in_range(result.score + SCORE_MATE, 0, 2 * SCORE_MATE);
    check_mate(world, &result, without);
    searcher_clear(world->searcher);
    SearchResult again = searcher_search(world->searcher, position, &limits);
    assert_int_equal(again.best, result.best);
    assert_int_equal(again.score, result.score);
}

/* A position of a random game that goes on. */
static void set_random(World *world, Random *random)
{
    Error err = {""};
    int plies = (int)random_below(random, GAME_PLIES);
    assert_true(position_set_start(&world->position, &err));
    for (int ply = 0; ply < plies; ply++) {
        make_random(&world->position, random, world->moves);
        if (position_outcome(&world->position).reason != END_NONE) {
            position_undo(&world->position);
            return;
        }
    }
}

/* All steps, none, and all but each. */
static void check_steps(Variant *variant, uint64_t seed)
{
    World world;
    Random random;
    random_init_keyed(&random, seed, RANDOM_TEST, 1);
    world_init(&world, variant);
    set_random(&world, &random);
    check_search(&world, 0, "nothing");
    set_random(&world, &random);
    check_search(&world, ~(SearchSteps)0, "any step");
    for (int step = 0; step < SEARCH_STEP_COUNT; step++) {
        set_random(&world, &random);
        check_search(&world, (SearchSteps)1 << step, search_step_name((SearchStep)step));
        set_random(&world, &random);
        check_search(&world, ~((SearchSteps)1 << step), "all others");
    }
    world_release(&world);
}

static void steps_play_odd_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < ODD_VARIANTS; i++) {
        Error err = {""};
        Variant *variant = load_text(odd_variants[i], &err);
        if (variant == NULL)
            fail_msg("%s", err.text);
        check_steps(variant, i);
    }
}

static void steps_play_known_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < KNOWN_VARIANTS; i++)
        check_steps(load_variant(known_variants[i]), i);
}

static void names_of_steps_are_read(void **state)
{
    (void)state;
    Error err = {""};
    SearchSteps steps = 7;
    assert_true(search_steps_read("", &steps, &err));
    assert_int_equal(steps, 0);
    assert_true(search_steps_read(" null-move, history ", &steps, &err));
    assert_int_equal(steps, 1U << STEP_NULL_MOVE | 1U << STEP_HISTORY);
    assert_false(search_steps_read("history nullmove", &steps, &err));
    assert_non_null(strstr(err.text, "no step \"nullmove\": \"null-move\" is the nearest"));
    assert_int_equal(steps, 1U << STEP_NULL_MOVE | 1U << STEP_HISTORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_steps_are_read),
        cmocka_unit_test(steps_play_odd_games),
        cmocka_unit_test(steps_play_known_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
