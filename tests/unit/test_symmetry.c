/* Games and their reflections: the board turned upside down with the colours swapped, or left and
 * right swapped, goes the same way, move by move. */
#include "tests/unit/play.h"

#include "engine/rules/outcome.h"
#include "engine/rules/squares.h"
#include "engine/search/evaluate.h"
#include "engine/search/searcher.h"

enum {
    GAMES = 4,
    PLIES = 120,
    PLIES_A_SEARCH = 8,
    SEARCH_NODES = 300,
    SEARCHES_ALIKE = 20, /* one in so many may differ */
    TABLE_BYTES = 1 << 20,
};

typedef enum Reflection {
    UPSIDE_DOWN,   /* ranks, with the colours swapped */
    LEFT_TO_RIGHT, /* files */
    TURNED,        /* both: Black's seat */
    REFLECTIONS
} Reflection;

static const char *const reflection_names[] = {"upside down", "left to right", "turned"};

/* Variants whose rules tell White from Black, or left from right, and why. */
static const struct {
    const char *variant;
    bool colours, sides;
    const char *why;
} uneven[] = {
    {"noble-wing", false, true, "of several waiting pawns that nearest to the a-file is replaced"},
    {"chigorin", true, false, "White's pawns become other pieces than Black's"},
    {"no-castling-ten", true, false,
     "its rule asks the number of the move, which Black makes rise"},
    {"minishogi", true, false, "White loses by repetition"},
    {"racingkings", true, false, "both kings run to the same rank, and only Black may answer"},
};

static bool is_uneven(const Variant *variant, Reflection reflection)
{
    for (size_t i = 0; i < sizeof uneven / sizeof uneven[0]; i++)
        if (strcmp(uneven[i].variant, variant->name) == 0)
            return (uneven[i].colours && reflection != LEFT_TO_RIGHT)
                   || (uneven[i].sides && reflection != UPSIDE_DOWN);
    return false;
}

/* ------------------------------------------------------------------------------------------------
 * Reflecting
 */

static unsigned reflect_square(const Variant *variant, Reflection reflection, unsigned square)
{
    int file = variant_file(variant, square), rank = variant_rank(variant, square);
    if (reflection != UPSIDE_DOWN)
        file = variant->files - 1 - file;
    if (reflection != LEFT_TO_RIGHT)
        rank = variant->ranks - 1 - rank;
    return (unsigned)(rank * variant->files + file);
}

static Colour reflect_colour(Reflection reflection, Colour colour)
{
    return reflection == LEFT_TO_RIGHT ? colour : colour_other(colour);
}

static Piece reflect_piece(Reflection reflection, Piece piece)
{
    if (piece == NO_PIECE)
        return NO_PIECE;
    return piece_make(reflect_colour(reflection, piece_colour(piece)), piece_type(piece));
}

/* The right of the reflected board, -1 if the rules have none. */
static int reflect_castling(const Variant *variant, Reflection reflection, int index)
{
    const Castling *one = &variant->castlings[index];
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *other = &variant->castlings[i];
        if (other->colour == reflect_colour(reflection, one->colour)
            && other->king_from == reflect_square(variant, reflection, one->king_from)
            && other->king_to == reflect_square(variant, reflection, one->king_to)
            && other->rook_from == reflect_square(variant, reflection, one->rook_from)
            && other->rook_to == reflect_square(variant, reflection, one->rook_to))
            return i;
    }
    return -1;
}

static bool castlings_reflect(const Variant *variant, Reflection reflection)
{
    for (int i = 0; i < variant->castling_count; i++)
        if (reflect_castling(variant, reflection, i) < 0)
            return false;
    return true;
}

/* The right to a castling of a king on a square. */
static CastlingRights right_to(const Variant *variant, int castling, unsigned king)
{
    CastlingRights rights = variant->castling_rights[variant->castlings[castling].colour];
    for (; rights != 0; rights &= rights - 1) {
        unsigned right = (unsigned)__builtin_ctz(rights);
        if ((int)variant_castling(variant, right, king) == castling)
            return (CastlingRights)1 << right;
    }
    return 0;
}

/* The rights on the reflected board, as far as it has them. */
static CastlingRights reflect_rights(const Position *position, Reflection reflection)
{
    const Variant *variant = position->variant;
    CastlingRights reflected = 0;
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        CastlingRights rights = position->castling & variant->castling_rights[colour];
        for (; rights != 0; rights &= rights - 1) {
            unsigned king = position->king[colour], right = (unsigned)__builtin_ctz(rights);
            int other =
                reflect_castling(variant, reflection, (int)variant_castling(variant, right, king));
            if (other >= 0)
                reflected |=
                    right_to(variant, other,
                             king < NO_SQUARE ? reflect_square(variant, reflection, king) : king);
        }
    }
    return reflected;
}

