/* Public functions: writing BCGN 0. */
#include "bcgn0/bcgn0_writer.h"
#include "base/sink_front.h"
#include "pgnpack_extra.h"

struct pgnpack_bcgn0_writer {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct bcgn0_writer inner;
    struct sink_front to;
    int lossy;
    int header_is_written;
    struct error refusal; /* of the last call: the next one goes on */
    struct error error;
    struct pgnpack_error public_error;
};

static const struct handle_kind bcgn0_writer_kind;

struct pgnpack_bcgn0_writer *pgnpack_bcgn0_writer_new(const struct pgnpack_options *options,
                                                      const struct pgnpack_bcgn0_options *bcgn0_options,
                                                      const struct pgnpack_sink *sink)
{
    struct pgnpack_bcgn0_options complete;
    struct pgnpack_bcgn0_writer *writer = handle_new(options, sizeof *writer, &bcgn0_writer_kind);
    if (writer == NULL)
        return NULL;
    handle_check_options(options, &writer->error);
    handle_copy_options(&complete, sizeof complete, bcgn0_options, "pgnpack_bcgn0_options", &writer->error);
    writer->lossy = complete.lossy;
    sink_front_init(&writer->to, &writer->memory);
    if ((unsigned)complete.scheme > PGNPACK_BCGN0_VARIABLE) {
        handle_refuse_member(&writer->error, "pgnpack_bcgn0_options.scheme", (int)complete.scheme, "0 to 2");
        complete.scheme = PGNPACK_BCGN0_INDEX;
    }
    bcgn0_writer_init(&writer->inner, &complete, &writer->memory);
    handle_end(writer, sink_front_open(&writer->to, sink, &writer->error));
    return writer;
}

/* The failures that stay: with `lossy`, a game that was left out is none. */
static int has_failed(const struct pgnpack_bcgn0_writer *writer)
{
    enum pgnpack_status status = writer->error.status;
    return status != PGNPACK_OK && !(status == PGNPACK_ERROR_LOSSY && writer->lossy);
}

static enum pgnpack_status write_header(struct pgnpack_bcgn0_writer *writer)
{
    if (writer->header_is_written)
        return PGNPACK_OK;
    writer->header_is_written = 1;
    bcgn0_write_file_header(&writer->inner, &writer->to.out.bytes);
    return buffer_failed(&writer->to.out.bytes) ? error_no_memory(&writer->error) : PGNPACK_OK;
}

enum pgnpack_status pgnpack_bcgn0_writer_add(struct pgnpack_bcgn0_writer *writer,
                                             const struct pgnpack_game *game)
{
    error_clear(&writer->refusal);
    if (has_failed(writer))
        return handle_end(writer, writer->error.status);
    error_clear(&writer->error);
    if (game == NULL)
        return handle_end(writer, handle_refuse_null(&writer->refusal, "pgnpack_bcgn0_writer_add: game"));
    enum pgnpack_status status = write_header(writer);
    if (status == PGNPACK_OK)
        bcgn0_write_game(&writer->inner, game_of(game), &writer->to.out.bytes, &writer->error);
    if (handle_end(writer, PGNPACK_OK) != PGNPACK_OK)
        return handle_end(writer, writer->error.status);
    return handle_end(writer, writer->to.out.bytes.size >= OUTPUT_FLUSH_SIZE
                                  ? sink_front_flush(&writer->to, &writer->error)
                                  : PGNPACK_OK);
}

enum pgnpack_status pgnpack_bcgn0_writer_finish(struct pgnpack_bcgn0_writer *writer)
{
    error_clear(&writer->refusal);
    if (has_failed(writer))
        return handle_end(writer, writer->error.status);
    error_clear(&writer->error);
    enum pgnpack_status status = write_header(writer);
    return handle_end(writer, status == PGNPACK_OK ? sink_front_finish(&writer->to, &writer->error) : status);
}

const struct pgnpack_bcgn0_losses *pgnpack_bcgn0_writer_losses(const struct pgnpack_bcgn0_writer *writer)
{
    return &writer->inner.losses;
}

static void free_bcgn0_writer(void *handle)
{
    struct pgnpack_bcgn0_writer *writer = handle;
    bcgn0_writer_free(&writer->inner);
    sink_front_close(&writer->to);
    handle_free(writer, sizeof *writer);
}

static const struct handle_kind bcgn0_writer_kind = {.free = free_bcgn0_writer,
                                                     HANDLE_ERROR(struct pgnpack_bcgn0_writer),
                                                     HANDLE_REFUSAL(struct pgnpack_bcgn0_writer)};
