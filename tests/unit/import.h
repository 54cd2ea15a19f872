/* For tests of imported diagrams. */
#pragma once

#include "tests/unit/throwaway.h"

#include "engine/rules/diagram.h"

/* What came of an import; texts are owned. */
typedef struct Import {
    Text ini, warnings;
    Error err;
    Variant *variant; /* NULL where it was refused */
} Import;

static inline Import import_text(const char *text)
{
    Import import = {.err = {""}};
    text_init(&import.ini);
    text_init(&import.warnings);
    if (diagram_import("FILE", "game", text, strlen(text), &import.ini, &import.warnings,
                       &import.err)) {
        import.variant = variant_read("game", import.ini.data, import.ini.length, &import.err);
        assert_non_null(import.variant);
    } else {
        assert_int_equal(import.ini.length, 0);
    }
    return import;
}

static inline void import_release(Import *import)
{
    variant_free(import->variant);
    text_release(&import->ini);
    text_release(&import->warnings);
}

#define NONE "promoChoice=\n"
#define KING "king:K:K::e1\n"
