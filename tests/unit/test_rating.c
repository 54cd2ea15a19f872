/* Elo, normalized Elo and the LLR against published values. */
#include "tests/unit/unit.h"

#include <math.h>

#include "selfplay/rating.h"
#include "selfplay/sprt.h"

static void assert_near(double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%.9g is not %.9g", value, wanted);
}

/* fishtest's printed cases: statistics.md, section 5. */
static void llr_is_the_published_one(void **state)
{
    (void)state;
    static const struct {
        uint64_t counts[PENTANOMIAL];
        EloModel model;
        double elo0, elo1, llr;
    } cases[] = {
        {{10789, 19328, 33806, 19402, 10543}, ELO_LOGISTIC, -3, 1, 2.131068},
        {{39, 2226, 31451, 2412, 40}, ELO_LOGISTIC, 0.2, 0.9, 2.162543},
        {{39, 2226, 31451, 2412, 40}, ELO_NORMALIZED, 0.764, 3.439, 2.162941},
        {{39, 8843, 26675, 9240, 44}, ELO_NORMALIZED, 0.5, 2.5, 2.941675},
        {{365, 16618, 36229, 16974, 390}, ELO_NORMALIZED, 0, 2, 2.250},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Sprt sprt = {.model = cases[i].model,
                           .elo0 = cases[i].elo0,
                           .elo1 = cases[i].elo1,
                           .alpha = 0.05,
                           .beta = 0.05};
        assert_near(sprt_llr(&sprt, cases[i].counts, PENTANOMIAL), cases[i].llr,
                    i == 4 ? 5e-4 : 1e-5);
    }
}

static void llr_of_games_is_the_published_one(void **state)
{
    (void)state;
    const uint64_t s1[TRINOMIAL] = {36027, 68692, 36433};
    const uint64_t s2[TRINOMIAL] = {759, 1863, 880};
    const Sprt normalized = {ELO_NORMALIZED, 0, 2, 0.05, 0.05};
    const Sprt logistic = {ELO_LOGISTIC, 0, 5, 0.05, 0.05};
    assert_near(sprt_llr(&normalized, s1, TRINOMIAL), 0.923, 5e-4);
    assert_near(sprt_llr(&logistic, s2, TRINOMIAL), 2.947, 5e-4);
}

static void bounds_follow_from_the_error_rates(void **state)
{
    (void)state;
    const Sprt sprt = {ELO_LOGISTIC, 0, 5, 0.05, 0.05};
    assert_near(sprt_lower(&sprt), -2.944439, 5e-7);
    assert_near(sprt_upper(&sprt), 2.944439, 5e-7);
    assert_int_equal(sprt_verdict(&sprt, -2.95), SPRT_ACCEPT_H0);
    assert_int_equal(sprt_verdict(&sprt, 2.94), SPRT_CONTINUE);
    assert_int_equal(sprt_verdict(&sprt, 2.95), SPRT_ACCEPT_H1);
}

static void llr_is_finite_from_the_first_pair(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const double most = i / 2 == 0 ? 5 : SPRT_ELO_MOST;
        const Sprt sprt = {(EloModel)(i % 2), 5 - most, most, 0.05, 0.05};
        const uint64_t none[PENTANOMIAL] = {0};
        assert_near(sprt_llr(&sprt, none, PENTANOMIAL), 0, 0);
        for (int cell = 0; cell < PENTANOMIAL; cell++)
            for (uint64_t count = 1; count <= 1000000; count *= 1000) {
                uint64_t counts[PENTANOMIAL] = {0};
                counts[cell] = count;
                const double llr = sprt_llr(&sprt, counts, PENTANOMIAL);
                assert_true(isfinite(llr));
                assert_true(cell < 2 ? llr < 0 : cell > 2 ? llr > 0 : llr < 0.1);
            }
    }
}

/* Turning the counts about turns the signs about. */
static void sides_are_alike(void **state)
{
    (void)state;
    const uint64_t counts[PENTANOMIAL] = {40, 32, 69, 18, 36};
    const uint64_t turned[PENTANOMIAL] = {36, 18, 69, 32, 40};
    const Rating a = rating_estimate(counts, PENTANOMIAL);
    const Rating b = rating_estimate(turned, PENTANOMIAL);
    assert_near(a.elo, -b.elo, 1e-9);
    assert_near(a.elo_range.low, -b.elo_range.high, 1e-9);
    assert_near(a.superiority, 1 - b.superiority, 1e-12);
    for (int model = 0; model < 2; model++) {
        const Sprt sprt = {(EloModel)model, -3, 8, 0.05, 0.05};
        const Sprt mirror = {(EloModel)model, -8, 3, 0.05, 0.05};
        assert_near(sprt_llr(&sprt, counts, PENTANOMIAL), -sprt_llr(&mirror, turned, PENTANOMIAL),
                    1e-9);
    }
}

