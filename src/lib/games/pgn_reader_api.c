/* Public functions: reading PGN. */
#include "base/source_front.h"
#include "pgn/pgn_reader.h"

struct pgnpack_pgn_reader {
    struct memory memory;
    struct source_front front;
    struct pgn_reader inner;
    int is_open;
    struct pgnpack_error error;
};

struct pgnpack_pgn_reader *pgnpack_pgn_reader_new(const struct pgnpack_options *options)
{
    struct pgnpack_pgn_reader *reader = handle_new(options, sizeof *reader);
    if (reader == NULL)
        return NULL;
    source_front_init(&reader->front, &reader->memory, options);
    return reader;
}

static void close_inner(struct pgnpack_pgn_reader *reader)
{
    if (reader->is_open)
        pgn_reader_free(&reader->inner);
    source_front_close(&reader->front);
    reader->is_open = 0;
}

void pgnpack_pgn_reader_free(struct pgnpack_pgn_reader *reader)
{
    if (reader == NULL)
        return;
    close_inner(reader);
    handle_free(reader, sizeof *reader);
}

/* Has the last opening's end, and the next one's beginning. PGNPACK_OK: `what` is there to be read. */
static enum pgnpack_status prepare(struct pgnpack_pgn_reader *reader, int is_there, const char *what)
{
    close_inner(reader);
    return source_front_prepare(&reader->front, is_there, what);
}

static enum pgnpack_status open_inner(struct pgnpack_pgn_reader *reader, pgnpack_read_function read,
                                      void *opaque)
{
    pgn_reader_init(&reader->inner, read, opaque, &reader->memory.allocator, reader->memory.limit);
    reader->is_open = 1;
    return PGNPACK_OK;
}

/* Where it is open, memory and failures are the inner reader's. */
static enum pgnpack_status end(struct pgnpack_pgn_reader *reader, enum pgnpack_status status)
{
    struct error *error = reader->is_open ? &reader->inner.error : &reader->front.misuse;
    return reader->front.last =
               handle_end(reader->is_open ? &reader->inner.memory : &reader->memory, error, status);
}

enum pgnpack_status pgnpack_pgn_reader_open(struct pgnpack_pgn_reader *reader, pgnpack_read_function read,
                                            void *opaque)
{
    enum pgnpack_status status = prepare(reader, read != NULL, "pgnpack_pgn_reader_open: read");
    return end(reader, status == PGNPACK_OK ? open_inner(reader, read, opaque) : status);
}

enum pgnpack_status pgnpack_pgn_reader_open_memory(struct pgnpack_pgn_reader *reader, const void *text,
                                                   size_t text_size)
{
    enum pgnpack_status status =
        prepare(reader, text != NULL || text_size == 0, "pgnpack_pgn_reader_open_memory: text");
    if (status != PGNPACK_OK)
        return end(reader, status);
    reader->front.bytes = (struct memory_source){text, text_size, 0};
    return end(reader, open_inner(reader, memory_source_read, &reader->front.bytes));
}

enum pgnpack_status pgnpack_pgn_reader_open_path(struct pgnpack_pgn_reader *reader, const char *path)
{
    enum pgnpack_status status = prepare(reader, path != NULL, "pgnpack_pgn_reader_open_path: path");
    if (status == PGNPACK_OK)
        status = source_front_open_path(&reader->front, path);
    return end(reader,
               status == PGNPACK_OK ? open_inner(reader, path_source_read, &reader->front.file) : status);
}

enum pgnpack_status pgnpack_pgn_reader_next(struct pgnpack_pgn_reader *reader,
                                            const struct pgnpack_game **game_ret)
{
    const struct game *game = NULL;
    enum pgnpack_status status =
        reader->is_open ? pgn_reader_next(&reader->inner, &game) : source_front_refuse_closed(&reader->front);
    if (reader->is_open)
        path_source_name(&reader->front.file, &reader->inner.error);
    status = end(reader, status);
    if (game_ret != NULL)
        *game_ret = status == PGNPACK_OK ? game_export(game) : NULL;
    return end(reader, status);
}

uint64_t pgnpack_pgn_reader_game_number(const struct pgnpack_pgn_reader *reader)
{
    return reader->inner.game_number;
}

uint64_t pgnpack_pgn_reader_game_offset(const struct pgnpack_pgn_reader *reader)
{
    return reader->inner.game_offset;
}

uint64_t pgnpack_pgn_reader_line(const struct pgnpack_pgn_reader *reader, uint64_t offset_in_game)
{
    return reader->is_open ? pgn_reader_line_at(&reader->inner, (size_t)offset_in_game) : 0;
}

const struct pgnpack_error *pgnpack_pgn_reader_error(struct pgnpack_pgn_reader *reader)
{
    return handle_export_reader_error(
        reader->front.last, reader->is_open ? &reader->inner.error : &reader->front.misuse, &reader->error);
}
