#include "selfplay/output_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool cannot_write(const char *option, const char *file, Error *err)
{
    return error_set(err, "%s: cannot write %s: %s", option, file, strerror(errno));
}

bool output_file_check(const char *option, const char *file, Error *err)
{
    if (file == NULL)
        return true;
    const bool there = access(file, F_OK) == 0;
    FILE *stream = fopen(file, "ab");
    if (stream == NULL || fclose(stream) != 0)
        return cannot_write(option, file, err);
    if (!there)
        unlink(file); /* a command that is refused for another reason leaves nothing behind */
    return true;
}

bool output_file_write(const char *option, const char *file, const Text *text, Error *err)
{
    FILE *stream = fopen(file, "wb");
    if (stream == NULL)
        return cannot_write(option, file, err);
    bool written = fwrite(text->data, 1, text->length, stream) == text->length;
    /* A full disk may show only here. */
    return (fclose(stream) == 0 && written) || cannot_write(option, file, err);
}
