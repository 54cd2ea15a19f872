/* A text that grows by doubling. */
#include "engine/base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { TEXT_FIRST_CAPACITY = 64 };

/* Makes room for `more` characters and the zero byte. */
static void text_reserve(Text *text, size_t more)
{
    assert(more < SIZE_MAX / 4 && text->capacity < SIZE_MAX / 4);
    size_t wanted = text->length + more + 1;
    if (wanted <= text->capacity) {
        return;
    }
    size_t capacity = 2 * text->capacity;
    text->capacity = capacity > wanted ? capacity : wanted;
    text->data = memory_resize(text->data, text->capacity, 1);
}

void text_init(Text *text)
{
    *text = (Text){.data = memory_new(TEXT_FIRST_CAPACITY, 1), .capacity = TEXT_FIRST_CAPACITY};
}

void text_release(Text *text)
{
    free(text->data);
    *text = (Text){0};
}

void text_clear(Text *text)
{
    text->length = 0;
    text->data[0] = '\0';
}

void text_add(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

void text_add_list(Text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    assert(length >= 0);
    if (length > 0) {
        text_reserve(text, (size_t)length);
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void text_add_char(Text *text, char character) { text_add_bytes(text, &character, 1); }

void text_add_bytes(Text *text, const char *bytes, size_t length)
{
    if (length == 0) {
        return;
    }
    text_reserve(text, length);
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}
