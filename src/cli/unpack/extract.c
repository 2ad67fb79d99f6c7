/* pgnunpack -C: the files that were packed together, laid out in a folder again. */
#include "cli/unpack/extract.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run/members.h"
#include "cli/files/name_choice.h"
#include "cli/base/messages.h"
#include "cli/files/output_name.h"
#include "cli/wrappers/unwrap.h"
#include "system/commands.h"
#include "cli/unpack/unpack.h"
#include "cli/run/written_files.h"

enum { NAME_SHOWN_MAX = 200 };

struct extraction {
    struct command_context *context;
    const char *input;            /* the present one */
    struct output_file output;    /* the present file */
    char *path;                   /* its name; NULL: none is open */
    int has_time;                 /* the present file ... */
    int64_t time;                 /* ... of modification, in seconds since 1970 */
    struct name_choice names;     /* of all files so far, so that none takes another's place */
    struct written_files written; /* where letters' case makes no other name, those of two files may be one */
    uint64_t files;
    uint64_t input_files;    /* those of the present input */
    uint64_t nameless_files; /* those without a name of their own */
    int is_passed_over;      /* the present file is none of those that were asked for */
    enum exit_status status; /* of the first failure, which was reported */
};

static int fail(struct extraction *extraction, enum exit_status status, const char *file, const char *cause)
{
    extraction->status = status;
    message_error(extraction->context->messages, IN_FILE(file), "%s", cause);
    return EIO;
}

static int fail_memory(struct extraction *extraction)
{
    extraction->status = command_no_memory(extraction->context);
    return ENOMEM;
}

/* ---- Names ---- */

/* A relative path of ordinary names: what cannot lead out of the folder. */
static int is_harmless(const char *name, size_t name_size)
{
    if (name_size == 0)
        return 0;
    for (size_t start = 0, end; start <= name_size; start = end + 1) {
        const char *slash = memchr(name + start, '/', name_size - start);
        end = slash != NULL ? (size_t)(slash - name) : name_size;
        size_t size = end - start;
        if (size == 0 || (size == 1 && name[start] == '.') ||
            (size == 2 && memcmp(name + start, "..", 2) == 0) || !system_takes_name(name + start, size))
            return 0;
    }
    return 1;
}

/* What the system takes below that folder. */
static size_t name_size_max(const char *directory)
{
    size_t used = strlen(directory) + 2; /* a slash and a zero byte */
    return used + NAME_PART_SIZE_MAX < PATH_MAX ? PATH_MAX - used : NAME_PART_SIZE_MAX;
}

/* games.bcgn holds games.pgn. NULL when there is no memory. */
static char *nameless_name(const struct extraction *extraction)
{
    const char *input = input_is_standard(extraction->input) ? "stdin.bcgn" : extraction->input;
    const char *slash = strrchr(input, '/');
    char *name = output_name_unpacked(slash != NULL ? slash + 1 : input, 1, (struct name_text){NULL, 0});
    return name != NULL ? name : strdup("unnamed.pgn");
}

/* Makes the folders of a path, below the first `start` bytes. A link among them could lead anywhere: refused. */
static int make_folders(struct extraction *extraction, char *path, size_t start)
{
    struct file_facts facts;
    int error_number = 0;
    for (char *slash = strchr(path + start, '/'); slash != NULL && error_number == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int made = system_make_folder(path);
        if (made != 0 && made != EEXIST)
            error_number = fail(extraction, EXIT_FAILED, path, strerror(made));
        else if (system_facts_of_link(path, &facts) != 0 || facts.kind != FILE_FOLDER)
            error_number = fail(extraction, EXIT_FAILED, path, "is in the way: it is no folder");
        *slash = '/';
    }
    return error_number;
}

/* ---- Files ---- */

