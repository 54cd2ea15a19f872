#include "tests/unit/position_checks.h"

#include "engine/rules/attack.h"
#include "engine/rules/legality.h"

void checks_init(Checks *checks, const Variant *variant, uint64_t key)
{
    *checks = (Checks){.variant = variant};
    position_init(&checks->position, variant);
    position_init(&checks->fresh, variant);
    position_init(&checks->before, variant);
    checks->moves = memory_new(MAX_MOVES, sizeof(Move));
    checks->others = memory_new(MAX_MOVES, sizeof(Move));
    checks->fens = memory_new(MAX_MOVES, CHECK_FEN_SIZE);
    checks->expected = memory_new(MAX_MOVES, CHECK_FEN_SIZE);
    random_init_keyed(&checks->random, key, RANDOM_TEST, 0);
}

void checks_release(Checks *checks)
{
    position_release(&checks->position);
    position_release(&checks->fresh);
    position_release(&checks->before);
    free(checks->moves);
    free(checks->others);
    free(checks->fens);
    free(checks->expected);
    *checks = (Checks){0};
}

void checks_fail(Checks *checks, const char *format, ...)
{
    Text why;
    text_init(&why);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&why, format, arguments);
    va_end(arguments);
    if (checks->explain != NULL)
        checks->explain(checks->context);
    fail_msg("%s: %s: %s", checks->variant->name, checks->fen, why.data);
}

void write_fen(const Position *position, char fen[CHECK_FEN_SIZE])
{
    Text text;
    text_init(&text);
    position_add_fen(position, &text);
    assert_true(text.length < CHECK_FEN_SIZE);
    memcpy(fen, text.data, text.length + 1);
    text_release(&text);
}

/* ------------------------------------------------------------------------------------------------
 * Positions
 */

static bool same_right(const EnPassant *a, const EnPassant *b)
{
    return a->passed_count == b->passed_count
           && (a->passed_count == 0
               || (a->pawn == b->pawn && memcmp(a->passed, b->passed, a->passed_count) == 0));
}

/* Whether two positions are the same, their histories left aside. */
static bool same_position(const Position *a, const Position *b)
{
    for (int colour = WHITE; colour <= BLACK; colour++) {
        if (!set_equal(&a->of_colour[colour], &b->of_colour[colour])
            || a->king[colour] != b->king[colour])
            return false;
        for (int type = 1; type < MAX_TYPES; type++)
            if (!set_equal(&a->of_piece[colour][type], &b->of_piece[colour][type])
                || a->count[colour][type] != b->count[colour][type])
                return false;
    }
    return a->variant == b->variant && memcmp(&a->pockets, &b->pockets, sizeof a->pockets) == 0
           && memcmp(a->board, b->board, sizeof a->board) == 0
           && set_equal(&a->occupied, &b->occupied) && a->side == b->side
           && a->castling == b->castling && same_right(&a->en_passant, &b->en_passant)
           && a->ep_usable == b->ep_usable && a->rule50 == b->rule50
           && a->move_number == b->move_number && a->key == b->key;
}

/* Whether what has been tried has left no trace. */
static bool same_as_before(const Checks *checks)
{
    const Position *now = &checks->position, *before = &checks->before;
    return same_position(now, before) && now->ply == before->ply
           && now->since_null == before->since_null;
}

void check_fresh(Checks *checks, const char *fen)
{
    Error err = {""};
    if (!position_set_fen(&checks->fresh, fen, &err))
        checks_fail(checks, "%s is refused: %s", fen, err.text);
    if (!same_position(&checks->position, &checks->fresh))
        checks_fail(checks, "%s is not what its FEN sets up", fen);
}

void checks_begin(Checks *checks)
{
    write_fen(&checks->position, checks->fen);
    REQUIRE(checks, position_ok(&checks->position));
    check_fresh(checks, checks->fen);
    position_copy(&checks->before, &checks->position);
    REQUIRE(checks, same_as_before(checks));
}

/* ------------------------------------------------------------------------------------------------
 * Moves
 */

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

void check_successors(Checks *checks, int count)
{
    Position *position = &checks->position;
    int legal = generate_legal(position, checks->moves);
    REQUIRE(checks, same_as_before(checks));
    for (int i = 0; i < legal; i++) {
        position_make(position, checks->moves[i]);
        write_fen(position, checks->fens[i]);
        check_fresh(checks, checks->fens[i]);
        position_undo(position);
        REQUIRE(checks, same_as_before(checks));
    }
    qsort(checks->expected, (size_t)count, CHECK_FEN_SIZE, compare_texts);
    qsort(checks->fens, (size_t)legal, CHECK_FEN_SIZE, compare_texts);
    for (int i = 0; i < count && i < legal; i++)
        if (strcmp(checks->expected[i], checks->fens[i]) != 0)
            checks_fail(checks, "%d moves of the rules, %d of the generator; first %s and %s",
                        count, legal, checks->expected[i], checks->fens[i]);
    if (legal != count)
        checks_fail(checks, "%d moves of the rules, %d of the generator; one leads to %s", count,
                    legal, legal > count ? checks->fens[count] : checks->expected[legal]);
}

