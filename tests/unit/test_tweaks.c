/* Pawns that go back and sideways, captures of one's own, shots: what follows from small changes.
 */
#include "tests/unit/throwaway.h"

#include "engine/rules/outcome.h"

static void make_moves(Position *position, const char *moves)
{
    char copy[128];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *at = copy, *word; (word = strtok_r(at, " ", &at)) != NULL;) {
        position_make(position, move_of(position, word));
        assert_true(position_ok(position));
    }
}

/* Moves from a FEN, and where they lead. */
typedef struct Line {
    const char *before, *moves, *after;
} Line;

static void check_lines(Variant *variant, const Line *lines, size_t count)
{
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < count; i++) {
        set_fen(&position, lines[i].before);
        make_moves(&position, lines[i].moves);
        check_fen(&position, lines[i].after);
        set_fen(&position, lines[i].after); /* it is a FEN that can be read */
    }
    position_release(&position);
    variant_free(variant);
}

#define CHECK_LINES(variant, lines) check_lines(variant, lines, sizeof(lines) / sizeof(lines)[0])

/* ------------------------------------------------------------------------------------------------
 * The count of moves, and repetitions
 */

static void moves_that_can_be_taken_back_do_not_reset_the_count(void **state)
{
    (void)state;
    static const Line back[] = {
        {"4k3/8/8/8/8/4P3/8/4K3 w - - 7 20", "e3e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 8 20"},
        {"4k3/8/8/8/8/4P3/8/4K3 w - - 7 20", "e3e2", "4k3/8/8/8/8/8/4P3/4K3 b - - 8 20"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 7 20", "e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 20"},
        {"k7/4P3/8/8/8/8/8/4K3 w - - 7 20", "e7e8=Q", "k3Q3/8/8/8/8/8/8/4K3 b - - 0 20"},
        {"k7/4P3/8/8/8/8/8/4K3 w - - 7 20", "e7e6", "k7/8/4P3/8/8/8/8/4K3 b - - 8 20"},
        {"4k3/8/8/8/3p4/4P3/8/4K3 w - - 7 20", "e3d4", "4k3/8/8/8/3P4/8/8/4K3 b - - 0 20"},
    };
    static const Line sideways[] = {
        {"4k3/8/8/8/8/4P3/8/4K3 w - - 7 20", "e3d3", "4k3/8/8/8/8/3P4/8/4K3 b - - 8 20"},
        {"4k3/8/8/8/8/4P3/8/4K3 w - - 7 20", "e3e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 20"},
    };
    static const Line always[] = {
        {"4k3/8/8/8/8/4P3/8/4K3 w - - 7 20", "e3e2", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 20"},
    };
    CHECK_LINES(load_variant("pawn-back"), back);
    CHECK_LINES(load_variant("pawn-sideways"), sideways);
    CHECK_LINES(must_load_text("[a:pawn-back]\nnMoveRuleReversible = true\n"), always);
}

/* A pawn goes out and home, whatever the moves of pawns do to the count. */
static void check_repeated(Variant *variant, const char *fen, const char *round_trip, int times)
{
    Position position;
    position_init(&position, variant);
    set_fen(&position, fen);
    for (int i = 0; i < times; i++) {
        assert_int_equal(position_repetitions(&position), i);
        assert_int_equal(position_outcome(&position).reason, i < 2 ? END_NONE : END_REPETITION);
        make_moves(&position, round_trip);
    }
    position_release(&position);
    variant_free(variant);
}

static void positions_repeat_beyond_moves_of_pawns_that_can_be_taken_back(void **state)
{
    (void)state;
    check_repeated(load_variant("pawn-back"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                   "e2e4 e8d8 e4e3 d8d7 e3e2 d7e8", 4);
    check_repeated(must_load_text("[a:pawn-back]\nnMoveRuleReversible = true\n"),
                   "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e4 e8d8 e4e3 d8e8", 4);
    check_repeated(must_load_text("[a:pawn-sideways]\nnMoveRuleReversible = true\n"),
                   "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3d3 e8d8 d3e3 d8e8", 4);
    /* Large Nahbi's pawns step sideways beyond the equator. */
    check_repeated(load_variant("large-nahbi"),
                   "4k4r/10/10/10/1P8/10/10/10/10/10/10/R4K4 w - - 0 1", "b8c8 e12d12 c8b8 d12e12",
                   4);
}

static void where_pawns_go_forward_only_repetitions_end_at_their_moves(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Position position;
    assert_int_equal(variant->features & FEATURE_PAWNS_RETURN, 0);
    position_init(&position, variant);
    set_fen(&position, "4k3/8/8/8/8/4P3/8/4K3 w - - 5 9");
    make_moves(&position, "e1d1 e8d8 d1e1 d8e8");
    assert_int_equal(position_reach(&position), 4);
    make_moves(&position, "e3e4");
    assert_int_equal(position_reach(&position), 0);
    position_release(&position);
    variant_free(variant);
}

/* ------------------------------------------------------------------------------------------------
 * Double steps
 */

static void a_double_step_that_promotes_leaves_nothing_to_take_in_passing(void **state)
{
    (void)state;
    static const Line lines[] = {
        {"8/k7/4P3/8/8/8/8/4K3 w - - 3 9", "e6e8=N", "4N3/k7/8/8/8/8/8/4K3 b - - 0 9"},
        {"8/k7/8/8/8/4p3/8/K7 b - - 3 9", "e3e1=Q", "8/k7/8/8/8/8/8/K3q3 w - - 0 10"},
        {"8/k7/8/5p2/8/4P3/8/4K3 w - - 3 9", "e3e5", "8/k7/8/4Pp2/8/8/8/4K3 b - e4 0 9"},
        {"8/k7/8/4Pp2/8/8/8/4K3 b - - 3 9", "f5f3", "8/k7/8/4P3/8/5p2/8/4K3 w - f4 0 10"},
        {"8/k3p3/8/3P4/8/8/8/4K3 b - - 3 9", "e7e5 d5e6", "8/k7/4P3/8/8/8/8/4K3 b - - 0 10"},
    };
    CHECK_LINES(load_variant("torpedo"), lines);
}

/* ------------------------------------------------------------------------------------------------
 * Captures of one's own
 */

static void own_pieces_are_taken_and_kings_are_not(void **state)
{
    (void)state;
    static const Line lines[] = {
        {"4k3/8/8/8/8/8/8/R2QK2R w KQ - 5 9", "a1d1", "4k3/8/8/8/8/8/8/3RK2R b K - 0 9"},
        {"4k3/8/8/8/8/8/8/R2QK2R w KQ - 5 9", "d1a1", "4k3/8/8/8/8/8/8/Q3K2R b K - 0 9"},
        {"4k3/8/8/8/8/8/8/R2RK2R w KQ - 5 9", "d1a1", "4k3/8/8/8/8/8/8/R3K2R b K - 0 9"},
        {"4k3/8/8/8/8/8/8/R2QK2R w KQ - 5 9", "e1d1", "4k3/8/8/8/8/8/8/R2K3R b - - 0 9"},
        {"1N2k3/P7/8/8/8/8/8/4K3 w - - 5 9", "a7b8=Q", "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 9"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 5 9", "e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 6 9"},
    };
    static const char *const illegal[] = {"a1e1", "h1e1", "d2e1"};
    CHECK_LINES(load_variant("self-capture"), lines);
    Variant *variant = load_variant("self-capture");
    Position position;
    Error err = {""};
    position_init(&position, variant);
    set_fen(&position, "4k3/8/8/8/8/8/3P4/R3K2R w KQ - 0 1");
    for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++)
        assert_true(move_from_text(&position, illegal[i], &err) == NO_MOVE);
    Move pawn = move_of(&position, "a1a2"); /* nearly one that takes the king */
    assert_true(move_is_pseudo_legal(&position, pawn));
    assert_false(move_is_pseudo_legal(&position, move_pack(0, 4, 0, 0)));
    position_release(&position);
    variant_free(variant);
}

/* ------------------------------------------------------------------------------------------------
 * Shots
 */

static const char shooters[] = "[shooters:chess]\npiece.rook = R:mRcaibR\n"
                               "piece.king = K:mKcabK\n";

static void whether_a_shot_ends_the_right_to_castle_is_a_key(void **state)
{
    (void)state;
    static const Line lost[] = {
        {"4k3/p7/8/8/8/8/8/R3K2R w KQ - 5 9", "a1*a7", "4k3/8/8/8/8/8/8/R3K2R b K - 0 9"},
        {"4k3/8/8/8/8/8/4n3/R3K2R w KQ - 5 9", "e1*e2", "4k3/8/8/8/8/8/8/R3K2R b - - 0 9"},
    };
    static const Line kept[] = {
        {"4k3/p7/8/8/8/8/8/R3K2R w KQ - 5 9", "a1*a7", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 9"},
        {"4k3/8/8/8/8/8/4n3/R3K2R w KQ - 5 9", "e1*e2", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 9"},
        {"r3k3/8/8/8/8/8/8/R3K2R w KQq - 5 9", "a1*a8", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 9"},
    };
    char text[256];
    CHECK_LINES(must_load_text(shooters), lost);
    snprintf(text, sizeof text, "%sshotKeepsCastling = true\n", shooters);
    CHECK_LINES(must_load_text(text), kept);
    snprintf(text, sizeof text, "%sshotKeepsCastling = true\ncastlingAnyFile = true\n", shooters);
    CHECK_LINES(must_load_text(text), kept);
    snprintf(text, sizeof text, "%scastlingAnyFile = true\n", shooters);
    CHECK_LINES(must_load_text(text), lost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_that_can_be_taken_back_do_not_reset_the_count),
        cmocka_unit_test(positions_repeat_beyond_moves_of_pawns_that_can_be_taken_back),
        cmocka_unit_test(where_pawns_go_forward_only_repetitions_end_at_their_moves),
        cmocka_unit_test(a_double_step_that_promotes_leaves_nothing_to_take_in_passing),
        cmocka_unit_test(own_pieces_are_taken_and_kings_are_not),
        cmocka_unit_test(whether_a_shot_ends_the_right_to_castle_is_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
