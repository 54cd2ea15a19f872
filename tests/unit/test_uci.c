/* The UCI face: moves as text, sessions, time. */
#include "tests/unit/throwaway.h"

#include "engine/protocol/time_manager.h"
#include "engine/protocol/uci.h"
#include "engine/protocol/uci_move.h"
#include "engine/protocol/uci_output.h"

/* --- Moves --------------------------------------------------------------------------------------
 */

/* All legal moves have different texts that lead back to them. Returns how many there are. */
static int check_texts(Position *position, Move *moves, bool chess960)
{
    int count = generate_legal(position, moves);
    for (int i = 0; i < count; i++) {
        Error err = {""};
        char text[MAX_MOVE_TEXT];
        uci_move_to_text(position, moves[i], chess960, text);
        if (uci_move_from_text(position, text, chess960, &err) != moves[i])
            fail_msg("%s: %s: %s", position->variant->name, text, err.text);
    }
    return count;
}

static void every_move_has_a_text_of_its_own(void **state)
{
    (void)state;
    glob_t files = shipped_variants();
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Variant *variant = load_variant(files.gl_pathv[i]);
        Position position;
        Random random;
        Error err = {""};
        position_init(&position, variant);
        for (uint64_t game = 0; game < 3; game++) {
            random_init_keyed(&random, 7, RANDOM_TEST, game);
            assert_true(position_set_start(&position, &err));
            for (int ply = 0; ply < 80 && check_texts(&position, moves, game % 2 != 0) > 0; ply++)
                make_random(&position, &random, moves);
        }
        position_release(&position);
        variant_free(variant);
    }
    free(moves);
    globfree(&files);
}

/* A move of a position, as we write it, in UCI, and with UCI_Chess960. */
typedef struct Written {
    const char *variant, *fen, *own, *uci, *chess960;
} Written;

