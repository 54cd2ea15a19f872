/* The historic and the well-known variants that are shipped, and the rules that they brought:
 * perpetual check, counting, soldiers. Counts of moves and results are those of ../requirements,
 * confirmed by Fairy-Stockfish (ffish 0.7.10), or worked out by hand where a comment says so. */
#include "tests/unit/throwaway.h"

#include "engine/base/ini.h"
#include "engine/rules/attack.h"
#include "engine/rules/outcome.h"
#include "engine/rules/perft.h"

static void check_cases(const char *name, const Verdict *cases, size_t count)
{
    Variant *variant = load_variant(name);
    for (size_t i = 0; i < count; i++)
        check_verdict(variant, &cases[i]);
    variant_free(variant);
}

#define CHECK_CASES(name, cases) check_cases(name, cases, sizeof(cases) / sizeof(cases)[0])

static void cannons_need_a_screen_to_capture(void **state)
{
    (void)state;
    static const Verdict cases[] = {
        {"7k/8/8/8/8/4p3/8/K3C3 w - - 0 1", 10, "*", END_NONE},
        {"4k3/4r3/8/4p3/8/8/8/K3C3 w - - 0 1", 13, "*", END_NONE},
        {"4k3/8/8/4p3/8/8/8/K3C3 b - - 0 1", 4, "*", END_NONE},
        {"4k3/8/8/4r3/8/8/8/K3C3 b - - 0 1", 12, "*", END_NONE},
        {"4k3/8/4r3/8/8/4P3/8/K3C3 b - - 0 1", 8, "*", END_NONE},
        {"4k3/8/8/8/8/r7/8/3KC3 b - - 0 1", 18, "*", END_NONE},
    };
    Variant *variant = must_load_text("[t:chess]\npiece.cannon = C:mRcpR\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_verdict(variant, &cases[i]);
    assert_true(is_legal(variant, cases[1].fen, "e1e7"));
    assert_false(is_legal(variant, cases[2].fen, "e5e4")); /* still a screen */
    assert_false(is_legal(variant, cases[4].fen, "e6a6"));
    assert_false(is_legal(variant, cases[5].fen, "a3e3")); /* would become the screen */
    variant_free(variant);
}

static void grand_pawns_promote_to_what_is_lost(void **state)
{
    (void)state;
    static const Verdict cases[] = {
        {"10/2P5k1/10/10/10/10/10/10/RNBQKCABNR/10 w - - 0 1", 106, "*", END_NONE},
        {"10/2P5k1/10/10/10/10/10/10/RNB1KCABNR/10 w - - 0 1", 88, "*", END_NONE},
        {"10/8k1/10/2P7/10/10/10/10/RNB1KCABNR/10 w - - 0 1", 86, "*", END_NONE},
        {"1k8/2P7/10/10/10/10/10/10/RNBQKCABNR/10 b - - 0 1", 3, "*", END_NONE},
    };
    Position position;
    Variant *variant = load_variant("grand");
    CHECK_CASES("grand", cases);
    assert_false(is_legal(variant, cases[0].fen, "c9c10"));
    assert_true(is_legal(variant, cases[1].fen, "c9c10=Q"));
    assert_true(is_legal(variant, cases[2].fen, "c7c8"));
    assert_true(is_legal(variant, cases[2].fen, "c7c8=Q"));
    /* In check from a pawn that could not promote. */
    position_init(&position, variant);
    set_fen(&position, cases[3].fen);
    assert_true(position_in_check(&position));
    position_release(&position);
    variant_free(variant);
}

static void xiangqi_pieces_keep_to_their_bounds(void **state)
{
    (void)state;
    static const Verdict cases[] = {
        {"4k4/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1", 2, "*", END_NONE}, /* pinned between the kings */
        {"3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", 0, "1-0", END_STALEMATE},
        {"4k4/9/9/9/9/9/9/4P4/4N4/3K5 w - - 0 1", 7, "*", END_NONE},
        {"4k4/9/9/9/9/9/9/9/3P5/2B2K3 w - - 0 1", 3, "*", END_NONE},
        {"4k4/9/9/9/9/2B6/9/9/9/3K5 w - - 0 1", 3, "*", END_NONE},
        {"4k4/4r4/9/4p4/9/9/9/9/4C4/3K5 w - - 0 1", 16, "*", END_NONE},
        {"4k4/9/9/9/2P6/9/2P6/9/9/3K5 w - - 0 1", 5, "*", END_NONE},
        /* g8g10: check, not mate. */
        {"c3k1RC1/4a4/9/9/9/9/9/9/9/3K5 b - - 0 1", 1, "*", END_NONE},
    };
    Variant *variant = load_variant("xiangqi");
    CHECK_CASES("xiangqi", cases);
    assert_false(is_legal(variant, cases[2].fen, "e2d4"));
    assert_false(is_legal(variant, cases[2].fen, "e2f4"));
    assert_false(is_legal(variant, cases[3].fen, "c1e3"));
    assert_true(is_legal(variant, cases[3].fen, "c1a3"));
    assert_true(is_legal(variant, cases[4].fen, "c5a3"));
    assert_true(is_legal(variant, cases[5].fen, "e2e9"));
    assert_false(is_legal(variant, cases[5].fen, "e2e7"));
    assert_true(is_legal(variant, cases[7].fen, "e9f10"));
    variant_free(variant);
}

static void clocks_may_be_left_out_of_a_fen(void **state)
{
    (void)state;
    static const Verdict cases[] = {
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 44, "*", END_NONE},
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -", 44, "*", END_NONE},
    };
    CHECK_CASES("xiangqi", cases);
}

