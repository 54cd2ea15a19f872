#include "selfplay/run_config.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/ini.h"
#include "engine/base/lookup.h"
#include "engine/base/memory.h"
#include "engine/base/nearest.h"
#include "engine/rules/move.h"
#include "engine/search/searcher.h"

static const char *const opening_kinds[] = {"plain", "imbalance", NULL};

#define FIELD(name) offsetof(RunConfig, name)
/* clang-format off */
static const RunKey run_keys[] = {
    {"variant", RUN_KEY_TEXT, FIELD(variant), "", 0, 0, NULL, false,
     "the variant: a name in configs/variants, a file, or FILE:NAME"},
    {"weights", RUN_KEY_TEXT, FIELD(weights), "", 0, 0, NULL, false,
     "the weights that both sides play with: a name in configs/weights or a file; empty: the "
     "variant's own, or else automatic ones"},
    {"games", RUN_KEY_NUMBER, FIELD(games), "4000", 0, 1000000000000, NULL, false,
     "games to have in the end; those already stored count"},
    {"nodes", RUN_KEY_NUMBER, FIELD(nodes), "1000", 1, 1000000000000, NULL, true,
     "nodes searched for each move"},
    {"seed", RUN_KEY_NUMBER, FIELD(seed), "1", 0, UINT64_MAX, NULL, true,
     "number that all chance comes from"},
    {"openings", RUN_KEY_CHOICE, FIELD(openings), "imbalance", 0, 0, opening_kinds, true,
     "plain: the array and random plies; imbalance: pieces are taken off both sides first"},
    {"versus", RUN_KEY_TEXT, FIELD(versus), "", 0, 0, NULL, true,
     "Y=N: openings in which one side has a Y instead of an N and nothing else is between them but, "
     "in half of the pairs, a pawn or another unit; white=black: the two armies"},
    {"against", RUN_KEY_TEXT, FIELD(against), "", 0, 0, NULL, true,
     "Q=N: imbalances also against an army with an N for each Q (Q=- for nothing in its place; "
     "several with commas between); white=black: against either army"},
    {"unit", RUN_KEY_TEXT, FIELD(unit), "", 0, 0, NULL, true,
     "letter of the piece that values are measured in: pure odds are of it, and trades are paid with "
     "it; empty: the first type of pawn"},
    {"opening_plies", RUN_KEY_NUMBER, FIELD(opening_plies), "4", 0, 60, NULL, true,
     "random plies before the game; an odd number gives Black the first move"},
    {"opening_nodes", RUN_KEY_NUMBER, FIELD(opening_nodes), "200", 1, 1000000, NULL, true,
     "nodes of the search that looks at an opening"},
    {"opening_margin", RUN_KEY_NUMBER, FIELD(opening_margin), "0", 0, 100000, NULL, true,
     "centipawns by which that search, and the material after the random plies, may differ from "
     "what was intended; openings beyond are drawn again; 0: as trial openings say, at least 200"},
    {"opening_tries", RUN_KEY_NUMBER, FIELD(opening_tries), "1000", 1, 1000000, NULL, true,
     "draws of an opening before the run is given up"},
    {"imbalance_max", RUN_KEY_NUMBER, FIELD(imbalance_max), "200", 0, 100000, NULL, true,
     "largest expected difference of the sides, in centipawns of the weights, but for pure odds"},
    {"trade_pawns", RUN_KEY_NUMBER, FIELD(trade_pawns), "3", 0, 100, NULL, true,
     "pawns, or units, that pay for a piece in a trade, at most; more only where it cannot be paid for "
     "otherwise"},
    {"pawn_odds", RUN_KEY_NUMBER, FIELD(pawn_odds), "30", 0, 100, NULL, true,
     "per cent of the pairs that are played at pure odds of 1, 2 or 3 pawns, or units"},
    {"thinning", RUN_KEY_NUMBER, FIELD(thinning), "70", 0, 100, NULL, true,
     "per cent of the array's pieces that both sides lose alike before a game of imbalances, at most: "
     "each pair draws how many; 0: full boards, for values of the opening only"},
    /* The undo stack has room for the search that is made after the last ply. */
    {"max_plies", RUN_KEY_NUMBER, FIELD(max_plies), "600", 1, MAX_GAME_PLY - 2 * MAX_PLY, NULL, true,
     "plies after which a game is stopped without a result"},
    {"table_kb", RUN_KEY_NUMBER, FIELD(table_kb), "1024", 1, 1048576, NULL, true,
     "size of a player's transposition table in KiB; it is emptied before each game"},
    {"player", RUN_KEY_TEXT, FIELD(player), "", 0, 0, NULL, true,
     "uci:COMMAND: an outside engine that plays both sides in place of our own; openings are still "
     "looked at by ours, and our rules judge each move and end"},
    {"player_variant", RUN_KEY_TEXT, FIELD(player_variant), "", 0, 0, NULL, true,
     "what that engine calls the variant"},
    {"player_options", RUN_KEY_TEXT, FIELD(player_options), "", 0, 0, NULL, true,
     "options of that engine: 'NAME=VALUE;NAME=VALUE'"},
};
/* clang-format on */
#undef FIELD
enum { RUN_KEY_COUNT = sizeof run_keys / sizeof run_keys[0] };

