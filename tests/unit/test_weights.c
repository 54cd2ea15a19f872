/* Weights: automatic values, weights files, their errors and the hash. */
#include "tests/unit/play.h"

#include <unistd.h>

#include "engine/search/weights.h"

static Weights automatic(const Variant *variant)
{
    Weights weights;
    weights_init_automatic(&weights, variant);
    return weights;
}

static void chess_values_come_from_mobility_alone(void **state)
{
    (void)state;
    static const struct {
        char letter;
        int value;
    } rows[] = {{'P', 100}, {'N', 300}, {'B', 320}, {'R', 500}, {'Q', 950}};
    Variant *variant = load_variant("chess");
    Weights weights = automatic(variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int value = weights_value(&weights, variant_type(variant, rows[i].letter));
        if (abs(value - rows[i].value) * 100 > 12 * rows[i].value)
            fail_msg("%c is worth %d, not about %d", rows[i].letter, value, rows[i].value);
    }
    assert_int_equal(weights_value(&weights, variant_type(variant, 'P')), 100);
    assert_int_equal(weights_value(&weights, variant->royal_type), 0);
    variant_free(variant);
}

static void piece_that_never_captures_is_worth_far_less(void **state)
{
    (void)state;
    Variant *variant = load_variant("naiad");
    Weights weights = automatic(variant);
    int naiad = weights_value(&weights, variant_type(variant, 'Y'));
    assert_in_range(naiad, 200, 400);
    variant_free(variant);
}

static void every_type_of_every_variant_has_a_value(void **state)
{
    (void)state;
    glob_t files = shipped_variants();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Variant *variant = load_variant(files.gl_pathv[i]);
        Weights weights = automatic(variant);
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
            int value = weights_value(&weights, type);
            if (variant->types[type].royal)
                assert_int_equal(value, 0);
            else if (value <= 0 || value > 3000)
                fail_msg("%s: %c is worth %d", files.gl_pathv[i], variant->types[type].letter,
                         value);
            if (variant->types[type].pawn)
                assert_int_equal(value, 100);
        }
        assert_string_equal(weights.source, "automatic");
        variant_free(variant);
    }
    globfree(&files);
}

/* Writes a file of that text; its name is in `path`. */
static void write_file(char path[64], const char *text)
{
    snprintf(path, 64, "/tmp/assay-weights-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (long)strlen(text));
    close(file);
}

static void file_reads_back_what_was_written(void **state)
{
    (void)state;
    glob_t files = shipped_variants();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Variant *variant = load_variant(files.gl_pathv[i]);
        Weights written = automatic(variant);
        int16_t number = -50;
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
            TypeWeights *term = &written.type[type];
            if (!variant->types[type].royal)
                term->value = (Weight){number, (int16_t)(number + 1)};
            term->mobility.opening = number;
            term->pair.ending = ++number;
        }
        written.side.hunt = (Weight){20000, -20000};
        Text text;
        text_init(&text);
        weights_add_ini(&written, variant, &text);
        char path[64];
        write_file(path, text.data);
        Weights read;
        Error err = {""};
        if (!weights_load(&read, variant, path, &err))
            fail_msg("%s", err.text);
        assert_memory_equal(&read.type[1], &written.type[1],
                            (size_t)variant->type_count * sizeof(TypeWeights));
        assert_memory_equal(&read.side, &written.side, sizeof read.side);
        assert_string_equal(read.source, path);
        assert_true(weights_hash(&read, variant) == weights_hash(&written, variant));
        unlink(path);
        text_release(&text);
        variant_free(variant);
    }
    globfree(&files);
}

static void term_left_out_stays_automatic(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Weights expected = automatic(variant);
    expected.type[variant_type(variant, 'N')].value = (Weight){444, 333};
    char path[64];
    write_file(path, "[chess]\nvalue.N = 444 333\n");
    Weights read;
    Error err = {""};
    assert_true(weights_load(&read, variant, path, &err));
    assert_true(weights_hash(&read, variant) == weights_hash(&expected, variant));
    assert_true(weights_hash(&read, variant) != weights_hash(&(Weights){.source = ""}, variant));
    unlink(path);
    variant_free(variant);
}

