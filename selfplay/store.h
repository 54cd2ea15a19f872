/* The ledger of a run: one SQLite file with what the run is and a row for each finished game.
 *
 * One process at a time may have it open for writing, and it holds an exclusive lock for as long: a
 * second one is refused at once. Games are written in transactions, so that a process that is
 * killed loses none that store_commit() has returned for. Every row has a checksum, which is looked
 * at when it is read. Closed, a store is one plain file, readable from a folder that is not
 * writable. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "selfplay/game_record.h"
#include "selfplay/run_identity.h"

typedef struct Store Store;

/* Opens a store for writing, and makes it if there is none. One that holds another run is refused
 * with what differs; so is a file that is no store, or is in use. NULL and `err` on failure. */
Store *store_open(const char *path, const RunIdentity *identity, Error *err);

/* Opens an existing store for reading. */
Store *store_open_read(const char *path, Error *err);

/* Commits what was added and closes the file, which is freed in any case; false where the disk
 * refuses the last games. NULL is fine. */
bool store_close(Store *store, Error *err);

/* Reads what run the store holds, for run_identity_release() by the caller. */
bool store_read_identity(Store *store, RunIdentity *identity, Error *err);

/* Adds a game, to be committed. A game that is there already is an error. */
bool store_add(Store *store, const GameRecord *record, Error *err);

/* Makes the games added so far safe from a crash of the process. */
bool store_commit(Store *store, Error *err);

/* How many games there are. */
bool store_count(Store *store, uint64_t *games, Error *err);

/* Games [first, end) of a run. */
typedef struct GameRange {
    uint64_t first, end;
} GameRange;

/* The games that are there, as the fewest ranges, in order; for free() by the caller. A run that
 * was never split has one. */
bool store_done(Store *store, GameRange **ranges, size_t *count, Error *err);

/* Calls `visit` for each game with an index below `end`, in the order of the index. The record is
 * borrowed. Stops with false where `visit` returns false or a row is damaged. */
typedef bool StoreVisit(void *context, const GameRecord *record, Error *err);
bool store_each(Store *store, uint64_t end, StoreVisit *visit, void *context, Error *err);
