/*
 * A stream of bits, each with its probability, in either direction: models that code by it are written once and
 * serve packing and unpacking, so the two cannot drift apart. On top of range_coder.h.
 */
#ifndef PGNPACK_ENTROPY_CODING_BIT_CODER_H
#define PGNPACK_ENTROPY_CODING_BIT_CODER_H

#include "entropy/coding/range_coder.h"

#define BIT_CODER_EVEN (UINT32_C(1) << 15)

struct bit_coder {
    struct buffer *out; /* NULL: it decodes */
    struct range_encoder encoder;
    struct range_decoder decoder;
    struct byte_source in;
};

/* `out` belongs to the caller and takes the stream's bytes. */
static inline void bit_coder_start_encoding(struct bit_coder *coder, struct buffer *out)
{
    *coder = (struct bit_coder){.out = out};
    range_encoder_start(&coder->encoder);
}

static inline void bit_coder_start_decoding(struct bit_coder *coder, struct byte_source in)
{
    *coder = (struct bit_coder){.in = in};
    range_decoder_start(&coder->decoder);
}

/* Codes a bit that is 1 in `one` of 2^16 cases, 0 < one < 2^16. Decoding ignores `bit`. Returns the bit. */
static inline unsigned bit_coder_code(struct bit_coder *coder, unsigned bit, uint32_t one)
{
    if (coder->out == NULL)
        return range_decode_bit(&coder->decoder, one, &coder->in);
    range_encode_bit(&coder->encoder, bit, one, coder->out);
    return bit;
}

/* The lowest `count` bits of a number, all alike; at most 64. */
static inline uint64_t bit_coder_code_plain(struct bit_coder *coder, uint64_t value, unsigned count)
{
    uint64_t result = 0;
    for (unsigned i = count; i-- > 0;)
        result = result << 1 | bit_coder_code(coder, (unsigned)(value >> i & 1), BIT_CODER_EVEN);
    return result;
}

/* Encoding: writes what is left. */
static inline void bit_coder_finish(struct bit_coder *coder)
{
    range_encoder_finish(&coder->encoder, coder->out);
}

/* Decoding: the stream was too short, or not one of range_coder.h. Bits are then of no meaning. */
static inline int bit_coder_failed(const struct bit_coder *coder)
{
    return coder->out == NULL && coder->in.failed;
}

/* Decoding: was everything read, and nothing beyond? */
static inline int bit_coder_at_end(const struct bit_coder *coder)
{
    return range_decoder_at_end(&coder->decoder, &coder->in);
}

#endif
