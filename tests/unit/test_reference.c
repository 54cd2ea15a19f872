/* The slow reference against published and independently made node counts, and against single facts
 * of the rules pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/reference/reference.h"

enum { DEEP_LINES = 20, SHALLOW_DEPTH = 2, DEEP_DEPTH = 3 };

static RefPosition read_fen(const char *variant, const char *fen)
{
    RefPosition position;
    char message[256] = "";
    if (!ref_from_fen(&position, variant, fen, message, sizeof message))
        fail_msg("%s: %s: %s", variant, fen, message);
    return position;
}

/* Whether a legal move of `position` leads to `fen`. */
static bool leads_to(const RefPosition *position, const char *fen)
{
    RefPosition *successors = calloc(REF_MAX_MOVES, sizeof *successors);
    assert_non_null(successors);
    const int count = ref_moves(position, successors, REF_MAX_MOVES);
    bool found = false;
    for (int i = 0; i < count; i++) {
        char text[REF_FEN_SIZE];
        ref_to_fen(&successors[i], text, sizeof text);
        found |= strcmp(text, fen) == 0;
    }
    free(successors);
    return found;
}

/* Checks "FEN ;D1 20 ;D2 400 ..." up to `depth`; returns how many counts were compared. */
static int check_line(const char *variant, char *line, int depth)
{
    char *counts = strstr(line, " ;");
    assert_non_null(counts);
    *counts = '\0';
    const RefPosition position = read_fen(variant, line);
    char fen[REF_FEN_SIZE];
    ref_to_fen(&position, fen, sizeof fen);
    assert_string_equal(fen, line);
    int compared = 0;
    for (char *at = counts + 1; at; at = strstr(at + 1, ";D")) {
        char *middle;
        char *end;
        const int ply = (int)strtol(at + 2, &middle, 10);
        const unsigned long long expected = strtoull(middle, &end, 10);
        assert_true(end > middle);
        if (ply > depth)
            continue;
        const unsigned long long found = ref_perft(&position, ply);
        if (found != expected)
            fail_msg("%s: %s: D%d is %llu, not %llu", variant, line, ply, found, expected);
        compared++;
    }
    return compared;
}

static void counts_agree_with_the_perft_files(void **state)
{
    (void)state;
    for (int i = 0; ref_variant_name(i); i++) {
        char path[128];
        snprintf(path, sizeof path, "tests/perft/%s.epd", ref_variant_name(i));
        FILE *file = fopen(path, "r");
        if (!file)
            fail_msg("%s is missing", path);
        char line[1024];
        int lines = 0;
        int compared = 0;
        while (fgets(line, sizeof line, file)) {
            if (line[0] == '#')
                continue;
            compared += check_line(ref_variant_name(i), line,
                                   lines < DEEP_LINES ? DEEP_DEPTH : SHALLOW_DEPTH);
            lines++;
        }
        fclose(file);
        assert_true(lines > 10);
        assert_true(compared >= 2 * lines);
    }
}

static void start_is_the_first_line_of_its_perft_file(void **state)
{
    (void)state;
    for (int i = 0; ref_variant_name(i); i++) {
        char path[128];
        snprintf(path, sizeof path, "tests/perft/%s.epd", ref_variant_name(i));
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        char line[1024] = "";
        assert_non_null(fgets(line, sizeof line, file));
        fclose(file);
        const char *start = ref_start_fen(ref_variant_name(i));
        assert_memory_equal(line, start, strlen(start));
    }
    assert_null(ref_start_fen("losers"));
}

