/* XBetza strings against the hand-written rules, on random boards. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/random.h"
#include "tests/reference/reference_betza.h"
#include "tests/reference/reference_rules.h"

enum { BOARDS = 400, MAX_MOVES = 512 };

/* A random board with the piece `kind` of `colour` somewhere, or on a rank of its own, pawns and
 * rooks around it. */
static RefSquare random_board(Random *random, RefPosition *position, const RefRules *rules,
                              char kind, int colour, int rank)
{
    memset(position, 0, sizeof *position);
    memset(position->board, REF_EMPTY, sizeof position->board);
    position->rules = rules;
    position->turn = colour;
    position->passed = position->pawn = ref_square(-1, -1);
    const uint32_t percent = 5 + random_below(random, 60);
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files; x++)
            if (random_below(random, 100) < percent)
                position->board[y][x] = "PpRr"[random_below(random, 4)];
    RefSquare from = ref_square((int)random_below(random, (uint32_t)rules->files),
                                (int)random_below(random, (uint32_t)rules->ranks));
    if (rank != 0)
        from.y = colour == REF_WHITE ? rank - 1 : rules->ranks - rank;
    position->board[from.y][from.x] = ref_piece(kind, colour);
    return from;
}

static RefBetzaBoard betza_board(const RefPosition *position, bool first_move)
{
    return (RefBetzaBoard){
        .squares = (const char(*)[REF_SIDE])position->board,
        .files = position->rules->files,
        .ranks = position->rules->ranks,
        .first_move = first_move,
        .passed = position->passed,
        .pawn = position->pawn,
    };
}

static bool crosses_equator(RefSquare a, RefSquare b) { return (a.y >= 6) != (b.y >= 6); }

static bool any_move(RefSquare from, const RefBetzaMove *move)
{
    (void)from;
    (void)move;
    return true;
}

/* Neither the piece nor its arrow crosses the equator. */
static bool stays_on_its_side(RefSquare from, const RefBetzaMove *move)
{
    return !crosses_equator(from, move->to)
           && (move->capture_count == 0 || !crosses_equator(from, move->captures[0]));
}

static bool crosses_from_the_equator(RefSquare from, const RefBetzaMove *move)
{
    return !crosses_equator(from, move->to) || from.y == 5 || from.y == 6 || move->to.y == 5
           || move->to.y == 6;
}

/* The board and the en passant square after a move; plain data, to be compared as bytes. */
typedef struct Effect {
    char board[REF_SIDE][REF_SIDE];
    int passed_x, passed_y;
} Effect;

static int compare_effects(const void *a, const void *b) { return memcmp(a, b, sizeof(Effect)); }

static Effect betza_effect(const RefPosition *position, RefSquare from, const RefBetzaMove *move,
                           bool trails)
{
    Effect effect;
    memset(&effect, 0, sizeof effect);
    memcpy(effect.board, position->board, sizeof effect.board);
    const char piece = effect.board[from.y][from.x];
    effect.board[from.y][from.x] = REF_EMPTY;
    for (int i = 0; i < move->capture_count; i++)
        effect.board[move->captures[i].y][move->captures[i].x] = REF_EMPTY;
    effect.board[move->to.y][move->to.x] = piece;
    effect.passed_x = trails && move->trail_count > 0 ? move->trail[0].x : -1;
    effect.passed_y = trails && move->trail_count > 0 ? move->trail[0].y : -1;
    return effect;
}

static Effect written_effect(const RefPosition *next, bool trails)
{
    Effect effect;
    memset(&effect, 0, sizeof effect);
    memcpy(effect.board, next->board, sizeof effect.board);
    effect.passed_x = trails ? next->passed.x : -1;
    effect.passed_y = trails ? next->passed.y : -1;
    return effect;
}

typedef struct Case {
    const RefRules *rules;
    char kind;
    const char *string;
    bool (*keeps)(RefSquare from, const RefBetzaMove *move); /* what the string cannot say */
    int rank;                                                /* the piece's own rank, 0 for any */
    bool trails;
} Case;

