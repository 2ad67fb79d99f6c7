/* Public functions: reading BCGN 0. */
#include "bcgn0/bcgn0_reader.h"
#include "lib/handle.h"

struct pgnpack_bcgn0_reader {
    struct memory memory;
    struct memory_source source;
    struct bcgn0_reader inner;
    int is_open;
    enum pgnpack_status last; /* of the last _next() */
    struct pgnpack_error error;
};

struct pgnpack_bcgn0_reader *pgnpack_bcgn0_reader_new(const struct pgnpack_options *options)
{
    return handle_new(options, sizeof(struct pgnpack_bcgn0_reader));
}

static void close_inner(struct pgnpack_bcgn0_reader *reader)
{
    if (reader->is_open)
        bcgn0_reader_free(&reader->inner);
    reader->is_open = 0;
}

void pgnpack_bcgn0_reader_free(struct pgnpack_bcgn0_reader *reader)
{
    if (reader == NULL)
        return;
    close_inner(reader);
    handle_free(reader, sizeof *reader);
}

void pgnpack_bcgn0_reader_open(struct pgnpack_bcgn0_reader *reader, pgnpack_read_function read, void *opaque)
{
    close_inner(reader);
    bcgn0_reader_init(&reader->inner, read, opaque, &reader->memory.allocator, reader->memory.limit);
    reader->is_open = 1;
    reader->last = PGNPACK_OK;
}

void pgnpack_bcgn0_reader_open_memory(struct pgnpack_bcgn0_reader *reader, const void *bytes, size_t size)
{
    reader->source = (struct memory_source){bytes, size, 0};
    pgnpack_bcgn0_reader_open(reader, memory_source_read, &reader->source);
}

enum pgnpack_status pgnpack_bcgn0_reader_next(struct pgnpack_bcgn0_reader *reader,
                                              const struct pgnpack_game **game_ret)
{
    const struct game *game = NULL;
    reader->last = reader->is_open ? bcgn0_reader_next(&reader->inner, &game) : PGNPACK_ERROR_ARGUMENT;
    *game_ret = reader->last == PGNPACK_OK ? game_export(game) : NULL;
    return reader->last;
}

const struct pgnpack_error *pgnpack_bcgn0_reader_error(struct pgnpack_bcgn0_reader *reader)
{
    handle_export_reader_error(reader->last, reader->is_open ? &reader->inner.error : NULL, &reader->error);
    return &reader->error;
}
