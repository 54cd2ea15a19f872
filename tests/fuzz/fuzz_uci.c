/* Any bytes as what a GUI says: each line is answered or refused, and a search that was begun gives
 * a best move. */
#define _GNU_SOURCE 1 /* NOLINT: for strcasestr() */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/protocol/uci.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

/* Tables as large as one likes, and files, are the user's business. */
static bool is_tame(const char *line)
{
    return strcasestr(line, "hash") == NULL && strchr(line, '/') == NULL;
}

/* Lines that begin with a best move; messages may quote the word in their midst. */
static size_t count_best_moves(const char *said)
{
    static const char best[] = "bestmove ";
    size_t count = 0;
    for (const char *line = said; line != NULL && *line != '\0'; line = strchr(line, '\n')) {
        line += *line == '\n';
        count += strncmp(line, best, sizeof best - 1) == 0;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Error err = {""};
    char *said = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&said, &length);
    require(out != NULL);
    Uci *uci = uci_new("chess", out, &err);
    require(uci != NULL);
    char *lines = memory_new(size + 1, 1);
    memcpy(lines, data, size);
    size_t searches = 0;
    bool more = true;
    for (char *line = lines; more && line < lines + size; line += strlen(line) + 1) {
        line[strcspn(line, "\n")] = '\0';
        if (!is_tame(line) && strncmp(line, "position", sizeof "position" - 1) != 0) {
            continue;
        }
        more = uci_take(uci, line);
        /* A search may be one without an end. */
        more = more && uci_take(uci, "stop");
        const char *word = line + strspn(line, " \t");
        searches += strncmp(word, "go", 2) == 0 && strchr(" \t\r", word[2]) != NULL;
    }
    uci_free(uci);
    fclose(out);
    require(count_best_moves(said) == searches);
    free(lines);
    free(said);
    return 0;
}
