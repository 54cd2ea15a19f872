/* assay check: reads a variant and says what its rules are. */
#include <argp.h>
#include <stdio.h>

#include "commands.h"
#include "engine/rules/describe.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1 };

typedef struct CheckOptions {
    const char *variant;
    bool keys;
} CheckOptions;

static const char check_doc[] =
    "Reads a variant and prints its effective rules in words, the array and the moves of each piece.\v"
    "VARIANT is a name (NAME.ini in $ASSAY_PATH or configs/variants), a file, or FILE:NAME.\n"
    "\n"
    "Examples:\n"
    "  assay check naiad\n"
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

static int check_run(int argc, char **argv)
{
    static const struct argp argp
        = {.options = check_options, .parser = parse_option, .args_doc = "VARIANT", .doc = check_doc};
    CheckOptions options = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &options);
    Text text;
    text_init(&text);
    Error err = {""};
    Variant *variant = NULL;
    if (options.keys)
        describe_keys(&text);
    if (options.variant != NULL) {
        variant = variant_load(options.variant, &err);
        if (variant != NULL)
            describe_variant(variant, &text);
    }
    bool ok = options.variant == NULL || variant != NULL;
    if (ok)
        fputs(text.data, stdout);
    else
        fprintf(stderr, "assay check: %s\n", err.text);
    variant_free(variant);
    text_release(&text);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

const Command cmd_check = {
    .name = "check",
    .summary = "reads a variant and prints its rules in plain words",
    .run = check_run,
};
