#include "engine/rules/settings.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/nearest.h"

/* clang-format off */
static const KeyRow key_rows[KEY_COUNT] = {
    [KEY_MAX_FILE] = {"maxFile", KEY_TEXT, NULL, NULL, 0, 0,
        "The last file: a letter (h) or a number (8), up to p or 16."},
    [KEY_MAX_RANK] = {"maxRank", KEY_NUMBER, NULL, NULL, 1, 16,
        "The number of ranks."},
    [KEY_PIECE] = {"piece.", KEY_TEXT, NULL, NULL, 0, 0,
        "piece.NAME = LETTER:XBETZA gives a type of piece, its letter and its moves; - takes an "
        "inherited one away."},
    [KEY_ROYAL] = {"royal", KEY_TYPES, "k", NULL, 0, 0,
        "The royal type: a side has one, and may not leave it attacked."},
    [KEY_PAWN_TYPES] = {"pawnTypes", KEY_TYPES, "p", NULL, 0, 0,
        "Types that are pawns: their own moves reset the count of nMoveRule, they promote, and their "
        "multiple steps can be answered en passant."},
    [KEY_ZONE_MOVES] = {"zoneMoves.", KEY_TEXT, NULL, NULL, 0, 0,
        "zoneMoves.LETTER or LETTER1, LETTER2, ... = REGION : XBETZA gives a type more moves while it "
        "stands in a region (White's; Black's is mirrored)."},
    [KEY_DOUBLE_STEP_REGION] = {"doubleStepRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "Where White's pawns have the moves marked i; Black's is mirrored. Without the key: the squares "
        "of the array's pawns, as for every other type."},
    [KEY_MOBILITY] = {"mobilityRegion.", KEY_REGION, NULL, NULL, 0, 0,
        "mobilityRegion.LETTER: the only squares that White's pieces of the type may go to (Black's "
        "are mirrored)."},
    [KEY_CROSSING] = {"crossing.", KEY_TEXT, NULL, NULL, 0, 0,
        "crossing.LETTER = RANK never: moves and captures of the type may not cross the line above that "
        "rank (the same line for both sides). RANK REGION: they may only if they start or end in the "
        "region."},
    [KEY_MORPH] = {"morph.", KEY_REGION, NULL, NULL, 0, 0,
        "morph.LETTER = REGION: a piece that is not royal and ends its move there, on either side's "
        "account, becomes that type."},
    [KEY_DRAG] = {"drag.", KEY_CHOICE, NULL, "one any", 0, 0,
        "drag.LETTER: when the type moves k squares along a line, the nearest piece on the line behind "
        "its start is dragged k squares after it: only if k is one, or any k."},
    [KEY_PUSH] = {"push.", KEY_BOOL, NULL, NULL, 0, 0,
        "push.LETTER: when the type moves k squares along a line and an enemy stands just ahead, the enemy "
        "is pushed on by k squares or as far as it can go."},
    [KEY_PUSHED_PAWN_STOPS] = {"pushedPawnStops", KEY_BOOL, "true", NULL, 0, 0,
        "A pushed pawn stops short of its own first rank."},
    [KEY_PUSHED_PAWN_BECOMES] = {"pushedPawnBecomes", KEY_TYPES, "q", NULL, 0, 0,
        "What a pawn becomes that is pushed onto its last rank; - leaves it a pawn."},
    [KEY_START_FEN] = {"startFen", KEY_TEXT, NULL, NULL, 0, 0,
        "The array."},
    [KEY_CASTLE] = {"castle.", KEY_TEXT, NULL, NULL, 0, 0,
        "castle.LETTER = KINGFROM KINGTO ROOKFROM ROOKTO, e.g. e1 g1 h1 f1: a way to castle, named by "
        "its letter in a FEN (capital for White). Black's is White's mirrored unless it is given too."},
    [KEY_PROMOTION_REGION] = {"promotionRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "Where White's pawns promote (Black's is mirrored). Without the key: the last rank."},
    [KEY_PROMOTION_TYPES] = {"promotionPieceTypes", KEY_TYPES, "nbrq", NULL, 0, 0,
        "What pawns may become."},
    [KEY_PROMOTION_LIMIT] = {"promotionLimit", KEY_NUMBER, "0", NULL, 0, 99,
        "How many of a kind a side may have on the board at most for a promotion to it; 0 is no limit."},
    [KEY_PROMOTION_MANDATORY] = {"mandatoryPawnPromotion", KEY_BOOL, "true", NULL, 0, 0,
        "Whether a pawn must promote where it can."},
    [KEY_PROMOTION] = {"promotion.", KEY_TEXT, NULL, NULL, 0, 0,
        "promotion.NAME = REGION : TYPES [limit N] [overflow] [optional]: what White's pawns become in a "
        "region (Black's is mirrored), in place of the four keys above. limit is promotionLimit; overflow: "
        "where every one of the types has reached the limit, all may be made; optional: a pawn may stay."},
    [KEY_LOST_PROMOTION] = {"lostPromotion", KEY_BOOL, "false", NULL, 0, 0,
        "Pawns become only what their side has lost (at the start less on the board). Where nothing is "
        "lost, a pawn waits on the last rank, and the next piece of its side that is captured stands in "
        "its place at once; of several, in that of the pawn nearest to the a-file."},
    [KEY_STALEMATE_VALUE] = {"stalemateValue", KEY_CHOICE, "draw", "draw loss win", 0, 0,
        "The result for the side that has no legal move and is not in check."},
    [KEY_BARE_KING] = {"bareKing", KEY_CHOICE, "none", "none lose shatranj", 0, 0,
        "lose: a side left with its king alone loses at once. shatranj: it may first make one move, and "
        "draws if that bares the opponent."},
    [KEY_CUT_OFF_TYPES] = {"cutOffTypes", KEY_TYPES, NULL, NULL, 0, 0,
        "A side that has nothing but its king and these types is cut off, and loses, while the opponent's "
        "king stands in its own cutOffRegionWhite. If both sides are cut off the game is drawn."},
    [KEY_CUT_OFF_REGION] = {"cutOffRegionWhite", KEY_REGION, NULL, NULL, 0, 0,
        "Where White's king must stand for Black to be cut off (Black's is mirrored)."},
    [KEY_N_FOLD_RULE] = {"nFoldRule", KEY_NUMBER, "3", NULL, 0, 100,
        "The game is drawn when a position has stood so many times; 0 is never."},
    [KEY_N_MOVE_RULE] = {"nMoveRule", KEY_NUMBER, "50", NULL, 0, 1000,
        "The game is drawn after so many moves of each side without a capture or a pawn's own move; 0 is "
        "never."},
};
/* clang-format on */

