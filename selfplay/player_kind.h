/* What a kind of player consists of: one file player_NAME.c each. */
#pragma once

#include "selfplay/player.h"
#include "selfplay/process.h"

struct PlayerKind {
    const char *name;
    bool outside;  /* started by a command */
    bool by_nodes; /* its searches can be limited by nodes */
    /* The state of a player of this kind; NULL and `err` on failure. */
    void *(*start)(const PlayerSpec *spec, const Variant *variant, Error *err);
    void (*finish)(void *state);
    const char *(*name_of)(const void *state);
    /* Begins a game; false where the player is no more (`err` says how). */
    bool (*begin)(void *state, const GameLine *line, Error *err);
    PlayerMove (*move)(void *state, GameLine *line);
    void (*end)(void *state, const char *result); /* NULL: it need not know */
};

extern const PlayerKind player_own, player_uci, player_xboard;

/* When an outside engine has to have answered that is asked now whether it is ready. */
double player_start_deadline(const PlayerSpec *spec);

/* Makes it a fault; a longer `why` is cut. */
void player_fail(PlayerMove *answer, PlayerFault fault, const char *why);

/* The fault that follows from the state of a process, with how it ended in `why`. */
PlayerMove player_process_fault(Process *process, ProcessStatus status);

/* What a process that is not ready did instead of saying `waited_for`. Returns false. */
bool player_process_error(Process *process, ProcessStatus status, const PlayerSpec *spec,
                          const char *waited_for, Error *err);
