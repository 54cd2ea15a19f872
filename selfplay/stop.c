/* A signal handler can be told nothing, so the flag is the program's one mutable global. All
 * threads look at it and only the handler writes it, once, from false to true: whether a thread
 * sees that at once or a little later is all the same. */
#include "selfplay/stop.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static atomic_bool stop_wanted; /* lock-free: safe in a signal handler */

static void stop_handler(int signal_number)
{
    if (stop_wanted) {
        _exit(128 + signal_number);
    }
    stop_wanted = true;
}

const atomic_bool *stop_on_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop_handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &stop_wanted;
}
