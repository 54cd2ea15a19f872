/* The unit: which piece can be it, and the games that are played to measure in it. */
#include "tests/unit/opening_world.h"

#include <stdlib.h>

#include "engine/base/hash.h"
#include "selfplay/unit.h"

/* Chess's pieces on their own squares, without pawns. */
static const char pieces_only[] = "[pieces-only]\nmaxFile = h\nmaxRank = 8\npiece.knight = N:N\n"
                                  "piece.bishop = B:B\npiece.rook = R:R\npiece.queen = Q:Q\n"
                                  "piece.king = K:K\nroyal = k\n"
                                  "startFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\n";

/* As opening_world_init(), with openings in a unit and one more key. */
static void world_init(OpeningWorld *world, Variant *variant, const char *unit, const char *key,
                       const char *value)
{
    Error err = {""};
    opening_world_init(world, variant, 0, "unit", unit);
    if (!run_config_set(&world->config, key, value, &err)
        || !opening_book_init(&world->book, variant, &world->weights, &world->config,
                              world->searcher, &world->position, &err))
        fail_msg("%s", err.text);
}

static Random stream(uint64_t pair) { return opening_world_stream(30, pair); }

/* --- Which ------------------------------------------------------------------------------------ */

static void check_unit(Variant *variant, const char *text, char letter)
{
    Error err = {""};
    const unsigned unit = unit_read(text, variant, &err);
    if (unit == 0)
        fail_msg("%s", err.text);
    assert_int_equal(variant->types[unit].letter, letter);
    variant_free(variant);
}

static void a_letter_names_the_unit(void **state)
{
    (void)state;
    check_unit(opening_world_variant("chess"), "", 'P');
    check_unit(opening_world_variant("chess"), "P", 'P');
    check_unit(opening_world_variant("chess"), "q", 'Q');
    check_unit(opening_world_variant("nearlydouble-wildebeest"), "R", 'R');
    check_unit(opening_world_read(pieces_only), "N", 'N');
}

static void check_refused(const char *ini, const char *text, const char *why)
{
    Error err = {""};
    Variant *variant = opening_world_read(ini);
    assert_int_equal(unit_read(text, variant, &err), 0);
    if (strstr(err.text, why) == NULL)
        fail_msg("--unit=%s: %s", text, err.text);
    variant_free(variant);
}

/* And it is said what to type instead. */
static void what_cannot_be_the_unit_is_refused(void **state)
{
    (void)state;
    static const char plain[] = "[plain:chess]\n";
    static const char placed[] = "[placed:chess]\npiece.wazir = W:W\n";
    static const char counted[] =
        "[counted:chess]\nextinctionPieceTypes = qp\nextinctionValue = loss\n";
    static const char alone[] = "[alone]\nmaxFile = e\nmaxRank = 5\npiece.rook = R:R\n"
                                "piece.king = K:K\nroyal = k\nstartFen = 4k/4r/5/R4/K4 w - - 0 1\n";
    static const char kings[] = "[kings]\nmaxFile = e\nmaxRank = 5\npiece.king = K:K\nroyal = k\n"
                                "startFen = 4k/5/5/5/K4 w - - 0 1\n";
    check_refused(plain, "K", "'K' is royal");
    check_refused(plain, "K", ": type --unit=P (or with N, B, R, Q)");
    check_refused(plain, "X", "no piece with the letter 'X'");
    check_refused(plain, "knight", "no piece with the letter 'knight'");
    check_refused(placed, "W", "not both sides have a 'W'");
    check_refused(counted, "Q", "an ending counts 'Q'");
    check_refused(pieces_only, "", "has no pawn (pawnTypes) to measure in: type --unit=N (or with");
    check_refused(alone, "", "to measure in: type --unit=R");
    check_refused(kings, "", "to measure in: no piece can be");
    /* Pawns have always been the unit where they are counted, and can be named, too. */
    check_unit(opening_world_read(counted), "", 'P');
    check_unit(opening_world_read(counted), "P", 'P');
}

static void plurals_are_english(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"pawn", "pawns"},  {"fox", "foxes"},      {"colossus", "colossuses"}, {"finch", "finches"},
        {"lady", "ladies"}, {"monkey", "monkeys"}, {"elephant", "elephants"},  {"", "s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char plural[32];
        unit_plural(rows[i][0], plural, sizeof plural);
        assert_string_equal(plural, rows[i][1]);
    }
}

