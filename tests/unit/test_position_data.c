/* Quiet positions of games as rows: which are drawn, how fairly, and what the rows say. */
#include "tests/unit/play.h"

#include <ctype.h>
#include <math.h>

#include "engine/rules/attack.h"
#include "engine/search/searcher.h"
#include "selfplay/game.h"
#include "tests/unit/throwaway.h"
#include "tuner/piece_columns.h"
#include "tuner/position_data.h"
#include "tuner/position_sample.h"

enum { GAMES = 12, PLIES = 80, KEY = 77, MOST_DRAWN = 100, FEN_SIZE = 128 };

/* Games of chess from the array and four random plies. */
typedef struct Fixture {
    Variant *variant;
    Weights weights;
    Position position;
    Searcher *searcher;
    GameRecord games[GAMES];
} Fixture;

static void play(Fixture *fixture, GameRecord *record, uint64_t index)
{
    Error err = {""};
    Random random;
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    game_record_init(record);
    record->index = index;
    random_init_keyed(&random, KEY, RANDOM_TEST, index);
    assert_true(position_set_start(&fixture->position, &err));
    for (int ply = 0; ply < 4; ply++)
        assert_true(make_random(&fixture->position, &random, moves));
    position_add_fen(&fixture->position, &record->start_fen);
    const GameLimits limits = {.nodes = 60, .max_plies = PLIES};
    assert_int_equal(game_play(fixture->searcher, &fixture->position, &limits, record, &err),
                     GAME_FINISHED);
    record->result = index % 3; /* most are stopped before their end */
    free(moves);
}

static int set_up(void **state)
{
    Fixture *fixture = memory_new(1, sizeof *fixture);
    fixture->variant = load_variant("chess");
    weights_init_automatic(&fixture->weights, fixture->variant);
    fixture->searcher = searcher_new(fixture->variant, &fixture->weights, 1 << 16);
    position_init(&fixture->position, fixture->variant);
    for (uint64_t g = 0; g < GAMES; g++)
        play(fixture, &fixture->games[g], g);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    for (int g = 0; g < GAMES; g++)
        game_record_release(&fixture->games[g]);
    position_release(&fixture->position);
    searcher_free(fixture->searcher);
    variant_free(fixture->variant);
    free(fixture);
    return 0;
}

/* FENs of positions, in the order of play. */
typedef struct Fens {
    char fens[PLIES][FEN_SIZE];
    int count;
} Fens;

static void add_fen(Fens *fens, const Position *position)
{
    Text text;
    text_init(&text);
    position_add_fen(position, &text);
    assert_true(text.length < FEN_SIZE);
    memcpy(fens->fens[fens->count++], text.data, text.length + 1);
    text_release(&text);
}

static bool visit(void *context, const GameRecord *record, const Position *position, Error *err)
{
    (void)record, (void)err;
    assert_true(position_ok(position));
    add_fen(context, position);
    return true;
}

static void draw(Fixture *fixture, uint64_t key, int most, const GameRecord *record, Fens *fens)
{
    Error err = {""};
    PositionSampler *sampler = position_sampler_new(fixture->variant, &fixture->weights, key, most);
    fens->count = 0;
    if (!position_sampler_each(sampler, record, visit, fens, &err))
        fail_msg("%s", err.text);
    position_sampler_free(sampler);
}

/* A move is quiet by what its text and the board say: nothing is where it goes, and a pawn stays in
 * its file and is not on the last rank. */
static bool is_quiet_move(const Position *position, const char *text)
{
    const Variant *variant = position->variant;
    const Square from = (Square)((text[1] - '1') * variant->files + text[0] - 'a');
    const Square to = (Square)((text[3] - '1') * variant->files + text[2] - 'a');
    const unsigned mover = piece_type(position->board[from]);
    return position->board[to] == NO_PIECE && strchr(text, '=') == NULL
           && !(variant->types[mover].pawn && text[0] != text[2]);
}

