/* One piece instead of another: what is compared, what is played, and what is found. */
#include "tests/unit/opening_world.h"

#include <stdlib.h>
#include <string.h>

#include "selfplay/unit.h"
#include "tests/unit/fit_world.h"
#include "tuner/piece_values.h"
#include "tuner/versus_data.h"

static void what_cannot_be_compared_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *text, *why;
    } rows[] = {
        {"chess", "N", "not Y=N"},
        {"chess", "N-B", "not Y=N"},
        {"chess", "NN=B", "not Y=N"},
        {"chess", "Z=N", "no piece with the letter 'Z'"},
        {"chess", "N=Z", "no piece with the letter 'Z'"},
        {"chess", "K=N", "'K' is a king"},
        {"chess", "N=P", "'P' is a pawn"},
        {"chess", "N=N", "with itself"},
        {"chess", "white=black", "the same army"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Error err = {""};
        Versus versus;
        Variant *variant = opening_world_variant(rows[i].variant);
        assert_false(versus_read(rows[i].text, variant, unit_pawn(variant), &versus, &err));
        assert_non_null(strstr(err.text, rows[i].why));
        variant_free(variant);
    }
}

static void scene_init(OpeningWorld *scene, const char *name, const char *versus)
{
    opening_world_init(scene, opening_world_variant(name), 0, "versus", versus);
}

static int more(const OpeningWorld *scene, char letter)
{
    const unsigned type = variant_type(scene->variant, letter);
    const PieceType *piece = &scene->variant->types[type];
    return (int)scene->position.count[WHITE][type] - (int)scene->position.count[BLACK][type]
           - (int)piece->start[WHITE] + (int)piece->start[BLACK];
}

/* Y and N: each in the array; N alone; Y alone; neither. Three pawns' odds are the most. */
static void nothing_else_is_between_the_sides(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *versus;
        int pawns; /* of the first piece's side at odds */
    } rows[] = {{"naiad", "Y=N", 0},
                {"chess", "Q=R", -3},
                {"chess", "R=Q", 3},
                {"noble-wing", "N=Z", 0},
                {"nihisci", "M=N", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        OpeningWorld scene;
        Opening opening;
        scene_init(&scene, rows[i].variant, rows[i].versus);
        opening_init(&opening);
        int with_odds = 0;
        for (uint64_t pair = 0; pair < 40; pair++) {
            Error err = {""};
            Random random;
            random_init_keyed(&random, 31, RANDOM_TEST, pair);
            if (!opening_draw(&scene.book, random, scene.searcher, &scene.position, &opening, &err))
                fail_msg("%s", err.text);
            int pawns[2];
            for (int game = 0; game < 2; game++) {
                assert_true(position_set_fen(&scene.position, opening.fen[game].data, &err));
                const int side = game == 0 ? 1 : -1;
                assert_int_equal(more(&scene, rows[i].versus[0]), side);
                assert_int_equal(more(&scene, rows[i].versus[2]), -side);
                pawns[game] = more(&scene, 'P') * side;
                int all = 0;
                for (int type = 1; type <= scene.variant->type_count; type++)
                    all += abs(more(&scene, scene.variant->types[type].letter));
                assert_int_equal(all, 2 + abs(pawns[game]));
            }
            assert_int_equal(pawns[0], pawns[1]);
            with_odds += pawns[0] != 0;
            if (rows[i].pawns != 0 && pawns[0] != 0)
                assert_int_equal(pawns[0], rows[i].pawns);
        }
        assert_in_range(with_odds, 8, 32);
        opening_release(&opening);
        opening_world_release(&scene);
    }
}

/* Kings and rooks, which castle, stay; bishops stay on two colours; both sides are alike but for
 * the exchanged piece. */
