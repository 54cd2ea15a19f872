/* `assay bench`: how fast moves are counted and searched, and the search's signature: the number of
 * nodes of a fixed set of searches, which changes whenever play does. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "commands.h"
#include "engine/rules/perft.h"
#include "engine/search/searcher.h"

enum {
    DEFAULT_DEPTH = 11,
    DEFAULT_PERFT = 6,
    PERFT_ENOUGH = 1000000, /* counted at a depth: no deeper */
    TABLE_BYTES = 2 << 20,  /* as in self-play */
    MAX_VARIANTS = 64,
};

static const char *const default_variants[] = {
    "chess",      "capablanca", "shatranj",
    "naiad",      "weak-naiad", "large-nahbi",
    "nihisci",    "noble-wing", "nearlydouble-wildebeest",
    "crazyhouse",
};

/* Searched besides the start position: middle games and end games. Of the variant that is named so.
 */
static const struct {
    const char *variant;
    const char *fen;
} positions[] = {
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {"chess", "r3k1nr/p2nN3/1p4p1/1PP2p1p/5P1P/7R/1PPBP1P1/R1Q1KBN1 w Qkq - 0 16"},
    {"chess", "2k5/7b/8/8/8/6R1/1B4K1/8 w - - 2 63"},
    {"naiad", "ryq1k3/p1ppnp2/nyp3pr/1p5p/1P1P4/P1P2Q1P/4PPP1/RNY1KYNR b KQq - 7 11"},
    {"naiad", "5k2/8/1pp5/R2Q4/6P1/3p4/1P1b1K2/1R6 b - - 3 74"},
    {"weak-naiad", "ryq1k3/p1ppnp2/nyp3pr/1p5p/1P1P4/P1P2Q1P/4PPP1/RNY1KYNR b KQq - 7 11"},
    {"weak-naiad", "5k2/8/1pp5/R2Q4/6P1/3p4/1P1b1K2/1R6 b - - 3 74"},
};
enum { POSITIONS = sizeof positions / sizeof positions[0] };

typedef struct Options {
    const char *variants[MAX_VARIANTS];
    int variant_count;
    int depth;
    int perft_depth;
    bool signature;
} Options;

typedef struct Measure {
    int perft_depth;
    uint64_t perft_nodes, search_nodes;
    double perft_seconds, search_seconds;
} Measure;

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The shallowest perft that counts enough to be timed, or that of the depth wanted. */
static void measure_perft(Measure *measure, Position *position, int deepest)
{
    do {
        double start = processor_seconds();
        measure->perft_nodes = perft(position, ++measure->perft_depth);
        measure->perft_seconds = processor_seconds() - start;
    } while (measure->perft_nodes < PERFT_ENOUGH && measure->perft_depth < deepest);
}

static void measure_search(Measure *measure, Searcher *searcher, Position *position, int depth)
{
    SearchLimits limits = {.depth = depth};
    searcher_clear(searcher);
    double start = processor_seconds();
    SearchResult result = searcher_search(searcher, position, &limits);
    measure->search_seconds += processor_seconds() - start;
    measure->search_nodes += result.nodes;
}

static bool measure_positions(Measure *measure, Searcher *searcher, Position *position,
                              const Options *options, Error *err)
{
    if (!position_set_start(position, err))
        return false;
    measure_perft(measure, position, options->perft_depth);
    measure_search(measure, searcher, position, options->depth);
    for (int i = 0; i < POSITIONS; i++) {
        if (strcmp(positions[i].variant, position->variant->name) != 0)
            continue;
        if (!position_set_fen(position, positions[i].fen, err))
            return false;
        measure_search(measure, searcher, position, options->depth);
    }
    return true;
}

static bool measure_variant(Measure *measure, const char *name, const Options *options, Error *err)
{
    Variant *variant = variant_load(name, err);
    if (variant == NULL)
        return false;
    *measure = (Measure){.perft_nodes = 0};
    Weights weights;
    bool ok = weights_load_default(&weights, variant, err);
    if (ok) {
        Position position;
        position_init(&position, variant);
        Searcher *searcher = searcher_new(variant, &weights, TABLE_BYTES);
        ok = measure_positions(measure, searcher, &position, options, err);
        searcher_free(searcher);
        position_release(&position);
    }
    variant_free(variant);
    return ok;
}

