/* pgnpack: an output for each input, or one for all with -o; and who writes into it. */
#include "cli/pack/pack.h"

#include <stdlib.h>
#include <string.h>

#include "cli/pack/pack_formats.h"
#include "cli/run/memory_fit.h"
#include "cli/files/output_name.h"
#include "cli/run/written_files.h"

static enum exit_status pack_into(struct command_context *context, const struct pack_request *inputs,
                                  struct output_file *output)
{
    return context->options->bcgn0 ? pack_bcgn0(context, inputs, output)
                                   : pack_bcgn1(context, inputs, output);
}

/*
 * What went into a stream cannot be taken back: an attempt with fewer threads makes the same bytes, and goes on where the
 * one before ended; smaller blocks are tried without writing first.
 */
static enum exit_status attempt(struct command_context *context, const struct memory_fit *fit,
                                const struct pack_request *inputs, struct output_file *output)
{
    struct pack_request request = *inputs;
    enum exit_status status = EXIT_FINE;
    request.skipped_size = output->is_stream ? output->written_size : 0;
    request.is_trial = output->is_stream && memory_fit_has_smaller_blocks(fit);
    if (request.is_trial) {
        status = pack_into(context, &request, output);
        memory_fit_rewind(fit);
    }
    request.is_trial = 0;
    return status == EXIT_FINE ? pack_into(context, &request, output) : status;
}

static enum exit_status pack_to(struct command_context *context, const char *name,
                                const struct pack_request *inputs)
{
    struct output_request request = command_output(context, name);
    struct output_file output;
    struct memory_fit fit;
    request.inputs = inputs->inputs;
    request.input_count = inputs->input_count;
    request.keeps_time = request.is_binary = 1;
    memory_fit_begin(&fit, context, inputs->inputs, inputs->input_count, !context->options->bcgn0);
    enum exit_status status = output_file_open(&output, &request, context->messages);
    if (status == EXIT_FINE)
        status = attempt(context, &fit, inputs, &output);
    while (memory_fit_again(&fit, status, output.is_stream && output.written_size != 0)) {
        if (!output.is_stream) {
            output_file_close(&output);
            status = output_file_open(&output, &request, context->messages);
        }
        if (output.is_stream || status == EXIT_FINE)
            status = attempt(context, &fit, inputs, &output);
    }
    if (status == EXIT_FINE)
        memory_fit_tell(&fit, output.name);
    output_file_close(&output);
    return status;
}

static enum exit_status pack_beside(struct command_context *context, const char *input, void *opaque)
{
    struct written_files *written = opaque;
    const struct pack_request request = {
        .inputs = &input, .input_count = 1, .is_named = input_is_standard(input)};
    if (input_is_standard(input))
        return pack_to(context, NULL, &request);
    char *name = output_name_packed(input, !context->options->no_unwrap);
    if (name == NULL)
        return command_no_memory(context);
    enum exit_status status = written_files_check(written, context, name);
    if (status == EXIT_FINE)
        status = pack_to(context, name, &request);
    if (status == EXIT_FINE)
        written_files_add(written, name);
    free(name);
    return status;
}

enum exit_status pack_command(struct command_context *context)
{
    const struct options *options = context->options;
    const struct pack_request all = {.inputs = (const char *const *)options->inputs.names,
                                     .input_count = options->inputs.count,
                                     .is_named = 1};
    struct written_files written = {0};
    if (options->output != NULL)
        return pack_to(context, strcmp(options->output, "-") == 0 ? NULL : options->output, &all);
    enum exit_status first_failure = command_each_input(context, pack_beside, &written);
    written_files_free(&written);
    return first_failure;
}
