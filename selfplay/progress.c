#include "selfplay/progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double terminal_pause = 0.25;
static const double log_pause = 10;

void progress_init(Progress *progress)
{
    *progress = (Progress){.terminal = isatty(STDERR_FILENO) == 1};
}

static void print_duration(double seconds)
{
    uint64_t whole = (uint64_t)(seconds + 0.5);
    if (whole >= 3600) {
        fprintf(stderr, "%" PRIu64 ":%02d:%02d", whole / 3600, (int)(whole / 60 % 60),
                (int)(whole % 60));
    } else {
        fprintf(stderr, "%d:%02d", (int)(whole / 60), (int)(whole % 60));
    }
}

void progress_show(void *context, const RunStatus *status)
{
    Progress *progress = context;
    double pause = progress->terminal ? terminal_pause : log_pause;
    if (status->seconds - progress->shown < pause || status->played == 0) {
        return;
    }
    progress->shown = status->seconds;
    uint64_t games = status->found + status->played;
    double rate = (double)status->played / status->seconds;
    double to_go = (double)(status->target - games) / rate;
    bool by_clock = status->most > 0 && status->most - status->seconds < to_go;
    fprintf(stderr, "%s%" PRIu64, progress->terminal ? "\r" : "", games);
    if (!by_clock)
        fprintf(stderr, " of %" PRIu64 " games (%.1f %%)", status->target,
                100.0 * (double)games / (double)status->target);
    else
        fputs(" games", stderr); /* the clock ends it, at nobody knows how many */
    fprintf(stderr, ", %.2f games/s, ", rate);
    print_duration(by_clock ? fmax(0, status->most - status->seconds) : to_go);
    fprintf(stderr, " to go%s%s", progress->note, progress->terminal ? "\x1b[K" : "\n");
    progress->open = progress->terminal;
    fflush(stderr);
}

void progress_end(Progress *progress)
{
    if (progress->open) {
        fputc('\n', stderr);
        progress->open = false;
    }
}

/* Whether a shell takes the word as it is. */
static bool word_is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./:,@%";
    return *word != '\0' && strspn(word, plain) == strlen(word);
}

static void print_word(const char *word)
{
    if (word_is_plain(word)) {
        fputs(word, stderr);
        return;
    }
    fputc('\'', stderr);
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            fputs("'\\''", stderr);
        } else {
            fputc(*word, stderr);
        }
    }
    fputc('\'', stderr);
}

/* The word that the program was started by: commands get "assay COMMAND" for it. */
static void print_program(void)
{
    char word[4096] = "";
    FILE *file = fopen("/proc/self/cmdline", "rb");
    if (file != NULL) {
        size_t length = fread(word, 1, sizeof word - 1, file);
        word[length] = '\0'; /* and a zero byte ends the first word before */
        fclose(file);
    }
    print_word(word[0] != '\0' ? word : "assay");
}

void progress_print_resume(const RunStatus *status, int argc, char **argv)
{
    fprintf(stderr, "stopped: %" PRIu64 " of %" PRIu64 " games are stored; to go on:\n  ",
            status->found + status->played, status->target);
    print_program();
    const char *command = strchr(argv[0], ' ');
    fputs(command != NULL ? command : "", stderr);
    for (int i = 1; i < argc; i++) {
        fputc(' ', stderr);
        print_word(argv[i]);
    }
    fputc('\n', stderr);
}
