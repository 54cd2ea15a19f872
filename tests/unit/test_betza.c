/* XBetza: known numbers of moves, known squares behind blockers, and messages. */
#include "tests/unit/throwaway.h"

#include "engine/rules/betza.h"

/* A variant of the piece; the test ends where there is none. */
static Variant *piece_variant(const char *string, int files, int ranks)
{
    Error err = {""};
    Variant *variant = load_piece(string, files, ranks, &err);
    if (variant == NULL)
        fail_msg("\"%s\": %s", string, err.text);
    return variant;
}

/* How many moves a U alone on the board has. */
static int count_alone(const Variant *variant, unsigned square, Colour colour)
{
    Setup setup = {.side = colour, .move_number = 1};
    setup.board[square] = piece_of(variant, colour == WHITE ? 'U' : 'u');
    Position position;
    position_init(&position, variant);
    position_set_up(&position, &setup);
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    int count = generate_moves(&position, moves);
    free(moves);
    position_release(&position);
    return count;
}

static unsigned named_square(const Variant *variant, const char *name)
{
    return (unsigned)((strtol(name + 1, NULL, 10) - 1) * variant->files + (name[0] - 'a'));
}

static void pieces_alone_have_the_known_number_of_moves(void **state)
{
    (void)state;
    /* In the middle of 15 x 15, where nothing shorter than 8 meets the edge. */
    static const struct {
        const char *string;
        int count;
    } rows[] = {
        {"W", 4},
        {"F", 4},
        {"D", 4},
        {"A", 4},
        {"H", 4},
        {"G", 4},
        {"N", 8},
        {"C", 8},
        {"L", 8},
        {"Z", 8},
        {"J", 8},
        {"K", 8},
        {"R", 28},
        {"B", 28},
        {"Q", 56},
        {"WW", 28},
        {"W0", 28},
        {"FF", 28},
        {"NN", 24},
        {"N0", 24},
        {"CC", 16},
        {"DD", 12},
        {"AA", 12},
        {"HH", 8},
        {"GG", 8},
        {"ZZ", 16},
        {"W3", 12},
        {"R4", 16},
        {"B2", 8},
        {"K2", 16},
        {"Q3", 24},
        {"N2", 16},
        {"W10", 28},
        {"fK", 1},
        {"fsK", 2},
        {"fsbsK", 4},
        {"sK", 2},
        {"vK", 2},
        {"bK", 1},
        {"fF", 2},
        {"frF", 1},
        {"fW", 1},
        {"sW", 2},
        {"vW", 2},
        {"frW", 2},
        {"fN", 2},
        {"fsN", 2},
        {"fhN", 4},
        {"lfN", 1},
        {"flN", 1},
        {"ffN", 2},
        {"hrN", 4},
        {"hlN", 4},
        {"vN", 4},
        {"sN", 4},
        {"bhN", 4},
        {"cR", 0},
        {"mR", 28},
        {"pR", 0},
        {"gQ", 0},
        {"mjD", 0},
        {"mnD", 4},
        {"nN", 8},
        {"mafsW", 8},
        {"iR", 0},
        /* the pieces of the rules pages */
        {"mafmafsbsF", 16},
        {"mpR2", 0},
        {"mafmafsbsFmpR2", 16},
        {"mafmafmWmafmasmWmasmafmW", 12},
        {"mnHmafmasmWmasmafmW", 12},
        {"caibR3", 0},
        {"mQ", 56},
        {"bmR2", 2},
        {"bmW2", 2},
        {"bmWbmnD", 2},
        {"BN", 36},
        {"RN", 36},
        {"QN", 64},
        {"QNN", 80},
        {"BW", 32},
        {"RF", 32},
        {"BNN", 52},
        {"RNN", 52},
        {"BmW", 32},
        {"NmK", 16},
        {"RmB4", 44},
        {"NH", 12},
        {"CG", 12},
        {"NHCG", 24},
        {"fmWfcF", 1},
        {"fmWfcFfmnD", 2},
        {"fmWfcFfcafcFflcarcFfrcalcF", 1},
        {"fmWfcFfmnDfcafcFflcarcFfrcalcFfmafscWflcafrmFfrcaflmF", 2},
        {"ifmnDfmWfceF", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Variant *variant = piece_variant(rows[i].string, 15, 15);
        for (int colour = WHITE; colour <= BLACK; colour++) {
            int count = count_alone(variant, named_square(variant, "h8"), (Colour)colour);
            if (count != rows[i].count)
                fail_msg("\"%s\" has %d moves, not %d", rows[i].string, count, rows[i].count);
        }
        variant_free(variant);
    }
}

static void the_edge_of_the_board_takes_moves_away(void **state)
{
    (void)state;
    static const struct {
        const char *string, *square;
        int count; /* White's on 8 x 8 */
    } rows[] = {
        {"K", "a1", 3},
        {"K", "a4", 5},
        {"K", "h8", 3},
        {"N", "a1", 2},
        {"N", "b1", 3},
        {"N", "c1", 4},
        {"N", "b2", 4},
        {"N", "c2", 6},
        {"R", "a1", 14},
        {"R", "e5", 14},
        {"B", "a1", 7},
        {"B", "d4", 13},
        {"B", "e1", 7},
        {"Q", "a1", 21},
        {"Q", "d4", 27},
        {"C", "a1", 2},
        {"C", "d4", 8},
        {"C", "d3", 6},
        {"Z", "a1", 2},
        {"A", "a1", 1},
        {"A", "c3", 4},
        {"D", "a1", 2},
        {"D", "b2", 2},
        {"H", "d4", 4},
        {"H", "a1", 2},
        {"NN", "a1", 6},
        {"NN", "d4", 12},
        {"G", "d4", 4},
        {"G", "c3", 1},
        {"fN", "a7", 0},
        {"fN", "b6", 2},
        {"fmWfcF", "a8", 0},
        {"ifmnDfmWfceF", "d2", 2},
        {"ifmnDfmWfceF", "d3", 1},
        {"iR", "d2", 14},
        {"iR", "d3", 0},
        {"mafmafsbsF", "a1", 4},
        {"caibR3", "a1", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Variant *variant = piece_variant(rows[i].string, 8, 8);
        int count = count_alone(variant, named_square(variant, rows[i].square), WHITE);
        if (count != rows[i].count)
            fail_msg("\"%s\" has %d moves on %s, not %d", rows[i].string, count, rows[i].square,
                     rows[i].count);
        variant_free(variant);
    }
}

/* Marks where the moves of the U in a row go: '+', or 'x' where they take; a shot marks the victim
 * '*'. Letters as on the board, stones S and s. */
static void reach_in_row(const char *row, const char *string, char *out)
{
    int files = (int)strlen(row);
    Variant *variant = piece_variant(string, files, 3);
    Setup setup = {.side = WHITE, .move_number = 1};
    for (int file = 0; file < files; file++)
        if (row[file] != '.')
            setup.board[files + file] = piece_of(variant, row[file]);
    Position position;
    position_init(&position, variant);
    position_set_up(&position, &setup);
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    int count = generate_moves(&position, moves);
    memset(out, '.', (size_t)files);
    out[files] = '\0';
    for (int i = 0; i < count; i++) {
        bool shot = variant->effects[move_effect(moves[i])].kind == EFFECT_SHOT;
        bool takes = position_captured(&position, moves[i]) != NO_PIECE;
        if (move_to(moves[i]) / files == 1
            && position.board[move_from(moves[i])] == piece_of(variant, 'U'))
            out[move_to(moves[i]) % files] = shot ? '*' : takes ? 'x' : '+';
    }
    free(moves);
    position_release(&position);
    variant_free(variant);
}

static void blockers_hurdles_and_legs_stop_pieces_where_known(void **state)
{
    (void)state;
    static const struct {
        const char *row, *string, *reached;
    } rows[] = {
        {"U..s..s..", "R", ".++x....."},        {"U..S..s..", "R", ".++......"},
        {"U..s..s..", "mR", ".++......"},       {"U..s..s..", "cR", "...x....."},
        {"U..s..s..", "pR", "....++x.."},       {"U..s..s..", "mpR", "....++..."},
        {"U..s..s..", "cpR", "......x.."},      {"U..s..s..", "pR5", "....++..."},
        {"U..s..s..", "gR", "....+...."},       {"U..ss....", "gR", "....x...."},
        {"U..sS....", "gR", "........."},       {"U.s.s....", "mpR2", "........."},
        {"Us.......", "mpR2", "..+......"},     {"UsS......", "pW", "........."},
        {"Uss......", "pW", "..x......"},       {"Us.......", "mjD", "..+......"},
        {"U.s......", "jD", "........."},       {"USs......", "jD", "..x......"},
        {"US.......", "dR", ".x......."},       {"US.......", "cdR", ".x......."},
        {"Us.......", "dR", "........."},       {"U.Ss.....", "nH", "........."},
        {"U..s.....", "nH", "...x....."},       {"Uss......", "jH", "...+....."},
        {"Us.......", "jH", "........."},       {"Us.......", "cafmW", "..x......"},
        {"Uss......", "cafcW", "..x......"},    {"U.s......", "cafmR", "...xxxxxx"},
        {"U.s.s....", "pafR", "...+x...."},     {"U.s......", "gafmR", "...+....."},
        {"Us.......", "gafmW", "..+++++++"},    {"US.......", "mpafmW", "..+......"},
        {"U........", "mpafmW", "..+......"},   {"U..s.....", "caibR3", "...*....."},
        {"U...s....", "caibR3", "........."},   {"U.Ss.....", "caibR3", "........."},
        {"U..s.....", "caibQ", "...*....."},    {"U........", "mafmafmW", "...+....."},
        {"U.S......", "mafmafmW", "........."}, {"Us.......", "gW", "..+++++++"},
        {"Us..s....", "gW", "..++x...."},       {"U........", "gW", "........."},
        {"U........", "yafmW", "..+++++++"},    {"U..s.....", "yafmW", "..+......"},
        {"U........", "yafmR", "..+++++++"},    {"U..s.....", "yafR", "..+x....."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char reached[MAX_FILES + 1];
        reach_in_row(rows[i].row, rows[i].string, reached);
        if (strcmp(reached, rows[i].reached) != 0)
            fail_msg("\"%s\" on %s reaches %s, not %s", rows[i].string, rows[i].row, reached,
                     rows[i].reached);
    }
}

static void two_paths_to_one_effect_are_one_move(void **state)
{
    (void)state;
    static const struct {
        const char *string;
        int count;
    } rows[] = {{"KWF", 8},
                {"QRB", 56},
                {"WWW", 28},
                {"mafsWnN", 8},

                {"mafmasWmasmafW", 8},
                {"K0Q", 56}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Variant *variant = piece_variant(rows[i].string, 15, 15);
        int count = count_alone(variant, named_square(variant, "h8"), WHITE);
        if (count != rows[i].count)
            fail_msg("\"%s\" has %d moves, not %d", rows[i].string, count, rows[i].count);
        variant_free(variant);
    }
}

static void what_is_not_understood_is_refused_at_its_character(void **state)
{
    (void)state;
    static const struct {
        const char *string, *part; /* of the message */
    } rows[] = {
        {"X", "character 1"},          {"RX", "character 2"},      {"R ", "character 2"},
        {"oR", "character 1"},         {"RzB", "character 2"},     {"qN", "character 1"},
        {"tR", "character 1"},         {"WO2", "character 2"},     {"U", "character 1"},
        {"R@", "character 2"},         {"[F-R]", "character 1"},   {"W(2,1)", "character 2"},
        {"NN2", "character 3"},        {"R100", "character 2"},    {"fm", "character 3"},
        {"WWfx", "character 4"},       {"RR", "character 2"},      {"hF", "character 1"},
        {"jW", "character 1"},         {"nC", "character 1"},      {"mea", "character 4"},
        {"ceafW", "character 1"},      {"eW", "character 1"},      {"pgQ", "character 1"},
        {"pN", "character 1"},         {"afR-", "character 4"},    {"mmR", "character 2"},
        {"nnnW", "character 3"},       {"iiW", "character 2"},     {"fmlF", "character 3"},
        {"mafsN", "character 3"},      {"sbF", "character 1"},     {"manncW", "character 3"},
        {"inN", "character 1"},        {"fhW", "character 1"},     {"yW", "character 1"},
        {"R-", "character 2"},         {"mgafW", "character 1"},   {"flgavgQ", "character 5"},
        {"gascdiabrQ", "character 3"}, {"caipR", "character 3"},   {"W F", "character 2"},
        {"cyafR", "character 1"},      {"pyaW", "character 1"},    {"fmnnpR", "character 1"},
        {"nnapW", "character 4"},      {"gagafR3", "character 3"}, {"mapyayaiW", "character 3"},
        {"yaiR", "character 3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        BetzaPiece piece;
        Error err = {""};
        if (betza_parse(&piece, rows[i].string, &err))
            fail_msg("\"%s\" is understood", rows[i].string);
        if (strstr(err.text, rows[i].part) == NULL || strstr(err.text, rows[i].string) == NULL)
            fail_msg("\"%s\": the message is %s", rows[i].string, err.text);
    }
    BetzaPiece piece;
    Error err = {""};
    assert_false(betza_parse(&piece, "", &err));
    assert_string_not_equal(err.text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_alone_have_the_known_number_of_moves),
        cmocka_unit_test(the_edge_of_the_board_takes_moves_away),
        cmocka_unit_test(blockers_hurdles_and_legs_stop_pieces_where_known),
        cmocka_unit_test(two_paths_to_one_effect_are_one_move),
        cmocka_unit_test(what_is_not_understood_is_refused_at_its_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
