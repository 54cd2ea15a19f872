#include "engine/rules/describe.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/board_text.h"
#include "engine/rules/describe_rules.h"
#include "engine/rules/describe_type.h"
#include "engine/rules/describe_words.h"
#include "engine/rules/notation.h"
#include "engine/rules/settings.h"

/* ------------------------------------------------------------------------------------------------
 * Boards
 */

/* Draws a board of characters, with ranks and files named. */
static void add_board(const Variant *variant, const char *squares, Text *text)
{
    for (int rank = variant->ranks - 1; rank >= 0; rank--) {
        text_add(text, "  %2d ", rank + 1);
        for (int file = 0; file < variant->files; file++)
            text_add(text, " %c", squares[rank * variant->files + file]);
        text_add_char(text, '\n');
    }
    text_add(text, "     ");
    for (int file = 0; file < variant->files; file++)
        text_add(text, " %c", 'a' + file);
    text_add_char(text, '\n');
}

static void add_array(const Variant *variant, Text *text)
{
    Piece board[MAX_SQUARES];
    char squares[MAX_SQUARES];
    Error err = {""};
    board_parse(variant, variant->start_fen, board, &err);
    for (int square = 0; square < variant->squares; square++) {
        char letter = variant->types[piece_type(board[square])].letter;
        squares[square] = board[square] == NO_PIECE ? '.'
                          : piece_colour(board[square]) == WHITE
                              ? letter
                              : (char)tolower((unsigned char)letter);
    }
    add_board(variant, squares, text);
}

/* Whether a white piece of the type on `from` captures on `to` on an empty board. */
static bool captures_freely(const Variant *variant, unsigned type, unsigned from, unsigned to)
{
    const AttackTable *table = &variant->attacks[WHITE][type][to];
    if (!set_has(&table->from, from))
        return false;
    const uint32_t *group =
        &variant->path_index[table->first_group + (uint32_t)set_rank(&table->from, from)];
    for (uint32_t path = group[0]; path < group[1]; path++)
        if (!variant->paths[path].hop)
            return true;
    return false;
}

/* The moves of a white piece from one square: 'o' quiet, 'x' capture, '*' both, '+' what is
 * possible only over other pieces or by taking them on the way. */
static void mark_moves(const Variant *variant, unsigned type, unsigned from, char *squares)
{
    const Program *program = &variant->programs[WHITE][type][from];
    const Step *steps = variant->steps + program->first;
    memset(squares, '.', MAX_SQUARES);
    for (uint32_t at = 0; at < program->length; at++)
        if (steps[at].emit[0] || steps[at].emit[1] || steps[at].emit[2])
            squares[move_to(steps[at].move)] = '+';
    for (uint32_t at = 0; at < program->length; at = steps[at].next[0]) {
        Emit emit = (Emit)steps[at].emit[0];
        if (emit != EMIT_NONE && emit != EMIT_EN_PASSANT)
            squares[move_to(steps[at].move)] = 'o';
    }
    for (unsigned to = 0; to < (unsigned)variant->squares; to++)
        if (to != from && captures_freely(variant, type, from, to))
            squares[to] = squares[to] == 'o' ? '*' : 'x';
    squares[from] = variant->types[type].letter;
}

/* A square to show a type's moves from: near the middle; a pawn stands where it starts. */
static unsigned show_square(const Variant *variant, unsigned type)
{
    int file = (variant->files - 1) / 2, rank = (variant->ranks - 1) / 2;
    Piece board[MAX_SQUARES];
    Error err = {""};
    if (variant->types[type].pawn && board_parse(variant, variant->start_fen, board, &err))
        for (int r = variant->ranks - 1; r >= 0; r--)
            if (board[r * variant->files + file] == piece_make(WHITE, type))
                return (unsigned)(r * variant->files + file);
    return (unsigned)(rank * variant->files + file);
}

static void add_type(const Variant *variant, unsigned type, Text *text)
{
    const PieceType *piece = &variant->types[type];
    char squares[MAX_SQUARES];
    text_add(text, "%c  %s (%s)%s%s; %d white and %d black in the array\n", piece->letter,
             piece->name, piece->moves, piece->royal ? ", royal" : "",
             piece->pawn ? ", a pawn" : "", piece->start[WHITE], piece->start[BLACK]);
    describe_type_rules(variant, type, text);
    mark_moves(variant, type, show_square(variant, type), squares);
    add_board(variant, squares, text);
    text_add_char(text, '\n');
}

void describe_variant(const Variant *variant, Text *text)
{
    text_add(text, "%s: %d files x %d ranks, from %s\nrules %016llx\n\n", variant->name,
             variant->files, variant->ranks, variant->file, (unsigned long long)variant->hash);
    add_array(variant, text);
    text_add_char(text, '\n');
    describe_rules(variant, text);
    text_add(text,
             "\nThe pieces, drawn for White: * moves or captures, o moves only, x captures only,\n"
             "+ only over other pieces or by taking them on the way.\n\n");
    for (int type = 1; type <= variant->type_count; type++)
        if (describe_types(variant) >> type & 1)
            add_type(variant, (unsigned)type, text);
    text_add(text, "Settings:\n%s", variant->rules);
}

/* The three lists that Fairy-Stockfish's keys without a rule of ours are told in. */
static void add_key_list(KeyType type, const char *heading, Text *text)
{
    text_add(text, "\n%s\n", heading);
    for (int id = 0; id < KEY_COUNT; id++) {
        const KeyRow *row = key_row((KeyId)id);
        if (row->type != type)
            continue;
        if (type == KEY_FAIRY_PIECE)
            text_add(text, "    %s  (%s)\n", row->name, row->choices);
        else if (type == KEY_REFUSED && row->choices != NULL)
            text_add(text, "    %s: %s; accepted: %s\n", row->name, row->doc, row->choices);
        else
            text_add(text, "    %s: %s\n", row->name, row->doc);
    }
}

void describe_keys(Text *text)
{
    for (int id = 0; id < KEY_COUNT; id++) {
        const KeyRow *row = key_row((KeyId)id);
        if (row->type == KEY_FAIRY_PIECE || row->type == KEY_REFUSED || row->type == KEY_IGNORED)
            continue;
        text_add(text, "%.*s%s", (int)key_stem(row), row->name, key_is_family(row) ? "..." : "");
        if (row->choices != NULL)
            text_add(text, "  (one of: %s)", row->choices);
        if (row->type == KEY_NUMBER)
            text_add(text, "  (%d to %d)", row->low, row->high);
        if (row->fallback != NULL)
            text_add(text, "  [%s]", row->fallback);
        text_add_char(text, '\n');
        words_paragraph(text, "    ", row->doc);
    }
    add_key_list(KEY_FAIRY_PIECE,
                 "Pieces of Fairy-Stockfish: NAME = LETTER gives the type, with these moves, - "
                 "takes it away.\n"
                 "(Of pawns: the double step is from the doubleStepRegion. king = LETTER:BETZA "
                 "gives it other moves.)",
                 text);
    add_key_list(KEY_REFUSED,
                 "Keys of Fairy-Stockfish whose rules are not supported: the variant is refused.",
                 text);
    add_key_list(KEY_IGNORED,
                 "Keys of Fairy-Stockfish that are no rules here: accepted, and nothing is done.",
                 text);
}