const RunKey *run_config_keys(size_t *count)
{
    *count = RUN_KEY_COUNT;
    return run_keys;
}

static const RunKey *find_key(const char *key)
{
    for (size_t i = 0; i < RUN_KEY_COUNT; i++) {
        if (strcmp(run_keys[i].key, key) == 0) {
            return &run_keys[i];
        }
    }
    return NULL;
}

static bool unknown_key(const char *key, Error *err)
{
    const char *names[RUN_KEY_COUNT];
    for (size_t i = 0; i < RUN_KEY_COUNT; i++) {
        names[i] = run_keys[i].key;
    }
    const char *nearest = nearest_name(key, names, RUN_KEY_COUNT);
    return nearest != NULL ? error_set(err, "%s: unknown key, did you mean '%s'?", key, nearest)
                           : error_set(err, "%s: unknown key", key);
}

/* The number in [min, max] that is all of `text`, in plain digits. */
static bool read_number(const RunKey *row, const char *text, uint64_t *number, Error *err)
{
    bool digits = text[0] != '\0' && strspn(text, "0123456789") == strlen(text);
    errno = 0;
    uint64_t value = digits ? strtoull(text, NULL, 10) : 0;
    if (!digits || errno != 0 || value < row->min || value > row->max) {
        return error_set(err, "%s: '%s' is not a whole number from %" PRIu64 " to %" PRIu64,
                         row->key, text, row->min, row->max);
    }
    *number = value;
    return true;
}

static bool read_choice(const RunKey *row, const char *text, uint64_t *number, Error *err)
{
    Text valid;
    text_init(&valid);
    for (size_t i = 0; row->choices[i] != NULL; i++) {
        if (strcmp(row->choices[i], text) == 0) {
            *number = i;
            text_release(&valid);
            return true;
        }
        text_add(&valid, "%s%s", i == 0 ? "" : " or ", row->choices[i]);
    }
    error_set(err, "%s: '%s' is not %s", row->key, text, valid.data);
    text_release(&valid);
    return false;
}

static char *text_field(RunConfig *config, const RunKey *row)
{
    return (char *)config + row->offset;
}

static void set_number(RunConfig *config, const RunKey *row, uint64_t number)
{
    memcpy((char *)config + row->offset, &number, sizeof number);
}

static uint64_t get_number(const RunConfig *config, const RunKey *row)
{
    uint64_t number;
    memcpy(&number, (const char *)config + row->offset, sizeof number);
    return number;
}

