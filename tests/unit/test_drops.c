/* Pieces in hand: how they come there, where they may come in, and what they change. */
#include "tests/unit/throwaway.h"

#include "engine/rules/attack.h"
#include "engine/search/evaluate.h"
#include "engine/search/searcher.h"

/* A variant and a position of it. */
typedef struct Table {
    Variant *variant;
    Position position;
} Table;

static Table open_table(const char *name, const char *fen)
{
    Table table = {.variant = load_variant(name)};
    position_init(&table.position, table.variant);
    set_fen(&table.position, fen != NULL ? fen : table.variant->start_fen);
    return table;
}

static void close_table(Table *table)
{
    position_release(&table->position);
    variant_free(table->variant);
}

static void play_moves(Position *position, const char *const *moves)
{
    for (; *moves != NULL; moves++)
        position_make(position, move_of(position, *moves));
}

static void a_line_leads_to(const char *variant, const char *fen, const char *const *moves,
                            const char *expected)
{
    Table table = open_table(variant, fen);
    play_moves(&table.position, moves);
    check_fen(&table.position, expected);
    close_table(&table);
}

static int count_moves(const char *variant, const char *fen)
{
    Table table = open_table(variant, fen);
    int count = count_legal(&table.position);
    close_table(&table);
    return count;
}

#define MOVES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void what_is_taken_goes_to_the_hand(void **state)
{
    (void)state;
    a_line_leads_to("crazyhouse", NULL, MOVES("e4", "d5", "exd5", "Qxd5", "P@e4", "P@h3"),
                    "rnb1kbnr/ppp1pppp/8/3q4/4P3/7p/PPPP1PPP/RNBQKBNR[] w KQkq - 0 4");
    a_line_leads_to("crazyhouse", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 2", MOVES("exd6"),
                    "4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 2");
    a_line_leads_to("pocket-knight", NULL, MOVES("N@d5", "a6", "Nxc7+", "Qxc7"),
                    "rnb1kbnr/1pqppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR[n] w KQkq - 0 3");
}

static void what_has_promoted_goes_there_as_what_it_was(void **state)
{
    (void)state;
    static const char fen[] = "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1";
    a_line_leads_to("crazyhouse", fen, MOVES("axb8=Q+"), "1Q~2k3/8/8/8/8/8/8/4K3[R] b - - 0 1");
    a_line_leads_to("crazyhouse", fen, MOVES("a8=Q", "Rxa8"), "r3k3/8/8/8/8/8/8/4K3[p] w - - 0 2");
    a_line_leads_to("loop", fen, MOVES("a8=Q", "Rxa8"), "r3k3/8/8/8/8/8/8/4K3[q] w - - 0 2");
    /* The mark goes with the piece, over a capture too, and is none of another queen's. */
    a_line_leads_to("crazyhouse", "1r2k3/P7/8/8/8/8/1P6/Q3K3[] w - - 0 1",
                    MOVES("a8=Q", "Kf7", "Qxb8", "Kg6", "Qg8+", "Kh6"),
                    "6Q~1/8/7k/8/8/8/1P6/Q3K3[R] w - - 3 4");
}

/* Requirements R45, and counts of positions with pieces in hand. */
static void pieces_come_in_where_the_king_is_safe(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen;
        int moves;
    } rows[] = {
        {"crazyhouse", "4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1", 3 + 3},
        {"crazyhouse", "4k3/8/8/8/8/5n2/8/r3K3[N] w - - 0 1", 2}, /* double check */
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1", 67},
        /* pawns: neither on the first rank nor on the last */
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", 5 + 48},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[p] b - - 0 1", 5 + 48},
        {"chessgi", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", 5 + 48 + 7},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1", 5 + 62}, /* two are as good as one */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (count_moves(rows[i].variant, rows[i].fen) != rows[i].moves)
            fail_msg("%s: %d moves, not %d", rows[i].fen, count_moves(rows[i].variant, rows[i].fen),
                     rows[i].moves);
}

static EndReason end_of(const char *variant, const char *fen)
{
    Table table = open_table(variant, fen);
    EndReason reason = position_outcome(&table.position).reason;
    close_table(&table);
    return reason;
}

