/* Public functions: reading PGN. */
#include "base/source_front.h"
#include "pgn/pgn_reader.h"

struct pgnpack_pgn_reader {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct source_front front;
    struct pgn_reader inner;
    int is_open;
    struct pgnpack_error error;
};

static const struct handle_kind pgn_reader_kind;

struct pgnpack_pgn_reader *pgnpack_pgn_reader_new(const struct pgnpack_options *options)
{
    struct pgnpack_pgn_reader *reader = handle_new(options, sizeof *reader, &pgn_reader_kind);
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

static void free_pgn_reader(void *handle)
{
    struct pgnpack_pgn_reader *reader = handle;
    close_inner(reader);
    handle_free(reader, sizeof *reader);
}

/* Where it is open, memory and failures are the inner reader's. */
static enum pgnpack_status end(struct pgnpack_pgn_reader *reader, enum pgnpack_status status)
{
    struct error *error = reader->is_open ? &reader->inner.error : &reader->front.misuse;
    return reader->front.last =
               handle_end_with(reader->is_open ? &reader->inner.memory : &reader->memory, error, status);
}

enum pgnpack_status pgnpack_pgn_reader_open(struct pgnpack_pgn_reader *reader,
                                            const struct pgnpack_source *source)
{
    close_inner(reader);
    enum pgnpack_status status = source_front_open(&reader->front, source);
    if (status == PGNPACK_OK)
        pgn_reader_init(&reader->inner, reader->front.read, reader->front.opaque, &reader->memory.allocator,
                        reader->memory.limit);
    reader->is_open = status == PGNPACK_OK;
    return end(reader, status);
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

void pgnpack_pgn_reader_place(const struct pgnpack_pgn_reader *reader, uint64_t offset_in_game,
                              struct pgnpack_place *place_ret)
{
    const struct pgn_reader *inner = &reader->inner;
    struct pgnpack_place place = {0};
    if (reader->is_open && inner->game_number != 0) {
        size_t size = inner->game.text.size;
        size_t offset = offset_in_game < size ? (size_t)offset_in_game : size;
        place = (struct pgnpack_place){.game = inner->game_number,
                                       .offset = inner->game_offset + offset,
                                       .line = pgn_reader_line_at(inner, offset)};
    }
    if (place_ret != NULL)
        *place_ret = place;
}

static const struct pgnpack_error *error_of_pgn_reader(void *handle)
{
    struct pgnpack_pgn_reader *reader = handle;
    return handle_export_reader_error(
        reader->front.last, reader->is_open ? &reader->inner.error : &reader->front.misuse, &reader->error);
}

static const struct handle_kind pgn_reader_kind = {.free = free_pgn_reader, .error = error_of_pgn_reader};
