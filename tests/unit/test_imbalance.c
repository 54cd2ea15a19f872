/* Imbalances in games that are not like chess: armies that differ, pieces that are not in the
 * array, squares that a piece may not stand on, pieces that an ending counts. */
#include "tests/unit/opening_world.h"

#include <stdlib.h>
#include <string.h>

static Random stream(uint64_t pair) { return opening_world_stream(815, pair); }

static void each_army_loses_its_own_pieces(void **state)
{
    (void)state;
    static const char *const names[] = {"different-armies:fides-clobberers",
                                        "different-armies:knights-rookies"};
    for (size_t v = 0; v < 2; v++) {
        OpeningWorld world;
        Opening opening;
        opening_world_init(&world, opening_world_variant(names[v]), 0, NULL, NULL);
        opening_init(&opening);
        assert_true(world.book.armies_differ);
        int with[2][MAX_TYPES] = {{0}};
        enum { PAIRS = 60 };
        for (uint64_t pair = 0; pair < PAIRS; pair++) {
            opening_world_draw(&world, stream(pair), &opening);
            for (int game = 0; game < 2; game++) {
                opening_world_set(&world, &opening.fen[game]);
                for (int colour = WHITE; colour <= BLACK; colour++)
                    for (int type = 1; type <= world.variant->type_count; type++) {
                        int start = world.variant->types[type].start[colour];
                        int count = world.position.count[colour][type];
                        assert_in_range(count, 0, start);
                        with[colour][type] += count != start;
                    }
            }
        }
        for (int colour = WHITE; colour <= BLACK; colour++)
            for (int type = 1; type <= world.variant->type_count; type++) {
                bool varies = world.variant->types[type].start[colour] > 0
                              && !world.variant->types[type].royal;
                if (varies)
                    print_message("%s %d, ", world.variant->types[type].name, with[colour][type]);
                if (varies)
                    assert_true(with[colour][type] >= 2 * PAIRS / 20);
                else
                    assert_int_equal(with[colour][type], 0);
            }
        print_message("\n");
        opening_release(&opening);
        opening_world_release(&world);
    }
}

/* Both sides have the same pieces, on squares that no map takes to each other's. */
static void equal_armies_are_swapped_without_symmetry(void **state)
{
    (void)state;
    OpeningWorld world;
    Opening opening;
    opening_world_init(
        &world,
        opening_world_read("[crossed:chess]\ncastle.K = -\ncastle.Q = -\n"
                           "startFen = nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN w - - 0 1\n"),
        0, NULL, NULL);
    opening_init(&opening);
    assert_false(world.book.symmetric);
    assert_false(world.book.armies_differ);
    for (uint64_t pair = 0; pair < 40; pair++) {
        opening_world_draw(&world, stream(pair), &opening);
        assert_int_equal(opening.white_value[0], -opening.white_value[1]);
        int difference[MAX_TYPES] = {0};
        opening_world_set(&world, &opening.fen[0]);
        for (int type = 1; type <= world.variant->type_count; type++)
            difference[type] =
                (int)world.position.count[WHITE][type] - (int)world.position.count[BLACK][type];
        opening_world_set(&world, &opening.fen[1]);
        for (int type = 1; type <= world.variant->type_count; type++)
            assert_int_equal(difference[type], (int)world.position.count[BLACK][type]
                                                   - (int)world.position.count[WHITE][type]);
    }
    opening_release(&opening);
    opening_world_release(&world);
}

/* The wazir is in no array, may stand on some squares only, and becomes a queen on one of these. */
static void a_piece_is_placed_where_it_may_stand(void **state)
{
    (void)state;
    OpeningWorld world;
    Opening opening;
    opening_world_init(
        &world,
        opening_world_read("[placed:chess]\npiece.wazir = W:W\n"
                           "mobilityRegion.W = b2 c2 d2 b7 c7 d7\nmorph.Q = d2 d7\n"),
        0, NULL, NULL);
    opening_init(&opening);
    const unsigned wazir = variant_type(world.variant, 'W');
    int placed = 0;
    for (uint64_t pair = 0; pair < 60; pair++) {
        opening_world_draw(&world, stream(pair), &opening);
        for (int game = 0; game < 2; game++) {
            opening_world_set(&world, &opening.fen[game]);
            for (unsigned square = 0; square < 64; square++) {
                Piece piece = world.position.board[square];
                if (piece == NO_PIECE || piece_type(piece) != wazir)
                    continue;
                placed++;
                unsigned rank = piece_colour(piece) == WHITE ? 1 : 6;
                assert_true(square == rank * 8 + 1 || square == rank * 8 + 2);
            }
        }
    }
    assert_true(placed >= 12);
    opening_release(&opening);
    opening_world_release(&world);
}