static int finish_file(struct extraction *extraction)
{
    if (extraction->path == NULL)
        return 0;
    enum exit_status status = output_file_commit(&extraction->output);
    if (status == EXIT_FINE) {
        extraction->files++;
        written_files_add(&extraction->written, extraction->path);
    } else {
        extraction->status = status;
    }
    output_file_close(&extraction->output);
    free(extraction->path);
    extraction->path = NULL;
    return status == EXIT_FINE ? 0 : EIO;
}

static void drop_file(struct extraction *extraction)
{
    if (extraction->path != NULL)
        output_file_close(&extraction->output);
    free(extraction->path);
    extraction->path = NULL;
}

static int check_place(struct extraction *extraction, const char *path)
{
    struct file_facts facts;
    if (system_facts_of_link(path, &facts) == 0 && facts.kind != FILE_REGULAR)
        return fail(extraction, EXIT_FAILED, path, "is in the way: it is no regular file");
    if (written_files_have(&extraction->written, path))
        return fail(extraction, EXIT_FAILED, path,
                    "another file in it has that name here; lay them out one by one, with --member and -o");
    return 0;
}

/* Takes the path over. */
static int open_path(struct extraction *extraction, char *path)
{
    struct output_request request = command_output(extraction->context, path);
    request.without_sync = system_has_sync_all();
    if (path == NULL)
        return fail_memory(extraction);
    int error_number = make_folders(extraction, path, strlen(extraction->context->options->directory) + 1);
    if (error_number == 0)
        error_number = check_place(extraction, path);
    if (error_number != 0) {
        free(path);
        return error_number;
    }
    extraction->path = path;
    extraction->input_files++;
    extraction->status = output_file_open(&extraction->output, &request, extraction->context->messages);
    if (extraction->has_time && !extraction->context->options->no_times)
        output_file_set_time(&extraction->output, extraction->time);
    return extraction->status == EXIT_FINE ? 0 : EIO;
}

static void report_other_name(struct extraction *extraction, struct name_text wanted, const char *path,
                              const struct chosen_name *chosen)
{
    int size = wanted.size < NAME_SHOWN_MAX ? (int)wanted.size : NAME_SHOWN_MAX;
    message_warning(extraction->context->messages, WARNING_OTHER, IN_FILE(extraction->input),
                    "the file '%.*s%s' in it becomes '%s': %s", size, wanted.text,
                    wanted.size > NAME_SHOWN_MAX ? "..." : "", path,
                    chosen->was_taken ? "another file has its name" : "its name is too long");
}

/* Opens the file of that name, or of one like it where another file has the name. */
static int open_file(struct extraction *extraction, struct name_text wanted, int is_told)
{
    struct chosen_name chosen;
    if (!name_choice_make(&extraction->names, wanted, wanted, &chosen))
        return fail_memory(extraction);
    char *path = path_join(extraction->context->options->directory, chosen.text, chosen.size);
    if (path != NULL && is_told && (chosen.was_taken || chosen.was_long))
        report_other_name(extraction, wanted, path, &chosen);
    free(chosen.text);
    return open_path(extraction, path);
}

/* The second of a database's files without a name gets a number, and nobody is surprised. */
static int open_nameless_file(struct extraction *extraction)
{
    char *name = nameless_name(extraction);
    if (name == NULL)
        return fail_memory(extraction);
    int is_first = extraction->nameless_files++ == 0;
    int error_number = open_file(extraction, (struct name_text){name, strlen(name)}, is_first);
    free(name);
    return error_number;
}

/* Nobody knows a name with a zero byte in it; what begins without a name is "". */
static int is_wanted(const struct extraction *extraction, const char *name, size_t name_size)
{
    const struct input_list *patterns = &extraction->context->options->members;
    char copy[STORED_NAME_SIZE_MAX + 1];
    if (patterns->count == 0)
        return 1;
    if (name_size > STORED_NAME_SIZE_MAX)
        return 0;
    snprintf(copy, sizeof copy, "%.*s", (int)name_size, name);
    return strlen(copy) == name_size && member_is_wanted(copy, patterns);
}

