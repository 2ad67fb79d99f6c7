/* pgnunpack: where the text goes, and when it counts. */
#include "cli/unpack/unpack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run/members.h"
#include "cli/run/memory_fit.h"
#include "cli/base/number_text.h"
#include "cli/files/output_name.h"
#include "cli/run/verify.h"
#include "cli/run/written_files.h"

static enum exit_status unpack_part(void *opaque, struct unwrap *unwrap)
{
    return unwrap_part_version(unwrap) == 0 ? unpack_bcgn0_part(opaque, unwrap)
                                            : unpack_bcgn1_part(opaque, unwrap);
}

enum exit_status unpack_input(struct unpack_job *job, const char *input, struct removal *removal)
{
    struct memory_fit fit;
    const uint64_t games = job->games, text_size = job->text_size;
    enum exit_status status;
    job->delivered = (struct delivery){0};
    memory_fit_begin(&fit, job->context, &input, 1, 0);
    do {
        job->seen = (struct delivery){0};
        job->games = games;
        job->text_size = text_size;
        status = command_each_part(job->context, input, removal, unpack_part, job);
    } while (memory_fit_again(&fit, status, 0));
    if (status == EXIT_FINE)
        memory_fit_tell(&fit, input);
    return status;
}

/* ---- Into files and streams ---- */

struct unpack_output {
    struct output_file file;
    struct removal *removals; /* one an input; NULL without --rm */
    struct text_sum sum;      /* for --rm only */
};

static int write_text(void *opaque, const void *bytes, size_t size)
{
    struct unpack_output *output = opaque;
    if (output->removals != NULL)
        text_sum_add(&output->sum, bytes, size);
    return output_file_write(&output->file, bytes, size);
}

static enum exit_status unpack_inputs(struct unpack_job *job, const char *const *inputs, size_t input_count,
                                      struct removal *removals)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < input_count && status == EXIT_FINE; i++)
        status = unpack_input(job, inputs[i], removals != NULL ? &removals[i] : NULL);
    return status == EXIT_FINE ? command_check_games(job->context, inputs[0], job->games) : status;
}

/* Damage that was passed over ends in its status, but the output counts. */
static enum exit_status finish(struct unpack_job *job, struct unpack_output *output)
{
    enum exit_status status = EXIT_FINE;
    if (output->removals != NULL)
        status = verify_text(job->context, &output->file, &output->sum);
    if (status == EXIT_FINE)
        status = output_file_commit(&output->file);
    if (status == EXIT_FINE)
        message_information(job->context->messages, IN_FILE(output->file.name), "%s, %s",
                            COUNTED(job->games, "game"), COUNTED(output->file.written_size, "byte"));
    return status == EXIT_FINE ? job->damage : status;
}

/* Inputs into one output, which `name` NULL means to be standard output. `removals` NULL: the inputs stay. */
static enum exit_status unpack_to(struct command_context *context, const char *name,
                                  const char *const *inputs, size_t input_count, struct removal *removals)
{
    struct output_request request = command_output(context, name);
    struct unpack_output output = {.removals = removals};
    struct unpack_job job = {.context = context, .output_name = name, .write = write_text, .opaque = &output};
    request.inputs = inputs;
    request.input_count = input_count;
    request.keeps_time = 1;
    enum exit_status status = output_file_open(&output.file, &request, context->messages);
    if (status == EXIT_FINE)
        status = unpack_inputs(&job, inputs, input_count, removals);
    if (status == EXIT_FINE)
        status = finish(&job, &output);
    output_file_close(&output.file);
    return status;
}

/* The same, and takes the inputs away if they were asked to be. */
static enum exit_status unpack_away(struct command_context *context, const char *name,
                                    const char *const *inputs, size_t input_count)
{
    if (!context->options->remove_inputs)
        return unpack_to(context, name, inputs, input_count, NULL);
    struct removal *removals = calloc(input_count, sizeof *removals);
    if (removals == NULL)
        return command_no_memory(context);
    enum exit_status status = unpack_to(context, name, inputs, input_count, removals);
    if (status == EXIT_FINE)
        status = removal_run(removals, inputs, input_count, context->messages);
    free(removals);
    return status;
}

