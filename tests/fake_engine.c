/* An engine for tests of matches: it plays chess by UCI or XBoard, each move drawn by the position
 * alone, and can be told to fail.
 *
 * Usage: fake_engine uci|xboard [FAULT [N]]: at its N-th move of a game (1) it
 *
 *     hang       says nothing any more          crash     ends by a signal
 *     quit       ends with status 3             illegal   makes a move that is none
 *     flood      writes lines without end       long      writes one line without end
 *     refuse     (xboard) refuses a move        claim     (xboard) claims a draw that is none
 *     resign     (xboard) gives up              late      (xboard) claims a draw, and then moves
 *     none       (uci) has no best move
 *
 * and from the start:
 *
 *     silent     never introduces itself        deaf      never reads
 *     once       ends after its first game      strange   introduces itself in another way
 *     renamed    (uci) has another name
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/hash.h"
#include "engine/protocol/uci_move.h"
#include "engine/rules/movegen.h"

typedef struct Fake {
    bool xboard;
    const char *fault;
    int at;    /* the move of its own that the fault is at */
    int moves; /* of its own, in this game */
    int games;
    bool forced; /* xboard: it plays neither side */
    Variant *variant;
    Position position;
} Fake;

static bool fails_by(const Fake *fake, const char *fault)
{
    return strcmp(fake->fault, fault) == 0;
}

static void say(const char *line)
{
    puts(line);
    fflush(stdout);
}

static void never_end(void)
{
    for (;;)
        pause();
}

/* What it does in place of its move, if anything. True: the move is made all the same. */
static bool do_fault(Fake *fake)
{
    if (++fake->moves != fake->at)
        return true;
    if (fails_by(fake, "hang"))
        never_end();
    if (fails_by(fake, "crash"))
        raise(SIGKILL);
    if (fails_by(fake, "quit"))
        _exit(3);
    while (fails_by(fake, "flood"))
        puts("info depth 1 nodes 1");
    while (fails_by(fake, "long"))
        putchar('x');
    if (fails_by(fake, "refuse"))
        say("Illegal move: e2e4");
    if (fails_by(fake, "claim") || fails_by(fake, "late"))
        say("1/2-1/2 {Draw by repetition}");
    if (fails_by(fake, "resign"))
        say("resign");
    if (fails_by(fake, "none"))
        say("bestmove (none)");
    if (fails_by(fake, "illegal"))
        say(fake->xboard ? "move e1e5" : "bestmove e1e5");
    return !(fails_by(fake, "refuse") || fails_by(fake, "claim") || fails_by(fake, "resign")
             || fails_by(fake, "none") || fails_by(fake, "illegal"));
}

/* One of the legal moves, by the position's key. */
static Move choose_move(Fake *fake)
{
    static Move moves[MAX_MOVES];
    const int count = generate_legal(&fake->position, moves);
    return count > 0 ? moves[hash_mix(fake->position.key) % (unsigned)count] : NO_MOVE;
}

static void answer(Fake *fake)
{
    char text[MAX_MOVE_TEXT] = "(none)";
    if (!do_fault(fake))
        return;
    const Move move = choose_move(fake);
    if (move != NO_MOVE)
        uci_move_to_text(&fake->position, move, false, text);
    printf(fake->xboard ? "1 10 0 20 %s\nmove %s\n" : "info depth 1 nodes 20 pv %s\nbestmove %s\n",
           text, text);
    fflush(stdout);
    if (fake->xboard && move != NO_MOVE)
        position_make(&fake->position, move);
}

static bool make(Fake *fake, const char *text)
{
    Error err;
    const Move move = uci_move_from_text(&fake->position, text, false, &err);
    if (move != NO_MOVE)
        position_make(&fake->position, move);
    return move != NO_MOVE;
}

static void begin_game(Fake *fake)
{
    Error err;
    if (fails_by(fake, "once") && fake->games++ == 1)
        _exit(0);
    fake->moves = 0;
    position_set_start(&fake->position, &err);
}

/* --- UCI ---------------------------------------------------------------------------------------
 */

