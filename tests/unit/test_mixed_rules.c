/* Rules that meet: what a move does where two of them have a say, and what is refused because
 * nobody has said. Each case was found by variants of random rules. */
#include "tests/unit/position_checks.h"
#include "tests/unit/throwaway.h"

/* A variant, a position, a move, and where it leads; NULL: there is no such move. */
typedef struct Case {
    const char *ini, *fen, *move, *after;
} Case;

static void check_case(const Case *row)
{
    Error err = {""};
    char fen[CHECK_FEN_SIZE];
    Variant *variant = must_load_text(row->ini);
    Position position;
    position_init(&position, variant);
    set_fen(&position, row->fen);
    Move move = move_from_text(&position, row->move, &err);
    if ((move != NO_MOVE) != (row->after != NULL))
        fail_msg("%s%s: %s is%s a move", row->ini, row->fen, row->move,
                 move != NO_MOVE ? "" : " not");
    if (move != NO_MOVE) {
        position_make(&position, move);
        write_fen(&position, fen);
        assert_string_equal(fen, row->after);
        set_fen(&position, fen);
    }
    position_release(&position);
    variant_free(variant);
}

static void check_cases(const Case *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_case(&rows[i]);
}

#define CHECK_CASES(rows) check_cases(rows, sizeof(rows) / sizeof *(rows))

static void nothing_takes_its_own_king(void **state)
{
    (void)state;
    static const Case rows[] = {
        {"[a:chess]\npiece.knight = N:dN\n", "4k3/8/8/8/8/3N4/8/2B1K3 w - - 0 1", "d3e1", NULL},
        {"[a:chess]\npiece.knight = N:dN\n", "4k3/8/8/8/8/3N4/8/2B1K3 w - - 0 1", "d3c1",
         "4k3/8/8/8/8/8/8/2N1K3 b - - 0 1"},
        {"[a:chess]\npiece.knight = N:dafmW\n", "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2*e1*e1",
         NULL},
        {"[a:chess]\npiece.knight = N:dafmW\n", "4k3/8/8/8/8/4N3/4K3/8 w - - 0 1", "e3*e2*e1",
         NULL},
    };
    CHECK_CASES(rows);
}

static void a_move_that_stays_on_the_first_square_is_a_move(void **state)
{
    (void)state;
    static const Case rows[] = {
        {"[a:chess]\npiece.knight = N:mabW\n", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1a1",
         "4k3/8/8/8/8/8/8/N3K3 b - - 1 1"},
    };
    CHECK_CASES(rows);
}

