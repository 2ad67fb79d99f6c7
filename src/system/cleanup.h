/*
 * A signal that ends the program takes the unfinished output with it; the program still ends by that signal. Only
 * SIGKILL, which nothing can catch, leaves it.
 */
#ifndef PGNPACK_SYSTEM_CLEANUP_H
#define PGNPACK_SYSTEM_CLEANUP_H

/* To be called once, before any file is opened and any thread is started; all below from the same thread. */
void cleanup_install(void);

/*
 * Files are made in place of this one, by struct path_sink, under names of its own (".pgnpack-", the numbers of the process, its machine and
 * the file, with "-" between), which a signal removes.
 */
void cleanup_expect_beside(const char *name);

/* The file has its name now, or is gone. */
void cleanup_forget(void);

#endif