static void shako_cannons_may_not_leave_the_king_in_check(void **state)
{
    (void)state;
    static const Verdict cases[] = {
        {"r5k3/4q2c2/1ebppnp3/1pp3BeEQ/10/2PE2P3/1P3P4/5NP2P/rR3KB3/7C2 w Q - 3 35", 76, "*",
         END_NONE},
    };
    Variant *variant = load_variant("shako");
    CHECK_CASES("shako", cases);
    assert_false(is_legal(variant, cases[0].fen, "f2d2"));
    variant_free(variant);
}

static void shatranj_is_lost_by_stalemate_and_by_a_bare_king(void **state)
{
    (void)state;
    static const Verdict cases[] = {
        {"k7/1R6/1K6/p7/P7/8/8/8 b - - 0 1", 0, "1-0", END_STALEMATE},
        /* Bared just now, and with a move left; by hand. */
        {"7k/8/8/8/8/8/8/R3K3 b - - 0 1", 3, "*", END_NONE},
        {"8/6k1/8/8/8/8/8/R3K3 w - - 0 1", 0, "1-0", END_BARE_KING},
        /* The bared king takes the last piece: a draw. */
        {"8/8/8/8/8/8/1R6/k3K3 b - - 0 1", 1, "*", END_NONE},
        {"8/8/8/8/8/8/1k6/4K3 w - - 0 1", 0, "1/2-1/2", END_BARE_KING},
    };
    CHECK_CASES("shatranj", cases);
}

/* A hopper straight on is stuck on the last two ranks, by the rule as it is meant, and on the last
 * one only, as some programs read it: immobilityIllegal refuses such a type. */
static void where_a_hopper_may_be_stuck_is_not_guessed(void **state)
{
    (void)state;
    static const Fault faults[] = {
        {"[t:chess]\ncustomPiece1 = x:fgR\nimmobilityIllegal = true\n",
         "FILE:3: ", "read in several ways"},
    };
    CHECK_FAULTS(faults);
}

/* ------------------------------------------------------------------------------------------------
 * Perpetual check
 */

static void play(Position *position, const char *const *moves, int count)
{
    for (int i = 0; i < count; i++) {
        assert_int_equal(position_outcome(position).reason, END_NONE);
        position_make(position, move_of(position, moves[i]));
    }
}