static void a_piece_that_can_come_in_between_saves_from_mate(void **state)
{
    (void)state;
    assert_int_equal(end_of("crazyhouse", "4R1k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1"), END_CHECKMATE);
    assert_int_equal(end_of("crazyhouse", "4R1k1/5ppp/8/8/8/8/8/4K3[n] b - - 0 1"), END_NONE);
    /* A pawn cannot come in on the last rank. */
    assert_int_equal(end_of("crazyhouse", "4R1k1/5ppp/8/8/8/8/8/4K3[p] b - - 0 1"), END_CHECKMATE);
    assert_int_equal(end_of("crazyhouse", "7k/5Q2/8/8/8/8/8/4K3[] b - - 0 1"), END_STALEMATE);
    assert_int_equal(end_of("crazyhouse", "7k/5Q2/8/8/8/8/8/4K3[p] b - - 0 1"), END_NONE);
    assert_int_equal(end_of("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1"), END_NONE);
}

static void a_position_can_come_back_over_captures(void **state)
{
    (void)state;
    Table table = open_table("crazyhouse", "8/8/2k5/8/8/8/8/4K3[Nn] w - - 0 1");
    const uint64_t key = table.position.key;
    play_moves(&table.position, MOVES("N@a3", "N@b5", "Nxb5", "Kxb5", "Kd1", "Kb6", "Ke1", "Kc6"));
    assert_true(table.position.key == key);
    assert_int_equal(position_repetitions(&table.position), 1);
    assert_int_equal(table.position.rule50, 4);
    close_table(&table);
}

static void pieces_in_hand_are_part_of_the_position(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1",   "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3[P] w - - 0 1",  "4k3/8/8/8/8/8/8/Q3K3[p] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3[PP] w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3[N] w - - 0 1",
    };
    enum { COUNT = sizeof fens / sizeof fens[0] };
    uint64_t keys[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        Table table = open_table("crazyhouse", fens[i]);
        keys[i] = table.position.key;
        for (size_t j = 0; j < i; j++)
            assert_true(keys[j] != keys[i]);
        close_table(&table);
    }
}

static void only_a_pawn_that_comes_in_starts_the_count_anew(void **state)
{
    (void)state;
    a_line_leads_to("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 30 40", MOVES("N@a3", "Kd7"),
                    "8/3k4/8/8/8/N7/8/4K3[P] w - - 32 41");
    a_line_leads_to("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 30 40", MOVES("P@a3", "Kd7"),
                    "8/3k4/8/8/8/P7/8/4K3[N] w - - 1 41");
}

static void fens_say_what_is_in_hand(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen, *expected; /* a FEN, or what the refusal says */
        bool right;
    } rows[] = {
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[qQ] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1",
         true},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3/PNp w - - 0 1", "4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1",
         true},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", true},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", true},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[X] w - - 0 1", "'X' is no piece", false},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[k] w - - 0 1", "'k' is royal", false},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "no ]", false},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q]q w - - 0 1", "behind the pieces", false},
        {"crazyhouse", "4k3/8/8/8/8/8/P~7/4K3[] w - - 0 1", "P~: a pawn is no promoted", false},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K~3[] w - - 0 1", "K~: a king is no promoted", false},
        {"crazyhouse", "4k3/8/8/8/8/8/+P7/4K3[] w - - 0 1", "promotedPieceType", false},
        {"loop", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", "says nothing in loop", false},
        {"chess", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "chess has no pieces in hand", false},
        {"chess", "4k3/8/8/8/8/8/8/4K3/Q w - - 0 1", "more than 8 ranks", false},
        {"chess", "4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1", "'~'", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Table table = open_table(rows[i].variant, NULL);
        Error err = {""};
        bool right = position_set_fen(&table.position, rows[i].fen, &err);
        if (right != rows[i].right || (!right && strstr(err.text, rows[i].expected) == NULL))
            fail_msg("%s: %s", rows[i].fen, right ? "is read" : err.text);
        if (right)
            check_fen(&table.position, rows[i].expected);
        close_table(&table);
    }
}

static void drops_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *text, *means; /* or what the refusal says */
    } rows[] = {
        {"N@f3", "N@f3"},
        {"P@e4", "P@e4"},
        {"@e4", "P@e4"},
        {"N@f7+", "N@f7"},
        {"N@e1", "e1 is not empty"},
        {"Q@d4", "White has no queen in hand"},
        {"P@e1", "e1 is not empty"},
        {"P@a1", "no pawn of White may come in on a1"},
        {"N@i9", "no square"},
        {"N@f3=Q", "not understood"},
    };
    Table table = open_table("crazyhouse", "8/8/8/7k/8/8/8/4K3[PN] w - - 0 1");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Error err = {""};
        char text[MAX_MOVE_TEXT] = "";
        Move move = move_from_text(&table.position, rows[i].text, &err);
        if (move != NO_MOVE)
            move_to_text(&table.position, move, text);
        const char *said = move != NO_MOVE ? text : err.text;
        if (strstr(said, rows[i].means) == NULL)
            fail_msg("%s: %s", rows[i].text, said);
    }
    Error err = {""};
    set_fen(&table.position, "4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1");
    assert_int_equal(move_from_text(&table.position, "N@e4", &err), NO_MOVE);
    assert_non_null(strstr(err.text, "leaves the king in check"));
    close_table(&table);
    table = open_table("chess", NULL);
    assert_int_equal(move_from_text(&table.position, "N@e4", &err), NO_MOVE);
    assert_non_null(strstr(err.text, "chess has no pieces in hand"));
    close_table(&table);
}

