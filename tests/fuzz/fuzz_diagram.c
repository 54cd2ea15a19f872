/* Any bytes as the definition of a diagram: it is refused with a message that names the file, and
 * nothing is left behind, or what is made of it loads. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/diagram.h"
#include "engine/rules/variant.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text ini, warnings;
    Error err = {""};
    text_init(&ini);
    text_init(&warnings);
    if (diagram_import("f", "fuzz", (const char *)data, size, &ini, &warnings, &err)) {
        Variant *variant = variant_read("f.ini", ini.data, ini.length, &err);
        require(variant != NULL && err.text[0] == '\0');
        require(strcmp(variant->name, "fuzz") == 0);
        variant_free(variant);
    } else {
        require(strncmp(err.text, "f:", 2) == 0 && ini.length == 0);
    }
    text_release(&ini);
    text_release(&warnings);
    return 0;
}
