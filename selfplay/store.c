/* The only user of SQLite.
 *
 * The journal is a write-ahead log while the store is open for writing: with the exclusive lock it
 * needs no shared memory, so it works on the file systems of clusters too. synchronous=NORMAL: a
 * commit survives the death of the process, if not the machine's (which loses the last seconds and
 * nothing else). A clean end turns the log back into the file. */
#include "selfplay/store.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <sqlite3.h>

#include "engine/base/memory.h"

/* "Assy": says of an SQLite file that it is ours. */
#define STORE_APPLICATION "1098087289"
enum { STORE_APPLICATION_ID = 1098087289, STORE_SCHEMA = 1, STORE_BUSY_MS = 200 };

struct Store {
    char *path; /* owned */
    sqlite3 *db;
    sqlite3_stmt *insert; /* NULL in a store that is only read */
    bool in_transaction;
};

/* Numbers of 64 bits without a sign stand as text: SQLite's own have one. A result is in White's
 * half points, NULL where the game was stopped; reasons are named in their own table. */
static const char store_schema[] = "PRAGMA application_id = " STORE_APPLICATION ";"
                                   "PRAGMA user_version = 1;"
                                   "CREATE TABLE run ("
                                   " id INTEGER PRIMARY KEY CHECK (id = 1),"
                                   " run_key TEXT NOT NULL,"
                                   " config TEXT NOT NULL,"
                                   " variant TEXT NOT NULL,"
                                   " rules_hash TEXT NOT NULL,"
                                   " rules TEXT NOT NULL,"
                                   " weights_hash TEXT NOT NULL,"
                                   " weights TEXT NOT NULL,"
                                   " version TEXT NOT NULL,"
                                   " revision TEXT NOT NULL,"
                                   " host TEXT NOT NULL,"
                                   " created_at TEXT NOT NULL"
                                   ") STRICT;"
                                   "CREATE TABLE reason ("
                                   " id INTEGER PRIMARY KEY,"
                                   " name TEXT NOT NULL UNIQUE"
                                   ") STRICT;"
                                   "CREATE TABLE game ("
                                   " id INTEGER PRIMARY KEY CHECK (id >= 0),"
                                   " pair INTEGER GENERATED ALWAYS AS (id / 2) VIRTUAL,"
                                   " start_fen TEXT NOT NULL,"
                                   " result INTEGER CHECK (result IN (0, 1, 2)),"
                                   " reason INTEGER NOT NULL REFERENCES reason (id),"
                                   " plies INTEGER NOT NULL CHECK (plies > 0),"
                                   " nodes INTEGER NOT NULL CHECK (nodes >= 0),"
                                   " rejected INTEGER NOT NULL CHECK (rejected >= 0),"
                                   " moves TEXT NOT NULL,"
                                   " scores BLOB NOT NULL,"
                                   " checksum INTEGER NOT NULL"
                                   ") STRICT;";

/* --- Errors ------------------------------------------------------------------------------------
 */

static const char *store_problem(int code)
{
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "is in use by another process";
    case SQLITE_FULL: return "the disk is full";
    case SQLITE_READONLY: return "is read-only";
    case SQLITE_PERM:
    case SQLITE_AUTH: return "may not be opened";
    case SQLITE_NOTADB: return "is not a store of games";
    case SQLITE_CORRUPT: return "is damaged";
    case SQLITE_CANTOPEN: return "cannot be opened";
    case SQLITE_IOERR: return "cannot be read or written";
    default: return NULL;
    }
}

/* Turns a code of SQLite into true, or false and a message. */
static bool store_check(const Store *store, int code, Error *err)
{
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) {
        return true;
    }
    const char *problem = store_problem(code);
    if (problem != NULL && (code & 0xff) != SQLITE_IOERR && (code & 0xff) != SQLITE_CANTOPEN) {
        return error_set(err, "%s: %s", store->path, problem);
    }
    int system = sqlite3_system_errno(store->db);
    const char *detail = system != 0 ? strerror(system) : sqlite3_errmsg(store->db);
    return problem != NULL ? error_set(err, "%s: %s: %s", store->path, problem, detail)
                           : error_set(err, "%s: %s", store->path, detail);
}

/* Runs statements that give no rows, or whose rows do not matter. */
static bool store_run(Store *store, const char *sql, Error *err)
{
    return store_check(store, sqlite3_exec(store->db, sql, NULL, NULL, NULL), err);
}

static bool store_prepare(Store *store, const char *sql, sqlite3_stmt **statement, Error *err)
{
    return store_check(store, sqlite3_prepare_v2(store->db, sql, -1, statement, NULL), err);
}

