#include "engine/rules/describe.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/board_text.h"
#include "engine/rules/notation.h"
#include "engine/rules/settings.h"

enum { LINE_WIDTH = 78 };

/* Appends words, broken into lines with an indent. */
static void add_paragraph(Text *text, const char *indent, const char *words)
{
    size_t column = 0;
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (column > 0 && column + 1 + length > LINE_WIDTH) {
            text_add_char(text, '\n');
            column = 0;
        }
        text_add(text, "%s%.*s", column == 0 ? indent : " ", (int)length, words);
        column += column == 0 ? strlen(indent) + length : 1 + length;
        words += length;
        words += strspn(words, " ");
    }
    text_add_char(text, '\n');
}

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
        squares[square] = board[square] == NO_PIECE                   ? '.'
                          : piece_colour(board[square]) == WHITE ? letter
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
    const uint32_t *group = &variant->path_index[table->first_group + (uint32_t)set_rank(&table->from, from)];
    for (uint32_t path = group[0]; path < group[1]; path++)
        if (!variant->paths[path].hop)
            return true;
    return false;
}

/* The moves of a white piece from one square: 'o' quiet, 'x' capture, '*' both, '+' what is possible only
 * over other pieces or by taking them on the way. */
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
    text_add(text, "%c  %s (%s)%s%s; %d white and %d black in the array\n", piece->letter, piece->name, piece->moves,
             piece->royal ? ", royal" : "", piece->pawn ? ", a pawn" : "", piece->start[WHITE],
             piece->start[BLACK]);
    if (piece->drag_one)
        add_paragraph(text, "   ",
                      piece->drag_far ? "drags the nearest piece behind it along, as far as it moves;"
                                      : "drags the nearest piece behind it along when it moves one step;");
    if (piece->push)
        add_paragraph(text, "   ",
                      "pushes an enemy just ahead of where it stops, as far as it moved or as there is room.");
    mark_moves(variant, type, show_square(variant, type), squares);
    add_board(variant, squares, text);
    text_add_char(text, '\n');
}

/* ------------------------------------------------------------------------------------------------
 * Sentences
 */

static void add_castlings(const Variant *variant, Text *text)
{
    if (variant->castling_count == 0) {
        add_paragraph(text, "", "There is no castling.");
        return;
    }
    Text words;
    text_init(&words);
    text_add(&words, "Castling (letter in a FEN, king's move, rook's move):");
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *castling = &variant->castlings[i];
        char names[4][4];
        square_to_text(variant, castling->king_from, names[0]);
        square_to_text(variant, castling->king_to, names[1]);
        square_to_text(variant, castling->rook_from, names[2]);
        square_to_text(variant, castling->rook_to, names[3]);
        text_add(&words, " %c %s-%s %s-%s%s", castling->letter, names[0], names[1], names[2], names[3],
                 i + 1 < variant->castling_count ? "," : ".");
    }
    text_add(&words, " King and rook have not moved or been moved, all squares between them are empty, and the "
                     "king neither stands on, passes nor reaches an attacked square.");
    add_paragraph(text, "", words.data);
    text_release(&words);
}

static void add_promotions(const Variant *variant, Text *text)
{
    Text words;
    text_init(&words);
    if (variant->promotion_count < 2) {
        text_add(&words, "Nothing promotes.");
    } else {
        const PromotionRule *rule = &variant->promotions[1];
        text_add(&words, "A pawn that reaches one of");
        SET_EACH(square, &variant->promotion_squares[WHITE])
        {
            char name[4];
            square_to_text(variant, (Square)square, name);
            text_add(&words, " %s", name);
        }
        text_add(&words, " (Black: mirrored) %s become one of:", rule->optional ? "may" : "must");
        for (int type = 1; type <= variant->type_count; type++)
            if (rule->types >> type & 1)
                text_add(&words, " %s", variant->types[type].name);
        if (rule->limit[1] > 0)
            text_add(&words, ", if its side has fewer than %d of it", rule->limit[1]);
        text_add_char(&words, '.');
    }
    add_paragraph(text, "", words.data);
    text_release(&words);
}

static void add_endings(const Variant *variant, Text *text)
{
    static const char *const stalemate[] = {"is a draw", "loses for the side that cannot move",
                                            "wins for the side that cannot move"};
    Text words;
    text_init(&words);
    text_add(&words, "Checkmate wins; stalemate %s.", stalemate[variant->stalemate]);
    if (variant->repetition_count > 0)
        text_add(&words,
                 " A position that stands for the %d%s time is a draw (same placement, side to move, castling "
                 "rights and usable en passant right).",
                 variant->repetition_count, variant->repetition_count == 3 ? "rd" : "th");
    if (variant->move_rule > 0)
        text_add(&words, " So are %d moves of each side without a capture or a pawn's own move.",
                 variant->move_rule);
    text_add(&words, " Insufficient material is no rule.");
    add_paragraph(text, "", words.data);
    text_release(&words);
}

void describe_variant(const Variant *variant, Text *text)
{
    text_add(text, "%s: %d files x %d ranks, from %s\nrules %016llx\n\n", variant->name, variant->files,
             variant->ranks, variant->file, (unsigned long long)variant->hash);
    add_array(variant, text);
    text_add_char(text, '\n');
    add_castlings(variant, text);
    add_promotions(variant, text);
    add_endings(variant, text);
    text_add(text, "\nThe pieces, drawn for White: * moves or captures, o moves only, x captures only,\n"
                   "+ only over other pieces or by taking them on the way.\n\n");
    for (int type = 1; type <= variant->type_count; type++)
        add_type(variant, (unsigned)type, text);
    text_add(text, "Settings:\n%s", variant->rules);
}

void describe_keys(Text *text)
{
    for (int id = 0; id < KEY_COUNT; id++) {
        const KeyRow *row = key_row((KeyId)id);
        bool family = row->name[strlen(row->name) - 1] == '.';
        text_add(text, "%s%s", row->name, family ? "*" : "");
        if (row->choices != NULL)
            text_add(text, "  (one of: %s)", row->choices);
        if (row->type == KEY_NUMBER)
            text_add(text, "  (%d to %d)", row->low, row->high);
        if (row->fallback != NULL)
            text_add(text, "  [%s]", row->fallback);
        text_add_char(text, '\n');
        add_paragraph(text, "    ", row->doc);
    }
}
