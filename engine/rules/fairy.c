#include "engine/rules/fairy.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

/* ------------------------------------------------------------------------------------------------
 * Pieces
 *
 * That program's lists of types hold types, not letters. A letter that passes from one type to
 * another therefore leaves inherited lists, and a type that changes its letter takes its place in
 * them along.
 */

/* Whether the settings of a key hold letters of types, which may stand in pairs with other signs.
 */
static bool holds_letters(const Setting *setting)
{
    return key_row(setting->id)->type == KEY_TYPES || setting->id == KEY_PROMOTED
           || setting->id == KEY_PROMOTION_LIMIT;
}

/* A list without a letter, or with another in its place (`by` not 0). */
static void replace_in_list(char *list, char letter, char by)
{
    size_t kept = 0;
    for (const char *at = list; *at != '\0'; at++) {
        if (tolower((unsigned char)*at) != letter)
            list[kept++] = *at;
        else if (by != 0)
            list[kept++] = by;
    }
    list[kept] = '\0';
}

/* The same for pairs such as "l:r e:n" and "q:1", of which the whole goes. */
static void replace_in_pairs(char *list, char letter, char by)
{
    size_t kept = 0;
    for (char *at = list; *at != '\0';) {
        size_t length = strcspn(at, " ");
        bool has = false;
        for (size_t i = 0; i < length; i++) {
            if (tolower((unsigned char)at[i]) != letter)
                continue;
            has = true;
            at[i] = by != 0 ? by : at[i];
        }
        bool keep = !has || by != 0;
        if (keep && kept > 0)
            list[kept++] = ' ';
        if (keep) {
            memmove(list + kept, at, length);
            kept += length;
        }
        at += length;
        at += strspn(at, " ");
    }
    list[kept] = '\0';
}

static void replace_letter(Settings *settings, char letter, char by)
{
    for (size_t i = 0; i < settings->count; i++) {
        Setting *setting = &settings->items[i];
        if (!holds_letters(setting) || strcmp(setting->value, "-") == 0)
            continue;
        bool pairs = strchr(setting->value, ':') != NULL;
        (pairs ? replace_in_pairs : replace_in_list)(setting->value, letter, by);
        if (*setting->value == '\0') {
            free(setting->value);
            setting->value = memory_copy_string(setting->id == KEY_PROMOTION_LIMIT ? "0" : "-");
        }
    }
}

static char setting_letter(const Setting *piece)
{
    return (char)tolower((unsigned char)piece->value[0]);
}

/* Takes the type away that has a letter, unless it is of that name. */
static void free_letter(Settings *settings, char letter, const char *name)
{
    for (size_t i = settings->count; i-- > 0;) {
        const Setting *piece = &settings->items[i];
        if (piece->id != KEY_PIECE || setting_letter(piece) != letter
            || strcmp(piece->suffix, name) == 0)
            continue;
        settings_remove(settings, piece);
        replace_letter(settings, letter, 0);
    }
}

static bool custom_name(const Setting *setting, Text *name, Error *err)
{
    const char *digits = setting->suffix;
    size_t length = strlen(digits);
    if (strspn(digits, "0123456789") != length || length > 2 || digits[0] == '0'
        || strtol(digits, NULL, 10) > 25)
        return setting_error(setting, err, "custom pieces are numbered from 1 to 25");
    text_add(name, "customPiece%s", digits);
    return true;
}

/* The moves that a value such as "n", "k:KN" or "x:BETZA" gives. */
static bool piece_moves(const Setting *setting, Text *moves, Error *err)
{
    const char *value = setting->value;
    bool custom = setting->id == KEY_CUSTOM_PIECE, king = setting->id == KEY_FAIRY_KING;
    Error why = {{0}};
    if (!isalpha((unsigned char)value[0]) || (value[1] != '\0' && value[1] != ':'))
        return setting_error(setting, err, "\"%s\" does not begin with one letter", value);
    if (value[1] == '\0' && custom)
        return setting_error(setting, err, "\"%s\" is not LETTER:BETZA", value);
    if (value[1] == ':' && !custom && !king)
        return setting_error(
            setting, err, "Fairy-Stockfish gives moves of one's own to customPieceN and king only");
    if (value[1] == '\0') {
        text_add(moves, "%s", key_row(setting->id)->choices);
        return true;
    }
    return fairy_betza(value + 2, moves, &why) || setting_error(setting, err, "%s", why.text);
}