/* The one number that a statement gives. */
static bool store_number(Store *store, const char *sql, int64_t *number, Error *err)
{
    sqlite3_stmt *statement = NULL;
    if (!store_prepare(store, sql, &statement, err)) {
        return false;
    }
    int code = sqlite3_step(statement);
    bool good = store_check(store, code, err);
    if (good && code == SQLITE_ROW) {
        *number = sqlite3_column_int64(statement, 0);
    } else if (good) {
        good = error_set(err, "%s: no answer to '%s'", store->path, sql);
    }
    sqlite3_finalize(statement);
    return good;
}

/* --- Opening and closing -----------------------------------------------------------------------
 */

static bool store_bind_text(Store *store, sqlite3_stmt *statement, int column, const char *text,
                            Error *err)
{
    return store_check(store, sqlite3_bind_text(statement, column, text, -1, SQLITE_TRANSIENT),
                       err);
}

static bool store_bind_hex(Store *store, sqlite3_stmt *statement, int column, uint64_t number,
                           Error *err)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, number);
    return store_bind_text(store, statement, column, text, err);
}

static bool store_write_identity(Store *store, const RunIdentity *identity, Error *err)
{
    sqlite3_stmt *statement = NULL;
    bool good = store_prepare(store,
                              "INSERT INTO run VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
                              " strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                              &statement, err)
                && store_bind_hex(store, statement, 1, identity->key, err)
                && store_bind_text(store, statement, 2, identity->config, err)
                && store_bind_text(store, statement, 3, identity->variant, err)
                && store_bind_hex(store, statement, 4, identity->rules_hash, err)
                && store_bind_text(store, statement, 5, identity->rules, err)
                && store_bind_hex(store, statement, 6, identity->weights_hash, err)
                && store_bind_text(store, statement, 7, identity->weights, err)
                && store_bind_text(store, statement, 8, identity->version, err)
                && store_bind_text(store, statement, 9, identity->revision, err)
                && store_bind_text(store, statement, 10, identity->host, err)
                && store_check(store, sqlite3_step(statement), err);
    sqlite3_finalize(statement);
    return good;
}

static bool store_write_reasons(Store *store, Error *err)
{
    sqlite3_stmt *statement = NULL;
    bool good = store_prepare(store, "INSERT INTO reason VALUES (?1, ?2)", &statement, err);
    for (int reason = END_NONE + 1; good && reason < END_REASON_COUNT; reason++) {
        good = store_check(store, sqlite3_bind_int(statement, 1, reason), err)
               && store_bind_text(store, statement, 2, end_reason_name((EndReason)reason), err)
               && store_check(store, sqlite3_step(statement), err)
               && store_check(store, sqlite3_reset(statement), err);
    }
    sqlite3_finalize(statement);
    return good;
}

/* Makes the tables and the run's row, all or nothing. */
static bool store_create(Store *store, const RunIdentity *identity, Error *err)
{
    return store_run(store, "BEGIN IMMEDIATE", err) && store_run(store, store_schema, err)
           && store_write_reasons(store, err) && store_write_identity(store, identity, err)
           && store_run(store, "COMMIT", err);
}

/* Whether the file is a store of ours, of this schema; `*empty` where it holds nothing yet. */
static bool store_look(Store *store, bool *empty, Error *err)
{
    int64_t application = 0;
    int64_t schema = 0;
    int64_t tables = 0;
    if (!store_number(store, "PRAGMA application_id", &application, err)
        || !store_number(store, "PRAGMA user_version", &schema, err)
        || !store_number(store, "SELECT count(*) FROM sqlite_schema", &tables, err)) {
        return false;
    }
    *empty = application == 0 && schema == 0 && tables == 0;
    if (*empty) {
        return true;
    }
    if (application != STORE_APPLICATION_ID) {
        return error_set(err, "%s: is not a store of games", store->path);
    }
    if (schema != STORE_SCHEMA) {
        return error_set(err, "%s: has the format %" PRId64 ", this program reads format %d",
                         store->path, schema, STORE_SCHEMA);
    }
    return true;
}

/* Lets go of everything, without a word. */
static void store_drop(Store *store)
{
    sqlite3_finalize(store->insert);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

static Store *store_connect(const char *path, int flags, Error *err)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        error_set(err, "%s: is a folder, not a store of games", path);
        return NULL;
    }
    Store *store = memory_new(1, sizeof *store);
    store->path = memory_copy_string(path);
    int code = sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_busy_timeout(store->db, STORE_BUSY_MS);
    }
    if (!store_check(store, code, err)) {
        store_drop(store);
        return NULL;
    }
    sqlite3_extended_result_codes(store->db, 1);
    return store;
}