static void moves_of_the_same_squares_have_texts_of_their_own(void **state)
{
    (void)state;
    static const char pawn[] = "[a:chess]\npiece.pawn = P:fmnnDfmD\n";
    static const char step[] = "[a:chess]\npiece.pawn = P:ifmnDfmWfmFfceF\n";
    static const char king[] = "[a:chess]\npiece.king = K:KmR\n";
    static const Case rows[] = {
        {pawn, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
        {pawn, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2-e3-e4", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"},
        {step, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/3p4/8/8/8/4K3 b - - 0 1"},
        {step, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6ep", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"},
        {step, "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"},
        {king, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "4k3/8/8/8/8/8/8/6KR b - - 1 1"},
        {king, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1oK", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    };
    CHECK_CASES(rows);
}

static void nothing_takes_beyond_a_line_that_it_may_not_cross(void **state)
{
    (void)state;
    static const char fen[] = "4k3/8/8/4p3/4N3/8/8/4K3 w - - 0 1";
    static const Case rows[] = {
        {"[a:chess]\npiece.knight = N:cabsmK\n", fen, "e4*e5*d4",
         "4k3/8/8/8/3N4/8/8/4K3 b - - 0 1"},
        {"[a:chess]\npiece.knight = N:cabsmK\ncrossing.N = 4 never\n", fen, "e4*e5*d4", NULL},
        {"[a:chess]\npiece.knight = N:cabsmK\ncrossing.N = 4 *5\n", fen, "e4*e5*d4",
         "4k3/8/8/8/3N4/8/8/4K3 b - - 0 1"},
    };
    CHECK_CASES(rows);
}

static void whoever_is_taken_en_passant_takes_a_waiting_pawns_place(void **state)
{
    (void)state;
    static const Case rows[] = {
        {"[a:noble-wing]\npiece.knight = N:NifmnD\n", "P3k3/8/8/8/8/6Np/8/CZXQKB1R b - g2 0 1",
         "h3g2", "N3k3/8/8/8/8/8/6p1/CZXQKB1R w - - 0 2"},
        {"[a:noble-wing]\npromotionPieceTypesBlack = q\n", "4k3/8/8/8/8/5n2/4P3/p3K3 w - - 0 1",
         "e2f3", "4k3/8/8/8/8/5P2/8/p3K3 b - - 0 1"},
        {"[a:noble-wing]\npromotionPieceTypesBlack = qn\n", "4k3/8/8/8/8/5n2/4P3/p3K3 w - - 0 1",
         "e2f3", "4k3/8/8/8/8/5P2/8/n3K3 b - - 0 1"},
    };
    CHECK_CASES(rows);
}

static void what_nobody_has_said_is_refused(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\nmorph.N = a8\n", "FILE:2: morph.N: ", "pieces promote there, too"},
        {"[a:chess]\nmorph.N = a1\n", "FILE:2: morph.N: ", "pieces promote there, too"},
        {"[a:chess]\nmorph.K = a4\n", "FILE:2: morph.K: ", "nothing can become royal"},
        {"[a:naiad]\npushedPawnBecomes = k\n",
         "FILE:2: pushedPawnBecomes: ", "pawns cannot become"},
        {"[a:chess]\npawnTypes = pk\n", "FILE:2: pawnTypes: ", "the royal piece cannot be a pawn"},
        {"[a:chess]\npiece.king = K:KifmnD\n", "", "cannot be captured en passant"},
        {"[a:chess]\npiece.rook = R:RD\ndrag.R = any\n", "", "land on another piece"},
        {"[a:chess]\npiece.rook = R:RmpR\ndrag.R = any\n", "", "land on another piece"},
        {"[a:chess]\npiece.rook = R:RfceF\npush.R = true\n", "", "straight moves of one leg"},
        {"[a:chess]\npiece.rook = R:RfmnnD\ndrag.R = any\n", "", "straight moves of one leg"},
        {"[a:noble-wing]\npromotionLimit = 2\n", "", "lostPromotion: promotion with a limit"},
        {"[a:noble-wing]\nmandatoryPawnPromotion = false\n", "", "lostPromotion: promotion with"},
    };
    CHECK_FAULTS(faults);
}

static void a_lame_leap_and_a_leap_that_only_pushes_are_understood(void **state)
{
    (void)state;
    static const Case rows[] = {
        {"[a:chess]\npiece.rook = R:nD\ndrag.R = any\n", "4k3/8/8/8/4R3/4n3/8/4K3 w - - 0 1",
         "e4e6", "4k3/8/4R3/4n3/8/8/8/4K3 b - - 1 1"},
        {"[a:chess]\npiece.rook = R:D\npush.R = true\n", "k7/8/4n3/8/4N3/4R3/8/4K3 w - - 0 1",
         "e3e5", "k3n3/8/8/4R3/4N3/8/8/4K3 b - - 1 1"},
    };
    CHECK_CASES(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_takes_its_own_king),
        cmocka_unit_test(a_move_that_stays_on_the_first_square_is_a_move),
        cmocka_unit_test(moves_of_the_same_squares_have_texts_of_their_own),
        cmocka_unit_test(nothing_takes_beyond_a_line_that_it_may_not_cross),
        cmocka_unit_test(whoever_is_taken_en_passant_takes_a_waiting_pawns_place),
        cmocka_unit_test(what_nobody_has_said_is_refused),
        cmocka_unit_test(a_lame_leap_and_a_leap_that_only_pushes_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
