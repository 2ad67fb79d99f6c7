#include "cli/program.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cleanup.h"
#include "cli/options_read.h"
#include "cli/tasks.h"

static enum exit_status run_task(struct command_context *context)
{
    if (context->options->command == COMMAND_PACK)
        return pack_command(context);
    switch (context->options->task) {
    case TASK_EXTRACT:
        return extract_command(context);
    case TASK_TEST:
        return test_command(context);
    case TASK_VIEW:
        return view_command(context);
    case TASK_LIST:
        return list_command(context);
    case TASK_UNPACK:
        break;
    }
    return unpack_files_command(context);
}

/* 0: some input is no regular file. */
static uint64_t total_size_of(const struct options *options)
{
    uint64_t total = 0;
    for (size_t i = 0; i < options->inputs.count; i++) {
        struct stat facts;
        if (!input_facts(options->inputs.names[i], &facts) || !S_ISREG(facts.st_mode))
            return 0;
        total += (uint64_t)facts.st_size;
    }
    return total;
}

/* What goes to the terminal as the result would be drawn over. */
static int shows_data(const struct options *options)
{
    int is_unnamed = options->output == NULL &&
                     (options->inputs.count == 0 || input_is_standard(options->inputs.names[0]));
    int is_stdout = options->output != NULL && strcmp(options->output, "-") == 0;
    if (!isatty(STDOUT_FILENO) || options->task == TASK_TEST || options->task == TASK_EXTRACT)
        return 0;
    return is_stdout || is_unnamed || options->task == TASK_LIST ||
           (options->task == TASK_VIEW && options->output == NULL);
}

/*
 * A standard descriptor that came closed would become that of a file, and messages would go into the output.
 * They are filled the wrong way round, so that reading and writing them fails.
 */
static int fill_standard_descriptors(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 &&
            open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
            return 0;
    return 1;
}

int program_main(const char *name, enum command program, int argument_count, char **arguments)
{
    struct messages messages = {.program = name};
    struct options options;
    enum exit_status status = EXIT_USAGE;
    if (!fill_standard_descriptors())
        return EXIT_USAGE;
    cleanup_install();
    enum options_outcome outcome = options_read(&options, program, argument_count, arguments, &messages);
    if (outcome == OPTIONS_DONE)
        status = EXIT_FINE;
    if (outcome == OPTIONS_RUN) {
        struct command_context context = {.options = &options, .messages = &messages};
        progress_start(&context.progress, &messages, !options.no_progress && !shows_data(&options),
                       total_size_of(&options));
        status = run_task(&context);
        progress_stop(&context.progress);
        messages_finish(&messages);
    }
    options_free(&options);
    return (int)status;
}
