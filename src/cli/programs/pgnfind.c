/* pgnfind: its options, its output, and what is done between. */
#include <stdlib.h>
#include <string.h>

#include "system/cleanup.h"
#include "cli/count/find_counts.h"
#include "cli/search/find_databases.h"
#include "cli/find/find_explain.h"
#include "cli/find/find_games.h"
#include "cli/count/find_opening.h"
#include "cli/count/find_table.h"
#include "cli/find/find_options_read.h"
#include "cli/openings/opening_lines.h"
#include "cli/report/find_report.h"
#include "cli/search/find_run.h"
#include "cli/search/find_search.h"
#include "system/commands.h"
#include "system/ordered_pool.h"

/* What a worker should have at least: a block of level 9, with its counters. */
enum { WORKER_MEMORY = 64 << 20 };

static enum exit_status make_index(struct find_run *run, struct database *database, void *opaque)
{
    (void)opaque;
    return find_make_index(run, database);
}

static enum exit_status find_indexes(struct find_run *run)
{
    return find_each_database(run, make_index, NULL);
}

/* What can be done: a task more is a line here, and an option that chooses it. */
static enum exit_status (*const tasks[])(struct find_run *run) = {
    [FIND_GAMES] = find_games,      [FIND_TREE] = find_opening,   [FIND_NAMES] = find_name_counts,
    [FIND_STATS] = find_statistics, [FIND_TABLE] = find_table,    [FIND_REPORT] = find_report,
    [FIND_INDEX] = find_indexes,    [FIND_EXPLAIN] = find_explain};

/* A share for each worker, and for each of those that read games, sort and pack them. */
static void share_memory(struct find_run *run)
{
    uint64_t limit = run->context->options->memory_limit;
    unsigned others = 1u + (run->options->sort.count != 0) + (run->options->packs != 0);
    run->workers = ordered_pool_threads(run->context->options->threads);
    if (limit == 0)
        return;
    while (run->workers > 1 && limit / (run->workers + others) < WORKER_MEMORY)
        run->workers--;
    run->context->handle_memory = (size_t)(limit / (run->workers + others));
}

/* ---- Output ---- */

static enum exit_status begin_packing(struct find_run *run)
{
    const struct pgnpack_options options = command_library_options(run->context);
    unsigned threads = run->context->options->memory_limit != 0 ? 1 : run->context->options->threads;
    const struct pgnpack_writer_options writer_options = {
        .size = sizeof writer_options, .level = run->options->common.level, .threads = threads};
    run->text.packer = pgnpack_writer_new(&options, &writer_options,
                                          PGNPACK_TO_FUNCTION(output_file_write, run->text.output));
    return run->text.packer != NULL ? EXIT_FINE : command_no_memory(run->context);
}

static enum exit_status end_packing(struct find_run *run)
{
    if (pgnpack_writer_finish(run->text.packer) == PGNPACK_OK)
        return EXIT_FINE;
    return command_report(run->context, run->text.output->name, pgnpack_error(run->text.packer));
}

static enum exit_status run_task(struct find_run *run)
{
    enum exit_status status = run->options->packs ? begin_packing(run) : EXIT_FINE;
    if (status == EXIT_FINE)
        status = tasks[run->options->task](run);
    find_tell_lacks(run);
    if (status == EXIT_FINE && run->options->packs)
        status = end_packing(run);
    if (run->text.packer != NULL)
        pgnpack_free(run->text.packer);
    if (status == EXIT_FINE)
        status = output_file_commit(run->text.output);
    return status == EXIT_FINE ? run->damage : status;
}

static enum exit_status find_command(struct command_context *context, const struct find_options *options)
{
    struct output_request request = command_output(context, options->common.output);
    struct output_file output;
    struct find_run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return command_no_memory(context);
    request.is_binary = options->packs;
    run->context = context;
    run->options = options;
    run->query = options->query;
    run->text.context = context;
    run->text.output = &output;
    share_memory(run);
    enum exit_status status = output_file_open(&output, &request, context->messages);
    if (status == EXIT_FINE)
        status = run_task(run);
    output_file_close(&output);
    free(run);
    return status;
}

/* Games on their way to a terminal would be drawn over. */
static int shows_data(const struct find_options *options)
{
    const char *output = options->common.output;
    return (output == NULL || strcmp(output, "-") == 0) && options->form != FIND_AS_COUNT &&
           system_is_terminal(STANDARD_OUTPUT);
}

/* As https://no-color.org asks for. */
static int may_be_coloured(const struct find_options *options)
{
    const char *refusal = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return shows_data(options) && (refusal == NULL || refusal[0] == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

static enum exit_status find_with(const struct find_options *options, struct messages *messages)
{
    struct command_context context = {
        .options = &options->common, .messages = messages, .threads = options->common.threads};
    progress_start(&context.progress, messages, !options->common.no_progress && !shows_data(options),
                   input_list_total_size(&options->common.inputs));
    enum exit_status status = find_command(&context, options);
    progress_stop(&context.progress);
    messages_finish(messages);
    return status;
}

int main(int argument_count, char **arguments)
{
    struct messages messages = {.program = "pgnfind"};
    struct find_options options;
    enum exit_status status = EXIT_FAILED;
    if (!system_start(&argument_count, &arguments))
        return EXIT_FAILED;
    cleanup_install();
    enum options_outcome outcome = find_options_read(&options, argument_count, arguments, &messages);
    options.common.openings = (struct pgnpack_text){(const char *)opening_lines, opening_lines_size};
    options.in_colour = may_be_coloured(&options);
    if (outcome == OPTIONS_DONE)
        status = EXIT_FINE;
    if (outcome == OPTIONS_RUN)
        status = find_with(&options, &messages);
    find_options_free(&options);
    return (int)status;
}
