/* An engine that speaks XBoard's protocol (CECP), version 2.
 *
 * It keeps the game itself, so it is told of each move once; the opening is played out in force
 * mode, which engines without "setboard" understand too. The protocol's "st" knows whole seconds
 * only: a shorter time for a move is said as a clock that has just so much left for the one move
 * before the control ("level 1", "time"), and the engine decides what it makes of it. Its results
 * are claims: it says them behind a move, or in place of one. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/protocol/uci_move.h"
#include "selfplay/player_kind.h"
#include "selfplay/xboard_features.h"

typedef struct XboardPlayer {
    const PlayerSpec *spec; /* borrowed */
    const Variant *variant; /* borrowed */
    Process *process;       /* owned */
    XboardFeatures features;
    int ping;          /* the number of the last one */
    int told;          /* moves of the game that it knows */
    bool playing;      /* it answers moves; false: it is in force mode */
    bool games;        /* it has begun one */
    PlayerMove failed; /* a fault that showed itself before its first move; FAULT_NONE: none */
    Text line;
} XboardPlayer;

static ProcessStatus send(XboardPlayer *player, double deadline, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static ProcessStatus send(XboardPlayer *player, double deadline, const char *format, ...)
{
    Text line;
    text_init(&line);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&line, format, arguments);
    va_end(arguments);
    const ProcessStatus status =
        process_write(player->process, line.data, deadline, player->spec->stop);
    text_release(&line);
    return status;
}

/* One that is no more is found out by the reader, who knows what was waited for. */
static bool say(XboardPlayer *player, const char *line, Error *err)
{
    const ProcessStatus status = send(player, player_start_deadline(player->spec), "%s", line);
    return status == PROCESS_GOOD || status == PROCESS_ENDED
           || player_process_error(player->process, status, player->spec, "that it reads", err);
}

/* --- Introduction ------------------------------------------------------------------------------
 */

static bool answer_feature(void *context, const char *name, bool accepted)
{
    XboardPlayer *player = context;
    return send(player, player_start_deadline(player->spec), "%s %s",
                accepted ? "accepted" : "rejected", name)
           == PROCESS_GOOD;
}

static bool read_features(XboardPlayer *player, Error *err)
{
    const double deadline = player_start_deadline(player->spec);
    while (!player->features.done) {
        const ProcessStatus status =
            process_read(player->process, &player->line, deadline, player->spec->stop);
        if (status != PROCESS_GOOD)
            return player_process_error(player->process, status, player->spec,
                                        "feature done=1 (is it an XBoard engine? A UCI engine is "
                                        "given as uci:COMMAND)",
                                        err);
        xboard_features_read(&player->features, player->line.data, answer_feature, player);
    }
    return true;
}

/* What the protocol, or the engine, calls the variant. */
static const char *variant_name(const XboardPlayer *player)
{
    const char *name =
        player->spec->variant_name != NULL ? player->spec->variant_name : player->variant->name;
    return strcmp(name, "chess") == 0 ? "normal" : name;
}

static bool check_variant(const XboardPlayer *player, Error *err)
{
    const char *name = variant_name(player);
    return xboard_features_has_variant(&player->features, name)
           || error_set(err,
                        "'%s' does not play '%s': --variant-name1 or 2 says what it calls the "
                        "variant; it plays %s",
                        player->spec->command, name, player->features.variants);
}

static bool set_options(XboardPlayer *player, Error *err)
{
    const PlayerSpec *spec = player->spec;
    Text line;
    text_init(&line);
    bool good = true;
    for (size_t i = 0; good && i < spec->option_count; i++) {
        text_clear(&line);
        text_add(&line, "option %s", spec->options[i]);
        good = xboard_features_check_option(&player->features, spec->options[i], err)
                   ? say(player, line.data, err)
                   : error_prefix(err, "'%s'", spec->command);
    }
    text_clear(&line);
    text_add(&line, "memory %d", spec->hash_mb);
    good = good && (!player->features.memory || say(player, line.data, err))
           && (!player->features.smp || say(player, "cores 1", err));
    text_release(&line);
    return good;
}

static void xboard_player_finish(void *state)
{
    XboardPlayer *player = state;
    process_free(player->process);
    xboard_features_release(&player->features);
    text_release(&player->line);
    free(player);
}