#define HOUSE                                                             \
    "[a:chess]\ndialect = assay\npieceDrops = true\n"                     \
    "capturesToHand = true\nstartFen = 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\n" \
    "castle.K = -\ncastle.Q = -\n"

static void keys_say_where_pieces_come_in(void **state)
{
    (void)state;
    static const struct {
        const char *keys, *fen;
        int moves;
    } rows[] = {
        {"", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", 5 + 62},
        {"dropRegionWhite = *1 *2\n", "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1", 5 + 15},
        {"dropRegionWhite = *1 *2\n", "4k3/8/8/8/8/8/8/4K3[Nn] b - - 0 1", 5 + 15},
        {"dropRegionBlack = a1\n", "4k3/8/8/8/8/8/8/4K3[Nn] b - - 0 1", 5 + 1},
        {"promotionZonePawnDrops = true\n", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", 5 + 55},
        {"dropNoDoubled = p\n", "4k3/8/8/8/8/P7/8/4K3[P] w - - 0 1", 5 + 1 + 42},
        {"dropNoDoubled = p\n", "4k3/8/8/8/8/p7/8/4K3[P] w - - 0 1", 5 + 47},
        {"dropNoDoubled = p\ndropNoDoubledCount = 2\n", "4k3/8/8/8/8/P7/8/4K3[P] w - - 0 1",
         5 + 1 + 47},
        {"dropChecks = false\n", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", 5 + 62 - 4},
        {"mobilityRegion.N = *1 *2\n", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", 5 + 15},
        {"immobilityIllegal = true\n", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", 5 + 62},
        {"mustCapture = true\n", "4k3/8/8/8/8/8/3p4/4K3[N] w - - 0 1", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Text text;
        text_init(&text);
        text_add(&text, "%s%s", HOUSE, rows[i].keys);
        Variant *variant = must_load_text(text.data);
        Position position;
        position_init(&position, variant);
        set_fen(&position, rows[i].fen);
        int count = count_legal(&position);
        if (count != rows[i].moves)
            fail_msg("%s%s: %d moves, not %d", rows[i].keys, rows[i].fen, count, rows[i].moves);
        position_release(&position);
        variant_free(variant);
        text_release(&text);
    }
}

static void a_pawn_may_not_come_in_with_mate_where_that_is_barred(void **state)
{
    (void)state;
    static const char barred[] = HOUSE "shogiPawnDropMateIllegal = true\n";
    Variant *free_variant = must_load_text(HOUSE), *variant = must_load_text(barred);
    Position position;
    Error err = {""};
    position_init(&position, free_variant);
    set_fen(&position, "7k/7p/5N1K/8/8/8/8/8[P] w - - 0 1");
    position_make(&position, move_of(&position, "P@g7"));
    assert_int_equal(position_outcome(&position).reason, END_CHECKMATE);
    position_release(&position);
    position_init(&position, variant);
    set_fen(&position, "7k/7p/5N1K/8/8/8/8/8[P] w - - 0 1");
    assert_int_equal(move_from_text(&position, "P@g7", &err), NO_MOVE);
    assert_non_null(strstr(err.text, "may come in with mate"));
    /* With check alone it may; and so may another piece with mate. */
    set_fen(&position, "7k/8/7K/8/8/8/8/8[P] w - - 0 1");
    move_of(&position, "P@g7");
    set_fen(&position, "7k/7p/5N1K/8/8/8/8/8[Q] w - - 0 1");
    move_of(&position, "Q@g7");
    position_release(&position);
    variant_free(free_variant);
    variant_free(variant);
}

static void what_stands_beside_drops_is_refused(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[a:chess]\ndialect = assay\ncapturesToHand = true\n",
         "FILE:3: capturesToHand: ", "give pieceDrops = true"},
        {HOUSE "lostPromotion = true\n", "FILE:3: pieceDrops: ", "lostPromotion"},
        {HOUSE "drag.R = any\n", "FILE:3: pieceDrops: ", "dragging"},
        {HOUSE "push.R = true\n", "FILE:3: pieceDrops: ", "pushing"},
        {HOUSE "morph.N = *8\n", "FILE:8: morph.N: ", "dropLoop"},
        {HOUSE "piece.lion = L:KdK\n", "FILE:3: pieceDrops: ", "one's own"},
        {HOUSE "piece.serf = S:fW\npawnTypes = ps\n",
         "FILE:4: capturesToHand: ", "several types promote"},
        {HOUSE "dropRegionWhite = z9\n", "FILE:8: dropRegionWhite: ", ""},
        {HOUSE "dropNoDoubled = x\n", "FILE:8: dropNoDoubled: ", "'x'"},
    };
    CHECK_FAULTS(faults);
}

/* A side's score with something in hand, less that without. */
static int worth_in_hand(const Variant *variant, const char *hand)
{
    Weights weights;
    weights_init_automatic(&weights, variant);
    Evaluator *evaluator = evaluator_new(variant, &weights);
    Position position;
    position_init(&position, variant);
    int scores[2];
    for (int i = 0; i < 2; i++) {
        char fen[128];
        snprintf(fen, sizeof fen, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[%s] w - - 0 1",
                 i == 0 ? "" : hand);
        set_fen(&position, fen);
        Placement placement = placement_find(evaluator, &position);
        scores[i] = evaluate(evaluator, &position, &placement);
    }
    position_release(&position);
    evaluator_free(evaluator);
    return scores[1] - scores[0];
}

static void a_piece_in_hand_is_worth_its_value(void **state)
{
    (void)state;
    Variant *variant = load_variant("crazyhouse");
    Weights weights;
    weights_init_automatic(&weights, variant);
    for (const char *letter = "PNBRQ"; *letter != '\0'; letter++) {
        const char own[2] = {*letter, '\0'}, enemy[2] = {(char)(*letter | 32), '\0'};
        const int value = weights_value(&weights, variant_type(variant, *letter));
        assert_int_equal(worth_in_hand(variant, own), value);
        assert_int_equal(worth_in_hand(variant, enemy), -value);
    }
    variant_free(variant);
}

static SearchResult search_to(const char *fen, int depth)
{
    Table table = open_table("crazyhouse", fen);
    Weights weights;
    weights_init_automatic(&weights, table.variant);
    Searcher *searcher = searcher_new(table.variant, &weights, 1 << 20);
    SearchResult result =
        searcher_search(searcher, &table.position, &(SearchLimits){.depth = depth});
    char text[MAX_MOVE_TEXT] = "";
    move_to_text(&table.position, result.best, text);
    assert_true(text[0] != '\0');
    searcher_free(searcher);
    close_table(&table);
    return result;
}

static void the_search_drops_to_mate_and_against_it(void **state)
{
    (void)state;
    /* R@e8 mates, unless something can come in on f8. */
    assert_int_equal(search_to("6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1", 3).score, SCORE_MATE - 1);
    assert_true(search_to("6k1/5ppp/8/8/8/8/8/K7[Rb] w - - 0 1", 3).score < SCORE_MATE_BOUND);
    /* A quiet position stays one: what is in hand is not dropped for ever in quiescence. */
    assert_true(search_to("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[NBRQnbrq] w - - 0 1", 3).nodes
                < 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_taken_goes_to_the_hand),
        cmocka_unit_test(what_has_promoted_goes_there_as_what_it_was),
        cmocka_unit_test(pieces_come_in_where_the_king_is_safe),
        cmocka_unit_test(a_piece_that_can_come_in_between_saves_from_mate),
        cmocka_unit_test(a_position_can_come_back_over_captures),
        cmocka_unit_test(pieces_in_hand_are_part_of_the_position),
        cmocka_unit_test(only_a_pawn_that_comes_in_starts_the_count_anew),
        cmocka_unit_test(fens_say_what_is_in_hand),
        cmocka_unit_test(drops_are_read_and_written),
        cmocka_unit_test(keys_say_where_pieces_come_in),
        cmocka_unit_test(a_pawn_may_not_come_in_with_mate_where_that_is_barred),
        cmocka_unit_test(what_stands_beside_drops_is_refused),
        cmocka_unit_test(a_piece_in_hand_is_worth_its_value),
        cmocka_unit_test(the_search_drops_to_mate_and_against_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
