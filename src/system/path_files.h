/* Files that callers name by paths: read from for as long as a handle needs them, and written so that they appear whole. */
#ifndef PGNPACK_SYSTEM_PATH_FILES_H
#define PGNPACK_SYSTEM_PATH_FILES_H

#include "system/file_access.h"
#include "util/error.h"
#include "util/memory.h"

/* ---- Places ---- */

/*
 * A path that a new file is to take, perhaps from a database that others may be changing: what they commit would be gone with the
 * old file. So its lock is held until the path is the new file's.
 */

/* ---- Texts of paths ---- */

/* For messages, and for what is still to be done with the file. */
struct path_copy {
    char *text;  /* NULL: none */
    size_t size; /* with the zero byte */
};

/* Returns 0 when there is no memory. */
int path_copy_set(struct path_copy *copy, struct memory *memory, const char *path);
void path_copy_free(struct path_copy *copy, struct memory *memory);

/* ---- Places ---- */

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

/* ---- Files ---- */

struct path_source {
    struct memory *memory;
    struct file file;
    uint64_t size; /* UINT64_MAX: of no regular file */
    struct path_copy path;
};

void path_source_init(struct path_source *source, struct memory *memory);

/* Fails with PGNPACK_ERROR_NO_FILE or _READ, the path and the cause; or for lack of memory. What was open is closed before. */
enum pgnpack_status path_source_open(struct path_source *source, const char *path, enum file_wait wait,
                                     struct error *error);
void path_source_close(struct path_source *source);

/* A pgnpack_read_function and a pgnpack_read_at_function; `opaque` is the source. */
int path_source_read(void *opaque, void *bytes, size_t size, size_t *size_ret);
int path_source_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret);

/* Puts the path before the text of a failure to read, once; a source that is not open has none. */
void path_source_name(const struct path_source *source, struct error *error);

/*
 * A file that is changed at its end, while others read it. The lock is held until it is closed. Only the process that opened it
 * changes it: of one that is forked off, with a copy of all this, writing, cutting and removing fail (EPERM).
 */
struct path_change {
    struct memory *memory;
    unsigned long process;
    struct file file;
    uint64_t kept_size; /* what came before the change; it stays */
    uint64_t size;      /* with the change so far */
    uint64_t reach;     /* how far the file may go: more than `size` where writing or cutting failed */
    struct path_copy path;
};

void path_change_init(struct path_change *change, struct memory *memory);

/*
 * PGNPACK_ERROR_BUSY: another one changes it. Fails otherwise with PGNPACK_ERROR_NO_FILE, _READ or _WRITE, the path and the cause; or for lack
 * of memory. What was open is closed before.
 */
enum pgnpack_status path_change_open(struct path_change *change, const char *path, struct error *error);

/* The same; *is_missing_ret: there is no such file. */
enum pgnpack_status path_change_find(struct path_change *change, const char *path, int *is_missing_ret,
                                     struct error *error);
void path_change_close(struct path_change *change);

/* A pgnpack_read_at_function, and a pgnpack_write_function that writes behind the end; `opaque` is the change. */
int path_change_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret);
int path_change_write(void *opaque, const void *bytes, size_t size);

/* Writes a byte over the one at `offset`, which may be kept. */
enum pgnpack_status path_change_set_byte(struct path_change *change, uint64_t offset, uint8_t byte,
                                         struct error *error);

/* What the file has from `offset` on becomes a file of that path, on the disk; there must be none yet. */
enum pgnpack_status path_change_save_end(struct path_change *change, uint64_t offset, const char *path,
                                         struct error *error);

/* Brings all to the disk. */
enum pgnpack_status path_change_sync(struct path_change *change, struct error *error);

/* What was written stays from now on. */
void path_change_keep(struct path_change *change);

/*
 * The file goes back to `size`, at most what is kept, on the disk too. Where that fails, kept_size tells whether it was shortened all
 * the same; if not, the next write tries once more, before anything is written.
 */
enum pgnpack_status path_change_cut(struct path_change *change, uint64_t size, struct error *error);

/* Takes back what was written and not kept, if anything was. */
enum pgnpack_status path_change_take_back(struct path_change *change, struct error *error);

/* Closes and removes it, under its lock. */
enum pgnpack_status path_change_remove(struct path_change *change, struct error *error);

/* As path_source_name(), of any failure. */
void path_change_name(const struct path_change *change, struct error *error);

/* A file with a temporary name, beside the one that it is to become. Processes: as with struct path_change. */
struct path_sink {
    struct memory *memory;
    unsigned long process;
    struct file file;
    struct path_place place;
    struct path_copy temporary; /* none: nothing is to be removed */
    int is_private;             /* nobody else may read or write the file, unless it gets other permissions */
};

void path_sink_init(struct path_sink *sink, struct memory *memory);

/* A temporary name beside `path`, of which each process has its own; `number` ends it. Its length; negative: it has no room. */
int path_temporary_name(char name[FILE_PATH_MAX], const char *path, int number);

/*
 * Fails with PGNPACK_ERROR_WRITE, the path and the cause; PGNPACK_ERROR_BUSY: a database has the path that another one changes; or for
 * lack of memory. Nobody else changes that database until the sink is closed or finished.
 */
enum pgnpack_status path_sink_create(struct path_sink *sink, const char *path, struct error *error);

/* The same under the lock of the caller, who has the database open for changes: for path_change_replace(). */
enum pgnpack_status path_sink_create_under(struct path_sink *sink, const char *path, struct error *error);

/* A pgnpack_write_function; `opaque` is the sink. */
int path_sink_write(void *opaque, const void *bytes, size_t size);

/* Brings the file to the disk and gives it its name, in place of a file that has it. PGNPACK_ERROR_BUSY as path_place_give(). */
enum pgnpack_status path_sink_finish(struct path_sink *sink, struct error *error);

/* Removes what was not finished. */
void path_sink_close(struct path_sink *sink);

/* As path_source_name(), of a failure to write. */
void path_sink_name(const struct path_sink *sink, struct error *error);

/* ---- A new file in place of one that is changed ---- */

/* What the sink has, `size` bytes, comes to the disk and is locked, and the change has it. `path`: of the file that it will be. */
enum pgnpack_status path_change_take(struct path_change *change, struct path_sink *sink, const char *path,
                                     uint64_t size, struct error *error);

/* It gets its name, which no file may have: else *is_there_ret. */
enum pgnpack_status path_change_appear(struct path_sink *sink, int *is_there_ret, struct error *error);

/*
 * It gets its name, in place of what `old` has open, which is closed. Who comes meanwhile finds the one locked, or the other. After a
 * failure `old` is what it was, or (where somebody else took it) closed.
 */
enum pgnpack_status path_change_replace(struct path_change *old, struct path_sink *sink, struct error *error);

#endif
