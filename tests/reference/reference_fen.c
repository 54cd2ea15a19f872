/* FEN in and out for every board up to 16 x 16. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/reference_rules.h"

typedef struct Complaint {
    char *message;
    size_t size;
} Complaint;

static bool complain(Complaint *complaint, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool complain(Complaint *complaint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint->message, complaint->size, format, arguments);
    va_end(arguments);
    return false;
}

static bool read_row(RefPosition *position, int y, const char *row, size_t length,
                     Complaint *complaint)
{
    const RefRules *rules = position->rules;
    int x = 0;
    for (size_t i = 0; i < length;) {
        const char c = row[i];
        if (isdigit((unsigned char)c)) {
            int gap = 0;
            if (c == '0')
                return complain(complaint, "rank %d: a gap begins with 0", y + 1);
            for (; i < length && isdigit((unsigned char)row[i]) && gap <= REF_SIDE; i++)
                gap = 10 * gap + (row[i] - '0');
            x += gap;
            if (x > rules->files)
                return complain(complaint, "rank %d is too long", y + 1);
            continue;
        }
        if (!isalpha((unsigned char)c) || !strchr(rules->kinds, ref_kind(c)))
            return complain(complaint, "rank %d: '%c' is no piece of %s", y + 1, c, rules->name);
        if (x >= rules->files)
            return complain(complaint, "rank %d is too long", y + 1);
        position->board[y][x++] = c;
        i++;
        if (rules->demotes && i < length && row[i] == '~') {
            position->promoted[y][x - 1] = true;
            i++;
        }
    }
    return x == rules->files || complain(complaint, "rank %d is too short", y + 1);
}

/* "[Qq]" */
static bool read_hands(RefPosition *position, const char *field, Complaint *complaint)
{
    const size_t length = strlen(field);
    if (length < 2 || field[0] != '[' || field[length - 1] != ']')
        return complain(complaint, "'%s' is not the pieces in hand", field);
    for (const char *at = field + 1; at < field + length - 1; at++) {
        if (!isalpha((unsigned char)*at) || !strchr(position->rules->kinds, ref_kind(*at)))
            return complain(complaint, "'%c' in hand is no piece", *at);
        position->hand[*at >= 'a'][ref_kind(*at) - 'A']++;
    }
    return true;
}

static bool read_board(RefPosition *position, const char *field, Complaint *complaint)
{
    for (int y = position->rules->ranks - 1; y >= 0; y--) {
        const size_t length = strcspn(field, "/[");
        if (!read_row(position, y, field, length, complaint))
            return false;
        field += length;
        if (y > 0 && *field++ != '/')
            return complain(complaint, "fewer than %d ranks", position->rules->ranks);
    }
    if (position->rules->drops)
        return read_hands(position, field, complaint);
    return *field == '\0' || complain(complaint, "more than %d ranks", position->rules->ranks);
}

static bool check_pieces(const RefPosition *position, Complaint *complaint)
{
    const RefRules *rules = position->rules;
    if (ref_count(position, 'K') != 1 || ref_count(position, 'k') != 1)
        return complain(complaint, "each player must have one king");
    for (int colour = REF_WHITE; colour <= REF_BLACK; colour++)
        for (int x = 0; x < rules->files; x++) {
            const int low = colour == REF_WHITE ? 0 : rules->ranks - 1;
            const int high = rules->ranks - 1 - low;
            const char pawn = ref_piece('P', colour);
            if (rules->pawns_go_forward && position->board[low][x] == pawn)
                return complain(complaint, "a pawn stands on its first rank");
            if (rules->pawns_promote && position->board[high][x] == pawn)
                return complain(complaint, "a pawn stands on its last rank");
        }
    return true;
}

