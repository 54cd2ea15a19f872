/* Any bytes as a variant file: it is refused with a message, or compiled without going on for ever,
 * and played. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "engine/base/random.h"
#include "engine/rules/movegen.h"
#include "engine/rules/notation.h"
#include "engine/rules/outcome.h"
#include "engine/rules/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The limits of the compiler keep it to about two seconds on a quiet machine. */
enum { PLIES = 40, MOST_SECONDS = 60 };

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

/* A few random moves, all of them taken back. */
static void play(const Variant *variant)
{
    Position position;
    Random random;
    Error err = {""};
    position_init(&position, variant);
    random_init_keyed(&random, variant->hash, RANDOM_TEST, 0);
    require(position_set_start(&position, &err)); /* the loader has tried it */
    uint64_t key = position.key;
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    for (int ply = 0; ply < PLIES; ply++) {
        int count = generate_legal(&position, moves);
        require((count == 0) <= (position_outcome(&position).reason != END_NONE));
        if (count == 0) {
            break;
        }
        Move move = moves[random_below(&random, (uint32_t)count)];
        char text[MAX_MOVE_TEXT];
        move_to_text(&position, move, text);
        require(move_is_pseudo_legal(&position, move));
        position_make(&position, move);
        require(position_ok(&position));
    }
    while (position.ply > 0) {
        position_undo(&position);
    }
    require(position.key == key && position_ok(&position));
    free(moves);
    position_release(&position);
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/assay-fuzz-%ld.ini", (long)getpid());
    FILE *file = fopen(path, "wb");
    require(file != NULL);
    require(fwrite(data, 1, size, file) == size);
    require(fclose(file) == 0);
    Error err = {""};
    double start = processor_seconds();
    Variant *variant = variant_load(path, &err);
    unlink(path);
    require(processor_seconds() - start < MOST_SECONDS);
    require(variant != NULL || err.text[0] != '\0');
    if (variant != NULL) {
        play(variant);
    }
    variant_free(variant);
    return 0;
}
