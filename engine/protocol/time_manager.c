#include "engine/protocol/time_manager.h"

enum {
    MOVES_EXPECTED = 30, /* that a game may still last */
    OVERHEAD_MS = 20,    /* from our clock to the other side's */
};

int64_t time_for_move(const TimeControl *control)
{
    const int64_t most = control->left_ms - OVERHEAD_MS;
    const int moves = control->moves_to_go > 0 && control->moves_to_go < MOVES_EXPECTED
                          ? control->moves_to_go
                          : MOVES_EXPECTED;
    const int64_t share = most / moves + control->increment_ms * 3 / 4;
    const int64_t time = share < most ? share : most;
    return time > 1 ? time : 1;
}