static double per_second(uint64_t nodes, double seconds)
{
    return seconds > 0 ? (double)nodes / seconds : 0;
}

static void print_measure(const char *name, const Measure *measure, const Options *options)
{
    if (options->signature) {
        printf("%s perft %d: %llu search %d: %llu\n", name, measure->perft_depth,
               (unsigned long long)measure->perft_nodes, options->depth,
               (unsigned long long)measure->search_nodes);
        return;
    }
    printf("%-24s %5d %12llu %8.3f %8.2f %12llu %8.3f %8.2f\n", name, measure->perft_depth,
           (unsigned long long)measure->perft_nodes, measure->perft_seconds,
           per_second(measure->perft_nodes, measure->perft_seconds) * 1e-6,
           (unsigned long long)measure->search_nodes, measure->search_seconds,
           per_second(measure->search_nodes, measure->search_seconds) * 1e-6);
    fflush(stdout);
}

static void print_head(const Options *options)
{
    printf("perft to the first depth that counts a million, searches to depth %d; s is processor "
           "seconds,\nM/s million nodes in one\n\n",
           options->depth);
    printf("%-24s %5s %12s %8s %8s %12s %8s %8s\n", "variant", "depth", "perft", "s", "M/s",
           "signature", "s", "M/s");
}

static void print_foot(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        printf("\npeak memory %.1f MB\n", (double)usage.ru_maxrss / 1024);
}

static int option_number(const char *text, int most, struct argp_state *state)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < 1 || number > most)
        argp_error(state, "'%s' is not a depth from 1 to %d", text, most);
    return (int)number;
}

static error_t parse_option(int key, char *value, struct argp_state *state)
{
    Options *options = state->input;
    switch (key) {
    case 'd': options->depth = option_number(value, MAX_PLY - 1, state); return 0;
    case 'p': options->perft_depth = option_number(value, 9, state); return 0;
    case 's': options->signature = true; return 0;
    case ARGP_KEY_ARG:
        if (options->variant_count == MAX_VARIANTS)
            argp_error(state, "more than %d variants", MAX_VARIANTS);
        options->variants[options->variant_count++] = value;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_table[] = {
    {"depth", 'd', "PLIES", 0, "depth of the searches (11)", 0},
    {"perft", 'p', "PLIES", 0, "depth of perft at most (6): it stops once a million are counted",
     0},
    {"signature", 's', NULL, 0, "print only what is the same on every machine", 0},
    {0},
};

static int run(int argc, char **argv)
{
    const struct argp argp = {.options = option_table,
                              .parser = parse_option,
                              .args_doc = "[VARIANT...]",
                              .doc =
                                  "Measures speed: moves counted (perft) and searched from the "
                                  "start position and from fixed ones, one thread. The signature "
                                  "is the number of nodes searched. Without arguments: chess, "
                                  "capablanca, shatranj and our own five games with the weak "
                                  "form of Naiad Chess.\v"
                                  "Example:\n"
                                  "  assay bench chess noble-wing"};
    Options options = {.depth = DEFAULT_DEPTH, .perft_depth = DEFAULT_PERFT};
    if (argp_parse(&argp, argc, argv, 0, NULL, &options) != 0)
        return EXIT_USAGE;
    if (options.variant_count == 0) {
        options.variant_count = sizeof default_variants / sizeof default_variants[0];
        memcpy(options.variants, default_variants, sizeof default_variants);
    }
    if (!options.signature)
        print_head(&options);
    for (int i = 0; i < options.variant_count; i++) {
        Measure measure;
        Error err = {""};
        if (!measure_variant(&measure, options.variants[i], &options, &err)) {
            fprintf(stderr, "assay bench: %s\n", err.text);
            return EXIT_FAILED;
        }
        print_measure(options.variants[i], &measure, &options);
    }
    if (!options.signature)
        print_foot();
    return EXIT_DONE;
}

const Command cmd_bench = {"bench", "measures speed and prints the search's signature", run};
