/* Ways: rows of one layout lead where the variant's own targets lead, on boards of every size. */
#include "tests/unit/play.h"

#include "engine/rules/targets.h"
#include "engine/search/ways.h"

enum { GAMES = 4, PLIES = 80 };

typedef struct Seen {
    int pieces[WAYS_SHAPES]; /* that were held against the targets */
    bool words[5];
} Seen;

static void check_piece(const Position *position, const Ways *ways, unsigned square, Seen *seen)
{
    const int words = position->variant->words;
    const Colour colour = piece_colour(position->board[square]);
    const unsigned type = piece_type(position->board[square]);
    Set expected = set_empty(), found = set_empty();
    targets_find(&expected, position, &position->variant->targets[colour][type][square], colour,
                 words);
    ways_reach(&found, ways, colour, square, &position->occupied, ways->shape != WAYS_LEAPS, words);
    for (int word = 0; word < words; word++)
        found.word[word] &= ~position->of_colour[colour].word[word];
    if (!set_equal(&expected, &found))
        fail_msg("%s: the piece on square %u goes elsewhere", position->variant->name, square);
    seen->pieces[ways->shape]++;
    seen->words[words] = true;
}

static void check_position(const Position *position, const Ways *ways, Seen *seen)
{
    SET_EACH(square, &position->occupied)
    {
        const Ways *own = &ways[piece_type(position->board[square])];
        if (own->shape != WAYS_NONE)
            check_piece(position, own, square, seen);
    }
}

/* Plays a move after another was tried in its place, so that rows are followed anew and take up
 * what they knew before. */
static bool play_on(Position *position, const Ways *ways, Random *random, Move *moves, Seen *seen)
{
    if (!make_random(position, random, moves))
        return false;
    check_position(position, ways, seen);
    position_undo(position);
    check_position(position, ways, seen);
    make_random(position, random, moves);
    check_position(position, ways, seen);
    return true;
}

static void check_variant(const Variant *variant, Seen *seen)
{
    Random random;
    random_init_keyed(&random, 12, RANDOM_TEST, 0);
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    Ways ways[MAX_TYPES];
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        ways_init(&ways[type], variant, type);
    Position position;
    position_init(&position, variant);
    for (int game = 0; game < GAMES; game++) {
        set_fen(&position, variant->start_fen);
        for (int ply = 0; ply < PLIES && play_on(&position, ways, &random, moves, seen); ply++)
            continue;
    }
    position_release(&position);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        ways_release(&ways[type]);
    free(moves);
}

static void ways_lead_where_the_targets_lead(void **state)
{
    (void)state;
    Seen seen = {.pieces = {0}};
    glob_t files = shipped_variants();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Variant *variant = load_variant(files.gl_pathv[i]);
        check_variant(variant, &seen);
        variant_free(variant);
    }
    globfree(&files);
    assert_true(seen.pieces[WAYS_LEAPS] > 1000);
    assert_true(seen.pieces[WAYS_TWO] > 1000);
    assert_true(seen.pieces[WAYS_FOUR] > 1000);
    assert_true(seen.words[1] && seen.words[2]);
}

static Variant *read_variant(const char *text)
{
    Error err = {""};
    Variant *variant = variant_read("test.ini", text, strlen(text), &err);
    if (variant == NULL)
        fail_msg("%s", err.text);
    return variant;
}

/* Slides that only rise for one colour and only fall for the other, and more of them than any shape
 * of its own has; on the largest boards, too. */
static void slides_of_any_number_have_ways(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[lances:chess]\ncustomPiece1 = q:fR\ncustomPiece2 = n:fsRfB\n",
        "[lances:large-nahbi]\ncustomPiece1 = n:fR\n",
        "[riders:chess]\ncustomPiece1 = n:NN\ncustomPiece2 = b:NNB\n",
    };
    Seen seen = {.pieces = {0}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Variant *variant = read_variant(texts[i]);
        check_variant(variant, &seen);
        variant_free(variant);
    }
    assert_true(seen.pieces[WAYS_OTHER] > 500);
}

static void colours_share_rows_that_are_the_same(void **state)
{
    (void)state;
    Variant *variant = read_variant("[lances:chess]\ncustomPiece1 = n:fR\n");
    Ways lance, queen, pawn;
    ways_init(&lance, variant, variant_type(variant, 'N'));
    ways_init(&queen, variant, variant_type(variant, 'Q'));
    ways_init(&pawn, variant, variant_type(variant, 'P'));
    assert_ptr_not_equal(lance.rows[WHITE], lance.rows[BLACK]);
    assert_ptr_equal(queen.rows[WHITE], queen.rows[BLACK]);
    assert_int_equal(pawn.shape, WAYS_NONE);
    ways_release(&lance);
    ways_release(&queen);
    ways_release(&pawn);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_lead_where_the_targets_lead),
        cmocka_unit_test(slides_of_any_number_have_ways),
        cmocka_unit_test(colours_share_rows_that_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
