#include "tests/unit/random_betza.h"

#include <stdbool.h>

/* Adds one of the words, or nothing. */
static void maybe_add(Random *random, Text *text, uint32_t percent, const char *const *words,
                      uint32_t count)
{
    if (random_below(random, 100) < percent)
        text_add(text, "%s", words[random_below(random, count)]);
}

static void random_leg(Random *random, Text *text, bool first, bool last, bool several)
{
    static const char *const directions[] = {"f",  "b",  "l",  "r",  "s",   "v",    "fs", "bs",
                                             "fr", "lf", "fl", "br", "fsb", "fsbs", "fh", "hr"};
    static const char *const modes[] = {"m", "c", "d", "mc", "cd", "md", "mcd"};
    static const char *const specials[] = {"p", "g", "n", "j", "mp", "nn", "y"};
    if (first)
        maybe_add(random, text, 10, (const char *const[]){"i"}, 1);
    maybe_add(random, text, several ? 70 : 45, directions, 16);
    maybe_add(random, text, several ? 60 : 40, modes, 7);
    if (!several)
        maybe_add(random, text, 8, (const char *const[]){"ce"}, 1);
    maybe_add(random, text, 20, specials, 7);
    if (!first)
        maybe_add(random, text, 12, (const char *const[]){"i"}, 1);
    if (!last)
        text_add_char(text, 'a');
}

void random_betza(Random *random, Text *text)
{
    static const char *const ranges[] = {"0", "1", "2", "3", "4"};
    uint32_t groups = 1 + random_below(random, 3);
    text_clear(text);
    for (uint32_t group = 0; group < groups; group++) {
        uint32_t legs = random_below(random, 3) != 0 ? 1 : 2 + random_below(random, 2);
        for (uint32_t leg = 0; leg < legs; leg++)
            random_leg(random, text, leg == 0, leg + 1 == legs, legs > 1);
        char atom = "WFDNAHLCJZGKRBQ"[random_below(random, 15)];
        text_add_char(text, atom);
        if (random_below(random, 8) == 0)
            text_add_char(text, atom);
        else
            maybe_add(random, text, 25, ranges, 5);
    }
}
