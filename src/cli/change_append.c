/* pgnpack --append: more games for a database. */
#include <inttypes.h>

#include "cli/append_new.h"
#include "cli/change_database.h"
#include "cli/cleanup.h"
#include "cli/change_tasks.h"
#include "cli/input_file.h"
#include "cli/number_text.h"
#include "cli/pack_formats.h"

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
        message_information(context->messages, IN_FILE(name), "%s became one",
                            COUNTED(merged, "small segment"));
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
        message_notice(context->messages, IN_FILE(name), "%s added: %" PRIu64 " now",
                       COUNTED(games - before, "game"), games);
    }
    if (status == EXIT_FINE)
        merge_small(context, database, name);
    return status;
}

/* It would be read while it grows, and have all of its games twice. */
static int is_an_input(struct command_context *context, const char *name)
{
    const struct input_list *inputs = &context->options->inputs;
    struct file_facts facts;
    if (system_facts(name, &facts) != 0 || facts.kind != FILE_REGULAR ||
        !input_is_among((const char *const *)inputs->names, inputs->count, &facts))
        return 0;
    message_error(context->messages, IN_FILE(name),
                  "nothing was added: it is an input too; leave it out of the inputs");
    return 1;
}

enum exit_status change_append(struct command_context *context)
{
    const char *name = context->options->database;
    enum exit_status status;
    if (is_an_input(context, name))
        return EXIT_USAGE;
    struct pgnpack_database *database = change_open_or_create(context, name, &status);
    if (database == NULL)
        return status;
    status =
        is_an_input(context, name) ? EXIT_USAGE /* that was not there */ : append(context, database, name);
    pgnpack_database_free(database); /* one that was made, and got nothing, goes with it */
    return status;
}
