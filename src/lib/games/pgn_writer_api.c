/* Public functions: writing PGN. */
#include "base/handle.h"
#include "pgn/pgn_writer.h"

struct pgnpack_pgn_writer {
    struct memory memory;
    struct pgn_writer inner;
    struct output out;
    struct error failure;
    struct pgnpack_error error;
};

struct pgnpack_pgn_writer *pgnpack_pgn_writer_new(const struct pgnpack_options *options,
                                                  pgnpack_write_function write, void *opaque)
{
    struct pgnpack_pgn_writer *writer = handle_new(options, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->out = (struct output){.write = write, .opaque = opaque};
    pgn_writer_init(&writer->inner, &writer->memory);
    buffer_init(&writer->out.bytes, &writer->memory);
    handle_check_options(options, &writer->failure);
    if (write == NULL)
        handle_refuse_null(&writer->failure, "pgnpack_pgn_writer_new: write");
    return writer;
}

static enum pgnpack_status end(struct pgnpack_pgn_writer *writer, enum pgnpack_status status)
{
    return handle_end(&writer->memory, &writer->failure, status);
}

enum pgnpack_status pgnpack_pgn_writer_add(struct pgnpack_pgn_writer *writer, const struct pgnpack_game *game)
{
    if (writer->failure.status != PGNPACK_OK)
        return end(writer, writer->failure.status);
    if (game == NULL)
        return end(writer, handle_refuse_null(&writer->failure, "pgnpack_pgn_writer_add: game"));
    pgn_write_game(&writer->inner, game_of(game), &writer->out.bytes);
    if (end(writer, PGNPACK_OK) != PGNPACK_OK)
        return end(writer, writer->failure.status);
    return end(writer, writer->out.bytes.size >= OUTPUT_FLUSH_SIZE
                           ? output_flush(&writer->out, &writer->failure)
                           : PGNPACK_OK);
}

enum pgnpack_status pgnpack_pgn_writer_finish(struct pgnpack_pgn_writer *writer)
{
    return end(writer, writer->failure.status != PGNPACK_OK ? writer->failure.status
                                                            : output_flush(&writer->out, &writer->failure));
}

const struct pgnpack_error *pgnpack_pgn_writer_error(struct pgnpack_pgn_writer *writer)
{
    return handle_export_error(&writer->failure, &writer->error);
}

void pgnpack_pgn_writer_free(struct pgnpack_pgn_writer *writer)
{
    if (writer == NULL)
        return;
    pgn_writer_free(&writer->inner);
    buffer_free(&writer->out.bytes);
    handle_free(writer, sizeof *writer);
}