/* The position on the reflected board. */
static Setup reflect_position(const Position *position, Reflection reflection)
{
    const Variant *variant = position->variant;
    Setup setup = {.side = reflect_colour(reflection, position->side),
                   .rule50 = position->rule50,
                   .counting = position->counting,
                   .counting_limit = position->counting_limit,
                   .move_number = position->move_number,
                   .en_passant = position->en_passant};
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        const unsigned reflected = reflect_square(variant, reflection, square);
        setup.board[reflected] = reflect_piece(reflection, position->board[square]);
        setup.pockets.origin[reflected] = position->pockets.origin[square];
    }
    for (int colour = WHITE; colour <= BLACK; colour++)
        memcpy(setup.pockets.count[reflect_colour(reflection, (Colour)colour)],
               position->pockets.count[colour], sizeof setup.pockets.count[colour]);
    for (int colour = WHITE; colour <= BLACK; colour++)
        setup.checks[reflect_colour(reflection, (Colour)colour)] = position->checks[colour];
    setup.castling = reflect_rights(position, reflection);
    for (int i = 0; i < setup.en_passant.passed_count; i++)
        setup.en_passant.passed[i] =
            (Square)reflect_square(variant, reflection, setup.en_passant.passed[i]);
    setup.en_passant.pawn = (Square)reflect_square(variant, reflection, setup.en_passant.pawn);
    return setup;
}

/* A move by its squares, what it makes and what it does; the index of its effect is another one. */
typedef struct Deed {
    unsigned from, to, becomes;
    unsigned kind, takes, passes;
} Deed;

static Deed deed_of(const Variant *variant, Move move)
{
    const MoveEffect *effect = &variant->effects[move_effect(move)];
    return (Deed){.from = move_from(move),
                  .to = move_to(move),
                  .becomes = move_becomes(move),
                  .kind = effect->kind,
                  .takes = effect->take_count,
                  .passes = effect->pass_count};
}

static Deed reflect_deed(const Variant *variant, Reflection reflection, Deed deed)
{
    deed.from = reflect_square(variant, reflection, deed.from);
    deed.to = reflect_square(variant, reflection, deed.to);
    return deed;
}

static int compare_deeds(const void *a, const void *b) { return memcmp(a, b, sizeof(Deed)); }

/* ------------------------------------------------------------------------------------------------
 * Two games
 */

typedef struct Pair {
    Variant *variant;
    Reflection reflection;
    Evaluator *evaluator;
    Searcher *searcher;
    int searches, different;
    Position one, other;
    Move *moves[2];
    Deed *deeds[2];
} Pair;

static void fail_pair(const Pair *pair, const char *what)
{
    Text text;
    text_init(&text);
    position_add_fen(&pair->one, &text);
    text_add(&text, "\n");
    position_add_fen(&pair->other, &text);
    fail_msg("%s, %s: %s differ:\n%s", pair->variant->name, reflection_names[pair->reflection],
             what, text.data);
}

static void check_positions(const Pair *pair)
{
    Setup setup = reflect_position(&pair->one, pair->reflection);
    Position fresh;
    position_init(&fresh, pair->variant);
    position_set_up(&fresh, &setup);
    if (memcmp(fresh.board, pair->other.board, sizeof fresh.board) != 0
        || fresh.key != pair->other.key || fresh.rule50 != pair->other.rule50)
        fail_pair(pair, "positions");
    position_release(&fresh);
}

static void check_scores(const Pair *pair)
{
    Placement one = placement_find(pair->evaluator, &pair->one);
    Placement other = placement_find(pair->evaluator, &pair->other);
    if (evaluate(pair->evaluator, &pair->one, &one)
        != evaluate(pair->evaluator, &pair->other, &other))
        fail_pair(pair, "evaluations");
}

/* Searches both: neither colour may be the better player. */
static void compare_searches(Pair *pair)
{
    const SearchLimits limits = {.nodes = SEARCH_NODES};
    if (pair->reflection != UPSIDE_DOWN || pair->one.ply % PLIES_A_SEARCH != 0)
        return;
    searcher_clear(pair->searcher);
    SearchResult one = searcher_search(pair->searcher, &pair->one, &limits);
    searcher_clear(pair->searcher);
    SearchResult other = searcher_search(pair->searcher, &pair->other, &limits);
    pair->searches++;
    pair->different += one.score != other.score || one.depth != other.depth;
}

/* Few may differ: of checks by pieces side by side, and of attackers alike, one file's must come
 * first. */
static void check_searches(const Pair *pair)
{
    if (pair->different * SEARCHES_ALIKE > pair->searches)
        fail_msg("%s: %d of %d searches are not those of the reflected position",
                 pair->variant->name, pair->different, pair->searches);
}

static void check_outcomes(Pair *pair)
{
    Outcome one = position_outcome(&pair->one), other = position_outcome(&pair->other);
    if (pair->reflection != LEFT_TO_RIGHT && other.result != RESULT_NONE)
        other.result = (GameResult)(RESULT_WHITE - other.result);
    if (one.reason != other.reason || one.result != other.result)
        fail_pair(pair, "outcomes");
}

