/* assay moves: plays moves of a variant and tells what can be played next. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "engine/rules/attack.h"
#include "engine/rules/drawing.h"
#include "engine/rules/movegen.h"
#include "engine/rules/outcome.h"
#include "engine/rules/san.h"

typedef struct MovesOptions {
    const char *variant, *fen;
    char **moves; /* to play */
    int move_count;
    bool plain;
} MovesOptions;

static const char moves_doc[] =
    "Plays MOVEs of a variant from the array, and prints the board, how the game stands and the "
    "legal moves, as people write them and in long algebraic. A MOVE may be written either way; "
    "one "
    "that is not legal is refused with the reason.\v"
    "Examples:\n"
    "  assay moves naiad d4 e5 Yg5\n"
    "  assay moves chess --fen '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1' e7e8=N";

static const struct argp_option moves_options[] = {
    {.name = "fen", .key = 'f', .arg = "FEN", .doc = "play from this position, not from the array"},
    {.name = "plain",
     .key = 'p',
     .doc = "for programs: lines of a word, a tab and a value; a move's are its long algebraic and "
            "its short text"},
    {0},
};

/* NOLINTNEXTLINE(readability-non-const-parameter): argp's type */
static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    MovesOptions *options = state->input;
    switch (key) {
    case 'f': options->fen = argument; return 0;
    case 'p': options->plain = true; return 0;
    case ARGP_KEY_ARG:
        if (options->variant != NULL)
            return ARGP_ERR_UNKNOWN; /* all that are left come at once */
        options->variant = argument;
        return 0;
    case ARGP_KEY_ARGS:
        options->moves = state->argv + state->next;
        options->move_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (options->variant == NULL)
            argp_error(state, "which VARIANT?");
        if (options->move_count >= MAX_GAME_PLY)
            argp_error(state, "more than %d MOVEs", MAX_GAME_PLY - 1);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Makes the moves; the first that cannot be made is named by its number. */
static bool play(Position *position, const MovesOptions *options, Error *err)
{
    for (int i = 0; i < options->move_count; i++) {
        const char *text = options->moves[i];
        Outcome outcome = position_outcome(position);
        if (outcome.reason != END_NONE)
            return error_set(err, "move %d, \"%s\": the game has ended before it (%s)", i + 1, text,
                             end_reason_name(outcome.reason));
        Move move = move_from_text(position, text, err);
        if (move == NO_MOVE)
            return error_prefix(err, "move %d", i + 1);
        position_make(position, move);
    }
    return true;
}

/* What is to be told of a position. */
typedef struct Standing {
    Position *position;
    Text fen;
    bool check;
    Outcome outcome;
    Move moves[MAX_MOVES]; /* legal; none where the game has ended */
    int count;
} Standing;

/* By where they start and where they go: the generator's own order is nobody's business. */
static int compare_moves(const void *a, const void *b)
{
    Move left = *(const Move *)a, right = *(const Move *)b;
    int from = move_from(left) - move_from(right), to = move_to(left) - move_to(right);
    return from != 0 ? from : to != 0 ? to : (left > right) - (left < right);
}

static void standing_init(Standing *standing, Position *position)
{
    standing->position = position;
    text_init(&standing->fen);
    position_add_fen(position, &standing->fen);
    standing->check = position_in_check(position);
    standing->outcome = position_outcome(position);
    standing->count =
        standing->outcome.reason == END_NONE ? generate_legal(position, standing->moves) : 0;
    qsort(standing->moves, (size_t)standing->count, sizeof(Move), compare_moves);
}

/* The texts of the i-th legal move. */
static void write_move(const Standing *standing, int i, char lan[MAX_MOVE_TEXT],
                       char san[MAX_MOVE_TEXT])
{
    move_to_text(standing->position, standing->moves[i], lan);
    move_to_san(standing->position, standing->moves, standing->count, standing->moves[i], san);
}

static void print_plain(const Standing *standing)
{
    static const char *const results[] = {"*", "0-1", "1/2-1/2", "1-0"};
    printf("fen\t%s\nturn\t%c\ncheck\t%d\nresult\t%s\nreason\t%s\nmoves\t%d\n", standing->fen.data,
           standing->position->side == WHITE ? 'w' : 'b', standing->check,
           results[standing->outcome.result + 1], end_reason_name(standing->outcome.reason),
           standing->count);
    for (int i = 0; i < standing->count; i++) {
        char lan[MAX_MOVE_TEXT], san[MAX_MOVE_TEXT];
        write_move(standing, i, lan, san);
        printf("move\t%s\t%s\n", lan, san);
    }
}

static void print_for_people(const Standing *standing)
{
    static const char *const results[] = {"no result", "Black wins", "draw", "White wins"};
    const Position *position = standing->position;
    Text board;
    text_init(&board);
    drawing_add_board(position->variant, position->board, &board);
    printf("%s\n%s\n", board.data, standing->fen.data);
    text_release(&board);
    if (standing->outcome.reason != END_NONE) {
        printf("the game has ended: %s (%s)\n", results[standing->outcome.result + 1],
               end_reason_name(standing->outcome.reason));
        return;
    }
    printf("%s to move%s, %d legal moves\n\n", position->side == WHITE ? "White" : "Black",
           standing->check ? ", in check" : "", standing->count);
    for (int i = 0; i < standing->count; i++) {
        char lan[MAX_MOVE_TEXT], san[MAX_MOVE_TEXT];
        write_move(standing, i, lan, san);
        printf("  %-11s %s\n", san, lan);
    }
}

static int moves_run(int argc, char **argv)
{
    static const struct argp argp = {.options = moves_options,
                                     .parser = parse_option,
                                     .args_doc = "VARIANT [MOVE...]",
                                     .doc = moves_doc};
    MovesOptions options = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &options);
    Error err = {""};
    Variant *variant = variant_load(options.variant, &err);
    Position position = {0};
    if (variant != NULL)
        position_init(&position, variant);
    bool ok = variant != NULL
              && (options.fen != NULL ? position_set_fen(&position, options.fen, &err)
                                            || error_prefix(&err, "--fen")
                                      : position_set_start(&position, &err))
              && play(&position, &options, &err);
    if (ok) {
        Standing standing;
        standing_init(&standing, &position);
        if (options.plain)
            print_plain(&standing);
        else
            print_for_people(&standing);
        text_release(&standing.fen);
    } else {
        fprintf(stderr, "assay moves: %s\n", err.text);
    }
    position_release(&position);
    variant_free(variant);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

const Command cmd_moves = {
    .name = "moves",
    .summary = "plays moves, and lists the legal ones",
    .run = moves_run,
};