static void who_checks_for_ever_loses(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *moves[12];
        int count;
        EndReason reason;
        GameResult result;
    } games[] = {
        /* The rook checks with every move. */
        {"4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1",
         {"d2e2", "e10d10", "e2d2", "d10e10", "d2e2", "e10d10", "e2d2", "d10e10"},
         8,
         END_PERPETUAL_CHECK,
         RESULT_BLACK},
        /* Checks with every second move only. */
        {"4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1",
         {"d2e2", "e10d10", "e2c2", "d10e10", "c2e2", "e10d10", "e2c2", "d10e10", "c2e2"},
         9,
         END_REPETITION,
         RESULT_DRAW},
        /* The rook chases the cannon, and nobody checks: a draw. */
        {"3k5/9/9/9/9/c8/9/9/9/1R3K3 w - - 0 1",
         {"b1a1", "a5b5", "a1b1", "b5a5", "b1a1", "a5b5", "a1b1", "b5a5"},
         8,
         END_REPETITION,
         RESULT_DRAW},
    };
    Variant *variant = load_variant("xiangqi");
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        set_fen(&position, games[i].fen);
        play(&position, games[i].moves, games[i].count);
        Outcome outcome = position_outcome(&position);
        if (outcome.reason != games[i].reason || outcome.result != games[i].result)
            fail_msg("game %zu: %s, %d", i, end_reason_name(outcome.reason), outcome.result);
        assert_true(position_ok(&position));
    }
    position_release(&position);
    variant_free(variant);
}

/* ------------------------------------------------------------------------------------------------
 * Counting
 */

static void counts_begin_where_the_rules_say(void **state)
{
    (void)state;
    Variant *variant = load_variant("makruk");
    Position position;
    position_init(&position, variant);
    /* The last pawn promotes: Black has its king alone and counts from 4 pieces, against a rook. */
    set_fen(&position, "3k4/8/8/4P3/8/8/8/R3K3 w - - 0 1");
    position_make(&position, move_of(&position, "e5e6=M"));
    check_fen(&position, "3k4/8/4M3/8/8/8/8/R3K3 b - - 8/32 0 1");
    position_make(&position, move_of(&position, "d8c8"));
    check_fen(&position, "2k5/8/4M3/8/8/8/8/R3K3 w - - 9/32 1 2");
    position_undo(&position);
    check_fen(&position, "3k4/8/4M3/8/8/8/8/R3K3 b - - 8/32 0 1");
    position_undo(&position);
    check_fen(&position, "3k4/8/8/4P3/8/8/8/R3K3 w - - 0 1");
    /* Both have pieces: the board's honour, for who is to move. */
    set_fen(&position, "n2k4/8/8/4P3/8/8/8/R3K3 w - - 0 1");
    position_make(&position, move_of(&position, "e5e6=M"));
    check_fen(&position, "n2k4/8/4M3/8/8/8/8/R3K3 b - - 0/128 0 1");
    position_make(&position, move_of(&position, "d8c8"));
    /* The rook bares the king: a new count, which its capture does not change. */
    position_make(&position, move_of(&position, "a1a8"));
    check_fen(&position, "R1k5/8/4M3/8/8/8/8/4K3 b - - 8/32 0 2");
    set_fen(&position, "3k4/4M3/8/8/8/8/8/R3K3 b - - 8/32 0 1");
    position_make(&position, move_of(&position, "d8e7"));
    check_fen(&position, "8/4k3/8/8/8/8/8/R3K3 w - - 9/32 0 2");
    /* The lone king takes the last pawn itself, and counts from that move. */
    set_fen(&position, "8/3kP3/8/8/8/8/8/R3K3 b - - 0 1");
    position_make(&position, move_of(&position, "d7e7"));
    check_fen(&position, "8/4k3/8/8/8/8/8/R3K3 w - - 5/32 0 2");
    position_release(&position);
    variant_free(variant);
}

static void a_count_that_is_over_draws_unless_it_is_mate(void **state)
{
    (void)state;
    static const Verdict cases[] = {
        {"3k4/8/8/8/8/8/8/R3K3 b - - 32/32 0 1", 5, "*", END_NONE},
        {"3k4/8/8/8/8/8/8/R3K3 w - - 33/32 0 1", 15, "1/2-1/2", END_COUNTED_OUT},
        {"R3k3/8/4K3/8/8/8/8/8 b - - 33/32 0 1", 0, "1-0", END_CHECKMATE},
        {"3k4/n7/8/8/8/8/8/R3K3 w - - 128/128 0 1", 14, "*", END_NONE},
    };
    CHECK_CASES("makruk", cases);
}

