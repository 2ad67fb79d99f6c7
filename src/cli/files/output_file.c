#include "cli/files/output_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/system/cleanup.h"
#include "cli/files/input_file.h"
#include "cli/base/option_values.h"
#include "cli/files/output_name.h"
#include "cli/system/system.h"
#include "cli/base/waiting.h"

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

static int is_an_input(const struct output_request *request, const struct file_facts *facts)
{
    int is_one = 0;
    for (size_t i = 0; i < sizeof request->others / sizeof *request->others && !is_one; i++)
        is_one =
            input_is_among((const char *const *)request->others[i]->names, request->others[i]->count, facts);
    return is_one;
}

/* What a link in `folder` leads to; the caller frees it. */
static char *path_from(const char *folder, const char *target)
{
    return target[0] == '/' ? strdup(target) : path_join(folder, target, strlen(target));
}

/* The open stream may be written to. */
static enum exit_status check_stream(struct output_file *output, const struct output_request *request,
                                     const struct file_facts *facts)
{
    if (request->is_binary && !request->force && system_is_terminal(output->descriptor))
        return fail(output, "binary data is not written to a terminal; give -o FILE, or -f to do it anyway",
                    0);
    if (facts->kind == FILE_REGULAR && is_an_input(request, facts))
        return fail(output, "is an input too; give another name", 0);
    return EXIT_FINE;
}

static enum exit_status open_standard_output(struct output_file *output, const struct output_request *request)
{
    struct file_facts facts;
    output->name = "standard output";
    output->descriptor = STANDARD_OUTPUT;
    output->is_stream = 1;
    int error_number = system_facts_of_open(STANDARD_OUTPUT, &facts);
    if (error_number != 0)
        return fail(output, "cannot be written", error_number);
    return check_stream(output, request, &facts);
}

/*
 * The descriptor that the system calls by this name ("/dev/stdout", "/proc/self/fd/5", and links to these), or -1.
 * Opening the name would begin at the start of a file that somebody else writes to, and replacing it would take the
 * file away from there.
 */
static int descriptor_of(const char *name)
{
    char *path = strdup(name);
    int descriptor = -1;
    for (unsigned links = 0; path != NULL && descriptor < 0 && links < LINKS_MAX; links++) {
        char *folder = system_folder_of(path), *real = folder != NULL ? system_real_path(folder) : NULL;
        const char *slash = strrchr(path, '/'), *last = slash != NULL ? slash + 1 : path;
        char *target = NULL;
        uint64_t number;
        if (real != NULL && system_holds_descriptors(real) && option_number(last, 0, INT_MAX, &number))
            descriptor = (int)number;
        else if (real != NULL)
            target = system_link_target(path);
        char *next = target != NULL ? path_from(real, target) : NULL;
        free(target);
        free(folder);
        free(real);
        free(path);
        path = next;
    }
    free(path);
    return descriptor;
}

/* Devices and pipes are written to as they are, and what is open already from where it is. */
static enum exit_status open_descriptor(struct output_file *output, const struct output_request *request,
                                        int descriptor)
{
    struct file_facts facts;
    output->is_stream = 1;
    output->descriptor = descriptor;
    int error_number = descriptor < 0 ? errno : system_facts_of_open(descriptor, &facts);
    if (error_number != 0)
        return fail(output, "cannot be written", error_number);
    return check_stream(output, request, &facts);
}

/* As the umask says, and nobody may read the output who could not read all of the inputs. */
static unsigned wanted_permissions(const struct output_request *request)
{
    enum { OWNER_READS_AND_WRITES = 0600 };
    unsigned permissions = system_default_permissions();
    for (size_t i = 0; i < request->input_count; i++) {
        struct file_facts facts;
        if (input_facts(request->inputs[i], &facts) && facts.kind == FILE_REGULAR)
            permissions &= facts.permissions;
    }
    return permissions | OWNER_READS_AND_WRITES;
}

static void note_time(struct output_file *output, const struct output_request *request)
{
    struct file_facts facts;
    if (!request->keeps_time || request->input_count != 1 || !input_facts(request->inputs[0], &facts) ||
        facts.kind != FILE_REGULAR)
        return;
    output->keeps_time = 1;
    output->time = facts.time;
}

/* As zstd, xz and gzip do. Where the file system cannot, nothing is lost. */
static void give_time(const struct output_file *output)
{
    if (output->keeps_time)
        (void)system_set_time(output->descriptor, &output->time);
}

static char *temporary_name_for(const char *path)
{
    char *folder = system_folder_of(path);
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
    if (system_set_permissions(output->descriptor, wanted_permissions(request)) != 0)
        return fail(output, "cannot set its permissions", errno);
    return EXIT_FINE;
}

/* ---- The place of another file ---- */

/* Without the path, which the message has. */
static enum exit_status report_place(struct output_file *output)
{
    const struct pgnpack_error *error = pgnpack_replacement_error(output->place);
    size_t length = strlen(output->final_name);
    int is_named =
        strncmp(error->text, output->final_name, length) == 0 && strncmp(error->text + length, ": ", 2) == 0;
    return fail(output, is_named ? error->text + length + 2 : error->text, 0);
}