static bool store_same_run(Store *store, const RunIdentity *identity, Error *err)
{
    RunIdentity stored;
    bool good = store_read_identity(store, &stored, err)
                && run_identity_same(&stored, identity, store->path, err);
    run_identity_release(&stored);
    return good;
}

Store *store_open(const char *path, const RunIdentity *identity, Error *err)
{
    Store *store = store_connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (store == NULL) {
        return NULL;
    }
    bool empty = false;
    /* The first write takes the lock that the connection keeps; what the file holds is looked at
     * before, so that a foreign one stays as it is. */
    bool good =
        store_run(store, "PRAGMA locking_mode = EXCLUSIVE", err) && store_look(store, &empty, err)
        && store_run(store,
                     "BEGIN EXCLUSIVE; COMMIT; PRAGMA journal_mode = WAL;"
                     "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON",
                     err)
        && (empty ? store_create(store, identity, err) : store_same_run(store, identity, err))
        && store_prepare(store,
                         "INSERT INTO game (id, start_fen, result, reason, plies, nodes,"
                         " rejected, moves, scores, checksum)"
                         " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                         &store->insert, err);
    if (!good) {
        store_drop(store);
        return NULL;
    }
    return store;
}

Store *store_open_read(const char *path, Error *err)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        error_set(err, "%s: %s", path, strerror(errno));
        return NULL;
    }
    Store *store = store_connect(path, SQLITE_OPEN_READONLY, err);
    if (store == NULL) {
        return NULL;
    }
    bool empty = false;
    bool good = store_look(store, &empty, err);
    if (good && empty) {
        good = error_set(err, "%s: is not a store of games", path);
    }
    if (!good) {
        store_drop(store);
        return NULL;
    }
    return store;
}

bool store_close(Store *store, Error *err)
{
    if (store == NULL) {
        return true;
    }
    bool good = true;
    if (store->insert != NULL) {
        good = store_commit(store, err);
        sqlite3_finalize(store->insert);
        store->insert = NULL;
        good = good && store_run(store, "PRAGMA journal_mode = DELETE", err);
    }
    store_drop(store);
    return good;
}

/* --- The run -----------------------------------------------------------------------------------
 */

static char *column_copy(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return memory_copy_string(text != NULL ? (const char *)text : "");
}

static uint64_t column_hex(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? strtoull((const char *)text, NULL, 16) : 0;
}

bool store_read_identity(Store *store, RunIdentity *identity, Error *err)
{
    *identity = (RunIdentity){0};
    sqlite3_stmt *statement = NULL;
    if (!store_prepare(store,
                       "SELECT run_key, config, variant, rules_hash, rules, weights_hash, weights,"
                       " version, revision, host FROM run",
                       &statement, err)) {
        return false;
    }
    int code = sqlite3_step(statement);
    bool good = store_check(store, code, err);
    if (good && code == SQLITE_ROW) {
        *identity = (RunIdentity){
            .key = column_hex(statement, 0),
            .config = column_copy(statement, 1),
            .variant = column_copy(statement, 2),
            .rules_hash = column_hex(statement, 3),
            .rules = column_copy(statement, 4),
            .weights_hash = column_hex(statement, 5),
            .weights = column_copy(statement, 6),
            .version = column_copy(statement, 7),
            .revision = column_copy(statement, 8),
            .host = column_copy(statement, 9),
        };
    } else if (good) {
        good = error_set(err, "%s: is damaged: it does not say what run it holds", store->path);
    }
    sqlite3_finalize(statement);
    return good;
}

/* --- Games -------------------------------------------------------------------------------------
 */

static int bind_game_text(sqlite3_stmt *statement, int column, const Text *text)
{
    return sqlite3_bind_text64(statement, column, text->data, text->length, SQLITE_STATIC,
                               SQLITE_UTF8);
}

static int store_bind_game(sqlite3_stmt *statement, const GameRecord *record)
{
    /* SQLITE_OK is 0, and the calls fail only for want of memory or by our mistake: one look at the
     * end is enough. */
    int code = sqlite3_bind_int64(statement, 1, (sqlite3_int64)record->index);
    code |= bind_game_text(statement, 2, &record->start_fen);
    code |= record->result == RESULT_NONE ? sqlite3_bind_null(statement, 3)
                                          : sqlite3_bind_int(statement, 3, record->result);
    code |= sqlite3_bind_int(statement, 4, (int)record->reason);
    code |= sqlite3_bind_int(statement, 5, record->plies);
    code |= sqlite3_bind_int64(statement, 6, (sqlite3_int64)record->nodes);
    code |= sqlite3_bind_int64(statement, 7, (sqlite3_int64)record->rejected);
    code |= bind_game_text(statement, 8, &record->moves);
    code |= sqlite3_bind_blob64(statement, 9, record->scores.data, record->scores.length,
                                SQLITE_STATIC);
    code |= sqlite3_bind_int64(statement, 10, (sqlite3_int64)game_record_hash(record));
    return code;
}

