/* Diagrams of moves, against boards drawn by hand. */
#include "tests/unit/throwaway.h"

#include "engine/rules/drawing.h"

static void check_drawing(const char *moves, int size, const char *board)
{
    Error err = {""};
    Text text;
    Variant *variant = load_piece(moves, size, size, &err);
    if (variant == NULL)
        fail_msg("%s: %s", moves, err.text);
    text_init(&text);
    drawing_add_moves(variant, variant_type(variant, 'U'), &text);
    if (strcmp(text.data, board) != 0)
        fail_msg("%s is drawn\n%snot\n%s", moves, text.data, board);
    text_release(&text);
    variant_free(variant);
}

static void diagrams_show_the_moves_and_what_others_do_to_them(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *board;
    } cases[] = {
        /* A slider and a leaper off the lines: others do what they do in chess. */
        {"BmW", "      from c3\n"
                "   5  * . . . *\n"
                "   4  . * o * .\n"
                "   3  . o U o .\n"
                "   2  . * o * .\n"
                "   1  * . . . *\n"
                "      a b c d e\n"},
        {"fNcW", "      from c3\n"
                 "   5  . * . * .\n"
                 "   4  . . x . .\n"
                 "   3  . x U x .\n"
                 "   2  . . x . .\n"
                 "   1  . . . . .\n"
                 "      a b c d e\n"},
        /* Leaps along lines; steps of a slide. */
        {"DF2", "      from c3\n"
                "   5  * .^* . *\n"
                "   4  . * . * .\n"
                "   3 ^* . U .^*\n"
                "   2  . * . * .\n"
                "   1  * .^* . *\n"
                "      a b c d e\n"},
        /* A leap and a slide to the same squares: nothing stops it. */
        {"RD", "      from c3\n"
               "   5  . .^* . .\n"
               "   4  . . * . .\n"
               "   3 ^* * U *^*\n"
               "   2  . . * . .\n"
               "   1  . .^* . .\n"
               "      a b c d e\n"},
        /* A lame leaper is stopped on a square that is on no line to its target. */
        {"nN", "      from c3           from c3, # in its way\n"
               "   5  .~* .~* .      5  . . . . .\n"
               "   4 ~* . . .~*      4  * . # . *\n"
               "   3  . . U . .      3  . . U . .\n"
               "   2 ~* . . .~*      2  * . . . *\n"
               "   1  .~* .~* .      1  . * . * .\n"
               "      a b c d e         a b c d e\n"},
        /* A cannon captures over others only. */
        {"mRcpR", "      from c3           from c3, # in its way\n"
                  "   5  . .+o . .      5  . . x . .\n"
                  "   4  . . o . .      4  . . # . .\n"
                  "   3 +o o U o+o      3  o o U o o\n"
                  "   2  . . o . .      2  . . o . .\n"
                  "   1  . .+o . .      1  . . o . .\n"
                  "      a b c d e         a b c d e\n"},
        /* A grasshopper needs something to hop over. */
        {"gR", "      from c3           from c3, # in its way\n"
               "   5  . . + . .      5  . . * . .\n"
               "   4  . . . . .      4  . . # . .\n"
               "   3  + . U . +      3  . . U . .\n"
               "   2  . . . . .      2  . . . . .\n"
               "   1  . . + . .      1  . . . . .\n"
               "      a b c d e         a b c d e\n"},
        {"mjD", "      from c3           from c3, # in its way\n"
                "   5  . . + . .      5  . . o . .\n"
                "   4  . . . . .      4  . . # . .\n"
                "   3  + . U . +      3  . . U . .\n"
                "   2  . . . . .      2  . . . . .\n"
                "   1  . . + . .      1  . . . . .\n"
                "      a b c d e         a b c d e\n"},
        /* A draughtsman takes what it jumps over, which must be an enemy. */
        {"fmFfcafmF", "      from c3           from c3, enemies on #\n"
                      "   5  + . . . +      5  . . . .xo\n"
                      "   4  . o . o .      4  . o . # .\n"
                      "   3  . . U . .      3  . . U . .\n"
                      "   2  . . . . .      2  . . . . .\n"
                      "   1  . . . . .      1  . . . . .\n"
                      "      a b c d e         a b c d e\n"},
        /* Two ways to each square: one piece alone stops nothing, two do. */
        {"mafmasmWmasmafmW", "      from c3           from c3, # in its way\n"
                             "   5  .~o .~o .      5  . o . o .\n"
                             "   4 ~o . . .~o      4  o . . . o\n"
                             "   3  . . U . .      3  . # U . .\n"
                             "   2 ~o . . .~o      2  . . # . o\n"
                             "   1  .~o .~o .      1  . . . o .\n"
                             "      a b c d e         a b c d e\n"},
        /* Moves from the second rank only are drawn from there too. */
        {"fmWfcFifmnD", "      from c2           from c3\n"
                        "   5  . . . . .      5  . . . . .\n"
                        "   4  . . o . .      4  . x o x .\n"
                        "   3  . x o x .      3  . . U . .\n"
                        "   2  . . U . .      2  . . . . .\n"
                        "   1  . . . . .      1  . . . . .\n"
                        "      a b c d e         a b c d e\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_drawing(cases[i].moves, 5, cases[i].board);
}

static void none_in_the_way_stands_in_anothers_light(void **state)
{
    (void)state;
    check_drawing("gR", 8,
                  "      from d4                 from d4, # in its way\n"
                  "   8  . . . + . . . .      8  . . . . . . . .\n"
                  "   7  . . . + . . . .      7  . . . . . . . .\n"
                  "   6  . . . + . . . .      6  . . . * . . . .\n"
                  "   5  . . . . . . . .      5  . . . # . . . .\n"
                  "   4  + + . U . + + +      4  . . . U . # * .\n"
                  "   3  . . . . . . . .      3  . . . . . . . .\n"
                  "   2  . . . + . . . .      2  . . . . . . . .\n"
                  "   1  . . . + . . . .      1  . . . . . . . .\n"
                  "      a b c d e f g h         a b c d e f g h\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagrams_show_the_moves_and_what_others_do_to_them),
        cmocka_unit_test(none_in_the_way_stands_in_anothers_light),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
