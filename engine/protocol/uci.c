#include "engine/protocol/uci.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/ini.h"
#include "engine/base/memory.h"
#include "engine/base/nearest.h"
#include "engine/base/version.h"
#include "engine/protocol/go_words.h"
#include "engine/protocol/time_manager.h"
#include "engine/protocol/uci_move.h"
#include "engine/protocol/uci_output.h"
#include "engine/protocol/words.h"
#include "engine/rules/variant_names.h"

enum { DEFAULT_HASH_MB = 16, MOST_HASH_MB = 65536, STOP_POLL_NS = 1000000 };

struct Uci {
    FILE *out; /* each line is one call, so lines of two threads do not mix */
    char *variant_name, *variant_path, *weights_name; /* owned, as the GUI said them */
    SearchSteps left_out;
    long hash_mb;
    bool chess960; /* the option */

    /* NULL where the variant could not be loaded. */
    Variant *variant; /* owned, as the next */
    Searcher *searcher;
    Weights weights;
    Position position;
    bool position_set; /* as the GUI said; false: it could not be */

    /* Of the search. While it runs, all that stands above is the thread's. */
    pthread_t thread;
    bool searching; /* the thread is there, and has to be joined */
    bool infinite;
    atomic_bool stop;
    SearchLimits limits;
    double started;
    uint64_t reported_nodes;
};

static void say(Uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(Uci *uci, const char *format, ...)
{
    Text line;
    text_init(&line);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&line, format, arguments);
    va_end(arguments);
    text_add_char(&line, '\n');
    fputs(line.data, uci->out);
    fflush(uci->out);
    text_release(&line);
}

/* Whether castling is written by the rook. */
static bool by_rook(const Uci *uci)
{
    return uci->chess960 || uci_variant_is_chess960(uci->variant);
}

static void complain(Uci *uci, const Error *err) { say(uci, "info string error: %s", err->text); }

/* --- The game that is set ----------------------------------------------------------------------
 */

static void drop_variant(Uci *uci)
{
    if (uci->variant == NULL)
        return;
    searcher_free(uci->searcher);
    position_release(&uci->position);
    variant_free(uci->variant);
    uci->variant = NULL;
    uci->searcher = NULL;
    uci->position_set = false;
}

/* Appends what variant_load() takes: a section of the file that VariantPath names, if it is there.
 */
static bool add_variant_source(const Uci *uci, Text *source, Error *err)
{
    Ini ini;
    if (uci->variant_path[0] != '\0') {
        if (!ini_read_file_repeats(&ini, uci->variant_path, err))
            return false;
        if (ini_section(&ini, uci->variant_name) != NULL)
            text_add(source, "%s:", uci->variant_path);
        ini_release(&ini);
    }
    text_add(source, "%s", uci->variant_name);
    return true;
}

static void make_searcher(Uci *uci)
{
    searcher_free(uci->searcher);
    uci->searcher = searcher_new(uci->variant, &uci->weights, (size_t)uci->hash_mb * 1024 * 1024);
    searcher_leave_out(uci->searcher, uci->left_out);
}

/* Loads variant and weights by their names, and sets up the array. Without them on failure. */
static bool load_variant(Uci *uci, Error *err)
{
    Text source;
    text_init(&source);
    drop_variant(uci);
    Variant *variant = NULL;
    if (add_variant_source(uci, &source, err))
        variant = variant_load(source.data, err);
    text_release(&source);
    if (variant == NULL)
        return false;
    const bool named = uci->weights_name[0] != '\0';
    if (!(named ? weights_load(&uci->weights, variant, uci->weights_name, err)
                : weights_load_default(&uci->weights, variant, err))) {
        variant_free(variant);
        return false;
    }
    uci->variant = variant;
    position_init(&uci->position, variant);
    make_searcher(uci);
    uci->position_set = position_set_start(&uci->position, err);
    return uci->position_set;
}

/* --- Options -----------------------------------------------------------------------------------
 */

typedef struct Option {
    const char *name;
    bool (*set)(Uci *uci, const char *value, Error *err);
} Option;