static void moves_are_written_as_uci_does(void **state)
{
    (void)state;
    static const Written rows[] = {
        {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1g1", "e1h1"},
        {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1c1", "e1a1"},
        {"chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", "e8g8", "e8h8"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=Q", "a7a8q", "a7a8q"},
        {"chess", "4k3/8/8/8/8/8/6p1/4K3 b - - 0 1", "g2g1=N", "g2g1n", "g2g1n"},
        {"chess", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8=R", "a7b8r", "a7b8r"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6", "e5d6"},
        {"chess960", "3k4/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1oG", "f1g1oG", "f1g1"},
        {"configs/variants/fairy-stockfish/capablanca.ini",
         "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "f1i1", "f1i1", "f1j1"},
        {"configs/variants/fairy-stockfish/capablanca.ini",
         "r4k3r/10/10/10/10/10/10/R4K3R b KQkq - 0 1", "f8c8", "f8c8", "f8a8"},
        {"configs/variants/fairy-stockfish/capablanca.ini", "5k4/P9/10/10/10/10/10/5K4 w - - 0 1",
         "a7a8=A", "a7a8a", "a7a8a"},
        {"configs/variants/fairy-stockfish/grand.ini",
         "10/1P8/5k4/10/10/10/10/5K4/10/RNB2CA3 w - - 0 1", "b9b10=Q", "b9b10q", "b9b10q"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Variant *variant = load_variant(rows[i].variant);
        Position position;
        position_init(&position, variant);
        set_fen(&position, rows[i].fen);
        const Move move = move_of(&position, rows[i].own);
        char text[MAX_MOVE_TEXT];
        uci_move_to_text(&position, move, false, text);
        assert_string_equal(text, rows[i].uci);
        uci_move_to_text(&position, move, true, text);
        assert_string_equal(text, rows[i].chess960);
        /* Each is understood under either option. */
        const char *const texts[] = {rows[i].own, rows[i].uci, rows[i].chess960};
        for (int j = 0; j < 6; j++) {
            Error err = {""};
            assert_int_equal(uci_move_from_text(&position, texts[j % 3], j >= 3, &err), move);
        }
        position_release(&position);
        variant_free(variant);
    }
}

static void what_uci_cannot_say_is_written_in_our_way(void **state)
{
    (void)state;
    Error err = {""};
    /* The tested piece shoots at the squares beside it and stays. */
    Variant *variant = load_piece("caibW", 8, 8, &err);
    if (variant == NULL)
        fail_msg("%s", err.text);
    Position position;
    position_init(&position, variant);
    set_fen(&position, "k7/8/8/3s4/3U4/8/8/7K w - - 0 1");
    const Move move = move_of(&position, "d4*d5");
    char text[MAX_MOVE_TEXT];
    uci_move_to_text(&position, move, false, text);
    assert_string_equal(text, "d4*d5");
    position_release(&position);
    variant_free(variant);
}

static void a_move_that_is_none_is_refused(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Position position;
    Error err = {""};
    position_init(&position, variant);
    static const char *const texts[] = {"",      "e2",   "e2e5",
                                        "e2e4q", "0000", "(none)",
                                        "E2E4",  "e1g1", "a very long text that is no move at all"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_true(position_set_start(&position, &err));
        assert_int_equal(uci_move_from_text(&position, texts[i], false, &err), NO_MOVE);
        assert_non_null(strstr(err.text, "no legal move"));
    }
    position_release(&position);
    variant_free(variant);
}

/* --- Sessions -----------------------------------------------------------------------------------
 */

/* A session that writes to memory. */
typedef struct Session {
    Uci *uci;
    FILE *file;
    char *said;
    size_t length;
} Session;

static void session_begin(Session *session, const char *variant)
{
    Error err = {""};
    session->file = open_memstream(&session->said, &session->length);
    assert_non_null(session->file);
    session->uci = uci_new(variant, session->file, &err);
    if (session->uci == NULL)
        fail_msg("%s", err.text);
}

static void session_end(Session *session)
{
    uci_free(session->uci);
    fclose(session->file);
    free(session->said);
}

/* Says the lines of a text, waits for an answer, and looks for a part of all that was said. */
static void expect(Session *session, const char *lines, const char *wanted)
{
    char *copy = memory_copy_string(lines);
    for (char *save = NULL, *line = strtok_r(copy, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save))
        assert_true(uci_take(session->uci, line));
    uci_wait(session->uci);
    free(copy);
    if (strstr(session->said, wanted) == NULL)
        fail_msg("no \"%s\" in what came of \"%s\":\n%s", wanted, lines, session->said);
}

static void a_session_introduces_itself(void **state)
{
    (void)state;
    Session session;
    session_begin(&session, "chess");
    expect(&session, "uci", "id name Assay ");
    expect(&session, "", "option name UCI_Variant type combo default chess var ");
    expect(&session, "", " var naiad");
    expect(&session, "", "uciok\n");
    expect(&session, "isready", "readyok\n");
    assert_false(uci_take(session.uci, "quit"));
    session_end(&session);
}

/* Each name of the combo, those of a file with several variants among them, is one to be set. */
static void every_variant_that_is_listed_can_be_set(void **state)
{
    (void)state;
    Session session;
    session_begin(&session, "chess");
    expect(&session, "uci", " var different-armies var different-armies:clobberers-clobberers ");
    char *list = strstr(session.said, "option name UCI_Variant");
    list = memory_copy_string(list);
    *strchr(list, '\n') = '\0';
    int count = 0;
    for (char *at = list; (at = strstr(at, " var ")) != NULL; count++) {
        at += strlen(" var ");
        Text line;
        text_init(&line);
        text_add(&line, "setoption name UCI_Variant value %.*s", (int)strcspn(at, " "), at);
        expect(&session, line.data, "");
        text_release(&line);
    }
    free(list);
    assert_true(count > 16);
    assert_null(strstr(session.said, "error"));
    expect(&session,
           "setoption name UCI_Variant value different-armies:knights-knights\n"
           "position startpos moves b1c3 e7e5\ngo depth 1",
           "bestmove ");
    assert_null(strstr(session.said, "error"));
    session_end(&session);
}

static void a_mate_is_found_and_told(void **state)
{
    (void)state;
    Session session;
    session_begin(&session, "chess");
    expect(&session, "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 3",
           "score mate 1 ");
    expect(&session, "", "pv a1a8\n");
    expect(&session, "", "bestmove a1a8\n");
    expect(&session, "position fen r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1 moves h2h3\ngo nodes 500",
           "bestmove a8a1\n");
    session_end(&session);
}

static void node_limits_are_exact_and_reproducible(void **state)
{
    (void)state;
    Session sessions[2];
    for (int i = 0; i < 2; i++) {
        session_begin(&sessions[i], "naiad");
        expect(&sessions[i], "ucinewgame\nposition startpos moves e2e4\ngo nodes 3000",
               " nodes 3000 ");
    }
    /* All but speed and time is the same. */
    const char *ends[2] = {strstr(sessions[0].said, "bestmove"),
                           strstr(sessions[1].said, "bestmove")};
    assert_string_equal(ends[0], ends[1]);
    session_end(&sessions[0]);
    session_end(&sessions[1]);
}

static void an_infinite_search_answers_when_stopped(void **state)
{
    (void)state;
    Session session;
    session_begin(&session, "chess");
    /* There is nothing to search, and the answer waits all the same. */
    assert_true(uci_take(session.uci, "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    assert_true(uci_take(session.uci, "go infinite"));
    assert_true(uci_take(session.uci, "isready"));
    assert_true(uci_take(session.uci, "stop"));
    const char *ready = strstr(session.said, "readyok");
    const char *best = strstr(session.said, "bestmove (none)");
    assert_true(ready != NULL && best != NULL && ready < best);
    session_end(&session);
}

static void a_session_ends_in_the_midst_of_a_search(void **state)
{
    (void)state;
    Session session;
    session_begin(&session, "chess");
    assert_true(uci_take(session.uci, "go infinite"));
    assert_false(uci_take(session.uci, "quit"));
    session_end(&session);
}

static void options_change_the_game(void **state)
{
    (void)state;
    Session session;
    session_begin(&session, "chess");
    expect(&session, "setoption name uci_variant value naiad\nposition startpos\ngo depth 2",
           "bestmove ");
    expect(&session, "setoption name VariantPath value tests/unit/fairy.ini", "");
    expect(&session, "setoption name UCI_Variant value chess\nposition startpos\ngo depth 1",
           "bestmove ");
    expect(&session,
           "setoption name UCI_Chess960 value true\n"
           "position fen 4k3/8/8/8/8/8/4PPPP/4K2R w K - 0 1 moves e1h1 e8e7\ngo depth 1",
           "bestmove ");
    /* A variant that castles from any file is written so by itself. */
    expect(&session,
           "setoption name UCI_Chess960 value false\n"
           "setoption name UCI_Variant value chess960\n"
           "position fen 3k4/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1 d8d7\ngo depth 1",
           "bestmove ");
    assert_null(strstr(session.said, "error"));
    session_end(&session);
}

/* It never plays on from another position than it was told. */
static void faults_are_told_and_leave_no_position(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *error;
    } rows[] = {
        {"position startpos moves e2e4 e2e4\ngo depth 1", "move 2: \"e2e4\" is no legal move here"},
        {"position fen 8/8/8/8/8/8/8/8 w - - 0 1\ngo depth 1", "white has no royal piece"},
        {"position e2e4\ngo depth 1", "position startpos, or position fen FEN, is meant"},
        {"setoption name UCI_Variant value nosuch\nposition startpos\ngo depth 1",
         "no variant is set"},
        {"setoption name Weights value nosuch\nposition startpos\ngo depth 1", "nosuch"},
        {"setoption name VariantPath value no/such.ini\nsetoption name UCI_Variant value chess\ngo "
         "depth 1",
         "no/such.ini"},
        {"go depth x", "go: no number behind depth"},
        {"go depth", "go: no number behind depth"},
        {"go ponder", "go: \"ponder\" is not supported"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Session session;
        session_begin(&session, "chess");
        expect(&session, rows[i].lines, rows[i].error);
        expect(&session, "", "bestmove (none)\n");
        session_end(&session);
    }
    Session session;
    session_begin(&session, "chess");
    expect(&session, "setoption name Hsh value 4", "no option \"Hsh\": \"Hash\" is the nearest");
    expect(&session, "setoption name Hash value 0", "Hash is a whole number");
    expect(&session, "setoption name Threads value 2", "Threads can be 1 only");
    expect(&session, "nonsense", "unknown command \"nonsense\"");
    session_end(&session);
}

static void scores_are_in_centipawns_or_moves(void **state)
{
    (void)state;
    static const struct {
        int score;
        const char *text;
    } rows[] = {{13, "cp 13"},
                {-250, "cp -250"},
                {SCORE_MATE - 1, "mate 1"},
                {SCORE_MATE - 3, "mate 2"},
                {2 - SCORE_MATE, "mate -1"},
                {4 - SCORE_MATE, "mate -2"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Text text;
        text_init(&text);
        uci_add_score(&text, rows[i].score);
        assert_string_equal(text.data, rows[i].text);
        text_release(&text);
    }
}

static void time_for_a_move_is_a_share_of_what_is_left(void **state)
{
    (void)state;
    const TimeControl minute = {.left_ms = 60000};
    const TimeControl more = {.left_ms = 60000, .increment_ms = 1000};
    const TimeControl last = {.left_ms = 60000, .moves_to_go = 1};
    const TimeControl little = {.left_ms = 30, .increment_ms = 1000};
    const TimeControl none = {.left_ms = -5};
    assert_in_range(time_for_move(&minute), 1000, 3000);
    assert_in_range(time_for_move(&more), time_for_move(&minute) + 500, 3500);
    assert_in_range(time_for_move(&last), 30000, 59999);
    assert_in_range(time_for_move(&little), 1, 29);
    assert_int_equal(time_for_move(&none), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_has_a_text_of_its_own),
        cmocka_unit_test(moves_are_written_as_uci_does),
        cmocka_unit_test(what_uci_cannot_say_is_written_in_our_way),
        cmocka_unit_test(a_move_that_is_none_is_refused),
        cmocka_unit_test(a_session_introduces_itself),
        cmocka_unit_test(every_variant_that_is_listed_can_be_set),
        cmocka_unit_test(a_mate_is_found_and_told),
        cmocka_unit_test(node_limits_are_exact_and_reproducible),
        cmocka_unit_test(an_infinite_search_answers_when_stopped),
        cmocka_unit_test(a_session_ends_in_the_midst_of_a_search),
        cmocka_unit_test(options_change_the_game),
        cmocka_unit_test(faults_are_told_and_leave_no_position),
        cmocka_unit_test(scores_are_in_centipawns_or_moves),
        cmocka_unit_test(time_for_a_move_is_a_share_of_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