static void faulty_fens_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen, *message;
    } cases[] = {
        {"losers", "8/8/8/8/8/8/8/8 w - - 0 1", "there is no variant 'losers'"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0", "a FEN has six fields"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "a FEN has six fields"},
        {"chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", "fewer than 8 ranks"},
        {"chess", "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "more than 8 ranks"},
        {"chess", "4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 is too long"},
        {"chess", "4k3/44/8/8/8/8/8/4K3 w - - 0 1", "rank 7 is too long"},
        {"chess", "4k3/7/8/8/8/8/8/4K3 w - - 0 1", "rank 7 is too short"},
        {"chess", "4k3/08/8/8/8/8/8/4K3 w - - 0 1", "rank 7: a gap begins with 0"},
        {"chess", "4k3/8/8/8/8/8/8/4K2Y w - - 0 1", "rank 1: 'Y' is no piece of chess"},
        {"chess", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "each player must have one king"},
        {"chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "each player must have one king"},
        {"chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on its last rank"},
        {"chess", "4k3/8/8/8/8/8/8/4K2P w - - 0 1", "a pawn stands on its first rank"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "the player to move is w or b, not 'W'"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling 'K' without king and rook at home"},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling 'K' is named twice"},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w KC - 0 1", "'C' is no castling of chess"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w -  - 0 1", "a FEN has six fields"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant 'e9' is no square"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "en passant 'd6' fits no double step"},
        {"chess", "4k3/8/8/3p4/8/8/8/4K3 b - d6 0 1", "en passant 'd6' fits no double step"},
        {"chess", "4k3/3p4/8/3p4/8/8/8/4K3 w - d6 0 1", "en passant 'd6' fits no double step"},
        {"chess", "4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", "en passant 'd6' fits no double step"},
        {"chess", "4k3/8/8/8/3p4/8/8/4K3 w - d5 0 1", "en passant 'd5' fits no double step"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "'x' is no number of moves"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "'-1' is no number of moves"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "'0' is too small"},
        {"chess", "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
         "the king of the player who has moved is attacked"},
        {"nihisci", "4k4/9/9/9/9/9/9/9/9/R3K4 w Q - 0 1", "'Q' is no castling of nihisci"},
        {"noble-wing", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
         "castling 'Q' without king and rook at home"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        RefPosition position;
        char message[256] = "";
        assert_false(
            ref_from_fen(&position, cases[i].variant, cases[i].fen, message, sizeof message));
        assert_string_equal(message, cases[i].message);
    }
}

static void a_game_ends_as_its_rules_page_says(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen;
        RefEnd end;
        int white_half_points;
    } cases[] = {
        {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", REF_GOING_ON, -1},
        {"chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", REF_CHECKMATE,
         0},
        {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", REF_STALEMATE, 1},
        /* A stalemate wins, a bare king loses. */
        {"nihisci", "k8/9/1Q7/9/4P4/4p4/9/9/9/8K b - - 0 1", REF_STALEMATE, 2},
        {"nihisci", "k8/9/9/9/4P4/9/9/9/9/8K b - - 0 1", REF_BARE_KING, 2},
        {"nihisci", "k8/9/9/9/4p4/9/9/9/9/8K b - - 0 1", REF_BARE_KING, 0},
        /* Cut off: king, archers and alfils against a king at home. */
        {"large-nahbi", "r3k5/10/10/10/10/10/10/10/10/10/10/A4K3F w - - 0 1", REF_CUT_OFF, 0},
        {"large-nahbi", "a3k5/10/10/10/10/10/10/10/10/10/10/A4K4 w - - 0 1", REF_CUT_OFF, 1},
        {"large-nahbi", "r9/10/10/10/10/10/4k5/10/10/10/10/A5K3 w - - 0 1", REF_GOING_ON, -1},
        /* Checkmate and stalemate outrank it. */
        {"large-nahbi", "4k5/10/10/10/10/10/10/10/10/10/9r/K8r w - - 0 1", REF_CHECKMATE, 0},
        {"large-nahbi", "1r2k5/10/10/10/10/10/10/10/10/10/9r/K9 w - - 0 1", REF_STALEMATE, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const RefPosition position = read_fen(cases[i].variant, cases[i].fen);
        int white_half_points = 99;
        assert_int_equal(ref_outcome(&position, &white_half_points), cases[i].end);
        assert_int_equal(white_half_points, cases[i].white_half_points);
        assert_int_equal(ref_perft(&position, 1) == 0, cases[i].end != REF_GOING_ON);
    }
}

static void special_moves_lead_where_the_rules_page_says(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *before, *after;
        bool legal;
    } cases[] = {
        /* The worked example: the knight is dragged two squares, the rook pushed one. */
        {"naiad", "4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "4k3/8/8/8/3N1Y1r/8/8/K7 b - - 6 1", true},
        {"weak-naiad", "4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "4k3/8/8/8/1N3Y1r/8/8/K7 b - - 6 1",
         true},
        {"weak-naiad", "4k3/8/8/8/1N1Y2r1/8/8/K7 w - - 5 1", "4k3/8/8/8/2N1Y1r1/8/8/K7 b - - 6 1",
         true},
        /* A pushed pawn becomes a queen on its last rank and stops short of its first. */
        {"naiad", "4k3/8/8/Y7/7K/8/p7/8 w - - 0 1", "4k3/8/8/8/7K/Y7/8/q7 b - - 1 1", true},
        {"naiad", "4k3/8/p7/8/8/Y7/8/7K w - - 0 1", "4k3/p7/8/Y7/8/8/8/7K b - - 1 1", true},
        /* A rook that has been dragged away has lost its castling. */
        {"naiad", "4k2r/7Y/8/8/8/8/8/K7 w k - 0 1", "4k3/8/7r/7Y/8/8/8/K7 b - - 1 1", true},
        /* No castling out of a check that a castling would end, nor through one. */
        {"chess", "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/5r2/R4RK1 b - - 1 1", false},
        {"chess", "4k3/8/8/8/8/8/1r6/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/1r6/2KR3R b - - 1 1", true},
        /* The queen that crosses the equator, the archer that shoots, the pawn beyond. */
        {"large-nahbi", "4k5/10/10/10/3p6/3r6/10/10/10/3Q6/10/5K3R w - - 0 1",
         "4k5/10/10/10/3p6/3Q6/10/10/10/10/10/5K3R b - - 0 1", true},
        {"large-nahbi", "4k5/10/10/10/3p6/10/10/10/10/3Q6/10/5K3R w - - 0 1",
         "4k5/10/10/10/3Q6/10/10/10/10/10/10/5K3R b - - 0 1", false},
        {"large-nahbi", "4k5/10/10/10/10/10/10/10/10/A2r6/10/5K3R w - - 3 1",
         "4k5/10/10/10/10/10/10/10/10/A9/10/5K3R b - - 0 1", true},
        {"large-nahbi", "r3k5/10/10/10/10/9P/10/10/10/10/10/5K4 w - - 3 1",
         "r3k5/10/10/10/10/8P1/10/10/10/10/10/5K4 b - - 0 1", true},
        {"large-nahbi", "r3k5/10/10/10/10/10/9P/10/10/10/10/5K4 w - - 3 1",
         "r3k5/10/10/10/10/10/8P1/10/10/10/10/5K4 b - - 0 1", false},
        /* A rook that captures on e9 becomes an amazonrider. */
        {"nihisci", "k8/4r4/8p/9/4R4/9/9/9/9/K8 w - - 3 1", "k8/4I4/8p/9/9/9/9/9/9/K8 b - - 0 1",
         true},
        /* The captured knight takes the place of the pawn that waits nearest the a-file. */
        {"noble-wing", "1P2P3/8/6k1/8/3p4/4N3/8/CZXQKBxR b - - 3 1",
         "1N2P3/8/6k1/8/8/4p3/8/CZXQKBxR w - - 0 2", true},
        /* There it would attack the capturer's king. */
        {"noble-wing", "1P2P3/8/2k5/8/3p4/4N3/8/CZXQKBxR b - - 3 1",
         "1N2P3/8/2k5/8/8/4p3/8/CZXQKBxR w - - 0 2", false},
        /* Two captures of a double step, and both ways to write the square passed. */
        {"nearlydouble-wildebeest", "7k7/15/15/15/15/15/15/15/15/4n10/3r11/4P10/15/7K7 w - - 0 1",
         "7k7/15/15/15/15/15/15/15/15/4P10/15/15/15/7K7 b - d4e5 0 1", true},
        {"nearlydouble-wildebeest", "7k7/15/15/15/15/15/15/15/15/15/3r11/4P10/15/7K7 w - - 0 1",
         "7k7/15/15/15/15/15/15/15/15/3P11/15/15/15/7K7 b - d4 0 1", true},
        /* En passant after it; what the double step captured stays captured. */
        {"nearlydouble-wildebeest", "7k7/15/15/15/15/15/15/15/15/2p1P10/15/15/15/7K7 b - d4e5 0 1",
         "7k7/15/15/15/15/15/15/15/15/15/3p11/15/15/7K7 w - - 0 2", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const RefPosition position = read_fen(cases[i].variant, cases[i].before);
        if (leads_to(&position, cases[i].after) != cases[i].legal)
            fail_msg("%s: %s to %s is %s", cases[i].variant, cases[i].before, cases[i].after,
                     cases[i].legal ? "missing" : "there");
    }
}

static void two_archers_that_shoot_one_piece_have_two_moves(void **state)
{
    (void)state;
    const RefPosition position =
        read_fen("large-nahbi", "4k5/10/10/10/10/10/10/10/10/2ArA5/10/5K3R w - - 0 1");
    RefPosition *successors = calloc(REF_MAX_MOVES, sizeof *successors);
    assert_non_null(successors);
    const int count = ref_moves(&position, successors, REF_MAX_MOVES);
    int shots = 0;
    for (int i = 0; i < count; i++)
        shots += successors[i].halfmove == 0 && successors[i].board[2][3] == '.';
    free(successors);
    assert_int_equal(shots, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_agree_with_the_perft_files),
        cmocka_unit_test(start_is_the_first_line_of_its_perft_file),
        cmocka_unit_test(faulty_fens_are_refused),
        cmocka_unit_test(a_game_ends_as_its_rules_page_says),
        cmocka_unit_test(special_moves_lead_where_the_rules_page_says),
        cmocka_unit_test(two_archers_that_shoot_one_piece_have_two_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
