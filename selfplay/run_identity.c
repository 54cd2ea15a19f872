#include "selfplay/run_identity.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"

static uint64_t hash_string(const char *string) { return hash_bytes(string, strlen(string)); }

static char *host_name(void)
{
    char name[256];
    if (gethostname(name, sizeof name) != 0) {
        return memory_copy_string("unknown");
    }
    name[sizeof name - 1] = '\0';
    return memory_copy_string(name);
}

void run_identity_init(RunIdentity *identity, const RunConfig *config, const Variant *variant,
                       const Weights *weights)
{
    Text text;
    text_init(&text);
    run_config_add_play_keys(config, &text);
    *identity = (RunIdentity){
        .config = memory_copy_string(text.data),
        .variant = memory_copy_string(variant->name),
        .rules_hash = variant->hash,
        .rules = memory_copy_string(variant->rules),
        .weights_hash = weights_hash(weights, variant),
        .version = memory_copy_string(version_release()),
        .revision = memory_copy_string(version_revision()),
        .host = host_name(),
    };
    text_clear(&text);
    weights_add_ini(weights, variant, &text);
    identity->weights = memory_copy_string(text.data);
    text_release(&text);

    uint64_t key = hash_add(hash_string(identity->config), identity->rules_hash);
    key = hash_add(key, identity->weights_hash);
    identity->key = hash_add(key, hash_string(identity->version));
}

void run_identity_release(RunIdentity *identity)
{
    free(identity->config);
    free(identity->variant);
    free(identity->rules);
    free(identity->weights);
    free(identity->version);
    free(identity->revision);
    free(identity->host);
    *identity = (RunIdentity){0};
}

/* The length of the line that starts at `text`, its end left out. */
static int line_length(const char *text) { return (int)strcspn(text, "\n"); }

/* Finds the first line in which two texts differ; false if they are equal. A text that has ended
 * goes on with empty lines. */
static bool first_difference(const char **a, const char **b)
{
    while (**a != '\0' || **b != '\0') {
        int a_length = line_length(*a);
        int b_length = line_length(*b);
        if (a_length != b_length || memcmp(*a, *b, (size_t)a_length) != 0) {
            return true;
        }
        *a += a_length + ((*a)[a_length] == '\n');
        *b += b_length + ((*b)[b_length] == '\n');
    }
    return false;
}

static bool texts_same(const char *what, const char *stored, const char *wanted, const char *file,
                       Error *err)
{
    const char *a = stored;
    const char *b = wanted;
    if (!first_difference(&a, &b)) {
        return true;
    }
    return error_set(err, "%s holds another run: its %s say '%.*s', this run's '%.*s'", file, what,
                     line_length(a), a, line_length(b), b);
}

bool run_identity_same(const RunIdentity *stored, const RunIdentity *wanted, const char *file,
                       Error *err)
{
    if (strcmp(stored->version, wanted->version) != 0) {
        return error_set(err, "%s holds another run: it was played by version %s, this is %s", file,
                         stored->version, wanted->version);
    }
    if (!texts_same("settings", stored->config, wanted->config, file, err)
        || !texts_same("rules", stored->rules, wanted->rules, file, err)
        || !texts_same("weights", stored->weights, wanted->weights, file, err)) {
        return false;
    }
    if (stored->key != wanted->key || stored->rules_hash != wanted->rules_hash
        || stored->weights_hash != wanted->weights_hash) {
        return error_set(err,
                         "%s holds another run: its settings, rules and weights read the same, but "
                         "its key is %016" PRIx64 ", not %016" PRIx64,
                         file, stored->key, wanted->key);
    }
    return true;
}
