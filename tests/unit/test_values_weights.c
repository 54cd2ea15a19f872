/* Measured values as weights: what is measured reaches the engine, what is not keeps what it had.
 */
#include "tests/unit/play.h"

#include <math.h>
#include <unistd.h>

#include "tuner/values_weights.h"

/* Chess, with measured values of all but the rook. */
typedef struct Fixture {
    Variant *variant;
    Weights weights;
    PieceValues values;
} Fixture;

static void add(Fixture *fixture, const char *name, ValueStatus status, double value,
                double half_width)
{
    PieceValue *added = &fixture->values.values[fixture->values.value_count++];
    snprintf(added->name, sizeof added->name, "%s", name);
    added->status = status;
    added->estimate.units = value;
    added->estimate.units_interval = (Interval){value - half_width, value + half_width};
}

static int set_up(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    *state = fixture;
    if (fixture == NULL)
        return 1;
    fixture->variant = load_variant("chess");
    weights_init_automatic(&fixture->weights, fixture->variant);
    snprintf(fixture->values.unit, sizeof fixture->values.unit, "pawn");
    add(fixture, "pawn", VALUE_UNIT, 1, 0);
    add(fixture, "knight", VALUE_MEASURED, 3.456, 0.25);
    add(fixture, "bishop", VALUE_MEASURED, -0.5, 1);
    add(fixture, "rook", VALUE_NOT_IDENTIFIABLE, (double)NAN, (double)NAN);
    add(fixture, "queen", VALUE_MEASURED, 1000, 1);
    snprintf(fixture->values.values[3].reason, sizeof fixture->values.values[3].reason,
             "it never varies");
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    variant_free(fixture->variant);
    free(fixture);
    return 0;
}

static Weight value_weight(const Fixture *fixture, const Weights *weights, char letter)
{
    return weights->type[variant_type(fixture->variant, letter)].value;
}

static void only_measured_values_are_taken_over(void **state)
{
    Fixture *fixture = *state;
    Weights weights = fixture->weights;
    /* Another proportion of the end game is kept. */
    weights.type[variant_type(fixture->variant, 'N')].value = (Weight){300, 330};
    values_weights_apply(&fixture->values, fixture->variant, &weights);
    Weight knight = value_weight(fixture, &weights, 'N');
    assert_int_equal(knight.opening, 346);
    assert_int_equal(knight.ending, 380);
    assert_int_equal(value_weight(fixture, &weights, 'B').opening, 1); /* not positive */
    assert_int_equal(value_weight(fixture, &weights, 'Q').opening, WEIGHT_LIMIT);
    /* All else is as it was. */
    for (const char *letter = "PRK"; *letter != '\0'; letter++) {
        Weight is = value_weight(fixture, &weights, *letter);
        Weight was = value_weight(fixture, &fixture->weights, *letter);
        assert_int_equal(is.opening, was.opening);
        assert_int_equal(is.ending, was.ending);
    }
    assert_memory_equal(&weights.side, &fixture->weights.side, sizeof weights.side);
}

static void the_unit_is_what_the_weights_say(void **state)
{
    Fixture *fixture = *state;
    Weights weights = fixture->weights;
    weights.type[variant_type(fixture->variant, 'P')].value = (Weight){80, 120};
    values_weights_apply(&fixture->values, fixture->variant, &weights);
    assert_int_equal(value_weight(fixture, &weights, 'P').opening, 80);
    assert_int_equal(value_weight(fixture, &weights, 'N').opening, 276);
}

static void the_file_is_read_back(void **state)
{
    Fixture *fixture = *state;
    char path[] = "/tmp/assay-weights-XXXXXX";
    Text text;
    Error err = {""};
    text_init(&text);
    values_weights_add_ini(&fixture->values, fixture->variant, &fixture->weights, "a run", &text);
    assert_non_null(strstr(text.data, "# a run\n"));
    assert_non_null(strstr(text.data, "# N  knight: measured, 3.46 (3.21 to 3.71)\n"));
    assert_non_null(
        strstr(text.data, "# B  bishop: measured, -0.50 (-1.50 to 0.50); not positive"));
    assert_non_null(strstr(text.data, "# R  rook: NOT measured, "));
    assert_non_null(strstr(text.data, ": it never varies\n"));
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.length, file), text.length);
    assert_int_equal(fclose(file), 0);
    Weights read;
    if (!weights_load(&read, fixture->variant, path, &err))
        fail_msg("%s", err.text);
    Weights expected = fixture->weights;
    values_weights_apply(&fixture->values, fixture->variant, &expected);
    assert_int_equal(weights_hash(&read, fixture->variant),
                     weights_hash(&expected, fixture->variant));
    unlink(path);
    text_release(&text);
}

static void values_played_with_their_own_weights_have_not_moved(void **state)
{
    Fixture *fixture = *state;
    Weights weights = fixture->weights;
    fixture->values.values[2].status = VALUE_NOT_IDENTIFIABLE;
    fixture->values.values[4].status = VALUE_NOT_IDENTIFIABLE;
    const double before = weights_value(&weights, variant_type(fixture->variant, 'N')) / 100.0;
    const double moved = values_weights_moved(&fixture->values, fixture->variant, &weights);
    assert_true(fabs(moved - fabs(3.456 - before) / 0.25) < 1e-9);
    values_weights_apply(&fixture->values, fixture->variant, &weights);
    assert_true(values_weights_moved(&fixture->values, fixture->variant, &weights) < 0.05);
    fixture->values.values[1].status = VALUE_UNIT_NOT_MEASURED;
    assert_true(isnan(values_weights_moved(&fixture->values, fixture->variant, &weights)));
}

#define FACT(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FACT(only_measured_values_are_taken_over),
        FACT(the_unit_is_what_the_weights_say),
        FACT(the_file_is_read_back),
        FACT(values_played_with_their_own_weights_have_not_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