static void *xboard_player_start(const PlayerSpec *spec, const Variant *variant, Error *err)
{
    if (uci_variant_is_chess960(variant)) {
        error_set(err,
                  "'%s': XBoard engines write castling from any file otherwise than by "
                  "squares, which is not supported: use a UCI engine",
                  spec->command);
        return NULL;
    }
    Process *process = process_start(spec->command, spec->log, err);
    if (process == NULL)
        return NULL;
    XboardPlayer *player = memory_new(1, sizeof *player);
    *player = (XboardPlayer){.spec = spec, .variant = variant, .process = process};
    xboard_features_init(&player->features, spec->command);
    text_init(&player->line);
    bool good = say(player, "xboard\nprotover 2", err) && read_features(player, err);
    good = good && check_variant(player, err) && set_options(player, err);
    if (good)
        return player;
    xboard_player_finish(player);
    return NULL;
}

static const char *xboard_player_name(const void *state)
{
    return ((const XboardPlayer *)state)->features.name;
}

/* --- What it says ------------------------------------------------------------------------------
 */

/* The text behind a first word, NULL if the line begins otherwise. */
static const char *behind(const char *line, const char *word)
{
    const size_t length = strlen(word);
    if (strncasecmp(line, word, length) != 0)
        return NULL;
    line += length;
    return line + strspn(line, " \t:");
}

static bool is_claim(const char *line)
{
    return behind(line, "1-0") != NULL || behind(line, "0-1") != NULL
           || behind(line, "1/2-1/2") != NULL;
}

/* A loss that it claims for itself is a resignation. */
static bool resigns(const char *line, Colour side)
{
    return behind(line, "resign") != NULL || behind(line, side == WHITE ? "0-1" : "1-0") != NULL;
}

/* "Illegal move: e2e4", or "Error (...): usermove e2e4", of the move that it was told last. */
static bool refuses(const char *line, const char *last)
{
    if (behind(line, "illegal move") != NULL)
        return true;
    return behind(line, "error") != NULL && last != NULL && strstr(line, last) != NULL;
}

/* Thinking: ply, score, time, nodes and the line. Signs may stand behind the ply. */
static void read_thinking(const char *line, PlayerMove *answer)
{
    long long numbers[4];
    const char *at = line;
    for (int i = 0; i < 4; i++) {
        char *end;
        numbers[i] = strtoll(at, &end, 10);
        if (end == at)
            return;
        at = end;
        if (i == 0)
            at += strspn(at, "+-.?!&");
    }
    if (numbers[0] <= 0 || numbers[3] < 0)
        return;
    answer->depth = (int)numbers[0];
    answer->nodes = (uint64_t)numbers[3];
}

/* --- Games -------------------------------------------------------------------------------------
 */

static ProcessStatus tell_move(XboardPlayer *player, const GameLine *line, double deadline)
{
    return send(player, deadline, "%s%s", player->features.usermove ? "usermove " : "",
                line->moves[player->told++]);
}

static ProcessStatus tell_control(XboardPlayer *player, double deadline)
{
    const int64_t ms = player->spec->movetime_ms;
    if (ms % 1000 == 0)
        return send(player, deadline, "st %" PRId64, ms / 1000);
    const int64_t seconds = ms / 1000 + 1;
    return send(player, deadline, "level 1 %" PRId64 ":%02" PRId64 " 0", seconds / 60,
                seconds % 60);
}

/* Centiseconds; the same for both sides. */
static ProcessStatus tell_time(XboardPlayer *player, double deadline)
{
    const int64_t left = (player->spec->movetime_ms + 5) / 10;
    return !player->features.time ? PROCESS_GOOD
                                  : send(player, deadline, "time %" PRId64 "\notim %" PRId64,
                                         left > 0 ? left : 1, left > 0 ? left : 1);
}

/* Reads all that it still has to say of what was before. */
static ProcessStatus settle(XboardPlayer *player, const GameLine *line)
{
    const double deadline = player_start_deadline(player->spec);
    char pong[32];
    if (player->features.ping) {
        const ProcessStatus status = send(player, deadline, "ping %d", ++player->ping);
        if (status != PROCESS_GOOD)
            return status;
    }
    snprintf(pong, sizeof pong, "pong %d", player->ping);
    for (;;) {
        const ProcessStatus status =
            process_read(player->process, &player->line,
                         player->features.ping ? deadline : clock_now(), player->spec->stop);
        if (status == PROCESS_LATE && !player->features.ping)
            return PROCESS_GOOD;
        if (status != PROCESS_GOOD || strcmp(player->line.data, pong) == 0)
            return status;
        const char *last = player->told > 0 ? line->moves[player->told - 1] : NULL;
        if (refuses(player->line.data, last) && player->failed.fault == FAULT_NONE)
            player_fail(&player->failed, FAULT_REFUSAL, player->line.data);
    }
}

