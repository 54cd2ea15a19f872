/* Counts moves with the slow reference.
 *
 *     ref_perft VARIANT DEPTH [--fen FEN]      the count of each first move and the sum
 *     ref_perft VARIANT DEPTH FILE.epd         compares the counts ;D1 to ;DDEPTH of each line
 *
 * Exit 0 if all is well, 1 if a count differs or a position is refused, 2 for wrong usage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/reference.h"

/* Prints each successor with its count, and the sum. */
static int divide(const RefPosition *position, int depth)
{
    RefPosition *successors = malloc(REF_MAX_MOVES * sizeof *successors);
    if (!successors)
        return 1;
    const int count = ref_moves(position, successors, REF_MAX_MOVES);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        char fen[REF_FEN_SIZE];
        ref_to_fen(&successors[i], fen, sizeof fen);
        const uint64_t nodes = ref_perft(&successors[i], depth - 1);
        printf("%s: %llu\n", fen, (unsigned long long)nodes);
        sum += nodes;
    }
    free(successors);
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}

/* Compares the counts of one line. Returns how many differ. */
static int compare_line(const char *variant, char *line, int depth, int number)
{
    char *counts = strchr(line, ';');
    if (!counts)
        return 0;
    char *end = counts;
    while (end > line && end[-1] == ' ')
        end--;
    counts++;
    *end = '\0';
    RefPosition position;
    char message[256];
    if (!ref_from_fen(&position, variant, line, message, sizeof message)) {
        printf("line %d: %s\n", number, message);
        return 1;
    }
    char fen[REF_FEN_SIZE];
    ref_to_fen(&position, fen, sizeof fen);
    int wrong = strcmp(fen, line) != 0;
    if (wrong)
        printf("line %d: is written back as %s\n", number, fen);
    while (counts) {
        char *middle;
        char *behind;
        const int ply = (int)strtol(counts + 1, &middle, 10);
        const unsigned long long expected = strtoull(middle, &behind, 10);
        if (counts[0] != 'D' || behind == middle)
            break;
        const unsigned long long found = ply <= depth ? ref_perft(&position, ply) : expected;
        if (found != expected) {
            printf("line %d: D%d is %llu, not %llu: %s\n", number, ply, found, expected, line);
            wrong++;
        }
        counts = strchr(counts, ';');
        counts = counts ? counts + 1 : NULL;
    }
    return wrong;
}

static int compare_file(const char *variant, const char *path, int depth)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return 1;
    }
    char line[1024];
    int number = 0;
    int wrong = 0;
    while (fgets(line, sizeof line, file))
        wrong += compare_line(variant, line, depth, ++number);
    fclose(file);
    printf("%s: %d lines, %d differences\n", path, number, wrong);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    char *end = NULL;
    const long depth = argc >= 3 ? strtol(argv[2], &end, 10) : 0;
    if (argc < 3 || argc > 5 || depth < 1 || depth > 20 || *end) {
        fprintf(stderr, "usage: ref_perft VARIANT DEPTH [--fen FEN | FILE.epd]\n");
        return 2;
    }
    if (argc == 4)
        return compare_file(argv[1], argv[3], (int)depth);
    if (argc == 5 && strcmp(argv[3], "--fen") != 0) {
        fprintf(stderr, "ref_perft: '%s' is not --fen\n", argv[3]);
        return 2;
    }
    const char *fen = argc == 5 ? argv[4] : ref_start_fen(argv[1]);
    RefPosition position;
    char message[256];
    if (!ref_from_fen(&position, argv[1], fen ? fen : "", message, sizeof message)) {
        fprintf(stderr, "ref_perft: %s\n", message);
        return 1;
    }
    return divide(&position, (int)depth);
}