static double half_width(Interval range) { return (range.high - range.low) / 2; }

static void elo_is_the_published_one(void **state)
{
    (void)state;
    const uint64_t s5[PENTANOMIAL] = {40, 32, 69, 18, 36};
    Rating rating = rating_estimate(s5, PENTANOMIAL);
    assert_int_equal(rating.kind, RATING_BOTH);
    assert_near(rating.elo, -19.62, 5e-3);
    assert_near(half_width(rating.elo_range), 32.94, 5e-3);
    assert_near(rating.nelo, -20.64, 5e-3);
    assert_near(rating.nelo_half, 34.48, 5e-3);
    const uint64_t s1[PENTANOMIAL] = {365, 16618, 36229, 16974, 390};
    rating = rating_estimate(s1, PENTANOMIAL);
    assert_near(rating.elo, 1.00, 5e-3);
    assert_near(half_width(rating.elo_range), 0.92, 5e-3);
    const uint64_t s1_games[TRINOMIAL] = {36027, 68692, 36433};
    assert_near(half_width(rating_estimate(s1_games, TRINOMIAL).elo_range), 1.30, 5e-3);
}

static void no_games_give_no_number(void **state)
{
    (void)state;
    const uint64_t none[PENTANOMIAL] = {0};
    const Rating rating = rating_estimate(none, PENTANOMIAL);
    assert_int_equal(rating.kind, RATING_NONE);
    assert_false(rating.spread);
}

/* S7: six games of six. */
static void winning_all_gives_a_lower_bound(void **state)
{
    (void)state;
    const uint64_t pairs[PENTANOMIAL] = {0, 0, 0, 0, 3};
    const uint64_t games[TRINOMIAL] = {0, 0, 6};
    const uint64_t lost[PENTANOMIAL] = {3, 0, 0, 0, 0};
    const Rating ratings[2] = {rating_estimate(pairs, PENTANOMIAL),
                               rating_estimate(games, TRINOMIAL)};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ratings[i].kind, RATING_AT_LEAST);
        assert_near(ratings[i].score, 1, 0);
        assert_near(ratings[i].score_range.low, 0.607, 5e-4);
        assert_near(ratings[i].elo_range.low, 75.5, 0.05);
        assert_false(ratings[i].spread);
    }
    const Rating mirror = rating_estimate(lost, PENTANOMIAL);
    assert_int_equal(mirror.kind, RATING_AT_MOST);
    assert_near(mirror.elo_range.high, -75.5, 0.05);
}

/* S8: nothing but draws is no certainty. */
static void equal_pairs_have_an_interval(void **state)
{
    (void)state;
    double before = 1e9;
    for (uint64_t count = 1; count <= 10000; count *= 10) {
        const uint64_t counts[PENTANOMIAL] = {0, 0, count, 0, 0};
        const Rating rating = rating_estimate(counts, PENTANOMIAL);
        assert_int_equal(rating.kind, RATING_BOTH);
        assert_near(rating.elo, 0, 1e-9);
        assert_near(rating.elo_range.low, -rating.elo_range.high, 1e-6);
        assert_true(rating.elo_range.high > 0 && rating.elo_range.high < before);
        assert_true(isfinite(rating.elo_range.high));
        before = rating.elo_range.high;
    }
}

static void nearly_all_won_gives_a_lower_bound(void **state)
{
    (void)state;
    const uint64_t counts[PENTANOMIAL] = {0, 0, 0, 1, 30};
    const Rating rating = rating_estimate(counts, PENTANOMIAL);
    assert_int_equal(rating.kind, RATING_AT_LEAST);
    assert_true(isfinite(rating.elo_range.low) && rating.elo_range.low > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(llr_is_the_published_one),
        cmocka_unit_test(llr_of_games_is_the_published_one),
        cmocka_unit_test(bounds_follow_from_the_error_rates),
        cmocka_unit_test(llr_is_finite_from_the_first_pair),
        cmocka_unit_test(sides_are_alike),
        cmocka_unit_test(elo_is_the_published_one),
        cmocka_unit_test(no_games_give_no_number),
        cmocka_unit_test(winning_all_gives_a_lower_bound),
        cmocka_unit_test(equal_pairs_have_an_interval),
        cmocka_unit_test(nearly_all_won_gives_a_lower_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