bool store_add(Store *store, const GameRecord *record, Error *err)
{
    if (!store->in_transaction) {
        if (!store_run(store, "BEGIN IMMEDIATE", err)) {
            return false;
        }
        store->in_transaction = true;
    }
    int code = store_bind_game(store->insert, record);
    if (code != SQLITE_OK) {
        return error_set(err, "%s: game %" PRIu64 " cannot be written", store->path, record->index);
    }
    code = sqlite3_step(store->insert);
    bool good;
    if (code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_ROWID) {
        good = error_set(err, "%s: holds game %" PRIu64 " already", store->path, record->index);
    } else {
        good = store_check(store, code, err);
    }
    sqlite3_reset(store->insert);
    return good;
}

bool store_commit(Store *store, Error *err)
{
    if (!store->in_transaction) {
        return true;
    }
    if (!store_run(store, "COMMIT", err)) {
        return false;
    }
    store->in_transaction = false;
    return true;
}

bool store_count(Store *store, uint64_t *games, Error *err)
{
    int64_t number = 0;
    if (!store_number(store, "SELECT count(*) FROM game", &number, err)) {
        return false;
    }
    *games = (uint64_t)number;
    return true;
}

bool store_done(Store *store, GameRange **ranges, size_t *count, Error *err)
{
    *ranges = NULL;
    *count = 0;
    size_t capacity = 0;
    sqlite3_stmt *statement = NULL;
    if (!store_prepare(store, "SELECT id FROM game ORDER BY id", &statement, err)) {
        return false;
    }
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        uint64_t index = (uint64_t)sqlite3_column_int64(statement, 0);
        if (*count > 0 && (*ranges)[*count - 1].end == index) {
            (*ranges)[*count - 1].end++;
            continue;
        }
        *ranges = memory_grow(*ranges, *count, &capacity, sizeof **ranges);
        (*ranges)[(*count)++] = (GameRange){index, index + 1};
    }
    bool good = store_check(store, code, err);
    sqlite3_finalize(statement);
    if (!good) {
        free(*ranges);
        *ranges = NULL;
        *count = 0;
    }
    return good;
}

static void column_text(sqlite3_stmt *statement, int column, Text *text)
{
    const void *bytes = sqlite3_column_blob(statement, column);
    int length = sqlite3_column_bytes(statement, column);
    if (bytes != NULL && length > 0) {
        text_add_bytes(text, bytes, (size_t)length);
    }
}

/* Reads a row; false where it is not the row that was written. */
static bool store_read_game(sqlite3_stmt *statement, GameRecord *record)
{
    game_record_clear(record);
    record->index = (uint64_t)sqlite3_column_int64(statement, 0);
    column_text(statement, 1, &record->start_fen);
    record->result = sqlite3_column_type(statement, 2) == SQLITE_NULL
                         ? RESULT_NONE
                         : (GameResult)sqlite3_column_int(statement, 2);
    record->reason = (EndReason)sqlite3_column_int(statement, 3);
    record->plies = sqlite3_column_int(statement, 4);
    record->nodes = (uint64_t)sqlite3_column_int64(statement, 5);
    record->rejected = (uint32_t)sqlite3_column_int64(statement, 6);
    column_text(statement, 7, &record->moves);
    column_text(statement, 8, &record->scores);
    return (uint64_t)sqlite3_column_int64(statement, 9) == game_record_hash(record)
           && record->scores.length == 2 * (size_t)record->plies;
}

bool store_each(Store *store, uint64_t end, StoreVisit *visit, void *context, Error *err)
{
    sqlite3_stmt *statement = NULL;
    if (!store_prepare(
            store,
            "SELECT id, start_fen, result, reason, plies, nodes, rejected, moves, scores,"
            " checksum FROM game WHERE id < ?1 ORDER BY id",
            &statement, err)) {
        return false;
    }
    sqlite3_int64 bound = end < INT64_MAX ? (sqlite3_int64)end : INT64_MAX;
    bool good = store_check(store, sqlite3_bind_int64(statement, 1, bound), err);
    GameRecord record;
    game_record_init(&record);
    int code = SQLITE_DONE;
    while (good && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!store_read_game(statement, &record)) {
            good = error_set(err, "%s: is damaged: game %" PRIu64 " does not match its checksum",
                             store->path, record.index);
        } else {
            good = visit(context, &record, err);
        }
    }
    good = good && store_check(store, code, err);
    game_record_release(&record);
    sqlite3_finalize(statement);
    return good;
}
