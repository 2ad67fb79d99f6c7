#include "cli/files/output_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/input_file.h"
#include "cli/base/option_values.h"
#include "cli/files/output_name.h"
#include "cli/base/progress.h"
#include "system/cleanup.h"
#include "system/commands.h"

enum { LINKS_MAX = 40 };

static enum exit_status fail(struct output_file *output, const char *what, int error_number)
{
    if (output->status != EXIT_FINE)
        return output->status;
    output->status = EXIT_FAILED;
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
    if (request->is_binary && !request->force && system_is_open_terminal(&output->sink.file))
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
    output->sink.file = system_standard(STANDARD_OUTPUT);
    output->is_stream = output->is_standard = 1;
    int error_number = system_facts_of_open(&output->sink.file, &facts);
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
static enum exit_status open_stream(struct output_file *output, const struct output_request *request,
                                    int error_number)
{
    struct file_facts facts;
    output->is_stream = 1;
    if (error_number == 0)
        error_number = system_facts_of_open(&output->sink.file, &facts);
    if (error_number != 0)
        return fail(output, "cannot be written", error_number);
    return check_stream(output, request, &facts);
}

/* The group of all inputs becomes the file's. 0: they are of several, or we may not give it. */
static int take_group(const struct output_file *output, const struct output_request *request)
{
    struct file_facts own = {.group = 0}, facts;
    int is_one = system_facts_of_open(&output->sink.file, &own) == 0, is_known = 0;
    unsigned group = own.group;
    for (size_t i = 0; i < request->input_count && is_one; i++) {
        if (!input_facts(request->inputs[i], &facts) || facts.kind != FILE_REGULAR)
            continue;
        is_one = !is_known || facts.group == group;
        group = facts.group;
        is_known = 1;
    }
    return is_one && (group == own.group || system_set_group(&output->sink.file, group) == 0);
}

/* As the umask says, and nobody may read the output who could not read all of the inputs. */
static unsigned wanted_permissions(const struct output_file *output, const struct output_request *request)
{
    enum { OWNER_READS_AND_WRITES = 0600, GROUP = 070, GROUP_SHIFT = 3 };
    unsigned permissions = system_default_permissions();
    for (size_t i = 0; i < request->input_count; i++) {
        struct file_facts facts;
        if (input_facts(request->inputs[i], &facts) && facts.kind == FILE_REGULAR)
            permissions &= facts.permissions;
    }
    unsigned as_others = permissions & (~(unsigned)GROUP | permissions << GROUP_SHIFT);
    if (as_others != permissions && !take_group(output, request))
        permissions = as_others; /* another group may do what all may */
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
        (void)system_set_time(&output->sink.file, &output->time);
}

/* ---- The place of another file ---- */

/* Without the path, which the message has. */
static enum exit_status report_path(struct output_file *output, const struct error *error)
{
    size_t length = strlen(output->final_name);
    int is_named =
        strncmp(error->text, output->final_name, length) == 0 && strncmp(error->text + length, ": ", 2) == 0;
    return fail(output, is_named ? error->text + length + 2 : error->text, 0);
}

/* `new_name` NULL: nobody changes the database that has the place, from here on until ours has it. Else that file takes it. */
static enum exit_status take_place(struct output_file *output, const char *new_name)
{
    struct waiting waiting = waiting_begin(output->wait_seconds);
    struct path_place *place = &output->sink.place;
    struct error error;
    do {
        error_clear(&error);
        if (new_name == NULL)
            path_place_lock(place, &error);
        else
            path_place_give(place, new_name, &error);
    } while (waiting_goes_on(&waiting, error.status));
    return error.status == PGNPACK_OK ? EXIT_FINE : report_path(output, &error);
}

/* That no file has. */
static enum exit_status take_name(struct output_file *output)
{
    int error_number = file_rename_new(output->sink.temporary.text, output->final_name);
    if (error_number == 0 && !output->without_sync)
        file_sync_folder_of(output->final_name);
    return error_number == 0 ? EXIT_FINE : fail(output, "cannot be given its name", error_number);
}

/* ---- Opening ---- */

static enum exit_status open_regular(struct output_file *output, const struct output_request *request)
{
    struct error error;
    error_clear(&error);
    if (output->final_name == NULL)
        output->final_name = strdup(request->name);
    if (output->final_name == NULL)
        return fail(output, "cannot be written", ENOMEM);
    cleanup_expect_beside(output->final_name);
    if (path_sink_create_under(&output->sink, output->final_name, &error) != PGNPACK_OK)
        return report_path(output, &error);
    note_time(output, request);
    int error_number = system_set_permissions(&output->sink.file, wanted_permissions(output, request));
    if (error_number != 0)
        return fail(output, "cannot set its permissions", error_number);
    return output->replaces ? take_place(output, NULL) : EXIT_FINE;
}

static enum exit_status open_named(struct output_file *output, const struct output_request *request)
{
    struct file_facts facts;
    int descriptor = descriptor_of(request->name);
    if (descriptor == STANDARD_OUTPUT)
        return open_standard_output(output, request);
    if (descriptor >= 0)
        return open_stream(output, request, system_open_descriptor(&output->sink.file, descriptor));
    if (system_facts(request->name, &facts) != 0)
        return system_facts_of_link(request->name, &facts) != 0
                   ? open_regular(output, request)
                   : fail(output, "is a link that leads to no file; give the name of the file itself", 0);
    if (facts.kind == FILE_FOLDER)
        return fail(output, "is a directory; give the name of a file", 0);
    if (facts.kind != FILE_REGULAR)
        return open_stream(output, request, system_open_output(&output->sink.file, request->name));
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
    output->replaces = request->force;
    memory_init(&output->memory, NULL, 0);
    path_sink_init(&output->sink, &output->memory);
    output->sink.is_private = 1;
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
    int error_number = file_write(&output->sink.file, bytes, size);
    if (error_number == 0)
        output->written_size += size;
    else
        fail(output, "writing failed", error_number);
    return error_number;
}

static enum exit_status sync_temporary(struct output_file *output)
{
    int error_number = output->without_sync ? 0 : file_sync(&output->sink.file);
    return error_number == 0 ? EXIT_FINE : fail(output, "writing failed", error_number);
}

int output_file_reread(struct output_file *output, struct file *file)
{
    uint64_t size;
    if (output->is_stream) {
        fail(output, "is no regular file, and cannot be read back as --rm does", 0);
        return 0;
    }
    if (sync_temporary(output) != EXIT_FINE)
        return 0;
    system_drop_cache(&output->sink.file);
    int error_number = file_open(file, output->sink.temporary.text, FILE_NEVER_WAITS, &size);
    if (error_number != 0)
        fail(output, "cannot be read back", error_number);
    return error_number == 0;
}

static enum exit_status commit_temporary(struct output_file *output)
{
    give_time(output);
    if (sync_temporary(output) != EXIT_FINE)
        return output->status;
    int error_number = file_close(&output->sink.file);
    if (error_number != 0)
        return fail(output, "writing failed", error_number);
    enum exit_status status =
        output->replaces ? take_place(output, output->sink.temporary.text) : take_name(output);
    if (status != EXIT_FINE)
        return status;
    cleanup_forget();
    path_copy_free(&output->sink.temporary, &output->memory);
    return EXIT_FINE;
}

enum exit_status output_file_commit(struct output_file *output)
{
    if (output->status != EXIT_FINE)
        return output->status;
    if (!output->is_stream)
        return commit_temporary(output);
    int error_number = output->is_standard ? 0 : file_close(&output->sink.file);
    return error_number == 0 ? EXIT_FINE : fail(output, "writing failed", error_number);
}

void output_file_close(struct output_file *output)
{
    int is_unfinished = output->sink.temporary.text != NULL;
    if (output->is_standard)
        output->sink.file.number = FILE_CLOSED;
    path_sink_close(&output->sink);
    if (is_unfinished)
        cleanup_forget();
    free(output->final_name);
    output->final_name = NULL;
}
