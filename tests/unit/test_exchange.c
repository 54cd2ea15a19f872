/* Static exchange evaluation and the order of moves that rests on it. */
#include "tests/unit/throwaway.h"

#include "engine/search/exchange.h"
#include "engine/search/movepick.h"

static Weights plain_weights(const Variant *variant)
{
    static const struct {
        char letter;
        int16_t value;
    } rows[] = {{'P', 100}, {'N', 300}, {'B', 300}, {'R', 500}, {'Q', 900}};
    Weights weights = {.source = "test"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        weights.type[variant_type(variant, rows[i].letter)].value =
            (Weight){rows[i].value, rows[i].value};
    return weights;
}

static int value_of(const Variant *variant, const Weights *weights, const char *fen,
                    const char *text)
{
    ExchangeValues values;
    exchange_init(&values, variant, weights);
    Position position;
    position_init(&position, variant);
    set_fen(&position, fen);
    Move move = move_of(&position, text);
    int value = exchange_value(&values, &position, move);
    for (int least = value - 1000; least <= value + 1000; least++)
        assert_int_equal(exchange_wins(&values, &position, move, least), value >= least);
    position_release(&position);
    return value;
}

static void exchanges_are_counted_to_their_best_end(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        const char *move;
        int value;
    } rows[] = {
        /* nobody takes back */
        {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
        /* knight for pawn: NxP NxN RxN BxR QxB QxQ is 100 - 300 + ..., best is to stop */
        {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200},
        /* defended by a pawn */
        {"4k3/8/3p4/4n3/8/8/8/K3R3 w - - 0 1", "e1e5", -200},
        {"4k3/8/3p4/4q3/8/8/8/K3R3 w - - 0 1", "e1e5", 400},
        /* two rooks in a line against a rook and a king that may not take last */
        {"4k3/4r3/8/8/8/8/4R3/K3R3 w - - 0 1", "e2e7", 500},
        {"4k3/4r3/8/8/8/8/8/K3R3 w - - 0 1", "e1e7", 0},
        /* a queen behind a bishop on the diagonal joins in */
        {"4k3/8/5p2/4p3/3B4/2Q5/8/K7 w - - 0 1", "d4e5", -100},
        {"4k3/8/5p2/4r3/3B4/2Q5/8/K7 w - - 0 1", "d4e5", 300},
        /* quiet moves into attack */
        {"4k3/8/8/3p4/8/8/8/K1N5 w - - 0 1", "c1d3", 0},
        {"4k3/8/8/2p5/8/2N5/8/K7 w - - 0 1", "c3d5", 0},
        {"4k3/8/8/2p5/8/5N2/8/K7 w - - 0 1", "f3d4", -300},
        /* en passant: alone, and taken back */
        {"4k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", 100},
        {"4k3/2p5/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", 0},
        /* ... the rook behind the pawn that was taken sees the square */
        {"3rk3/8/8/3pP3/8/8/8/K2R4 w - d6 0 1", "e5d6", 100},
        /* promotion, safe and taken */
        {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8=Q", 800},
        {"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8=Q", -100},
        {"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8=Q", 1300},
        /* the king takes what nobody defends */
        {"8/8/8/3pk3/4P3/8/8/K7 b - - 0 1", "d5e4", 100},
    };
    Variant *variant = load_variant("chess");
    Weights weights = plain_weights(variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int value = value_of(variant, &weights, rows[i].fen, rows[i].move);
        if (value != rows[i].value)
            fail_msg("%s %s is %d, not %d", rows[i].fen, rows[i].move, value, rows[i].value);
    }
    variant_free(variant);
}

static void exchange_uses_the_declared_values(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Weights weights = plain_weights(variant);
    unsigned knight = variant_type(variant, 'N');
    const char *fen = "4k3/8/3p4/4n3/8/8/8/K3R3 w - - 0 1"; /* rook for knight, taken back */
    weights.type[knight].value = (Weight){0, 0};
    assert_int_equal(value_of(variant, &weights, fen, "e1e5"), -500);
    weights.type[knight].value = (Weight){5000, 5000};
    assert_int_equal(value_of(variant, &weights, fen, "e1e5"), 4500);
    variant_free(variant);
}

/* The archer of this variant takes from where it stands, up to three squares away. */
static void shooter_cannot_be_taken_back(void **state)
{
    (void)state;
    Variant *variant = load_variant("large-nahbi");
    Weights weights;
    weights_init_automatic(&weights, variant);
    int rook = weights_value(&weights, variant_type(variant, 'R'));
    int camel = weights_value(&weights, variant_type(variant, 'C'));
    assert_true(rook > camel);
    /* the rook shot is defended by a pawn, in vain */
    assert_int_equal(
        value_of(variant, &weights, "5k4/10/10/10/10/4p5/3r6/10/3A6/10/10/R4K4 w - - 0 1", "d4*d6"),
        rook);
    /* a rook takes a camel and is shot; the rook behind it finds no one to take */
    assert_int_equal(value_of(variant, &weights,
                              "3r1k4/10/3r6/10/10/10/3C6/10/3A6/10/10/R4K4 b - - 0 1", "d10d6"),
                     camel - rook);
    variant_free(variant);
}

/* The first `count` moves as the picker gives them. */
static void pick(const Variant *variant, const Weights *weights, const char *fen, Move table_move,
                 Move *moves, int count)
{
    ExchangeValues values;
    exchange_init(&values, variant, weights);
    Position position;
    position_init(&position, variant);
    set_fen(&position, fen);
    History history;
    history_init(&history, variant);
    const Followed followed = {.back = {{0, 0}}};
    MoveArena arena;
    arena_init(&arena, PICKER_ROOM);
    MovePicker picker;
    picker_begin(&picker, &position, &history, &followed, &values, &arena, table_move, false);
    for (int i = 0; i < count; i++)
        moves[i] = picker_next(&picker);
    picker_end(&picker);
    assert_int_equal(arena.top, 0);
    arena_release(&arena);
    history_release(&history);
    position_release(&position);
}

static void order_uses_the_declared_values(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Weights weights = plain_weights(variant);
    Position position;
    position_init(&position, variant);
    const char *fen = "4k3/8/8/n6q/8/8/8/R5KR w - - 0 1"; /* each rook takes one piece */
    set_fen(&position, fen);
    Move first;
    pick(variant, &weights, fen, NO_MOVE, &first, 1);
    assert_true(first == move_of(&position, "h1h5"));
    weights.type[variant_type(variant, 'N')].value = (Weight){5000, 5000};
    pick(variant, &weights, fen, NO_MOVE, &first, 1);
    assert_true(first == move_of(&position, "a1a5"));
    position_release(&position);
    variant_free(variant);
}

static int compare_moves(const void *a, const void *b)
{
    Move first = *(const Move *)a;
    Move second = *(const Move *)b;
    return (first > second) - (first < second);
}

/* In random games of every variant, with and without a table move. */
static void picker_gives_each_move_once(void **state)
{
    (void)state;
    Move *all = memory_new(MAX_MOVES, sizeof *all);
    Move *picked = memory_new(MAX_MOVES, sizeof *picked);
    glob_t files = shipped_variants();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Variant *variant = load_variant(files.gl_pathv[i]);
        Weights weights;
        weights_init_automatic(&weights, variant);
        Position position;
        position_init(&position, variant);
        set_fen(&position, variant->start_fen);
        Random random;
        random_init_keyed(&random, 3, RANDOM_TEST, i);
        for (int ply = 0; ply < 60 && make_random(&position, &random, all); ply++) {
            int count = generate_moves(&position, all);
            if (count == 0)
                break;
            Text fen;
            text_init(&fen);
            position_add_fen(&position, &fen);
            Move table_move = ply % 2 == 0 ? NO_MOVE : all[(unsigned)ply % (unsigned)count];
            pick(variant, &weights, fen.data, table_move, picked, count + 1);
            text_release(&fen);
            assert_true(picked[count] == NO_MOVE);
            if (table_move != NO_MOVE)
                assert_true(picked[0] == table_move);
            qsort(all, (size_t)count, sizeof *all, compare_moves);
            qsort(picked, (size_t)count, sizeof *picked, compare_moves);
            assert_memory_equal(all, picked, (size_t)count * sizeof *all);
        }
        position_release(&position);
        variant_free(variant);
    }
    globfree(&files);
    free(all);
    free(picked);
}

static void to_take_ones_own_loses_it_and_is_quiet(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *move;
        int value;
        bool noisy;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/R2QK3 w - - 0 1", "a1d1", -900, false},
        {"1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8=Q", 500, true}, /* 900 - 100 - 300 */
        {"1N2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=Q", 800, true},
    };
    Variant *variant = load_variant("self-capture");
    const Weights weights = plain_weights(variant);
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(value_of(variant, &weights, rows[i].fen, rows[i].move), rows[i].value);
        set_fen(&position, rows[i].fen);
        assert_int_equal(move_is_noisy(&position, move_of(&position, rows[i].move)), rows[i].noisy);
    }
    position_release(&position);
    variant_free(variant);
}