static bool gets_imbalances(const OpeningWorld *world, char letter)
{
    const unsigned type = variant_type(world->variant, letter);
    for (unsigned i = 0; i < world->book.type_count; i++)
        if (world->book.types[i] == type)
            return true;
    return false;
}

static void what_an_ending_counts_is_left_alone(void **state)
{
    (void)state;
    OpeningWorld world;
    opening_world_init(
        &world,
        opening_world_read("[queens:chess]\nextinctionPieceTypes = q\nextinctionValue = loss\n"), 0,
        NULL, NULL);
    assert_false(gets_imbalances(&world, 'Q'));
    assert_false(gets_imbalances(&world, 'K'));
    assert_true(gets_imbalances(&world, 'R'));
    opening_world_release(&world);
    opening_world_init(&world, opening_world_variant("chess"), 0, NULL, NULL);
    assert_true(gets_imbalances(&world, 'Q'));
    opening_world_release(&world);
}

/* An opening that was drawn again is about the piece that the first draw was about. */
static void the_subject_is_kept(void **state)
{
    (void)state;
    OpeningWorld world;
    Opening opening;
    opening_world_init(&world, opening_world_variant("nihisci"), 0, NULL, NULL);
    opening_init(&opening);
    world.book.margin /= 4; /* so that many are refused */
    int drawn_again = 0;
    for (uint64_t pair = 0; pair < 60; pair++) {
        Random random = stream(pair);
        ImbalanceSubject subject = imbalance_subject(&world.book, (Armies){{0, 0}}, &random);
        opening_world_draw(&world, stream(pair), &opening);
        if (opening.rejected >= 50)
            continue;
        drawn_again += opening.rejected > 0;
        opening_world_set(&world, &opening.fen[0]);
        const uint8_t *white = world.position.count[WHITE], *black = world.position.count[BLACK];
        assert_true(white[subject.type] < black[subject.type]);
    }
    assert_true(drawn_again >= 10);
    opening_release(&opening);
    opening_world_release(&world);
}

/* What a colour has of each type on the board, in hand, and the hands' sum. */
typedef struct Holding {
    int board[MAX_TYPES], hand[MAX_TYPES], in_hand;
} Holding;

static Holding holding_of(const OpeningWorld *world, Colour colour)
{
    Holding holding = {.in_hand = 0};
    for (int type = 1; type <= world->variant->type_count; type++) {
        holding.board[type] = world->position.count[colour][type];
        holding.hand[type] = world->position.pockets.count[colour][type];
        holding.in_hand += holding.hand[type];
    }
    return holding;
}

/* Both what stands on the board and what is in hand is swapped in the second game, and each type
 * has both kinds of imbalance. */
