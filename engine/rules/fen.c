/* FEN in and out. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/attack.h"
#include "engine/rules/board_text.h"
#include "engine/rules/castling_text.h"
#include "engine/rules/movegen.h"
#include "engine/rules/pockets.h"
#include "engine/rules/position.h"
#include "engine/rules/squares.h"

enum { MAX_FIELD = 64 };

/* The next field of a FEN, cut out; "" behind the last. */
static bool next_field(const char **at, char field[MAX_FIELD], const char *name, Error *err)
{
    *at += strspn(*at, " \t");
    size_t length = strcspn(*at, " \t;");
    if (length >= MAX_FIELD)
        return error_set(err, "%s: \"%.20s...\" is too long", name, *at);
    memcpy(field, *at, length);
    field[length] = '\0';
    *at += length;
    return true;
}

static bool read_side(const char *field, Setup *setup, Error *err)
{
    if (strcmp(field, "w") != 0 && strcmp(field, "b") != 0)
        return error_set(err, "side to move: \"%s\" is neither w nor b", field);
    setup->side = field[0] == 'w' ? WHITE : BLACK;
    return true;
}

/* The squares that the field names: those passed, and last, on boards where the pawn may stand
 * elsewhere than straight beyond, the pawn's. */
static int read_en_passant_squares(const Variant *variant, const char *field,
                                   unsigned squares[MAX_PASSED + 1], Error *err)
{
    int count = 0;
    for (const char *at = field; *at != '\0';) {
        size_t length = 0;
        unsigned square = square_parse(variant->files, variant->ranks, at, &length);
        if (square == NO_SQUARE || count == MAX_PASSED + 1) {
            error_set(err, "en passant: \"%s\" is no square of the board", field);
            return -1;
        }
        squares[count++] = square;
        at += length;
    }
    return count;
}

/* Whether a pawn on right->pawn can have come there from `step`'s origin, passing right->passed. */
static bool step_explains(const Setup *setup, const Variant *variant, const Step *step,
                          const EnPassant *right)
{
    const MoveEffect *effect = &variant->effects[move_effect(step->move)];
    unsigned from = move_from(step->move);
    if (move_to(step->move) != right->pawn || effect->pass_count != right->passed_count
        || setup->board[from] != NO_PIECE)
        return false;
    for (int i = 0; i < effect->pass_count; i++)
        if ((int)from + effect->offset[effect->take_count + i] != right->passed[i])
            return false;
    for (int i = 0; i < effect->take_count; i++)
        if (setup->board[(int)from + effect->offset[i]] != NO_PIECE)
            return false;
    return true;
}

static bool right_explained(const Setup *setup, const Variant *variant, const EnPassant *right)
{
    Colour mover = colour_other(setup->side);
    Piece pawn = setup->board[right->pawn];
    if (pawn == NO_PIECE || piece_colour(pawn) != mover)
        return false;
    for (int i = 0; i < right->passed_count; i++)
        if (setup->board[right->passed[i]] != NO_PIECE)
            return false;
    for (int square = 0; square < variant->squares; square++) {
        const Program *program = &variant->programs[mover][piece_type(pawn)][square];
        for (uint32_t i = 0; i < program->length; i++)
            if (step_explains(setup, variant, &variant->steps[program->first + i], right))
                return true;
    }
    return false;
}

static void set_right(EnPassant *right, const unsigned *passed, int count, unsigned pawn)
{
    *right = (EnPassant){.pawn = (Square)pawn};
    for (int i = 0; i < count && i < MAX_PASSED; i++)
        right->passed[right->passed_count++] = (Square)passed[i];
}

static bool read_en_passant(const Variant *variant, const char *field, Setup *setup, Error *err)
{
    unsigned squares[MAX_PASSED + 1] = {0};
    if (field[0] == '\0' || strcmp(field, "-") == 0)
        return true;
    int count = read_en_passant_squares(variant, field, squares, err);
    if (count < 1)
        return false;
    int forward = setup->side == BLACK ? variant->files : -variant->files;
    EnPassant straight, given;
    set_right(&straight, squares, count, squares[count - 1]);
    set_right(&given, squares, count - 1, squares[count - 1]);
    int beyond = (int)squares[count - 1] + forward;
    if (count <= MAX_PASSED && beyond >= 0 && beyond < variant->squares) {
        straight.pawn = (Square)beyond;
        if (right_explained(setup, variant, &straight)) {
            setup->en_passant = straight;
            return true;
        }
    }
    if (given.passed_count > 0 && right_explained(setup, variant, &given)) {
        setup->en_passant = given;
        return true;
    }
    return error_set(err, "en passant: no pawn can just have passed %s", field);
}

/* The checks that White and Black have still to give, such as 3+3. */
static bool read_checks(const Variant *variant, const char *field, Setup *setup, Error *err)
{
    if ((variant->features & FEATURE_CHECK_COUNT) == 0)
        return true;
    bool ok = strlen(field) == 3 && field[1] == '+' && isdigit((unsigned char)field[0])
              && isdigit((unsigned char)field[2]);
    if (!ok)
        return error_set(err, "checks to give: \"%s\" is not two digits such as 3+3", field);
    setup->checks[WHITE] = (uint8_t)(field[0] - '0');
    setup->checks[BLACK] = (uint8_t)(field[2] - '0');
    return true;
}

