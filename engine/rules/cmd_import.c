/* assay import: makes a variant file of the definition of an Interactive Diagram. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "engine/base/memory.h"
#include "engine/rules/diagram.h"

enum { NAME_SIZE = 48, NAME_KEY = 'n', OUT_KEY = 'o' };

typedef struct ImportOptions {
    const char *file, *name, *out;
} ImportOptions;

static const char import_doc[] =
    "Makes a variant file of the definition of an Interactive Diagram (H. G. Muller's, at "
    "chessvariants.com), as it is pasted, with or without its HTML, and prints it.\v"
    "FILE may be - for standard input. What was assumed stands in comments; what looks like a slip "
    "is a warning, too. What our keys cannot say is refused by its parameter; only parameters of "
    "looks are ignored. The result has been compiled: it will load.\n"
    "\n"
    "Rules are read from files, ranks, symmetry (mirror, rotate, none), royal, promoZone, "
    "maxPromote, promoChoice (letters; a digit behind one: on so many of the last ranks only; the "
    "piece's own letter: it may stay), stalemate, baring, morph, and the pieces, "
    "name:LETTER:moves:image:squares,,Black's squares. A king's moves may have isO2 and the like, "
    "and squares are a1 or a2-h2.\n"
    "\n"
    "Examples:\n"
    "  assay import diagram.txt -o mygame.ini\n"
    "  assay check mygame.ini";

static const struct argp_option import_options[] = {
    {.name = "out", .key = OUT_KEY, .arg = "FILE", .doc = "write to FILE, not to standard output"},
    {.name = "name",
     .key = NAME_KEY,
     .arg = "NAME",
     .doc = "what the variant is called [FILE without its ending]"},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    ImportOptions *options = state->input;
    switch (key) {
    case OUT_KEY: options->out = argument; return 0;
    case NAME_KEY: options->name = argument; return 0;
    case ARGP_KEY_ARG:
        if (options->file != NULL)
            argp_error(state, "one diagram at a time: '%s' and '%s'", options->file, argument);
        options->file = argument;
        return 0;
    case ARGP_KEY_END:
        if (options->file == NULL)
            argp_error(state, "which FILE?");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* The name that is asked for, or the file's without folder and ending. */
static bool choose_name(const ImportOptions *options, char name[NAME_SIZE], Error *err)
{
    if (options->name != NULL) {
        diagram_name(options->name, name, NAME_SIZE);
        return strcmp(name, options->name) == 0
               || error_set(err, "--name: '%s' is not small letters, digits and hyphens",
                            options->name);
    }
    const char *slash = strrchr(options->file, '/');
    char *stem = memory_copy_string(slash != NULL ? slash + 1 : options->file);
    char *dot = strrchr(stem, '.');
    if (dot != NULL)
        *dot = '\0';
    diagram_name(stem, name, NAME_SIZE);
    if (name[0] == '\0')
        diagram_name("diagram", name, NAME_SIZE);
    free(stem);
    return true;
}

static bool read_all(const char *path, Text *text, Error *err)
{
    char block[4096];
    size_t size;
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (file == NULL)
        return error_set(err, "%s: %s", path, strerror(errno));
    while ((size = fread(block, 1, sizeof block, file)) > 0)
        text_add_bytes(text, block, size);
    bool ok = !ferror(file) || error_set(err, "%s: %s", path, strerror(errno));
    if (!standard)
        fclose(file);
    return ok;
}

static bool write_all(const char *path, const Text *text, Error *err)
{
    FILE *file = path != NULL ? fopen(path, "wb") : stdout;
    if (file == NULL)
        return error_set(err, "%s: %s", path, strerror(errno));
    bool ok = fwrite(text->data, 1, text->length, file) == text->length;
    if (path != NULL)
        ok = (fclose(file) == 0) && ok;
    return ok || path == NULL || error_set(err, "%s: %s", path, strerror(errno));
}

static void print_warnings(const Text *warnings)
{
    for (const char *at = warnings->data; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        fprintf(stderr, "assay import: warning: %.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

static int import_run(int argc, char **argv)
{
    static const struct argp argp = {
        .options = import_options, .parser = parse_option, .args_doc = "FILE", .doc = import_doc};
    ImportOptions options = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &options);
    Error err = {""};
    char name[NAME_SIZE];
    Text text, ini, warnings;
    text_init(&text);
    text_init(&ini);
    text_init(&warnings);
    bool ok = choose_name(&options, name, &err) && read_all(options.file, &text, &err)
              && diagram_import(options.file, name, text.data, text.length, &ini, &warnings, &err);
    print_warnings(&warnings);
    ok = ok && write_all(options.out, &ini, &err);
    if (!ok)
        fprintf(stderr, "assay import: %s\n", err.text);
    text_release(&text);
    text_release(&ini);
    text_release(&warnings);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

const Command cmd_import = {
    .name = "import",
    .summary = "makes a variant file of an Interactive Diagram",
    .run = import_run,
};