static void back_ranks_are_shuffled_alike(void **state)
{
    (void)state;
    OpeningWorld scene;
    Opening opening;
    scene_init(&scene, "chess", "N=B");
    opening_init(&opening);
    int elsewhere = 0;
    for (uint64_t pair = 0; pair < 40; pair++) {
        Error err = {""};
        Random random;
        random_init_keyed(&random, 32, RANDOM_TEST, pair);
        assert_true(
            opening_draw(&scene.book, random, scene.searcher, &scene.position, &opening, &err));
        assert_true(position_set_fen(&scene.position, opening.fen[0].data, &err));
        const Piece *board = scene.position.board;
        int apart = 0;
        for (unsigned file = 0; file < 8; file++) {
            const Piece black = board[56 + file];
            assert_int_equal(piece_colour(black), BLACK);
            apart += piece_type(black) != piece_type(board[file]);
            const bool stays = file == 0 || file == 4 || file == 7;
            if (stays)
                assert_int_equal(black, scene.book.array[56 + file]);
            elsewhere += black != scene.book.array[56 + file];
        }
        assert_int_equal(apart, 1);
        assert_int_equal(scene.position.castling, 15);
    }
    assert_true(elsewhere > 40);
    opening_release(&opening);
    opening_world_release(&scene);
}

/* T3: Q against A scores 62 %, with a pawn less 46 %: 0.75 pawns linear, 0.753 logistic. */
static void find_t3(bool grouped)
{
    Dataset data;
    Error err = {""};
    VersusScores scores;
    PieceValues *values = calloc(1, sizeof *values);
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    assert_true(dataset_add_column(&data, "Q - A", &err));
    if (grouped)
        dataset_group(&data);
    for (int colour = -1; colour <= 1; colour += 2) {
        const int even[] = {0, colour}, odds[] = {-colour, colour};
        add_games(&data, even, 1 + colour, 620);
        add_games(&data, even, 1 - colour, 380);
        add_games(&data, odds, 1 + colour, 460);
        add_games(&data, odds, 1 - colour, 540);
    }
    versus_scores(&data, 0.95, &scores);
    assert_int_equal(scores.even.games, 2000);
    assert_int_equal(scores.odds.pairs, 2000);
    assert_true(is_near(scores.even.score, 0.62, 1e-12));
    assert_true(is_near(scores.odds.score, 0.46, 1e-12));
    assert_int_equal(scores.units, -1);
    assert_true(is_near(scores.linear, 0.75, 1e-9));
    /* sqrt( (5/1.28)^2 .62 .38 + (4.6875)^2 .46 .54 ) / sqrt(1999), by hand from the definition:
     * slope .16; d/ds0 = 1/.16 - .12/.16^2 = 1.5625, d/ds1 = 4.6875. */
    const double error =
        sqrt(1.5625 * 1.5625 * .62 * .38 + 4.6875 * 4.6875 * .46 * .54) / sqrt(1999);
    assert_true(is_near(scores.linear_interval.high - scores.linear, 1.9611 * error, 1e-4));
    assert_true(piece_values_fit(&data, "pawn", &(PieceValuesOptions){.threads = 1}, values, &err));
    assert_string_equal(values->values[1].name, "Q - A");
    assert_true(is_near(values->values[1].estimate.units, 0.753, 5e-4));
    const Interval *interval = &values->values[1].estimate.units_interval;
    assert_true(interval->low < 0.753 && 0.753 < interval->high);
    assert_true(interval->high - interval->low < 0.6);
    free(values);
    dataset_release(&data);
}

static void t3_is_found_both_ways(void **state)
{
    (void)state;
    find_t3(false);
    find_t3(true);
}

/* Odds that change nothing give no value, and no games no scores. */
static void odds_without_effect_give_no_value(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    VersusScores scores;
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    assert_true(dataset_add_column(&data, "Q - A", &err));
    versus_scores(&data, 0.95, &scores);
    assert_true(isnan(scores.even.score) && isnan(scores.linear));
    for (int odds = 0; odds < 2; odds++) {
        add_games(&data, (const int[]){-odds, 1}, DATASET_WIN, 5);
        add_games(&data, (const int[]){-odds, 1}, DATASET_LOSS, 5);
    }
    versus_scores(&data, 0.95, &scores);
    assert_true(is_near(scores.odds.score, 0.5, 1e-12));
    assert_true(isnan(scores.linear) && isnan(scores.linear_interval.low));
    dataset_release(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_compared_is_refused),
        cmocka_unit_test(nothing_else_is_between_the_sides),
        cmocka_unit_test(back_ranks_are_shuffled_alike),
        cmocka_unit_test(t3_is_found_both_ways),
        cmocka_unit_test(odds_without_effect_give_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
