#include "tests/fuzz/mutate_judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/ini.h"
#include "engine/base/memory.h"
#include "engine/rules/attack.h"
#include "engine/rules/describe.h"
#include "engine/rules/movegen.h"
#include "engine/rules/settings.h"

/* ------------------------------------------------------------------------------------------------
 * A variant that loads makes sense
 */

/* Whether the king is safe after the move, and was on its way if it castled: the slow way, by
 * making the move and looking at the king. */
static bool king_is_safe(Position *position, Move move)
{
    const Variant *variant = position->variant;
    const MoveEffect *effect = &variant->effects[move_effect(move)];
    Colour mover = position->side, other = colour_other(mover);
    bool safe = true;
    if (effect->kind == EFFECT_CASTLE && !variant->castlings[effect->castling].free) {
        const Castling *castling = &variant->castlings[effect->castling];
        SET_EACH(square, &castling->safe)
        {
            safe = safe && !square_attacked(position, (Square)square, other);
        }
    }
    position_make(position, move);
    unsigned king = position->king[mover];
    safe = safe && (king == NO_SQUARE || !square_attacked(position, (Square)king, other));
    position_undo(position);
    return safe;
}

/* Whether the fast test of legality and the slow one leave the same moves. */
static bool moves_agree(Position *position)
{
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    int legal = generate_legal(position, moves);
    int count = generate_moves(position, moves), slow = 0;
    uint64_t key = position->key;
    for (int i = 0; i < count; i++)
        slow += king_is_safe(position, moves[i]);
    free(moves);
    bool other_rules = (position->variant->features & FEATURES_OF_LEGALITY) != 0;
    return position->key == key && position_ok(position) && legal > 0
           && (other_rules ? legal <= slow : legal == slow);
}

static bool fen_reads_back(Position *position)
{
    Text fen, again;
    Error err = {""};
    text_init(&fen);
    text_init(&again);
    position_add_fen(position, &fen);
    uint64_t key = position->key;
    bool ok = position_set_fen(position, fen.data, &err) && position->key == key;
    position_add_fen(position, &again);
    ok = ok && strcmp(fen.data, again.data) == 0;
    text_release(&fen);
    text_release(&again);
    return ok;
}

static bool makes_sense(const Variant *variant, Error *fault)
{
    Position position;
    Error err = {""};
    position_init(&position, variant);
    bool ok = (position_set_start(&position, &err) && position_ok(&position))
              || error_set(fault, "the start position does not hold: %s", err.text);
    ok = ok && (moves_agree(&position) || error_set(fault, "the moves disagree"));
    ok = ok && (fen_reads_back(&position) || error_set(fault, "the FEN does not read back"));
    position_release(&position);
    Text text;
    text_init(&text);
    describe_variant(variant, &text);
    ok = ok && (text.length > 100 || error_set(fault, "no description"));
    text_release(&text);
    return ok;
}

/* ------------------------------------------------------------------------------------------------
 * A value that was changed is not dropped
 */

/* The entry of a key that counts: the last. */
static const IniEntry *last_entry(const IniSection *section, const char *key)
{
    const IniEntry *last = NULL;
    for (size_t i = 0; i < section->entry_count; i++)
        if (strcmp(section->entries[i].key, key) == 0)
            last = &section->entries[i];
    return last;
}

/* Whether two values are spelled of the same letters, case and order aside: "n" and "N", "mcR" and
 * "cmR" say the same. */
static bool same_letters(const char *a, const char *b)
{
    int counts[128] = {0};
    for (; *a != '\0'; a++)
        counts[*a & 95]++;
    for (; *b != '\0'; b++)
        counts[*b & 95]--;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (counts[i] != 0)
            return false;
    return true;
}

/* Whether a field of a FEN says what is taken for granted without it: White to move, no rights,
 * counts of 0 and 1; and rights where there is no castling, whatever the array says. */
static bool says_nothing(const Variant *variant, const char *field, size_t length)
{
    return (length == 1 && strchr("w-01", *field) != NULL)
           || (length > 0 && variant->castling_count == 0 && strspn(field, "KQkq") == length);
}

