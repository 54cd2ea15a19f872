#include "selfplay/xboard_features.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/nearest.h"

void xboard_features_init(XboardFeatures *features, const char *name)
{
    *features = (XboardFeatures){.name = memory_copy_string(name), .reuse = true, .time = true};
}

void xboard_features_release(XboardFeatures *features)
{
    for (size_t i = 0; i < features->option_count; i++)
        free(features->options[i]);
    free(features->options);
    free(features->variants);
    free(features->name);
    *features = (XboardFeatures){0};
}

static void keep(char **field, const char *value)
{
    free(*field);
    *field = memory_copy_string(value);
}

/* "NAME -TYPE ..." */
static void add_option(XboardFeatures *features, const char *value)
{
    features->options = memory_grow(features->options, features->option_count,
                                    &features->option_capacity, sizeof *features->options);
    char *name = memory_copy_string(value);
    char *end = strstr(name, " -");
    if (end != NULL)
        *end = '\0';
    features->options[features->option_count++] = name;
}

/* Takes in one feature; false if it is not accepted. */
static bool take(XboardFeatures *features, const char *name, const char *value)
{
    const struct {
        const char *name;
        bool *field;
    } switches[] = {
        {"ping", &features->ping}, {"usermove", &features->usermove}, {"memory", &features->memory},
        {"smp", &features->smp},   {"reuse", &features->reuse},       {"time", &features->time},
        {"done", &features->done},
    };
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (strcmp(name, switches[i].name) == 0) {
            *switches[i].field = value[0] == '1';
            return true;
        }
    if (strcmp(name, "myname") == 0)
        keep(&features->name, value);
    else if (strcmp(name, "variants") == 0)
        keep(&features->variants, value);
    else if (strcmp(name, "option") == 0)
        add_option(features, value);
    else
        /* Commands that we never send, but for these: moves are written by squares. */
        return strcmp(name, "san") != 0 || value[0] == '0';
    return true;
}

void xboard_features_read(XboardFeatures *features, const char *line, XboardAnswer *answer,
                          void *context)
{
    static const char start[] = "feature ";
    if (strncmp(line, start, sizeof start - 1) != 0)
        return;
    char *copy = memory_copy_string(line + sizeof start - 1);
    bool good = true;
    for (char *at = copy; good && *(at += strspn(at, " \t")) != '\0';) {
        char *name = at;
        at += strcspn(at, "=");
        if (*at == '\0')
            break;
        *at++ = '\0';
        const bool quoted = *at == '"';
        char *value = at + quoted;
        at = value + strcspn(value, quoted ? "\"" : " \t");
        if (*at != '\0')
            *at++ = '\0';
        good = answer(context, name, take(features, name, value));
    }
    free(copy);
}

bool xboard_features_has_variant(const XboardFeatures *features, const char *name)
{
    if (features->variants == NULL)
        return strcmp(name, "normal") == 0;
    const size_t length = strlen(name);
    for (const char *at = features->variants; *at != '\0';) {
        const size_t word = strcspn(at, ", ");
        if (word == length && strncmp(at, name, length) == 0)
            return true;
        at += word;
        at += strspn(at, ", ");
    }
    return false;
}

bool xboard_features_check_option(const XboardFeatures *features, const char *option, Error *err)
{
    char *name = memory_copy_string(option);
    name[strcspn(name, "=")] = '\0';
    bool found = false;
    for (size_t i = 0; i < features->option_count && !found; i++)
        found = strcmp(features->options[i], name) == 0;
    if (!found) {
        const char *meant =
            nearest_name(name, (const char *const *)features->options, features->option_count);
        error_set(err, "no option '%s'%s%s%s", name, meant != NULL ? ": '" : "",
                  meant != NULL ? meant : "", meant != NULL ? "' is the nearest" : "");
    }
    free(name);
    return found;
}