/* The effects of the string's moves and of the rules', sorted. */
static int betza_effects(const Case *tested, const RefPosition *position, RefSquare from,
                         bool first_move, Effect *out)
{
    RefBetzaMove moves[MAX_MOVES];
    const RefBetzaBoard board = betza_board(position, first_move);
    const int count =
        ref_betza_moves(&board, from, position->turn, tested->string, moves, MAX_MOVES);
    if (count < 0)
        fail_msg("'%s' is not understood", tested->string);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (tested->keeps(from, &moves[i]))
            out[kept++] = betza_effect(position, from, &moves[i], tested->trails);
    qsort(out, (size_t)kept, sizeof *out, compare_effects);
    return kept;
}

static int written_effects(const Case *tested, const RefPosition *position, RefSquare from,
                           RefPosition *successors, Effect *out)
{
    RefMoves moves = {
        .before = position, .colour = position->turn, .list = successors, .capacity = MAX_MOVES};
    position->rules->piece_moves(&moves, from, tested->kind);
    for (int i = 0; i < moves.count; i++)
        out[i] = written_effect(&successors[i], tested->trails);
    qsort(out, (size_t)moves.count, sizeof *out, compare_effects);
    return moves.count;
}

static void print_board(const RefPosition *position)
{
    for (int y = position->rules->ranks - 1; y >= 0; y--)
        printf("%.*s\n", position->rules->files, position->board[y]);
}

/* The board's files and ranks with all else that the rules do to a moved piece taken away. */
static RefRules bare_rules(const RefRules *rules)
{
    RefRules bare = *rules;
    bare.after_move = NULL;
    bare.promotions = NULL;
    bare.castling_count = 0;
    return bare;
}

/* Puts a double step of the other player beside the pawn on `from`, if there is room. */
static void add_passed_pawn(RefPosition *position, RefSquare from)
{
    const int forward = ref_forward(position->turn);
    const RefSquare passed = ref_square(from.x + 1, from.y + forward);
    const RefSquare pawn = ref_square(from.x + 1, from.y);
    if (!ref_inside(position, passed))
        return;
    position->board[passed.y][passed.x] = REF_EMPTY;
    position->board[pawn.y][pawn.x] = ref_piece('P', 1 - position->turn);
    position->passed = passed;
    position->pawn = pawn;
}

/* Compares on random boards; returns the moves seen. */
static int check_case(const Case *tested)
{
    const RefRules rules = bare_rules(tested->rules);
    Random random;
    random_init_keyed(&random, 1, RANDOM_TEST, 0);
    RefPosition *successors = calloc(MAX_MOVES, sizeof *successors);
    Effect *expected = calloc(MAX_MOVES, sizeof *expected);
    Effect *found = calloc(MAX_MOVES, sizeof *found);
    if (!successors || !expected || !found)
        abort();
    int seen = 0;
    for (int n = 0; n < BOARDS; n++) {
        RefPosition position;
        const int colour = n % 2;
        const RefSquare from =
            random_board(&random, &position, &rules, tested->kind, colour, tested->rank);
        const int own_rank = ref_own_rank(&position, from.y, colour);
        if (tested->trails && n % 4 < 2)
            add_passed_pawn(&position, from);
        const int wanted = written_effects(tested, &position, from, successors, expected);
        const int got = betza_effects(tested, &position, from, own_rank == 2, found);
        if (wanted != got || memcmp(expected, found, (size_t)wanted * sizeof *found) != 0) {
            print_board(&position);
            fail_msg("%s '%c' on %c%d: '%s' has %d moves, the rules %d", rules.name, tested->kind,
                     'a' + from.x, from.y + 1, tested->string, got, wanted);
        }
        seen += got;
    }
    free(successors);
    free(expected);
    free(found);
    return seen;
}

