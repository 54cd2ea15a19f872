/* Plays random games of variants and prints what another program can check: for each position a
 * count of the legal moves, a sum of hashes of the boards that they lead to, the moves in SAN, the
 * board that is gone on with, and the result. Usage:
 *
 *     oracle_games games FILE NAME DEPTH GAMES SEED    perft up to DEPTH, then GAMES games
 *     oracle_games moves FILE NAME FEN                 each legal move and the board that it leads
 * to
 *
 * The program knows nothing of chance but SEED. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/random.h"
#include "engine/rules/board_text.h"
#include "engine/rules/movegen.h"
#include "engine/rules/notation.h"
#include "engine/rules/outcome.h"
#include "engine/rules/perft.h"
#include "engine/rules/san.h"

enum { MAX_PLIES = 200 };

/* FNV-1a, 32 bits. */
static uint32_t hash_text(const char *text, uint32_t seed)
{
    uint32_t hash = 2166136261u ^ seed;
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static int compare_letters(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

/* The pieces in hand come in the order of their letters: programs write them in orders of their
 * own. */
static void sort_pockets(Text *text)
{
    char *pockets = strchr(text->data, '[');
    if (pockets != NULL)
        qsort(pockets + 1, strcspn(pockets + 1, "]"), 1, compare_letters);
}

static void board_after(Position *position, Move move, Text *text)
{
    text_clear(text);
    position_make(position, move);
    board_add_text(position->variant, position->board, &position->pockets, text);
    sort_pockets(text);
    position_undo(position);
}

static const char *result_text(Outcome outcome)
{
    switch (outcome.result) {
    case RESULT_WHITE: return "1-0";
    case RESULT_BLACK: return "0-1";
    case RESULT_DRAW: return "1/2-1/2";
    case RESULT_NONE: break;
    }
    return "*";
}

/* A line for the position: result, reason, moves, two sums, FEN. */
static void print_position(Position *position, const Move *moves, int count, Text *text)
{
    Outcome outcome = position_outcome(position);
    uint32_t first = 0, second = 0;
    for (int i = 0; i < count; i++) {
        board_after(position, moves[i], text);
        first += hash_text(text->data, 0);
        second += hash_text(text->data, 77);
    }
    text_clear(text);
    position_add_fen(position, text);
    printf("p\t%s\t%s\t%d\t%" PRIu32 "\t%" PRIu32 "\t%s\n", result_text(outcome),
           end_reason_name(outcome.reason), count, first, second, text->data);
}

/* A line with the moves in SAN. */
static void print_sans(Position *position, const Move *moves, int count)
{
    printf("s\t");
    for (int i = 0; i < count; i++) {
        char san[MAX_MOVE_TEXT];
        move_to_san(position, moves, count, moves[i], san);
        printf("%s%s", i > 0 ? " " : "", san);
    }
    printf("\n");
}

static void play_game(Position *position, Random *random, Text *text)
{
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    Error err = {""};
    printf("g\n");
    position_set_start(position, &err);
    for (int ply = 0; ply < MAX_PLIES; ply++) {
        int count = generate_legal(position, moves);
        print_position(position, moves, count, text);
        if (count == 0 || position_outcome(position).reason != END_NONE)
            break;
        print_sans(position, moves, count);
        Move move = moves[random_below(random, (uint32_t)count)];
        board_after(position, move, text);
        printf("m\t%s\n", text->data);
        position_make(position, move);
    }
    free(moves);
}

static Variant *load(const char *file, const char *name, Error *err)
{
    Text path;
    text_init(&path);
    text_add(&path, "%s:%s", file, name);
    Variant *variant = variant_load(path.data, err);
    text_release(&path);
    return variant;
}

/* Whether only mate wins, and only kings are in check. */
static bool only_mate_wins(const Variant *variant)
{
    return (variant->features & (FEATURES_OF_GOALS | FEATURE_PSEUDO_ROYAL)) == 0
           && variant->stalemate == STALEMATE_DRAW && variant->bare_king == BARE_KING_NONE
           && variant->cut_off_types == 0;
}

static void print_games(Position *position, int depth, int games, uint64_t seed)
{
    Text text;
    Error err = {""};
    Random random;
    text_init(&text);
    position_set_start(position, &err);
    const char *promoted = strstr(position->variant->rules, "\npromotedPieceType = ");
    const char *pairs = promoted != NULL ? promoted + strlen("\npromotedPieceType = ") : "";
    printf("v\t%s\t%.*s\t%s\t%s\n", position->variant->name, (int)strcspn(pairs, "\n"), pairs,
           only_mate_wins(position->variant) ? "mate" : "",
           (position->variant->features & FEATURE_DEMOTES) != 0 ? "origins"
           : (position->variant->features & FEATURE_DROPS) != 0 ? "pockets"
                                                                : "");
    for (int i = 1; i <= depth; i++)
        printf("perft\t%d\t%" PRIu64 "\n", i, perft(position, i));
    random_init(&random, seed, hash_text(position->variant->name, 0));
    for (int game = 0; game < games; game++)
        play_game(position, &random, &text);
    text_release(&text);
}

static bool print_moves(Position *position, const char *fen, Error *err)
{
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    Text text;
    text_init(&text);
    bool ok = position_set_fen(position, fen, err);
    int count = ok ? generate_legal(position, moves) : 0;
    for (int i = 0; i < count; i++) {
        char name[MAX_MOVE_TEXT];
        move_to_text(position, moves[i], name);
        board_after(position, moves[i], &text);
        printf("%s\t%s\n", name, text.data);
    }
    text_release(&text);
    free(moves);
    return ok;
}

int main(int argc, char **argv)
{
    Error err = {"usage: oracle_games games FILE NAME DEPTH GAMES SEED, or moves FILE NAME FEN"};
    Variant *variant = NULL;
    Position position;
    bool games = argc == 7 && strcmp(argv[1], "games") == 0,
         moves = argc == 5 && strcmp(argv[1], "moves") == 0;
    bool ok = (games || moves) && (variant = load(argv[2], argv[3], &err)) != NULL;
    if (ok) {
        position_init(&position, variant);
        if (games)
            print_games(&position, (int)strtol(argv[4], NULL, 10), (int)strtol(argv[5], NULL, 10),
                        strtoull(argv[6], NULL, 10));
        else
            ok = print_moves(&position, argv[4], &err);
        position_release(&position);
    }
    if (!ok)
        fprintf(stderr, "%s\n", err.text);
    variant_free(variant);
    return ok ? 0 : 1;
}