/* The piece of another name to which the same section has given the letter already. */
static const Setting *find_rival(const Settings *settings, char letter, const char *name)
{
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *piece = &settings->items[i];
        if (piece->id == KEY_PIECE && !piece->inherited && setting_letter(piece) == letter
            && strcmp(piece->suffix, name) != 0)
            return piece;
    }
    return NULL;
}

static bool put_piece(Settings *settings, const Setting *setting, const char *name,
                      const char *moves, Error *err)
{
    char letter = setting_letter(setting);
    const Setting *rival = find_rival(settings, letter, name);
    if (rival != NULL)
        return setting_error(setting, err, "'%c' is the letter of %s already, in line %d", letter,
                             rival->suffix, rival->line);
    free_letter(settings, letter, name);
    const Setting *old = settings_find(settings, KEY_PIECE, name);
    if (old != NULL && setting_letter(old) != letter)
        replace_letter(settings, setting_letter(old), letter);
    Text value;
    text_init(&value);
    text_add(&value, "%c:%s", letter, moves);
    settings_put(settings, (Setting){.id = KEY_PIECE,
                                     .suffix = memory_copy_string(name),
                                     .value = value.data,
                                     .file = memory_copy_string(setting->file),
                                     .line = setting->line});
    return true;
}

bool fairy_add_piece(Settings *settings, const Setting *setting, Error *err)
{
    Text name, moves;
    text_init(&name);
    text_init(&moves);
    bool ok = true;
    if (setting->id == KEY_CUSTOM_PIECE)
        ok = custom_name(setting, &name, err);
    else
        text_add(&name, "%s", key_row(setting->id)->name);
    if (ok && strcmp(setting->value, "-") == 0) {
        const Setting *old = settings_find(settings, KEY_PIECE, name.data);
        if (old != NULL)
            free_letter(settings, setting_letter(old), "");
    } else if (ok) {
        ok = piece_moves(setting, &moves, err)
             && put_piece(settings, setting, name.data, moves.data, err);
    }
    text_release(&name);
    text_release(&moves);
    return ok;
}

/* Whether pairs such as "p:g s:g" have one for a letter. */
static bool has_pair(const char *pairs, char letter)
{
    for (const char *at = pairs; *at != '\0'; at += strspn(at, " ")) {
        if (tolower((unsigned char)*at) == letter)
            return true;
        at += strcspn(at, " ");
    }
    return false;
}

void fairy_keep_promoted(const Settings *settings, Setting *setting)
{
    const Setting *old = settings_find(settings, KEY_PROMOTED, "");
    if (old == NULL || strchr(old->value, ':') == NULL || strchr(setting->value, ':') == NULL)
        return;
    Text value;
    text_init(&value);
    text_add(&value, "%s", setting->value);
    for (const char *at = old->value; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        if (!has_pair(setting->value, (char)tolower((unsigned char)*at)))
            text_add(&value, " %.*s", (int)length, at);
        at += length;
    }
    free(setting->value);
    setting->value = value.data;
}

/* ------------------------------------------------------------------------------------------------
 * Files
 */

/* Whether a section uses a key of that origin, or the key `also`. */
static bool uses(const IniSection *section, KeyOrigin origin, KeyId also)
{
    for (size_t i = 0; i < section->entry_count; i++) {
        const KeyRow *row = key_find(section->entries[i].key);
        if (row != NULL && (key_origin(row) == origin || key_id(row) == also))
            return true;
    }
    return false;
}

bool fairy_section(const IniSection *section) { return uses(section, KEY_FAIRY, KEY_COUNT); }

bool fairy_file(const Ini *ini)
{
    bool fairy = false;
    for (size_t i = 0; i < ini->section_count; i++) {
        const IniSection *section = &ini->sections[i];
        if (uses(section, KEY_OURS, KEY_COUNT))
            return false;
        fairy =
            fairy || uses(section, KEY_FAIRY, section->parent != NULL ? KEY_START_FEN : KEY_COUNT);
    }
    return fairy;
}

/* The first entry that defines a piece as that program does, NULL if there is none. */
static const IniEntry *find_piece(const IniSection *section)
{
    for (size_t i = 0; i < section->entry_count; i++) {
        const KeyRow *row = key_find(section->entries[i].key);
        if (row != NULL && (row->type == KEY_FAIRY_PIECE || key_id(row) == KEY_CUSTOM_PIECE))
            return &section->entries[i];
    }
    return NULL;
}

