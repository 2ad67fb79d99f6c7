#include "cli/run/memory_fit.h"

#include <string.h>

#include "cli/files/input_file.h"

/* A block's text takes about that part of a limit, all in all: at first blocks of this size are tried, then halves. */
enum { BLOCK_PART = 12, BLOCK_SIZE_MAX = 8 << 20, BLOCK_SIZE_MIN = 16 << 10 };

/* Tried where the number was left open, and these are too many. */
enum { THREADS_WHEN_OPEN = 4 };

/* A file, also as standard input, can be read again; a pipe cannot. */
static int is_file(struct memory_fit *fit, const char *input)
{
    struct input_file file;
    struct file_facts facts;
    if (!input_facts(input, &facts) || facts.kind != FILE_REGULAR)
        return 0;
    if (!input_is_standard(input))
        return 1;
    fit->has_standard = input_file_open(&file, input, NULL, fit->context->messages) == EXIT_FINE;
    fit->input_start = fit->has_standard ? file.start : 0;
    input_file_close(&file);
    return fit->has_standard;
}

static void rewind_standard(const struct memory_fit *fit)
{
    struct input_file file;
    if (!fit->has_standard || input_file_open(&file, "-", NULL, fit->context->messages) != EXIT_FINE)
        return;
    file.size += file.start; /* what was read counts again */
    file.start = 0;
    input_file_seek(&file, fit->input_start);
    input_file_close(&file);
}

void memory_fit_begin(struct memory_fit *fit, struct command_context *context, const char *const *inputs,
                      size_t input_count, int has_blocks)
{
    memset(fit, 0, sizeof *fit);
    fit->context = context;
    fit->is_possible = context->options->memory_limit != 0;
    fit->has_blocks = has_blocks;
    for (size_t i = 0; i < input_count && fit->is_possible; i++)
        fit->is_possible = is_file(fit, inputs[i]);
    fit->read_size = context->progress.done_size;
    memcpy(fit->warnings, context->messages->warnings, sizeof fit->warnings);
    context->threads = context->options->threads;
    context->block_size = context->options->block_size;
    context->holds_memory_error = fit->is_possible;
    context->met_memory_limit = 0;
}

void memory_fit_rewind(const struct memory_fit *fit)
{
    messages_repeat(fit->context->messages, fit->warnings);
    progress_set(&fit->context->progress, fit->read_size);
    rewind_standard(fit);
}

static int take_fewer_threads(struct command_context *context)
{
    if (context->threads == 1)
        return 0;
    context->threads = context->threads == 0 ? THREADS_WHEN_OPEN : context->threads / 2;
    return 1;
}

static uint64_t largest_block(uint64_t memory_limit)
{
    uint64_t size = BLOCK_SIZE_MAX;
    while (size > memory_limit / BLOCK_PART && size > BLOCK_SIZE_MIN)
        size /= 2;
    return size;
}

static int take_smaller_blocks(struct command_context *context)
{
    uint64_t asked = context->options->block_size;
    uint64_t size = context->block_size == asked ? largest_block(context->options->memory_limit)
                                                 : context->block_size / 2;
    while (asked != 0 && size >= asked)
        size /= 2;
    if (size < BLOCK_SIZE_MIN)
        return 0;
    context->block_size = size;
    return 1;
}

int memory_fit_again(struct memory_fit *fit, enum exit_status status, int is_bound)
{
    struct command_context *context = fit->context;
    context->holds_memory_error = 0;
    if (status == EXIT_FINE || !context->met_memory_limit)
        return 0;
    if (!take_fewer_threads(context) && !(fit->has_blocks && !is_bound && take_smaller_blocks(context))) {
        message_error(context->messages, NULL, "the memory limit is too low%s; allow more with -M",
                      is_bound          ? " for what comes here, and output was written already"
                      : fit->has_blocks ? ", also for one thread and the smallest blocks"
                                        : ", also for one thread");
        return 0;
    }
    context->holds_memory_error = 1;
    context->met_memory_limit = 0;
    memory_fit_rewind(fit);
    return 1;
}

int memory_fit_has_smaller_blocks(const struct memory_fit *fit)
{
    return fit->context->block_size != fit->context->options->block_size;
}

void memory_fit_tell(const struct memory_fit *fit, const char *output)
{
    const struct command_context *context = fit->context;
    if (memory_fit_has_smaller_blocks(fit))
        message_warning(context->messages, WARNING_OTHER, IN_FILE(output),
                        "is packed in blocks of %u KiB, since the memory limit has no room for larger ones; "
                        "allow more with -M for a smaller file",
                        (unsigned)(context->block_size >> 10));
    else if (context->threads != context->options->threads)
        message_information(context->messages, IN_FILE(output), "threads that the memory limit allows: %u",
                            context->threads);
}