/* A field such as 13/128, the count of countingRule and its limit, which may be left out: then the
 * field is the next one's. */
static bool read_counting(const Variant *variant, const char *field, Setup *setup, bool *there,
                          Error *err)
{
    const char *slash = strchr(field, '/');
    *there = (variant->features & FEATURE_COUNTING) != 0 && slash != NULL;
    if (!*there)
        return true;
    size_t left = strspn(field, "0123456789"), right = strspn(slash + 1, "0123456789");
    unsigned long count = strtoul(field, NULL, 10), limit = strtoul(slash + 1, NULL, 10);
    if (left == 0 || left > 4 || field + left != slash || right == 0 || right > 4
        || slash[1 + right] != '\0' || limit == 0)
        return error_set(err, "counting: \"%s\" is not a count and its limit such as 13/128",
                         field);
    setup->counting = (unsigned)count;
    setup->counting_limit = (unsigned)limit;
    return true;
}

static bool read_count(const char *field, const char *name, unsigned fallback, unsigned least,
                       unsigned *count, Error *err)
{
    size_t length = strlen(field);
    if (length == 0) {
        *count = fallback;
        return true;
    }
    if (strchr(field, '+') != NULL)
        return error_set(err, "%s: \"%s\" counts checks, which needs checkCounting = true", name,
                         field);
    if (strspn(field, "0123456789") != length || length > 4 || strtoul(field, NULL, 10) < least)
        return error_set(err, "%s: \"%s\" is no whole number from %u to 9999", name, field, least);
    *count = (unsigned)strtoul(field, NULL, 10);
    return true;
}

/* At most so many moves a side has, now or later: with capturesToHand it may come to have all
 * pieces, and to hold some of each type. */
static int most_moves(const Variant *variant, const Setup *setup, const int pieces[2], int colour,
                      int most)
{
    int own = pieces[colour], drops = 0;
    for (int type = 1; type <= variant->type_count; type++)
        for (int owner = WHITE; owner <= BLACK; owner++) {
            const bool may_hold = owner == colour || (variant->features & FEATURE_TO_HAND) != 0;
            own += may_hold ? setup->pockets.count[owner][type] : 0;
        }
    if (variant->features & FEATURE_TO_HAND)
        own += pieces[colour_other((Colour)colour)];
    for (int type = 1; type <= variant->type_count; type++)
        drops += set_count(&variant->drop_region[colour][type]);
    return own * most + drops + MAX_RIGHTS;
}

/* One king a side, and no more pieces than the move lists can serve. */
static bool check_material(const Variant *variant, const Setup *setup, Error *err)
{
    int kings[2] = {0, 0}, pieces[2] = {0, 0}, most = 0;
    for (int type = 1; type <= variant->type_count; type++)
        most = variant->types[type].max_moves > most ? variant->types[type].max_moves : most;
    for (int square = 0; square < variant->squares; square++) {
        Piece piece = setup->board[square];
        if (piece == NO_PIECE)
            continue;
        pieces[piece_colour(piece)]++;
        kings[piece_colour(piece)] += piece_type(piece) == variant->royal_type; /* 0 is no type */
    }
    for (int colour = WHITE; colour <= BLACK; colour++) {
        const char *side = colour == WHITE ? "white" : "black";
        if (kings[colour] > 0 && variant->kingless[colour])
            return error_set(err, "%s has a royal piece (%s), and must have none", side,
                             variant->types[variant->royal_type].name);
        if (kings[colour] != 1 && !variant->kingless[colour])
            return error_set(err, "%s has %s royal piece (%s)", side,
                             kings[colour] == 0 ? "no" : "more than one",
                             variant->types[variant->royal_type].name);
        if (most_moves(variant, setup, pieces, colour, most) > MAX_MOVES)
            return error_set(err, "%s has more pieces than the move lists can serve", side);
    }
    return true;
}

/* Whether operations of an EPD follow: words, each with what it says and a semicolon behind. */
static bool operations_follow(const char *at)
{
    at += strspn(at, " \t");
    return strchr(at, ';') != NULL && (*at == ';' || isalpha((unsigned char)*at));
}

/* The length of an operation up to its semicolon or the end; one in quotes is no end. */
static size_t operation_length(const char *at)
{
    size_t length = 0;
    bool quoted = false;
    for (; at[length] != '\0' && (quoted || at[length] != ';'); length++)
        quoted ^= at[length] == '"';
    return length;
}

/* "hmvc 2; fmvn 4;" are the clocks; other operations (id, bm, D1, ...) are no part of a position.
 */
