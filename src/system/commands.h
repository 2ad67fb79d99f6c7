/*
 * What systems do differently, for the commands only: commands_posix.c and commands_windows.c. No file of theirs calls a
 * system.
 *
 * Names of files are UTF-8, or what bytes the system takes for one, with '/' between folders. What fails gives an errno
 * value, or sets errno, as is said.
 */
#ifndef PGNPACK_SYSTEM_COMMANDS_H
#define PGNPACK_SYSTEM_COMMANDS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "system/file_access.h"

enum { STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR }; /* descriptors */

/* ---- The program ---- */

/*
 * To be called first: the arguments become UTF-8, standard descriptors that came closed are filled, the wrong way round,
 * so that no file gets their numbers, and bytes pass through them as they are. Returns 0 when that cannot be done.
 */
int system_start(int *argument_count, char ***arguments);

/*
 * Has `clean` called when a signal, or Ctrl-C, ends the program, which it then does; signals that are ignored or taken
 * care of stay so. To be called once, before any thread is started.
 */
void system_when_ended(void (*clean)(void));

/* Between these two, in the thread that called system_when_ended(), `clean` is not called; they do not nest. */
void system_hold_ending(void);
void system_allow_ending(void);

/* Where the shell replaces patterns in arguments by the names of files, the program has not to: 0 there. */
int system_expands_patterns(void);

/* Makes '/' of what else stands between folders here. */
void system_correct_name(char *name);

/* May a file have this name, which has no '/' in it, and does it mean a file in that folder then? */
int system_takes_name(const char *name, size_t size);

/*
 * Runs an editor, a command of the shell, with the file's name behind it, and waits for it: Ctrl-C is the editor's meanwhile. 0, or the
 * command's status.
 */
int system_edit(const char *editor, const char *name);
const char *system_usual_editor(void);

/* A name for a file of this process, where temporary files are: not there yet, most likely. The caller frees it; NULL: no memory. */
char *system_temporary_name(const char *prefix, const char *suffix);

/* Milliseconds from any point in the past. */
uint64_t system_now_ms(void);
void system_sleep(unsigned milliseconds);

/* ---- Facts ---- */

enum file_kind { FILE_REGULAR, FILE_FOLDER, FILE_OTHER };

struct file_facts {
    enum file_kind kind;
    unsigned permissions; /* POSIX's bits; all that files can have, where there are none */
    unsigned group;       /* of whom these speak; 0 where there are none */
    uint64_t size;
    uint64_t volume, number; /* which tell it from all other files */
    struct timespec time;    /* of modification */
};

/* Returns 0 or an errno value. */
int system_facts(const char *name, struct file_facts *facts);
int system_facts_of_link(const char *name, struct file_facts *facts); /* FILE_OTHER for a link itself */
int system_facts_of_open(const struct file *file, struct file_facts *facts);

int system_is_terminal(int descriptor); /* a standard one */
int system_is_open_terminal(const struct file *file);

/* Both are the caller's to free; NULL sets errno. */
char *system_real_path(const char *name);   /* with all links followed */
char *system_link_target(const char *name); /* as it is in the link */

/* Is every name in this folder, whose links are followed, the number of an open descriptor of ours? */
int system_holds_descriptors(const char *folder);

/* The folder of a name, or "."; the caller frees it. NULL when there is no memory. */
char *system_folder_of(const char *name);

/* ---- Open files: what returns an int returns 0 or an errno value ---- */

struct file system_standard(int descriptor);
int system_open_output(struct file *file, const char *name);   /* which is there, and no regular file */
int system_open_descriptor(struct file *file, int descriptor); /* a duplicate, none of the standard ones */

int64_t system_position(const struct file *file); /* -1: it has none */
int system_seek(const struct file *file, uint64_t position);

void system_drop_cache(
    const struct file *file);  /* reading it comes from the disk then, where that can be had */
int system_has_sync_all(void); /* 0: each file has to be brought to the disk by itself */
void system_sync_all(void);

unsigned system_default_permissions(void); /* of new files */
int system_set_permissions(const struct file *file, unsigned permissions);

/* A file of ours becomes one of that group. */
int system_set_group(const struct file *file, unsigned group);
int system_set_time(const struct file *file, const struct timespec *time);

/* ---- Names: all return 0 or an errno value ---- */

int system_make_folder(const char *name);

/* Calls `take` with each name in a folder, but "." and "..", until it returns 0. */
int system_each_name(const char *folder, int (*take)(void *opaque, const char *name), void *opaque);

/* ---- Lists of names ---- */

/* A file of text, or NULL; sets errno. */
FILE *system_open_text(const char *name);

/* As getline() does, which ends lines with '\n' only: the size of the line with its end, or -1. */
ptrdiff_t system_read_line(char **line, size_t *capacity, FILE *file);

#endif