/* The limit by the pieces of the lone king's opponent: 8, 16, 22, 32, 44 or 64 moves. */
static void the_limit_is_the_first_that_fits(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *after;
    } cases[] = {
        {"3k4/8/8/4P3/8/8/8/RRN1K3 w - - 0 1", "3k4/8/4M3/8/8/8/8/RRN1K3 b - - 12/16 0 1"},
        {"3k4/8/8/4P3/8/8/8/RSS1K3 w - - 0 1", "3k4/8/4M3/8/8/8/8/RSS1K3 b - - 12/32 0 1"},
        {"3k4/8/8/4P3/8/8/8/NSS1K3 w - - 0 1", "3k4/8/4M3/8/8/8/8/NSS1K3 b - - 12/44 0 1"},
        {"3k4/8/8/4P3/8/8/8/NNS1K3 w - - 0 1", "3k4/8/4M3/8/8/8/8/NNS1K3 b - - 12/64 0 1"},
        {"3k4/8/8/4P3/8/8/8/N1S1K3 w - - 0 1", "3k4/8/4M3/8/8/8/8/N1S1K3 b - - 10/88 0 1"},
        {"3k4/8/8/4P3/8/8/8/N3K3 w - - 0 1", "3k4/8/4M3/8/8/8/8/N3K3 b - - 8/128 0 1"},
    };
    Variant *variant = load_variant("makruk");
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_fen(&position, cases[i].fen);
        position_make(&position, move_of(&position, "e5e6=M"));
        check_fen(&position, cases[i].after);
        set_fen(&position, cases[i].after);
        check_fen(&position, cases[i].after);
    }
    position_release(&position);
    variant_free(variant);
}

static void bad_counts_and_limits_are_refused(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "3k4/8/8/8/8/8/8/R3K3 w - - 3/ 0 1",    "3k4/8/8/8/8/8/8/R3K3 w - - /32 0 1",
        "3k4/8/8/8/8/8/8/R3K3 w - - 3/0 0 1",   "3k4/8/8/8/8/8/8/R3K3 w - - x/32 0 1",
        "3k4/8/8/8/8/8/8/R3K3 w - - 3/32x 0 1",
    };
    static const Fault faults[] = {
        {"[t:chess]\nroyal = k\ncountingRule = makruk\n", "", "countingLimits is missing"},
        {"[t:chess]\ncountingRule = makruk\ncountingLimits = r8\n", "", "is not LETTERS:N"},
        {"[t:chess]\ncountingRule = makruk\ncountingLimits = r:0\n", "", "is not LETTERS:N"},
        {"[t:chess]\ncountingRule = makruk\ncountingLimits = x:8\n", "", "'x' is no piece"},
        {"[t:chess]\nking = k\ncountingRule = asean\n", "", "\"asean\" is none of: none makruk"},
        {"[t:xiangqi]\nking = k:W\n", "", "xiangqi.ini:15: chasingRule: judging"},
        {"[t:makruk]\nking = k\ncustomPiece1 = x:fW\npawnTypes = px\n", "",
         "counts the type named"},
    };
    Variant *variant = load_variant("makruk");
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        Error err = {""};
        assert_false(position_set_fen(&position, fens[i], &err));
        assert_non_null(strstr(err.text, "counting"));
    }
    position_release(&position);
    variant_free(variant);
    CHECK_FAULTS(faults);
}

/* ------------------------------------------------------------------------------------------------
 * Two files of one name
 */