/* A run without the key is what it was before there was one. */
static void only_a_named_unit_is_part_of_the_run(void **state)
{
    (void)state;
    RunConfig config;
    Error err = {""};
    Text keys;
    text_init(&keys);
    run_config_init(&config);
    run_config_add_play_keys(&config, &keys);
    assert_null(strstr(keys.data, "unit"));
    assert_true(run_config_set(&config, "unit", "R", &err));
    run_config_add_play_keys(&config, &keys);
    assert_non_null(strstr(keys.data, "unit = R\n"));
    text_release(&keys);
}

/* --- Imbalances ------------------------------------------------------------------------------- */

typedef struct Draws {
    int good, odds, most_odds;
    int with[MAX_TYPES]; /* trades in which the sides differ in the type */
} Draws;

/* Draws an imbalance and checks that it is what it says. */
static void draw_one(const OpeningWorld *world, Random *random, Draws *draws)
{
    Imbalance imbalance;
    int difference[MAX_TYPES], value = 0, types = 0;
    const ImbalanceSubject subject = imbalance_subject(&world->book, (Armies){{0, 0}}, random);
    if (!imbalance_draw(&world->book, &subject, random, &imbalance))
        return;
    imbalance_difference(&imbalance, difference);
    for (unsigned type = 1; type < MAX_TYPES; type++) {
        value += difference[type] * weights_value(&world->weights, type);
        types += difference[type] != 0;
    }
    assert_int_equal(value, imbalance.value);
    assert_int_equal(difference[world->variant->royal_type], 0);
    draws->good++;
    if (subject.odds) {
        const int units = -difference[world->book.unit];
        assert_int_equal(types, 1);
        assert_int_equal(units, subject.copies);
        draws->odds++;
        draws->most_odds = units > draws->most_odds ? units : draws->most_odds;
        return;
    }
    assert_true(abs(value) <= (int)world->config.imbalance_max);
    for (unsigned type = 1; type < MAX_TYPES; type++)
        draws->with[type] += difference[type] != 0;
}

/* Of the unit, and of every other type; the pawn is one of them. */
static void check_draws(const char *name, Variant *variant, const char *unit, int most_odds)
{
    enum { DRAWS = 3000 };
    OpeningWorld world;
    Draws draws = {.good = 0};
    opening_world_init(&world, variant, 0, "unit", unit);
    Random random = stream(1);
    for (int i = 0; i < DRAWS; i++)
        draw_one(&world, &random, &draws);
    print_message("%s in %s: %d of %d drawn, odds %d:", name, unit, draws.good, DRAWS, draws.odds);
    int least = DRAWS, most = 0;
    for (unsigned i = 0; i < world.book.type_count; i++) {
        const unsigned type = world.book.types[i];
        print_message(" %c %d", world.variant->types[type].letter, draws.with[type]);
        least = draws.with[type] < least ? draws.with[type] : least;
        if (type != world.book.unit) /* which pays, and is in as many or more */
            most = draws.with[type] > most ? draws.with[type] : most;
    }
    print_message("\n");
    opening_world_release(&world);
    assert_true(draws.good > DRAWS * 9 / 10);
    assert_in_range(100 * draws.odds / draws.good, 27, 33);
    assert_int_equal(draws.most_odds, most_odds);
    assert_true(2 * least > most);
}

static void any_piece_can_be_what_is_paid_with(void **state)
{
    (void)state;
    check_draws("chess", opening_world_variant("chess"), "N", 2);
    check_draws("chess", opening_world_variant("chess"), "R", 1);
    check_draws("chess", opening_world_variant("chess"), "Q", 1);
    check_draws("nearlydouble-wildebeest", opening_world_variant("nearlydouble-wildebeest"), "R",
                3);
    check_draws("pieces-only", opening_world_read(pieces_only), "N", 2);
    check_draws("pieces-only", opening_world_read(pieces_only), "B", 1);
    check_draws("pieces-only", opening_world_read(pieces_only), "Q", 1);
    /* The wazir is in no array and takes the place of a unit. */
    check_draws("placed", opening_world_read("[placed:chess]\npiece.wazir = W:W\n"), "R", 1);
    check_draws("placed", opening_world_read("[placed:chess]\npiece.wazir = W:W\n"), "Q", 1);
}