static bool set_hash(Uci *uci, const char *value, Error *err)
{
    long long number;
    if (!take_number(&value, 1, MOST_HASH_MB, &number) || *value != '\0')
        return error_set(err, "Hash is a whole number from 1 to %d", MOST_HASH_MB);
    uci->hash_mb = (long)number;
    if (uci->variant != NULL)
        make_searcher(uci);
    return true;
}

static bool set_threads(Uci *uci, const char *value, Error *err)
{
    (void)uci;
    return strcmp(value, "1") == 0 || error_set(err, "Threads can be 1 only");
}

static bool clear_hash(Uci *uci, const char *value, Error *err)
{
    (void)value;
    (void)err;
    if (uci->searcher != NULL)
        searcher_clear(uci->searcher);
    return true;
}

static bool set_text(Uci *uci, char **field, const char *value, Error *err)
{
    free(*field);
    *field = memory_copy_string(strcmp(value, "<empty>") == 0 ? "" : value);
    return load_variant(uci, err);
}

static bool set_variant(Uci *uci, const char *value, Error *err)
{
    return set_text(uci, &uci->variant_name, value, err);
}

/* A path alone changes no game: the sections of a file come into play when UCI_Variant is set. */
static bool set_variant_path(Uci *uci, const char *value, Error *err)
{
    (void)err;
    free(uci->variant_path);
    uci->variant_path = memory_copy_string(strcmp(value, "<empty>") == 0 ? "" : value);
    return true;
}

static bool set_weights(Uci *uci, const char *value, Error *err)
{
    return set_text(uci, &uci->weights_name, value, err);
}

static bool set_left_out(Uci *uci, const char *value, Error *err)
{
    if (!search_steps_read(strcmp(value, "<empty>") == 0 ? "" : value, &uci->left_out, err))
        return false;
    if (uci->searcher != NULL)
        searcher_leave_out(uci->searcher, uci->left_out);
    return true;
}

static bool set_chess960(Uci *uci, const char *value, Error *err)
{
    uci->chess960 = strcmp(value, "true") == 0;
    return uci->chess960 || strcmp(value, "false") == 0
           || error_set(err, "UCI_Chess960 is true or false");
}

static const Option options[] = {
    {"Hash", set_hash},           {"Threads", set_threads},
    {"Clear Hash", clear_hash},   {"UCI_Chess960", set_chess960},
    {"UCI_Variant", set_variant}, {"VariantPath", set_variant_path},
    {"Weights", set_weights},     {"LeaveOut", set_left_out},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

static void list_variants(Uci *uci)
{
    LookupNames found;
    Text line;
    text_init(&line);
    variant_names_init(&found);
    text_add(&line, "option name UCI_Variant type combo default %s", uci->variant_name);
    bool listed = false;
    for (size_t i = 0; i < found.count; i++) {
        listed = listed || strcmp(found.names[i], uci->variant_name) == 0;
        text_add(&line, " var %s", found.names[i]);
    }
    if (!listed)
        text_add(&line, " var %s", uci->variant_name);
    say(uci, "%s", line.data);
    lookup_names_release(&found);
    text_release(&line);
}

static void introduce(Uci *uci)
{
    say(uci, "id name Assay %s", version_string());
    say(uci, "id author the authors of Assay");
    say(uci, "option name Hash type spin default %d min 1 max %d", DEFAULT_HASH_MB, MOST_HASH_MB);
    say(uci, "option name Threads type spin default 1 min 1 max 1");
    say(uci, "option name Clear Hash type button");
    say(uci, "option name UCI_Chess960 type check default false");
    list_variants(uci);
    say(uci, "option name VariantPath type string default <empty>");
    say(uci, "option name Weights type string default <empty>");
    say(uci, "option name LeaveOut type string default <empty>");
    say(uci, "uciok");
}

/* Case does not matter in the names of options. */
static const Option *find_option(const char *name, Error *err)
{
    const char *names[OPTION_COUNT];
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (strcasecmp(options[i].name, name) == 0)
            return &options[i];
        names[i] = options[i].name;
    }
    const char *meant = nearest_name(name, names, OPTION_COUNT);
    if (meant != NULL)
        error_set(err, "no option \"%s\": \"%s\" is the nearest", name, meant);
    else
        error_set(err, "no option \"%s\"", name);
    return NULL;
}

