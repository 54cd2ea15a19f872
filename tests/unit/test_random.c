/* Random streams: PCG's published vectors, bounds, and that keys lead to streams of their own. */
#include "tests/unit/unit.h"

#include <string.h>

#include <gsl/gsl_rng.h>

#include "engine/base/random.h"
#include "engine/base/random_gsl.h"

/* The first numbers of pcg32 from state 42 in stream 54, as pcg-random.org's demonstration prints.
 */
static const uint32_t published[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                     0x83d2f293, 0xbfa4784b, 0xcbed606e};
enum { PUBLISHED_COUNT = sizeof published / sizeof published[0] };

static void stream_is_pcg_as_published(void **state)
{
    (void)state;
    Random random;
    random_init(&random, 42, 54);
    for (int i = 0; i < PUBLISHED_COUNT; i++) {
        assert_int_equal(random_next(&random), published[i]);
    }
}

static void gsl_type_gives_the_published_stream(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(random_gsl_type);
    assert_non_null(rng);
    gsl_rng_set(rng, 42);
    for (int i = 0; i < PUBLISHED_COUNT; i++) {
        assert_int_equal(gsl_rng_get(rng), published[i]);
    }
    assert_string_equal(gsl_rng_name(rng), "pcg32");
    assert_int_equal(gsl_rng_max(rng), 0xffffffff);
    gsl_rng_free(rng);
}

static void gsl_key_is_the_keyed_stream(void **state)
{
    (void)state;
    Random random;
    random_init_keyed(&random, 7, RANDOM_BOOTSTRAP, 11);
    gsl_rng *rng = gsl_rng_alloc(random_gsl_type);
    random_gsl_key(rng, 7, RANDOM_BOOTSTRAP, 11);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(gsl_rng_get(rng), random_next(&random));
    }
    const double uniform = gsl_rng_uniform(rng);
    assert_true(uniform == random_uniform(&random));
    gsl_rng_free(rng);
}

static void copy_goes_on_alike(void **state)
{
    (void)state;
    Random random;
    random_init(&random, 1, 2);
    random_next(&random);
    Random copy = random;
    for (int i = 0; i < 100; i++) {
        assert_int_equal(random_next(&random), random_next(&copy));
    }
}

static void below_stays_below_and_is_even(void **state)
{
    (void)state;
    Random random;
    random_init_keyed(&random, 1, RANDOM_TEST, 0);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(random_below(&random, 1), 0);
    }
    /* 60,000 throws of a die; chi-square with 5 degrees of freedom passes 25.7 once in 10,000. */
    int thrown[6] = {0};
    for (int i = 0; i < 60000; i++) {
        uint32_t face = random_below(&random, 6);
        assert_in_range(face, 0, 5);
        thrown[face]++;
    }
    double chi_square = 0;
    for (int i = 0; i < 6; i++) {
        chi_square += (thrown[i] - 10000.0) * (thrown[i] - 10000.0) / 10000.0;
    }
    assert_true(chi_square < 25.7);
}

/* Were the upper half of a bound of 3 * 2^30 reached by taking remainders, numbers below 2^30 would
 * come twice as often as they should. */
static void below_has_no_bias_at_large_bounds(void **state)
{
    (void)state;
    Random random;
    random_init_keyed(&random, 1, RANDOM_TEST, 1);
    int low = 0;
    for (int i = 0; i < 30000; i++) {
        low += random_below(&random, 3u << 30) < 1u << 30;
    }
    assert_in_range(low, 9600, 10400);
}

static void uniform_uses_53_bits_of_two_draws(void **state)
{
    (void)state;
    Random random;
    random_init(&random, 42, 54);
    const uint64_t bits = (uint64_t)(published[0] >> 5) << 26 | published[1] >> 6;
    assert_true(random_uniform(&random) == (double)bits / 9007199254740992.0);
    double sum = 0;
    for (int i = 0; i < 100000; i++) {
        double number = random_uniform(&random);
        assert_true(number >= 0 && number < 1);
        sum += number;
    }
    /* The standard error of the mean is 0.00091. */
    assert_true(sum / 100000 > 0.4955 && sum / 100000 < 0.5045);
}

/* Results of runs depend on these numbers: a change of them is a change of every stored game. They
 * come from a second implementation of hash and generator (in Python, after their definitions). */
static void keyed_streams_do_not_change_between_versions(void **state)
{
    (void)state;
    static const struct {
        uint64_t run_key;
        RandomPurpose purpose;
        uint64_t index;
        uint32_t first[4];
    } rows[] = {
        {1, RANDOM_GAME, 0, {0x551ce36c, 0x223cae29, 0xfef60e4b, 0x6fd01e4a}},
        {0x0123456789abcdef,
         RANDOM_OPENING,
         123456789,
         {0xfd4091e1, 0x4bfb2b94, 0x9a7c308d, 0x1516addc}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Random random;
        random_init_keyed(&random, rows[i].run_key, rows[i].purpose, rows[i].index);
        for (int j = 0; j < 4; j++) {
            assert_int_equal(random_next(&random), rows[i].first[j]);
        }
    }
}

static void each_part_of_the_key_counts(void **state)
{
    (void)state;
    static const struct {
        uint64_t run_key;
        RandomPurpose purpose;
        uint64_t index;
    } keys[] = {
        {1, RANDOM_OPENING, 0}, {2, RANDOM_OPENING, 0}, {1, RANDOM_GAME, 0},
        {1, RANDOM_OPENING, 1}, {0, RANDOM_OPENING, 0}, {1, RANDOM_OPENING, UINT64_MAX},
        {1, RANDOM_GAME, 1},    {2, RANDOM_GAME, 1},
    };
    enum { COUNT = sizeof keys / sizeof keys[0] };
    Random randoms[COUNT];
    for (int i = 0; i < COUNT; i++) {
        random_init_keyed(&randoms[i], keys[i].run_key, keys[i].purpose, keys[i].index);
        for (int j = 0; j < i; j++) {
            assert_true(randoms[i].words[0] != randoms[j].words[0]);
            assert_true(randoms[i].words[1] != randoms[j].words[1]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_is_pcg_as_published),
        cmocka_unit_test(gsl_type_gives_the_published_stream),
        cmocka_unit_test(gsl_key_is_the_keyed_stream),
        cmocka_unit_test(copy_goes_on_alike),
        cmocka_unit_test(below_stays_below_and_is_even),
        cmocka_unit_test(below_has_no_bias_at_large_bounds),
        cmocka_unit_test(uniform_uses_53_bits_of_two_draws),
        cmocka_unit_test(keyed_streams_do_not_change_between_versions),
        cmocka_unit_test(each_part_of_the_key_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
