/* pgnpack --append: more games for a database. */
#include <errno.h>
#include <inttypes.h>

#include "cli/append_new.h"
#include "cli/change_database.h"
#include "cli/cleanup.h"
#include "cli/change_tasks.h"
#include "cli/output_file.h"
#include "cli/pack_formats.h"
#include "cli/system.h"

/* Many small segments become one, where there are too many: numbers and ids stay. */
static void merge_small(struct command_context *context, struct pgnpack_database *database, const char *name)
{
    const struct pgnpack_copy_options copy_options = {.size = sizeof copy_options,
                                                      .threads = context->threads,
                                                      .command = "pgnpack: small segments merged",
                                                      .time = change_time()};
    uint64_t merged;
    cleanup_expect_beside(name);
    enum pgnpack_status status = pgnpack_database_merge_small(database, &copy_options, &merged);
    cleanup_forget();
    if (status != PGNPACK_OK)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(name),
                        "the games were added, but its small segments could not be merged: %s",
                        pgnpack_database_error(database)->text);
    else if (merged != 0)
        message_information(context->messages, IN_FILE(name), "%" PRIu64 " small segments became one",
                            merged);
}

static enum exit_status append(struct command_context *context, struct pgnpack_database *database,
                               const char *name)
{
    const struct options *options = context->options;
    const struct pgnpack_writer_options writer_options = pack_writer_options(context);
    const struct pack_request request = {.inputs = (const char *const *)options->inputs.names,
                                         .input_count = options->inputs.count,
                                         .is_named = 1};
    struct pgnpack_writer *writer = pgnpack_database_append(database, &writer_options);
    if (writer == NULL)
        return change_report(context, database, name);
    enum exit_status status =
        options->dedupe == 0 && options->where.count == 0
            ? pack_into_writer(context, &request, writer)
            : append_new(context, &request, pgnpack_database_reader(database), name, writer);
    if (status != EXIT_FINE)
        return status;
    uint64_t before = pgnpack_reader_game_count(pgnpack_database_reader(database));
    status = change_commit(context, database, name);
    if (status == EXIT_FINE) {
        uint64_t games = pgnpack_reader_game_count(pgnpack_database_reader(database));
        message_information(context->messages, IN_FILE(name), "%" PRIu64 " games added: %" PRIu64 " now",
                            games - before, games);
    }
    if (status == EXIT_FINE)
        merge_small(context, database, name);
    return status;
}

/* A database without games, for those that are to come; never in place of one that another program makes meanwhile. */
static enum exit_status create(struct command_context *context, const char *name)
{
    const struct pgnpack_options options = command_library_options(context);
    const struct pgnpack_writer_options writer_options = {.size = sizeof writer_options, .threads = 1};
    const struct output_request request = {.name = name, .is_binary = 1};
    struct output_file output;
    enum exit_status status = output_file_open(&output, &request, context->messages);
    if (status != EXIT_FINE)
        return status;
    struct pgnpack_writer *writer = pgnpack_writer_new(&options, &writer_options, output_file_write, &output);
    if (writer == NULL)
        status = command_no_memory(context);
    else if (pgnpack_writer_finish(writer) != PGNPACK_OK)
        status = command_report(context, name, pgnpack_writer_error(writer));
    if (status == EXIT_FINE)
        status = output_file_commit(&output);
    pgnpack_writer_free(writer);
    output_file_close(&output);
    return status;
}

/* Is it as create() made it? */
static int is_untouched(struct pgnpack_database *database)
{
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    return reader != NULL && pgnpack_reader_segment_count(reader) == 1 &&
           pgnpack_reader_game_count(reader) == 0;
}

enum exit_status change_append(struct command_context *context)
{
    const char *name = context->options->database;
    struct file_facts facts;
    int is_new = system_facts(name, &facts) == ENOENT;
    enum exit_status status = is_new ? create(context, name) : EXIT_FINE;
    if (status != EXIT_FINE)
        return status;
    struct pgnpack_database *database = change_open(context, name, &status);
    if (database == NULL)
        return status;
    status = append(context, database, name);
    if (status != EXIT_FINE && is_new && is_untouched(database)) /* the lock is held */
        system_remove(name);
    pgnpack_database_free(database);
    return status;
}
