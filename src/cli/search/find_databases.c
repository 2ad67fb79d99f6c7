#include "cli/search/find_databases.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files/output_file.h"
#include "system/commands.h"

/* ---- The index beside a database ---- */

static const char suffix[] = ".idx";

/* The index's name; NULL: there is no memory. */
static char *index_name(const char *database)
{
    size_t size = strlen(database);
    char *name = malloc(size + sizeof suffix);
    if (name != NULL) {
        memcpy(name, database, size);
        memcpy(name + size, suffix, sizeof suffix);
    }
    return name;
}

/* ---- Use ---- */

/* Uses that of an opened database if there is one; one that is of another state is told, and left alone. */
static void find_use_index(struct command_context *context, struct database *database)
{
    struct file_facts facts;
    int has_name = !database->file.is_standard;
    char *name = has_name ? index_name(database->file.name) : NULL;
    if (name != NULL && system_facts(name, &facts) == 0 && facts.kind == FILE_REGULAR) {
        database->is_indexed =
            pgnpack_reader_use_index(database->reader, PGNPACK_FROM_PATH(name)) == PGNPACK_OK;
        if (!database->is_indexed)
            message_warning(context->messages, WARNING_OTHER, IN_FILE(name), "is not used: %s",
                            pgnpack_error(database->reader)->text);
    }
    free(name);
}

/* ---- Making ---- */

/* A pgnpack_progress_function. */
static int show_progress(void *opaque, const struct pgnpack_progress *made)
{
    struct database *database = opaque;
    struct progress *progress = &database->context->progress;
    double share = made->all != 0 ? (double)made->done / (double)made->all : 1;
    progress_set(progress, database->shown_before + (uint64_t)(share * (double)database->file.size));
    progress_add(progress, 0); /* draws it */
    return 0;
}

/* Of a database with damage there is none: it would not be of the database when that is whole again. */
static enum exit_status write_index(struct find_run *run, struct database *database,
                                    struct output_file *output)
{
    const struct pgnpack_index_options options = {
        .size = sizeof options, .progress = show_progress, .progress_opaque = database};
    if (pgnpack_reader_write_index(database->reader, &options,
                                   PGNPACK_TO_FUNCTION(output_file_write, output)) == PGNPACK_OK)
        return output_file_commit(output);
    enum exit_status status = find_run_judge(run, database, pgnpack_error(database->reader));
    return status == EXIT_FINE ? EXIT_CORRUPT : status;
}

enum exit_status find_make_index(struct find_run *run, struct database *database)
{
    struct command_context *context = run->context;
    const char *input = database->file.name;
    if (database->file.is_standard) {
        message_error(context->messages, NULL, "--index: standard input has no name; name the file");
        return EXIT_FAILED;
    }
    char *name = index_name(input);
    struct output_request request = command_output(context, name);
    request.inputs = &input;
    request.input_count = 1;
    request.force = request.is_binary = 1;
    struct output_file output;
    if (name == NULL)
        return command_no_memory(context);
    enum exit_status status = output_file_open(&output, &request, context->messages);
    if (status == EXIT_FINE)
        status = write_index(run, database, &output);
    output_file_close(&output);
    free(name);
    return status;
}

/* ---- Databases ---- */

enum exit_status find_open_database(struct find_run *run, struct database *database, const char *name,
                                    int keeps)
{
    enum exit_status status = database_open(database, run->context, name, keeps ? 0 : PGNPACK_CACHE_NONE);
    if (status != EXIT_FINE)
        return status;
    if (database->damage != EXIT_FINE)
        run->damage = database->damage;
    database->is_shared = 1;
    if (database->reader != NULL) {
        find_use_index(run->context, database);
        return EXIT_FINE;
    }
    message_error(run->context->messages, IN_FILE(database->file.name),
                  "is BCGN 0, which cannot be searched; unpack it and pack it anew");
    database_close(database);
    return EXIT_FAILED;
}

enum exit_status find_each_database(struct find_run *run, find_database_function do_one, void *opaque)
{
    const struct input_list *inputs = &run->options->common.inputs;
    enum exit_status first_failure = EXIT_FINE;
    for (size_t i = 0; i < inputs->count && run->text.status == EXIT_FINE; i++) {
        struct database database;
        enum exit_status status = find_open_database(run, &database, inputs->names[i], 0);
        if (status == EXIT_FINE) {
            status = do_one(run, &database, opaque);
            database_close(&database);
        }
        if (first_failure == EXIT_FINE)
            first_failure = status;
    }
    return first_failure;
}
