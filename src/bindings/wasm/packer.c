/* Packing, indexes beside databases, and frames of zstd: only in the module that packs. */
#include <stdlib.h>
#include <zstd.h>

#include "bindings/wasm/database.h"

/* Bits of the host's `flags`. */
enum { FLAG_VERIFY = 1 };

struct pgnpack_writer *EXPORT(packer_new)(int level, int index, double block_size, unsigned flags)
{
    const struct pgnpack_writer_options options = {.size = sizeof options,
                                                   .level = level,
                                                   .threads = 1,
                                                   .block_size = whole(block_size),
                                                   .verify = (flags & FLAG_VERIFY) != 0,
                                                   .index = (enum pgnpack_index)index};
    const struct pgnpack_sink sink = {.size = sizeof sink, .write = answer_write};
    struct pgnpack_writer *writer = pgnpack_writer_new(host_options(), &options, &sink);
    if (writer == NULL)
        failure_no_memory();
    return writer;
}

void EXPORT(packer_close)(struct pgnpack_writer *writer)
{
    pgnpack_free(writer);
}

static int of_writer(struct pgnpack_writer *writer, enum pgnpack_status status)
{
    return status == PGNPACK_OK ? (int)answer_status() : (int)failure_of(pgnpack_error(writer));
}

/* Dates of JavaScript are of fewer years than a number has. */
int EXPORT(packer_begin_file)(struct pgnpack_writer *writer, const char *name, size_t size, int has_time,
                              double seconds)
{
    int64_t time = has_time ? (int64_t)seconds : 0;
    answer_clear();
    return of_writer(writer, pgnpack_writer_begin_file(writer, name, size, has_time ? &time : NULL));
}

/* The answer is what is packed by now. */
int EXPORT(packer_write)(struct pgnpack_writer *writer, const void *text, size_t size)
{
    answer_clear();
    return of_writer(writer, pgnpack_writer_write(writer, text, size));
}

int EXPORT(packer_finish)(struct pgnpack_writer *writer)
{
    answer_clear();
    return of_writer(writer, pgnpack_writer_finish(writer));
}

int EXPORT(packer_totals)(const struct pgnpack_writer *writer)
{
    const struct pgnpack_writer_totals *totals = pgnpack_writer_totals(writer);
    answer_clear();
    answer_number64(totals->text_size);
    answer_number64(totals->packed_size);
    answer_number64(totals->games);
    answer_number64(totals->plies);
    answer_number64(totals->blocks);
    return (int)answer_status();
}

/* ---- zstd ---- */

ZSTD_DStream *EXPORT(unzstd_new)(void)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    if (stream == NULL)
        failure_no_memory();
    return stream;
}

void EXPORT(unzstd_close)(ZSTD_DStream *stream)
{
    ZSTD_freeDStream(stream);
}

/* The answer is what these bytes unpack to. *ended_ret: a frame ends with them. */
int EXPORT(unzstd)(ZSTD_DStream *stream, const void *bytes, size_t size, int *ended_ret)
{
    static char piece[1 << 16];
    ZSTD_inBuffer in = {bytes, size, 0};
    ZSTD_outBuffer out;
    answer_clear();
    do {
        out = (ZSTD_outBuffer){piece, sizeof piece, 0};
        size_t left = ZSTD_decompressStream(stream, &out, &in);
        if (ZSTD_isError(left))
            return (int)failure_text(PGNPACK_ERROR_CORRUPT, ZSTD_getErrorName(left));
        answer_bytes(piece, out.pos);
        *ended_ret = left == 0;
    } while (answer_status() == PGNPACK_OK && (in.pos < in.size || out.pos == out.size));
    return (int)answer_status();
}

/* ---- Indexes beside it ---- */

static int tell_progress(void *opaque, const struct pgnpack_progress *made)
{
    (void)opaque;
    return host_progress((double)made->done, (double)made->all);
}

int EXPORT(database_make_index)(struct database *database)
{
    const struct pgnpack_index_options options = {.size = sizeof options, .progress = tell_progress};
    answer_clear();
    if (pgnpack_reader_write_index(reader_of(database), &options, PGNPACK_TO_FUNCTION(answer_write, NULL)) !=
        PGNPACK_OK)
        return (int)failure_of(pgnpack_error(reader_of(database)));
    return (int)answer_status();
}
