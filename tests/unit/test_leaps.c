/* Leaps: shifts of whole sets go where the move generator goes, on boards of every size. */
#include "tests/unit/play.h"

#include "engine/rules/targets.h"
#include "engine/search/leaps.h"

enum { GAMES = 4, PLIES = 80 };

typedef struct Seen {
    int pieces; /* that were held against the generator */
    bool words[5];
} Seen;

/* Where the moves of the piece on a square lead, without those that leaps leave out. */
static Set generated(const Position *position, unsigned square, const Move *moves, int count)
{
    Set set = set_empty();
    for (int i = 0; i < count; i++) {
        EffectKind kind = (EffectKind)position->variant->effects[move_effect(moves[i])].kind;
        if (move_from(moves[i]) == square && kind != EFFECT_PASS && kind != EFFECT_EN_PASSANT
            && kind != EFFECT_CASTLE)
            set_add(&set, move_to(moves[i]));
    }
    return set;
}

static Set leapt(const Position *position, const Leaps *leaps, unsigned square)
{
    Set set = set_empty();
    for (int i = 0; i < leaps->count; i++) {
        const Leap *leap = &leaps->leap[i];
        Set from = set_empty(), to = set_empty();
        if (set_has(&leap->from, square))
            set_add(&from, square);
        set_shift(&to, &from, leap->delta, position->variant->words);
        for (int word = 0; word < position->variant->words; word++)
            set.word[word] |=
                to.word[word] & targets_allowed(position, leap->mode, position->side, word);
    }
    return set;
}

static void check_position(const Position *position, const Leaps *leaps, Move *moves, Seen *seen)
{
    int count = generate_moves(position, moves);
    SET_EACH(square, &position->of_colour[position->side])
    {
        const Leaps *own = &leaps[piece_type(position->board[square])];
        if (own->count == 0 || set_has(&own->walked, square))
            continue;
        Set expected = generated(position, square, moves, count);
        Set found = leapt(position, own, square);
        if (!set_equal(&expected, &found))
            fail_msg("%s: the piece on square %u leaps elsewhere", position->variant->name, square);
        seen->pieces++;
        seen->words[position->variant->words] = true;
    }
}

static void check_variant(const char *name, Random *random, Move *moves, Seen *seen)
{
    Variant *variant = load_variant(name);
    Leaps leaps[2][MAX_TYPES];
    for (Colour colour = WHITE; colour <= BLACK; colour++)
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
            leaps_find(&leaps[colour][type], variant, colour, type);
    Position position;
    position_init(&position, variant);
    for (int game = 0; game < GAMES; game++) {
        set_fen(&position, variant->start_fen);
        for (int ply = 0; ply < PLIES && make_random(&position, random, moves); ply++)
            check_position(&position, leaps[position.side], moves, seen);
    }
    position_release(&position);
    variant_free(variant);
}

static void leaps_go_where_the_generator_goes(void **state)
{
    (void)state;
    Random random;
    random_init_keyed(&random, 11, RANDOM_TEST, 0);
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    Seen seen = {.pieces = 0};
    glob_t files = shipped_variants();
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_variant(files.gl_pathv[i], &random, moves, &seen);
    globfree(&files);
    free(moves);
    assert_true(seen.pieces > 10000);
    assert_true(seen.words[1] && seen.words[2]);
}

/* The bit that crosses from one word to the next, both ways, and the one that leaves the board. */
static void shifts_cross_words(void **state)
{
    (void)state;
    for (int words = 1; words <= 4; words++)
        for (int delta = -63; delta <= 63; delta++)
            for (int square = 0; delta != 0 && square < 64 * words; square++) {
                Set set = set_empty(), shifted = set_empty(), expected = set_empty();
                set_add(&set, (unsigned)square);
                set_shift(&shifted, &set, delta, words);
                int to = square + delta;
                if (to >= 0 && to < 64 * words)
                    set_add(&expected, (unsigned)to);
                assert_true(set_equal(&shifted, &expected));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shifts_cross_words),
        cmocka_unit_test(leaps_go_where_the_generator_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