/* "startpos moves e2e4 ...", "fen FEN moves e2e4 ..." */
static void take_uci_position(Fake *fake, char *line)
{
    static const char fen[] = "fen ";
    Error err;
    char *save = NULL, *moves = strstr(line, " moves");
    if (moves != NULL)
        *moves++ = '\0';
    if (strncmp(line, fen, sizeof fen - 1) != 0)
        position_set_start(&fake->position, &err);
    else if (!position_set_fen(&fake->position, line + sizeof fen - 1, &err))
        printf("info string %s\n", err.text);
    line = moves != NULL ? moves + sizeof "moves" - 1 : line + strlen(line);
    char *word = strtok_r(line, " ", &save);
    for (; word != NULL; word = strtok_r(NULL, " ", &save))
        if (strlen(word) <= 5 && word[0] >= 'a' && word[0] <= 'h' && !make(fake, word))
            printf("info string \"%s\" is no move\n", word);
}

static void introduce_uci(const Fake *fake)
{
    say(fails_by(fake, "renamed") ? "id name Fake 2" : "id name Fake");
    say("option name Hash type spin default 1\n"
        "option name Skill Level type spin default 20 min 0\n"
        "option name UCI_Variant type combo default chess var chess var horde\nuciok");
}

static void take_uci(Fake *fake, char *line)
{
    if (strcmp(line, "uci") == 0) {
        if (fails_by(fake, "strange"))
            say("What?");
        else
            introduce_uci(fake);
    } else if (strcmp(line, "isready") == 0) {
        say("readyok");
    } else if (strcmp(line, "ucinewgame") == 0) {
        begin_game(fake);
    } else if (strncmp(line, "position ", sizeof "position " - 1) == 0) {
        take_uci_position(fake, line + sizeof "position " - 1);
    } else if (strncmp(line, "go ", 3) == 0) {
        answer(fake);
    }
}

/* --- XBoard ------------------------------------------------------------------------------------
 */

static void introduce_xboard(const Fake *fake)
{
    if (fails_by(fake, "strange")) {
        say("Error (unknown command): protover");
        return;
    }
    say("feature done=0");
    say("feature ping=1 usermove=1 setboard=0 san=0 colors=0 unheard=1");
    say("feature myname=\"Fake of XBoard\" variants=\"normal,capablanca\"");
    say("feature option=\"Skill -spin 1 0 9\" memory=1");
    say("feature done=1");
}

static void take_xboard(Fake *fake, char *line)
{
    if (strncmp(line, "protover", sizeof "protover" - 1) == 0) {
        introduce_xboard(fake);
    } else if (strcmp(line, "new") == 0) {
        begin_game(fake);
        fake->forced = false;
    } else if (strcmp(line, "force") == 0) {
        fake->forced = true;
    } else if (strcmp(line, "go") == 0) {
        fake->forced = false;
        answer(fake);
    } else if (strncmp(line, "ping ", 5) == 0) {
        printf("pong %s\n", line + 5);
        fflush(stdout);
    } else if (strncmp(line, "usermove ", sizeof "usermove " - 1) == 0) {
        const char *text = line + sizeof "usermove " - 1;
        if (!make(fake, text))
            printf("Illegal move: %s\n", text);
        else if (!fake->forced)
            answer(fake);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    Error err;
    Fake fake = {.fault = argc > 2 ? argv[2] : "",
                 .at = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 1};
    fake.xboard = argc > 1 && strcmp(argv[1], "xboard") == 0;
    fake.variant = variant_load("chess", &err);
    if (fake.variant == NULL)
        return 1;
    position_init(&fake.position, fake.variant);
    begin_game(&fake);
    fake.games = 0;
    if (fails_by(&fake, "silent") || fails_by(&fake, "deaf"))
        never_end();
    fputs("fake engine is here\n", stderr);
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") == 0)
            break;
        if (fake.xboard)
            take_xboard(&fake, line);
        else
            take_uci(&fake, line);
    }
    free(line);
    position_release(&fake.position);
    variant_free(fake.variant);
    return 0;
}