/* Makes a move, and on the other board the one that leads to the same position reflected. */
static void make_both(Pair *pair, Move move, int count)
{
    Deed wanted = reflect_deed(pair->variant, pair->reflection, deed_of(pair->variant, move));
    position_make(&pair->one, move);
    Setup setup = reflect_position(&pair->one, pair->reflection);
    for (int i = 0; i < count; i++) {
        Deed deed = deed_of(pair->variant, pair->moves[1][i]);
        if (compare_deeds(&deed, &wanted) != 0)
            continue;
        position_make(&pair->other, pair->moves[1][i]);
        if (memcmp(setup.board, pair->other.board, sizeof setup.board) == 0)
            return;
        position_undo(&pair->other);
    }
    fail_pair(pair, "positions after a move");
}

/* One move of both games; false at their end. */
static bool play_both(Pair *pair, Random *random)
{
    int count[2] = {generate_legal(&pair->one, pair->moves[0]),
                    generate_legal(&pair->other, pair->moves[1])};
    if (count[0] != count[1])
        fail_pair(pair, "numbers of legal moves");
    for (int i = 0; i < count[0]; i++) {
        pair->deeds[0][i] = reflect_deed(pair->variant, pair->reflection,
                                         deed_of(pair->variant, pair->moves[0][i]));
        pair->deeds[1][i] = deed_of(pair->variant, pair->moves[1][i]);
    }
    for (int i = 0; i < 2; i++)
        qsort(pair->deeds[i], (size_t)count[i], sizeof(Deed), compare_deeds);
    if (memcmp(pair->deeds[0], pair->deeds[1], (size_t)count[0] * sizeof(Deed)) != 0)
        fail_pair(pair, "legal moves");
    check_positions(pair);
    check_scores(pair);
    check_outcomes(pair);
    compare_searches(pair);
    if (count[0] == 0)
        return false;
    make_both(pair, pair->moves[0][random_below(random, (uint32_t)count[0])], count[1]);
    return true;
}

static void check_variant(const char *file, Reflection reflection, uint64_t stream)
{
    Weights weights;
    Error err = {""};
    Pair pair = {.variant = variant_load(file, &err), .reflection = reflection};
    if (pair.variant == NULL || is_uneven(pair.variant, reflection)) {
        variant_free(pair.variant);
        return;
    }
    weights_init_automatic(&weights, pair.variant);
    pair.evaluator = evaluator_new(pair.variant, &weights);
    pair.searcher = searcher_new(pair.variant, &weights, TABLE_BYTES);
    position_init(&pair.one, pair.variant);
    position_init(&pair.other, pair.variant);
    for (int i = 0; i < 2; i++) {
        pair.moves[i] = memory_new(MAX_MOVES, sizeof(Move));
        pair.deeds[i] = memory_new(MAX_MOVES, sizeof(Deed));
    }
    for (int game = 0; game < GAMES; game++) {
        Random random;
        random_init_keyed(&random, 11, RANDOM_TEST, stream * GAMES + (uint64_t)game);
        assert_true(position_set_start(&pair.one, &err));
        /* Where one has castlings that the other has not, both go without. */
        if (!castlings_reflect(pair.variant, reflection)) {
            pair.one.castling = 0;
            Setup setup = reflect_position(&pair.one, UPSIDE_DOWN);
            position_set_up(&pair.other, &setup);
            setup = reflect_position(&pair.other, UPSIDE_DOWN);
            position_set_up(&pair.one, &setup);
        }
        Setup setup = reflect_position(&pair.one, reflection);
        position_set_up(&pair.other, &setup);
        for (int ply = 0; ply < PLIES && play_both(&pair, &random); ply++)
            ;
    }
    check_searches(&pair);
    for (int i = 0; i < 2; i++) {
        free(pair.moves[i]);
        free(pair.deeds[i]);
    }
    position_release(&pair.one);
    position_release(&pair.other);
    evaluator_free(pair.evaluator);
    searcher_free(pair.searcher);
    variant_free(pair.variant);
}

/* Those of Fairy-Stockfish, too, that are supported. */
static void check_all(Reflection reflection)
{
    glob_t files;
    assert_int_equal(glob("configs/variants/*.ini", 0, NULL, &files), 0);
    assert_int_equal(glob("configs/variants/fairy-stockfish/*.ini", GLOB_APPEND, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_variant(files.gl_pathv[i], reflection, i);
    globfree(&files);
}

static void white_and_black_have_the_same_rules(void **state)
{
    (void)state;
    check_all(UPSIDE_DOWN);
}

static void left_and_right_have_the_same_rules(void **state)
{
    (void)state;
    check_all(LEFT_TO_RIGHT);
}

static void a_turned_board_has_the_same_rules(void **state)
{
    (void)state;
    check_all(TURNED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_and_black_have_the_same_rules),
        cmocka_unit_test(left_and_right_have_the_same_rules),
        cmocka_unit_test(a_turned_board_has_the_same_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