bool fairy_check_mixed(const Ini *ini, const IniSection *section, Error *err)
{
    const IniEntry *piece = find_piece(section);
    if (piece == NULL || uses(section, KEY_OURS, KEY_COUNT))
        return true;
    for (size_t i = 0; i < ini->section_count; i++)
        if (uses(&ini->sections[i], KEY_OURS, KEY_COUNT))
            return error_set(
                err,
                "%s:%d: %s: a key of Fairy-Stockfish, where [%s] in line %d has keys of "
                "Assay's own: put one of them into another file, or write dialect = "
                "assay in [%s]",
                ini->file, piece->line, piece->key, ini->sections[i].name, ini->sections[i].line,
                section->name);
    return true;
}

bool fairy_settings(const Settings *settings)
{
    return settings_number_or(settings, KEY_DIALECT, 0) == 1;
}

void fairy_reset_pieces(Settings *settings)
{
    for (size_t i = 0; i < settings->count; i++) {
        Setting *piece = &settings->items[i];
        if (piece->id == KEY_PIECE)
            piece->value[1] = '?'; /* its letter still stands in lists */
    }
}

/* ------------------------------------------------------------------------------------------------
 * What is taken for granted
 */

enum { MAX_FEN_FIELDS = 8 };

static bool is_number(const char *field)
{
    return *field != '\0' && strspn(field, "0123456789") == strlen(field);
}

/* Writes a FEN with all its fields. What is left out is: White to move, no castling, no en passant
 * right, counts 0 and 1. */
static bool full_fen(const Setting *start, bool castling, bool checks, bool drops, Text *fen,
                     Error *err)
{
    char copy[512], *fields[MAX_FEN_FIELDS] = {NULL};
    size_t count = 0, length = strlen(start->value);
    if (length >= sizeof copy)
        return setting_error(start, err, "too long");
    memcpy(copy, start->value, length + 1);
    for (char *at = copy; *at != '\0' && count < MAX_FEN_FIELDS;) {
        fields[count++] = at;
        at += strcspn(at, " ");
        if (*at != '\0')
            *at++ = '\0';
        at += strspn(at, " ");
    }
    if (count == 0)
        return setting_error(start, err, "no array");
    char *hand = strpbrk(fields[0], "[]");
    if (hand != NULL && !drops && strcmp(hand, "[]") != 0 && strcmp(hand, "[-]") != 0)
        return setting_error(start, err, "pieces in hand, which need pieceDrops = true");
    if (hand != NULL && !drops)
        *hand = '\0';
    if (strchr(fields[0], '*') != NULL)
        return setting_error(start, err, "walls are not supported");
    size_t at = 1;
    const char *side = at < count && (strcmp(fields[at], "w") == 0 || strcmp(fields[at], "b") == 0)
                           ? fields[at++]
                           : "w";
    const char *rights = "-", *passed = "-", *to_give = NULL, *numbers[2] = {"0", "1"};
    if (at < count && !is_number(fields[at]) && strchr(fields[at], '+') == NULL)
        rights = fields[at++];
    if (at < count && !is_number(fields[at]) && strchr(fields[at], '+') == NULL)
        passed = fields[at++];
    if (at < count && strchr(fields[at], '+') != NULL)
        to_give = fields[at++];
    for (int i = 0; i < 2 && at < count && is_number(fields[at]); i++)
        numbers[i] = fields[at++];
    if (at < count)
        return setting_error(start, err, "the field \"%s\" is not understood", fields[at]);
    if (!castling && strcmp(rights, "-") != 0 && strspn(rights, "KQkq") != strlen(rights))
        return setting_error(
            start, err, "the field \"%s\" is neither - nor, without castling, of KQkq", rights);
    if (!checks && to_give != NULL)
        return setting_error(start, err,
                             "%s counts checks, which are no rule here: give checkCounting = true",
                             to_give);
    if (checks && to_give == NULL)
        return setting_error(start, err, "no number of checks to give, such as 3+3");
    text_add(fen, "%s %s %s %s%s%s %s %s", fields[0], side, castling ? rights : "-", passed,
             checks ? " " : "", checks ? to_give : "", numbers[0],
             strcmp(numbers[1], "0") == 0 ? "1" : numbers[1]);
    return true;
}

static void put_value(Settings *settings, const Setting *from, KeyId id, const char *value)
{
    settings_put(settings, (Setting){.id = id,
                                     .suffix = memory_copy_string(""),
                                     .value = memory_copy_string(value),
                                     .file = memory_copy_string(from->file),
                                     .line = from->line});
}

