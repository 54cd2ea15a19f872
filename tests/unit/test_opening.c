/* Openings: imbalances as intended, mirrored in the second game, drawn from the stream alone. */
#include "tests/unit/opening_world.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/rules/attack.h"
#include "engine/rules/movegen.h"
#include "engine/rules/outcome.h"

static const char *const variant_names[] = {"chess",
                                            "naiad",
                                            "weak-naiad",
                                            "noble-wing",
                                            "nihisci",
                                            "large-nahbi",
                                            "nearlydouble-wildebeest"};
enum { VARIANT_COUNT = sizeof variant_names / sizeof variant_names[0] };

static void world_init(OpeningWorld *world, const char *name)
{
    opening_world_init(world, opening_world_variant(name), 4, NULL, NULL);
}

static Random test_stream(uint64_t pair) { return opening_world_stream(4711, pair); }

static bool is_pawn_odds(const OpeningWorld *world, const int difference[MAX_TYPES])
{
    for (unsigned type = 1; type < MAX_TYPES; type++) {
        if (difference[type] != 0 && type != world->book.unit) {
            return false;
        }
    }
    return difference[world->book.unit] < 0;
}

static void imbalances_are_weighed_and_bounded(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        OpeningWorld world;
        world_init(&world, variant_names[v]);
        Random random = test_stream(v);
        int good = 0;
        int odds = 0;
        enum { DRAWS = 4000 };
        for (int i = 0; i < DRAWS; i++) {
            Imbalance imbalance;
            ImbalanceSubject subject = imbalance_subject(&world.book, (Armies){{0, 0}}, &random);
            if (!imbalance_draw(&world.book, &subject, &random, &imbalance)) {
                continue;
            }
            good++;
            int difference[MAX_TYPES];
            imbalance_difference(&imbalance, difference);
            int value = 0;
            for (unsigned type = 1; type < MAX_TYPES; type++) {
                value += difference[type] * weights_value(&world.weights, type);
            }
            assert_int_equal(value, imbalance.value);
            assert_int_equal(difference[world.variant->royal_type], 0);
            if (is_pawn_odds(&world, difference)) {
                odds++;
                assert_in_range(-difference[world.book.unit], 1, 3);
            } else {
                assert_true(abs(value) <= (int)world.config.imbalance_max);
            }
        }
        print_message("%s: %d of %d drawn, pawn odds %d\n", variant_names[v], good, DRAWS, odds);
        assert_true(good > DRAWS * 9 / 10);
        opening_world_release(&world);
        assert_in_range(100 * odds / good, 27, 33); /* 30, within four standard deviations */
    }
}

/* How many of the draws have an imbalance of each type. */
static void every_type_is_in_a_comparable_share_of_the_games(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        OpeningWorld world;
        world_init(&world, variant_names[v]);
        Random random = test_stream(100 + v);
        int with[MAX_TYPES] = {0};
        int good = 0;
        for (int i = 0; i < 4000; i++) {
            Imbalance imbalance;
            ImbalanceSubject subject = imbalance_subject(&world.book, (Armies){{0, 0}}, &random);
            if (!imbalance_draw(&world.book, &subject, &random, &imbalance)) {
                continue;
            }
            good++;
            int difference[MAX_TYPES];
            imbalance_difference(&imbalance, difference);
            for (unsigned type = 1; type < MAX_TYPES; type++) {
                with[type] += difference[type] != 0;
            }
        }
        int least = good;
        int most = 0;
        print_message("%s:", variant_names[v]);
        for (unsigned i = 0; i < world.book.type_count; i++) {
            unsigned type = world.book.types[i];
            print_message(" %c %.1f %%", world.variant->types[type].letter,
                          100.0 * with[type] / good);
            least = with[type] < least ? with[type] : least;
            most = with[type] > most ? with[type] : most;
        }
        print_message(", pawn %.1f %%\n", 100.0 * with[world.book.unit] / good);
        assert_true(2 * least > most);
        opening_world_release(&world);
    }
}

