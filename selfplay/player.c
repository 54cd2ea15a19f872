#include "selfplay/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/protocol/uci_move.h"
#include "selfplay/player_kind.h"

struct Player {
    PlayerSpec spec;
    const Variant *variant; /* borrowed */
    void *state;            /* owned, of the kind; NULL: to be started again */
    char *name;             /* owned */
};

const char *player_fault_name(PlayerFault fault)
{
    static const char *const names[FAULT_COUNT] = {
        [FAULT_NONE] = "none",
        [FAULT_ILLEGAL] = "illegal move",
        [FAULT_TIME] = "time",
        [FAULT_CRASH] = "crash",
        [FAULT_REFUSAL] = "refused a legal move",
        [FAULT_CLAIM] = "false claim",
        [FAULT_RESIGN] = "resigned",
    };
    return names[fault];
}

/* --- The game ----------------------------------------------------------------------------------
 */

void game_line_init(GameLine *line, const Variant *variant)
{
    position_init(&line->position, variant);
    text_init(&line->start);
    line->moves = memory_new(MAX_GAME_PLY, sizeof *line->moves);
}

void game_line_release(GameLine *line)
{
    position_release(&line->position);
    text_release(&line->start);
    free(line->moves);
}

bool game_line_start(GameLine *line, const char *fen, Error *err)
{
    text_clear(&line->start);
    if (fen == NULL)
        return position_set_start(&line->position, err);
    text_add(&line->start, "%s", fen);
    return position_set_fen(&line->position, fen, err);
}

void game_line_make(GameLine *line, Move move)
{
    uci_move_to_text(&line->position, move, uci_variant_is_chess960(line->position.variant),
                     line->moves[line->position.ply]);
    position_make(&line->position, move);
}

/* --- Players -----------------------------------------------------------------------------------
 */

bool player_spec_read(PlayerSpec *spec, const char *text, Error *err)
{
    static const PlayerKind *const kinds[] = {&player_own, &player_uci, &player_xboard};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const size_t length = strlen(kinds[i]->name);
        if (strncmp(text, kinds[i]->name, length) != 0)
            continue;
        if (kinds[i]->outside && text[length] == ':' && text[length + 1] != '\0') {
            spec->kind = kinds[i];
            spec->command = text + length + 1;
            return true;
        }
        if (!kinds[i]->outside && text[length] == '\0') {
            spec->kind = kinds[i];
            return true;
        }
    }
    return error_set(err, "'%s' is no engine: own, uci:COMMAND or xboard:COMMAND is meant", text);
}

static bool start(Player *player, Error *err)
{
    player->state = player->spec.kind->start(&player->spec, player->variant, err);
    return player->state != NULL;
}

Player *player_new(const PlayerSpec *spec, const Variant *variant, Error *err)
{
    if (spec->nodes > 0 && !spec->kind->by_nodes) {
        error_set(err, "%s engines cannot be limited by nodes: use --movetime", spec->kind->name);
        return NULL;
    }
    Player *player = memory_new(1, sizeof *player);
    player->spec = *spec;
    player->variant = variant;
    if (!start(player, err)) {
        free(player);
        return NULL;
    }
    player->name = memory_copy_string(spec->kind->name_of(player->state));
    return player;
}

static void let_go(Player *player)
{
    if (player->state != NULL)
        player->spec.kind->finish(player->state);
    player->state = NULL;
}

void player_free(Player *player)
{
    if (player == NULL)
        return;
    let_go(player);
    free(player->name);
    free(player);
}

const char *player_name(const Player *player) { return player->name; }

bool player_begin(Player *player, const GameLine *line, Error *err)
{
    /* One that ended quietly between two games gets a second chance. */
    if (player->state != NULL && player->spec.kind->begin(player->state, line, err))
        return true;
    let_go(player);
    return start(player, err) && player->spec.kind->begin(player->state, line, err);
}

PlayerMove player_move(Player *player, GameLine *line)
{
    PlayerMove answer = player->spec.kind->move(player->state, line);
    const int64_t allowed = player->spec.movetime_ms + player->spec.margin_ms;
    if (answer.fault == FAULT_NONE && !answer.stopped && answer.seconds * 1000 > (double)allowed) {
        answer.fault = FAULT_TIME;
        answer.move = NO_MOVE;
    }
    /* Whatever it is in now, the next game shall not suffer from it. */
    if (answer.fault != FAULT_NONE || answer.stopped)
        let_go(player);
    return answer;
}

void player_end(Player *player, const char *result)
{
    if (player->state != NULL && player->spec.kind->end != NULL)
        player->spec.kind->end(player->state, result);
}

/* --- For the kinds -----------------------------------------------------------------------------
 */

/* A process closes its pipes a moment before it ends. */
static const double end_seconds = 0.2;

double player_start_deadline(const PlayerSpec *spec)
{
    return clock_now() + 1e-3 * (double)spec->start_ms;
}

void player_fail(PlayerMove *answer, PlayerFault fault, const char *why)
{
    answer->move = NO_MOVE;
    answer->fault = fault;
    snprintf(answer->why, sizeof answer->why, "%.*s", (int)sizeof answer->why - 1, why);
}

PlayerMove player_process_fault(Process *process, ProcessStatus status)
{
    PlayerMove answer = {.move = NO_MOVE, .stopped = status == PROCESS_STOPPED};
    if (status == PROCESS_LATE)
        answer.fault = FAULT_TIME;
    if (status != PROCESS_ENDED)
        return answer;
    process_wait(process, clock_now() + end_seconds);
    Text text;
    text_init(&text);
    process_add_end(process, &text);
    player_fail(&answer, FAULT_CRASH, text.data);
    text_release(&text);
    return answer;
}

bool player_process_error(Process *process, ProcessStatus status, const PlayerSpec *spec,
                          const char *waited_for, Error *err)
{
    if (status == PROCESS_STOPPED)
        return error_set(err, "stopped");
    if (status == PROCESS_LATE)
        return error_set(err, "waited %.1f seconds in vain for '%s' to say %s",
                         1e-3 * (double)spec->start_ms, spec->command, waited_for);
    process_wait(process, clock_now() + end_seconds);
    Text text;
    text_init(&text);
    process_add_end(process, &text);
    error_set(err, "'%s' ended (%s) before it said %s", spec->command, text.data, waited_for);
    text_release(&text);
    return false;
}
