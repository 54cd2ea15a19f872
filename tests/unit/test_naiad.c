/* A piece that drags what is behind it and pushes what is before it: the rules page, case by case.
 */
#include "tests/unit/play.h"

#include "engine/rules/attack.h"

static void write_to(const Position *position, char *fen, size_t size)
{
    Text text;
    text_init(&text);
    position_add_fen(position, &text);
    assert_true(text.length < size);
    memcpy(fen, text.data, text.length + 1);
    text_release(&text);
}

/* A move and where it leads; NULL: it is illegal. */
typedef struct Lead {
    const char *before, *move, *after;
} Lead;

static void check_lead(Position *position, Position *fresh, const Lead *lead)
{
    char fen[256];
    Error err = {""};
    set_fen(position, lead->before);
    Move move = move_from_text(position, lead->move, &err);
    if ((move != NO_MOVE) != (lead->after != NULL))
        fail_msg("%s: %s is %s", lead->before, lead->move, move != NO_MOVE ? "legal" : "illegal");
    if (move == NO_MOVE || lead->after == NULL)
        return;
    position_make(position, move);
    write_to(position, fen, sizeof fen);
    if (strcmp(fen, lead->after) != 0)
        fail_msg("%s: %s leads to %s, not %s", lead->before, lead->move, fen, lead->after);
    set_fen(fresh, lead->after);
    assert_true(fresh->key == position->key);
    position_undo(position);
    write_to(position, fen, sizeof fen);
    assert_string_equal(fen, lead->before);
    assert_true(position_ok(position));
}

static void check_leads(const char *variant_name, const Lead *leads, size_t count)
{
    Variant *variant = load_variant(variant_name);
    Position position, fresh;
    position_init(&position, variant);
    position_init(&fresh, variant);
    for (size_t i = 0; i < count; i++)
        check_lead(&position, &fresh, &leads[i]);
    position_release(&position);
    position_release(&fresh);
    variant_free(variant);
}

#define CHECK_LEADS(name, leads) check_leads(name, leads, sizeof(leads) / sizeof(leads)[0])

