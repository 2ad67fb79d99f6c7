/*
 * A path that a new file is to take, perhaps from a database that others may be changing: what they commit would be gone with the
 * old file. So its lock is held until the path is the new file's.
 */
#ifndef PGNPACK_SYSTEM_PATH_PLACE_H
#define PGNPACK_SYSTEM_PATH_PLACE_H

#include "system/path_text.h"

struct path_place {
    struct memory *memory;
    struct path_copy path; /* links followed */
    struct file locked;    /* the database that has it; closed: there is none, or it is not ours */
    int has_other;         /* a file has it that is no database, or where there are no locks */
};

void path_place_init(struct path_place *place, struct memory *memory);

/* Fails with PGNPACK_ERROR_WRITE, the path and the cause, where no file can have it; or for lack of memory. Locks nothing. */
enum pgnpack_status path_place_open(struct path_place *place, const char *path, struct error *error);
void path_place_close(struct path_place *place);

/* If a database has the path, it is locked then. PGNPACK_ERROR_BUSY: another one has the lock; it may be asked for again. */
enum pgnpack_status path_place_lock(struct path_place *place, struct error *error);

/*
 * The file of that path, which is closed and on the disk, gets the place's, and the lock ends. PGNPACK_ERROR_BUSY: meanwhile there is
 * a database that another one changes, or (on Windows) somebody has the file open; it may be tried again.
 */
enum pgnpack_status path_place_give(struct path_place *place, const char *new_path, struct error *error);

/* The same under a lock that is not the place's own: see file_replace(). */
enum pgnpack_status path_place_replace(const struct path_place *place, struct file *locked,
                                       const char *new_path, struct error *error);

#endif
