#include "engine/search/steps.h"

#include <string.h>

#include "engine/base/nearest.h"

static const char *const names[SEARCH_STEP_COUNT] = {
#define X(constant, name, what) [constant] = (name),
    SEARCH_STEPS(X)
#undef X
};

const char *search_step_name(SearchStep step) { return names[step]; }

static bool unknown(const char *word, Error *err)
{
    const char *meant = nearest_name(word, names, SEARCH_STEP_COUNT);
    Text all;
    text_init(&all);
    for (int i = 0; i < SEARCH_STEP_COUNT; i++)
        text_add(&all, "%s%s", i == 0 ? "" : ", ", names[i]);
    if (meant != NULL)
        error_set(err, "the search has no step \"%s\": \"%s\" is the nearest; there are %s", word,
                  meant, all.data);
    else
        error_set(err, "the search has no step \"%s\"; there are %s", word, all.data);
    text_release(&all);
    return false;
}

bool search_steps_read(const char *text, SearchSteps *steps, Error *err)
{
    static const char separators[] = " ,\t";
    SearchSteps found = 0;
    for (text += strspn(text, separators); *text != '\0'; text += strspn(text, separators)) {
        char word[32];
        size_t length = strcspn(text, separators);
        size_t kept = length < sizeof word - 1 ? length : sizeof word - 1;
        memcpy(word, text, kept);
        word[kept] = '\0';
        int step = 0;
        while (step < SEARCH_STEP_COUNT && strcmp(names[step], word) != 0)
            step++;
        if (step == SEARCH_STEP_COUNT)
            return unknown(word, err);
        found |= (SearchSteps)1 << step;
        text += length;
    }
    *steps = found;
    return true;
}