/* A pawn that is named is the pawn that is not. */
static void the_pawn_named_makes_the_same_imbalances(void **state)
{
    (void)state;
    OpeningWorld named, unnamed;
    opening_world_init(&named, opening_world_variant("chess"), 0, "unit", "P");
    opening_world_init(&unnamed, opening_world_variant("chess"), 0, "unit", "");
    for (uint64_t pair = 0; pair < 200; pair++) {
        Imbalance imbalances[2] = {{.edit_count = 0}};
        for (int i = 0; i < 2; i++) {
            const OpeningBook *book = i == 0 ? &named.book : &unnamed.book;
            Random random = stream(pair);
            ImbalanceSubject subject = imbalance_subject(book, (Armies){{0, 0}}, &random);
            assert_true(imbalance_draw(book, &subject, &random, &imbalances[i]));
        }
        assert_int_equal(imbalances[0].edit_count, imbalances[1].edit_count);
        assert_memory_equal(imbalances[0].edits, imbalances[1].edits,
                            sizeof(Edit) * (size_t)imbalances[0].edit_count);
    }
    opening_world_release(&named);
    opening_world_release(&unnamed);
}

/* The hash of many imbalances. Weights are fixed, so that it is one of the generator alone. */
static uint64_t hash_imbalances(const char *name, const char *key, const char *value)
{
    static const int16_t values[] = {100, 300, 330, 500, 900, 150, 700, 200};
    Error err = {""};
    OpeningWorld world;
    uint64_t hash = 0;
    opening_world_init(&world, opening_world_variant(name), 0, key, value);
    for (int type = 1; type <= world.variant->type_count; type++)
        if (!world.variant->types[type].royal)
            world.weights.type[type].value = (Weight){values[type % 8], values[type % 8]};
    assert_true(opening_book_init(&world.book, world.variant, &world.weights, &world.config,
                                  world.searcher, &world.position, &err));
    for (uint64_t pair = 0; pair < 300; pair++) {
        Random random = stream(pair);
        Imbalance imbalance = {.edit_count = 0};
        const Armies armies = against_draw(&world.book.against, &random);
        const ImbalanceSubject subject = imbalance_subject(&world.book, armies, &random);
        const bool drawn = imbalance_draw(&world.book, &subject, &random, &imbalance);
        hash = hash_add(hash, drawn);
        for (int i = 0; drawn && i < imbalance.edit_count; i++) {
            const Edit *edit = &imbalance.edits[i];
            hash = hash_add(hash, (uint64_t)edit->square << 32 | (uint64_t)edit->before << 16
                                      | (uint64_t)edit->after);
        }
    }
    opening_world_release(&world);
    return hash;
}

/* The numbers are those of the revision before units could be named. */
static void runs_without_a_unit_are_as_they_were(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *key, *value;
        uint64_t hash;
    } rows[] = {
        {"chess", "thinning", "70", 0xf63bc386da85697e},
        {"nihisci", "thinning", "0", 0x074bef376ac65237},
        {"nearlydouble-wildebeest", "trade_pawns", "1", 0x5a1c2ff69036b9ab},
        {"different-armies:fides-knights", "thinning", "70", 0x86543bb035813e35},
        {"different-armies:fides-knights", "against", "white=black", 0xf18092b5709fecb7},
        {"different-armies:fides-knights", "versus", "white=black", 0x7bbc5da6cb26bcfe},
        {"chess", "against", "Q=N,R=B", 0xc961e7a2400131ca},
        {"naiad", "versus", "Y=N", 0x3eb7da4bade51703},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint64_t hash = hash_imbalances(rows[i].variant, rows[i].key, rows[i].value);
        print_message("%s, %s = %s: %016llx\n", rows[i].variant, rows[i].key, rows[i].value,
                      (unsigned long long)hash);
        assert_int_equal(hash, rows[i].hash);
    }
}

/* --- Games of other kinds --------------------------------------------------------------------- */

/* White's pieces of a letter less Black's, and less what that is in the array. */
static int more(const OpeningWorld *world, unsigned type)
{
    const PieceType *piece = &world->variant->types[type];
    return (int)world->position.count[WHITE][type] - (int)world->position.count[BLACK][type]
           - (int)piece->start[WHITE] + (int)piece->start[BLACK];
}