static bool read_castling(RefPosition *position, const char *field, Complaint *complaint)
{
    const RefRules *rules = position->rules;
    if (strcmp(field, "-") == 0)
        return true;
    if (rules->castling_any_file)
        return ref_any_file_read(position, field)
               || complain(complaint, "castling '%s' is not understood", field);
    for (; *field; field++) {
        int i = 0;
        while (i < rules->castling_count && rules->castlings[i].letter != *field)
            i++;
        if (i == rules->castling_count)
            return complain(complaint, "'%c' is no castling of %s", *field, rules->name);
        if (position->right[i])
            return complain(complaint, "castling '%c' is named twice", *field);
        const RefCastling *castling = &rules->castlings[i];
        const char *row = position->board[castling->colour == REF_WHITE ? 0 : rules->ranks - 1];
        if (row[castling->king_from] != ref_piece('K', castling->colour)
            || row[castling->rook_from] != ref_piece(castling->rook, castling->colour))
            return complain(complaint, "castling '%c' without king and rook at home", *field);
        position->right[i] = true;
    }
    return true;
}

/* Reads "e4" or "e12" and moves `text` behind it. */
static bool read_square(const RefPosition *position, const char **text, RefSquare *square)
{
    const char *at = *text;
    if (*at < 'a' || *at >= 'a' + REF_SIDE)
        return false;
    square->x = *at++ - 'a';
    if (*at < '1' || *at > '9')
        return false;
    int rank = *at++ - '0';
    if (isdigit((unsigned char)*at))
        rank = 10 * rank + (*at++ - '0');
    square->y = rank - 1;
    *text = at;
    return ref_inside(position, *square);
}

static bool read_passed(RefPosition *position, const char *field, Complaint *complaint)
{
    if (strcmp(field, "-") == 0)
        return true;
    const int mover = 1 - position->turn;
    const char *text = field;
    RefSquare passed;
    if (!read_square(position, &text, &passed))
        return complain(complaint, "en passant '%s' is no square", field);
    RefSquare pawn = ref_square(passed.x, passed.y + ref_forward(mover));
    if (*text) {
        const int straight = pawn.x;
        if (!read_square(position, &text, &pawn) || *text || pawn.x == straight)
            return complain(complaint, "en passant '%s' is not understood", field);
    }
    if (!position->rules->double_step || !ref_is_empty(position, passed)
        || ref_at(position, pawn) != ref_piece('P', mover)
        || !position->rules->double_step(position, mover, passed, pawn))
        return complain(complaint, "en passant '%s' fits no double step", field);
    position->passed = passed;
    position->pawn = pawn;
    return true;
}

static bool read_number(const char *field, int least, int *number, Complaint *complaint)
{
    const size_t length = strlen(field);
    if (length == 0 || length > 6 || strspn(field, "0123456789") != length)
        return complain(complaint, "'%s' is no number of moves", field);
    *number = (int)strtol(field, NULL, 10);
    return *number >= least || complain(complaint, "'%s' is too small", field);
}

enum { FIELD_COUNT = 6 };

/* Cuts `copy` into its fields. */
static bool split_fields(char *copy, char *fields[FIELD_COUNT], Complaint *complaint)
{
    for (int i = 0; i < FIELD_COUNT; i++)
        fields[i] = copy;
    for (int i = 0; i < FIELD_COUNT; i++) {
        fields[i] = copy;
        copy += strcspn(copy, " ");
        const bool last = *copy == '\0';
        if (last != (i == FIELD_COUNT - 1))
            return complain(complaint, "a FEN has six fields");
        *copy++ = '\0';
    }
    return true;
}

static bool read_fields(RefPosition *position, char *const fields[FIELD_COUNT],
                        Complaint *complaint)
{
    if (strcmp(fields[1], "w") != 0 && strcmp(fields[1], "b") != 0)
        return complain(complaint, "the player to move is w or b, not '%s'", fields[1]);
    position->turn = fields[1][0] == 'w' ? REF_WHITE : REF_BLACK;
    return read_board(position, fields[0], complaint) && check_pieces(position, complaint)
           && read_castling(position, fields[2], complaint)
           && read_passed(position, fields[3], complaint)
           && read_number(fields[4], 0, &position->halfmove, complaint)
           && read_number(fields[5], 1, &position->move, complaint)
           && (!ref_king_attacked(position, 1 - position->turn)
               || complain(complaint, "the king of the player who has moved is attacked"));
}