/* The type named king is royal; sides that the array gives none have none. */
static void put_royal(Settings *settings, const Setting *start)
{
    static const char *const sides[] = {"both", "black", "white", "none"};
    const Setting *king = settings_find(settings, KEY_PIECE, "king");
    char letter[2] = {'-', '\0'};
    int there = 0;
    if (king != NULL) {
        letter[0] = setting_letter(king);
        const char *end = start->value + strcspn(start->value, " ");
        for (const char *at = start->value; at < end; at++)
            if (tolower((unsigned char)*at) == letter[0])
                there |= isupper((unsigned char)*at) ? 1 : 2;
    }
    char *file = memory_copy_string(start->file); /* the settings may move */
    const Setting from = {.file = file, .line = start->line};
    if (there == 0)
        letter[0] = '-';
    put_value(settings, &from, KEY_ROYAL, letter);
    put_value(settings, &from, KEY_KINGLESS, sides[there]);
    free(file);
}

/* The limits of that program's countingRule, which knows the types by their names. */
static void put_counting_limits(Settings *settings)
{
    static const struct {
        const char *name;
        int count, moves;
    } limits[] = {
        {"rook", 2, 8}, {"rook", 1, 16}, {"silver", 2, 22}, {"knight", 2, 32}, {"silver", 1, 44}};
    const Setting *rule = settings_find(settings, KEY_COUNTING_RULE, "");
    if (settings_number_or(settings, KEY_COUNTING_RULE, 0) == 0
        || settings_find(settings, KEY_COUNTING_LIMITS, "") != NULL)
        return;
    char *file = memory_copy_string(rule->file); /* the settings may move */
    const Setting from = {.file = file, .line = rule->line};
    Text value;
    text_init(&value);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const Setting *piece = settings_find(settings, KEY_PIECE, limits[i].name);
        if (piece == NULL)
            continue;
        text_add(&value, "%s", value.length > 0 ? " " : "");
        for (int j = 0; j < limits[i].count; j++)
            text_add_char(&value, setting_letter(piece));
        text_add(&value, ":%d", limits[i].moves);
    }
    put_value(settings, &from, KEY_COUNTING_LIMITS, value.length > 0 ? value.data : "-");
    text_release(&value);
    free(file);
}

/* Whether no setting but the template's names a piece that did not come back. */
static bool check_letters(const Settings *settings, char letter, Error *err)
{
    const char *template = settings_find(settings, KEY_DIALECT, "")->file;
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->items[i];
        if (!holds_letters(setting) || strcmp(setting->file, template) == 0)
            continue;
        if (strchr(setting->value, letter) != NULL
            || strchr(setting->value, toupper((unsigned char)letter)) != NULL)
            return setting_error(setting, err, "'%c' is no piece of this variant", letter);
    }
    return true;
}

/* Takes the pieces that a section without a parent does not bring back out of all lists. */
static bool drop_missing_pieces(Settings *settings, Error *err)
{
    for (size_t i = settings->count; i-- > 0;) {
        if (settings->items[i].id != KEY_PIECE || settings->items[i].value[1] != '?')
            continue;
        char letter = setting_letter(&settings->items[i]);
        if (!check_letters(settings, letter, err))
            return false;
        free_letter(settings, letter, "");
    }
    return true;
}

bool fairy_complete(Settings *settings, Error *err)
{
    if (!fairy_settings(settings))
        return true;
    if (!drop_missing_pieces(settings, err))
        return false;
    put_counting_limits(settings);
    const Setting *start = settings_find(settings, KEY_START_FEN, "");
    if (start == NULL)
        return true;
    Text fen;
    text_init(&fen);
    bool ok = full_fen(start, settings_number_or(settings, KEY_CASTLING, 0) == 1,
                       settings_number_or(settings, KEY_CHECK_COUNTING, 0) == 1,
                       settings_number_or(settings, KEY_PIECE_DROPS, 0) == 1, &fen, err);
    if (ok) {
        Setting *changed = &settings->items[start - settings->items];
        free(changed->value);
        changed->value = memory_copy_string(fen.data);
        bool given = settings_find(settings, KEY_ROYAL, "") != NULL
                     || settings_find(settings, KEY_KINGLESS, "") != NULL;
        if (!given)
            put_royal(settings, changed);
    }
    text_release(&fen);
    return ok;
}
