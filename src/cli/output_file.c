#define _XOPEN_SOURCE 700 /* realpath */

#include "cli/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cleanup.h"
#include "cli/input_file.h"
#include "cli/option_values.h"
#include "cli/output_name.h"

#define TEMPORARY_NAME ".pgnpack-XXXXXX"

enum { LINKS_MAX = 40 };

static enum exit_status fail(struct output_file *output, const char *what, int error_number)
{
    if (output->status != EXIT_FINE)
        return output->status;
    output->status = EXIT_USAGE;
    message_error(output->messages, IN_FILE(output->name), "%s%s%s", what, error_number != 0 ? ": " : "",
                  error_number != 0 ? strerror(error_number) : "");
    return output->status;
}

static int is_an_input(const struct output_request *request, const struct stat *facts)
{
    struct stat other;
    for (size_t i = 0; i < request->input_count; i++)
        if (input_facts(request->inputs[i], &other) && S_ISREG(other.st_mode) &&
            other.st_dev == facts->st_dev && other.st_ino == facts->st_ino)
            return 1;
    return 0;
}

/* The folder of a path, or ".". The caller frees it. */
static char *folder_of(const char *path)
{
    char *copy = strdup(path);
    char *folder = copy != NULL ? strdup(dirname(copy)) : NULL;
    free(copy);
    return folder;
}

/* What a link in `folder` leads to; the caller frees it. */
static char *path_from(const char *folder, const char *target, size_t target_size)
{
    return target[0] == '/' ? strndup(target, target_size) : path_join(folder, target, target_size);
}

/* The open stream may be written to. */
static enum exit_status check_stream(struct output_file *output, const struct output_request *request,
                                     const struct stat *facts)
{
    if (request->is_binary && !request->force && isatty(output->descriptor))
        return fail(output, "binary data is not written to a terminal; give -o FILE, or -f to do it anyway",
                    0);
    if (S_ISREG(facts->st_mode) && is_an_input(request, facts))
        return fail(output, "is an input too; give another name", 0);
    return EXIT_FINE;
}

static enum exit_status open_standard_output(struct output_file *output, const struct output_request *request)
{
    struct stat facts;
    output->name = "standard output";
    output->descriptor = STDOUT_FILENO;
    output->is_stream = 1;
    if (fstat(STDOUT_FILENO, &facts) != 0)
        return fail(output, "cannot be written", errno);
    return check_stream(output, request, &facts);
}

/*
 * The descriptor that the system calls by this name ("/dev/stdout", "/proc/self/fd/5", and links to these), or -1.
 * Opening the name would begin at the start of a file that somebody else writes to, and replacing it would take the
 * file away from there.
 */
static int descriptor_of(const char *name)
{
    char own[64], own_thread[64], target[PATH_MAX];
    char *path = strdup(name);
    int descriptor = -1;
    snprintf(own, sizeof own, "/proc/%ld/fd", (long)getpid());
    snprintf(own_thread, sizeof own_thread, "/proc/%ld/task/%ld/fd", (long)getpid(), (long)getpid());
    for (unsigned links = 0; path != NULL && descriptor < 0 && links < LINKS_MAX; links++) {
        char *folder = folder_of(path), *real = folder != NULL ? realpath(folder, NULL) : NULL;
        const char *slash = strrchr(path, '/'), *last = slash != NULL ? slash + 1 : path;
        uint64_t number;
        ssize_t size = -1;
        if (real != NULL &&
            (strcmp(real, own) == 0 || strcmp(real, own_thread) == 0 || strcmp(real, "/dev/fd") == 0) &&
            option_number(last, 0, INT_MAX, &number))
            descriptor = (int)number;
        else if (real != NULL)
            size = readlink(path, target, sizeof target);
        char *next = size > 0 && (size_t)size < sizeof target ? path_from(real, target, (size_t)size) : NULL;
        free(folder);
        free(real);
        free(path);
        path = next;
    }
    free(path);
    return descriptor;
}

/* What is open already is written to from where it is. */
static enum exit_status open_descriptor(struct output_file *output, const struct output_request *request,
                                        int descriptor)
{
    struct stat facts;
    output->is_stream = 1;
    output->descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (output->descriptor < 0 || fstat(output->descriptor, &facts) != 0)
        return fail(output, "cannot be written", errno);
    return check_stream(output, request, &facts);
}

/* Devices and pipes are written to as they are. */
static enum exit_status open_stream(struct output_file *output, const struct output_request *request)
{
    output->is_stream = 1;
    output->descriptor = open(request->name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    struct stat facts;
    if (output->descriptor < 0 || fstat(output->descriptor, &facts) != 0)
        return fail(output, "cannot be written", errno);
    return check_stream(output, request, &facts);
}

/* As the umask says, and nobody may read the output who could not read all of the inputs. */
static mode_t wanted_mode(const struct output_request *request)
{
    mode_t mask = umask(0);
    mode_t mode = 0666 & ~mask;
    umask(mask);
    for (size_t i = 0; i < request->input_count; i++) {
        struct stat facts;
        if (input_facts(request->inputs[i], &facts) && S_ISREG(facts.st_mode))
            mode &= facts.st_mode;
    }
    return mode | S_IRUSR | S_IWUSR;
}

static void note_time(struct output_file *output, const struct output_request *request)
{
    struct stat facts;
    if (!request->keeps_time || request->input_count != 1 || !input_facts(request->inputs[0], &facts) ||
        !S_ISREG(facts.st_mode))
        return;
    output->keeps_time = 1;
    output->time = facts.st_mtim;
}

/* As zstd, xz and gzip do. Where the file system cannot, nothing is lost. */
static void give_time(const struct output_file *output)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, output->time};
    if (output->keeps_time)
        (void)futimens(output->descriptor, times);
}