/* All quiet positions of a game, by a second look at the rule. */
static void find_quiet(Fixture *fixture, const GameRecord *record, Fens *fens)
{
    char *moves = memory_copy_string(record->moves.data), *rest = NULL;
    Position *position = &fixture->position;
    set_fen(position, record->start_fen.data);
    fens->count = 0;
    for (char *word = strtok_r(moves, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        searcher_clear(fixture->searcher);
        if (is_quiet_move(position, word) && !position_in_check(position)
            && searcher_quiescence(fixture->searcher, position)
                   == searcher_evaluate(fixture->searcher, position))
            add_fen(fens, position);
        position_make(position, move_of(position, word));
    }
    free(moves);
}

/* Where a FEN stands in a list; -1 if nowhere. */
static int place_of(const Fens *fens, const char *fen)
{
    for (int i = 0; i < fens->count; i++)
        if (strcmp(fens->fens[i], fen) == 0)
            return i;
    return -1;
}

static void what_is_drawn_is_quiet_and_all_that_is_quiet_can_be(void **state)
{
    Fixture *fixture = *state;
    Fens *quiet = memory_new(1, sizeof *quiet), *drawn = memory_new(1, sizeof *drawn);
    int all = 0;
    for (int g = 0; g < GAMES; g++) {
        find_quiet(fixture, &fixture->games[g], quiet);
        draw(fixture, KEY, POSITION_SAMPLE_MOST, &fixture->games[g], drawn);
        assert_int_equal(drawn->count, quiet->count);
        for (int i = 0; i < quiet->count; i++)
            assert_string_equal(drawn->fens[i], quiet->fens[i]);
        draw(fixture, KEY, 5, &fixture->games[g], drawn);
        assert_int_equal(drawn->count, quiet->count < 5 ? quiet->count : 5);
        for (int i = 0, last = -1; i < drawn->count; i++) {
            const int place = place_of(quiet, drawn->fens[i]);
            assert_true(place > last);
            last = place;
        }
        all += quiet->count;
    }
    print_message("%d of %d positions are quiet\n", all, GAMES * PLIES);
    assert_in_range(all, GAMES * PLIES / 10, GAMES * PLIES * 9 / 10);
    free(quiet);
    free(drawn);
}

/* The number of the game alone decides: each quiet position is drawn as often as any other. The
 * bound is that of chi squared at one in ten thousand, by Wilson and Hilferty. */
static void every_quiet_position_has_the_same_chance(void **state)
{
    enum { DRAWS = 3000, EACH = 4 };
    Fixture *fixture = *state;
    GameRecord *record = &fixture->games[0];
    Fens *quiet = memory_new(1, sizeof *quiet), *drawn = memory_new(1, sizeof *drawn);
    int times[PLIES] = {0};
    find_quiet(fixture, record, quiet);
    for (uint64_t index = 0; index < DRAWS; index++) {
        record->index = index;
        draw(fixture, KEY, EACH, record, drawn);
        for (int i = 0; i < drawn->count; i++)
            times[place_of(quiet, drawn->fens[i])]++;
    }
    record->index = 0;
    /* Drawn without replacement: the variance of a count is (1 - EACH / n) of Poisson's. */
    const double n = quiet->count, expected = DRAWS * EACH / n;
    double squares = 0;
    for (int i = 0; i < quiet->count; i++)
        squares += (times[i] - expected) * (times[i] - expected) / (expected * (1 - EACH / n));
    const double spread = 2 / (9 * (n - 1));
    const double third = 1 - spread + 3.72 * sqrt(spread);
    print_message("%d quiet positions, chi squared %.1f\n", quiet->count, squares);
    assert_true(quiet->count > 10);
    assert_true(squares < (n - 1) * third * third * third);
    free(quiet);
    free(drawn);
}

static bool same(const Fens *a, const Fens *b)
{
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = strcmp(a->fens[i], b->fens[i]) == 0;
    return same;
}

/* Neither the games read before nor the others of the run change what is drawn. */
static void the_draw_depends_on_the_run_and_the_game_alone(void **state)
{
    Fixture *fixture = *state;
    Error err = {""};
    Fens *alone = memory_new(1, sizeof *alone), *after = memory_new(1, sizeof *after);
    PositionSampler *sampler = position_sampler_new(fixture->variant, &fixture->weights, KEY, 6);
    int other_key = 0;
    for (int g = GAMES - 1; g >= 0; g--) {
        draw(fixture, KEY, 6, &fixture->games[g], alone);
        after->count = 0;
        assert_true(position_sampler_each(sampler, &fixture->games[g], visit, after, &err));
        assert_true(same(alone, after));
        draw(fixture, KEY + 1, 6, &fixture->games[g], after);
        other_key += !same(alone, after);
    }
    assert_true(other_key > GAMES / 2);
    position_sampler_free(sampler);
    free(alone);
    free(after);
}

static void a_record_that_is_no_game_is_refused(void **state)
{
    static const char *const texts[][2] = {
        {"e2e4 e7e4", "game 5: ply 2"},
        {"e2e4", "game 5: ply 2"},
        {"e2e4 e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5", "game 5: ply 2"}};
    Fixture *fixture = *state;
    Fens *drawn = memory_new(1, sizeof *drawn);
    PositionSampler *sampler = position_sampler_new(fixture->variant, &fixture->weights, KEY, 6);
    GameRecord record;
    game_record_init(&record);
    record.index = 5;
    record.plies = 2;
    assert_true(position_set_start(&fixture->position, &(Error){""}));
    position_add_fen(&fixture->position, &record.start_fen);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Error err = {""};
        text_clear(&record.moves);
        text_add(&record.moves, "%s", texts[i][0]);
        assert_false(position_sampler_each(sampler, &record, visit, drawn, &err));
        assert_true(strncmp(err.text, texts[i][1], strlen(texts[i][1])) == 0);
    }
    game_record_release(&record);
    position_sampler_free(sampler);
    free(drawn);
}