const KeyRow *key_row(KeyId id) { return &key_rows[id]; }

static bool row_is_family(const KeyRow *row) { return row->name[strlen(row->name) - 1] == '.'; }

void settings_init(Settings *settings) { *settings = (Settings){0}; }

static void setting_release(Setting *setting)
{
    free(setting->suffix);
    free(setting->value);
    free(setting->file);
}

void settings_release(Settings *settings)
{
    for (size_t i = 0; i < settings->count; i++)
        setting_release(&settings->items[i]);
    free(settings->items);
    *settings = (Settings){0};
}

bool setting_error(const Setting *setting, Error *err, const char *format, ...)
{
    Text why;
    text_init(&why);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&why, format, arguments);
    va_end(arguments);
    error_set(err, "%s:%d: %s%s: %s", setting->file, setting->line, key_rows[setting->id].name,
              setting->suffix, why.data);
    text_release(&why);
    return false;
}

const Setting *settings_find(const Settings *settings, KeyId id, const char *suffix)
{
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->items[i];
        if (setting->id == id && strcmp(setting->suffix, suffix) == 0)
            return setting;
    }
    return NULL;
}

/* The index of `word` in a list of words separated by spaces, -1 if it is not there. */
static int choice_index(const char *choices, const char *word)
{
    size_t length = strlen(word);
    int index = 0;
    for (const char *at = choices != NULL ? choices : ""; *at != '\0' && length > 0; index++) {
        size_t span = strcspn(at, " ");
        if (span == length && strncmp(at, word, length) == 0)
            return index;
        at += span;
        at += *at == ' ';
    }
    return -1;
}

/* The number that a value is; false if it is none. */
static bool read_number(const char *value, int *number)
{
    char *end;
    errno = 0;
    long result = strtol(value, &end, 10);
    if (end == value || *end != '\0' || errno != 0 || result < -1000000 || result > 1000000)
        return false;
    *number = (int)result;
    return true;
}

static int value_number(const KeyRow *row, const char *value)
{
    if (row->type == KEY_BOOL)
        return choice_index("false true", value);
    if (row->type == KEY_CHOICE)
        return choice_index(row->choices, value);
    int number = 0;
    read_number(value, &number);
    return number;
}

int settings_number(const Settings *settings, KeyId id)
{
    const Setting *setting = settings_find(settings, id, "");
    const KeyRow *row = &key_rows[id];
    assert(setting != NULL || row->fallback != NULL);
    return value_number(row, setting != NULL ? setting->value : row->fallback);
}

/* Whether the value can be read as the row's type. Letters and squares are looked at when compiled. */
static bool value_check(const Setting *setting, Error *err)
{
    const KeyRow *row = &key_rows[setting->id];
    const char *value = setting->value;
    int number;
    if (*value == '\0')
        return setting_error(setting, err, "no value");
    switch (row->type) {
    case KEY_NUMBER:
        if (!read_number(value, &number) || number < row->low || number > row->high)
            return setting_error(setting, err, "\"%s\" is no whole number from %d to %d", value, row->low,
                                 row->high);
        return true;
    case KEY_BOOL:
        if (value_number(row, value) < 0)
            return setting_error(setting, err, "\"%s\" is neither true nor false", value);
        return true;
    case KEY_CHOICE:
        if (value_number(row, value) < 0)
            return setting_error(setting, err, "\"%s\" is none of: %s", value, row->choices);
        return true;
    case KEY_TYPES:
    case KEY_REGION:
    case KEY_TEXT:
        return true;
    }
    return true;
}

