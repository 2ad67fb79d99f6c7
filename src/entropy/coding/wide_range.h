/*
 * A range coder as range_coder.h, of 64 bits: symbols as intervals of a total below 2^38, two bytes at a time.
 * docs/FORMAT.md, "Wide range coder". Sizes may be what tables say, whatever they add up to.
 */
#ifndef PGNPACK_ENTROPY_CODING_WIDE_RANGE_H
#define PGNPACK_ENTROPY_CODING_WIDE_RANGE_H

#include <stdint.h>

#include "entropy/coding/range_coder.h"

#define WIDE_RANGE_LOW_LIMIT (UINT64_C(1) << 48) /* `range` is never below between symbols */

/* Zeros that stand in for the bytes behind the end that the decoder looks at. */
enum { WIDE_RANGE_LOOKAHEAD = 7 };

struct wide_encoder {
    uint64_t low;
    uint64_t range;
    uint64_t pending; /* words kept back; the first is `kept`, the others 0xffff; 0: nothing is written yet */
    uint16_t kept;
    uint8_t is_used;
};

static inline void wide_encoder_start(struct wide_encoder *encoder)
{
    *encoder = (struct wide_encoder){.range = UINT64_MAX};
}

/* What is kept back goes out. */
RANGE_SELDOM void wide_encoder_flush(struct wide_encoder *encoder, struct buffer *out)
{
    for (unsigned word = encoder->kept; encoder->pending != 0; encoder->pending--, word = 0xffff) {
        buffer_append_byte(out, (uint8_t)(word >> 8));
        buffer_append_byte(out, (uint8_t)word);
    }
}

/* The top word of `low` is kept back, behind 0xffffs or alone. */
RANGE_SELDOM void wide_encoder_shift(struct wide_encoder *encoder, struct buffer *out)
{
    uint16_t word = (uint16_t)(encoder->low >> 48);
    if (word != 0xffff || encoder->pending == 0) {
        wide_encoder_flush(encoder, out);
        encoder->kept = word;
    }
    encoder->pending++;
    encoder->low <<= 16;
}

/* `low` has passed 2^64: what is kept back is one more. The first word of a stream is never passed. */
RANGE_SELDOM void wide_encoder_carry(struct wide_encoder *encoder, struct buffer *out)
{
    encoder->kept++;
    if (encoder->pending == 1)
        return;
    uint64_t zeros = encoder->pending - 2;
    encoder->pending = 1;
    wide_encoder_flush(encoder, out);
    for (; zeros != 0; zeros--)
        buffer_append(out, "\0", 2);
    encoder->kept = 0;
    encoder->pending = 1;
}

static inline void wide_encoder_add(struct wide_encoder *encoder, uint64_t more, struct buffer *out)
{
    encoder->low += more;
    if (encoder->low < more)
        wide_encoder_carry(encoder, out);
}

/* The symbol [start, start + size) of `total`; 0 < size, start + size <= total < 2^38. */
static inline void wide_encode(struct wide_encoder *encoder, uint64_t start, uint64_t size, uint64_t total,
                               struct buffer *out)
{
    uint64_t unit = encoder->range / total;
    wide_encoder_add(encoder, unit * start, out);
    encoder->range = unit * size;
    encoder->is_used = 1;
    for (; encoder->range < WIDE_RANGE_LOW_LIMIT; encoder->range <<= 16)
        wide_encoder_shift(encoder, out);
}

/* How far from `low` on the number is that has the most zeros at its end, of those below low + range: 8, 7 or 6 bytes. */
static inline uint64_t wide_range_number(uint64_t low, uint64_t range)
{
    uint64_t behind = 0 - low;
    for (unsigned bits = 56; behind >= range; bits -= 8)
        behind &= (UINT64_C(1) << bits) - 1;
    return behind;
}

/* Ends the stream with a byte or two. No symbols: no bytes. */
static inline void wide_encoder_finish(struct wide_encoder *encoder, struct buffer *out)
{
    if (!encoder->is_used)
        return;
    uint64_t behind = (0 - encoder->low) & (UINT64_MAX >> 8);
    int takes_two = behind >= encoder->range;
    wide_encoder_add(encoder, takes_two ? behind & (WIDE_RANGE_LOW_LIMIT - 1) : behind, out);
    wide_encoder_flush(encoder, out);
    buffer_append_byte(out, (uint8_t)(encoder->low >> 56));
    if (takes_two)
        buffer_append_byte(out, (uint8_t)(encoder->low >> 48));
}

/* As range_decoder: a source that has failed gives zeros, and `range` stays large. */
struct wide_decoder {
    uint64_t code; /* below `range`, unless the source has failed */
    uint64_t range;
    uint8_t is_used;
    uint8_t lookahead; /* zeros read behind the end */
};

static inline void wide_decoder_start(struct wide_decoder *decoder)
{
    *decoder = (struct wide_decoder){.range = UINT64_MAX};
}

static inline unsigned wide_decoder_byte(struct wide_decoder *decoder, struct byte_source *in)
{
    if (in->at != in->end)
        return *in->at++;
    if (++decoder->lookahead > WIDE_RANGE_LOOKAHEAD) {
        decoder->lookahead = WIDE_RANGE_LOOKAHEAD;
        in->failed = 1;
    }
    return 0;
}

RANGE_SELDOM void wide_decoder_shift(struct wide_decoder *decoder, struct byte_source *in)
{
    unsigned word = wide_decoder_byte(decoder, in) << 8;
    decoder->code = decoder->code << 16 | word | wide_decoder_byte(decoder, in);
}

/* Before the first symbol. */
RANGE_SELDOM void wide_decoder_fill(struct wide_decoder *decoder, struct byte_source *in)
{
    for (unsigned i = 0; i < 4; i++)
        wide_decoder_shift(decoder, in);
    decoder->is_used = 1;
    in->failed |= decoder->code >= decoder->range;
}

/*
 * What one of `total` takes of the range: a symbol [start, start + size) begins at unit * start. Fails `in` when the number is
 * in none of them.
 */
static inline uint64_t wide_decode(struct wide_decoder *decoder, uint64_t total, struct byte_source *in)
{
    if (!decoder->is_used)
        wide_decoder_fill(decoder, in);
    uint64_t unit = decoder->range / total;
    if (decoder->code >= unit * total) {
        in->failed = 1;
        decoder->code = 0;
    }
    return unit;
}

/* Takes the symbol that has `size` of the range; `code` is how far from its beginning on the number is. */
static inline void wide_decoder_take(struct wide_decoder *decoder, uint64_t code, uint64_t size,
                                     struct byte_source *in)
{
    decoder->code = code;
    decoder->range = size;
    for (; decoder->range < WIDE_RANGE_LOW_LIMIT; decoder->range <<= 16)
        wide_decoder_shift(decoder, in);
}

#endif