/* setoption name NAME [value VALUE]; both may have spaces. */
static void set_option(Uci *uci, const char *at)
{
    Error err = {""};
    if (!take_word(&at, "name")) {
        error_set(&err, "setoption name NAME value VALUE is meant");
        complain(uci, &err);
        return;
    }
    at += strspn(at, " \t");
    char *name = memory_copy_string(at);
    char *value = strstr(name, " value");
    const bool valued = value != NULL && (value[6] == ' ' || value[6] == '\0');
    if (valued) {
        *value = '\0';
        value += 6;
        value += strspn(value, " \t");
    }
    const Option *option = find_option(name, &err);
    if (option == NULL || !option->set(uci, valued ? value : "", &err))
        complain(uci, &err);
    free(name);
}

/* --- Positions ---------------------------------------------------------------------------------
 */

static bool make_moves(Uci *uci, const char *at, Error *err)
{
    const char *word;
    for (size_t length; (length = next_word(&at, &word)) > 0;) {
        char text[MAX_MOVE_TEXT] = "";
        if (length >= MAX_MOVE_TEXT)
            return error_set(err, "\"%.24s...\" is no move", word);
        memcpy(text, word, length);
        /* The search needs room behind the game. */
        if (uci->position.ply >= MAX_GAME_PLY - 2 * MAX_PLY)
            return error_set(err, "the game has more than %d plies", uci->position.ply);
        const Move move = uci_move_from_text(&uci->position, text, by_rook(uci), err);
        if (move == NO_MOVE)
            return error_prefix(err, "move %d", uci->position.ply + 1);
        position_make(&uci->position, move);
    }
    return true;
}

/* The words up to "moves" are the FEN. */
static bool set_fen(Uci *uci, const char **at, Error *err)
{
    const char *moves = strstr(*at, " moves");
    const size_t length = moves != NULL ? (size_t)(moves - *at) : strlen(*at);
    Text fen;
    text_init(&fen);
    text_add_bytes(&fen, *at, length);
    *at += length;
    const bool good = position_set_fen(&uci->position, fen.data, err);
    text_release(&fen);
    return good;
}

static bool set_position(Uci *uci, const char *at, Error *err)
{
    if (uci->variant == NULL)
        return error_set(err, "no variant is set: set UCI_Variant");
    bool good;
    if (take_word(&at, "startpos"))
        good = position_set_start(&uci->position, err);
    else if (take_word(&at, "fen"))
        good = set_fen(uci, &at, err);
    else
        return error_set(err, "position startpos, or position fen FEN, is meant");
    if (good && take_word(&at, "moves"))
        good = make_moves(uci, at, err);
    return good;
}

/* --- Searches ----------------------------------------------------------------------------------
 */

static void report(void *context, const SearchResult *result)
{
    Uci *uci = context;
    Text line;
    text_init(&line);
    uci_add_info(&line, &uci->position, result, by_rook(uci), clock_now() - uci->started);
    say(uci, "%s", line.data);
    text_release(&line);
    uci->reported_nodes = result->nodes;
}

static void *search_thread(void *context)
{
    Uci *uci = context;
    const SearchResult result = searcher_search(uci->searcher, &uci->position, &uci->limits);
    if (result.nodes != uci->reported_nodes)
        report(uci, &result);
    const struct timespec pause = {.tv_nsec = STOP_POLL_NS};
    while (uci->infinite && !uci->stop)
        nanosleep(&pause, NULL);
    char text[MAX_MOVE_TEXT] = "(none)";
    if (result.best != NO_MOVE)
        uci_move_to_text(&uci->position, result.best, by_rook(uci), text);
    say(uci, "bestmove %s", text);
    return NULL;
}