/* Nobody changes the database that has the name, from here on until ours has it. */
static enum exit_status lock_place(struct output_file *output, const struct output_request *request)
{
    struct waiting waiting = waiting_begin(request->wait_seconds);
    enum pgnpack_status status;
    if (output->final_name == NULL)
        output->final_name = strdup(request->name);
    if (output->final_name != NULL)
        output->place = pgnpack_replacement_new(NULL, output->final_name);
    if (output->place == NULL)
        return fail(output, "cannot be written", ENOMEM);
    do
        status = pgnpack_replacement_lock(output->place);
    while (waiting_goes_on(&waiting, status));
    return status == PGNPACK_OK ? EXIT_FINE : report_place(output);
}

static enum exit_status take_place(struct output_file *output)
{
    struct waiting waiting = waiting_begin(output->wait_seconds);
    enum pgnpack_status status;
    do
        status = pgnpack_replacement_finish(output->place, output->temporary_name);
    while (waiting_goes_on(&waiting, status));
    return status == PGNPACK_OK ? EXIT_FINE : report_place(output);
}

/* That no file has. */
static enum exit_status take_name(struct output_file *output)
{
    int error_number = system_rename(output->temporary_name, output->final_name, 0);
    return error_number == 0 ? EXIT_FINE : fail(output, "cannot be given its name", error_number);
}

/* ---- Opening ---- */

static enum exit_status open_regular(struct output_file *output, const struct output_request *request)
{
    enum exit_status status = request->force ? lock_place(output, request) : EXIT_FINE;
    return status == EXIT_FINE ? open_temporary(output, request) : status;
}

static enum exit_status open_named(struct output_file *output, const struct output_request *request)
{
    struct file_facts facts;
    int descriptor = descriptor_of(request->name);
    if (descriptor == STANDARD_OUTPUT)
        return open_standard_output(output, request);
    if (descriptor >= 0)
        return open_descriptor(output, request, system_duplicate(descriptor));
    if (system_facts(request->name, &facts) != 0)
        return open_regular(output, request);
    if (facts.kind == FILE_FOLDER)
        return fail(output, "is a directory; give the name of a file", 0);
    if (facts.kind != FILE_REGULAR)
        return open_descriptor(output, request, system_open_output(request->name));
    if (is_an_input(request, &facts))
        return fail(output, "is an input too; give another name", 0);
    if (!request->force)
        return fail(output, "exists; give another name, or -f to replace it", 0);
    output->final_name = system_real_path(request->name);
    return open_regular(output, request);
}

enum exit_status output_file_open(struct output_file *output, const struct output_request *request,
                                  struct messages *messages)
{
    memset(output, 0, sizeof *output);
    output->messages = messages;
    output->name = request->name;
    output->without_sync = request->without_sync;
    output->wait_seconds = request->wait_seconds;
    output->descriptor = -1;
    if (request->name == NULL)
        return open_standard_output(output, request);
    return open_named(output, request);
}

void output_file_set_time(struct output_file *output, int64_t seconds)
{
    output->keeps_time = 1;
    output->time = (struct timespec){.tv_sec = (time_t)seconds};
}

int output_file_write(void *opaque, const void *bytes, size_t size)
{
    struct output_file *output = opaque;
    const char *at = bytes;
    while (size > 0) {
        ptrdiff_t written = system_write(output->descriptor, at, size);
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
    char *folder = system_folder_of(path);
    if (folder != NULL)
        system_sync_folder(folder);
    free(folder);
}

/* Closes the descriptor; standard output too, since only that tells of late errors. */
static int close_descriptor(struct output_file *output)
{
    int descriptor = output->descriptor;
    output->descriptor = -1;
    return descriptor < 0 || system_close(descriptor) == 0 ? 0 : errno;
}

static enum exit_status sync_temporary(struct output_file *output)
{
    if (output->without_sync || system_sync(output->descriptor) == 0)
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
    system_drop_cache(output->descriptor);
    int descriptor = system_open_input(output->temporary_name);
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
    enum exit_status status = output->place != NULL ? take_place(output) : take_name(output);
    if (status != EXIT_FINE)
        return status;
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
    int error_number = output->descriptor == STANDARD_OUTPUT ? 0 : close_descriptor(output);
    return error_number == 0 ? EXIT_FINE : fail(output, "writing failed", error_number);
}

void output_file_close(struct output_file *output)
{
    if (output->descriptor != STANDARD_OUTPUT)
        close_descriptor(output);
    if (output->temporary_name != NULL) {
        system_remove(output->temporary_name);
        cleanup_forget();
    }
    pgnpack_replacement_free(output->place);
    output->place = NULL;
    free(output->temporary_name);
    free(output->final_name);
    output->temporary_name = NULL;
    output->final_name = NULL;
}
