/*
 * A range coder: symbols as intervals of a total of at most 2^17, a byte at a time, 32-bit arithmetic.
 * docs/FORMAT.md, "Range coder". Carries go through: the last byte and the run of 255s behind it are kept back
 * until it is certain what they are. The end takes one byte.
 */
#ifndef PGNPACK_ENTROPY_CODING_RANGE_CODER_H
#define PGNPACK_ENTROPY_CODING_RANGE_CODER_H

#include <stdint.h>

#include "util/buffer.h"
#include "util/varint.h"

#define RANGE_TOTAL_MAX (UINT32_C(1) << 17)
#define RANGE_LOW_LIMIT (UINT32_C(1) << 24) /* `range` is never below between symbols */

/* Zeros that stand in for the bytes behind the end that the decoder looks at. */
enum { RANGE_LOOKAHEAD = 3 };

struct range_encoder {
    uint64_t low;     /* below 2^33: bit 32 is a carry */
    uint64_t pending; /* bytes kept back; the first is `kept`, the others 255; 0: nothing is written yet */
    uint32_t range;
    uint8_t kept;
    uint8_t is_used;
};

static inline void range_encoder_start(struct range_encoder *encoder)
{
    *encoder = (struct range_encoder){.range = UINT32_MAX};
}

/* The top byte of `low` goes out, or is kept back. */
static inline void range_encoder_shift(struct range_encoder *encoder, struct buffer *out)
{
    if (encoder->low < UINT64_C(0xff000000) || encoder->low >> 32 != 0) {
        unsigned carry = (unsigned)(encoder->low >> 32);
        if (encoder->pending != 0)
            buffer_append_byte(out, (uint8_t)(encoder->kept + carry));
        for (; encoder->pending > 1; encoder->pending--)
            buffer_append_byte(out, (uint8_t)(0xff + carry));
        encoder->pending = 0;
        encoder->kept = (uint8_t)(encoder->low >> 24);
    } else if (encoder->pending == 0) {
        encoder->kept = 0xff; /* the stream's first byte: no carry can come before it */
    }
    encoder->pending++;
    encoder->low = (encoder->low & 0xffffff) << 8;
}

/* Few symbols are behind this; kept out of the way of the others. */
#if defined(__GNUC__)
#define RANGE_SELDOM static __attribute__((noinline, unused))
#else
#define RANGE_SELDOM static inline
#endif

RANGE_SELDOM void range_encoder_renormalise(struct range_encoder *encoder, struct buffer *out)
{
    do {
        encoder->range <<= 8;
        range_encoder_shift(encoder, out);
    } while (encoder->range < RANGE_LOW_LIMIT);
}

/* The symbol [start, start + size) of `total`; 0 < size, start + size <= total <= RANGE_TOTAL_MAX. */
static inline void range_encode(struct range_encoder *encoder, uint32_t start, uint32_t size, uint32_t total,
                                struct buffer *out)
{
    uint32_t unit = encoder->range / total;
    encoder->low += (uint64_t)unit * start;
    encoder->range = unit * size;
    encoder->is_used = 1;
    if (encoder->range < RANGE_LOW_LIMIT)
        range_encoder_renormalise(encoder, out);
}

/* A bit that is 1 in `one` of 2^16 cases; 0 < one < 2^16. */
static inline void range_encode_bit(struct range_encoder *encoder, unsigned bit, uint32_t one,
                                    struct buffer *out)
{
    uint32_t part = (uint32_t)((uint64_t)encoder->range * one >> 16);
    encoder->low += bit ? 0 : part;
    encoder->range = bit ? part : encoder->range - part;
    encoder->is_used = 1;
    if (encoder->range < RANGE_LOW_LIMIT)
        range_encoder_renormalise(encoder, out);
}

/* Ends the stream with the shortest number that is inside of the interval. No symbols: no bytes. */
static inline void range_encoder_finish(struct range_encoder *encoder, struct buffer *out)
{
    if (!encoder->is_used)
        return;
    encoder->low = (encoder->low + (RANGE_LOW_LIMIT - 1)) & ~(uint64_t)(RANGE_LOW_LIMIT - 1);
    range_encoder_shift(encoder, out);
    range_encoder_shift(encoder,
                        out); /* a zero, that pushes out what is kept back, and is not written itself */
}

/*
 * A source that has failed gives zeros, and the decoder stays in order: callers may ask for more before they look at
 * `failed`. `range` in particular stays large, because it is divided by totals.
 */
struct range_decoder {
    uint32_t code; /* below `range`, unless the source has failed */
    uint32_t range;
    uint32_t unit; /* of the symbol that is being read */
    uint8_t is_used;
    uint8_t lookahead; /* zeros read behind the end */
};

static inline void range_decoder_start(struct range_decoder *decoder)
{
    *decoder = (struct range_decoder){.range = UINT32_MAX};
}

static inline uint32_t range_decoder_byte(struct range_decoder *decoder, struct byte_source *in)
{
    if (in->at != in->end)
        return *in->at++;
    if (++decoder->lookahead > RANGE_LOOKAHEAD)
        in->failed = 1;
    return 0;
}

static inline void range_decoder_fill(struct range_decoder *decoder, struct byte_source *in)
{
    for (unsigned i = 0; i < 4; i++)
        decoder->code = decoder->code << 8 | range_decoder_byte(decoder, in);
    decoder->is_used = 1;
    in->failed |= decoder->code >= decoder->range;
}

RANGE_SELDOM void range_decoder_renormalise(struct range_decoder *decoder, struct byte_source *in)
{
    do {
        decoder->range <<= 8;
        decoder->code = decoder->code << 8 | range_decoder_byte(decoder, in);
    } while (decoder->range < RANGE_LOW_LIMIT);
}

/* Where in `total` the next symbol is: it begins at or before the result. Fails `in` when nothing is there. */
static inline uint32_t range_decode(struct range_decoder *decoder, uint32_t total, struct byte_source *in)
{
    if (!decoder->is_used)
        range_decoder_fill(decoder, in);
    decoder->unit = decoder->range / total;
    uint32_t place = decoder->code / decoder->unit;
    if (place < total)
        return place;
    in->failed = 1;
    return 0;
}

/* Takes the symbol [start, start + size) that range_decode() pointed into. */
static inline void range_decoder_take(struct range_decoder *decoder, uint32_t start, uint32_t size,
                                      struct byte_source *in)
{
    decoder->code -= decoder->unit * start;
    decoder->range = decoder->unit * size;
    if (decoder->range < RANGE_LOW_LIMIT)
        range_decoder_renormalise(decoder, in);
}

/* The mirror image of range_encode_bit(). */
static inline unsigned range_decode_bit(struct range_decoder *decoder, uint32_t one, struct byte_source *in)
{
    if (!decoder->is_used)
        range_decoder_fill(decoder, in);
    uint32_t part = (uint32_t)((uint64_t)decoder->range * one >> 16);
    unsigned bit = decoder->code < part;
    decoder->code -= bit ? 0 : part;
    decoder->range = bit ? part : decoder->range - part;
    if (decoder->range < RANGE_LOW_LIMIT)
        range_decoder_renormalise(decoder, in);
    return bit;
}

/* True where an encoder may have ended: all bytes are used, and what is left of the number is in order. */
static inline int range_decoder_at_end(const struct range_decoder *decoder, const struct byte_source *in)
{
    return !in->failed && in->at == in->end && (!decoder->is_used || decoder->lookahead == RANGE_LOOKAHEAD);
}

#endif
