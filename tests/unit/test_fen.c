/* Single positions: what a FEN may say, how many moves there are, how games end. */
#include "tests/unit/throwaway.h"

#include "engine/rules/attack.h"
#include "engine/rules/outcome.h"

static int legal_count(Position *position)
{
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    int count = generate_legal(position, moves);
    free(moves);
    return count;
}

static bool is_legal_text(Position *position, const char *text)
{
    Error err = {""};
    return move_from_text(position, text, &err) != NO_MOVE;
}

static void check_written(const Position *position, const char *fen)
{
    Text text;
    text_init(&text);
    position_add_fen(position, &text);
    assert_string_equal(text.data, fen);
    text_release(&text);
}

/* A position with the number of its legal moves, one that is legal and one that is not (or NULL).
 */
typedef struct Counted {
    const char *fen;
    int count;
    const char *legal, *illegal;
} Counted;

static void check_counted(const Variant *variant, const Counted *rows, size_t row_count)
{
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < row_count; i++) {
        set_fen(&position, rows[i].fen);
        int count = legal_count(&position);
        if (count != rows[i].count)
            fail_msg("%s: %d legal moves, not %d", rows[i].fen, count, rows[i].count);
        if (rows[i].legal != NULL && !is_legal_text(&position, rows[i].legal))
            fail_msg("%s: %s is not legal", rows[i].fen, rows[i].legal);
        if (rows[i].illegal != NULL && is_legal_text(&position, rows[i].illegal))
            fail_msg("%s: %s is legal", rows[i].fen, rows[i].illegal);
    }
    position_release(&position);
}

