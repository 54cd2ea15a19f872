/* The settings of a variant file, before they are compiled: keys, values and where they stand.
 *
 * Every key is one row of one table, which gives the reader, `check --keys` and the effective
 * rules. A row whose name ends in '.' or '*' is a family: what follows is the setting's suffix (a
 * piece's name or letter, a right's letter; '*' itself is not written). Sections inherit: a child
 * has its parent's settings and its own, which win. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/ini.h"
#include "engine/base/text.h"

/* How a value is written. */
typedef enum KeyType {
    KEY_NUMBER, /* a whole number in [low, high] */
    KEY_BOOL,   /* true or false */
    KEY_CHOICE, /* one of the words in `choices` */
    KEY_TYPES,  /* letters of pieces, e.g. "nbrq"; "-" for none */
    KEY_REGION, /* squares: a1, *3 (a rank), d* (a file), *, separated by spaces; "-" for none */
    KEY_TEXT,   /* as the documentation says */
    KEY_FAIRY_PIECE, /* a letter for a piece of Fairy-Stockfish; its moves are in `choices` */
    KEY_REFUSED,     /* a rule that is not supported; `choices` are the values that turn it off */
    KEY_IGNORED,     /* no rule of the game */
} KeyType;

/* Whose the key is. A file that uses none of our own keys is read as Fairy-Stockfish reads it. */
typedef enum KeyOrigin { KEY_SHARED, KEY_OURS, KEY_FAIRY } KeyOrigin;

/* The keys in the order of the table. */
typedef enum KeyId {
    KEY_MAX_FILE,
    KEY_MAX_RANK,
    KEY_PIECE,
    KEY_CUSTOM_PIECE,
    KEY_ROYAL,
    KEY_KINGLESS,
    KEY_PAWN_TYPES,
    KEY_ZONE_MOVES,
    KEY_DOUBLE_STEP_REGION,
    KEY_DOUBLE_STEP_REGION_BLACK,
    KEY_DOUBLE_STEP,
    KEY_DIALECT,
    KEY_TRIPLE_STEP_WHITE,
    KEY_TRIPLE_STEP_BLACK,
    KEY_SOLDIER_RANK,
    KEY_EN_PASSANT_REGION,
    KEY_EN_PASSANT_REGION_WHITE,
    KEY_EN_PASSANT_REGION_BLACK,
    KEY_MOBILITY,
    KEY_MOBILITY_WHITE,
    KEY_MOBILITY_BLACK,
    KEY_CROSSING,
    KEY_MORPH,
    KEY_DRAG,
    KEY_PUSH,
    KEY_PUSHED_PAWN_STOPS,
    KEY_PUSHED_PAWN_BECOMES,
    KEY_START_FEN,
    KEY_CASTLE,
    KEY_CASTLING,
    KEY_CASTLING_KINGSIDE,
    KEY_CASTLING_QUEENSIDE,
    KEY_CASTLING_RANK,
    KEY_CASTLING_KING_FILE,
    KEY_CASTLING_KING_PIECE,
    KEY_CASTLING_ROOK_PIECES,
    KEY_CASTLING_ROOK_KINGSIDE,
    KEY_CASTLING_ROOK_QUEENSIDE,
    KEY_CASTLING_ANY_FILE,
    KEY_CASTLING_FROM_MOVE,
    KEY_SHOT_KEEPS_CASTLING,
    KEY_PROMOTION_REGION,
    KEY_PROMOTION_REGION_BLACK,
    KEY_PROMOTION_TYPES,
    KEY_PROMOTION_TYPES_WHITE,
    KEY_PROMOTION_TYPES_BLACK,
    KEY_PROMOTION_PAWNS,
    KEY_PROMOTION_PAWNS_WHITE,
    KEY_PROMOTION_PAWNS_BLACK,
    KEY_PROMOTION_LIMIT,
    KEY_PROMOTION_MANDATORY,
    KEY_PROMOTED,
    KEY_PIECE_PROMOTION_MANDATORY,
    KEY_IMMOBILITY_ILLEGAL,
    KEY_PROMOTION,
    KEY_LOST_PROMOTION,
    KEY_MUST_CAPTURE,
    KEY_CHECKING,
    KEY_CHECK_COUNTING,
    KEY_FLYING_GENERAL,
    KEY_STALEMATE_VALUE,
    KEY_CHECKMATE_VALUE,
    KEY_BARE_KING,
    KEY_CUT_OFF_TYPES,
    KEY_CUT_OFF_REGION,
    KEY_N_FOLD_RULE,
    KEY_N_FOLD_VALUE,
    KEY_N_FOLD_ABSOLUTE,
    KEY_PERPETUAL_CHECK,
    KEY_CHASING,
    KEY_N_MOVE_RULE,
    KEY_N_MOVE_REVERSIBLE,
    KEY_N_MOVE_TYPES,
    KEY_N_MOVE_TYPES_WHITE,
    KEY_N_MOVE_TYPES_BLACK,
    KEY_COUNTING_RULE,
    KEY_COUNTING_LIMITS,
    KEY_EXTINCTION_VALUE,
    KEY_EXTINCTION_TYPES,
    KEY_EXTINCTION_COUNT,
    KEY_EXTINCTION_OPPONENT,
    KEY_EXTINCTION_PSEUDO_ROYAL,
    KEY_FLAG_PIECE,
    KEY_FLAG_PIECE_WHITE,
    KEY_FLAG_PIECE_BLACK,
    KEY_FLAG_REGION,
    KEY_FLAG_REGION_WHITE,
    KEY_FLAG_REGION_BLACK,
    KEY_FLAG_COUNT,
    KEY_FLAG_BLOCKED,
    KEY_FLAG_MOVE,
    KEY_FLAG_SAFE,
    KEY_PIECE_DROPS,
    KEY_CAPTURES_TO_HAND,
    KEY_DROP_LOOP,
    KEY_DROP_REGION_WHITE,
    KEY_DROP_REGION_BLACK,
    KEY_FIRST_RANK_PAWN_DROPS,
    KEY_PROMOTION_ZONE_PAWN_DROPS,
    KEY_DROP_NO_DOUBLED,
    KEY_DROP_NO_DOUBLED_COUNT,
    KEY_DROP_CHECKS,
    KEY_PAWN_DROP_MATE,
#define FAIRY_PIECE(id, name, moves)      KEY_FAIRY_##id,
#define FAIRY_REFUSED(id, name, off, why) KEY_REFUSED_##id,
#define FAIRY_IGNORED(id, name, why)      KEY_IGNORED_##id,
#include "engine/rules/fairy_keys.def"
    KEY_COUNT
} KeyId;

