#include "cli/cleanup.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int fatal_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};

/* The one thing that a signal handler has to know. Changed with the signals blocked. */
static char unfinished_name[PATH_MAX];

static void handle(int number)
{
    if (unfinished_name[0] != '\0')
        unlink(unfinished_name);
    raise(number); /* SA_RESETHAND: now it ends the program, and the caller sees by what */
}

static void block(sigset_t *old_set)
{
    sigset_t set;
    sigemptyset(&set);
    for (unsigned i = 0; i < sizeof fatal_signals / sizeof fatal_signals[0]; i++)
        sigaddset(&set, fatal_signals[i]);
    sigprocmask(SIG_BLOCK, &set, old_set);
}

/* libarchive ends the program, by exit(), where it gets no memory for a text. */
static void handle_exit(void)
{
    if (unfinished_name[0] != '\0')
        unlink(unfinished_name);
}

void cleanup_install(void)
{
    atexit(handle_exit);
    struct sigaction action, old_action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof fatal_signals / sizeof fatal_signals[0]; i++)
        if (sigaction(fatal_signals[i], NULL, &old_action) == 0 && old_action.sa_handler != SIG_IGN)
            sigaction(fatal_signals[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* write() says EFBIG then */
}

int cleanup_make_file(char *template_name)
{
    sigset_t old_set;
    block(&old_set);
    int descriptor = mkstemp(template_name);
    if (descriptor >= 0 && strlen(template_name) < sizeof unfinished_name)
        strcpy(unfinished_name, template_name);
    sigprocmask(SIG_SETMASK, &old_set, NULL);
    return descriptor;
}

void cleanup_forget(void)
{
    sigset_t old_set;
    block(&old_set);
    unfinished_name[0] = '\0';
    sigprocmask(SIG_SETMASK, &old_set, NULL);
}