/* The name alone is our file; a parent in Fairy-Stockfish's dialect is that program's. */
static void a_name_in_both_folders_is_ours_but_for_that_programs_children(void **state)
{
    (void)state;
    static const struct {
        const char *name, *child;
    } names[] = {
        {"shatranj", "[t:shatranj]\nking = k\n"}, {"capablanca", "[t:capablanca]\nking = k\n"},
        {"grand", "[t:grand]\nking = k\n"},       {"knightmate", "[t:knightmate]\nking = k:N\n"},
        {"makruk", "[t:makruk]\nking = k\n"},     {"xiangqi", "[t:xiangqi]\nchasingRule = none\n"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        Variant *ours = load_variant(names[i].name);
        Variant *theirs = must_load_text(names[i].child);
        assert_null(strstr(ours->file, "fairy-stockfish"));
        assert_null(strstr(ours->rules, "dialect = fairy-stockfish"));
        assert_non_null(strstr(theirs->rules, "dialect = fairy-stockfish"));
        Position position[2];
        const Variant *both[2] = {ours, theirs};
        uint64_t counts[2];
        for (int j = 0; j < 2; j++) {
            position_init(&position[j], both[j]);
            set_fen(&position[j], both[j]->start_fen);
            counts[j] = perft(&position[j], 2);
            position_release(&position[j]);
        }
        assert_int_equal(counts[0], counts[1]);
        variant_free(ours);
        variant_free(theirs);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Chess with Different Armies
 */

/* Where a white piece of the letter goes from d4 of an empty board, as "b2 d5 ". */
static void targets_from_d4(const Variant *variant, char letter, Text *text)
{
    Position position;
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    char fen[64];
    position_init(&position, variant);
    /* The kings stand where no piece of these armies comes in its way. */
    snprintf(fen, sizeof fen, "8/8/8/7k/3%c4/8/8/K7 w - - 0 1", letter);
    set_fen(&position, fen);
    int count = generate_legal(&position, moves);
    text_clear(text);
    for (unsigned square = 0; square < 64; square++)
        for (int i = 0; i < count; i++)
            if (move_from(moves[i]) == 27 && move_to(moves[i]) == square)
                text_add(text, "%c%u ", 'a' + (int)square % 8, square / 8 + 1);
    free(moves);
    position_release(&position);
}

/* By hand, from the inventor's pages. */
static void each_army_moves_as_its_inventor_says(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        char letter;
        const char *targets;
    } pieces[] = {
        {"clobberers-clobberers", 'W', "b2 f2 d3 c4 e4 d5 b6 f6 "},
        {"clobberers-clobberers", 'F', "b2 d2 f2 c3 e3 b4 f4 c5 e5 b6 d6 f6 "},
        {"clobberers-clobberers", 'D', "g1 b2 d2 f2 c3 e3 b4 f4 c5 e5 b6 d6 f6 a7 g7 h8 "},
        {"clobberers-clobberers", 'A',
         "g1 b2 c2 e2 f2 b3 c3 e3 f3 b5 c5 e5 f5 b6 c6 e6 f6 a7 g7 h8 "},
        {"knights-knights", 'I', "c2 e2 c3 e3 c5 e5 c6 e6 "},
        {"knights-knights", 'T', "c3 d3 e3 c4 e4 b5 f5 c6 e6 "},
        {"knights-knights", 'G', "c3 d3 e3 a4 b4 c4 e4 f4 g4 h4 d5 d6 d7 d8 "},
        {"knights-knights", 'L', "c3 d3 e3 a4 b4 c4 e4 f4 g4 h4 b5 c5 d5 e5 f5 c6 d6 e6 d7 d8 "},
        {"rookies-rookies", 'O', "d2 d3 b4 c4 e4 f4 d5 d6 "},
        {"rookies-rookies", 'H', "d1 d2 c3 e3 a4 b4 f4 g4 c5 e5 d6 d7 "},
        {"rookies-rookies", 'S', "d1 d2 d3 a4 b4 c4 e4 f4 g4 h4 d5 d6 d7 d8 "},
        {"rookies-rookies", 'C',
         "d1 c2 d2 e2 b3 d3 f3 a4 b4 c4 e4 f4 g4 h4 b5 d5 f5 c6 d6 e6 d7 d8 "},
    };
    Text targets;
    text_init(&targets);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "different-armies:%s", pieces[i].variant);
        Variant *variant = load_variant(name);
        targets_from_d4(variant, pieces[i].letter, &targets);
        assert_string_equal(targets.data, pieces[i].targets);
        variant_free(variant);
    }
    text_release(&targets);
}

