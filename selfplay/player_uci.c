/* An engine that speaks UCI.
 *
 * Each position is sent whole, from where the game began, so the engine sees every repetition.
 * Options that make the sides alike are set where it has them (one thread, the same table), then
 * those that the user named, then the variant. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/nearest.h"
#include "engine/protocol/uci_move.h"
#include "selfplay/player_kind.h"

typedef struct UciPlayer {
    const PlayerSpec *spec; /* borrowed */
    const Variant *variant; /* borrowed */
    Process *process;       /* owned */
    char *name;             /* owned, as the next */
    char **options;         /* names of those that it has */
    size_t option_count, option_capacity;
    char *variants; /* owned: its line of UCI_Variant; NULL: it has none */
    Text line;
} UciPlayer;

static const char *const variant_option = "UCI_Variant";
static const char *const path_option = "VariantPath";

/* --- Introduction ------------------------------------------------------------------------------
 */

/* "option name NAME type ..." */
static void note_option(UciPlayer *player, const char *line)
{
    static const char start[] = "option name ";
    const char *name = line + sizeof start - 1;
    const char *end = strstr(name, " type ");
    if (strncmp(line, start, sizeof start - 1) != 0 || end == NULL)
        return;
    player->options = memory_grow(player->options, player->option_count, &player->option_capacity,
                                  sizeof *player->options);
    char *copy = memory_copy_string(name);
    copy[end - name] = '\0';
    player->options[player->option_count++] = copy;
    if (strcasecmp(copy, variant_option) == 0) {
        free(player->variants);
        player->variants = memory_copy_string(end);
    }
}

/* One that is no more is found out by the reader, who knows what was waited for. */
static bool say(UciPlayer *player, const char *line, Error *err)
{
    const ProcessStatus status = process_write(
        player->process, line, player_start_deadline(player->spec), player->spec->stop);
    return status == PROCESS_GOOD || status == PROCESS_ENDED
           || player_process_error(player->process, status, player->spec, "that it reads", err);
}

/* Reads until that line comes. `hint` is for the error if it does not. */
static bool wait_for(UciPlayer *player, const char *wanted, const char *hint, Error *err)
{
    const double deadline = player_start_deadline(player->spec);
    for (;;) {
        const ProcessStatus status =
            process_read(player->process, &player->line, deadline, player->spec->stop);
        if (status != PROCESS_GOOD)
            return player_process_error(player->process, status, player->spec, hint, err);
        static const char id_name[] = "id name ";
        if (strcmp(player->line.data, wanted) == 0)
            return true;
        if (strncmp(player->line.data, id_name, sizeof id_name - 1) == 0) {
            free(player->name);
            player->name = memory_copy_string(player->line.data + sizeof id_name - 1);
        }
        note_option(player, player->line.data);
    }
}

static const char *find_option(const UciPlayer *player, const char *name)
{
    for (size_t i = 0; i < player->option_count; i++)
        if (strcasecmp(player->options[i], name) == 0)
            return player->options[i];
    return NULL;
}

static bool set_option(UciPlayer *player, const char *name, const char *value, Error *err)
{
    Text line;
    text_init(&line);
    text_add(&line, "setoption name %s%s%s", name, *value != '\0' ? " value " : "", value);
    const bool good = say(player, line.data, err);
    text_release(&line);
    return good;
}

static bool set_user_option(UciPlayer *player, const char *option, Error *err)
{
    char *name = memory_copy_string(option);
    char *value = strchr(name, '=');
    if (value != NULL)
        *value++ = '\0';
    const char *known = find_option(player, name);
    bool good = false;
    if (known == NULL) {
        const char *meant =
            nearest_name(name, (const char *const *)player->options, player->option_count);
        error_set(err, "'%s' has no option '%s'%s%s%s", player->spec->command, name,
                  meant != NULL ? ": '" : "", meant != NULL ? meant : "",
                  meant != NULL ? "' is the nearest" : "");
    } else {
        good = set_option(player, known, value != NULL ? value : "", err);
    }
    free(name);
    return good;
}

/* Whether its combo has the variant. */
static bool offers_variant(const UciPlayer *player, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = player->variants; (at = strstr(at, " var ")) != NULL; at++) {
        const char *word = at + sizeof " var " - 1;
        if (strncmp(word, name, length) == 0 && (word[length] == ' ' || word[length] == '\0'))
            return true;
    }
    return false;
}

/* A file of variants that the user gives adds names that are not in its list. */
static bool user_gives_variants(const PlayerSpec *spec)
{
    for (size_t i = 0; i < spec->option_count; i++)
        if (strncasecmp(spec->options[i], path_option, strlen(path_option)) == 0)
            return true;
    return false;
}

static bool set_variant(UciPlayer *player, Error *err)
{
    const PlayerSpec *spec = player->spec;
    const char *wanted = spec->variant_name != NULL ? spec->variant_name : player->variant->name;
    if (player->variants == NULL)
        return strcmp(wanted, "chess") == 0
               || error_set(err, "'%s' has no option UCI_Variant: it plays chess only, not %s",
                            spec->command, wanted);
    const bool listed = strstr(player->variants, " var ") == NULL || offers_variant(player, wanted);
    if (!listed && !user_gives_variants(spec))
        return error_set(
            err,
            "'%s' does not play '%s': --variant-name1 or 2 (of a run: --player-variant) "
            "says what it calls the variant, or --option1 (--player-options) "
            "VariantPath=FILE where it is defined; it plays%s",
            spec->command, wanted, strstr(player->variants, " var"));
    return set_option(player, variant_option, wanted, err);
}