static void strings_agree_with_the_written_rules(void **state)
{
    (void)state;
    const RefRules *chess = &ref_rules_chess;
    const RefRules *nahbi = &ref_rules_large_nahbi;
    const RefRules *nihisci = &ref_rules_nihisci;
    const RefRules *noble = &ref_rules_noble_wing;
    const RefRules *wildebeest = &ref_rules_nearlydouble_wildebeest;
    const Case cases[] = {
        {chess, 'K', "K", any_move, 0, false},
        {chess, 'K', "WF", any_move, 0, false},
        {chess, 'K', "fsbsWK", any_move, 0, false},
        {chess, 'Q', "Q", any_move, 0, false},
        {chess, 'Q', "K0", any_move, 0, false},
        {chess, 'Q', "WWFF", any_move, 0, false},
        {chess, 'R', "W8", any_move, 0, false},
        {chess, 'R', "mRcR", any_move, 0, false},
        {chess, 'B', "F10", any_move, 0, false},
        {chess, 'N', "N", any_move, 0, false},
        {chess, 'N', "fhNbhN", any_move, 0, false},
        {chess, 'N', "hrNhlN", any_move, 0, false},
        {chess, 'P', "ifmnDfmWfceF", any_move, 0, true},
        {chess, 'P', "ifmnDfmWflceFfrceF", any_move, 0, true},
        {nahbi, 'M', "mafmafsbsFmpR2", any_move, 0, false},
        {nahbi, 'M', "mafmavsFmjD", any_move, 0, false},
        {nahbi, 'M', "mafmafsbsFmpW", any_move, 0, false},
        {nahbi, 'M', "mafmafsbsFpafmW", any_move, 0, false},
        {nahbi, 'A', "mafmafmWmafmasmWmasmafmWcaibR3", stays_on_its_side, 0, false},
        {nahbi, 'A', "mnHmafmasmWmasmafmWcaibR3", stays_on_its_side, 0, false},
        {nahbi, 'F', "A", stays_on_its_side, 0, false},
        {nahbi, 'C', "C", any_move, 0, false},
        {nahbi, 'C', "L", any_move, 0, false},
        {nahbi, 'Q', "RB", crosses_from_the_equator, 0, false},
        {nihisci, 'P', "bmR2", any_move, 0, false},
        {nihisci, 'P', "bmW2", any_move, 0, false},
        {nihisci, 'P', "bmWbmnD", any_move, 0, false},
        {nihisci, 'A', "BN", any_move, 0, false},
        {nihisci, 'C', "RN", any_move, 0, false},
        {nihisci, 'Z', "QN", any_move, 0, false},
        {nihisci, 'M', "NN", any_move, 0, false},
        {nihisci, 'M', "N0", any_move, 0, false},
        {nihisci, 'I', "QNN", any_move, 0, false},
        {nihisci, 'H', "BW", any_move, 0, false},
        {nihisci, 'D', "RF", any_move, 0, false},
        {nihisci, 'J', "BNN", any_move, 0, false},
        {nihisci, 'L', "RNN", any_move, 0, false},
        {noble, 'X', "BmW", any_move, 0, false},
        {noble, 'Z', "NmK", any_move, 0, false},
        {noble, 'C', "RmB4", any_move, 0, false},
        {wildebeest, 'N', "NH", any_move, 0, false},
        {wildebeest, 'C', "CG", any_move, 0, false},
        {wildebeest, 'A', "NHCG", any_move, 0, false},
        {wildebeest, 'P', "fmWfcF", any_move, 7, false},
        {wildebeest, 'P', "fmWfcFfmnD", any_move, 5, false},
        {wildebeest, 'P', "fmWfcFfcafcFflcarcFfrcalcF", any_move, 6, false},
        {wildebeest, 'P', "fmWfcFfmnDfcafcFflcarcFfrcalcF", any_move, 4, false},
        {wildebeest, 'P', "fmWfcFfmnDfcafcFflcarcFfrcalcFfmafscWflcafrmFfrcaflmF", any_move, 3,
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_true(check_case(&cases[i]) > 30);
}

/* The naiad's own step: where it goes, not what it drags along. */
static void the_naiad_steps_as_a_quiet_queen(void **state)
{
    (void)state;
    Random random;
    random_init_keyed(&random, 2, RANDOM_TEST, 0);
    for (int n = 0; n < BOARDS; n++) {
        RefPosition position;
        const RefSquare from = random_board(&random, &position, &ref_rules_naiad, 'Y', n % 2, 0);
        static RefPosition successors[MAX_MOVES];
        RefMoves moves = {
            .before = &position, .colour = n % 2, .list = successors, .capacity = MAX_MOVES};
        position.rules->piece_moves(&moves, from, 'Y');
        RefBetzaMove steps[MAX_MOVES];
        const RefBetzaBoard board = betza_board(&position, false);
        const int count = ref_betza_moves(&board, from, n % 2, "mQ", steps, MAX_MOVES);
        assert_int_equal(count, moves.count);
        for (int i = 0; i < count; i++) {
            int met = 0;
            for (int j = 0; j < moves.count; j++)
                met += successors[j].board[steps[i].to.y][steps[i].to.x] == ref_piece('Y', n % 2);
            assert_int_equal(met, 1);
        }
    }
}

/* The number of moves from the middle of an empty 15 x 15 board; -1 if not understood. */
static int count_on_empty_board(const char *string, int colour)
{
    char squares[REF_SIDE][REF_SIDE];
    memset(squares, '.', sizeof squares);
    squares[7][7] = colour == REF_WHITE ? 'U' : 'u';
    const RefBetzaBoard board = {
        .squares = (const char(*)[REF_SIDE])squares, .files = 15, .ranks = 15, .passed = {-1, -1}};
    RefBetzaMove moves[MAX_MOVES];
    return ref_betza_moves(&board, ref_square(7, 7), colour, string, moves, MAX_MOVES);
}

static void directions_and_ranges_give_the_known_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *string;
        int count;
    } cases[] = {
        {"fK", 1},    {"fsK", 2},         {"frK", 1},   {"sK", 2},   {"vK", 2},   {"bK", 1},
        {"fF", 2},    {"frF", 1},         {"fsbsF", 4}, {"fW", 1},   {"frW", 2},  {"sW", 2},
        {"fN", 2},    {"fsN", 2},         {"lfN", 1},   {"flN", 1},  {"fhN", 4},  {"hrN", 4},
        {"hlN", 4},   {"vN", 4},          {"ffN", 2},   {"K2", 16},  {"W10", 28}, {"N2", 16},
        {"NN", 24},   {"CC", 16},         {"DD", 12},   {"R4", 16},  {"A", 4},    {"G", 4},
        {"H", 4},     {"J", 8},           {"Z", 8},     {"cR", 0},   {"pR", 0},   {"mjD", 0},
        {"mnD", 4},   {"gQ", 0},          {"mafsW", 8}, {"nN", 8},   {"jB", 24},  {"iR", 0},
        {"mafsF", 8}, {"mafsD", 8},       {"aW", 8},    {"mabK", 1}, {"NH", 12},  {"CG", 12},
        {"NHCG", 24}, {"mafmafsbsF", 16},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int colour = REF_WHITE; colour <= REF_BLACK; colour++)
            if (count_on_empty_board(cases[i].string, colour) != cases[i].count)
                fail_msg("'%s' has %d moves, not %d", cases[i].string,
                         count_on_empty_board(cases[i].string, colour), cases[i].count);
}