bool run_config_set(RunConfig *config, const char *key, const char *text, Error *err)
{
    const RunKey *row = find_key(key);
    if (row == NULL) {
        return unknown_key(key, err);
    }
    uint64_t number = 0;
    switch (row->type) {
    case RUN_KEY_TEXT:
        if (strlen(text) >= RUN_TEXT_SIZE) {
            return error_set(err, "%s: longer than %d bytes", key, RUN_TEXT_SIZE - 1);
        }
        memcpy(text_field(config, row), text, strlen(text) + 1);
        return true;
    case RUN_KEY_NUMBER:
        if (!read_number(row, text, &number, err)) {
            return false;
        }
        break;
    case RUN_KEY_CHOICE:
        if (!read_choice(row, text, &number, err)) {
            return false;
        }
        break;
    }
    set_number(config, row, number);
    return true;
}

void run_config_init(RunConfig *config)
{
    *config = (RunConfig){.games = 0};
    for (size_t i = 0; i < RUN_KEY_COUNT; i++) {
        Error err;
        bool good = run_config_set(config, run_keys[i].key, run_keys[i].default_text, &err);
        assert(good);
        (void)good;
    }
}

static bool set_entries(RunConfig *config, const Ini *ini, Error *err)
{
    const IniSection *section = ini->section_count == 1 ? &ini->sections[0] : NULL;
    if (section == NULL || strcmp(section->name, "run") != 0 || section->parent != NULL) {
        return error_set(err, "%s: a run file has one section, [run]", ini->file);
    }
    RunConfig read = *config;
    for (size_t i = 0; i < section->entry_count; i++) {
        const IniEntry *entry = &section->entries[i];
        if (!run_config_set(&read, entry->key, entry->value, err)) {
            return error_prefix(err, "%s:%d", ini->file, entry->line);
        }
    }
    *config = read;
    return true;
}

static bool is_path(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') != NULL || (length > 4 && strcmp(name + length - 4, ".ini") == 0);
}

static bool find_run_file(const char *name, Text *path, Error *err)
{
    if (is_path(name)) {
        text_add(path, "%s", name);
        return true;
    }
    if (lookup_config("runs", name, path)) {
        return true;
    }
    Text folders;
    text_init(&folders);
    lookup_add_folders("runs", &folders);
    error_set(err, "no run '%s': there is no %s.ini in %s", name, name, folders.data);
    text_release(&folders);
    return false;
}

bool run_config_load(RunConfig *config, const char *name, Error *err)
{
    Text path;
    text_init(&path);
    Ini ini = {0};
    bool good = find_run_file(name, &path, err) && ini_read_file(&ini, path.data, err)
                && set_entries(config, &ini, err);
    ini_release(&ini);
    text_release(&path);
    return good;
}

static void add_key(const RunConfig *config, const RunKey *row, Text *text)
{
    switch (row->type) {
    case RUN_KEY_TEXT:
        text_add(text, "%s = %s\n", row->key, (const char *)config + row->offset);
        break;
    case RUN_KEY_NUMBER:
        text_add(text, "%s = %" PRIu64 "\n", row->key, get_number(config, row));
        break;
    case RUN_KEY_CHOICE:
        text_add(text, "%s = %s\n", row->key, row->choices[get_number(config, row)]);
        break;
    }
}

void run_config_add_ini(const RunConfig *config, Text *text)
{
    text_add(text, "[run]\n");
    for (size_t i = 0; i < RUN_KEY_COUNT; i++) {
        add_key(config, &run_keys[i], text);
    }
}

void run_config_add_play_keys(const RunConfig *config, Text *text)
{
    for (size_t i = 0; i < RUN_KEY_COUNT; i++) {
        const RunKey *row = &run_keys[i];
        /* Runs without the key are what they were before there was such a key. */
        bool empty = row->type == RUN_KEY_TEXT && ((const char *)config)[row->offset] == '\0';
        if (row->part_of_key && !empty) {
            add_key(config, &run_keys[i], text);
        }
    }
    if (config->player_name[0] != '\0') {
        text_add(text, "player_name = %s\n", config->player_name);
    }
}
