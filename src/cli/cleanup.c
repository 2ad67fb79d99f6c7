#include "cli/cleanup.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a signal handler has to know. Changed by the first thread only, with all signals blocked. */
static char unfinished_name[PATH_MAX];
static pthread_t first_thread;

/*
 * Another thread hands the signal on: the first one may be just about to make the file, and has its signals blocked
 * then.
 */
static void handle(int number)
{
    if (!pthread_equal(pthread_self(), first_thread)) {
        pthread_kill(first_thread, number);
        return;
    }
    if (unfinished_name[0] != '\0')
        unlink(unfinished_name);
    signal(number, SIG_DFL);
    raise(number); /* behind this handler it ends the program, and the caller sees by what */
}

static void block(sigset_t *old_set)
{
    sigset_t set;
    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, old_set);
}

/* All signals are, unless they are known not to be: systems have more of them than standards name. */
static int ends_program(int number)
{
    static const int others[] = {SIGKILL,  SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG,
#ifdef SIGWINCH
                                 SIGWINCH,
#endif
#ifdef SIGINFO
                                 SIGINFO,
#endif
                                 SIGXFSZ};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i] == number)
            return 0;
    return 1;
}

/* What somebody else takes care of, or wants ignored, stays so. */
static void take_over(int number)
{
    struct sigaction action, old_action;
    if (sigaction(number, NULL, &old_action) != 0 || (old_action.sa_flags & SA_SIGINFO) != 0 ||
        old_action.sa_handler != SIG_DFL)
        return;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigfillset(&action.sa_mask);
    sigaction(number, &action, NULL);
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
    first_thread = pthread_self();
    for (int number = 1; number <= SIGRTMAX; number++)
        if (ends_program(number))
            take_over(number);
    signal(SIGXFSZ, SIG_IGN); /* write() says EFBIG then */
}

int cleanup_make_file(char *template_name)
{
    sigset_t old_set;
    block(&old_set);
    int descriptor = mkstemp(template_name);
    if (descriptor >= 0 && strlen(template_name) < sizeof unfinished_name)
        strcpy(unfinished_name, template_name);
    pthread_sigmask(SIG_SETMASK, &old_set, NULL);
    return descriptor;
}

void cleanup_forget(void)
{
    sigset_t old_set;
    block(&old_set);
    unfinished_name[0] = '\0';
    pthread_sigmask(SIG_SETMASK, &old_set, NULL);
}
