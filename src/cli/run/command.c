#include "cli/run/command.h"

#include <inttypes.h>
#include <string.h>

#include "cli/files/input_file.h"

enum exit_status command_status_of(enum pgnpack_status status)
{
    switch (status) {
    case PGNPACK_OK:
    case PGNPACK_END:
        return EXIT_FINE;
    case PGNPACK_ERROR_MEMORY:
    case PGNPACK_ERROR_READ:
    case PGNPACK_ERROR_WRITE:
    case PGNPACK_ERROR_NO_FILE:
    case PGNPACK_ERROR_UNSUPPORTED:
    case PGNPACK_ERROR_CANCELLED:
    case PGNPACK_ERROR_BUSY:
        return EXIT_FAILED;
    case PGNPACK_ERROR_NOT_BCGN:
    case PGNPACK_ERROR_CORRUPT:
    case PGNPACK_ERROR_TRUNCATED:
        return EXIT_CORRUPT;
    case PGNPACK_ERROR_MEMORY_LIMIT:
    case PGNPACK_ERROR_LIMIT:
    case PGNPACK_ERROR_LOSSY:
        return EXIT_LIMIT;
    case PGNPACK_ERROR_ARGUMENT:
    case PGNPACK_ERROR_INTERNAL:
        break;
    }
    return EXIT_FAULT;
}

/* Of a file by its path, or of what stands for it. */
static int is_of_file(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_READ || status == PGNPACK_ERROR_WRITE || status == PGNPACK_ERROR_NO_FILE;
}

enum exit_status command_report(struct command_context *context, const char *file,
                                const struct pgnpack_error *error)
{
    struct place place = {.file = file,
                          .game = error->game,
                          .line = error->line,
                          .offset = error->offset,
                          .has_offset = error->offset != UINT64_MAX};
    if (error->status == PGNPACK_ERROR_MEMORY || error->status == PGNPACK_ERROR_MEMORY_LIMIT)
        return command_no_memory(context);
    if (!is_of_file(error->status))
        message_error(context->messages, &place, "%s",
                      error->text[0] != '\0' ? error->text : pgnpack_status_text(error->status));
    return command_status_of(error->status);
}

/* The text of a failure, without the file's name, perhaps with all its folders, that it begins with. */
static const char *without_name(const char *text, const char *file)
{
    const char *name = file == NULL || *file == '\0' ? NULL : strstr(text, file);
    size_t size = name == NULL ? 0 : strlen(file);
    if (name == NULL || strncmp(name + size, ": ", 2) != 0 || (name != text && name[-1] != '/') ||
        strstr(text, ": ") < name)
        return text;
    return name + size + 2;
}

enum exit_status command_report_path(struct command_context *context, const char *file,
                                     const struct pgnpack_error *error)
{
    struct pgnpack_error shown = *error;
    unsigned seconds = context->options->wait_seconds;
    shown.text = without_name(error->text, file);
    if (error->status == PGNPACK_ERROR_BUSY && seconds != 0) {
        message_error(context->messages, IN_FILE(file), "another program is changing it, still after %s",
                      COUNTED(seconds, "second"));
        return command_status_of(error->status);
    }
    if (error->status == PGNPACK_ERROR_BUSY) {
        message_error(context->messages, IN_FILE(file), "%s, or give --wait=SECONDS", shown.text);
        return command_status_of(error->status);
    }
    if (!is_of_file(error->status))
        return command_report(context, file, &shown);
    message_error(context->messages, IN_FILE(file), "%s",
                  shown.text[0] != '\0' ? shown.text : pgnpack_status_text(error->status));
    return command_status_of(error->status);
}

struct output_request command_output(const struct command_context *context, const char *name)
{
    const struct options *options = context->options;
    return (struct output_request){.name = name == NULL || input_is_standard(name) ? NULL : name,
                                   .inputs = (const char *const *)options->inputs.names,
                                   .input_count = options->inputs.count,
                                   .others = {&options->inputs, &options->lists},
                                   .force = options->force,
                                   .wait_seconds = options->wait_seconds};
}

struct pgnpack_options command_library_options(const struct command_context *context)
{
    size_t limit = context->handle_memory != 0 ? context->handle_memory : context->options->memory_limit;
    return (struct pgnpack_options){.size = sizeof(struct pgnpack_options), .memory_limit = limit};
}

void command_warn_of_tag(const struct command_context *context, const char *option, const char *tag,
                         const char *other)
{
    message_warning(
        context->messages, WARNING_OTHER, NULL, "%s: none of these games has a tag %s; %s%s", option, tag,
        other != NULL ? "the games have " : "give the name as the games have it, with its capitals",
        other != NULL ? other : "");
}

enum exit_status command_no_memory(struct command_context *context)
{
    if (context->holds_memory_error) {
        context->met_memory_limit = 1;
        return EXIT_LIMIT;
    }
    if (context->options->memory_limit != 0) {
        message_error(
            context->messages, NULL,
            "the memory limit is too low; allow more with -M, or take fewer threads or smaller blocks");
        return EXIT_LIMIT;
    }
    message_error(context->messages, NULL, "no memory");
    return EXIT_FAILED;
}

