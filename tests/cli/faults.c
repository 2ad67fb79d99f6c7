/*
 * LD_PRELOAD shim: makes the n-th of a program's calls fail. The environment says which:
 *
 *     FAULT_CALL  write, pwrite, read, pread, fsync, ftruncate, rename, link, close, any (of those that change files: write,
 *                 pwrite, fsync, ftruncate, rename, link, unlink, close) or malloc (and calloc and realloc, from main() on: the program's own
 *                 and its libraries')
 *     FAULT_AT    n, from 1; 0: none fails
 *     FAULT       an errno value; one and a plus sign: from the n-th on; "kill": the process ends there by SIGKILL;
 *                 "short": reads and writes move one byte, from the n-th on; "lasting": ENOMEM, from the n-th on
 *     FAULT_PART  bytes that a failing pwrite writes all the same, before the one that fails
 *     FAULT_MARK  a file that is made when the fault happens
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;

/* Returns 1 if this call is the one; `fails_ret` is its errno value, 0 for a short one. */
static int is_hit(const char *call, int changes_files, int *fails_ret)
{
    const char *wanted = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *fault = getenv("FAULT");
    *fails_ret = 0;
    if (wanted == NULL || at == NULL || fault == NULL)
        return 0;
    if (strcmp(wanted, call) != 0 && !(changes_files && strcmp(wanted, "any") == 0))
        return 0;
    long n = atomic_fetch_add(&calls, 1) + 1;
    int is_short = strcmp(fault, "short") == 0;
    int is_lasting = strcmp(fault, "lasting") == 0 || strchr(fault, '+') != NULL;
    if (n != atol(at) && !((is_short || is_lasting) && n > atol(at)))
        return 0;
    if (getenv("FAULT_MARK") != NULL)
        syscall(SYS_close,
                (int)syscall(SYS_openat, AT_FDCWD, getenv("FAULT_MARK"), O_WRONLY | O_CREAT, 0600));
    if (strcmp(fault, "kill") == 0)
        syscall(SYS_kill, getpid(), SIGKILL);
    *fails_ret = is_short ? 0 : strcmp(fault, "lasting") == 0 ? ENOMEM : atoi(fault);
    return 1;
}

static int fails(const char *call, int changes_files)
{
    int error_number;
    if (!is_hit(call, changes_files, &error_number) || error_number == 0)
        return 0;
    errno = error_number;
    return 1;
}

static ssize_t move(long number, const char *call, int changes_files, int descriptor, void *bytes,
                    size_t size)
{
    int error_number;
    if (is_hit(call, changes_files, &error_number)) {
        if (error_number != 0) {
            errno = error_number;
            return -1;
        }
        size = size > 1 ? 1 : size;
    }
    return syscall(number, descriptor, bytes, size);
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    return move(SYS_write, "write", 1, descriptor, (void *)(size_t)bytes, size);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset)
{
    int error_number;
    const char *part = getenv("FAULT_PART");
    if (is_hit("pwrite", 1, &error_number)) {
        if (error_number != 0) {
            size_t some = part == NULL ? 0 : (size_t)atol(part);
            if (some != 0)
                syscall(SYS_pwrite64, descriptor, bytes, some < size ? some : size, offset);
            errno = error_number;
            return -1;
        }
        size = size > 1 ? 1 : size;
    }
    return syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset)
{
    return pwrite64(descriptor, bytes, size, offset);
}

int ftruncate64(int descriptor, off64_t size)
{
    return fails("ftruncate", 1) ? -1 : (int)syscall(SYS_ftruncate, descriptor, size);
}

int ftruncate(int descriptor, off_t size)
{
    return ftruncate64(descriptor, size);
}

ssize_t read(int descriptor, void *bytes, size_t size)
{
    return move(SYS_read, "read", 0, descriptor, bytes, size);
}

ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset)
{
    int error_number;
    if (is_hit("pread", 0, &error_number)) {
        if (error_number != 0) {
            errno = error_number;
            return -1;
        }
        size = size > 1 ? 1 : size;
    }
    return syscall(SYS_pread64, descriptor, bytes, size, offset);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset)
{
    return pread64(descriptor, bytes, size, offset);
}

int fsync(int descriptor)
{
    return fails("fsync", 1) ? -1 : (int)syscall(SYS_fsync, descriptor);
}

/* Even a close() that fails closes. */
int close(int descriptor)
{
    int failed = fails("close", 1), error_number = errno;
    int result = (int)syscall(SYS_close, descriptor);
    errno = failed ? error_number : errno;
    return failed ? -1 : result;
}

int rename(const char *from, const char *to)
{
    return fails("rename", 1) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int link(const char *from, const char *to)
{
    return fails("link", 1) ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *name)
{
    return fails("unlink", 1) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, name, 0);
}

/* ---- Memory ---- */

/* glibc's own, which the names below would otherwise lead to. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *piece, size_t size);

static int main_has_begun;

/* Runs behind the constructors of the program's libraries, some of which end the process when there is no memory. */
__attribute__((constructor)) static void begin(void)
{
    main_has_begun = 1;
}

void *malloc(size_t size)
{
    return main_has_begun && fails("malloc", 0) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return main_has_begun && fails("malloc", 0) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *piece, size_t size)
{
    return main_has_begun && fails("malloc", 0) ? NULL : __libc_realloc(piece, size);
}
