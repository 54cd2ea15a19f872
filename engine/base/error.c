/* Messages are composed in a buffer of their own first, so that `err->text` may be among the
 * arguments of its own replacement. */
#include "engine/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ERROR_SIZE = sizeof(((Error *)0)->text) };

/* Marks a text of `length` bytes that did not fit by "..." at its end. The cut falls between
 * characters, not in the middle of one, if the text is UTF-8. */
static void error_mark_cut(char text[ERROR_SIZE], int length)
{
    if (length < ERROR_SIZE) {
        return;
    }
    size_t end = ERROR_SIZE - sizeof "...";
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80) {
        end--;
    }
    memcpy(text + end, "...", sizeof "...");
}

bool error_set(Error *err, const char *format, ...)
{
    char text[ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_mark_cut(text, length);
    memcpy(err->text, text, sizeof text);
    return false;
}

bool error_prefix(Error *err, const char *format, ...)
{
    char prefix[ERROR_SIZE];
    char text[ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(prefix, sizeof prefix, format, arguments);
    va_end(arguments);
    error_mark_cut(prefix, length);
    length = snprintf(text, sizeof text, "%s: %s", prefix, err->text);
    error_mark_cut(text, length);
    memcpy(err->text, text, sizeof text);
    return false;
}
