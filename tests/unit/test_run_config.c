/* What a run is: strict keys, and a key that changes with everything that games depend on. */
#include "tests/unit/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "selfplay/run_identity.h"

/* A file of that text, to be unlinked. */
static void write_temporary(char path[32], const char *text)
{
    memcpy(path, "/tmp/assay-run-XXXXXX", sizeof "/tmp/assay-run-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(close(file), 0);
}

static bool load_text(RunConfig *config, const char *text, Error *err)
{
    char path[32];
    write_temporary(path, text);
    bool good = run_config_load(config, path, err);
    unlink(path);
    return good;
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    RunConfig config;
    run_config_init(&config);
    Error err;
    static const char *const values[][2] = {
        {"variant", "some folder/x.ini:y"},
        {"games", "1000000000"},
        {"seed", "18446744073709551615"},
        {"openings", "plain"},
        {"opening_plies", "7"},
        {"table_kb", "3"},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        assert_true(run_config_set(&config, values[i][0], values[i][1], &err));
    }
    assert_true(config.seed == UINT64_MAX);
    assert_int_equal(config.openings, OPENINGS_PLAIN);
    Text text;
    text_init(&text);
    run_config_add_ini(&config, &text);
    RunConfig read;
    run_config_init(&read);
    assert_true(load_text(&read, text.data, &err));
    Text again;
    text_init(&again);
    run_config_add_ini(&read, &again);
    assert_string_equal(text.data, again.data);
    text_release(&text);
    text_release(&again);
}

static void faults_are_named_and_change_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *says;
    } rows[] = {
        {"[run]\nnodes = 5\nnode = 5\n", ":3: node: unknown key, did you mean 'nodes'?"},
        {"[run]\nxyzzyxyzzy = 5\n", ":2: xyzzyxyzzy: unknown key"},
        {"[run]\nnodes = 0\n", ":2: nodes: '0' is not a whole number from 1 to"},
        {"[run]\nnodes = \n", ":2: nodes: '' is not a whole number"},
        {"[run]\nnodes = 1e3\n", ":2: nodes: '1e3' is not a whole number"},
        {"[run]\nnodes = -1\n", ":2: nodes: '-1' is not a whole number"},
        {"[run]\nseed = 18446744073709551616\n", ":2: seed: '18446744073709551616' is not"},
        {"[run]\nseed = 0x10\n", ":2: seed: '0x10' is not a whole number"},
        {"[run]\npawn_odds = 101\n", ":2: pawn_odds: '101' is not a whole number from 0 to 100"},
        {"[run]\nopenings = book\n", ":2: openings: 'book' is not plain or imbalance"},
        {"[run]\nnodes: 5\n", ":2:"},
        {"[run]\nnodes = 5\nnodes = 6\n", ":3:"},
        {"[game]\nnodes = 5\n", "a run file has one section, [run]"},
        {"[run]\n[more]\n", "a run file has one section, [run]"},
        {"[run:other]\n", "a run file has one section, [run]"},
        {"", "a run file has one section, [run]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        RunConfig config;
        RunConfig before;
        memset(&config, 0, sizeof config);
        run_config_init(&config);
        memcpy(&before, &config, sizeof config);
        Error err = {""};
        assert_false(load_text(&config, rows[i].text, &err));
        if (strstr(err.text, rows[i].says) == NULL) {
            fail_msg("row %zu: '%s'", i, err.text);
        }
        assert_memory_equal(&config, &before, sizeof config);
    }
    RunConfig config;
    run_config_init(&config);
    Error err = {""};
    assert_false(run_config_load(&config, "no-such-run", &err));
    assert_non_null(strstr(err.text, "no run 'no-such-run'"));
    assert_false(run_config_load(&config, "./no-such-run.ini", &err));
    assert_non_null(strstr(err.text, "No such file"));
}

static uint64_t key_of(const RunConfig *config, const Variant *variant, const Weights *weights)
{
    RunIdentity identity;
    run_identity_init(&identity, config, variant, weights);
    uint64_t key = identity.key;
    run_identity_release(&identity);
    return key;
}

static void the_key_changes_with_what_games_depend_on(void **state)
{
    (void)state;
    Error err;
    Variant *variant = variant_load("chess", &err);
    assert_non_null(variant);
    Weights weights;
    weights_init_automatic(&weights, variant);
    RunConfig config;
    run_config_init(&config);
    const uint64_t key = key_of(&config, variant, &weights);

    size_t count;
    const RunKey *keys = run_config_keys(&count);
    int parts = 0;
    for (size_t i = 0; i < count; i++) {
        RunConfig other = config;
        const char *value = keys[i].type == RUN_KEY_CHOICE ? "plain" : "17";
        assert_true(run_config_set(&other, keys[i].key, value, &err));
        assert_int_equal(key_of(&other, variant, &weights) != key, keys[i].part_of_key);
        parts += keys[i].part_of_key;
    }
    /* All but variant, weights (whose contents count) and the number of games. */
    assert_int_equal(parts, count - 3);

    Weights heavier = weights;
    heavier.type[variant_type(variant, 'N')].value.opening++;
    assert_true(key_of(&config, variant, &heavier) != key);
    Variant *other = variant_load("naiad", &err);
    assert_non_null(other);
    weights_init_automatic(&heavier, other);
    assert_true(key_of(&config, other, &heavier) != key);
    variant_free(other);
    variant_free(variant);
}

static void run_files_of_the_program_are_good(void **state)
{
    (void)state;
    RunConfig config;
    run_config_init(&config);
    Error err = {""};
    if (!run_config_load(&config, "naiad-values", &err)) {
        fail_msg("%s", err.text);
    }
    assert_string_equal(config.variant, "naiad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(faults_are_named_and_change_nothing),
        cmocka_unit_test(the_key_changes_with_what_games_depend_on),
        cmocka_unit_test(run_files_of_the_program_are_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
