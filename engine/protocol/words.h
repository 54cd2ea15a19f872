/* Words of a line of a protocol, which blanks separate. `at` moves on behind what is taken. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The next word of a line as its start and length; 0 at the end. */
size_t next_word(const char **at, const char **word);

bool word_is(const char *word, size_t length, const char *wanted);

/* Takes the next word if it is `wanted`. */
bool take_word(const char **at, const char *wanted);

/* Takes the whole number in [least, most] that is the next word. */
bool take_number(const char **at, long long least, long long most, long long *number);
