/* What is written as a FEN is read as the same position, for positions of random games.
 *
 *     test_fen_round_trip [POSITIONS]      of each variant, 2000 by default */
#include "tests/unit/play.h"

enum { DEFAULT_POSITIONS = 2000, MAX_PLIES = 300 };

static long wanted_positions = DEFAULT_POSITIONS;

static bool same_right(const EnPassant *a, const EnPassant *b)
{
    return a->passed_count == b->passed_count
           && (a->passed_count == 0
               || (a->pawn == b->pawn && memcmp(a->passed, b->passed, a->passed_count) == 0));
}

static bool same_position(const Position *a, const Position *b)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0 && a->side == b->side
           && a->castling == b->castling && memcmp(a->checks, b->checks, sizeof a->checks) == 0
           && same_right(&a->en_passant, &b->en_passant) && a->ep_usable == b->ep_usable
           && a->rule50 == b->rule50 && a->counting == b->counting
           && a->counting_limit == b->counting_limit && a->move_number == b->move_number
           && a->key == b->key;
}

static void check_round_trip(const Position *position, Position *again, Text *text)
{
    Error err = {""};
    text_clear(text);
    position_add_fen(position, text);
    if (!position_set_fen(again, text->data, &err))
        fail_msg("%s: %s: %s", position->variant->name, text->data, err.text);
    if (!same_position(position, again))
        fail_msg("%s: %s is read as another position", position->variant->name, text->data);
    size_t length = text->length;
    position_add_fen(again, text);
    if (text->length != 2 * length || memcmp(text->data, text->data + length, length) != 0)
        fail_msg("%s: %s is written in another way", position->variant->name, text->data);
}

static void check_variant(const char *file, uint64_t stream, Move *moves)
{
    Error err = {""};
    Variant *variant = variant_load(file, &err);
    if (variant == NULL)
        return; /* of Fairy-Stockfish's, those that are not supported */
    Position position, again;
    Text text;
    Random random;
    text_init(&text);
    position_init(&position, variant);
    position_init(&again, variant);
    random_init_keyed(&random, 13, RANDOM_TEST, stream);
    for (long left = wanted_positions; left > 0;) {
        assert_true(position_set_start(&position, &err));
        int ply = 0;
        do {
            check_round_trip(&position, &again, &text);
            left--;
        } while (left > 0 && ply++ < MAX_PLIES && make_random(&position, &random, moves));
    }
    position_release(&position);
    position_release(&again);
    text_release(&text);
    variant_free(variant);
}

static void check_folder(const char *pattern)
{
    glob_t files;
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_variant(files.gl_pathv[i], i, moves);
    globfree(&files);
    free(moves);
}

static void positions_are_read_as_they_are_written(void **state)
{
    (void)state;
    check_folder("configs/variants/*.ini");
}

static void positions_of_fairy_stockfish_are_read_as_they_are_written(void **state)
{
    (void)state;
    check_folder("configs/variants/fairy-stockfish/*.ini");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_read_as_they_are_written),
        cmocka_unit_test(positions_of_fairy_stockfish_are_read_as_they_are_written),
    };
    if (argc > 1)
        wanted_positions = strtol(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
