/* Bit streams of scheme 2: most significant bit first, zeros up to the last byte's end. */
#ifndef PGNPACK_BCGN0_BCGN0_BITS_H
#define PGNPACK_BCGN0_BCGN0_BITS_H

#include <stddef.h>
#include <stdint.h>

enum { BCGN0_BITS_WIDTH_MAX = 24 }; /* of one value */

struct bcgn0_bit_writer {
    uint8_t *at;    /* the caller sees to the room */
    uint32_t bits;  /* `count` bits that are not written yet, in the lower end */
    unsigned count; /* 0..7 between calls */
};

static inline void bcgn0_bits_put(struct bcgn0_bit_writer *writer, uint32_t value, unsigned width)
{
    writer->bits = writer->bits << width | value;
    writer->count += width;
    while (writer->count >= 8) {
        writer->count -= 8;
        *writer->at++ = (uint8_t)(writer->bits >> writer->count);
    }
}

static inline void bcgn0_bits_finish(struct bcgn0_bit_writer *writer)
{
    if (writer->count != 0)
        bcgn0_bits_put(writer, 0, 8 - writer->count);
}

struct bcgn0_bit_reader {
    const uint8_t *at;
    const uint8_t *end;
    uint32_t bits;
    unsigned count;
};

/* Returns 0 when the stream has fewer bits. */
static inline int bcgn0_bits_get(struct bcgn0_bit_reader *reader, unsigned width, unsigned *value)
{
    while (reader->count < width) {
        if (reader->at == reader->end)
            return 0;
        reader->bits = reader->bits << 8 | *reader->at++;
        reader->count += 8;
    }
    reader->count -= width;
    *value = reader->bits >> reader->count & (((uint32_t)1 << width) - 1);
    return 1;
}

/* True if nothing but the last byte's zeros is left. */
static inline int bcgn0_bits_at_end(const struct bcgn0_bit_reader *reader)
{
    return reader->at == reader->end && reader->count < 8 &&
           (reader->bits & (((uint32_t)1 << reader->count) - 1)) == 0;
}

#endif
