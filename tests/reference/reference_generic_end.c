/* How games of a generic variant end, and positions as FEN. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/reference/reference_generic_rules.h"

/* Whether nothing of a side is left but its king and, with `types`, what they name. */
static bool has_only(const RefGeneric *rules, const RefState *state, int colour, const bool *types)
{
    for (int kind = 0; kind < rules->kind_count; kind++) {
        const int count = ref_count_kind(rules, state->board, kind, colour);
        if (count > 0 && kind != rules->royal && !(types && types[kind]))
            return false;
    }
    return true;
}

static bool is_bare(const RefGeneric *rules, const RefState *state, int colour)
{
    return !rules->kingless[colour] && has_only(rules, state, colour, NULL);
}

static bool is_cut_off(const RefGeneric *rules, const RefState *state, int colour)
{
    const RefSquare king = ref_king_square(rules, state, 1 - colour);
    return rules->cut_off && king.x >= 0
           && ref_in_region(rules, &rules->cut_off_region, king, 1 - colour)
           && has_only(rules, state, colour, rules->cut_off_types);
}

/* White's half points where at least one side has lost. */
static int points_of(bool white_lost, bool black_lost)
{
    return white_lost && black_lost ? 1 : white_lost ? 0 : 2;
}

static RefEnd bare_end(const RefGeneric *rules, const RefState *state, int *white_half_points)
{
    const bool white = is_bare(rules, state, REF_WHITE);
    const bool black = is_bare(rules, state, REF_BLACK);
    const bool mover = state->turn == REF_WHITE ? white : black;
    if (rules->bare_king == REF_BARE_NONE || (!white && !black))
        return REF_GOING_ON;
    /* Who has just been bared may have one more move. */
    if (rules->bare_king == REF_BARE_SHATRANJ && mover && white != black)
        return REF_GOING_ON;
    *white_half_points = points_of(white, black);
    return REF_BARE_KING;
}

static RefEnd cut_off_end(const RefGeneric *rules, const RefState *state, int *white_half_points)
{
    const bool white = is_cut_off(rules, state, REF_WHITE);
    const bool black = is_cut_off(rules, state, REF_BLACK);
    if (!white && !black)
        return REF_GOING_ON;
    *white_half_points = points_of(white, black);
    return REF_CUT_OFF;
}

bool ref_generic_in_check(const RefGeneric *rules, const RefState *state)
{
    return ref_king_is_attacked(rules, state, state->turn);
}

int ref_generic_moves(const RefGeneric *rules, const RefState *state, RefState *successors,
                      int capacity)
{
    int points;
    if (bare_end(rules, state, &points) != REF_GOING_ON
        || cut_off_end(rules, state, &points) != REF_GOING_ON)
        return 0;
    return ref_safe_moves(rules, state, successors, capacity);
}

/* White's half points for an ending of that worth to the player to move. */
static int worth_points(const RefState *state, RefWorth worth)
{
    if (worth == REF_DRAW)
        return 1;
    return (worth == REF_WIN) == (state->turn == REF_WHITE) ? 2 : 0;
}

RefEnd ref_generic_outcome(const RefGeneric *rules, const RefState *state, int *white_half_points)
{
    *white_half_points = -1;
    const RefEnd bare = bare_end(rules, state, white_half_points);
    if (bare != REF_GOING_ON)
        return bare;
    RefState *successors = malloc(REF_MAX_MOVES * sizeof *successors);
    if (!successors)
        abort();
    const int count = ref_safe_moves(rules, state, successors, REF_MAX_MOVES);
    free(successors);
    if (count > 0)
        return cut_off_end(rules, state, white_half_points);
    const bool check = ref_generic_in_check(rules, state);
    *white_half_points = worth_points(state, check ? rules->checkmate : rules->stalemate);
    return check ? REF_CHECKMATE : REF_STALEMATE;
}

/* ---- FEN ---- */

/* A text that is written bit by bit. */
typedef struct Writer {
    char *out;
    size_t size, length;
} Writer;

static void write_char(Writer *writer, char letter)
{
    if (writer->length + 1 >= writer->size)
        abort();
    writer->out[writer->length++] = letter;
    writer->out[writer->length] = '\0';
}

static void write_number(Writer *writer, int number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    for (const char *digit = digits; *digit; digit++)
        write_char(writer, *digit);
}

static void write_square(Writer *writer, RefSquare square)
{
    write_char(writer, (char)('a' + square.x));
    write_number(writer, square.y + 1);
}

static void write_rank(Writer *writer, const char *rank, int files)
{
    int gap = 0;
    for (int x = 0; x <= files; x++) {
        if (x < files && rank[x] == '.') {
            gap++;
            continue;
        }
        if (gap > 0)
            write_number(writer, gap);
        gap = 0;
        if (x < files)
            write_char(writer, rank[x]);
    }
}

/* The squares passed; behind them the pawn's own, where it stands elsewhere than one step straight
 * on from the last. */
static void write_passed(Writer *writer, const RefState *state)
{
    const int forward = state->turn == REF_BLACK ? 1 : -1; /* of who has moved */
    if (state->passed_count == 0)
        write_char(writer, '-');
    for (int i = 0; i < state->passed_count; i++)
        write_square(writer, state->passed[i]);
    if (state->passed_count == 0)
        return;
    const RefSquare last = state->passed[state->passed_count - 1];
    if (!ref_same(state->pawn, (RefSquare){last.x, last.y + forward}))
        write_square(writer, state->pawn);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): written through the Writer */
void ref_generic_fen(const RefGeneric *rules, const RefState *state, char *out, size_t size)
{
    Writer writer = {.out = out, .size = size};
    for (int y = rules->ranks - 1; y >= 0; y--) {
        write_rank(&writer, state->board[y], rules->files);
        write_char(&writer, y > 0 ? '/' : ' ');
    }
    write_char(&writer, state->turn == REF_WHITE ? 'w' : 'b');
    write_char(&writer, ' ');
    bool some = false;
    for (int i = 0; i < rules->castle_count; i++) {
        some = some || state->right[i];
        if (state->right[i])
            write_char(&writer, rules->castles[i].letter);
    }
    if (!some)
        write_char(&writer, '-');
    write_char(&writer, ' ');
    write_passed(&writer, state);
    write_char(&writer, ' ');
    write_number(&writer, state->halfmove);
    write_char(&writer, ' ');
    write_number(&writer, state->move);
}
