/* Public functions: reading BCGN 0. */
#include "bcgn0/bcgn0_reader.h"
#include "base/source_front.h"
#include "pgnpack_extra.h"

struct pgnpack_bcgn0_reader {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct source_front front;
    struct bcgn0_reader inner;
    int is_open;
    struct pgnpack_error error;
};

static const struct handle_kind bcgn0_reader_kind;

struct pgnpack_bcgn0_reader *pgnpack_bcgn0_reader_new(const struct pgnpack_options *options)
{
    struct pgnpack_bcgn0_reader *reader = handle_new(options, sizeof *reader, &bcgn0_reader_kind);
    if (reader == NULL)
        return NULL;
    source_front_init(&reader->front, &reader->memory, options);
    return reader;
}

static void close_inner(struct pgnpack_bcgn0_reader *reader)
{
    if (reader->is_open)
        bcgn0_reader_free(&reader->inner);
    source_front_close(&reader->front);
    reader->is_open = 0;
}

static void free_bcgn0_reader(void *handle)
{
    struct pgnpack_bcgn0_reader *reader = handle;
    close_inner(reader);
    handle_free(reader, sizeof *reader);
}

/* Where it is open, memory and failures are the inner reader's. */
static enum pgnpack_status end(struct pgnpack_bcgn0_reader *reader, enum pgnpack_status status)
{
    struct error *error = reader->is_open ? &reader->inner.error : &reader->front.misuse;
    return reader->front.last =
               handle_end_with(reader->is_open ? &reader->inner.memory : &reader->memory, error, status);
}

enum pgnpack_status pgnpack_bcgn0_reader_open(struct pgnpack_bcgn0_reader *reader,
                                              const struct pgnpack_source *source)
{
    close_inner(reader);
    enum pgnpack_status status = source_front_open(&reader->front, source);
    if (status == PGNPACK_OK)
        bcgn0_reader_init(&reader->inner, reader->front.read, reader->front.opaque, &reader->memory.allocator,
                          reader->memory.limit);
    reader->is_open = status == PGNPACK_OK;
    return end(reader, status);
}

enum pgnpack_status pgnpack_bcgn0_reader_next(struct pgnpack_bcgn0_reader *reader,
                                              const struct pgnpack_game **game_ret)
{
    const struct game *game = NULL;
    enum pgnpack_status status = reader->is_open ? bcgn0_reader_next(&reader->inner, &game)
                                                 : source_front_refuse_closed(&reader->front);
    if (reader->is_open)
        path_source_name(&reader->front.file, &reader->inner.error);
    status = end(reader, status);
    if (game_ret != NULL)
        *game_ret = status == PGNPACK_OK ? game_export(game) : NULL;
    return end(reader, status);
}

static const struct pgnpack_error *error_of_bcgn0_reader(void *handle)
{
    struct pgnpack_bcgn0_reader *reader = handle;
    return handle_export_reader_error(
        reader->front.last, reader->is_open ? &reader->inner.error : &reader->front.misuse, &reader->error);
}

static const struct handle_kind bcgn0_reader_kind = {.free = free_bcgn0_reader,
                                                     .error = error_of_bcgn0_reader};
