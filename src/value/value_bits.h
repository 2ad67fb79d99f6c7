/* Bits one after the other, the highest of a byte first: codes of 8, 16 ... bits are big-endian numbers. */
#ifndef PGNPACK_VALUE_VALUE_BITS_H
#define PGNPACK_VALUE_VALUE_BITS_H

#include <stdint.h>

#include "util/buffer.h"
#include "util/varint.h"

struct bit_writer {
    struct buffer *out;
    uint64_t bits;  /* not written yet, the latest lowest */
    unsigned count; /* of them; below 8 between calls */
};

/* `value` below 1 << width, `width` up to 32. */
static inline void write_bits(struct bit_writer *writer, uint32_t value, unsigned width)
{
    writer->bits = writer->bits << width | value;
    writer->count += width;
    for (; writer->count >= 8; writer->count -= 8)
        buffer_append_byte(writer->out, (uint8_t)(writer->bits >> (writer->count - 8)));
}

/* Fills the last byte up with zeros. */
static inline void write_last_bits(struct bit_writer *writer)
{
    if (writer->count != 0)
        write_bits(writer, 0, 8 - writer->count);
}

struct bit_reader {
    struct byte_source in;
    uint64_t bits;
    unsigned count;
};

/* `width` up to 32. Past the end: `in` fails, and zeros come. */
static inline uint32_t read_bits(struct bit_reader *reader, unsigned width)
{
    for (; reader->count < width; reader->count += 8)
        reader->bits = reader->bits << 8 | byte_source_byte(&reader->in);
    reader->count -= width;
    return (uint32_t)(reader->bits >> reader->count & ((UINT64_C(1) << width) - 1));
}

/* True if everything was read, and what fills up the last byte is zero. */
static inline int bits_at_end(const struct bit_reader *reader)
{
    return !reader->in.failed && byte_source_left(&reader->in) == 0 && reader->count < 8 &&
           (reader->bits & ((UINT64_C(1) << reader->count) - 1)) == 0;
}

#endif
