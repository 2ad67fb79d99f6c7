/* pgndb add: more games for a database. */
#include <inttypes.h>

#include "cli/duplicates/append_new.h"
#include "cli/run/change_database.h"
#include "cli/change/change_output.h"
#include "system/cleanup.h"
#include "cli/duplicates/duplicates_tasks.h"
#include "cli/files/input_file.h"
#include "cli/base/messages.h"
#include "cli/pack/pack_formats.h"

/*
 * Small segments become one, where there are many: numbers and ids stay. Before the addition, so that going back takes away no more than that.
 */
static void merge_small(struct command_context *context, struct pgnpack_database *database, const char *name)
{
    const struct pgnpack_copy_options copy_options = {.size = sizeof copy_options,
                                                      .threads = context->threads,
                                                      .command = "(small segments merged)",
                                                      .time = change_time(),
                                                      .small_only = 1};
    struct pgnpack_copy_totals totals;
    cleanup_expect_beside(name);
    enum pgnpack_status status = pgnpack_database_compact(database, &copy_options, &totals);
    cleanup_forget();
    if (status != PGNPACK_OK)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(name),
                        "its small segments could not be merged: %s", pgnpack_error(database)->text);
    else if (totals.merged_segments != 0) {
        message_information(context->messages, IN_FILE(name), "%s became one",
                            COUNTED(totals.merged_segments, "small segment"));
        command_tell_dropped(context, name, totals.dropped_sections);
    }
}

static struct pack_request request_of(const struct options *options)
{
    return (struct pack_request){.inputs = (const char *const *)options->inputs.names,
                                 .input_count = options->inputs.count,
                                 .is_named = 1};
}

static enum exit_status append_all(struct command_context *context, struct pgnpack_database *database,
                                   const char *name)
{
    const struct pgnpack_writer_options writer_options = pack_writer_options(context);
    const struct pack_request request = request_of(context->options);
    struct pgnpack_writer *writer = pgnpack_database_append(database, &writer_options);
    return writer == NULL ? change_report(context, database, name)
                          : pack_into_writer(context, &request, writer);
}

static int is_chosen(const struct options *options)
{
    return options->change.dedupe != 0 || options->change.where.count != 0;
}

/* The new games read as others than those that were chosen: ids would lead to the wrong ones. */
static enum exit_status check_games(struct command_context *context, struct pgnpack_database *database,
                                    const char *name, uint64_t state, uint64_t wanted)
{
    if (pgnpack_reader_info(pgnpack_database_reader(database))->game_count == wanted)
        return EXIT_FINE;
    return change_take_back(context, database, name, state);
}

/* A name that was mistyped makes a database: that is told. */
static void tell_made(struct command_context *context, const char *name, const char *made, uint64_t games)
{
    message_notice(context->messages, IN_FILE(name), "%s: %s", made, COUNTED(games, "game"));
}

static enum exit_status add_games(struct command_context *context, struct pgnpack_database *database,
                                  const char *name, struct append_totals *totals)
{
    const struct pack_request request = request_of(context->options);
    *totals = (struct append_totals){0};
    return is_chosen(context->options)
               ? append_new(context, &request, database, pgnpack_database_reader(database), name, totals)
               : append_all(context, database, name);
}

/* As often as it takes, with fewer threads and smaller blocks where the memory limit asks for it. */
static enum exit_status add_within_limit(struct command_context *context, struct pgnpack_database *database,
                                         const char *name, struct append_totals *totals)
{
    const struct input_list *inputs = &context->options->inputs;
    struct memory_fit fit;
    memory_fit_begin(&fit, context, (const char *const *)inputs->names, inputs->count, 1);
    enum exit_status status = add_games(context, database, name, totals);
    while (memory_fit_again(&fit, status, 0)) {
        pgnpack_database_abort(database);
        status = add_games(context, database, name, totals);
    }
    if (status == EXIT_FINE)
        memory_fit_tell(&fit, name);
    return status;
}

static enum exit_status append(struct command_context *context, struct pgnpack_database *database,
                               const char *name, int is_made)
{
    struct append_totals totals;
    merge_small(context, database, name);
    enum exit_status status = add_within_limit(context, database, name, &totals);
    if (status != EXIT_FINE)
        return status;
    struct pgnpack_reader *reader = pgnpack_database_reader(database);
    uint64_t before = pgnpack_reader_info(reader)->game_count, state = change_state(reader);
    uint64_t others = totals.versions + totals.replaced;
    status = change_commit(context, database, name);
    if (status == EXIT_FINE && others != 0)
        status = check_games(context, database, name, state, before + totals.versions + totals.added);
    if (status == EXIT_FINE) {
        const struct pgnpack_reader_info *info = pgnpack_reader_info(pgnpack_database_reader(database));
        uint64_t games = info->game_count, deleted = info->deleted_count;
        if (is_made)
            tell_made(context, name, "made", games);
        else if (deleted != 0)
            message_notice(context->messages, IN_FILE(name), "%s added: %" PRIu64 " of %s in use",
                           COUNTED(games - before - totals.versions, "game"), games - deleted,
                           COUNTED(games, "game"));
        else
            message_notice(context->messages, IN_FILE(name), "%s added: %" PRIu64 " now",
                           COUNTED(games - before - totals.versions, "game"), games);
    }
    return status;
}

/* With --dry-run: what would be. */
static enum exit_status try_append(struct command_context *context, const char *name, int is_there)
{
    const struct pack_request request = request_of(context->options);
    struct append_totals totals;
    enum exit_status status = EXIT_FINE;
    struct pgnpack_reader *reader = is_there ? change_open_to_read(context, name, &status) : NULL;
    if (status != EXIT_FINE)
        return status;
    status = append_new(context, &request, NULL, reader, name, &totals);
    if (status == EXIT_FINE && !is_there)
        tell_made(context, name, "would be made", totals.added);
    else if (status == EXIT_FINE)
        message_notice(context->messages, IN_FILE(name), "%s would be added", COUNTED(totals.added, "game"));
    pgnpack_free(reader);
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
    const char *name = context->options->change.database;
    enum exit_status status;
    struct file_facts facts;
    int is_there = system_facts(name, &facts) == 0;
    if (is_an_input(context, name))
        return EXIT_FAILED;
    if (context->options->change.dry_run)
        return try_append(context, name, is_there);
    struct pgnpack_database *database = change_open_or_create(context, name, &status);
    if (database == NULL)
        return status;
    status = is_an_input(context, name) ? EXIT_FAILED /* that was not there */
                                        : append(context, database, name, !is_there);
    pgnpack_free(database); /* one that was made, and got nothing, goes with it */
    return status;
}
