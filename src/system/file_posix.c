#define _XOPEN_SOURCE 700 /* realpath */
#define _DEFAULT_SOURCE   /* flock */
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/file_access.h"
#include "util/xxh64.h"

/* One call of read() or write(); Linux does not take more at once, and others less gladly. */
enum { CALL_SIZE_MAX = 1 << 30 };

static size_t call_size(size_t size)
{
    return size < CALL_SIZE_MAX ? size : CALL_SIZE_MAX;
}

int file_open(struct file *file, const char *path, enum file_wait wait, uint64_t *size_ret)
{
    struct stat facts;
    int waits = wait == FILE_WAITS_FOR_WRITER;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK));
    file->number = FILE_CLOSED;
    if (descriptor < 0)
        return errno;
    int cause = fstat(descriptor, &facts) != 0 ? errno : S_ISDIR(facts.st_mode) ? EISDIR : 0;
    if (cause == 0 && !waits && fcntl(descriptor, F_SETFL, 0) != 0)
        cause = errno;
    if (cause != 0) {
        close(descriptor);
        return cause;
    }
    file->number = descriptor;
    *size_ret = S_ISREG(facts.st_mode) ? (uint64_t)facts.st_size : UINT64_MAX;
    return 0;
}

int file_create(struct file *file, const char *path, unsigned permissions)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)permissions);
    file->number = descriptor < 0 ? FILE_CLOSED : descriptor;
    return descriptor < 0 ? errno : 0;
}

int file_read(struct file *file, void *bytes, size_t size, size_t *size_ret)
{
    ssize_t done;
    do
        done = read((int)file->number, bytes, call_size(size));
    while (done < 0 && errno == EINTR);
    *size_ret = done < 0 ? 0 : (size_t)done;
    return done < 0 ? errno : 0;
}

int file_read_at(const struct file *file, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    *size_ret = 0;
    while (*size_ret < size) {
        ssize_t done = pread((int)file->number, (char *)bytes + *size_ret, call_size(size - *size_ret),
                             (off_t)(offset + *size_ret));
        if (done == 0)
            return 0;
        if (done > 0)
            *size_ret += (size_t)done;
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

int file_write(struct file *file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t done = write((int)file->number, at, call_size(size));
        if (done < 0 && errno != EINTR)
            return errno;
        at += done < 0 ? 0 : done;
        size -= done < 0 ? 0 : (size_t)done;
    }
    return 0;
}

static int lock(int descriptor)
{
    int result;
    do
        result = flock(descriptor, LOCK_EX | LOCK_NB);
    while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : errno == EWOULDBLOCK ? EBUSY : errno;
}

/* Does the path name the file? Else EAGAIN: others were given it meanwhile. */
static int has_path(int descriptor, const char *path, struct stat *facts)
{
    struct stat named;
    if (fstat(descriptor, facts) != 0 || stat(path, &named) != 0)
        return errno;
    return facts->st_dev == named.st_dev && facts->st_ino == named.st_ino ? 0 : EAGAIN;
}

/* Of the file that the path names now. */
static int lock_changed(int descriptor, const char *path, uint64_t *size_ret)
{
    struct stat facts;
    int cause = lock(descriptor);
    if (cause == 0)
        cause = has_path(descriptor, path, &facts);
    if (cause == 0 && !S_ISREG(facts.st_mode))
        return S_ISDIR(facts.st_mode) ? EISDIR : ENOTSUP;
    *size_ret = cause == 0 ? (uint64_t)facts.st_size : 0;
    return cause;
}

int file_open_locked(struct file *file, const char *path, uint64_t *size_ret)
{
    int descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    file->number = FILE_CLOSED;
    if (descriptor < 0)
        return errno;
    int cause = lock_changed(descriptor, path, size_ret);
    if (cause != 0) {
        close(descriptor);
        return cause;
    }
    file->number = descriptor;
    return 0;
}

int file_write_at(const struct file *file, uint64_t offset, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t done = pwrite((int)file->number, at, call_size(size), (off_t)offset);
        if (done < 0 && errno != EINTR)
            return errno;
        if (done > 0) {
            at += done;
            offset += (uint64_t)done;
            size -= (size_t)done;
        }
    }
    return 0;
}

int file_truncate(const struct file *file, uint64_t size)
{
    int result;
    do
        result = ftruncate((int)file->number, (off_t)size);
    while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : errno;
}