static void what_is_not_understood_is_refused(void **state)
{
    (void)state;
    static const char *const strings[] = {
        "",       "m",     "x",    "RX",    "R ",     "oR",      "zB",    "qN",   "tR",   "O2",
        "U",      "@",     "mmR",  "nnnW",  "[F-R]",  "[F?R]",   "(2,1)", "NN2",  "R100", "jW",
        "gN",     "pN",    "nC",   "jZ",    "mafsN",  "hF",      "hN",    "vhN",  "fhW",  "fmlF",
        "sfF",    "meF",   "ceaW", "iiW",   "mahrN",  "jpR",     "pgQ",   "afR-", "yW",   "kaW",
        "yacF9x", "cyafR", "nnpR", "nnapW", "manncW", "yayafR3",
    };
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        if (count_on_empty_board(strings[i], REF_WHITE) != -1)
            fail_msg("'%s' is understood", strings[i]);
}

/* Where the moves of `string` go from the middle of a row of a board of one rank. */
static void destinations_in_row(const char *row, const char *string, char *out)
{
    char squares[REF_SIDE][REF_SIDE];
    memset(squares, '.', sizeof squares);
    memcpy(squares[0], row, strlen(row));
    const int from = (int)(strchr(row, 'U') - row);
    const RefBetzaBoard board = {.squares = (const char(*)[REF_SIDE])squares,
                                 .files = (int)strlen(row),
                                 .ranks = 1,
                                 .passed = {-1, -1}};
    RefBetzaMove moves[MAX_MOVES];
    const int count =
        ref_betza_moves(&board, ref_square(from, 0), REF_WHITE, string, moves, MAX_MOVES);
    if (count < 0)
        fail_msg("'%s' is not understood", string);
    memset(out, '.', strlen(row));
    out[strlen(row)] = '\0';
    for (int i = 0; i < count; i++)
        out[moves[i].to.x] = moves[i].capture_count > 0 ? 'x' : '+';
}

