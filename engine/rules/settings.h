/* The settings of a variant file, before they are compiled: keys, values and where they stand.
 *
 * Every key is one row of one table, which gives the reader, `check --keys` and the effective rules. A
 * row whose name ends in '.' is a family: what follows the point is the setting's suffix (a piece's
 * name or letter, a right's letter). Sections inherit: a child has its parent's settings and its own,
 * which win. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/ini.h"
#include "engine/base/text.h"

/* How a value is written. */
typedef enum KeyType {
    KEY_NUMBER,  /* a whole number in [low, high] */
    KEY_BOOL,    /* true or false */
    KEY_CHOICE,  /* one of the words in `choices` */
    KEY_TYPES,   /* letters of pieces, e.g. "nbrq"; "-" for none */
    KEY_REGION,  /* squares: a1, *3 (a rank), d* (a file), *, separated by spaces; "-" for none */
    KEY_TEXT,    /* as the documentation says */
} KeyType;

/* The keys in the order of the table. */
typedef enum KeyId {
    KEY_MAX_FILE,
    KEY_MAX_RANK,
    KEY_PIECE,
    KEY_ROYAL,
    KEY_PAWN_TYPES,
    KEY_ZONE_MOVES,
    KEY_DOUBLE_STEP_REGION,
    KEY_MOBILITY,
    KEY_CROSSING,
    KEY_MORPH,
    KEY_DRAG,
    KEY_PUSH,
    KEY_PUSHED_PAWN_STOPS,
    KEY_PUSHED_PAWN_BECOMES,
    KEY_START_FEN,
    KEY_CASTLE,
    KEY_PROMOTION_REGION,
    KEY_PROMOTION_TYPES,
    KEY_PROMOTION_LIMIT,
    KEY_PROMOTION_MANDATORY,
    KEY_PROMOTION,
    KEY_LOST_PROMOTION,
    KEY_STALEMATE_VALUE,
    KEY_BARE_KING,
    KEY_CUT_OFF_TYPES,
    KEY_CUT_OFF_REGION,
    KEY_N_FOLD_RULE,
    KEY_N_MOVE_RULE,
    KEY_COUNT
} KeyId;

typedef struct KeyRow {
    const char *name;
    KeyType type;
    const char *fallback; /* the default; NULL: none, the key must be given or may be left out */
    const char *choices;  /* of KEY_CHOICE, separated by spaces */
    int low, high;        /* of KEY_NUMBER */
    const char *doc;
} KeyRow;

/* The row of a key. */
const KeyRow *key_row(KeyId id);

typedef struct Setting {
    KeyId id;
    char *suffix; /* "" where the key is no family */
    char *value;
    char *file; /* "default" for a default */
    int line;
} Setting;

/* All are owned; in the table's order and, within a family, in the order given. */
typedef struct Settings {
    Setting *items;
    size_t count, capacity;
} Settings;

void settings_init(Settings *settings);
void settings_release(Settings *settings);

/* Adds the section's settings over those that are there; a family's setting with the value "-" takes
 * the inherited one away. Fails at the first unknown key or unreadable value: `file:line: key: why`. */
bool settings_add_section(Settings *settings, const char *file, const IniSection *section, Error *err);

/* Adds the defaults that are still missing and sorts by the table. */
void settings_complete(Settings *settings);

/* The setting of a key; of a family, the one with that suffix. NULL if there is none. */
const Setting *settings_find(const Settings *settings, KeyId id, const char *suffix);

/* The value of a number, bool or choice (the index of the word); its default where it is not given. */
int settings_number(const Settings *settings, KeyId id);

/* Writes `file:line: key: message` to err. Returns false. */
bool setting_error(const Setting *setting, Error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "key = value" for each, a line each. */
void settings_add_text(const Settings *settings, Text *text);

/* A hash of those that are not at their defaults: a key that a later program adds does not change it. */
uint64_t settings_hash(const Settings *settings);
