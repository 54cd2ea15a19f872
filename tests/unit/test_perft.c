/* Move counts of the fast generator against published and independently made ones. */
#include "tests/unit/play.h"

#include "engine/rules/perft.h"
#include "tests/unit/known_variants.h"

/* Checked builds look at the whole position after each move: they leave out the largest counts. */
#ifdef NDEBUG
enum { LARGEST_COUNT = 1000000000 };
#else
enum { LARGEST_COUNT = 120000 };
#endif

/* Checks "FEN ;D1 20 ;D2 400 ..."; returns how many counts were compared. */
static int check_line(Position *position, char *line)
{
    char *counts = strstr(line, " ;");
    assert_non_null(counts);
    *counts = '\0';
    set_fen(position, line);
    check_fen(position, line);
    int compared = 0;
    for (char *at = counts + 1; at != NULL; at = strstr(at + 1, ";D")) {
        char *middle = NULL;
        char *end = NULL;
        const int depth = (int)strtol(at + 2, &middle, 10);
        const unsigned long long expected = strtoull(middle, &end, 10);
        assert_true(depth > 0 && *middle == ' ' && end > middle);
        if (expected > LARGEST_COUNT)
            continue;
        const unsigned long long found = perft(position, depth);
        if (found != expected)
            fail_msg("%s: %s: D%d is %llu, not %llu", position->variant->name, line, depth, found,
                     expected);
        compared++;
    }
    check_fen(position, line);
    return compared;
}

/* Returns how many counts were compared; the file must have more than `least` lines of them. */
static int check_file(const char *name, int least)
{
    Variant *variant = load_variant(name);
    Position position;
    position_init(&position, variant);
    char path[128], line[1024];
    snprintf(path, sizeof path, "tests/perft/%s.epd", variant->name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s is missing", path);
    int lines = 0, compared = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        assert_non_null(strchr(line, '\n')); /* none is cut */
        if (line[0] == '#')
            continue;
        compared += check_line(&position, line);
        lines++;
    }
    fclose(file);
    position_release(&position);
    variant_free(variant);
    assert_true(lines > least);
    return compared;
}

static void counts_and_fens_agree_with_the_perft_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < KNOWN_VARIANTS; i++)
        assert_true(check_file(known_variants[i], 60) > 120);
    for (size_t i = 0; i < TWEAKED_VARIANTS; i++)
        assert_true(check_file(tweaked_variants[i], 10) > 25);
}

/* Games that others have counted, too; the files say who. */
static void counts_agree_with_those_of_other_programs(void **state)
{
    (void)state;
    static const char *const names[] = {
        "shatranj",
        "capablanca",
        "grand",
        "knightmate",
        "makruk",
        "xiangqi",
        "different-armies:clobberers-clobberers",
        "different-armies:knights-knights",
        "different-armies:rookies-rookies",
        "different-armies:fides-rookies",
        "minixiangqi",
        "shako",
        "losalamos",
        "chigorin",
        "threekings",
        "extinction",
        "kinglet",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_true(check_file(names[i], 12) > 25);
}

static void the_start_is_the_first_line_of_the_perft_file(void **state)
{
    (void)state;
    for (size_t i = 0; i < KNOWN_VARIANTS + TWEAKED_VARIANTS; i++) {
        const char *name =
            i < KNOWN_VARIANTS ? known_variants[i] : tweaked_variants[i - KNOWN_VARIANTS];
        Variant *variant = load_variant(name);
        char path[128], line[1024] = "";
        snprintf(path, sizeof path, "tests/perft/%s.epd", variant->name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        assert_non_null(fgets(line, sizeof line, file));
        fclose(file);
        assert_string_equal(variant->name, name);
        assert_memory_equal(line, variant->start_fen, strlen(variant->start_fen));
        assert_memory_equal(line + strlen(variant->start_fen), " ;", 2);
        variant_free(variant);
    }
}

static void chess_counts_are_the_published_ones(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int depth;
        uint64_t count;
    } rows[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 3, 8902},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 4, 197281},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5, 4865609},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 3, 97862},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, 4085603},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 3, 2812},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 4, 43238},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
    };
    Variant *variant = load_variant("chess");
    Position position;
    position_init(&position, variant);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].count > LARGEST_COUNT)
            continue;
        set_fen(&position, rows[i].fen);
        assert_int_equal(perft(&position, rows[i].depth), rows[i].count);
    }
    position_release(&position);
    variant_free(variant);
}

static void a_depth_of_none_is_one_way(void **state)
{
    (void)state;
    Variant *variant = load_variant("chess");
    Position position;
    position_init(&position, variant);
    set_fen(&position, variant->start_fen);
    assert_int_equal(perft(&position, 0), 1);
    assert_int_equal(perft(&position, 1), 20);
    position_release(&position);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_and_fens_agree_with_the_perft_files),
        cmocka_unit_test(counts_agree_with_those_of_other_programs),
        cmocka_unit_test(the_start_is_the_first_line_of_the_perft_file),
        cmocka_unit_test(chess_counts_are_the_published_ones),
        cmocka_unit_test(a_depth_of_none_is_one_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
