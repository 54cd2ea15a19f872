/* Any bytes as XBetza: refused with a message, or compiled on a small board to what has the same
 * number of moves each time. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/betza.h"
#include "engine/rules/path.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_PATHS = 20000, MOST_LEAPS = 50000 };

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

/* A path stays on the board and names each square once. */
static bool check_path(const Path *path, void *context)
{
    int *paths = context;
    require(path->count > 0 || path->to == path->from);
    for (int i = 0; i < path->count; i++) {
        require(path->elements[i].square < 30 && path->elements[i].square != path->from);
        require(path->elements[i].allow != 0);
        for (int j = 0; j < i; j++) {
            require(path->elements[i].square != path->elements[j].square);
        }
    }
    require(path->to < 30);
    return ++*paths < MOST_PATHS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *string = memory_new(size + 1, 1);
    BetzaPiece *piece = memory_new(1, sizeof *piece);
    Error err = {""};
    memcpy(string, data, size);
    if (betza_parse(piece, string, &err)) {
        require(piece->move_count > 0 && piece->move_count <= BETZA_MAX_MOVES);
        for (int i = 0; i < piece->move_count; i++) {
            require(piece->moves[i].leg_count > 0 && piece->moves[i].leg_count <= BETZA_MAX_LEGS);
            int paths = 0;
            long leaps = MOST_LEAPS;
            const Board board = {.files = 5, .ranks = 6};
            path_visit(board, WHITE, 12, &piece->moves[i], &leaps, check_path, &paths);
            path_visit(board, BLACK, 0, &piece->moves[i], &leaps, check_path, &paths);
            require(leaps >= 0 && leaps < MOST_LEAPS);
        }
    } else {
        require(err.text[0] != '\0');
    }
    free(piece);
    free(string);
    return 0;
}
