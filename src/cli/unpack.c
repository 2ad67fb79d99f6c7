/* pgnunpack: where the text goes, and when it counts. */
#include "cli/unpack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output_name.h"

static enum exit_status unpack_part(void *opaque, struct unwrap *unwrap)
{
    size_t size;
    const uint8_t *head = unwrap_part_head(unwrap, &size);
    int is_bcgn0 = size >= 5 && memcmp(head, "BCGN", 4) == 0 && head[4] == 0;
    return is_bcgn0 ? unpack_bcgn0_part(opaque, unwrap) : unpack_bcgn1_part(opaque, unwrap);
}

enum exit_status unpack_input(struct unpack_job *job, const char *input)
{
    return command_each_part(job->context, input, unpack_part, job);
}

/* Damage that was passed over ends in its status, but the output counts. */
static enum exit_status finish(struct unpack_job *job, struct output_file *output)
{
    struct place place = {.file = output->name};
    enum exit_status status = output_file_commit(output);
    if (status == EXIT_FINE)
        message_information(job->context->messages, &place, "%" PRIu64 " games, %" PRIu64 " bytes", job->games,
                            output->written_size);
    return status == EXIT_FINE ? job->damage : status;
}

/* Inputs into one output, which `name` NULL means to be standard output. */
static enum exit_status unpack_to(struct command_context *context, const char *name, const char *const *inputs,
                                  size_t input_count)
{
    struct output_file output;
    const struct output_request request = {
        .name = name, .inputs = inputs, .input_count = input_count, .force = context->options->force};
    struct unpack_job job = {.context = context, .write = output_file_write, .opaque = &output};
    enum exit_status status = output_file_open(&output, &request, context->messages);
    for (size_t i = 0; i < input_count && status == EXIT_FINE; i++)
        status = unpack_input(&job, inputs[i]);
    if (status == EXIT_FINE)
        status = finish(&job, &output);
    output_file_close(&output);
    return status;
}

static enum exit_status unpack_beside(struct command_context *context, const char *const *input)
{
    struct place place = {.file = *input};
    if (input_is_standard(*input))
        return unpack_to(context, NULL, input, 1);
    char *name = output_name_unpacked(*input, !context->options->no_unwrap);
    if (name == NULL) {
        message_error(context->messages, &place,
                      "the name does not end in .bcgn; name the output with -o FILE");
        return EXIT_USAGE;
    }
    enum exit_status status = unpack_to(context, name, input, 1);
    free(name);
    return status;
}

/* Without -o each input has an output of its own, and the failure of one does not stop the others. */
enum exit_status unpack_command(struct command_context *context)
{
    const struct options *options = context->options;
    enum exit_status first_failure = EXIT_FINE;
    if (options->output != NULL)
        return unpack_to(context, strcmp(options->output, "-") == 0 ? NULL : options->output, options->inputs,
                         options->input_count);
    for (size_t i = 0; i < options->input_count; i++) {
        enum exit_status status = unpack_beside(context, &options->inputs[i]);
        if (first_failure == EXIT_FINE)
            first_failure = status;
    }
    return first_failure;
}
