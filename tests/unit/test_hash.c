/* Hashes: against published vectors, and that order and length count. */
#include "tests/unit/unit.h"

#include <string.h>

#include "engine/base/hash.h"

/* The first outputs of SplitMix64 from seed 1234567 (Rosetta Code, "Pseudo-random
 * numbers/Splitmix64"): each adds the golden ratio to the state, which is the first step of
 * hash_mix(). */
static void mix_is_splitmix64(void **state)
{
    (void)state;
    static const uint64_t published[] = {6457827717110365317u, 3203168211198807973u,
                                         9817491932198370423u, 4593380528125082431u,
                                         16408922859458223821u};
    uint64_t seed = 1234567;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        assert_true(hash_mix(seed) == published[i]);
        seed += 0x9e3779b97f4a7c15u;
    }
}

/* The vectors of FNV-1a's authors, mixed. */
static void bytes_are_fnv1a_mixed(void **state)
{
    (void)state;
    assert_true(hash_bytes("", 0) == hash_mix(0xcbf29ce484222325u));
    assert_true(hash_bytes("a", 1) == hash_mix(0xaf63dc4c8601ec8cu));
    assert_true(hash_bytes("foobar", 6) == hash_mix(0x85944171f73967e8u));
}

static void order_and_length_count(void **state)
{
    (void)state;
    assert_true(hash_add(hash_add(0, 1), 2) != hash_add(hash_add(0, 2), 1));
    assert_true(hash_add(0, 0) != 0);
    assert_true(hash_bytes("a\0", 2) != hash_bytes("a", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mix_is_splitmix64),
        cmocka_unit_test(bytes_are_fnv1a_mixed),
        cmocka_unit_test(order_and_length_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