int file_take_permissions(const struct file *file, const struct file *other)
{
    struct stat facts;
    if (fstat((int)other->number, &facts) != 0)
        return errno;
    mode_t mode = facts.st_mode & 0777;
    if (fchown((int)file->number, facts.st_uid, facts.st_gid) != 0 &&
        fchown((int)file->number, (uid_t)-1, facts.st_gid) != 0)
        mode &= (mode_t)~070; /* another group may not do what that one may */
    return fchmod((int)file->number, mode) == 0 ? 0 : errno;
}

/* Some file systems lock only what may be written to, and some files may not. */
int file_open_replaced(struct file *file, const char *path)
{
    int descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0)
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    file->number = descriptor < 0 ? FILE_CLOSED : descriptor;
    return descriptor < 0 ? errno : 0;
}

int file_lock(const struct file *file, const char *path)
{
    uint64_t size;
    return lock_changed((int)file->number, path, &size);
}

int file_lock_created(const struct file *file)
{
    return lock((int)file->number);
}

int file_replace(struct file *locked, const char *new_path, const char *path)
{
    struct stat facts;
    if (has_path((int)locked->number, path, &facts) != 0)
        return EAGAIN;
    int cause = file_rename(new_path, path);
    if (cause == 0)
        (void)file_close(locked); /* all that was written to it is on the disk: there is nothing to fail */
    return cause;
}

int file_sync(struct file *file)
{
#ifdef F_FULLFSYNC /* macOS: fsync() leaves it in the disk's own memory */
    if (fcntl((int)file->number, F_FULLFSYNC) == 0)
        return 0;
#endif
    int result;
    do
        result = fsync((int)file->number);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

int file_close(struct file *file)
{
    int descriptor = (int)file->number;
    file->number = FILE_CLOSED;
    return descriptor < 0 || close(descriptor) == 0 || errno == EINTR ? 0 : errno;
}

void file_sync_folder_of(const char *path)
{
    char folder[FILE_PATH_MAX] = ".";
    size_t length = file_folder_length(path);
    if (length >= sizeof folder)
        return;
    if (length > 0) {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

int file_rename(const char *old_path, const char *path)
{
    if (rename(old_path, path) != 0)
        return errno;
    file_sync_folder_of(path);
    return 0;
}

/* link() notices a file that came meanwhile. */
int file_rename_new(const char *old_path, const char *path)
{
    struct stat facts;
    if (link(old_path, path) == 0) {
        (void)unlink(old_path); /* where it stays, it is a second name of a whole file */
        return 0;
    }
    if (errno == EEXIST || lstat(path, &facts) == 0)
        return EEXIST;
    return rename(old_path, path) == 0 ? 0 : errno; /* a file system without links */
}

int file_remove(const char *path)
{
    return unlink(path) == 0 ? 0 : errno;
}

int file_remove_locked(struct file *locked, const char *path)
{
    struct stat facts;
    int cause = has_path((int)locked->number, path, &facts);
    if (cause == 0)
        cause = file_remove(path);
    (void)file_close(locked);
    return cause;
}

int file_resolve(const char *path, char resolved[FILE_PATH_MAX])
{
    struct stat facts;
    int exists = stat(path, &facts) == 0;
    if (exists && S_ISDIR(facts.st_mode))
        return EISDIR;
    if (exists && !S_ISREG(facts.st_mode))
        return ENOTSUP; /* a device or pipe cannot be replaced by a file */
    char *found = exists ? realpath(path, NULL) : NULL;
    const char *chosen = found != NULL ? found : path;
    size_t length = strlen(chosen);
    if (length < FILE_PATH_MAX)
        memcpy(resolved, chosen, length + 1);
    free(found);
    return length < FILE_PATH_MAX ? 0 : ENAMETOOLONG;
}

size_t file_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

unsigned long file_process_number(void)
{
    return (unsigned long)getpid();
}

unsigned long file_process_place(void)
{
    char host[256] = "";
    struct stat space;
    (void)gethostname(host, sizeof host - 1);
    uint64_t hash = xxh64(host, strlen(host));
    if (stat("/proc/self/ns/pid", &space) ==
        0) /* Linux: containers of one machine number their processes for themselves */
        hash ^= (uint64_t)space.st_ino * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned long)(hash >> 32);
}

void file_reason(int error_number, char reason[FILE_REASON_MAX])
{
    if (strerror_r(error_number, reason, FILE_REASON_MAX) != 0)
        snprintf(reason, FILE_REASON_MAX, "error %d", error_number);
}