static void pockets_are_part_of_imbalances(void **state)
{
    (void)state;
    OpeningWorld world;
    Opening opening, again;
    opening_world_init(&world, opening_world_variant("crazyhouse"), 0, "thinning", "0");
    opening_init(&opening);
    opening_init(&again);
    int on_board[MAX_TYPES] = {0}, in_hand[MAX_TYPES] = {0};
    for (uint64_t pair = 0; pair < 80; pair++) {
        opening_world_draw(&world, stream(pair), &opening);
        opening_world_draw(&world, stream(pair), &again);
        assert_string_equal(opening.fen[0].data, again.fen[0].data);
        assert_string_equal(opening.fen[1].data, again.fen[1].data);
        Holding first[2], second[2];
        opening_world_set(&world, &opening.fen[0]);
        for (Colour colour = WHITE; colour <= BLACK; colour++)
            first[colour] = holding_of(&world, colour);
        opening_world_set(&world, &opening.fen[1]);
        for (Colour colour = WHITE; colour <= BLACK; colour++)
            second[colour] = holding_of(&world, colour);
        assert_memory_equal(&first[WHITE], &second[BLACK], sizeof first[WHITE]);
        assert_memory_equal(&first[BLACK], &second[WHITE], sizeof first[WHITE]);
        for (int type = 1; type <= world.variant->type_count; type++) {
            const int start = world.variant->types[type].start[WHITE];
            for (Colour colour = WHITE; colour <= BLACK; colour++) {
                assert_in_range(first[colour].board[type], 0, start);
                on_board[type] += first[colour].board[type] < start;
                in_hand[type] += first[colour].hand[type] > 0;
            }
        }
    }
    for (int type = 1; type <= world.variant->type_count; type++) {
        const bool royal = world.variant->types[type].royal;
        if (royal ? on_board[type] + in_hand[type] > 0 : on_board[type] < 5 || in_hand[type] < 5)
            fail_msg("%s: %d times off the board, %d times in hand",
                     world.variant->types[type].name, on_board[type], in_hand[type]);
    }
    opening_release(&opening);
    opening_release(&again);
    opening_world_release(&world);
}

/* Thinned boards: what both sides have lost both hold, so that nothing has left the game; without
 * captures to the hand it has. */
static void what_a_thinned_board_lacks_is_in_hand_where_it_comes_in_again(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        bool held;
    } rows[] = {{"crazyhouse", true}, {"pocket-knight", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        OpeningWorld world;
        opening_world_init(&world, opening_world_variant(rows[i].variant), 0, "pawn_odds", "100");
        Opening opening;
        opening_init(&opening);
        int held = 0;
        for (uint64_t pair = 0; pair < 30; pair++) {
            opening_world_draw(&world, stream(pair), &opening);
            opening_world_set(&world, &opening.fen[0]);
            const Holding white = holding_of(&world, WHITE), black = holding_of(&world, BLACK);
            held += white.in_hand;
            /* Odds are of the board: both hands are alike. */
            assert_memory_equal(white.hand, black.hand, sizeof white.hand);
            for (int type = 1; type <= world.variant->type_count && rows[i].held; type++)
                if (!world.variant->types[type].pawn)
                    assert_int_equal(white.board[type] + white.hand[type],
                                     world.variant->types[type].start[WHITE]);
        }
        if (rows[i].held)
            assert_true(held > 60);
        else
            assert_true(held <= 30); /* the knight of the array, or none */
        opening_release(&opening);
        opening_world_release(&world);
    }
}

/* In Pocket Knight only knights are ever in hand, and the one that is there may be what is lost. */
static void only_what_can_be_in_hand_is_put_there(void **state)
{
    (void)state;
    OpeningWorld world;
    Opening opening;
    opening_world_init(&world, opening_world_variant("pocket-knight"), 0, NULL, NULL);
    opening_init(&opening);
    const unsigned knight = variant_type(world.variant, 'N');
    int fewer = 0, more = 0;
    for (uint64_t pair = 0; pair < 60; pair++) {
        opening_world_draw(&world, stream(pair), &opening);
        opening_world_set(&world, &opening.fen[0]);
        for (Colour colour = WHITE; colour <= BLACK; colour++) {
            const Holding holding = holding_of(&world, colour);
            assert_int_equal(holding.in_hand, holding.hand[knight]);
            fewer += holding.in_hand == 0;
            more += holding.in_hand > 1;
        }
    }
    assert_true(fewer > 3);
    assert_true(more > 3);
    opening_release(&opening);
    opening_world_release(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_army_loses_its_own_pieces),
        cmocka_unit_test(equal_armies_are_swapped_without_symmetry),
        cmocka_unit_test(a_piece_is_placed_where_it_may_stand),
        cmocka_unit_test(what_an_ending_counts_is_left_alone),
        cmocka_unit_test(the_subject_is_kept),
        cmocka_unit_test(pockets_are_part_of_imbalances),
        cmocka_unit_test(what_a_thinned_board_lacks_is_in_hand_where_it_comes_in_again),
        cmocka_unit_test(only_what_can_be_in_hand_is_put_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
