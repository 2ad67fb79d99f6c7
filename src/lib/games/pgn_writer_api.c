/* Public functions: writing PGN. */
#include "base/sink_front.h"
#include "lib/games/game_complete.h"
#include "pgn/pgn_writer.h"

struct pgnpack_pgn_writer {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct pgn_writer inner;
    struct sink_front to;
    struct error refusal; /* of the last call: the next one goes on */
    struct error error;
    struct pgnpack_error public_error;
};

static const struct handle_kind pgn_writer_kind;

struct pgnpack_pgn_writer *pgnpack_pgn_writer_new(const struct pgnpack_options *options,
                                                  const struct pgnpack_sink *sink)
{
    struct pgnpack_pgn_writer *writer = handle_new(options, sizeof *writer, &pgn_writer_kind);
    if (writer == NULL)
        return NULL;
    pgn_writer_init(&writer->inner, &writer->memory);
    sink_front_init(&writer->to, &writer->memory);
    error_clear(&writer->refusal);
    handle_check_options(options, &writer->error);
    handle_end(writer, sink_front_open(&writer->to, sink, &writer->error));
    return writer;
}

static enum pgnpack_status check_addable(struct pgnpack_pgn_writer *writer, const struct pgnpack_game *game)
{
    if (game == NULL)
        return handle_refuse_null(&writer->refusal, "pgnpack_pgn_writer_add: game");
    if (writer->to.is_finished)
        return error_set(&writer->error, PGNPACK_ERROR_ARGUMENT,
                         "the file is finished: nothing can be added");
    return game_check_complete(game_of(game), &writer->refusal);
}

enum pgnpack_status pgnpack_pgn_writer_add(struct pgnpack_pgn_writer *writer, const struct pgnpack_game *game)
{
    error_clear(&writer->refusal);
    if (writer->error.status != PGNPACK_OK)
        return handle_end(writer, writer->error.status);
    enum pgnpack_status status = check_addable(writer, game);
    if (status != PGNPACK_OK)
        return handle_end(writer, status);
    pgn_write_game(&writer->inner, game_of(game), &writer->to.out.bytes);
    if (handle_end(writer, PGNPACK_OK) != PGNPACK_OK)
        return handle_end(writer, writer->error.status);
    return handle_end(writer, writer->to.out.bytes.size >= OUTPUT_FLUSH_SIZE
                                  ? sink_front_flush(&writer->to, &writer->error)
                                  : PGNPACK_OK);
}

enum pgnpack_status pgnpack_pgn_writer_finish(struct pgnpack_pgn_writer *writer)
{
    error_clear(&writer->refusal);
    return handle_end(writer, writer->error.status != PGNPACK_OK
                                  ? writer->error.status
                                  : sink_front_finish(&writer->to, &writer->error));
}

static void free_pgn_writer(void *handle)
{
    struct pgnpack_pgn_writer *writer = handle;
    pgn_writer_free(&writer->inner);
    sink_front_close(&writer->to);
    handle_free(writer, sizeof *writer);
}

static const struct handle_kind pgn_writer_kind = {.free = free_pgn_writer,
                                                   HANDLE_ERROR(struct pgnpack_pgn_writer),
                                                   HANDLE_REFUSAL(struct pgnpack_pgn_writer)};
