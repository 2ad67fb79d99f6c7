/* pgnunpack: the games of BCGN 0 files as PGN in export format. */
#include "cli/unpack/unpack_part.h"
#include "pgnpack_extra.h"

struct bcgn0_part {
    struct unpack_job *job;
    const char *name;
    struct pgnpack_bcgn0_reader *reader;
    struct pgnpack_pgn_writer *writer;
};

static enum exit_status copy_games(struct bcgn0_part *part)
{
    const struct pgnpack_game *game;
    enum pgnpack_status outcome;
    while ((outcome = pgnpack_bcgn0_reader_next(part->reader, &game)) == PGNPACK_OK) {
        if (pgnpack_pgn_writer_add(part->writer, game) != PGNPACK_OK)
            return command_report(part->job->context, part->name, pgnpack_error(part->writer));
        part->job->games++;
    }
    if (outcome == PGNPACK_END)
        return EXIT_FINE;
    return command_report(part->job->context, part->name, pgnpack_error(part->reader));
}

static int count_text(void *opaque, const void *bytes, size_t size)
{
    struct unpack_job *job = opaque;
    job->text_size += size;
    return job->write != NULL ? job->write(job->opaque, bytes, size) : 0;
}

/* After a failure too, the games before it are passed on. */
static enum exit_status copy_part(struct bcgn0_part *part)
{
    enum exit_status status = copy_games(part);
    if (pgnpack_pgn_writer_finish(part->writer) != PGNPACK_OK && status == EXIT_FINE)
        status = command_report(part->job->context, part->name, pgnpack_error(part->writer));
    return status;
}

enum exit_status unpack_bcgn0_part(struct unpack_job *job, struct unwrap *unwrap)
{
    const struct pgnpack_options options = command_library_options(job->context);
    struct bcgn0_part part = {.job = job, .name = unwrap->part_name};
    enum exit_status status;
    part.reader = pgnpack_bcgn0_reader_new(&options);
    part.writer = pgnpack_pgn_writer_new(&options, PGNPACK_TO_FUNCTION(count_text, job));
    if (part.reader != NULL && part.writer != NULL) {
        pgnpack_bcgn0_reader_open(part.reader, PGNPACK_FROM_STREAM(unwrap_read, unwrap));
        status = copy_part(&part);
    } else {
        status = command_no_memory(job->context);
    }
    pgnpack_free(part.reader);
    pgnpack_free(part.writer);
    return status;
}