static void faults_are_named_with_file_and_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *message; /* part of it, behind the file's name */
    } rows[] = {
        {"[chess]\nvalu.N = 1 2\n", ":2: valu.N: unknown weight; did you mean 'value.LETTER'?"},
        {"[chess]\n\ntemp = 1 2\n", ":3: temp: unknown weight; did you mean 'tempo'?"},
        {"[chess]\nvalue = 1 2\n", ":2: value: "},
        {"[chess]\nvalue.X = 1 2\n", ":2: value.X: 'X' is no piece of chess"},
        {"[chess]\nvalue.n = 1 2\n", ":2: value.n: write the letter as 'N'"},
        {"[chess]\nvalue. = 1 2\n", ":2: value.: '' is no piece of chess"},
        {"[chess]\nvalue.NB = 1 2\n", ":2: value.NB: 'NB' is no piece of chess"},
        {"[chess]\nvalue.N = 1\n", ":2: value.N: '1' is not two whole numbers"},
        {"[chess]\nvalue.N = 1 2 3\n", ":2: value.N: '1 2 3' is not two whole numbers"},
        {"[chess]\nvalue.N = 1.5 2\n", ":2: value.N: '1.5 2' is not two whole numbers"},
        {"[chess]\nvalue.N = 1 20001\n", ":2: value.N: '1 20001' is not two whole numbers"},
        {"[chess]\nvalue.N = 99999999999999999999 1\n", " is not two whole numbers"},
        {"[chess]\nvalue.K = 1 0\n", ":2: value.K: the royal piece has no value"},
        {"[chess]\nvalue.N = 1 1\nvalue.N = 1 1\n", ":3"},
        {"[naiad]\nvalue.N = 1 1\n", ": there is no section [chess]"},
        {"[chess:naiad]\nvalue.N = 1 1\n", ":1: a section of weights has no parent"},
    };
    Variant *variant = load_variant("chess");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char path[64];
        write_file(path, rows[i].text);
        Weights weights = {.source = "before"};
        Error err = {""};
        assert_false(weights_load(&weights, variant, path, &err));
        if (strstr(err.text, rows[i].message) == NULL || strstr(err.text, path) != err.text)
            fail_msg("%s\ngives '%s'", rows[i].text, err.text);
        assert_string_equal(weights.source, "before");
        unlink(path);
    }
    Weights weights;
    Error err = {""};
    assert_false(weights_load(&weights, variant, "no-such-weights", &err));
    assert_non_null(strstr(err.text, "no weights 'no-such-weights'"));
    assert_false(weights_load(&weights, variant, "/no/such/file.ini", &err));
    variant_free(variant);
}

static void hash_sees_each_weight(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Weights weights = automatic(variant);
    uint64_t before = weights_hash(&weights, variant);
    Weight *terms = (Weight *)&weights.type[1];
    for (int i = 0; i < variant->type_count * WEIGHT_TYPE_TERM_COUNT; i++) {
        terms[i].ending++;
        assert_true(weights_hash(&weights, variant) != before);
        terms[i].ending--;
    }
    Weight *side = (Weight *)&weights.side;
    for (int i = 0; i < WEIGHT_SIDE_TERM_COUNT; i++) {
        side[i].opening++;
        assert_true(weights_hash(&weights, variant) != before);
        side[i].opening--;
    }
    weights.source[0] = 'x';
    assert_true(weights_hash(&weights, variant) == before);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chess_values_come_from_mobility_alone),
        cmocka_unit_test(piece_that_never_captures_is_worth_far_less),
        cmocka_unit_test(every_type_of_every_variant_has_a_value),
        cmocka_unit_test(file_reads_back_what_was_written),
        cmocka_unit_test(term_left_out_stays_automatic),
        cmocka_unit_test(faults_are_named_with_file_and_line),
        cmocka_unit_test(hash_sees_each_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
