/*
 * LD_PRELOAD shim: sends the program a signal at the n-th moment of its work on files. The environment says which:
 *
 *     KILL_AT      n, from 1; 0: none, and the moments are only counted
 *     KILL_SIGNAL  the signal's number
 *     KILL_LOG     a file that gets a line for each moment up to the kill: its number and what it is
 *
 * Moments are: before and after each write, pwrite, fsync, ftruncate, link, rename, unlink, making of a temporary file and
 * close, and in the middle of each write of more than a byte, whose first half is done then; of a pwrite, as files that are
 * changed get, after a byte, a half, and all but a byte (its lines have the offset and the size, too). Descriptors 0 to 2 have none.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static long moments;

/* The program's own threads make no files: no lock. */
static void moment(const char *what, const char *when)
{
    static int log = -2;
    char line[80];
    const char *at = getenv("KILL_AT"), *name = getenv("KILL_LOG"), *number = getenv("KILL_SIGNAL");
    if (at == NULL || name == NULL || number == NULL)
        return;
    if (log == -2)
        log = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int size = snprintf(line, sizeof line, "%ld %s %s\n", ++moments, what, when);
    if (syscall(SYS_write, log, line, size) != size)
        _exit(99);
    if (moments == atol(at))
        kill(getpid(), atoi(number)); /* any thread that lets it may get it */
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    if (descriptor <= 2)
        return syscall(SYS_write, descriptor, bytes, size);
    moment("write", "before");
    ssize_t first = 0;
    if (size > 1) {
        first = syscall(SYS_write, descriptor, bytes, size / 2);
        if (first < 0)
            return first;
        moment("write", "inside");
    }
    ssize_t second = syscall(SYS_write, descriptor, (const char *)bytes + first, size - (size_t)first);
    moment("write", "after");
    return second < 0 ? first : first + second;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset)
{
    const size_t stops[4] = {size > 3 ? 1 : size, size / 2 > 1 ? size / 2 : size, size > 3 ? size - 1 : size,
                             size};
    size_t done = 0;
    char what[64];
    snprintf(what, sizeof what, "pwrite %lld %zu", (long long)offset, size);
    moment(what, "before");
    for (int i = 0; i < 4; i++) {
        if (stops[i] <= done)
            continue;
        ssize_t part = syscall(SYS_pwrite64, descriptor, (const char *)bytes + done, stops[i] - done,
                               offset + (off64_t)done);
        if (part < 0)
            return done == 0 ? part : (ssize_t)done;
        done += (size_t)part;
        if (done < size)
            moment(what, "inside");
    }
    moment(what, "after");
    return (ssize_t)done;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset)
{
    return pwrite64(descriptor, bytes, size, offset);
}

int ftruncate64(int descriptor, off64_t size)
{
    moment("ftruncate", "before");
    int result = (int)syscall(SYS_ftruncate, descriptor, size);
    moment("ftruncate", "after");
    return result;
}

int ftruncate(int descriptor, off_t size)
{
    return ftruncate64(descriptor, size);
}

int fsync(int descriptor)
{
    moment("fsync", "before");
    int result = (int)syscall(SYS_fsync, descriptor);
    moment("fsync", "after");
    return result;
}

int close(int descriptor)
{
    if (descriptor <= 2)
        return (int)syscall(SYS_close, descriptor);
    moment("close", "before");
    int result = (int)syscall(SYS_close, descriptor);
    moment("close", "after");
    return result;
}

int rename(const char *from, const char *to)
{
    moment("rename", "before");
    int result = (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
    moment("rename", "after");
    return result;
}

int link(const char *from, const char *to)
{
    moment("link", "before");
    int result = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    moment("link", "after");
    return result;
}

int unlink(const char *name)
{
    moment("unlink", "before");
    int result = (int)syscall(SYS_unlinkat, AT_FDCWD, name, 0);
    moment("unlink", "after");
    return result;
}

int mkstemp(char *name)
{
    int (*next)(char *) = (int (*)(char *))dlsym(RTLD_NEXT, "mkstemp");
    moment("mkstemp", "before");
    int result = next(name);
    moment("mkstemp", "after");
    return result;
}
