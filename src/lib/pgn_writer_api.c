/* Public functions: writing PGN. */
#include "lib/handle.h"
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

enum pgnpack_status pgnpack_pgn_writer_add(struct pgnpack_pgn_writer *writer, const struct pgnpack_game *game)
{
    if (writer->failure.status != PGNPACK_OK)
        return writer->failure.status;
    if (game == NULL)
        return handle_refuse_null(&writer->failure, "pgnpack_pgn_writer_add: game");
    pgn_write_game(&writer->inner, game_of(game), &writer->out.bytes);
    if (memory_check(&writer->memory, &writer->failure) != PGNPACK_OK)
        return writer->failure.status;
    return writer->out.bytes.size >= OUTPUT_FLUSH_SIZE ? output_flush(&writer->out, &writer->failure)
                                                       : PGNPACK_OK;
}

enum pgnpack_status pgnpack_pgn_writer_finish(struct pgnpack_pgn_writer *writer)
{
    return writer->failure.status != PGNPACK_OK ? writer->failure.status
                                                : output_flush(&writer->out, &writer->failure);
}

const struct pgnpack_error *pgnpack_pgn_writer_error(struct pgnpack_pgn_writer *writer)
{
    handle_export_error(&writer->failure, &writer->error);
    return &writer->error;
}

void pgnpack_pgn_writer_free(struct pgnpack_pgn_writer *writer)
{
    if (writer == NULL)
        return;
    pgn_writer_free(&writer->inner);
    buffer_free(&writer->out.bytes);
    handle_free(writer, sizeof *writer);
}
