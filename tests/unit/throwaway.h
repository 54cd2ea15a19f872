/* Variants of one test: a piece U to be tested, and stones S, on a board of any size. */
#pragma once

#include "tests/unit/play.h"

#include <unistd.h>

/* Writes bytes to a new file of the folder for such; `path` has room for 64. */
static inline void write_throwaway(const char *bytes, size_t length, char path[64])
{
    snprintf(path, 64, "/tmp/assay-test-XXXXXX");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Loads a section of an INI text, for NULL the first; NULL and `err` on failure, in which the file
 * is called FILE. */
static inline Variant *load_text_section(const char *text, const char *section, Error *err)
{
    char path[64], name[128];
    write_throwaway(text, strlen(text), path);
    snprintf(name, sizeof name, section != NULL ? "%s:%s" : "%s", path, section);
    Variant *variant = variant_load(name, err);
    unlink(path);
    for (char *at; variant == NULL && (at = strstr(err->text, path)) != NULL;) {
        memcpy(at, "FILE", 4);
        memmove(at + 4, at + strlen(path), strlen(at + strlen(path)) + 1);
    }
    return variant;
}

static inline Variant *load_text(const char *text, Error *err)
{
    return load_text_section(text, NULL, err);
}

/* The same of a text that is right. */
static inline Variant *must_load_text(const char *text)
{
    Error err = {""};
    Variant *variant = load_text(text, &err);
    if (variant == NULL)
        fail_msg("of\n%s\nis said \"%s\"", text, err.text);
    return variant;
}

/* A text that is refused, and what the message begins with and says. */
typedef struct Fault {
    const char *text, *begins, *says;
} Fault;

static inline void check_message(const Fault *fault, const char *message)
{
    if (strncmp(message, fault->begins, strlen(fault->begins)) != 0
        || strstr(message, fault->says) == NULL)
        fail_msg("of\n%s\nis said \"%s\", which does not begin with \"%s\" or has no \"%s\"",
                 fault->text, message, fault->begins, fault->says);
}

/* Variant files that are refused. */
static inline void check_faults(const Fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Error err = {""};
        if (load_text(faults[i].text, &err) != NULL)
            fail_msg("accepted:\n%s", faults[i].text);
        check_message(&faults[i], err.text);
    }
}

#define CHECK_FAULTS(faults) check_faults(faults, sizeof(faults) / sizeof(faults)[0])

/* The beginning of a variant on a small board: the king K alone on each side. */
#define SMALL_BOARD "[a]\nmaxFile = d\nmaxRank = 4\npiece.king = K:K\n"
#define SMALL_ARRAY "startFen = 3k/4/4/K3 w - - 0 1\n"

/* A variant of `files` x `ranks` whose piece U moves as `string` says; its first-move rights hold
 * on the second rank of its side. Kings stand in far corners of the array. */
static inline Variant *load_piece(const char *string, int files, int ranks, Error *err)
{
    Text text;
    text_init(&text);
    text_add(&text,
             "[throwaway]\n"
             "maxFile = %d\n"
             "maxRank = %d\n"
             "piece.tested = U:%s\n"
             "piece.stone = S:mW\n"
             "piece.king = K:K\n"
             "pawnTypes = u\n"
             "doubleStepRegionWhite = *2\n"
             "promotionPieceTypes = -\n"
             "startFen = ",
             files, ranks, string);
    for (int rank = ranks; rank >= 1; rank--) {
        int gap = rank == 1 || rank == ranks ? files - 1 : files;
        text_add(&text, "%s", rank == ranks ? "k" : "");
        if (gap > 0)
            text_add(&text, "%d", gap);
        text_add(&text, "%s", rank == 1 ? "K" : "/");
    }
    text_add(&text, " w - - 0 1\n");
    Variant *variant = load_text(text.data, err);
    text_release(&text);
    return variant;
}