static void a_bede_keeps_its_colour_in_castling(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen, *move, *after; /* after NULL: no such move */
    } cases[] = {
        {"clobberers-clobberers", "d3k2d/8/8/8/8/8/8/D3K2D w KQkq - 0 1", "e1b1",
         "d3k2d/8/8/8/8/8/8/1KD4D b kq - 1 1"},
        {"clobberers-clobberers", "d3k2d/8/8/8/8/8/8/D3K2D w KQkq - 0 1", "e1c1", NULL},
        {"clobberers-clobberers", "d3k2d/8/8/8/8/8/8/D3K2D b KQkq - 0 1", "e8b8",
         "1kd4d/8/8/8/8/8/8/D3K2D w KQ - 1 2"},
        {"clobberers-clobberers", "d3k2d/8/8/8/8/8/8/D3K2D w KQkq - 0 1", "e1g1",
         "d3k2d/8/8/8/8/8/8/D4DK1 b kq - 1 1"},
        {"fides-clobberers", "d3k2d/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1",
         "d3k2d/8/8/8/8/8/8/2KR3R b kq - 1 1"},
        {"fides-clobberers", "d3k2d/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8b8",
         "1kd4d/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
        {"clobberers-rookies", "s3k2s/8/8/8/8/8/8/D3K2D b KQkq - 0 1", "e8c8",
         "2ks3s/8/8/8/8/8/8/D3K2D w KQ - 1 2"},
        {"knights-clobberers", "d3k2d/8/8/8/8/8/8/G3K2G b KQkq - 0 1", "e8b8",
         "1kd4d/8/8/8/8/8/8/G3K2G w KQ - 1 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "different-armies:%s", cases[i].variant);
        Variant *variant = load_variant(name);
        assert_int_equal(is_legal(variant, cases[i].fen, cases[i].move), cases[i].after != NULL);
        Position position;
        position_init(&position, variant);
        set_fen(&position, cases[i].fen);
        if (cases[i].after != NULL) {
            position_make(&position, move_of(&position, cases[i].move));
            check_fen(&position, cases[i].after);
        }
        position_release(&position);
        variant_free(variant);
    }
}

/* Both armies stand in the array, and both sides' pawns become all of their pieces but kings. */
static void pawns_become_pieces_of_either_army(void **state)
{
    (void)state;
    Ini ini;
    Error err = {""};
    assert_true(ini_read_file(&ini, "configs/variants/different-armies.ini", &err));
    assert_int_equal(ini.section_count, 16);
    for (size_t i = 0; i < ini.section_count; i++) {
        Text name, fen;
        text_init(&name);
        text_init(&fen);
        text_add(&name, "different-armies:%s", ini.sections[i].name);
        Variant *variant = load_variant(name.data);
        assert_int_equal(variant->promotion_count, 2);
        const PieceType *types = variant->types;
        for (int type = 1; type <= variant->type_count; type++) {
            bool promotes = (variant->promotions[1].types >> type & 1) != 0;
            assert_true(types[type].start[WHITE] + types[type].start[BLACK] > 0);
            assert_int_equal(promotes, !types[type].royal && !types[type].pawn);
        }
        Position position;
        position_init(&position, variant);
        assert_true(position_set_start(&position, &err));
        position_add_fen(&position, &fen);
        assert_string_equal(fen.data, variant->start_fen);
        position_release(&position);
        variant_free(variant);
        text_release(&name);
        text_release(&fen);
    }
    ini_release(&ini);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cannons_need_a_screen_to_capture),
        cmocka_unit_test(grand_pawns_promote_to_what_is_lost),
        cmocka_unit_test(xiangqi_pieces_keep_to_their_bounds),
        cmocka_unit_test(clocks_may_be_left_out_of_a_fen),
        cmocka_unit_test(shako_cannons_may_not_leave_the_king_in_check),
        cmocka_unit_test(shatranj_is_lost_by_stalemate_and_by_a_bare_king),
        cmocka_unit_test(where_a_hopper_may_be_stuck_is_not_guessed),
        cmocka_unit_test(who_checks_for_ever_loses),
        cmocka_unit_test(counts_begin_where_the_rules_say),
        cmocka_unit_test(a_count_that_is_over_draws_unless_it_is_mate),
        cmocka_unit_test(the_limit_is_the_first_that_fits),
        cmocka_unit_test(bad_counts_and_limits_are_refused),
        cmocka_unit_test(a_name_in_both_folders_is_ours_but_for_that_programs_children),
        cmocka_unit_test(each_army_moves_as_its_inventor_says),
        cmocka_unit_test(a_bede_keeps_its_colour_in_castling),
        cmocka_unit_test(pawns_become_pieces_of_either_army),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