static void pins_checks_and_rights_leave_the_known_numbers_of_moves(void **state)
{
    (void)state;
    static const Counted rows[] = {
        /* en passant: both pawns leave the rank; the captured one shields a diagonal; an evasion */
        {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", 6, "e5e6", "e5d6"},
        {"4k3/1b6/8/3pP3/8/8/6K1/8 w - d6 0 1", 9, "e5e6", "e5d6"},
        {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 9, "e4d3", "e4e3"},
        {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", 29, NULL, "e4e5"},
        /* castling: b1 attacked, d1 attacked, in check, an own rook on g8 */
        {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 16, "e1c1", NULL},
        {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", 13, NULL, "e1c1"},
        {"r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", 4, NULL, "e1g1"},
        {"4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k - 1 37", 35, NULL, "e8g8"},
        /* double check, and a stalemate with a pinned bishop */
        {"4k3/8/8/8/8/5n2/8/4K2r w - - 0 1", 2, "e1e2", "e1d2"},
        {"7k/8/8/8/8/8/7r/KB5r w - - 0 1", 0, NULL, "b1h7"},
        {"k7/1R6/1K6/p7/P7/8/8/8 b - - 0 1", 0, NULL, "a8b7"},
        /* eight promotions and three steps of the king */
        {"1r6/P7/8/8/8/8/8/k1K5 w - - 0 1", 11, "a7b8=N", "a7a8"},
    };
    Variant *variant = load_variant("chess");
    check_counted(variant, rows, sizeof rows / sizeof rows[0]);
    variant_free(variant);
}

static void castling_by_other_squares_obeys_the_same_conditions(void **state)
{
    (void)state;
    /* The rook shields the back rank from the other rook. */
    Variant *shield =
        must_load_text("[a:chess]\ncastle.K = -\ncastle.Q = -\ncastle.B = e1 c1 b1 d1\n"
                       "startFen = 1r2k3/8/8/8/8/8/8/1R2K1N1 w Bb - 0 1\n");
    /* The king stays where it is. */
    Variant *still =
        must_load_text("[a:chess]\ncastle.K = -\ncastle.Q = -\ncastle.H = g1 g1 h1 f1\n"
                       "startFen = 6kr/8/8/8/8/8/8/6KR w Hh - 0 1\n");
    static const Counted shielded[] = {
        {"4k3/8/8/8/8/8/8/rR2K1N1 w B - 0 1", 11, "b1a1", "e1c1"},
        {"4k3/8/8/8/8/8/r7/1R2K1N1 w B - 0 1", 16, "e1c1", NULL},
    };
    static const Counted stays[] = {{"4k3/8/8/8/8/8/8/6KR w H - 0 1", 12, "g1g1oH", "g1g1"}};
    check_counted(shield, shielded, 2);
    check_counted(still, stays, 1);
    Position position;
    position_init(&position, still);
    set_fen(&position, stays[0].fen);
    position_make(&position, move_of(&position, "g1g1oH"));
    check_written(&position, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    position_undo(&position);
    check_written(&position, stays[0].fen);
    position_release(&position);
    variant_free(shield);
    variant_free(still);
}

static void fens_that_cannot_be_are_refused_by_field(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *contains;
    } rows[] = {
        {"", "rank 8"},
        {"   ", "rank 8"},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks instead of 8"},
        {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "more than 8 ranks"},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8: more"},
        {"4k3/7/8/8/8/8/8/4K3 w - - 0 1", "rank 7: fewer"},
        {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "rank 7: more"},
        {"4k3/08/8/8/8/8/8/4K3 w - - 0 1", "rank 7"},
        {"4k3/8/8/8/8/8/8/4K2Y w - - 0 1", "rank 1: 'Y'"},
        {"4k3/8/8/8/8/8/8/4K2\xe4 w - - 0 1", "rank 1"},
        {"k////KPPPPPPPPPPPPPPP/N6N/8B/Q w - - 0 1", "rank 8"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no royal piece"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "black has no royal piece"},
        {"4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "white has more than one royal piece"},
        {"4kk2/8/8/8/8/8/8/4K3 w - - 0 1", "black has more than one royal piece"},
        {"4k3/8/8/8/8/8/8/4K3", "side to move"},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move: \"W\""},
        {"4k3/8/8/8/8/8/8/4K3 wb - - 0 1", "side to move: \"wb\""},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling: 'K'"},
        {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling: 'K' stands twice"},
        {"4k3/8/8/8/8/8/8/4K2R w KC - 0 1", "castling: 'C'"},
        {"4k3/8/8/8/8/8/8/4K2r w K - 0 1", "castling: 'K'"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "en passant"},
        {"4k3/8/8/3p4/8/8/8/4K3 w - d 0 1", "en passant"},
        {"4k3/3p4/8/3p4/8/8/8/4K3 w - d6 0 1", "en passant"}, /* the way is not free */
        {"4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", "en passant"},
        {"4k3/8/8/3p4/8/8/8/4K3 b - d6 0 1", "en passant"},
        {"4k3/8/8/3p4/8/8/8/4K3 w - d6d6d6d6d6 0 1", "en passant"},
        /* on the rank of no double step */
        {"5rk1/pp1n1pbp/1q2rnp1/2p3B1/P3P3/2N1QB1P/1PP3P1/R4R1K b - a6 0 16", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock: \"-1\""},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1234567890 1", "half-move clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move clock: \"x\""},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number: \"0\""},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "move number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "move number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "behind the move number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", "half-move clock"},
        {"4k3/8/8/8/8/8/8/4K3 w - - hmvc 2", "half-move clock: \"hmvc\""},
        {"4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "hmvc: \"x\""},
        {"4k3/8/8/8/8/8/8/4K3 w - - hmvc ;", "hmvc: one whole number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - hmvc 1 2;", "hmvc: one whole number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - fmvn 0;", "fmvn: \"0\""},
        {"4k3/8/8/8/8/8/8/4K3 w - - fmvn 12345;", "fmvn: \"12345\""},
        {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "in check"},
        {"7k/8/8/8/8/8/8/K6R w - - 0 1", "in check"},
        {"8/8/8/3kK3/8/8/8/8 b - - 0 1", "in check"},
        {"4k3/8/8/8/8/8/8/4K3 w "
         "---------------------------------------------------------------------- - 0 1",
         "too long"},
    };
    Variant *variant = load_variant("chess");
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_fen(&position, variant->start_fen);
        Error err = {""};
        if (position_set_fen(&position, rows[i].fen, &err))
            fail_msg("%s is accepted", rows[i].fen);
        if (strstr(err.text, rows[i].contains) == NULL)
            fail_msg("%s: \"%s\" has no \"%s\"", rows[i].fen, err.text, rows[i].contains);
        assert_true(set_is_empty(&position.occupied)); /* the empty board, as promised */
        assert_true(position_ok(&position));
    }
    position_release(&position);
    variant_free(variant);
}

static void a_check_that_nothing_can_have_given_never_loses_the_evasion(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Position position;
    Error err = {""};
    position_init(&position, variant);
    if (position_set_fen(&position, "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", &err))
        assert_int_equal(legal_count(&position), 6); /* e4xd3 blocks */
    else
        assert_string_not_equal(err.text, "");
    position_release(&position);
    variant_free(variant);
}

static void short_fens_have_defaults(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *written;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K2R b K", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 7 33 ", "4k3/8/8/8/8/8/8/4K3 w - - 7 33"},
        {"  4k3/8/8/8/8/8/8/4K3   w  -  -  7  33", "4k3/8/8/8/8/8/8/4K3 w - - 7 33"},
        {"4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
        {"1k15/8/8/8/8/8/8/K1111111 w - - 0 1", "1k6/8/8/8/8/8/8/K7 w - - 0 1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9999", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9999"},
        {"4k3/8/8/8/8/8/8/4K3 w - - ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        /* EPD, with clocks, with others' operations, and a whole FEN in front of them */
        {"4k3/8/8/8/8/8/8/4K2R w K - hmvc 2; fmvn 4;", "4k3/8/8/8/8/8/8/4K2R w K - 2 4"},
        {"4k3/8/8/8/8/8/8/4K2R w K - hmvc 2;fmvn 4 ;", "4k3/8/8/8/8/8/8/4K2R w K - 2 4"},
        {"4k3/8/8/8/8/8/8/4K2R w K - fmvn 4; hmvc 2;", "4k3/8/8/8/8/8/8/4K2R w K - 2 4"},
        {"4k3/8/8/8/8/8/8/4K2R w K - id \"a; hmvc 9;\"; hmvc 2;", "4k3/8/8/8/8/8/8/4K2R w K - 2 1"},
        {"4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"4k3/8/8/8/8/8/8/4K2R w K - ;D1 15 ;D2 66", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 5 ;D1 15", "4k3/8/8/8/8/8/8/4K2R w K - 5 1"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 5 7 ;D1 15", "4k3/8/8/8/8/8/8/4K2R w K - 5 7"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 5 7; id 1;", "4k3/8/8/8/8/8/8/4K2R w K - 5 7"},
        {"4k3/8/8/8/8/8/8/4K2R w K -; id 1;", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    };
    Variant *variant = load_variant("chess");
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_fen(&position, rows[i].fen);
        check_written(&position, rows[i].written);
    }
    position_release(&position);
    variant_free(variant);
}

static void fens_of_other_variants_follow_their_own_rules(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen, *written; /* NULL: refused */
    } rows[] = {
        {"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
         "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
        {"capablanca", "4k5/10/10/10/10/10/10/4K5 w - -", "4k5/10/10/10/10/10/10/4K5 w - - 0 1"},
        {"capablanca", "4k5/10/9/10/10/10/10/4K5 w - - 0 1", NULL},
        {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1"},
        {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 hmvc 3;", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 3 1"},
        {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", NULL},
        {"makruk", "4k3/8/8/8/8/8/8/R3K3 b - - 9/32 0 1", "4k3/8/8/8/8/8/8/R3K3 b - - 9/32 0 1"},
        {"makruk", "4k3/8/8/8/8/8/8/R3K3 b - - 9/32 hmvc 3;",
         "4k3/8/8/8/8/8/8/R3K3 b - - 9/32 3 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Variant *variant = load_variant(rows[i].variant);
        Position position;
        Error err = {""};
        position_init(&position, variant);
        if (rows[i].written != NULL) {
            set_fen(&position, rows[i].fen);
            check_written(&position, rows[i].written);
        } else if (position_set_fen(&position, rows[i].fen, &err)) {
            fail_msg("%s: %s is accepted", rows[i].variant, rows[i].fen);
        }
        position_release(&position);
        variant_free(variant);
    }
}

static void gaps_on_wide_boards_are_the_longest_numbers(void **state)
{
    (void)state;
    Error err = {""};
    Variant *variant = load_piece("Q", 10, 3, &err);
    assert_non_null(variant);
    Position position;
    position_init(&position, variant);
    static const struct {
        const char *fen, *written; /* NULL: refused, naming rank 2 */
    } rows[] = {
        {"k9/10/K9 w - - 0 1", "k9/10/K9 w - - 0 1"},
        {"k9/91/K9 w - - 0 1", "k9/10/K9 w - - 0 1"},
        {"k9/3U6/K9 b - - 0 1", "k9/3U6/K9 b - - 0 1"},
        {"k9/9/K9 w - - 0 1", NULL},
        {"k9/11/K9 w - - 0 1", NULL},
        {"k9/100/K9 w - - 0 1", NULL},
        {"k9/010/K9 w - - 0 1", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].written != NULL) {
            set_fen(&position, rows[i].fen);
            check_written(&position, rows[i].written);
            continue;
        }
        if (position_set_fen(&position, rows[i].fen, &err))
            fail_msg("%s is accepted", rows[i].fen);
        assert_non_null(strstr(err.text, "rank 2"));
    }
    position_release(&position);
    variant_free(variant);
}

static void an_en_passant_right_that_nobody_can_use_is_no_part_of_the_key(void **state)
{
    (void)state;
    static const struct {
        const char *with, *without;
        bool usable;
    } rows[] = {
        {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", false},
        {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1",
         false}, /* pinned */
        {"4k3/1b6/8/3pP3/8/8/6K1/8 w - d6 0 1", "4k3/1b6/8/3pP3/8/8/6K1/8 w - - 0 1", false},
        {"4k3/8/8/3pP3/8/8/6K1/8 w - d6 0 1", "4k3/8/8/3pP3/8/8/6K1/8 w - - 0 1", true},
    };
    Variant *variant = load_variant("chess");
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_fen(&position, rows[i].with);
        check_written(&position, rows[i].with);
        uint64_t key = position.key;
        set_fen(&position, rows[i].without);
        if ((key != position.key) != rows[i].usable)
            fail_msg("%s", rows[i].with);
    }
    position_release(&position);
    variant_free(variant);
}

/* Plays moves separated by spaces; returns at which of them the game was over, 0 if it goes on. */
static int play(Position *position, const char *line, Outcome *outcome)
{
    char text[MAX_MOVE_TEXT];
    int ply = 0;
    *outcome = position_outcome(position);
    for (const char *at = line; *at != '\0' && outcome->reason == END_NONE; ply++) {
        size_t length = strcspn(at, " ");
        assert_true(length < sizeof text);
        memcpy(text, at, length);
        text[length] = '\0';
        position_make(position, move_of(position, text));
        *outcome = position_outcome(position);
        at += length;
        at += strspn(at, " ");
    }
    return outcome->reason == END_NONE ? 0 : ply;
}

static void games_end_at_the_known_ply_for_the_known_reason(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *line;
        int ply; /* 0: not at all */
        EndReason reason;
        GameResult result;
    } rows[] = {
        /* castling rights kq, then k */
        {"r3kb1r/5ppp/4p3/8/4P3/2N5/Pn1BK1PP/R6R w kq - 0 22",
         "c3b5 a8a4 b5c3 a4a8 c3b5 a8a4 b5c3 a4a8 c3b5 a8a4", 10, END_REPETITION, RESULT_DRAW},
        /* the first time, en passant was possible */
        {"4k3/5p2/8/6P1/8/8/8/4K3 b - - 0 1", "f7f5 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1",
         10, END_REPETITION, RESULT_DRAW},
        /* it was not: the pawn is pinned */
        {"4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d7d5 a5a4 e8e7 a4a5 e7e8 a5a4 e8e7 a4a5 e7e8", 9,
         END_REPETITION, RESULT_DRAW},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2", 9,
         END_REPETITION, RESULT_DRAW},
        /* the count of fifty moves: the mate on its last ply counts */
        {"7k/8/5KQ1/8/8/8/8/8 w - - 99 80", "g6g7", 1, END_CHECKMATE, RESULT_WHITE},
        {"7k/8/5KQ1/8/8/8/8/8 w - - 99 80", "g6g1", 1, END_FIFTY_MOVES, RESULT_DRAW},
        {"7k/8/5KQ1/8/8/8/8/8 w - - 98 80", "g6g1 h8h7", 2, END_FIFTY_MOVES, RESULT_DRAW},
        {"k7/8/5KQ1/8/P7/8/8/8 w - - 99 80", "a4a5", 0, END_NONE, RESULT_NONE},
        {"7k/8/5KQ1/8/8/8/8/6r1 w - - 99 80", "g6g1", 0, END_NONE, RESULT_NONE},
        {"7k/8/5KQ1/8/8/8/8/8 w - - 100 80", "", 0, END_FIFTY_MOVES, RESULT_DRAW},
        /* mate and stalemate */
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "f2f3 e7e5 g2g4 d8h4", 4,
         END_CHECKMATE, RESULT_BLACK},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", 7, END_CHECKMATE, RESULT_WHITE},
        {"k7/1R6/1K6/p7/P7/8/8/8 b - - 0 1", "", 0, END_STALEMATE, RESULT_DRAW},
        {"7k/8/8/8/8/8/7r/KB5r w - - 0 1", "", 0, END_STALEMATE, RESULT_DRAW},
        /* no dead draws: a mate can be helped along */
        {"8/8/4K3/8/1n6/8/5k1N/8 w - - 0 1", "", 0, END_NONE, RESULT_NONE},
        {"8/k2b4/8/8/2K5/8/8/1N6 w - - 0 1", "", 0, END_NONE, RESULT_NONE},
    };
    Variant *variant = load_variant("chess");
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Outcome outcome;
        set_fen(&position, rows[i].fen);
        int ply = play(&position, rows[i].line, &outcome);
        if (ply != rows[i].ply || outcome.reason != rows[i].reason
            || outcome.result != rows[i].result)
            fail_msg("%s: %s: ended at ply %d by %s, result %d", rows[i].fen, rows[i].line, ply,
                     end_reason_name(outcome.reason), (int)outcome.result);
        Outcome by_rule = position_outcome_by_rule(&position);
        if (outcome.reason != END_CHECKMATE && outcome.reason != END_STALEMATE)
            assert_int_equal(by_rule.reason, outcome.reason);
    }
    position_release(&position);
    variant_free(variant);
}