/* NOLINTNEXTLINE(readability-non-const-parameter): complain() writes to `message` */
bool ref_from_fen(RefPosition *position, const char *variant, const char *fen, char *message,
                  size_t size)
{
    Complaint complaint = {message, size};
    RefPosition read;
    memset(&read, 0, sizeof read);
    memset(read.board, REF_EMPTY, sizeof read.board);
    read.passed = read.pawn = ref_square(-1, -1);
    read.rules = ref_rules(variant);
    if (!read.rules)
        return complain(&complaint, "there is no variant '%s'", variant);
    char copy[REF_FEN_SIZE];
    if (strlen(fen) >= sizeof copy)
        return complain(&complaint, "the FEN is too long");
    snprintf(copy, sizeof copy, "%s", fen);
    char *fields[FIELD_COUNT];
    if (!split_fields(copy, fields, &complaint) || !read_fields(&read, fields, &complaint))
        return false;
    *position = read;
    return true;
}

/* A text that is written into a buffer of fixed size and cut at its end. */
typedef struct Writer {
    char *out;
    size_t size;
    size_t length;
} Writer;

static void write_char(Writer *writer, char c)
{
    if (writer->length + 1 < writer->size) {
        writer->out[writer->length++] = c;
        writer->out[writer->length] = '\0';
    }
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

static void write_board(Writer *writer, const RefPosition *position)
{
    for (int y = position->rules->ranks - 1; y >= 0; y--) {
        int gap = 0;
        for (int x = 0; x < position->rules->files; x++) {
            if (position->board[y][x] == REF_EMPTY) {
                gap++;
                continue;
            }
            if (gap > 0)
                write_number(writer, gap);
            gap = 0;
            write_char(writer, position->board[y][x]);
            if (position->promoted[y][x])
                write_char(writer, '~');
        }
        if (gap > 0)
            write_number(writer, gap);
        if (y > 0)
            write_char(writer, '/');
    }
}

/* White's first, the last kind first. */
static void write_hands(Writer *writer, const RefPosition *position)
{
    const char *kinds = position->rules->kinds;
    write_char(writer, '[');
    for (int colour = REF_WHITE; colour <= REF_BLACK; colour++)
        for (size_t i = strlen(kinds); i-- > 0;)
            for (int n = 0; n < position->hand[colour][kinds[i] - 'A']; n++)
                write_char(writer, ref_piece(kinds[i], colour));
    write_char(writer, ']');
}

static void write_castling(Writer *writer, const RefPosition *position)
{
    bool any = false;
    char field[8] = "";
    if (position->rules->castling_any_file)
        ref_any_file_write(position, field);
    for (const char *at = field; *at; at++) {
        write_char(writer, *at);
        any = true;
    }
    for (int i = 0; i < position->rules->castling_count; i++)
        if (position->right[i] && !position->rules->castling_any_file) {
            write_char(writer, position->rules->castlings[i].letter);
            any = true;
        }
    if (!any)
        write_char(writer, '-');
}

void ref_to_fen(const RefPosition *position, char *out, size_t size)
{
    Writer writer = {out, size, 0};
    if (size > 0)
        out[0] = '\0';
    write_board(&writer, position);
    if (position->rules->drops)
        write_hands(&writer, position);
    write_char(&writer, ' ');
    write_char(&writer, position->turn == REF_WHITE ? 'w' : 'b');
    write_char(&writer, ' ');
    write_castling(&writer, position);
    write_char(&writer, ' ');
    if (position->passed.x < 0) {
        write_char(&writer, '-');
    } else {
        write_square(&writer, position->passed);
        if (position->pawn.x != position->passed.x)
            write_square(&writer, position->pawn);
    }
    write_char(&writer, ' ');
    write_number(&writer, position->halfmove);
    write_char(&writer, ' ');
    write_number(&writer, position->move);
}
