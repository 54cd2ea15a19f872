/* assay check: reads a variant and says what its rules are. */
#include <argp.h>
#include <stdio.h>
#include <unistd.h>

#include "commands.h"
#include "engine/base/ini.h"
#include "engine/rules/describe.h"
#include "engine/rules/describe_keys.h"
#include "engine/rules/idle.h"

typedef struct CheckOptions {
    const char *variant;
    bool keys;
} CheckOptions;

static const char check_doc[] = "Reads a variant and prints its effective rules in words, the "
                                "array and the moves of each piece.\v"
                                "VARIANT is a name (NAME.ini in $ASSAY_PATH, configs/variants or "
                                "its fairy-stockfish), a file, or\n"
                                "FILE:NAME. A file with several variants gives a line for each, "
                                "loaded or refused, and a count; the exit\n"
                                "is 0 if all are loaded, else 1. Files that use no key of Assay's "
                                "own are read as Fairy-Stockfish reads\n"
                                "them, or refused.\n"
                                "\n"
                                "Examples:\n"
                                "  assay check naiad\n"
                                "  assay check variants.ini\n"
                                "  assay check variants.ini:wildebeest\n"
                                "  assay check --keys";

static const struct argp_option check_options[] = {
    {.name = "keys", .key = 'k', .doc = "print the manual of all keys of a variant file"},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    CheckOptions *options = state->input;
    switch (key) {
    case 'k': options->keys = true; return 0;
    case ARGP_KEY_ARG:
        if (options->variant != NULL)
            argp_error(state, "one variant at a time: '%s' and '%s'", options->variant, argument);
        options->variant = argument;
        return 0;
    case ARGP_KEY_END:
        if (options->variant == NULL && !options->keys)
            argp_error(state, "which VARIANT?");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* A line for each variant of a file, and how many there are of each kind. */
static int check_all(const Ini *ini)
{
    size_t loaded = 0;
    for (size_t i = 0; i < ini->section_count; i++) {
        Error err = {""};
        Text name;
        text_init(&name);
        text_add(&name, "%s:%s", ini->file, ini->sections[i].name);
        Variant *variant = variant_load(name.data, &err);
        if (variant != NULL)
            printf("%s: loaded\n", ini->sections[i].name);
        else
            printf("%s: refused: %s\n", ini->sections[i].name, err.text);
        loaded += variant != NULL;
        variant_free(variant);
        text_release(&name);
    }
    printf("%zu loaded, %zu refused\n", loaded, ini->section_count - loaded);
    return loaded == ini->section_count ? EXIT_DONE : EXIT_FAILED;
}

static int check_one(const char *name)
{
    Error err = {""};
    Variant *variant = variant_load(name, &err);
    if (variant == NULL) {
        fprintf(stderr, "assay check: %s\n", err.text);
        return EXIT_FAILED;
    }
    Text text;
    text_init(&text);
    describe_variant(variant, &text);
    idle_add_text(variant, &text);
    fputs(text.data, stdout);
    text_release(&text);
    variant_free(variant);
    return EXIT_DONE;
}

static int check_run(int argc, char **argv)
{
    static const struct argp argp = {
        .options = check_options, .parser = parse_option, .args_doc = "VARIANT", .doc = check_doc};
    CheckOptions options = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &options);
    if (options.keys) {
        Text text;
        text_init(&text);
        describe_keys(&text);
        fputs(text.data, stdout);
        text_release(&text);
    }
    if (options.variant == NULL)
        return EXIT_DONE;
    Ini ini;
    Error err = {""};
    bool several =
        access(options.variant, R_OK) == 0 && ini_read_file_repeats(&ini, options.variant, &err);
    if (several && ini.section_count > 1) {
        int status = check_all(&ini);
        ini_release(&ini);
        return status;
    }
    if (several)
        ini_release(&ini);
    return check_one(options.variant);
}

const Command cmd_check = {
    .name = "check",
    .summary = "reads a variant and prints its rules in plain words",
    .run = check_run,
};
