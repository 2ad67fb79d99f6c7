/*
 * Where a column's streams are: short ones in the table that describes the columns, others in sections of their
 * own (an entry and a frame cost about 30 bytes). In the table: varint 0 for a section, or 1 + size and the bytes.
 */
#ifndef PGNPACK_CONTAINER_SECTIONS_STREAM_PLACE_H
#define PGNPACK_CONTAINER_SECTIONS_STREAM_PLACE_H

#include "container/sections/section_packer.h"
#include "util/buffer.h"
#include "util/varint.h"

enum { STREAM_SHORT_MAX = 64 };

static inline enum pgnpack_status stream_put(const struct buffer *stream, struct buffer *table,
                                             struct section_packer *packer, uint8_t type, uint16_t index,
                                             int zstd_level, struct error *error)
{
    if (buffer_failed(stream))
        return error_no_memory(error);
    if (stream->size <= STREAM_SHORT_MAX) {
        varint_append(table, 1 + stream->size);
        buffer_append(table, stream->data, stream->size);
        return PGNPACK_OK;
    }
    varint_append(table, 0);
    return section_packer_add(packer, type, index, stream->data, stream->size, zstd_level, error);
}

/* `section`: the bytes of the section, none when there is no such section. */
static inline struct byte_source stream_get(struct byte_source *table, struct byte_source section)
{
    uint64_t size = byte_source_varint_max(table, 1 + STREAM_SHORT_MAX);
    if (size == 0)
        return section;
    const uint8_t *bytes = byte_source_take(table, (size_t)size - 1);
    return byte_source_of(bytes, bytes == NULL ? 0 : (size_t)size - 1);
}

#endif