static void the_worked_example_comes_out(void **state)
{
    (void)state;
    static const Lead leads[] = {
        {"4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "d4f4", "4k3/8/8/8/3N1Y1r/8/8/K7 b - - 6 1"},
        {"4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "d4e4", "4k3/8/8/8/2N1Y1r1/8/8/K7 b - - 6 1"},
        {"4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "d4c4", "4k3/8/8/8/1NY2r2/8/8/K7 b - - 6 1"},
        {"4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "d4g4", NULL}, /* it never captures */
        {"4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "d4b4", NULL},
    };
    CHECK_LEADS("naiad", leads);
}

static void going_the_other_way_drags_what_was_ahead(void **state)
{
    (void)state;
    static const Lead leads[] = {
        /* the piece behind is at any distance, and of either colour */
        {"4k3/8/8/8/r2Y4/8/8/K7 w - - 0 1", "d4e4", "4k3/8/8/8/1r2Y3/8/8/K7 b - - 1 1"},
        {"4k3/8/8/8/r2Y4/8/8/K7 w - - 0 1", "d4h4", "4k3/8/8/8/4r2Y/8/8/K7 b - - 1 1"},
        {"4k3/8/8/8/RN1Y4/8/8/K7 w - - 0 1", "d4e4", "4k3/8/8/8/R1N1Y3/8/8/K7 b - - 1 1"},
        /* on a diagonal, dragging and pushing at once */
        {"k7/8/5n2/8/8/2Y5/1N6/K7 w - - 0 1", "c3d4", "k7/8/5n2/8/3Y4/2N5/8/K7 b - - 1 1"},
        {"k7/8/5n2/8/8/2Y5/1N6/K7 w - - 0 1", "c3e5", "k6n/8/8/4Y3/3N4/8/8/K7 b - - 1 1"},
        /* Black's naiad likewise */
        {"4k3/8/8/8/1n1y2R1/8/8/K7 b - - 5 1", "d4f4", "4k3/8/8/8/3n1y1R/8/8/K7 w - - 6 2"},
        /* an own piece ahead stays */
        {"4k3/8/8/8/Y2P4/8/8/K7 w - - 0 1", "a4c4", "4k3/8/8/8/2YP4/8/8/K7 b - - 1 1"},
        /* an enemy that is not just ahead stays */
        {"4k3/8/8/8/Y3p3/8/8/K7 w - - 0 1", "a4c4", "4k3/8/8/8/2Y1p3/8/8/K7 b - - 1 1"},
        /* pushed as far as the way is free, by k squares at most */
        {"4k3/8/8/8/Y3p2p/8/8/K7 w - - 0 1", "a4d4", "4k3/8/8/8/3Y2pp/8/8/K7 b - - 1 1"},
        {"4k3/8/8/8/2Y1p3/8/8/K7 w - - 0 1", "c4d4", "4k3/8/8/8/3Y1p2/8/8/K7 b - - 1 1"},
        {"4k3/8/8/8/Y2np3/8/8/K7 w - - 0 1", "a4c4", "4k3/8/8/8/2Ynp3/8/8/K7 b - - 1 1"},
    };
    CHECK_LEADS("naiad", leads);
}

static void kings_are_dragged_and_pushed_like_any_piece(void **state)
{
    (void)state;
    static const Lead leads[] = {
        /* out of a check; a step that leaves the king in it is illegal */
        {"r3k3/8/8/8/8/8/8/KY6 w - - 0 1", "b1c1", "r3k3/8/8/8/8/8/8/1KY5 b - - 1 1"},
        {"r3k3/8/8/8/8/8/8/KY6 w - - 0 1", "b1b2", NULL},
        /* into a check */
        {"1r2k3/8/8/8/8/8/8/K1Y5 w - - 0 1", "c1d1", NULL},
        {"1r2k3/8/8/8/8/8/8/K1Y5 w - - 0 1", "c1e1", "1r2k3/8/8/8/8/8/8/2K1Y3 b - - 1 1"},
        /* the enemy's king is pushed, or dragged, into a check: legal */
        {"8/8/8/8/Y1k5/8/8/3RK3 w - - 0 1", "a4b4", "8/8/8/8/1Y1k4/8/8/3RK3 b - - 1 1"},
        {"8/8/8/8/2kY4/8/8/4R2K w - - 0 1", "d4f4", "8/8/8/8/4kY2/8/8/4R2K b - - 1 1"},
        /* a checking piece is pushed or dragged off its line */
        {"k6r/8/8/8/8/8/8/6YK w - - 0 1", "g1g2", NULL},
        {"4k3/8/8/8/8/8/1Y1r3K/8 w - - 0 1", "b2c2", NULL},
        {"4k3/8/8/8/8/1Y1r3K/8/8 w - - 0 1", "b3c3", NULL},
        {"4k3/4Y3/8/4r3/8/8/8/4K3 w - - 0 1", "e7e6", NULL},
        {"k7/8/2Y5/3n4/8/4K3/8/8 w - - 0 1", "c6b7", "k7/1Y6/2n5/8/8/4K3/8/8 b - - 1 1"},
    };
    CHECK_LEADS("naiad", leads);
    Variant *variant = load_variant("naiad");
    Position position;
    position_init(&position, variant);
    set_fen(&position, "8/8/8/8/Y1k5/8/8/3RK3 w - - 0 1");
    position_make(&position, move_of(&position, "a4b4"));
    assert_true(position_in_check(&position));
    position_release(&position);
    variant_free(variant);
}

static void a_naiad_gives_no_check(void **state)
{
    (void)state;
    Variant *variant = load_variant("naiad");
    Position position;
    position_init(&position, variant);
    set_fen(&position, "4k3/4Y3/8/8/8/8/8/4K3 b - - 0 1");
    assert_false(position_in_check(&position));
    for (unsigned square = 0; square < 64; square++) {
        bool by_king = square == 3 || square == 5 || (square >= 11 && square <= 13);
        assert_int_equal(square_attacked(&position, (Square)square, WHITE), by_king);
    }
    position_release(&position);
    variant_free(variant);
}

static void castling_rights_go_only_where_king_or_rook_has_moved(void **state)
{
    (void)state;
    static const Lead leads[] = {
        /* a rook is dragged away, the enemy's and the own one */
        {"4k2r/7Y/8/8/8/8/8/K7 w k - 0 1", "h7h5", "4k3/8/7r/7Y/8/8/8/K7 b - - 1 1"},
        {"4k3/8/8/8/8/8/7Y/4K2R w K - 0 1", "h2h4", "4k3/8/8/8/7Y/7R/8/4K3 b - - 1 1"},
        {"4k3/8/8/8/8/8/7Y/R3K2R w KQ - 0 1", "h2h4", "4k3/8/8/8/7Y/7R/8/R3K3 b Q - 1 1"},
        /* a king is pushed away */
        {"Y3k2r/8/8/8/8/8/8/K7 w k - 0 1", "a8d8", "3Y2kr/8/8/8/8/8/8/K7 b - - 1 1"},
        /* a push that finds no room moves nothing */
        {"4k2r/8/8/7Y/8/8/8/K7 w k - 0 1", "h5h7", "4k2r/7Y/8/8/8/8/8/K7 b k - 1 1"},
        {"4k2r/8/8/4Y3/8/8/8/K7 w k - 0 1", "e5e7", "4k2r/4Y3/8/8/8/8/8/K7 b k - 1 1"},
    };
    CHECK_LEADS("naiad", leads);
}

static void pawns_are_displaced_by_their_own_rules(void **state)
{
    (void)state;
    static const Lead leads[] = {
        /* onto its last rank: a queen of its owner */
        {"4k3/8/8/Y7/7K/8/p7/8 w - - 0 1", "a5a3", "4k3/8/8/8/7K/Y7/8/q7 b - - 1 1"},
        {"8/P6k/8/8/y7/8/8/7K b - - 0 1", "a4a6", "Q7/7k/y7/8/8/8/8/7K w - - 1 2"},
        {"7k/P7/8/8/y7/8/8/7K b - - 0 1", "a4a6", NULL} /* a queen that gives check */,
        /* short of its first rank */
        {"4k3/8/p7/8/8/Y7/8/7K w - - 0 1", "a3a5", "4k3/p7/8/Y7/8/8/8/7K b - - 1 1"},
        {"4k3/p7/8/8/8/Y7/8/7K w - - 0 1", "a3a6", "4k3/p7/Y7/8/8/8/8/7K b - - 1 1"},
        /* sideways as any piece, and dragged */
        {"4k3/8/8/8/Y2p4/8/8/K7 w - - 9 1", "a4c4", "4k3/8/8/8/2Y2p2/8/8/K7 b - - 10 1"},
        {"4k3/8/8/8/4Y3/8/4P3/K7 w - - 9 1", "e4e6", "4k3/8/4Y3/8/4P3/8/8/K7 b - - 10 1"},
        /* dragged two squares it has made no double step: there is no right in the field above */
        {"4k3/8/8/8/8/4P3/4Y3/K7 w - - 9 1", "e2e1", "4k3/8/8/8/8/8/4P3/K3Y3 b - - 10 1"},
    };
    CHECK_LEADS("naiad", leads);
}

static void a_pawn_back_on_its_second_rank_has_the_double_step(void **state)
{
    (void)state;
    Variant *variant = load_variant("naiad");
    Position position;
    char fen[256];
    position_init(&position, variant);
    set_fen(&position, "4k3/8/8/8/3p4/4P3/4Y3/K7 w - - 9 1");
    position_make(&position, move_of(&position, "e2e1"));
    position_make(&position, move_of(&position, "e8e7"));
    position_make(&position, move_of(&position, "e2e4"));
    write_to(&position, fen, sizeof fen);
    assert_string_equal(fen, "8/4k3/8/8/3pP3/8/8/K3Y3 b - e3 0 2");
    position_make(&position, move_of(&position, "d4e3"));
    write_to(&position, fen, sizeof fen);
    assert_string_equal(fen, "8/4k3/8/8/8/4p3/8/K3Y3 w - - 0 3");
    position_release(&position);
    variant_free(variant);
}

static void only_captures_and_pawns_own_moves_reset_the_count(void **state)
{
    (void)state;
    static const Lead leads[] = {
        {"4k3/8/8/8/Y2p4/8/8/K7 w - - 9 1", "a4c4", "4k3/8/8/8/2Y2p2/8/8/K7 b - - 10 1"},
        {"4k3/8/8/Y7/7K/8/p7/8 w - - 9 1", "a5a3", "4k3/8/8/8/7K/Y7/8/q7 b - - 10 1"},
        {"4k3/8/8/Y7/8/8/P7/K7 w - - 9 1", "a2a3", "4k3/8/8/Y7/8/P7/8/K7 b - - 0 1"},
        {"4k3/8/8/Y2r4/8/8/8/K2R4 w - - 9 1", "d1d5", "4k3/8/8/Y2R4/8/8/8/K7 b - - 0 1"},
    };
    CHECK_LEADS("naiad", leads);
}

static void the_weak_naiad_drags_on_single_steps_only(void **state)
{
    (void)state;
    static const Lead leads[] = {
        {"4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "d4f4", "4k3/8/8/8/1N3Y1r/8/8/K7 b - - 6 1"},
        {"4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "d4e4", "4k3/8/8/8/2N1Y1r1/8/8/K7 b - - 6 1"},
        {"r3k3/8/8/8/8/8/8/KY6 w - - 0 1", "b1c1", "r3k3/8/8/8/8/8/8/1KY5 b - - 1 1"},
        {"r3k3/8/8/8/8/8/8/KY6 w - - 0 1", "b1d1", NULL},
        {"4k3/8/8/8/8/8/7Y/4K2R w K - 0 1", "h2h4", "4k3/8/8/8/7Y/8/8/4K2R b K - 1 1"},
        {"4k3/8/8/8/8/8/7Y/4K2R w K - 0 1", "h2h3", "4k3/8/8/8/8/7Y/7R/4K3 b - - 1 1"},
    };
    CHECK_LEADS("weak-naiad", leads);
}

static void pawns_may_become_naiads_and_bishops(void **state)
{
    (void)state;
    static const Lead leads[] = {
        {"8/P3k3/8/8/8/8/8/K7 w - - 3 1", "a7a8=Y", "Y7/4k3/8/8/8/8/8/K7 b - - 0 1"},
        {"8/P3k3/8/8/8/8/8/K7 w - - 3 1", "a7a8=B", "B7/4k3/8/8/8/8/8/K7 b - - 0 1"},
        {"8/P3k3/8/8/8/8/8/K7 w - - 3 1", "a7a8=K", NULL},
        {"8/P3k3/8/8/8/8/8/K7 w - - 3 1", "a7a8", NULL},
    };
    CHECK_LEADS("naiad", leads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_comes_out),
        cmocka_unit_test(going_the_other_way_drags_what_was_ahead),
        cmocka_unit_test(kings_are_dragged_and_pushed_like_any_piece),
        cmocka_unit_test(a_naiad_gives_no_check),
        cmocka_unit_test(castling_rights_go_only_where_king_or_rook_has_moved),
        cmocka_unit_test(pawns_are_displaced_by_their_own_rules),
        cmocka_unit_test(a_pawn_back_on_its_second_rank_has_the_double_step),
        cmocka_unit_test(only_captures_and_pawns_own_moves_reset_the_count),
        cmocka_unit_test(the_weak_naiad_drags_on_single_steps_only),
        cmocka_unit_test(pawns_may_become_naiads_and_bishops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