static void count_difference(OpeningWorld *world, const char *fen, int difference[MAX_TYPES])
{
    Error err;
    assert_true(position_set_fen(&world->position, fen, &err));
    for (unsigned type = 0; type < MAX_TYPES; type++) {
        difference[type] =
            (int)world->position.count[WHITE][type] - (int)world->position.count[BLACK][type];
    }
}

static void the_second_game_has_the_material_swapped(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        OpeningWorld world;
        world_init(&world, variant_names[v]);
        world.config.opening_plies = 0;
        assert_true(world.book.symmetric);
        Opening opening;
        opening_init(&opening);
        for (uint64_t pair = 0; pair < 20; pair++) {
            Error err = {""};
            if (!opening_draw(&world.book, test_stream(pair), world.searcher, &world.position,
                              &opening, &err)) {
                fail_msg("%s: %s", variant_names[v], err.text);
            }
            int first[MAX_TYPES];
            int second[MAX_TYPES];
            count_difference(&world, opening.fen[0].data, first);
            count_difference(&world, opening.fen[1].data, second);
            int value = 0;
            for (unsigned type = 1; type < MAX_TYPES; type++) {
                assert_int_equal(first[type], -second[type]);
                value += first[type] * weights_value(&world.weights, type);
            }
            assert_int_equal(value, opening.white_value[0]);
            assert_int_equal(-value, opening.white_value[1]);
            assert_true(value != 0 || pair > 0);
        }
        opening_release(&opening);
        opening_world_release(&world);
    }
}

static void openings_can_be_played_from(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        OpeningWorld world;
        world_init(&world, variant_names[v]);
        Opening opening;
        opening_init(&opening);
        uint32_t rejected = 0;
        for (uint64_t pair = 0; pair < 20; pair++) {
            Error err = {""};
            if (pair % 10 == 0) { /* Black begins in the second ten. */
                world.config.opening_plies = 4 + pair / 10;
                assert_true(opening_book_init(&world.book, world.variant, &world.weights,
                                              &world.config, world.searcher, &world.position,
                                              &err));
            }
            if (!opening_draw(&world.book, test_stream(pair), world.searcher, &world.position,
                              &opening, &err)) {
                fail_msg("%s: %s", variant_names[v], err.text);
            }
            rejected += opening.rejected;
            for (int game = 0; game < 2; game++) {
                assert_true(position_set_fen(&world.position, opening.fen[game].data, &err));
                assert_int_equal(world.position.side, pair < 10 ? WHITE : BLACK);
                assert_false(position_in_check(&world.position));
                assert_int_equal(position_outcome(&world.position).reason, END_NONE);
            }
            assert_string_not_equal(opening.fen[0].data, opening.fen[1].data);
        }
        print_message("%s: %u of %u refused, tempo %d, margin %d\n", variant_names[v], rejected,
                      rejected + 20, world.book.tempo, world.book.margin);
        opening_release(&opening);
        opening_world_release(&world);
    }
}

static void an_opening_depends_on_its_stream_alone(void **state)
{
    (void)state;
    OpeningWorld world;
    world_init(&world, "chess");
    Opening first;
    Opening second;
    Error err;
    opening_init(&first);
    opening_init(&second);
    for (uint64_t pair = 0; pair < 10; pair++) {
        assert_true(opening_draw(&world.book, test_stream(pair), world.searcher, &world.position,
                                 &first, &err));
        assert_true(opening_draw(&world.book, test_stream(pair + 100), world.searcher,
                                 &world.position, &second, &err));
        assert_string_not_equal(first.fen[0].data, second.fen[0].data);
        assert_true(opening_draw(&world.book, test_stream(pair), world.searcher, &world.position,
                                 &second, &err));
        assert_string_equal(first.fen[0].data, second.fen[0].data);
        assert_string_equal(first.fen[1].data, second.fen[1].data);
        assert_int_equal(first.rejected, second.rejected);
    }
    opening_release(&first);
    opening_release(&second);
    opening_world_release(&world);
}