static void pieces_that_hop_and_turn_reach_the_known_squares(void **state)
{
    (void)state;
    static const struct {
        const char *row, *string, *reached;
    } cases[] = {
        {"U..p..p..", "pR", "....++x.."},     {"U..p..p..", "mpR", "....++..."},
        {"U..p..p..", "cpR", "......x.."},    {"U..p..p..", "pR5", "....++..."},
        {"U..p..p..", "gR", "....+...."},     {"U..pp....", "gR", "....x...."},
        {"U..pP....", "gR", "........."},     {"U.p.p....", "mpR2", "........."},
        {"Up.......", "mpR2", "..+......"},   {"UpP......", "pW", "........."},
        {"Upp......", "pW", "..x......"},     {"Up.......", "mjD", "..+......"},
        {"U.p......", "jD", "........."},     {"UPp......", "jD", "..x......"},
        {"U........", "jR", "..+++++++"},     {"Up.p.....", "jR", "..+x....."},
        {"UP.......", "dR", ".x......."},     {"UP.......", "cdR", ".x......."},
        {"Up.......", "dR", "........."},     {"U.Pp.....", "nH", "........."},
        {"U..p.....", "nH", "...x....."},     {"Upp......", "jH", "...+....."},
        {"Up.......", "jH", "........."},     {"Up.......", "cafmW", "..x......"},
        {"Upp......", "cafcW", "..x......"},  {"U.p......", "cafmR", "...xxxxxx"},
        {"U.p.p....", "pafR", "...+x...."},   {"U.p......", "gafmR", "...+....."},
        {"Up.......", "gafmW", "..+++++++"},  {"UP.......", "mpafmW", "..+......"},
        {"U........", "mpafmW", "..+......"}, {"U..p.....", "caibR3", "x........"},
        {"U...p....", "caibR3", "........."}, {"U..p.....", "caibQ", "x........"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char reached[REF_SIDE + 1];
        destinations_in_row(cases[i].row, cases[i].string, reached);
        if (strcmp(reached, cases[i].reached) != 0)
            fail_msg("'%s' on %s reaches %s, not %s", cases[i].string, cases[i].row, reached,
                     cases[i].reached);
    }
}

/* Strings that mean the same by the tables of the notation. */
static void strings_of_one_meaning_have_the_same_moves(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"mafsW", "nN"}, {"R", "WW"},       {"B", "F0"},    {"Q", "RB"},
        {"K2", "W2F2"},  {"mafW", "nD"},    {"mafF", "nA"}, {"mafmafW", "nH"},
        {"pafW", "jD"},  {"pafpafW", "jH"}, {"mpafW", "D"}, {"mpafF", "A"},
        {"C", "L"},      {"J", "Z"},        {"vsB", "B"},   {"mNcN", "N"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        Random random;
        random_init_keyed(&random, 3, RANDOM_TEST, i);
        for (int n = 0; n < BOARDS; n++) {
            RefPosition position;
            const RefSquare from =
                random_board(&random, &position, &ref_rules_nihisci, 'N', n % 2, 0);
            const Case first = {.string = pairs[i][0], .keeps = any_move};
            const Case second = {.string = pairs[i][1], .keeps = any_move};
            Effect a[MAX_MOVES];
            Effect b[MAX_MOVES];
            const int a_count = betza_effects(&first, &position, from, false, a);
            const int b_count = betza_effects(&second, &position, from, false, b);
            if (a_count != b_count || memcmp(a, b, (size_t)a_count * sizeof *a) != 0)
                fail_msg("'%s' and '%s' differ", pairs[i][0], pairs[i][1]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_agree_with_the_written_rules),
        cmocka_unit_test(the_naiad_steps_as_a_quiet_queen),
        cmocka_unit_test(directions_and_ranges_give_the_known_numbers),
        cmocka_unit_test(what_is_not_understood_is_refused),
        cmocka_unit_test(pieces_that_hop_and_turn_reach_the_known_squares),
        cmocka_unit_test(strings_of_one_meaning_have_the_same_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