/* One piece instead of another, and units. */
static void check_versus(Variant *variant, const char *unit, const char *versus, int units)
{
    OpeningWorld world;
    Opening opening;
    int with_odds = 0;
    world_init(&world, variant, unit, "versus", versus);
    opening_init(&opening);
    const unsigned type = variant_type(variant, versus[0]),
                   other = variant_type(variant, versus[2]);
    for (uint64_t pair = 0; pair < 40; pair++) {
        opening_world_draw(&world, stream(pair), &opening);
        opening_world_set(&world, &opening.fen[0]);
        for (unsigned t = 1; t <= (unsigned)variant->type_count; t++)
            if (t != world.book.unit)
                assert_int_equal(more(&world, t), (t == type) - (t == other));
        const int odds = more(&world, world.book.unit);
        if (odds != 0)
            assert_int_equal(abs(odds), units);
        with_odds += odds != 0;
    }
    assert_in_range(with_odds, 8, 32);
    opening_release(&opening);
    opening_world_release(&world);
}

static void a_versus_has_odds_of_the_unit(void **state)
{
    (void)state;
    check_versus(opening_world_variant("naiad"), "R", "Y=N", 1);
    check_versus(opening_world_variant("chess"), "N", "R=Q", 2);
    check_versus(opening_world_read(pieces_only), "N", "Q=B", 2);
    check_versus(opening_world_read(pieces_only), "Q", "N=B", 1);
    /* Neither is in the array: a unit of each makes room for them, and one is left for odds. */
    check_versus(opening_world_read("[two:chess]\npiece.wazir = W:W\npiece.lion = L:KNAD\n"), "R",
                 "L=W", 1);
}

/* The army that a side has changes nothing of the unit. */
static void both_armies_have_the_unit(void **state)
{
    (void)state;
    OpeningWorld world;
    Opening opening;
    int odds = 0;
    world_init(&world, opening_world_variant("chess"), "R", "against", "Q=N");
    opening_init(&opening);
    for (uint64_t pair = 0; pair < 60; pair++) {
        opening_world_draw(&world, stream(pair), &opening);
        for (int game = 0; game < 2; game++) {
            opening_world_set(&world, &opening.fen[game]);
            const int rooks = more(&world, world.book.unit);
            assert_in_range(abs(rooks), 0, 2);
            odds += rooks != 0;
        }
    }
    assert_true(odds >= 40);
    opening_release(&opening);
    opening_world_release(&world);
}

static void the_unit_is_not_what_is_compared(void **state)
{
    (void)state;
    static const struct {
        const char *unit, *key, *value, *why;
    } rows[] = {
        {"N", "versus", "N=B", "'N' is the unit"},  {"N", "versus", "B=N", "'N' is the unit"},
        {"N", "versus", "B=P", "'P' is a pawn"},    {"N", "against", "N=B", "'N' is the unit"},
        {"N", "against", "Q=N", "'N' is the unit"}, {"N", "against", "Q=P", "'P' is a pawn"},
        {"K", "openings", "plain", "'K' is royal"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Error err = {""};
        OpeningWorld world;
        OpeningBook book;
        opening_world_init(&world, opening_world_variant("chess"), 0, rows[i].key,
                           rows[i].key[0] == 'o' ? "plain" : "");
        assert_true(run_config_set(&world.config, "unit", rows[i].unit, &err));
        assert_true(run_config_set(&world.config, rows[i].key, rows[i].value, &err));
        assert_false(opening_book_init(&book, world.variant, &world.weights, &world.config,
                                       world.searcher, &world.position, &err));
        if (strstr(err.text, rows[i].why) == NULL)
            fail_msg("%s", err.text);
        opening_world_release(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_letter_names_the_unit),
        cmocka_unit_test(what_cannot_be_the_unit_is_refused),
        cmocka_unit_test(plurals_are_english),
        cmocka_unit_test(only_a_named_unit_is_part_of_the_run),
        cmocka_unit_test(any_piece_can_be_what_is_paid_with),
        cmocka_unit_test(the_pawn_named_makes_the_same_imbalances),
        cmocka_unit_test(runs_without_a_unit_are_as_they_were),
        cmocka_unit_test(a_versus_has_odds_of_the_unit),
        cmocka_unit_test(both_armies_have_the_unit),
        cmocka_unit_test(the_unit_is_not_what_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
