#include "cli/programs/program.h"

#include <stdio.h>
#include <string.h>

#include "cli/change/change_tasks.h"
#include "cli/check/check.h"
#include "cli/duplicates/duplicates_tasks.h"
#include "cli/names/names_tasks.h"
#include "cli/database/database_options.h"
#include "cli/run/command.h"
#include "cli/base/safe_text.h"
#include "system/cleanup.h"
#include "cli/unpack/extract.h"
#include "cli/list/list.h"
#include "cli/options/options_read.h"
#include "cli/pack/pack.h"
#include "system/commands.h"
#include "cli/unpack/unpack.h"
#include "cli/unpack/view.h"

/* ---- Changes of databases ---- */

/* Does what options->change.task asks for. */
static enum exit_status change_command(struct command_context *context)
{
    switch (context->options->change.task) {
    case CHANGE_APPEND:
        return change_append(context);
    case CHANGE_DELETE:
    case CHANGE_UNDELETE:
        return change_delete(context);
    case CHANGE_DELETED:
    case CHANGE_LOG:
        return change_log(context);
    case CHANGE_TRUNCATE:
        return change_truncate(context);
    case CHANGE_UNDO:
        return change_undo(context);
    case CHANGE_EDIT:
        return change_edit(context);
    case CHANGE_REPLACE_GAMES:
        return change_replace_games(context);
    case CHANGE_EDIT_GAMES:
        return change_edit_games(context);
    case CHANGE_RENAME:
        return change_rename(context);
    case CHANGE_CLASSIFY:
        return change_classify(context);
    case CHANGE_SPELLING:
        return context->options->change.listed != 0 ? change_ratings(context) : change_spelling(context);
    case CHANGE_DEDUPE:
        return change_dedupe(context);
    case CHANGE_MERGE:
    case CHANGE_COMPACT:
    case CHANGE_SORT:
    case CHANGE_SPLIT:
        return change_copy(context);
    case CHANGE_NONE:
        break;
    }
    return EXIT_FAULT;
}

/* ---- Tasks ---- */

static enum exit_status run_task(struct command_context *context)
{
    if (context->options->command == COMMAND_PACK)
        return context->options->change.task != CHANGE_NONE ? change_command(context) : pack_command(context);
    switch (context->options->task) {
    case TASK_EXTRACT:
        return extract_command(context);
    case TASK_TEST:
        return context->options->checks_games ? check_command(context) : test_command(context);
    case TASK_VIEW:
        return view_command(context);
    case TASK_LIST:
        return list_command(context);
    case TASK_UNPACK:
        break;
    }
    return unpack_files_command(context);
}

/* What goes to the terminal as the result would be drawn over. */
static int shows_data(const struct options *options)
{
    int is_unnamed = options->output == NULL &&
                     (options->inputs.count == 0 || input_is_standard(options->inputs.names[0]));
    int is_stdout = options->output != NULL && strcmp(options->output, "-") == 0;
    if (!system_is_terminal(STANDARD_OUTPUT) || options->task == TASK_TEST || options->task == TASK_EXTRACT)
        return 0;
    return is_stdout || is_unnamed ||
           ((options->task == TASK_LIST || options->task == TASK_VIEW) && options->output == NULL);
}

/* The command line as a shell takes it, for logs: as many bytes as there is room for. */
static void join_words(char *line, size_t size, const char *name, int argument_count, char **arguments)
{
    size_t length = (size_t)snprintf(line, size, "%s", name);
    for (int i = 1; i < argument_count && length < size; i++) {
        line[length++] = ' ';
        length += shell_word(arguments[i], line + length, size - length);
    }
    if (length >= size)
        memcpy(line + size - 4, "...", 4);
}

int program_main(const char *name, enum command program, struct pgnpack_text openings, int argument_count,
                 char **arguments)
{
    struct messages messages = {.program = name};
    struct options options;
    char command_line[500];
    enum exit_status status = EXIT_FAILED;
    if (!system_start(&argument_count, &arguments))
        return EXIT_FAILED;
    cleanup_install();
    join_words(command_line, sizeof command_line, name, argument_count, arguments);
    enum options_outcome outcome =
        program == COMMAND_DATABASE ? database_options_read(&options, argument_count, arguments, &messages)
                                    : options_read(&options, program, argument_count, arguments, &messages);
    if (outcome == OPTIONS_DONE)
        status = EXIT_FINE;
    options.command_line = command_line;
    options.openings = openings;
    if (outcome == OPTIONS_RUN) {
        struct command_context context = {.options = &options,
                                          .messages = &messages,
                                          .threads = options.threads,
                                          .block_size = options.block_size};
        progress_start(&context.progress, &messages,
                       !options.no_progress && (!shows_data(&options) || options.task == TASK_LIST),
                       input_list_total_size(&options.inputs));
        context.progress.shares_terminal = shows_data(&options);
        status = run_task(&context);
        progress_stop(&context.progress);
        messages_finish(&messages);
    }
    options_free(&options);
    return (int)status;
}