/* The row of a key as written; NULL if there is none. */
static const KeyRow *find_row(const char *key)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const KeyRow *row = &key_rows[i];
        size_t length = strlen(row->name);
        if (row_is_family(row) ? strncmp(key, row->name, length) == 0 && key[length] != '\0'
                               : strcmp(key, row->name) == 0)
            return row;
    }
    return NULL;
}

static bool unknown_key(const char *file, const IniEntry *entry, Error *err)
{
    const char *names[KEY_COUNT];
    for (size_t i = 0; i < KEY_COUNT; i++)
        names[i] = key_rows[i].name;
    const char *near = nearest_name(entry->key, names, KEY_COUNT);
    if (near == NULL)
        return error_set(err, "%s:%d: %s: unknown key; assay check --keys lists all", file, entry->line,
                         entry->key);
    return error_set(err, "%s:%d: %s: unknown key; did you mean %s?", file, entry->line, entry->key, near);
}

static void settings_remove(Settings *settings, const Setting *setting)
{
    size_t index = (size_t)(setting - settings->items);
    setting_release(&settings->items[index]);
    settings->count--;
    memmove(&settings->items[index], &settings->items[index + 1],
            (settings->count - index) * sizeof(Setting));
}

static void settings_append(Settings *settings, Setting setting)
{
    settings->items
        = memory_grow(settings->items, settings->count, &settings->capacity, sizeof(Setting));
    settings->items[settings->count++] = setting;
}

static bool settings_add_entry(Settings *settings, const char *file, const IniEntry *entry, Error *err)
{
    const KeyRow *row = find_row(entry->key);
    if (row == NULL)
        return unknown_key(file, entry, err);
    Setting setting = {
        .id = (KeyId)(row - key_rows),
        .suffix = memory_copy_string(row_is_family(row) ? entry->key + strlen(row->name) : ""),
        .value = memory_copy_string(entry->value),
        .file = memory_copy_string(file),
        .line = entry->line,
    };
    bool removes = row_is_family(row) && strcmp(setting.value, "-") == 0;
    if (!removes && !value_check(&setting, err)) {
        setting_release(&setting);
        return false;
    }
    const Setting *old = settings_find(settings, setting.id, setting.suffix);
    if (removes) {
        bool found = old != NULL;
        if (found)
            settings_remove(settings, old);
        else
            setting_error(&setting, err, "there is none to take away");
        setting_release(&setting);
        return found;
    }
    if (old != NULL) {
        size_t index = (size_t)(old - settings->items);
        setting_release(&settings->items[index]);
        settings->items[index] = setting;
    } else {
        settings_append(settings, setting);
    }
    return true;
}

bool settings_add_section(Settings *settings, const char *file, const IniSection *section, Error *err)
{
    for (size_t i = 0; i < section->entry_count; i++)
        if (!settings_add_entry(settings, file, &section->entries[i], err))
            return false;
    return true;
}

void settings_complete(Settings *settings)
{
    Settings sorted;
    settings_init(&sorted);
    for (size_t id = 0; id < KEY_COUNT; id++) {
        bool found = false;
        for (size_t i = 0; i < settings->count; i++) {
            if (settings->items[i].id != (KeyId)id)
                continue;
            settings_append(&sorted, settings->items[i]);
            found = true;
        }
        if (!found && key_rows[id].fallback != NULL)
            settings_append(&sorted, (Setting){.id = (KeyId)id,
                                               .suffix = memory_copy_string(""),
                                               .value = memory_copy_string(key_rows[id].fallback),
                                               .file = memory_copy_string("default"),
                                               .line = 0});
    }
    free(settings->items);
    *settings = sorted;
}

void settings_add_text(const Settings *settings, Text *text)
{
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->items[i];
        text_add(text, "%s%s = %s\n", key_rows[setting->id].name, setting->suffix, setting->value);
    }
}

uint64_t settings_hash(const Settings *settings)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->items[i];
        const KeyRow *row = &key_rows[setting->id];
        if (row->fallback != NULL && strcmp(row->fallback, setting->value) == 0)
            continue;
        hash = hash_add(hash, hash_bytes(row->name, strlen(row->name)));
        hash = hash_add(hash, hash_bytes(setting->suffix, strlen(setting->suffix)));
        hash = hash_add(hash, hash_bytes(setting->value, strlen(setting->value)));
    }
    return hash;
}