static char *temporary_name_for(const char *path)
{
    char *folder = folder_of(path);
    char *name = folder != NULL ? path_join(folder, TEMPORARY_NAME, strlen(TEMPORARY_NAME)) : NULL;
    free(folder);
    return name;
}

static enum exit_status open_temporary(struct output_file *output, const struct output_request *request)
{
    if (output->final_name == NULL)
        output->final_name = strdup(request->name);
    char *name = output->final_name != NULL ? temporary_name_for(output->final_name) : NULL;
    if (name == NULL)
        return fail(output, "cannot be written", ENOMEM);
    output->descriptor = cleanup_make_file(name);
    if (output->descriptor < 0) {
        free(name);
        return fail(output, "cannot be written; its folder must exist and be writable", errno);
    }
    output->temporary_name = name;
    note_time(output, request);
    if (fchmod(output->descriptor, wanted_mode(request)) != 0)
        return fail(output, "cannot set its permissions", errno);
    return EXIT_FINE;
}

static enum exit_status open_named(struct output_file *output, const struct output_request *request)
{
    struct stat facts;
    int descriptor = descriptor_of(request->name);
    output->replace = request->force;
    if (descriptor == STDOUT_FILENO)
        return open_standard_output(output, request);
    if (descriptor >= 0)
        return open_descriptor(output, request, descriptor);
    if (stat(request->name, &facts) != 0)
        return open_temporary(output, request);
    if (S_ISDIR(facts.st_mode))
        return fail(output, "is a directory; give the name of a file", 0);
    if (!S_ISREG(facts.st_mode))
        return open_stream(output, request);
    if (is_an_input(request, &facts))
        return fail(output, "is an input too; give another name", 0);
    if (!request->force)
        return fail(output, "exists; give another name, or -f to replace it", 0);
    output->final_name = realpath(request->name, NULL);
    return open_temporary(output, request);
}

enum exit_status output_file_open(struct output_file *output, const struct output_request *request,
                                  struct messages *messages)
{
    memset(output, 0, sizeof *output);
    output->messages = messages;
    output->name = request->name;
    output->without_sync = request->without_sync;
    output->descriptor = -1;
    if (request->name == NULL)
        return open_standard_output(output, request);
    return open_named(output, request);
}

int output_file_write(void *opaque, const void *bytes, size_t size)
{
    struct output_file *output = opaque;
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(output->descriptor, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            int error_number = errno;
            fail(output, "writing failed", error_number);
            return error_number;
        }
        at += written;
        size -= (size_t)written;
        output->written_size += (uint64_t)written;
    }
    return 0;
}

/* Brings a new name in a folder to the disk. Some file systems cannot; the file is complete anyway. */
static void sync_folder_of(const char *path)
{
    char *folder = folder_of(path);
    int descriptor = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
    free(folder);
}

/* Where nothing may be replaced, link() notices a file that came meanwhile. Returns 0 or an errno value. */
static int give_name(const struct output_file *output)
{
    struct stat facts;
    if (output->replace)
        return rename(output->temporary_name, output->final_name) == 0 ? 0 : errno;
    if (link(output->temporary_name, output->final_name) == 0) {
        unlink(output->temporary_name);
        return 0;
    }
    if (errno == EEXIST || lstat(output->final_name, &facts) == 0)
        return EEXIST;
    /* A file system without links. */
    return rename(output->temporary_name, output->final_name) == 0 ? 0 : errno;
}

/* Closes the descriptor; standard output too, since only that tells of late errors. */
static int close_descriptor(struct output_file *output)
{
    int descriptor = output->descriptor;
    output->descriptor = -1;
    return descriptor < 0 || close(descriptor) == 0 ? 0 : errno;
}

static enum exit_status sync_temporary(struct output_file *output)
{
    if (output->without_sync || fsync(output->descriptor) == 0 || errno == EINVAL || errno == ENOTSUP)
        return EXIT_FINE;
    return fail(output, "writing failed", errno);
}

int output_file_reread(struct output_file *output)
{
    if (output->is_stream) {
        fail(output, "is no regular file, and cannot be read back as --rm does", 0);
        return -1;
    }
    if (sync_temporary(output) != EXIT_FINE)
        return -1;
    posix_fadvise(output->descriptor, 0, 0, POSIX_FADV_DONTNEED); /* so that the disk is read, not memory */
    int descriptor = open(output->temporary_name, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        fail(output, "cannot be read back", errno);
    return descriptor;
}

static enum exit_status commit_temporary(struct output_file *output)
{
    give_time(output);
    if (sync_temporary(output) != EXIT_FINE)
        return output->status;
    int error_number = close_descriptor(output);
    if (error_number != 0)
        return fail(output, "writing failed", error_number);
    error_number = give_name(output);
    if (error_number != 0)
        return fail(output, "cannot be given its name", error_number);
    cleanup_forget();
    if (!output->without_sync)
        sync_folder_of(output->final_name);
    free(output->temporary_name);
    output->temporary_name = NULL;
    return EXIT_FINE;
}

enum exit_status output_file_commit(struct output_file *output)
{
    if (output->status != EXIT_FINE)
        return output->status;
    if (!output->is_stream)
        return commit_temporary(output);
    int error_number = output->descriptor == STDOUT_FILENO ? 0 : close_descriptor(output);
    return error_number == 0 ? EXIT_FINE : fail(output, "writing failed", error_number);
}

void output_file_close(struct output_file *output)
{
    if (output->descriptor != STDOUT_FILENO)
        close_descriptor(output);
    if (output->temporary_name != NULL) {
        unlink(output->temporary_name);
        cleanup_forget();
    }
    free(output->temporary_name);
    free(output->final_name);
    output->temporary_name = NULL;
    output->final_name = NULL;
}