static bool list_has(const Move *moves, int count, Move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

int check_pseudo_legal(Checks *checks)
{
    const Position *position = &checks->position;
    int count = generate_moves(position, checks->moves);
    for (int i = 0; i < count; i++) {
        REQUIRE(checks, checks->moves[i] != NO_MOVE);
        REQUIRE(checks, move_is_pseudo_legal(position, checks->moves[i]));
        REQUIRE(checks, !list_has(checks->moves, i, checks->moves[i]));
    }
    for (int i = 0; i < 60; i++) {
        Move word = random_next(&checks->random);
        if (count > 0 && i % 3 != 0) { /* nearly a move */
            word = checks->moves[random_below(&checks->random, (uint32_t)count)];
            word ^= (Move)1 << random_below(&checks->random, 32);
            word ^= i % 3 == 1 ? 0 : (Move)1 << random_below(&checks->random, 32);
        }
        REQUIRE(checks,
                move_is_pseudo_legal(position, word) == list_has(checks->moves, count, word));
    }
    REQUIRE(checks, !move_is_pseudo_legal(position, NO_MOVE));
    return count;
}

void check_noisy(Checks *checks, int count)
{
    int noisy = generate_noisy(&checks->position, checks->others), expected = 0;
    for (int i = 0; i < count; i++) {
        bool is_noisy = move_is_noisy(&checks->position, checks->moves[i]);
        expected += is_noisy;
        if (is_noisy != list_has(checks->others, noisy, checks->moves[i])) {
            char text[MAX_MOVE_TEXT];
            move_to_text(&checks->position, checks->moves[i], text);
            checks_fail(checks, "%s is%s noisy, but%s among the noisy moves", text,
                        is_noisy ? "" : " not", is_noisy ? " not" : "");
        }
    }
    REQUIRE(checks, noisy == expected);
}

void check_material(Checks *checks, int count)
{
    const Variant *variant = checks->variant;
    Position *position = &checks->position;
    for (int i = 0; i < count; i++) {
        Move move = checks->moves[i];
        bool noisy = move_is_noisy(position, move);
        bool pawn = variant->types[piece_type(position->board[move_from(move)])].pawn;
        Piece victim = position_captured(position, move);
        bool taken = victim != NO_PIECE;
        bool promotes = pawn && move_to(move) != move_from(move)
                        && set_has(&variant->promotion_squares[position->side], move_to(move));
        position_make(position, move);
        bool fewer = set_count(&position->occupied) < set_count(&checks->before.occupied);
        position_undo(position);
        EffectKind kind = (EffectKind)variant->effects[move_effect(move)].kind;
        bool own = taken && piece_colour(victim) == position->side && kind != EFFECT_TAKE
                   && kind != EFFECT_SHOT;
        REQUIRE(checks, noisy == ((taken && !own) || promotes));
        REQUIRE(checks, taken == fewer);
        REQUIRE(checks, !own || !variant->types[piece_type(victim)].royal);
    }
}

void check_legality(Checks *checks, int count)
{
    const Variant *variant = checks->variant;
    Position *position = &checks->position;
    Legality legality;
    legality_init(&legality, position);
    REQUIRE(checks, legality.in_check == position_in_check(position));
    for (int i = 0; i < count; i++) {
        Move move = checks->moves[i];
        bool legal = move_is_legal(&legality, position, move);
        REQUIRE(checks, same_as_before(checks));
        if (variant->effects[move_effect(move)].kind == EFFECT_CASTLE)
            continue; /* what the king passes is compared with the reference */
        Colour mover = position->side;
        position_make(position, move);
        bool safe =
            variant->kingless[mover]
            || (set_count(&position->of_piece[mover][variant->royal_type]) == 1
                && !square_attacked(position, (Square)position->king[mover], colour_other(mover)));
        position_undo(position);
        REQUIRE(checks, legal == safe);
    }
}

void check_texts(Checks *checks)
{
    Position *position = &checks->position;
    int count = generate_legal(position, checks->moves);
    Error err = {""};
    for (int i = 0; i < count; i++) {
        char text[MAX_MOVE_TEXT];
        memset(text, 'x', sizeof text);
        move_to_text(position, checks->moves[i], text);
        REQUIRE(checks, memchr(text, '\0', sizeof text) != NULL);
        memcpy(checks->fens[i], text, sizeof text);
        if (move_from_text(position, text, &err) != checks->moves[i])
            checks_fail(checks, "\"%s\" is another move when it is read: %s", text, err.text);
    }
    qsort(checks->fens, (size_t)count, CHECK_FEN_SIZE, compare_texts);
    for (int i = 1; i < count; i++)
        REQUIRE(checks, strcmp(checks->fens[i - 1], checks->fens[i]) != 0);
    REQUIRE(checks, move_from_text(position, "a1a1x", &err) == NO_MOVE && err.text[0] != '\0');
}

void check_null(Checks *checks)
{
    Position *position = &checks->position;
    if (position_in_check(position))
        return;
    position_make_null(position);
    char fen[CHECK_FEN_SIZE];
    write_fen(position, fen);
    check_fresh(checks, fen);
    REQUIRE(checks, position_repetitions(position) == 0);
    position_undo(position);
    REQUIRE(checks, same_as_before(checks));
}