enum exit_status command_check_games(struct command_context *context, const char *file, uint64_t games)
{
    const struct options *options = context->options;
    if (!options->has_expected_games || games == options->expected_games)
        return EXIT_FINE;
    message_error(context->messages, IN_FILE(file), "it holds %s, not %" PRIu64, COUNTED(games, "game"),
                  options->expected_games);
    return EXIT_CORRUPT;
}

enum exit_status command_each_input(struct command_context *context, input_function do_input, void *job)
{
    const struct input_list *inputs = &context->options->inputs;
    enum exit_status first_failure = EXIT_FINE;
    for (size_t i = 0; i < inputs->count; i++) {
        enum exit_status status = do_input(context, inputs->names[i], job);
        if (first_failure == EXIT_FINE)
            first_failure = status;
    }
    return first_failure;
}

static enum exit_status do_parts(struct unwrap *unwrap, part_function do_part, void *job)
{
    enum layer_step step;
    while ((step = unwrap_next_part(unwrap)) == LAYER_PART) {
        enum exit_status status = do_part(job, unwrap);
        if (unwrap_status(unwrap) != EXIT_FINE)
            return unwrap_status(unwrap); /* what the part failed from */
        if (status != EXIT_FINE)
            return status;
    }
    return unwrap_status(unwrap);
}

/* One plain input makes a database without names. */
static const char *stored_name_for(const struct options *options, const char *input)
{
    if (!options->keeps_names)
        return "";
    return input_is_standard(input) ? "stdin.pgn" : input;
}

enum exit_status command_each_part(struct command_context *context, const char *input,
                                   struct removal *removal, part_function do_part, void *job)
{
    struct input_file file;
    struct unwrap unwrap;
    const struct options *options = context->options;
    int packs = options->command == COMMAND_PACK, is_piped = input_is_standard(input);
    const struct unwrap_options unwrap_options = {.enabled = !options->no_unwrap,
                                                  .expansion_ratio = options->expansion_ratio,
                                                  .expansion_size = options->expansion_size,
                                                  .memory_limit = options->memory_limit,
                                                  .keeps_tar = packs && !options->bcgn0.is_asked && is_piped,
                                                  .tells = packs && (is_piped || removal != NULL),
                                                  .stored_name = stored_name_for(options, input)};
    context->input_is_archive = 0;
    if (removal != NULL)
        removal_note(removal, input);
    enum exit_status status = input_file_open(&file, input, &context->progress, context->messages);
    if (status != EXIT_FINE)
        return status;
    unwrap_open(&unwrap, &file, &unwrap_options, context->messages);
    status = do_parts(&unwrap, do_part, job);
    if (removal != NULL && (context->input_is_archive || unwrap.holds_archive))
        removal_forget(removal);
    unwrap_close(&unwrap);
    input_file_close(&file);
    return status;
}

int command_is_packed(const struct command_context *context, const struct unwrap *unwrap)
{
    return !context->options->no_unwrap && unwrap_part_version(unwrap) >= 0;
}

enum exit_status command_refuse_packed(struct command_context *context, const struct unwrap *unwrap)
{
    if (!command_is_packed(context, unwrap))
        return EXIT_FINE;
    message_error(context->messages, IN_FILE(unwrap->part_name),
                  "already packed; -o FILE repacks it, --no-unwrap packs it as it is");
    return EXIT_FAILED;
}

void command_tell_dropped(const struct command_context *context, const char *name, uint64_t sections)
{
    if (sections != 0)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(name),
                        "%s beside the games, of types that this version does not know, %s left out: a newer "
                        "pgnpack made them",
                        COUNTED(sections, "section"), sections == 1 ? "was" : "were");
}

/* ---- Memory that is enough ---- */

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

/* ---- Options ---- */

/* Unwrapped bytes for one byte of the file. Games that are alike reach about 50; traps start at 1,000. */
enum { DEFAULT_EXPANSION_RATIO = 250 };

void options_begin(struct options *options, enum command command, struct messages *messages)
{
    memset(options, 0, sizeof *options);
    options->command = command;
    options->expansion_ratio = DEFAULT_EXPANSION_RATIO;
    options->bcgn0.scheme = PGNPACK_BCGN0_INDEX;
    options->view.limit = UINT64_MAX;
    input_list_init(&options->inputs, messages);
    input_list_init(&options->lists, messages);
    input_list_init(&options->members, messages);
    input_list_init(&options->change.where, messages);
    input_list_init(&options->change.set_tags, messages);
    input_list_init(&options->change.unset_tags, messages);
    input_list_init(&options->change.flags, messages);
}

void options_free(struct options *options)
{
    input_list_free(&options->inputs);
    input_list_free(&options->lists);
    input_list_free(&options->members);
    input_list_free(&options->change.where);
    input_list_free(&options->change.set_tags);
    input_list_free(&options->change.unset_tags);
    input_list_free(&options->change.flags);
    game_ranges_free(&options->games);
}