static bool set_options(UciPlayer *player, Error *err)
{
    char hash[16];
    snprintf(hash, sizeof hash, "%d", player->spec->hash_mb);
    bool good = (find_option(player, "Threads") == NULL || set_option(player, "Threads", "1", err))
                && (find_option(player, "Hash") == NULL || set_option(player, "Hash", hash, err));
    static const char chess960[] = "UCI_Chess960";
    if (good && uci_variant_is_chess960(player->variant))
        good = find_option(player, chess960) != NULL
                   ? set_option(player, chess960, "true", err)
                   : error_set(err, "'%s' has no option %s, which the variant needs",
                               player->spec->command, chess960);
    for (size_t i = 0; good && i < player->spec->option_count; i++)
        good = set_user_option(player, player->spec->options[i], err);
    return good && set_variant(player, err) && say(player, "isready", err)
           && wait_for(player, "readyok", "readyok", err);
}

static void uci_player_finish(void *state)
{
    UciPlayer *player = state;
    process_free(player->process);
    for (size_t i = 0; i < player->option_count; i++)
        free(player->options[i]);
    free(player->options);
    free(player->variants);
    free(player->name);
    text_release(&player->line);
    free(player);
}

static void *uci_player_start(const PlayerSpec *spec, const Variant *variant, Error *err)
{
    Process *process = process_start(spec->command, spec->log, err);
    if (process == NULL)
        return NULL;
    UciPlayer *player = memory_new(1, sizeof *player);
    *player = (UciPlayer){.spec = spec, .variant = variant, .process = process};
    player->name = memory_copy_string(spec->command);
    text_init(&player->line);
    if (say(player, "uci", err)
        && wait_for(player, "uciok",
                    "uciok (is it a UCI engine? An XBoard engine is given as xboard:COMMAND)", err)
        && set_options(player, err))
        return player;
    uci_player_finish(player);
    return NULL;
}

static const char *uci_player_name(const void *state) { return ((const UciPlayer *)state)->name; }

/* --- Games -------------------------------------------------------------------------------------
 */

static bool uci_player_begin(void *state, const GameLine *line, Error *err)
{
    UciPlayer *player = state;
    (void)line;
    return say(player, "ucinewgame", err) && say(player, "isready", err)
           && wait_for(player, "readyok", "readyok", err);
}

static void add_position(Text *text, const GameLine *line)
{
    const bool from_array = line->start.length == 0;
    text_add(text, "position %s%s%s", from_array ? "startpos" : "fen ",
             from_array ? "" : line->start.data, line->position.ply > 0 ? " moves" : "");
    for (int i = 0; i < line->position.ply; i++)
        text_add(text, " %s", line->moves[i]);
}

static void add_go(Text *text, const PlayerSpec *spec)
{
    if (spec->nodes > 0)
        text_add(text, "go nodes %" PRIu64, spec->nodes);
    else
        text_add(text, "go movetime %" PRId64, spec->movetime_ms);
}

/* The word behind a word of the line, as a number; what it was before where there is none. */
static uint64_t number_behind(const char *line, const char *word, uint64_t before)
{
    const size_t length = strlen(word);
    for (const char *at = line; (at = strstr(at, word)) != NULL; at += length)
        if (at > line && at[-1] == ' ' && at[length] == ' ')
            return strtoull(at + length + 1, NULL, 10);
    return before;
}

static void read_info(const char *line, PlayerMove *answer)
{
    if (strncmp(line, "info string", sizeof "info string" - 1) == 0)
        return;
    answer->nodes = number_behind(line, "nodes", answer->nodes);
    answer->depth = (int)number_behind(line, "depth", (uint64_t)answer->depth);
}

static void read_best_move(const char *line, GameLine *game, PlayerMove *answer)
{
    char word[MAX_MOVE_TEXT];
    Error err = {""};
    line += strspn(line, " ");
    const size_t length = strcspn(line, " ");
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), line);
    answer->move = uci_move_from_text(&game->position, word, false, &err);
    if (answer->move == NO_MOVE)
        player_fail(answer, FAULT_ILLEGAL, err.text);
}

/* Reads until the best move comes. */
static void read_answer(UciPlayer *player, GameLine *game, double deadline, PlayerMove *answer)
{
    static const char best[] = "bestmove";
    for (;;) {
        const ProcessStatus status =
            process_read(player->process, &player->line, deadline, player->spec->stop);
        if (status != PROCESS_GOOD) {
            *answer = player_process_fault(player->process, status);
            return;
        }
        const char *line = player->line.data;
        if (strncmp(line, "info ", sizeof "info " - 1) == 0)
            read_info(line, answer);
        if (strncmp(line, best, sizeof best - 1) == 0) {
            read_best_move(line + sizeof best - 1, game, answer);
            return;
        }
    }
}

static PlayerMove uci_player_move(void *state, GameLine *game)
{
    UciPlayer *player = state;
    const PlayerSpec *spec = player->spec;
    const double start = clock_now();
    const double deadline = start + 1e-3 * (double)(spec->movetime_ms + spec->margin_ms);
    PlayerMove answer = {.move = NO_MOVE};
    Text text;
    text_init(&text);
    add_position(&text, game);
    text_add_char(&text, '\n');
    add_go(&text, spec);
    const ProcessStatus status = process_write(player->process, text.data, deadline, spec->stop);
    text_release(&text);
    if (status == PROCESS_GOOD)
        read_answer(player, game, deadline, &answer);
    else
        answer = player_process_fault(player->process, status);
    answer.seconds = clock_now() - start;
    return answer;
}

const PlayerKind player_uci = {
    .name = "uci",
    .outside = true,
    .by_nodes = true,
    .start = uci_player_start,
    .finish = uci_player_finish,
    .name_of = uci_player_name,
    .begin = uci_player_begin,
    .move = uci_player_move,
};