static void a_bare_king_comes_before_mate_and_a_cut_off_side_after_it(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen;
        EndReason reason;
        GameResult result;
    } rows[] = {
        {"nihisci", "9/9/5Q3/7k1/9/9/7N1/9/6K2/5J3 b - - 0 128", END_BARE_KING, RESULT_WHITE},
        {"nihisci", "k8/9/9/9/4p4/9/9/9/9/8K b - - 0 1", END_BARE_KING, RESULT_BLACK},
        {"large-nahbi", "4k5/10/10/10/10/10/10/10/10/10/9r/K8r w - - 0 1", END_CHECKMATE,
         RESULT_BLACK},
        {"large-nahbi", "1r2k5/10/10/10/10/10/10/10/10/10/9r/K9 w - - 0 1", END_STALEMATE,
         RESULT_DRAW},
        {"large-nahbi", "r3k5/10/10/10/10/10/10/10/10/10/10/A4K3F w - - 0 1", END_CUT_OFF,
         RESULT_BLACK},
        {"large-nahbi", "a3k5/10/10/10/10/10/10/10/10/10/10/A4K4 w - - 0 1", END_CUT_OFF,
         RESULT_DRAW},
        {"large-nahbi", "r9/10/10/10/10/10/4k5/10/10/10/10/A5K3 w - - 0 1", END_NONE, RESULT_NONE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Variant *variant = load_variant(rows[i].variant);
        Position position;
        position_init(&position, variant);
        set_fen(&position, rows[i].fen);
        Outcome outcome = position_outcome(&position);
        if (outcome.reason != rows[i].reason || outcome.result != rows[i].result)
            fail_msg("%s: %s, result %d", rows[i].fen, end_reason_name(outcome.reason),
                     (int)outcome.result);
        position_release(&position);
        variant_free(variant);
    }
}

