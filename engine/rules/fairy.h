/* The dialect of Fairy-Stockfish's variants.ini, where it is not our own: its pieces, its notation
 * of moves, its arrays, and which parents its files mean. */
#pragma once

#include "engine/base/error.h"
#include "engine/base/ini.h"
#include "engine/base/text.h"
#include "engine/rules/settings.h"

/* Appends the XBetza of a string of that program's dialect, with the meaning that the program gives
 * it. What it ignores in silence, or has no moves for, is an error that points at the character. */
bool fairy_betza(const char *string, Text *xbetza, Error *err);

/* Adds to pairs of promotedPieceType the inherited ones of other pieces: that program reads the key
 * pair by pair. */
void fairy_keep_promoted(const Settings *settings, Setting *setting);

/* Adds the type that a setting such as `knight = n` or `customPiece1 = x:BETZA` gives, as
 * piece.NAME. A piece that had the letter before goes, and with it its letter from inherited lists
 * of types. */
bool fairy_add_piece(Settings *settings, const Setting *setting, Error *err);

/* Whether a file is in that dialect: it uses none of our own keys, but one that only that dialect
 * has, or an array (whose castling and double steps that dialect reads in its own way). */
bool fairy_file(const Ini *ini);

/* Refuses a section that defines pieces as that program does and has no key of our own, in a file
 * that another section makes ours: it would not be read as it was meant. */
bool fairy_check_mixed(const Ini *ini, const IniSection *section, Error *err);

/* Whether a section uses a key that only that dialect has. */
bool fairy_section(const IniSection *section);

/* Takes all pieces away but keeps their letters in lists, as if they might come back: what a
 * section without a parent starts from. */
void fairy_reset_pieces(Settings *settings);

/* What that program takes for granted, written out: a full FEN for the array, which sides have no
 * king. A no-op for settings that are in our own dialect. */
bool fairy_complete(Settings *settings, Error *err);

/* Whether the settings are in that dialect: they come from its template. */
bool fairy_settings(const Settings *settings);
