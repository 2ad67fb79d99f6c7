/*
 * A signal that ends the program takes the unfinished output with it; the program still ends by that signal. Only
 * SIGKILL, which nothing can catch, leaves it.
 */
#ifndef PGNPACK_CLI_SYSTEM_CLEANUP_H
#define PGNPACK_CLI_SYSTEM_CLEANUP_H

/* To be called once, before any file is opened and any thread is started; all below from the same thread. */
void cleanup_install(void);

/* Makes a temporary file like mkstemp(), to be removed by a signal until cleanup_forget(). Sets errno. */
int cleanup_make_file(char *template_name);

/*
 * The library makes files in place of this one, under names of its own (".pgnpack-", the number of the process, "-" and a number),
 * which a signal removes.
 */
void cleanup_expect_beside(const char *name);

/* The file has its name now, or is gone. */
void cleanup_forget(void);

#endif