/* Whether two boards of 8 x 8 are the same with ranks mirrored and colours swapped. */
static bool boards_mirror(const Piece *first, const Piece *second)
{
    for (unsigned square = 0; square < 64; square++) {
        Piece piece = first[square];
        Piece other = second[square ^ 56];
        if (piece == NO_PIECE
                ? other != NO_PIECE
                : other != piece_make(colour_other(piece_colour(piece)), piece_type(piece))) {
            return false;
        }
    }
    return true;
}

static void plain_openings_are_the_array_and_each_players_moves_mirrored(void **state)
{
    (void)state;
    OpeningWorld world;
    world_init(&world, "chess");
    world.config.openings = OPENINGS_PLAIN;
    world.config.opening_plies = 2;
    Opening opening;
    Error err;
    opening_init(&opening);
    int mirrored = 0;
    for (uint64_t pair = 0; pair < 40; pair++) {
        assert_true(opening_draw(&world.book, test_stream(pair), world.searcher, &world.position,
                                 &opening, &err));
        Piece boards[2][64];
        for (int game = 0; game < 2; game++) {
            assert_true(position_set_fen(&world.position, opening.fen[game].data, &err));
            assert_int_equal(world.position.side, WHITE);
            memcpy(boards[game], world.position.board, sizeof boards[game]);
        }
        mirrored += boards_mirror(boards[0], boards[1]);
    }
    /* A capture of what the other has just moved cannot be mirrored: it comes first. */
    assert_in_range(mirrored, 36, 40);
    opening_release(&opening);
    opening_world_release(&world);
}

/* A file of that text, to be unlinked. */
static void write_temporary(char path[32], const char *text)
{
    memcpy(path, "/tmp/assay-open-XXXXXX", sizeof "/tmp/assay-open-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(close(file), 0);
}

/* White's rook looks at Black's king through one pawn, so that some imbalances leave a king to be
 * taken; and the array has no symmetry. */
static void arrays_without_symmetry_give_lawful_openings(void **state)
{
    (void)state;
    static const char text[] = "[exposed:chess]\n"
                               "castle.K = -\ncastle.Q = -\n"
                               "startFen = rn1qkbnr/pppbpppp/8/8/8/8/PPPP1PPP/RNBRQK2 w - - 0 1\n";
    char path[32];
    write_temporary(path, text);
    OpeningWorld world;
    world_init(&world, path);
    unlink(path);
    assert_false(world.book.symmetric);
    Opening opening;
    opening_init(&opening);
    for (uint64_t pair = 0; pair < 300; pair++) {
        Error err = {""};
        world.config.opening_plies = pair % 3;
        if (!opening_draw(&world.book, test_stream(pair), world.searcher, &world.position, &opening,
                          &err)) {
            fail_msg("%s", err.text);
        }
        for (int game = 0; game < 2; game++) {
            if (!position_set_fen(&world.position, opening.fen[game].data, &err)) {
                fail_msg("%s: %s", opening.fen[game].data, err.text);
            }
            assert_false(position_in_check(&world.position));
        }
    }
    opening_release(&opening);
    opening_world_release(&world);
}

static void no_opening_is_an_error(void **state)
{
    (void)state;
    OpeningWorld world;
    world_init(&world, "chess");
    world.book.margin = 1;
    world.config.opening_tries = 3;
    Opening opening;
    opening_init(&opening);
    Error err = {""};
    bool found = true;
    for (uint64_t pair = 0; found && pair < 100; pair++) {
        found = opening_draw(&world.book, test_stream(pair), world.searcher, &world.position,
                             &opening, &err);
    }
    assert_false(found);
    assert_non_null(strstr(err.text, "no opening in 3 tries"));
    assert_int_equal(opening.rejected, 3);
    opening_release(&opening);
    opening_world_release(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(imbalances_are_weighed_and_bounded),
        cmocka_unit_test(every_type_is_in_a_comparable_share_of_the_games),
        cmocka_unit_test(the_second_game_has_the_material_swapped),
        cmocka_unit_test(openings_can_be_played_from),
        cmocka_unit_test(an_opening_depends_on_its_stream_alone),
        cmocka_unit_test(plain_openings_are_the_array_and_each_players_moves_mirrored),
        cmocka_unit_test(arrays_without_symmetry_give_lawful_openings),
        cmocka_unit_test(no_opening_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