static void keys_change_what_stalemate_repetition_and_the_count_mean(void **state)
{
    (void)state;
    static const char stalemate[] = "k7/1R6/1K6/p7/P7/8/8/8 b - - 0 1";
    static const char back_and_forth[] =
        "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8";
    static const char kings[] = "4k3/8/8/8/8/8/7P/4K3 w - - 0 1";
    static const struct {
        const char *key, *fen, *line;
        int ply;
        EndReason reason;
        GameResult result;
    } rows[] = {
        {"stalemateValue = draw", stalemate, "", 0, END_STALEMATE, RESULT_DRAW},
        {"stalemateValue = loss", stalemate, "", 0, END_STALEMATE, RESULT_WHITE},
        {"stalemateValue = win", stalemate, "", 0, END_STALEMATE, RESULT_BLACK},
        {"nFoldRule = 3", kings, back_and_forth, 8, END_REPETITION, RESULT_DRAW},
        {"nFoldRule = 2", kings, back_and_forth, 4, END_REPETITION, RESULT_DRAW},
        {"nFoldRule = 0", kings, back_and_forth, 0, END_NONE, RESULT_NONE},
        {"nMoveRule = 3", kings, back_and_forth, 6, END_FIFTY_MOVES, RESULT_DRAW},
        {"nMoveRule = 0", "4k3/8/8/8/8/8/7P/4K3 w - - 400 300", "e1e2", 0, END_NONE, RESULT_NONE},
        {"bareKing = lose", "4k3/8/8/8/8/8/7p/4K3 w - - 0 1", "", 0, END_BARE_KING, RESULT_BLACK},
        {"bareKing = lose", "4k3/8/8/8/8/8/4p3/4K2P w - - 0 1", "e1e2", 1, END_BARE_KING,
         RESULT_WHITE},
        {"bareKing = shatranj", "4k3/8/8/8/8/3p4/4p3/4K2P w - - 0 1", "e1d2", 0, END_NONE,
         RESULT_NONE},
        {"bareKing = none", kings, "", 0, END_NONE, RESULT_NONE},
        {"bareKing = shatranj", "8/8/8/8/4k3/3p4/4P3/K7 w - - 0 1", "e2d3 e4d3", 2, END_BARE_KING,
         RESULT_DRAW},
        {"bareKing = shatranj", "8/8/8/8/8/3p4/4P3/K6k w - - 0 1", "e2d3 h1g1", 2, END_BARE_KING,
         RESULT_WHITE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "[a:chess]\n%s\n", rows[i].key);
        Variant *variant = must_load_text(text);
        Position position;
        Outcome outcome;
        position_init(&position, variant);
        set_fen(&position, rows[i].fen);
        int ply = play(&position, rows[i].line, &outcome);
        if (ply != rows[i].ply || outcome.reason != rows[i].reason
            || outcome.result != rows[i].result)
            fail_msg("%s: %s: %s: ended at ply %d by %s, result %d", rows[i].key, rows[i].fen,
                     rows[i].line, ply, end_reason_name(outcome.reason), (int)outcome.result);
        position_release(&position);
        variant_free(variant);
    }
}

