/*
 * Files by their paths. What differs between systems is file_posix.c and file_windows.c,
 * and nowhere else. Paths are bytes on POSIX systems, and UTF-8 on Windows. All functions that return an int return 0 or
 * an errno value.
 */
#ifndef PGNPACK_SYSTEM_FILE_ACCESS_H
#define PGNPACK_SYSTEM_FILE_ACCESS_H

#include <stddef.h>
#include <stdint.h>

/* A descriptor, or Windows' handle. */
struct file {
    intptr_t number; /* FILE_CLOSED: none */
};

#define FILE_CLOSED ((intptr_t)-1)

enum { FILE_PATH_MAX = 4096, FILE_REASON_MAX = 120 };

/* Who is to write to a pipe may never come. */
enum file_wait { FILE_WAITS_FOR_WRITER, FILE_NEVER_WAITS };

/*
 * For reading, from the beginning on. Of a regular file *size_ret is its size, of others UINT64_MAX: with FILE_NEVER_WAITS these are not
 * to be read from.
 */
int file_open(struct file *file, const char *path, enum file_wait wait, uint64_t *size_ret);

/* For writing and reading, a file that is not there yet: else EEXIST. Permissions as for open() of POSIX. */
int file_create(struct file *file, const char *path, unsigned permissions);

/* What comes next; *size_ret 0 at the end only. */
int file_read(struct file *file, void *bytes, size_t size, size_t *size_ret);

/* From `offset` on, as many bytes as there are; several threads may at once. Of regular files. */
int file_read_at(const struct file *file, uint64_t offset, void *bytes, size_t size, size_t *size_ret);
int file_write(struct file *file, const void *bytes, size_t size);

/*
 * A regular file that is there, for reading and for changing its end. Whoever changes it holds its lock; readers need none. EBUSY:
 * another one has the lock, or is just replacing the file; EAGAIN: the path names another file by now.
 */
int file_open_locked(struct file *file, const char *path, uint64_t *size_ret);
int file_write_at(const struct file *file, uint64_t offset, const void *bytes, size_t size);
int file_truncate(const struct file *file, uint64_t size);

/* A file that takes another one's place: nobody may read it who could not read that one. */
int file_take_permissions(const struct file *file, const struct file *other);

/*
 * A file that another one is to replace, which need not be one that we may write to. file_lock() takes the same lock as file_open_locked(),
 * and fails as that does, or with another value where there are no such locks.
 */
int file_open_replaced(struct file *file, const char *path);
int file_lock(const struct file *file, const char *path);

/* The lock of a file that we have created, and that nobody else knows yet. */
int file_lock_created(const struct file *file);

/*
 * file_rename() to the path of a file whose lock we hold: it is held until the path is another file's, and nobody gets it in between.
 * `locked` is closed then. After a failure it is as it was, or (where somebody else took it) closed. EBUSY: on Windows, somebody has
 * the file open; EAGAIN: `locked` has lost the path already.
 */
int file_replace(struct file *locked, const char *new_path, const char *path);

/* Brings what was written to the disk, where the file system can. */
int file_sync(struct file *file);

/* Closed ones, too. */
int file_close(struct file *file);

/* Gives the file a path, and takes that from another file if there is one: at once, on the disk too. */
int file_rename(const char *old_path, const char *path);

/* The same where no file may have the path yet: else EEXIST. The caller brings the name to the disk. */
int file_rename_new(const char *old_path, const char *path);

/* Brings a new name in a folder to the disk. Some file systems cannot; the file is complete anyway. */
void file_sync_folder_of(const char *path);
int file_remove(const char *path);

/* A file whose lock we hold, and which has the path, is closed and removed: nobody gets the lock in between. */
int file_remove_locked(struct file *locked, const char *path);

/* The path that links lead to, where there is something; else as it is. ENAMETOOLONG, or EISDIR where a folder is. */
int file_resolve(const char *path, char resolved[FILE_PATH_MAX]);

/* Length of the path's folder, with the separator behind it; 0: it has none. */
size_t file_folder_length(const char *path);

/* Of this process: no other that runs on this machine has it. */
unsigned long file_process_number(void);

/* A hash of 32 bits of the machine or container whose processes have such numbers: others may share a folder with it. */
unsigned long file_process_place(void);

/* An errno value in words. */
void file_reason(int error_number, char reason[FILE_REASON_MAX]);

#endif
