/*
 * The system's calls for files, in place of libc's, so that each may fail. glibc's own functions, as fopen(), do not come here.
 */
#ifdef __linux__
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "reliability/failing.h"

static int fails(enum fault fault, int cause)
{
    if (!fault_comes(fault))
        return 0;
    errno = cause;
    return 1;
}

ssize_t read(int descriptor, void *bytes, size_t size)
{
    return fails(FAULT_READ, EIO) ? -1 : syscall(SYS_read, descriptor, bytes, size);
}

ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset)
{
    return fails(FAULT_READ, EIO) ? -1 : syscall(SYS_pread64, descriptor, bytes, size, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    return fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_write, descriptor, bytes, size);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset)
{
    return fails(FAULT_WRITE, ENOSPC) ? -1 : syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

int ftruncate64(int descriptor, off64_t size)
{
    return fails(FAULT_WRITE, EIO) ? -1 : (int)syscall(SYS_ftruncate, descriptor, size);
}

int fsync(int descriptor)
{
    return fails(FAULT_WRITE, EIO) ? -1 : (int)syscall(SYS_fsync, descriptor);
}

int rename(const char *from, const char *to)
{
    return fails(FAULT_WRITE, EIO) ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int link(const char *from, const char *to)
{
    return fails(FAULT_WRITE, EIO) ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}
#endif