/* Whether two FENs differ in such fields at most. */
static bool same_fen(const Variant *variant, const char *a, const char *b)
{
    const char *at[2] = {a, b}, *start[2];
    size_t length[2];
    do {
        for (int i = 0; i < 2; i++) {
            do {
                at[i] += strspn(at[i], " \t");
                start[i] = at[i];
                length[i] = strcspn(at[i], " \t");
                at[i] += length[i];
            } while (says_nothing(variant, start[i], length[i]));
        }
        if (length[0] != length[1] || strncmp(start[0], start[1], length[0]) != 0)
            return false;
    } while (length[0] > 0);
    return true;
}

/* Whether a change of the key's value must show in the rules. */
static bool key_counts(const char *key)
{
    const KeyRow *row = key_find(key);
    return row != NULL && row->type != KEY_IGNORED && row->type != KEY_REFUSED;
}

/* How many values the chosen section has changed. */
static int changed_values(const Variant *variant, const Ini *before, const Ini *after,
                          const char *name)
{
    const IniSection *old = ini_section(before, name), *new = ini_section(after, name);
    int changed = 0;
    for (size_t i = 0; new != NULL &&i < old->entry_count; i++) {
        const IniEntry *entry = &old->entries[i], *now = last_entry(new, entry->key);
        if (last_entry(old, entry->key) != entry || now == NULL || !key_counts(entry->key))
            continue;
        changed += !same_letters(entry->value, now->value)
                   && (strcmp(entry->key, "startFen") != 0
                       || !same_fen(variant, entry->value, now->value));
    }
    return changed;
}

static Variant *load(const char *path, const char *section, Error *err)
{
    Text name;
    text_init(&name);
    text_add(&name, "%s:%s", path, section);
    Variant *variant = variant_load(name.data, err);
    text_release(&name);
    return variant;
}

/* Loads a text by way of a file beside the one that is being judged. */
static Variant *load_text(const Specimen *specimen, const char *path, Error *err)
{
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL && fputs(specimen->text, file) >= 0;
    ok = file != NULL && fclose(file) == 0 && ok;
    Variant *variant = ok ? load(path, specimen->section, err) : NULL;
    unlink(path);
    return variant;
}

static bool values_count(const Specimen *specimen, const char *path, const Variant *variant,
                         Tally *tally, Error *fault)
{
    Ini before, after;
    Error err = {""};
    if (!ini_read_file_repeats(&after, path, &err))
        return error_set(fault, "the file loads but cannot be read: %s", err.text);
    bool ok = ini_read_text(&before, "original", specimen->text, strlen(specimen->text), &err);
    int count = ok ? changed_values(variant, &before, &after, specimen->section) : 0;
    ini_release(&after);
    if (ok)
        ini_release(&before);
    if (count == 0)
        return true;
    tally->values += (unsigned long)count;
    Variant *original = load_text(specimen, path, &err);
    ok = original != NULL && original->hash != variant->hash
         && strcmp(original->rules, variant->rules) != 0;
    variant_free(original);
    return ok || error_set(fault, "%d values were changed, and the rules are the same", count);
}

/* ------------------------------------------------------------------------------------------------
 * Both
 */

/* "PATH:LINE: what" */
static bool names_line(const char *path, const char *message)
{
    size_t length = strlen(path);
    if (strncmp(message, path, length) != 0 || message[length] != ':')
        return false;
    char *end;
    long line = strtol(message + length + 1, &end, 10);
    return line > 0 && end[0] == ':' && end[1] == ' ' && strlen(end) > 8;
}

bool judge_original(const Specimen *specimen)
{
    char path[64];
    Error err = {""};
    snprintf(path, sizeof path, "/tmp/assay-mutate-%ld.ini", (long)getpid());
    Variant *variant = load_text(specimen, path, &err);
    variant_free(variant);
    return variant != NULL;
}

bool judge(const Specimen *specimen, const char *path, Tally *tally, Error *fault)
{
    Error err = {""};
    Variant *variant = load(path, specimen->section, &err);
    if (variant == NULL) {
        tally->refused++;
        return names_line(path, err.text)
               || error_set(fault, "the message names no line of the file: %s", err.text);
    }
    tally->loaded++;
    bool ok = makes_sense(variant, fault) && values_count(specimen, path, variant, tally, fault);
    variant_free(variant);
    return ok;
}
