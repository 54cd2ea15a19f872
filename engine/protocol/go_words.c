#include "engine/protocol/go_words.h"

#include <stddef.h>
#include <stdint.h>

#include "engine/protocol/words.h"
#include "engine/rules/move.h"

bool go_words_read(const char *at, GoWords *go, Error *err)
{
    struct {
        const char *name;
        long long least, most;
        long long *number;
    } const numbers[] = {
        {"depth", 1, 1000000, &go->depth},
        {"nodes", 1, INT64_MAX, &go->nodes},
        {"movetime", 1, INT32_MAX, &go->movetime},
        {"movestogo", 1, 1000000, &go->moves_to_go},
        /* A flag may have fallen already. */
        {"wtime", INT32_MIN, INT32_MAX, &go->time[WHITE]},
        {"btime", INT32_MIN, INT32_MAX, &go->time[BLACK]},
        {"winc", 0, INT32_MAX, &go->increment[WHITE]},
        {"binc", 0, INT32_MAX, &go->increment[BLACK]},
    };
    const char *word;
    for (size_t length; (length = next_word(&at, &word)) > 0;) {
        if (word_is(word, length, "infinite")) {
            go->infinite = true;
            continue;
        }
        size_t row = 0;
        while (row < sizeof numbers / sizeof numbers[0]
               && !word_is(word, length, numbers[row].name))
            row++;
        if (row == sizeof numbers / sizeof numbers[0])
            return error_set(err, "go: \"%.*s\" is not supported", (int)length, word);
        if (!take_number(&at, numbers[row].least, numbers[row].most, numbers[row].number))
            return error_set(err, "go: no number behind %s", numbers[row].name);
        go->clock = go->clock || word_is(word, length, "wtime") || word_is(word, length, "btime");
    }
    return true;
}
