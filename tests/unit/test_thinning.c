/* Boards of a random stage: both sides lose the same, whatever the variant. */
#include "tests/unit/opening_world.h"

#include <string.h>

#include "selfplay/thinning.h"
#include "selfplay/unit.h"

static Random stream(uint64_t index)
{
    Random random;
    random_init_keyed(&random, 4711, RANDOM_TEST, index);
    return random;
}

/* How many pieces a side has lost of each type. */
typedef struct Losses {
    int of[2][MAX_TYPES];
    int sum[2];
} Losses;

static Losses losses_of(const OpeningBook *book, const Piece *board)
{
    Losses losses = {.sum = {0}};
    for (int square = 0; square < book->variant->squares; square++) {
        Piece piece = book->array[square];
        if (board[square] == piece)
            continue;
        assert_int_equal(board[square], NO_PIECE);
        losses.of[piece_colour(piece)][piece_type(piece)]++;
        losses.sum[piece_colour(piece)]++;
    }
    return losses;
}

/* Draws from the whole array. */
static Losses thin_array(const OpeningBook *book, uint64_t index)
{
    Piece board[MAX_SQUARES];
    Imbalance imbalance = {.edit_count = 0};
    Random random = stream(index);
    memcpy(board, book->array, sizeof board);
    thinning_draw(book, &random, &imbalance, board);
    Losses losses = losses_of(book, board);
    assert_int_equal(imbalance.edit_count, losses.sum[WHITE] + losses.sum[BLACK]);
    assert_int_equal(imbalance.value, 0);
    return losses;
}

static void check_losses(const OpeningBook *book, const Losses *losses)
{
    for (unsigned type = 1; type <= (unsigned)book->variant->type_count; type++) {
        const PieceType *piece = &book->variant->types[type];
        int left = piece->start[WHITE] - losses->of[WHITE][type];
        assert_int_equal(losses->of[WHITE][type], losses->of[BLACK][type]);
        assert_true(!piece->royal || losses->of[WHITE][type] == 0);
        assert_true(type != unit_pawn(book->variant) || 4 * left >= piece->start[WHITE]);
    }
}

/* The array has `army` pieces a side, of which up to `most` go. */
static void check_range(const char *name, const char *key, const char *value, int army, int most)
{
    OpeningWorld world;
    opening_world_init(&world, opening_world_variant(name), 0, key, value);
    int with[MAX_SQUARES] = {0};
    enum { DRAWS = 2000 };
    for (uint64_t index = 0; index < DRAWS; index++) {
        Losses losses = thin_array(&world.book, index);
        check_losses(&world.book, &losses);
        with[losses.sum[WHITE]]++;
    }
    int men = 0;
    for (int type = 1; type <= world.variant->type_count; type++)
        men += world.variant->types[type].start[WHITE];
    assert_int_equal(men, army);
    for (int lost = 0; lost < MAX_SQUARES; lost++) {
        double expected = lost <= most ? (double)DRAWS / (most + 1) : 0;
        if (with[lost] < expected / 2 || with[lost] > 2 * expected)
            fail_msg("%s: %d of %d draws took %d", name, with[lost], DRAWS, lost);
    }
    opening_world_release(&world);
}

static void every_stage_is_as_likely(void **state)
{
    (void)state;
    check_range("chess", "thinning", "0", 16, 0);
    check_range("chess", "thinning", "50", 16, 8);
    check_range("chess", "thinning", "70", 16, 11);
    check_range("capablanca", "thinning", "70", 20, 14);
    check_range("naiad", "thinning", "30", 16, 4);
    check_range("chess", "unit", "N", 16, 11);
    check_range("nearlydouble-wildebeest", "unit", "R", 43, 30);
}

/* Chess has 13 pieces a side to lose: no king, and two of the pawns stay. */
static void nothing_more_is_taken_than_there_is(void **state)
{
    (void)state;
    OpeningWorld world;
    opening_world_init(&world, opening_world_variant("chess"), 0, "thinning", "100");
    int most = 0;
    for (uint64_t index = 0; index < 500; index++) {
        Losses losses = thin_array(&world.book, index);
        check_losses(&world.book, &losses);
        most = losses.sum[WHITE] > most ? losses.sum[WHITE] : most;
    }
    assert_int_equal(most, 13);
    opening_world_release(&world);
}

/* What an imbalance makes one side have more is the same on a thin board. */
static void imbalances_stay_what_they_are(void **state)
{
    (void)state;
    static const char *const names[] = {"chess", "nihisci", "different-armies:fides-knights"};
    for (size_t v = 0; v < 3; v++) {
        OpeningWorld world;
        opening_world_init(&world, opening_world_variant(names[v]), 0, "thinning", "0");
        RunConfig thin = world.config;
        thin.thinning = 70;
        int thinner = 0;
        for (uint64_t index = 0; index < 200; index++) {
            Imbalance imbalances[2];
            int differences[2][MAX_TYPES];
            for (int i = 0; i < 2; i++) {
                OpeningBook book = world.book;
                book.config = i == 0 ? &world.config : &thin;
                Random random = stream(index);
                ImbalanceSubject subject = imbalance_subject(&book, (Armies){{0, 0}}, &random);
                assert_true(imbalance_draw(&book, &subject, &random, &imbalances[i]));
                imbalance_difference(&imbalances[i], differences[i]);
            }
            assert_int_equal(imbalances[0].value, imbalances[1].value);
            assert_memory_equal(differences[0], differences[1], sizeof differences[0]);
            thinner += imbalances[1].edit_count > imbalances[0].edit_count;
        }
        assert_true(thinner >= 100);
        opening_world_release(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stage_is_as_likely),
        cmocka_unit_test(nothing_more_is_taken_than_there_is),
        cmocka_unit_test(imbalances_stay_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