/* A pgnpack_file_function. What has no name is opened when it turns out to have text; what is between files is left out. */
static int begin_file(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    struct extraction *extraction = opaque;
    char shown[200];
    int error_number = finish_file(extraction);
    extraction->has_time = time != NULL;
    extraction->time = time != NULL ? *time : 0;
    extraction->is_passed_over = name == NULL || !is_wanted(extraction, name, name_size);
    if (error_number != 0 || name_size == 0 || extraction->is_passed_over)
        return error_number;
    if (is_harmless(name, name_size))
        return open_file(extraction, (struct name_text){name, name_size}, 1);
    snprintf(shown, sizeof shown,
             "a file in it is called '%.*s', which is no name for one below a folder; use -o",
             (int)(name_size < 100 ? name_size : 100), name);
    return fail(extraction, EXIT_CORRUPT, extraction->input, shown);
}

static int write_text(void *opaque, const void *bytes, size_t size)
{
    struct extraction *extraction = opaque;
    if (extraction->is_passed_over)
        return 0;
    if (extraction->path == NULL) {
        int error_number = open_nameless_file(extraction);
        if (error_number != 0)
            return error_number;
    }
    int error_number = output_file_write(&extraction->output, bytes, size);
    if (error_number != 0)
        extraction->status = extraction->output.status;
    return error_number;
}

/* ---- All inputs ---- */

/* An input of no text at all was a file too. */
static enum exit_status finish_input(struct extraction *extraction)
{
    if (extraction->input_files == 0 && extraction->context->options->members.count != 0)
        return member_report_none(extraction->context, extraction->input);
    if (extraction->input_files == 0)
        open_nameless_file(extraction);
    if (extraction->status == EXIT_FINE)
        finish_file(extraction);
    return extraction->status;
}

static enum exit_status extract_input(struct extraction *extraction, struct unpack_job *job,
                                      const char *input)
{
    uint64_t games_before = job->games;
    extraction->input = input;
    extraction->input_files = 0;
    extraction->nameless_files = 0;
    extraction->has_time = 0;
    extraction->is_passed_over = !is_wanted(extraction, "", 0);
    enum exit_status status = unpack_input(job, input, NULL);
    if (extraction->status != EXIT_FINE)
        return extraction->status; /* what writing failed from */
    if (status == EXIT_FINE)
        status = finish_input(extraction);
    if (status == EXIT_FINE)
        status = command_check_games(extraction->context, input, job->games - games_before);
    return status;
}

static enum exit_status make_directory(struct command_context *context)
{
    struct place place = {.file = context->options->directory};
    struct file_facts facts;
    int made = system_make_folder(place.file);
    if (made != 0 && made != EEXIST) {
        message_error(context->messages, &place, "%s", strerror(made));
        return EXIT_FAILED;
    }
    if (system_facts(place.file, &facts) == 0 && facts.kind == FILE_FOLDER)
        return EXIT_FINE;
    message_error(context->messages, &place, "is no folder");
    return EXIT_FAILED;
}

enum exit_status extract_command(struct command_context *context)
{
    const struct options *options = context->options;
    struct extraction extraction = {.context = context};
    struct unpack_job job = {
        .context = context, .write = write_text, .begin_file = begin_file, .opaque = &extraction};
    enum exit_status status = make_directory(context);
    extraction.names.size_max = name_size_max(options->directory);
    for (size_t i = 0; i < options->inputs.count && status == EXIT_FINE; i++)
        status = extract_input(&extraction, &job, options->inputs.names[i]);
    drop_file(&extraction);
    if (extraction.files != 0 && system_has_sync_all())
        system_sync_all(); /* cheaper than each file by itself */
    message_information(context->messages, IN_FILE(options->directory), "%s, %s, %s",
                        COUNTED(extraction.files, "file"), COUNTED(job.games, "game"),
                        COUNTED(job.text_size, "byte"));
    name_choice_free(&extraction.names);
    written_files_free(&extraction.written);
    return status == EXIT_FINE ? job.damage : status;
}