static void join_search(Uci *uci)
{
    if (!uci->searching)
        return;
    pthread_join(uci->thread, NULL);
    uci->searching = false;
}

static void stop_search(Uci *uci)
{
    uci->stop = true;
    join_search(uci);
}

static void set_limits(Uci *uci, const GoWords *go)
{
    const Colour side = uci->position.side;
    const TimeControl control = {.left_ms = go->time[side],
                                 .increment_ms = go->increment[side],
                                 .moves_to_go = (int)go->moves_to_go};
    uci->limits = (SearchLimits){
        .nodes = (uint64_t)go->nodes,
        .depth = (int)go->depth,
        .time_ms = go->movetime > 0 ? go->movetime
                   : go->clock      ? time_for_move(&control)
                                    : 0,
        .stop = &uci->stop,
        .report = report,
        .context = uci,
    };
    uci->infinite =
        go->infinite || (go->nodes == 0 && go->depth == 0 && go->movetime == 0 && !go->clock);
}

static void go(Uci *uci, const char *at)
{
    GoWords words = {0};
    Error err = {""};
    if (!go_words_read(at, &words, &err) || !uci->position_set) {
        if (err.text[0] == '\0')
            error_set(&err, "go: there is no position to search");
        complain(uci, &err);
        say(uci, "bestmove (none)");
        return;
    }
    set_limits(uci, &words);
    uci->stop = false;
    uci->reported_nodes = 0;
    uci->started = clock_now();
    uci->searching = true;
    const int status = pthread_create(&uci->thread, NULL, search_thread, uci);
    assert(status == 0);
    (void)status;
}

/* --- The session -------------------------------------------------------------------------------
 */

Uci *uci_new(const char *variant, FILE *out, Error *err)
{
    Uci *uci = memory_new(1, sizeof *uci);
    uci->out = out;
    uci->hash_mb = DEFAULT_HASH_MB;
    uci->variant_name = memory_copy_string(variant);
    uci->variant_path = memory_copy_string("");
    uci->weights_name = memory_copy_string("");
    if (load_variant(uci, err))
        return uci;
    uci_free(uci);
    return NULL;
}

void uci_free(Uci *uci)
{
    if (uci == NULL)
        return;
    stop_search(uci);
    drop_variant(uci);
    free(uci->variant_name);
    free(uci->variant_path);
    free(uci->weights_name);
    free(uci);
}

void uci_wait(Uci *uci)
{
    if (uci->searching && uci->infinite)
        uci->stop = true;
    join_search(uci);
}

/* Commands that need the engine's state: a search that still runs comes to its end before, so that
 * a script need not wait for each answer. */
static void take_command(Uci *uci, const char *word, size_t length, const char *at)
{
    Error err = {""};
    uci_wait(uci);
    if (word_is(word, length, "setoption")) {
        set_option(uci, at);
    } else if (word_is(word, length, "ucinewgame")) {
        if (uci->searcher != NULL)
            searcher_clear(uci->searcher);
    } else if (word_is(word, length, "position")) {
        at += strspn(at, " \t");
        uci->position_set = set_position(uci, at, &err);
        if (!uci->position_set)
            complain(uci, &err);
    } else if (word_is(word, length, "go")) {
        go(uci, at);
    } else if (length > 0) {
        error_set(&err, "unknown command \"%.*s\"", (int)length, word);
        complain(uci, &err);
    }
}

bool uci_take(Uci *uci, const char *line)
{
    char *copy = memory_copy_string(line);
    copy[strcspn(copy, "\r\n")] = '\0';
    const char *at = copy, *word;
    const size_t length = next_word(&at, &word);
    const bool quit = word_is(word, length, "quit");
    if (word_is(word, length, "uci"))
        introduce(uci);
    else if (word_is(word, length, "isready"))
        say(uci, "readyok");
    else if (word_is(word, length, "stop"))
        stop_search(uci);
    else if (length > 0 && !quit)
        take_command(uci, word, length, at);
    free(copy);
    return !quit;
}
