/* Public functions: reading BCGN 0. */
#include "bcgn0/bcgn0_reader.h"
#include "lib/handle.h"
#include "lib/path_files.h"

struct pgnpack_bcgn0_reader {
    struct memory memory;
    struct memory_source source;
    struct path_source file;
    struct bcgn0_reader inner;
    int is_open;
    int is_refused;           /* for wrong options: for ever */
    struct error misuse;      /* of the options, of the last opening, or of a reader that was not opened */
    enum pgnpack_status last; /* of the last _next() */
    struct pgnpack_error error;
};

struct pgnpack_bcgn0_reader *pgnpack_bcgn0_reader_new(const struct pgnpack_options *options)
{
    struct pgnpack_bcgn0_reader *reader = handle_new(options, sizeof *reader);
    if (reader == NULL)
        return NULL;
    path_source_init(&reader->file, &reader->memory);
    reader->last = handle_check_options(options, &reader->misuse);
    reader->is_refused = reader->last != PGNPACK_OK;
    return reader;
}

static void close_inner(struct pgnpack_bcgn0_reader *reader)
{
    if (reader->is_open)
        bcgn0_reader_free(&reader->inner);
    path_source_close(&reader->file);
    reader->is_open = 0;
}

void pgnpack_bcgn0_reader_free(struct pgnpack_bcgn0_reader *reader)
{
    if (reader == NULL)
        return;
    close_inner(reader);
    handle_free(reader, sizeof *reader);
}

/* Has the last opening's end, and the next one's beginning. PGNPACK_OK: `what` is there to be read. */
static enum pgnpack_status prepare(struct pgnpack_bcgn0_reader *reader, int is_there, const char *what)
{
    if (reader->is_refused)
        return reader->last = reader->misuse.status;
    close_inner(reader);
    error_clear(&reader->misuse);
    return reader->last = is_there ? PGNPACK_OK : handle_refuse_null(&reader->misuse, what);
}

static enum pgnpack_status open_inner(struct pgnpack_bcgn0_reader *reader, pgnpack_read_function read,
                                      void *opaque)
{
    bcgn0_reader_init(&reader->inner, read, opaque, &reader->memory.allocator, reader->memory.limit);
    reader->is_open = 1;
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_bcgn0_reader_open(struct pgnpack_bcgn0_reader *reader, pgnpack_read_function read,
                                              void *opaque)
{
    enum pgnpack_status status = prepare(reader, read != NULL, "pgnpack_bcgn0_reader_open: read");
    return status == PGNPACK_OK ? open_inner(reader, read, opaque) : status;
}

enum pgnpack_status pgnpack_bcgn0_reader_open_memory(struct pgnpack_bcgn0_reader *reader, const void *bytes,
                                                     size_t size)
{
    enum pgnpack_status status =
        prepare(reader, bytes != NULL || size == 0, "pgnpack_bcgn0_reader_open_memory: bytes");
    if (status != PGNPACK_OK)
        return status;
    reader->source = (struct memory_source){bytes, size, 0};
    return open_inner(reader, memory_source_read, &reader->source);
}

enum pgnpack_status pgnpack_bcgn0_reader_open_path(struct pgnpack_bcgn0_reader *reader, const char *path)
{
    enum pgnpack_status status = prepare(reader, path != NULL, "pgnpack_bcgn0_reader_open_path: path");
    if (status != PGNPACK_OK)
        return status;
    memory_forget_refusal(&reader->memory);
    path_source_open(&reader->file, path, &reader->misuse);
    reader->last = memory_check(&reader->memory, &reader->misuse);
    return reader->last == PGNPACK_OK ? open_inner(reader, path_source_read, &reader->file) : reader->last;
}

enum pgnpack_status pgnpack_bcgn0_reader_next(struct pgnpack_bcgn0_reader *reader,
                                              const struct pgnpack_game **game_ret)
{
    const struct game *game = NULL;
    reader->last = reader->is_open
                       ? bcgn0_reader_next(&reader->inner, &game)
                       : error_set(&reader->misuse, PGNPACK_ERROR_ARGUMENT, "the reader was not opened");
    if (reader->is_open)
        path_source_name(&reader->file, &reader->inner.error);
    if (game_ret != NULL)
        *game_ret = reader->last == PGNPACK_OK ? game_export(game) : NULL;
    return reader->last;
}

const struct pgnpack_error *pgnpack_bcgn0_reader_error(struct pgnpack_bcgn0_reader *reader)
{
    handle_export_reader_error(reader->last, reader->is_open ? &reader->inner.error : &reader->misuse,
                               &reader->error);
    return &reader->error;
}