static ProcessStatus set_up(XboardPlayer *player, const GameLine *line)
{
    const double deadline = player_start_deadline(player->spec);
    ProcessStatus status = send(player, deadline, "new");
    if (status == PROCESS_GOOD && strcmp(variant_name(player), "normal") != 0)
        status = send(player, deadline, "variant %s", variant_name(player));
    if (status == PROCESS_GOOD)
        status = send(player, deadline, "force\neasy\npost");
    if (status == PROCESS_GOOD)
        status = tell_control(player, deadline);
    /* What is unsaid of the last game is not of this one. */
    if (status == PROCESS_GOOD)
        status = settle(player, line);
    player->failed = (PlayerMove){.move = NO_MOVE};
    while (status == PROCESS_GOOD && player->told < line->position.ply)
        status = tell_move(player, line, deadline);
    return status == PROCESS_GOOD ? settle(player, line) : status;
}

static bool xboard_player_begin(void *state, const GameLine *line, Error *err)
{
    XboardPlayer *player = state;
    if (player->games && !player->features.reuse)
        return error_set(err, "it plays one game only");
    player->games = true;
    player->told = 0;
    player->playing = false;
    const ProcessStatus status = set_up(player, line);
    return status == PROCESS_GOOD
           || player_process_error(player->process, status, player->spec, "that it is ready", err);
}

/* Tells it what it does not know of the game; it thinks then. */
static ProcessStatus ask(XboardPlayer *player, const GameLine *line, double deadline)
{
    ProcessStatus status = PROCESS_GOOD;
    const int count = line->position.ply;
    /* In force mode all moves, then "go"; else the other side's move sets it going. */
    while (status == PROCESS_GOOD && player->told < count - player->playing)
        status = tell_move(player, line, deadline);
    if (status == PROCESS_GOOD)
        status = tell_time(player, deadline);
    if (status == PROCESS_GOOD)
        status = player->playing ? tell_move(player, line, deadline) : send(player, deadline, "go");
    player->playing = true;
    return status;
}

static void read_move(const char *text, GameLine *line, PlayerMove *answer)
{
    char word[MAX_MOVE_TEXT];
    Error err = {""};
    snprintf(word, sizeof word, "%.*s", (int)(sizeof word - 1), text);
    word[strcspn(word, " \t")] = '\0';
    answer->move = uci_move_from_text(&line->position, word, false, &err);
    if (answer->move == NO_MOVE)
        player_fail(answer, FAULT_ILLEGAL, err.text);
}

/* Reads until a move comes, or a fault. A claim in place of a move is waited upon: the move may
 * still come. */
static void read_answer(XboardPlayer *player, GameLine *line, double deadline, PlayerMove *answer)
{
    char claim[sizeof answer->why] = "";
    const char *last = player->told > 0 ? line->moves[player->told - 1] : NULL;
    for (;;) {
        const ProcessStatus status =
            process_read(player->process, &player->line, deadline, player->spec->stop);
        if (status == PROCESS_LATE && claim[0] != '\0') {
            player_fail(answer, FAULT_CLAIM, claim);
            return;
        }
        if (status != PROCESS_GOOD) {
            *answer = player_process_fault(player->process, status);
            return;
        }
        const char *said = player->line.data;
        const char *move = behind(said, "move ");
        read_thinking(said, answer);
        if (move != NULL)
            read_move(move, line, answer);
        else if (resigns(said, line->position.side))
            player_fail(answer, FAULT_RESIGN, "");
        else if (refuses(said, last))
            player_fail(answer, FAULT_REFUSAL, said);
        else if (is_claim(said))
            snprintf(claim, sizeof claim, "%s", said);
        if (answer->move != NO_MOVE || answer->fault != FAULT_NONE)
            return;
    }
}

static PlayerMove xboard_player_move(void *state, GameLine *line)
{
    XboardPlayer *player = state;
    const double start = clock_now();
    const double deadline =
        start + 1e-3 * (double)(player->spec->movetime_ms + player->spec->margin_ms);
    if (player->failed.fault != FAULT_NONE)
        return player->failed;
    PlayerMove answer = {.move = NO_MOVE};
    const ProcessStatus status = ask(player, line, deadline);
    if (status == PROCESS_GOOD)
        read_answer(player, line, deadline, &answer);
    else
        answer = player_process_fault(player->process, status);
    player->told++; /* it knows its own move */
    answer.seconds = clock_now() - start;
    return answer;
}

static void xboard_player_end(void *state, const char *result)
{
    XboardPlayer *player = state;
    (void)send(player, player_start_deadline(player->spec), "force\nresult %s {%s}", result,
               "end of the game");
}

const PlayerKind player_xboard = {
    .name = "xboard",
    .outside = true,
    .start = xboard_player_start,
    .finish = xboard_player_finish,
    .name_of = xboard_player_name,
    .begin = xboard_player_begin,
    .move = xboard_player_move,
    .end = xboard_player_end,
};