static void own_pieces_are_lost_and_who_stays_takes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *move;
        int gain;
    } rows[] = {{"d3c1", -900}, {"d3e5", 500}, {"d3*d4*e3", -500}, {"d3d3", 0}};
    Variant *variant = must_load_text("[a:chess]\npiece.knight = N:cdNmabWdabsmK\n");
    const Weights weights = plain_weights(variant);
    ExchangeValues values;
    exchange_init(&values, variant, &weights);
    Position position;
    position_init(&position, variant);
    set_fen(&position, "4k3/8/8/4r3/3R4/3N4/8/2Q4K w - - 0 1");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int gain = exchange_gain(&values, &position, move_of(&position, rows[i].move));
        if (gain != rows[i].gain)
            fail_msg("%s gains %d, not %d", rows[i].move, gain, rows[i].gain);
    }
    position_release(&position);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(to_take_ones_own_loses_it_and_is_quiet),
        cmocka_unit_test(exchanges_are_counted_to_their_best_end),
        cmocka_unit_test(exchange_uses_the_declared_values),
        cmocka_unit_test(shooter_cannot_be_taken_back),
        cmocka_unit_test(own_pieces_are_lost_and_who_stays_takes_nothing),
        cmocka_unit_test(order_uses_the_declared_values),
        cmocka_unit_test(picker_gives_each_move_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