typedef struct KeyRow {
    const char *name;
    KeyType type;
    const char *fallback; /* the default; NULL: none, the key must be given or may be left out */
    const char *choices;  /* of KEY_CHOICE, separated by spaces */
    int low, high;        /* of KEY_NUMBER */
    const char *doc;
    KeyOrigin origin;
} KeyRow;

/* The row of a key, and the key of a row. */
const KeyRow *key_row(KeyId id);
KeyId key_id(const KeyRow *row);

/* Whether the row is a family; how many characters of its name stand before the suffix; whose it
 * is. */
bool key_is_family(const KeyRow *row);
size_t key_stem(const KeyRow *row);
KeyOrigin key_origin(const KeyRow *row);

/* The row of a key as written; NULL if there is none. */
const KeyRow *key_find(const char *key);

typedef struct Setting {
    KeyId id;
    char *suffix; /* "" where the key is no family */
    char *value;
    char *file; /* of a default: of the section that leaves the key out */
    int line;
    bool inherited; /* from a parent section */
    bool fallback;  /* a default */
} Setting;

/* All are owned; in the table's order and, within a family, in the order given. */
typedef struct Settings {
    Setting *items;
    size_t count, capacity;
} Settings;

void settings_init(Settings *settings);
void settings_release(Settings *settings);

/* Adds the section's settings over those that are there; a family's setting with the value "-"
 * takes the inherited one away. `fairy`: the file is Fairy-Stockfish's, in which the last of
 * several entries for a key counts; in ours they are an error. Fails at the first unknown key or
 * unreadable value: `file:line: key: why`. */
bool settings_add_section(Settings *settings, const char *file, const IniSection *section,
                          bool fairy, Error *err);

/* Whether no rule that is refused is in force: those of the section itself are named first, in the
 * order of its lines. */
bool settings_check_supported(const Settings *settings, Error *err);

/* Adds a setting, whose strings it takes over, in place of an older one; takes one away. */
void settings_put(Settings *settings, Setting setting);
void settings_remove(Settings *settings, const Setting *setting);

/* Adds the defaults that are still missing, as of the section in that line, and sorts by the table.
 */
void settings_complete(Settings *settings, const char *file, int line);

/* The setting of a key; of a family, the one with that suffix. NULL if there is none. */
const Setting *settings_find(const Settings *settings, KeyId id, const char *suffix);

/* The value of a number, bool or choice (the index of the word); its default where it is not given.
 */
int settings_number(const Settings *settings, KeyId id);

/* The same for a key without a default in the table. */
int settings_number_or(const Settings *settings, KeyId id, int fallback);

/* Writes `file:line: key: message` to err; of a default, the message says so. Returns false. */
bool setting_error(const Setting *setting, Error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "key = value" for each, a line each. */
void settings_add_text(const Settings *settings, Text *text);

/* A hash of those that are not at their defaults: a key that a later program adds does not change
 * it. */
uint64_t settings_hash(const Settings *settings);
