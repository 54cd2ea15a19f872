#include "engine/protocol/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t next_word(const char **at, const char **word)
{
    *at += strspn(*at, " \t");
    *word = *at;
    const size_t length = strcspn(*at, " \t");
    *at += length;
    return length;
}

bool word_is(const char *word, size_t length, const char *wanted)
{
    return strlen(wanted) == length && strncmp(word, wanted, length) == 0;
}

bool take_word(const char **at, const char *wanted)
{
    const char *before = *at, *word;
    const size_t length = next_word(at, &word);
    if (word_is(word, length, wanted))
        return true;
    *at = before;
    return false;
}

bool take_number(const char **at, long long least, long long most, long long *number)
{
    const char *word;
    const size_t length = next_word(at, &word);
    char *end;
    errno = 0;
    const long long value = strtoll(word, &end, 10);
    if (length == 0 || end != word + length || errno != 0 || value < least || value > most)
        return false;
    *number = value;
    return true;
}