static void a_null_move_is_no_repetition(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Position position;
    position_init(&position, variant);
    set_fen(&position, "4k3/8/8/8/8/8/7P/4K3 w - - 0 1");
    uint64_t key = position.key;
    position_make(&position, move_of(&position, "e1e2"));
    position_make(&position, move_of(&position, "e8e7"));
    position_make(&position, move_of(&position, "e2e1"));
    position_make(&position, move_of(&position, "e7e8"));
    assert_true(position.key == key);
    assert_int_equal(position_repetitions(&position), 1);
    position_make_null(&position);
    assert_true(position.key != key);
    assert_int_equal(position_repetitions(&position), 0);
    position_make_null(&position);
    assert_true(position.key == key);
    assert_int_equal(position_repetitions(&position), 0); /* nothing is looked for behind it */
    position_release(&position);
    variant_free(variant);
}

static void placing_pieces_drops_rights_and_keeps_the_key_right(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        unsigned square;
        char piece; /* '.' for none */
        const char *after;
    } rows[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", 7, '.', "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 3 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", 7, 'N', "r3k2r/8/8/8/8/8/8/R3K2N w Qkq - 3 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", 56, 'q', "q3k2r/8/8/8/8/8/8/R3K2R w KQk - 3 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", 27, 'Q', "r3k2r/8/8/8/3Q4/8/8/R3K2R w KQkq - 3 9"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 0, 'R', "4k3/8/8/3pP3/8/8/8/R3K3 w - - 0 1"},
    };
    Variant *variant = load_variant("chess");
    Position position, fresh;
    position_init(&position, variant);
    position_init(&fresh, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_fen(&position, rows[i].fen);
        Colour colour = rows[i].piece >= 'a' ? BLACK : WHITE;
        Piece piece = rows[i].piece == '.'
                          ? (Piece)NO_PIECE
                          : piece_make(colour, variant_type(variant, rows[i].piece));
        position_place(&position, (Square)rows[i].square, piece);
        check_written(&position, rows[i].after);
        assert_true(position_ok(&position));
        set_fen(&fresh, rows[i].after);
        assert_true(position.key == fresh.key);
        assert_int_equal(position.ply, 0);
    }
    position_release(&position);
    position_release(&fresh);
    variant_free(variant);
}