/* Can the file be read, and is it neither packed nor wrapped? */
static int is_plain(struct command_context *context, const char *input)
{
    uint8_t head[WRAPPER_HEAD_SIZE];
    struct input_file file;
    size_t size = 0;
    if (input_file_open(&file, input, NULL, context->messages) != EXIT_FINE)
        return 0;
    int failed = input_file_read(&file, head, sizeof head, &size) != 0;
    input_file_close(&file);
    return !failed && bcgn_version_of(head, size) < 0 && wrapper_detect(head, size) == WRAPPER_NONE;
}

static enum exit_status unpack_beside(struct command_context *context, const char *input, void *opaque)
{
    struct written_files *written = opaque;
    if (input_is_standard(input))
        return unpack_to(context, NULL, &input, 1, NULL);
    char *stored = output_name_is_packed(input) ? member_lone_name(context, input) : NULL;
    char *name = output_name_unpacked(input, !context->options->no_unwrap,
                                      (struct name_text){stored, stored != NULL ? strlen(stored) : 0});
    free(stored);
    if (name == NULL && is_plain(context, input)) {
        message_error(context->messages, IN_FILE(input), "is no BCGN file: there is nothing to unpack");
        return EXIT_CORRUPT;
    }
    if (name == NULL) {
        message_error(context->messages, IN_FILE(input),
                      "the name does not end in .bcgn; name the output with -o FILE");
        return EXIT_USAGE;
    }
    enum exit_status status = written_files_check(written, context, name);
    if (status == EXIT_FINE)
        status = unpack_away(context, name, &input, 1);
    if (status == EXIT_FINE)
        written_files_add(written, name);
    free(name);
    return status;
}

enum exit_status unpack_files_command(struct command_context *context)
{
    const struct options *options = context->options;
    const struct input_list *inputs = &options->inputs;
    struct written_files written = {0};
    if (options->output != NULL)
        return unpack_away(context, strcmp(options->output, "-") == 0 ? NULL : options->output,
                           (const char *const *)inputs->names, inputs->count);
    enum exit_status first_failure = command_each_input(context, unpack_beside, &written);
    written_files_free(&written);
    return first_failure;
}

/* ---- Testing ---- */

/* Opening trees are held against the games, in a file that can be read at any place. */
static enum exit_status test_trees(struct command_context *context, const char *input)
{
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_reader *reader = input_is_standard(input) ? NULL : pgnpack_reader_new(&options);
    enum exit_status status = EXIT_FINE;
    if (reader != NULL && pgnpack_reader_open(reader, PGNPACK_FROM_PATH(input)) == PGNPACK_OK &&
        pgnpack_reader_check_trees(reader) != PGNPACK_OK)
        status = command_report_path(context, input, pgnpack_reader_error(reader));
    pgnpack_reader_free(reader);
    return status;
}

static enum exit_status test_input(struct command_context *context, const char *input, void *unused)
{
    (void)unused;
    struct unpack_job job = {.context = context};
    struct place place = {.file = input_is_standard(input) ? "standard input" : input};
    enum exit_status status = unpack_input(&job, input, NULL);
    if (status == EXIT_FINE)
        status = command_check_games(context, place.file, job.games);
    if (status == EXIT_FINE)
        status = job.damage;
    if (status == EXIT_FINE)
        status = test_trees(context, input);
    if (status == EXIT_FINE)
        message_information(context->messages, &place, "%s, %s of text: all is well",
                            COUNTED(job.games, "game"), COUNTED(job.text_size, "byte"));
    return status;
}

enum exit_status test_command(struct command_context *context)
{
    return command_each_input(context, test_input, NULL);
}