static bool read_operations(const char *at, Setup *setup, unsigned *move_number, Error *err)
{
    static const char spaces[] = " \t;";
    for (at += strspn(at, spaces); *at != '\0'; at += strspn(at, spaces)) {
        const char *rest = at, *end = at + operation_length(at);
        char opcode[MAX_FIELD] = "", value[MAX_FIELD] = "";
        if (!next_field(&rest, opcode, "operation", err))
            return false;
        bool half = strcmp(opcode, "hmvc") == 0, full = strcmp(opcode, "fmvn") == 0;
        at = end;
        if (!half && !full)
            continue;
        if (!next_field(&rest, value, opcode, err))
            return false;
        rest += strspn(rest, " \t");
        if (value[0] == '\0' || rest != end)
            return error_set(err, "%s: one whole number goes with it", opcode);
        if (!read_count(value, opcode, 0, full ? 1 : 0, full ? move_number : &setup->rule50, err))
            return false;
    }
    return true;
}

/* The clocks as the last fields of a FEN or as operations of an EPD, and before them the count of
 * countingRule. */
static bool read_clocks(const Variant *variant, const char *at, Setup *setup, unsigned *move_number,
                        Error *err)
{
    char field[MAX_FIELD] = "";
    bool counting = false;
    if (!operations_follow(at)
        && (!next_field(&at, field, "half-move clock", err)
            || !read_counting(variant, field, setup, &counting, err)))
        return false;
    if (counting) {
        field[0] = '\0';
        if (!operations_follow(at) && !next_field(&at, field, "half-move clock", err))
            return false;
    }
    if (!read_count(field, "half-move clock", 0, 0, &setup->rule50, err))
        return false;
    field[0] = '\0';
    if ((!operations_follow(at) && !next_field(&at, field, "move number", err))
        || !read_count(field, "move number", 1, 1, move_number, err))
        return false;
    if (operations_follow(at))
        return read_operations(at, setup, move_number, err);
    at += strspn(at, " \t");
    return *at == '\0' || error_set(err, "\"%.20s\" behind the move number", at);
}

static bool read_setup(const Variant *variant, const char *fen, Setup *setup, Error *err)
{
    char field[MAX_FIELD] = "";
    unsigned move_number = 1;
    *setup = (Setup){.side = WHITE};
    const char *at = fen + strspn(fen, " \t");
    if (!board_parse(variant, at, setup->board, &setup->pockets, err)
        || !pockets_resolve(variant, setup->board, &setup->pockets, err)
        || !check_material(variant, setup, err))
        return false;
    at += strcspn(at, " \t");
    if (!next_field(&at, field, "side to move", err) || !read_side(field, setup, err)
        || !next_field(&at, field, "castling", err)
        || !castling_parse(variant, field, setup->board, &setup->castling, err)
        || !next_field(&at, field, "en passant", err)
        || !read_en_passant(variant, field, setup, err)
        || ((variant->features & FEATURE_CHECK_COUNT) != 0
            && !next_field(&at, field, "checks to give", err))
        || !read_checks(variant, field, setup, err)
        || !read_clocks(variant, at, setup, &move_number, err))
        return false;
    setup->move_number = move_number;
    return true;
}

bool position_set_fen(Position *position, const char *fen, Error *err)
{
    const Setup nothing = {.move_number = 1};
    Setup setup;
    if (!read_setup(position->variant, fen, &setup, err)) {
        position_set_up(position, &nothing);
        return false;
    }
    position_set_up(position, &setup);
    unsigned king = position->king[colour_other(position->side)];
    if (king == NO_SQUARE || !square_attacked(position, (Square)king, position->side))
        return true;
    position_set_up(position, &nothing);
    return error_set(err, "the side that is not to move is in check");
}

bool position_set_start(Position *position, Error *err)
{
    return position_set_fen(position, position->variant->start_fen, err);
}

static void add_square(const Variant *variant, unsigned square, Text *text)
{
    text_add(text, "%c%d", 'a' + variant_file(variant, square), variant_rank(variant, square) + 1);
}

static void add_en_passant(const Position *position, Text *text)
{
    const Variant *variant = position->variant;
    const EnPassant *right = &position->en_passant;
    if (right->passed_count == 0) {
        text_add_char(text, '-');
        return;
    }
    for (int i = 0; i < right->passed_count; i++)
        add_square(variant, right->passed[i], text);
    int forward = position->side == BLACK ? variant->files : -variant->files;
    if (right->passed[right->passed_count - 1] + forward != right->pawn)
        add_square(variant, right->pawn, text);
}

void position_add_fen(const Position *position, Text *text)
{
    const Variant *variant = position->variant;
    board_add_text(variant, position->board, &position->pockets, text);
    text_add(text, " %c ", position->side == WHITE ? 'w' : 'b');
    castling_add_text(variant, position->board, position->castling, text);
    text_add_char(text, ' ');
    add_en_passant(position, text);
    if (variant->features & FEATURE_CHECK_COUNT)
        text_add(text, " %d+%d", position->checks[WHITE], position->checks[BLACK]);
    if (position->counting_limit > 0)
        text_add(text, " %d/%d", position->counting, position->counting_limit);
    text_add(text, " %u %u", (unsigned)position->rule50, (unsigned)position->move_number);
}
