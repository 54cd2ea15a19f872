/* Games against two armies: what armies can be had, and what is on the board. */
#include "tests/unit/opening_world.h"

#include <stdlib.h>
#include <string.h>

#include "selfplay/unit.h"

static void what_is_no_army_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *text, *why;
    } rows[] = {
        {"chess", "Q", "not Q=N"},
        {"chess", "Q=NN", "not Q=N"},
        {"chess", "Q=N,", "not Q=N"},
        {"chess", "Z=N", "no piece with the letter 'Z'"},
        {"chess", "Q=Z", "no piece with the letter 'Z'"},
        {"chess", "K=N", "'K' is a king"},
        {"chess", "Q=P", "'P' is a pawn"},
        {"chess", "Q=Q", "by itself"},
        {"chess", "Q=N,Q=B", "replaced twice"},
        {"chess", "white=black", "the same army"},
        {"different-armies:fides-knights", "Q=L", "differ as they are"},
        {"nihisci", "M=N", "no 'M' in the array"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Error err = {""};
        Against against = {.text = "as before"};
        Variant *variant = opening_world_variant(rows[i].variant);
        assert_false(against_read(rows[i].text, variant, unit_pawn(variant), &against, &err));
        if (strstr(err.text, rows[i].why) == NULL)
            fail_msg("%s: %s", rows[i].text, err.text);
        assert_string_equal(against.text, "as before");
        variant_free(variant);
    }
}

static Random stream(uint64_t pair) { return opening_world_stream(32, pair); }

/* The armies of a pair, as a reader of its games finds them. */
static Armies armies_of(const OpeningWorld *world, uint64_t pair)
{
    Random random = stream(pair);
    return against_draw(&world->book.against, &random);
}

static int count(const OpeningWorld *world, Colour side, char letter)
{
    return world->position.count[side][variant_type(world->variant, letter)];
}

/* How much White is ahead, by the weights. */
static int lead(const OpeningWorld *world)
{
    int value = 0;
    for (unsigned type = 1; type <= (unsigned)world->variant->type_count; type++)
        value +=
            weights_value(&world->weights, type)
            * ((int)world->position.count[WHITE][type] - (int)world->position.count[BLACK][type]);
    return value;
}

enum { PAIRS = 60 };

static void one_side_of_three_pairs_in_four_has_the_other_army(void **state)
{
    (void)state;
    OpeningWorld world;
    Opening opening;
    int unequal = 0, with_queen = 0;
    opening_world_init(&world, opening_world_variant("chess"), 0, "against", "Q=N");
    opening_init(&opening);
    const int most = (int)world.config.imbalance_max;
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        const Armies armies = armies_of(&world, pair);
        opening_world_draw(&world, stream(pair), &opening);
        for (int game = 0; game < 2; game++) {
            opening_world_set(&world, &opening.fen[game]);
            const Armies now = game == 0 ? armies : against_swapped(&world.book.against, armies);
            for (Colour side = WHITE; side <= BLACK; side++) {
                assert_true(count(&world, side, 'Q') <= 1 - now.of[side]);
                assert_true(count(&world, side, 'N') <= 2 + now.of[side]);
                with_queen += now.of[WHITE] != now.of[BLACK] && count(&world, side, 'Q') == 1;
            }
            /* A queen for a knight would leave a side six pawns ahead; pawn odds come on top. */
            assert_true(abs(lead(&world)) <= most + 3 * 100);
        }
        unequal += armies.of[WHITE] != armies.of[BLACK];
    }
    assert_in_range(unequal, 6 * PAIRS / 10, 9 * PAIRS / 10);
    assert_true(with_queen > 0); /* the queen is not all that is given up for it */
    opening_release(&opening);
    opening_world_release(&world);
}

static void a_piece_may_be_missing_in_the_other_army(void **state)
{
    (void)state;
    const Armies armies = {{0, 1}};
    OpeningWorld world;
    opening_world_init(&world, opening_world_variant("chess"), 0, "against", "B=-,N=R");
    const Against *against = &world.book.against;
    static const struct {
        char letter;
        int first, second;
    } rows[] = {{'P', 8, 8}, {'N', 2, 0}, {'B', 2, 0}, {'R', 2, 4}, {'Q', 1, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const unsigned type = variant_type(world.variant, rows[i].letter);
        assert_int_equal(against_count(against, world.variant, armies, WHITE, type), rows[i].first);
        assert_int_equal(against_count(against, world.variant, armies, BLACK, type),
                         rows[i].second);
    }
    opening_world_release(&world);
}

static void armies_that_differ_are_exchanged(void **state)
{
    (void)state;
    OpeningWorld world;
    Opening opening;
    int kinds[2][2] = {{0}};
    opening_world_init(&world, opening_world_variant("different-armies:fides-knights"), 0,
                       "against", "white=black");
    opening_init(&opening);
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        const Armies armies = armies_of(&world, pair);
        opening_world_draw(&world, stream(pair), &opening);
        kinds[armies.of[WHITE]][armies.of[BLACK]]++;
        for (int game = 0; game < 2; game++) {
            opening_world_set(&world, &opening.fen[game]);
            for (Colour side = WHITE; side <= BLACK; side++)
                for (unsigned type = 1; type <= (unsigned)world.variant->type_count; type++)
                    assert_true(world.position.count[side][type] <= against_count(
                                    &world.book.against, world.variant, armies, side, type));
        }
    }
    assert_in_range(kinds[0][1], PAIRS / 3, 2 * PAIRS / 3);
    assert_true(kinds[0][0] > 5 && kinds[1][1] > 5);
    assert_int_equal(kinds[1][0], 0);
    opening_release(&opening);
    opening_world_release(&world);
}

static void what_does_not_go_together_is_refused(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"versus", "N=B"}, {"openings", "plain"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Error err = {""};
        OpeningWorld world;
        OpeningBook book;
        opening_world_init(&world, opening_world_variant("chess"), 0, NULL, NULL);
        assert_true(run_config_set(&world.config, "against", "Q=N", &err));
        assert_true(run_config_set(&world.config, rows[i][0], rows[i][1], &err));
        assert_false(opening_book_init(&book, world.variant, &world.weights, &world.config,
                                       world.searcher, &world.position, &err));
        assert_non_null(strstr(err.text, "against: goes with"));
        opening_world_release(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_army_is_refused),
        cmocka_unit_test(one_side_of_three_pairs_in_four_has_the_other_army),
        cmocka_unit_test(a_piece_may_be_missing_in_the_other_army),
        cmocka_unit_test(armies_that_differ_are_exchanged),
        cmocka_unit_test(what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