static void moves_are_written_as_the_header_says(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen, *text, *after;
    } rows[] = {
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 5 1", "a7a8=N", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"chess", "4k2r/8/8/8/8/8/8/4K3 b k - 5 1", "e8g8", "5rk1/8/8/8/8/8/8/4K3 w - - 6 2"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"},
        {"large-nahbi", "4k5/10/10/10/10/10/10/10/10/A2r6/10/5K3R w - - 3 1", "a3*d3",
         "4k5/10/10/10/10/10/10/10/10/A9/10/5K3R b - - 0 1"},
        {"nihisci", "k8/4r4/8p/9/4R4/9/9/9/9/K8 w - - 3 1", "e6e9",
         "k8/4I4/8p/9/9/9/9/9/9/K8 b - - 0 1"},
        {"nearlydouble-wildebeest", "7k7/15/15/15/15/15/15/15/15/4n10/3r11/4P10/15/7K7 w - - 0 1",
         "e3*d4*e5", "7k7/15/15/15/15/15/15/15/15/4P10/15/15/15/7K7 b - d4e5 0 1"},
        {"nearlydouble-wildebeest", "7k7/15/15/15/15/15/15/15/15/2p1P10/15/15/15/7K7 b - d4e5 0 1",
         "c5d4", "7k7/15/15/15/15/15/15/15/15/15/3p11/15/15/7K7 w - - 0 2"},
        {"noble-wing", "1P2P3/8/6k1/8/3p4/4N3/8/CZXQKBxR b - - 3 1", "d4e3",
         "1N2P3/8/6k1/8/8/4p3/8/CZXQKBxR w - - 0 2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Variant *variant = load_variant(rows[i].variant);
        Position position;
        position_init(&position, variant);
        set_fen(&position, rows[i].fen);
        Move move = move_of(&position, rows[i].text);
        char text[MAX_MOVE_TEXT];
        move_to_text(&position, move, text);
        assert_string_equal(text, rows[i].text);
        position_make(&position, move);
        check_written(&position, rows[i].after);
        position_undo(&position);
        check_written(&position, rows[i].fen);
        position_release(&position);
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pins_checks_and_rights_leave_the_known_numbers_of_moves),
        cmocka_unit_test(castling_by_other_squares_obeys_the_same_conditions),
        cmocka_unit_test(fens_that_cannot_be_are_refused_by_field),
        cmocka_unit_test(a_check_that_nothing_can_have_given_never_loses_the_evasion),
        cmocka_unit_test(short_fens_have_defaults),
        cmocka_unit_test(fens_of_other_variants_follow_their_own_rules),
        cmocka_unit_test(gaps_on_wide_boards_are_the_longest_numbers),
        cmocka_unit_test(an_en_passant_right_that_nobody_can_use_is_no_part_of_the_key),
        cmocka_unit_test(games_end_at_the_known_ply_for_the_known_reason),
        cmocka_unit_test(a_bare_king_comes_before_mate_and_a_cut_off_side_after_it),
        cmocka_unit_test(keys_change_what_stalemate_repetition_and_the_count_mean),
        cmocka_unit_test(a_null_move_is_no_repetition),
        cmocka_unit_test(placing_pieces_drops_rights_and_keeps_the_key_right),
        cmocka_unit_test(moves_are_written_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
