/* pgnunpack: the games of BCGN 0 files as PGN in export format. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output_name.h"

struct unpack_job {
    struct command_context *context;
    struct pgnpack_bcgn0_reader *reader;
    struct pgnpack_pgn_writer *writer;
    uint64_t games;
};

static enum exit_status unpack_part(void *opaque, struct unwrap *unwrap)
{
    struct unpack_job *job = opaque;
    const struct pgnpack_game *game;
    enum pgnpack_status outcome;
    pgnpack_bcgn0_reader_open(job->reader, unwrap_read, unwrap);
    while ((outcome = pgnpack_bcgn0_reader_next(job->reader, &game)) == PGNPACK_OK) {
        if (pgnpack_pgn_writer_add(job->writer, game) != PGNPACK_OK)
            return command_report(job->context, unwrap->part_name, pgnpack_pgn_writer_error(job->writer));
        job->games++;
    }
    if (outcome == PGNPACK_END)
        return EXIT_FINE;
    return command_report(job->context, unwrap->part_name, pgnpack_bcgn0_reader_error(job->reader));
}

/* After a failure too, a stream gets the games before it. */
static enum exit_status finish(struct unpack_job *job, struct output_file *output, enum exit_status status)
{
    struct place place = {.file = output->name};
    if ((status == EXIT_FINE || output->is_stream) && pgnpack_pgn_writer_finish(job->writer) != PGNPACK_OK &&
        status == EXIT_FINE)
        status = command_report(job->context, output->name, pgnpack_pgn_writer_error(job->writer));
    if (status == EXIT_FINE)
        status = output_file_commit(output);
    if (status == EXIT_FINE)
        message_information(job->context->messages, &place, "%" PRIu64 " games, %" PRIu64 " bytes",
                            job->games, output->written_size);
    return status;
}

static enum exit_status unpack_into(struct command_context *context, struct output_file *output,
                                    const struct output_request *request)
{
    struct unpack_job job = {.context = context, .reader = pgnpack_bcgn0_reader_new(NULL)};
    enum exit_status status = EXIT_FINE;
    job.writer = pgnpack_pgn_writer_new(NULL, output_file_write, output);
    if (job.reader == NULL || job.writer == NULL) {
        message_error(context->messages, NULL, "no memory");
        status = EXIT_USAGE;
    }
    for (size_t i = 0; i < request->input_count && status == EXIT_FINE; i++)
        status = command_each_part(context, request->inputs[i], unpack_part, &job);
    if (job.reader != NULL && job.writer != NULL)
        status = finish(&job, output, status);
    pgnpack_bcgn0_reader_free(job.reader);
    pgnpack_pgn_writer_free(job.writer);
    return status;
}

/* Inputs into one output, which `name` NULL means to be standard output. */
static enum exit_status unpack_to(struct command_context *context, const char *name,
                                  const char *const *inputs, size_t input_count)
{
    struct output_file output;
    const struct output_request request = {
        .name = name, .inputs = inputs, .input_count = input_count, .force = context->options->force};
    enum exit_status status = output_file_open(&output, &request, context->messages);
    if (status == EXIT_FINE)
        status = unpack_into(context, &output, &request);
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
