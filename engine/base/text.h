/* A text that grows. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/* `data` is owned and always ends in a zero byte; `length` does not count it. */
typedef struct Text {
    char *data;
    size_t length;
    size_t capacity;
} Text;

void text_init(Text *text);
void text_release(Text *text);

/* Makes the text empty and keeps its memory. */
void text_clear(Text *text);

void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(Text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void text_add_char(Text *text, char character);
void text_add_bytes(Text *text, const char *bytes, size_t length);