/* White's letters less Black's in the board of a FEN. */
static int count_letters(const char *fen, char letter)
{
    int count = 0;
    for (; *fen != ' '; fen++)
        count += (*fen == letter) - (*fen == tolower(letter));
    return count;
}

static void store_games(Fixture *fixture, const char *path, RunIdentity *identity)
{
    Error err = {""};
    RunConfig config;
    run_config_init(&config);
    run_identity_init(identity, &config, fixture->variant, &fixture->weights);
    Store *store = store_open(path, identity, &err);
    if (store == NULL)
        fail_msg("%s", err.text);
    for (int g = 0; g < GAMES; g++) {
        GameRecord *record = &fixture->games[g];
        const bool capped = g == 3;
        record->reason = capped ? END_PLY_CAP : END_CHECKMATE;
        record->result = capped ? RESULT_NONE : g % 3;
        assert_true(store_add(store, record, &err));
    }
    assert_true(store_close(store, &err));
}

/* Each row is a position drawn, with its pieces, who is on move, and the result of its game. */
static void rows_say_what_stands_on_the_board(void **state)
{
    Fixture *fixture = *state;
    Error err = {""};
    RunIdentity identity;
    GameDataCounts counts;
    Dataset data;
    char path[64];
    snprintf(path, sizeof path, "/tmp/assay-test-positions-%d.db", (int)getpid());
    unlink(path);
    store_games(fixture, path, &identity);
    Store *store = store_open_read(path, &err);
    assert_non_null(store);
    dataset_init(&data);
    const PositionDataOptions options = {
        .run_key = KEY, .weights = &fixture->weights, .positions = 4, .pair_terms = true};
    if (!position_data_read(store, fixture->variant, GAMES, &options, &data, &counts, &err))
        fail_msg("%s", err.text);
    assert_int_equal(counts.games, GAMES);
    assert_int_equal(counts.capped, 1);
    assert_int_equal(counts.term_columns, 3); /* of knights, bishops and rooks */
    assert_int_equal(data.column_count, 5 + 1 + 3);
    assert_int_equal(dataset_column(&data, position_data_on_move), 5);
    Fens *drawn = memory_new(1, sizeof *drawn);
    size_t row = 0, unequal = 0;
    for (int g = 0; g < GAMES; g++) {
        if (g == 3)
            continue;
        draw(fixture, KEY, 4, &fixture->games[g], drawn);
        for (int i = 0; i < drawn->count; i++, row++) {
            const char *fen = drawn->fens[i];
            for (int c = 0; c < 5; c++) {
                const int expected = count_letters(fen, "PNBRQ"[c]);
                assert_int_equal(data.columns[c][row], expected);
                unequal += expected != 0;
            }
            assert_int_equal(data.columns[5][row], strstr(fen, " w ") != NULL ? 1 : -1);
            assert_int_equal(data.outcomes[row], g % 3);
        }
    }
    assert_int_equal(row, data.row_count);
    assert_int_equal(data.cluster_count, GAMES / 2);
    assert_true(unequal > 10);
    free(drawn);
    dataset_release(&data);
    assert_true(store_close(store, &err));
    run_identity_release(&identity);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_drawn_is_quiet_and_all_that_is_quiet_can_be),
        cmocka_unit_test(every_quiet_position_has_the_same_chance),
        cmocka_unit_test(the_draw_depends_on_the_run_and_the_game_alone),
        cmocka_unit_test(a_record_that_is_no_game_is_refused),
        cmocka_unit_test(rows_say_what_stands_on_the_board),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
