/* pgnpack: any bytes into one BCGN 1 file. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/pack.h"

enum { PIECE_SIZE = 256 << 10 };

struct pack_job {
    struct command_context *context;
    struct pgnpack_writer *writer;
    uint8_t *piece; /* PIECE_SIZE bytes on their way from the input to the writer */
};

static enum exit_status report(struct pack_job *job)
{
    return command_report(job->context, NULL, pgnpack_writer_error(job->writer));
}

static enum exit_status pack_part(void *opaque, struct unwrap *unwrap)
{
    struct pack_job *job = opaque;
    size_t size;
    enum exit_status status = pack_refuse_packed(job->context, unwrap);
    if (status != EXIT_FINE)
        return status;
    do {
        if (unwrap_read(unwrap, job->piece, PIECE_SIZE, &size) != 0)
            return EXIT_USAGE; /* reported, and the caller knows its status */
        if (pgnpack_writer_write(job->writer, job->piece, size) != PGNPACK_OK)
            return report(job);
    } while (size != 0);
    return EXIT_FINE;
}

static void summarize(const struct pack_job *job, const struct output_file *output)
{
    const struct pgnpack_writer_totals *totals = pgnpack_writer_totals(job->writer);
    struct place place = {.file = output->name};
    message_information(job->context->messages, &place,
                        "%" PRIu64 " games, %" PRIu64 " bytes of %" PRIu64 " (%.2f:1), %" PRIu64 " blocks",
                        totals->games, totals->packed_size, totals->text_size,
                        (double)totals->text_size / (double)totals->packed_size, totals->blocks);
    if (totals->broken_games != 0)
        message_information(job->context->messages, &place,
                            "%" PRIu64 " games hold moves that are not understood; they are kept as text",
                            totals->broken_games);
}

static enum exit_status pack_inputs(struct pack_job *job, struct output_file *output)
{
    const struct options *options = job->context->options;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < options->input_count && status == EXIT_FINE; i++)
        status = command_each_part(job->context, options->inputs[i], pack_part, job);
    if (status == EXIT_FINE && pgnpack_writer_finish(job->writer) != PGNPACK_OK)
        status = report(job);
    if (status == EXIT_FINE)
        status = output_file_commit(output);
    if (status == EXIT_FINE)
        summarize(job, output);
    return status;
}

enum exit_status pack_bcgn1(struct command_context *context, struct output_file *output)
{
    const struct options *options = context->options;
    const struct pgnpack_options library_options = command_library_options(context);
    const struct pgnpack_writer_options writer_options = {.size = sizeof writer_options,
                                                          .level = options->level,
                                                          .moves = options->moves,
                                                          .threads = options->threads,
                                                          .block_size = options->block_size,
                                                          .verify = options->verify};
    struct pack_job job = {.context = context, .piece = malloc(PIECE_SIZE)};
    job.writer = pgnpack_writer_new(&library_options, &writer_options, output_file_write, output);
    enum exit_status status =
        job.writer != NULL && job.piece != NULL ? pack_inputs(&job, output) : command_no_memory(context);
    pgnpack_writer_free(job.writer);
    free(job.piece);
    return status;
}
