/* The optimal string alignment distance (Damerau 1964, as restricted by Boytsov 2011), of which
 * only the last three rows of the table are kept. Costs are in half changes. */
#include "engine/base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum {
    NEAREST_MAX_LENGTH = 63, /* longer names have no neighbours */
    NEAREST_CHANGE = 2,
    NEAREST_CASE = 1,
};

static int nearest_min(int a, int b) { return a < b ? a : b; }

static int nearest_change(char a, char b)
{
    if (a == b) {
        return 0;
    }
    bool same_letter = tolower((unsigned char)a) == tolower((unsigned char)b);
    return same_letter ? NEAREST_CASE : NEAREST_CHANGE;
}

/* The distance of two names of at most NEAREST_MAX_LENGTH letters. */
static int nearest_distance(const char *a, const char *b)
{
    int rows[3][NEAREST_MAX_LENGTH + 1];
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = (int)j * NEAREST_CHANGE;
    }
    for (size_t i = 1; i <= a_length; i++) {
        const int *before = rows[(i + 1) % 3]; /* row i - 2, valid from i = 2 */
        const int *above = rows[(i - 1) % 3];
        int *row = rows[i % 3];
        row[0] = (int)i * NEAREST_CHANGE;
        for (size_t j = 1; j <= b_length; j++) {
            int cost = above[j - 1] + nearest_change(a[i - 1], b[j - 1]);
            cost = nearest_min(cost, above[j] + NEAREST_CHANGE);
            cost = nearest_min(cost, row[j - 1] + NEAREST_CHANGE);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                cost = nearest_min(cost, before[j - 2] + NEAREST_CHANGE);
            }
            row[j] = cost;
        }
    }
    return rows[a_length % 3][b_length];
}

const char *nearest_name(const char *name, const char *const *names, size_t count)
{
    size_t length = strlen(name);
    if (length == 0 || length > NEAREST_MAX_LENGTH) {
        return NULL;
    }
    int allowed = NEAREST_CHANGE * (length < 6 ? 1 : (int)(length / 3));
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        if (strlen(names[i]) > NEAREST_MAX_LENGTH) {
            continue;
        }
        int distance = nearest_distance(name, names[i]);
        if (distance <= allowed) {
            nearest = names[i];
            allowed = distance - 1;
        }
    }
    return nearest;
}
