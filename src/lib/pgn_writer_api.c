/* Public functions: writing PGN. */
#include "lib/handle.h"
#include "pgn/pgn_writer.h"

/* Output is passed on in pieces of at least this size. */
enum { FLUSH_SIZE = 256 << 10 };

struct pgnpack_pgn_writer {
    struct memory memory;
    struct pgn_writer inner;
    struct buffer out;
    pgnpack_write_function write;
    void *opaque;
    struct error failure;
    struct pgnpack_error error;
};

struct pgnpack_pgn_writer *pgnpack_pgn_writer_new(const struct pgnpack_options *options,
                                                  pgnpack_write_function write, void *opaque)
{
    struct memory memory;
    struct pgnpack_pgn_writer *writer = handle_new(options, sizeof *writer, &memory);
    if (writer == NULL)
        return NULL;
    writer->memory = memory;
    writer->write = write;
    writer->opaque = opaque;
    pgn_writer_init(&writer->inner, &writer->memory);
    buffer_init(&writer->out, &writer->memory);
    error_clear(&writer->failure);
    return writer;
}

static enum pgnpack_status flush(struct pgnpack_pgn_writer *writer)
{
    int error_number =
        writer->out.size == 0 ? 0 : writer->write(writer->opaque, writer->out.data, writer->out.size);
    buffer_clear(&writer->out);
    return error_number == 0 ? PGNPACK_OK : handle_write_failed(&writer->failure, error_number);
}

enum pgnpack_status pgnpack_pgn_writer_add(struct pgnpack_pgn_writer *writer, const struct pgnpack_game *game)
{
    if (writer->failure.status != PGNPACK_OK)
        return writer->failure.status;
    pgn_write_game(&writer->inner, game_of(game), &writer->out);
    if (memory_check(&writer->memory, &writer->failure) != PGNPACK_OK)
        return writer->failure.status;
    return writer->out.size >= FLUSH_SIZE ? flush(writer) : PGNPACK_OK;
}

enum pgnpack_status pgnpack_pgn_writer_finish(struct pgnpack_pgn_writer *writer)
{
    return writer->failure.status != PGNPACK_OK ? writer->failure.status : flush(writer);
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
    buffer_free(&writer->out);
    handle_free(&writer->memory, writer, sizeof *writer);
}
