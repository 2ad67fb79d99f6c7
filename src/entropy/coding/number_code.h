/*
 * Numbers below 2^54 as one token byte each, which zstd's entropy stage packs well, and extra bits, which no
 * entropy stage could pack. docs/FORMAT.md, "Number code":
 *
 *     v < 64      token v, no extra bits
 *     otherwise   let e be the place of v's highest bit, 6 to 53:
 *                 token 64 + 4 * (e - 6) + 2 * (bit e - 1 of v) + (bit 0 of v), then bits 1 to e - 2 as e - 2
 *                 extra bits
 *
 * Extra bits fill bytes from their lowest bit up, the first number's first; the last byte is filled with zeros.
 * (Bit 0 is in the token because it is the sign of zigzag numbers.) Where the tokens end, the last one goes on; token 0
 * if there is none.
 */
#ifndef PGNPACK_ENTROPY_CODING_NUMBER_CODE_H
#define PGNPACK_ENTROPY_CODING_NUMBER_CODE_H

#include "util/bits.h"
#include "util/buffer.h"
#include "util/bytes.h"
#include "util/varint.h"

enum { NUMBER_CODE_DIRECT = 64, NUMBER_CODE_DIRECT_BITS = 6, NUMBER_CODE_BITS = 54 };

#define NUMBER_CODE_MAX ((UINT64_C(1) << NUMBER_CODE_BITS) - 1)

static inline uint8_t number_code_token(uint64_t value)
{
    if (value < NUMBER_CODE_DIRECT)
        return (uint8_t)value;
    unsigned top = highest_bit(value);
    return (uint8_t)(NUMBER_CODE_DIRECT + 4 * (top - NUMBER_CODE_DIRECT_BITS) + 2 * (value >> (top - 1) & 1) +
                     (value & 1));
}

static inline unsigned number_code_extra_bits(uint8_t token)
{
    return token < NUMBER_CODE_DIRECT ? 0 : NUMBER_CODE_DIRECT_BITS - 2u + ((token - 64u) >> 2);
}

struct number_writer {
    struct buffer tokens;
    struct buffer extra;
    uint64_t pending; /* extra bits that are no whole byte yet */
    unsigned pending_count;
};

static inline void number_writer_init(struct number_writer *writer, struct memory *memory)
{
    buffer_init(&writer->tokens, memory);
    buffer_init(&writer->extra, memory);
    writer->pending = 0;
    writer->pending_count = 0;
}

static inline void number_writer_free(struct number_writer *writer)
{
    buffer_free(&writer->tokens);
    buffer_free(&writer->extra);
}

static inline void number_writer_clear(struct number_writer *writer)
{
    buffer_clear(&writer->tokens);
    buffer_clear(&writer->extra);
    writer->pending = 0;
    writer->pending_count = 0;
}

/* `value` is at most NUMBER_CODE_MAX. */
static inline void number_write(struct number_writer *writer, uint64_t value)
{
    uint8_t token = number_code_token(value);
    unsigned bits = number_code_extra_bits(token);
    buffer_append_byte(&writer->tokens, token);
    writer->pending |= (value >> 1 & ((UINT64_C(1) << bits) - 1)) << writer->pending_count;
    writer->pending_count += bits;
    for (; writer->pending_count >= 8; writer->pending_count -= 8) {
        buffer_append_byte(&writer->extra, (uint8_t)writer->pending);
        writer->pending >>= 8;
    }
}

/* Call it behind the last number: tokens at the end that say nothing go. */
static inline void number_writer_finish(struct number_writer *writer)
{
    buffer_drop_repeats(&writer->tokens);
    if (writer->pending_count != 0)
        buffer_append_byte(&writer->extra, (uint8_t)writer->pending);
    writer->pending = 0;
    writer->pending_count = 0;
}

struct number_reader {
    struct byte_source tokens;
    struct byte_source extra;
    uint64_t pending;
    unsigned pending_count;
    uint8_t token; /* the last one */
};

static inline struct number_reader number_reader_of(struct byte_source tokens, struct byte_source extra)
{
    return (struct number_reader){.tokens = tokens, .extra = extra};
}

static inline int number_reader_failed(const struct number_reader *reader)
{
    return reader->tokens.failed | reader->extra.failed;
}

/* Is everything read, and what fills up the last byte zero? */
static inline int number_reader_at_end(const struct number_reader *reader)
{
    return !number_reader_failed(reader) && byte_source_left(&reader->tokens) == 0 &&
           byte_source_left(&reader->extra) == 0 && reader->pending == 0;
}

/* At most 51 bits. */
static inline uint64_t number_read_bits(struct number_reader *reader, unsigned bits)
{
    while (reader->pending_count < bits) {
        reader->pending |= (uint64_t)byte_source_byte(&reader->extra) << reader->pending_count;
        reader->pending_count += 8;
    }
    uint64_t value = reader->pending & ((UINT64_C(1) << bits) - 1);
    reader->pending >>= bits;
    reader->pending_count -= bits;
    return value;
}

/* Extra bits that are missing fail the reader: ask number_reader_failed() now and then. */
static inline uint64_t number_read(struct number_reader *reader)
{
    if (reader->tokens.at != reader->tokens.end)
        reader->token = *reader->tokens.at++;
    uint8_t token = reader->token;
    if (token < NUMBER_CODE_DIRECT)
        return token;
    unsigned bits = number_code_extra_bits(token);
    unsigned low = token - (unsigned)NUMBER_CODE_DIRECT;
    uint64_t top = UINT64_C(1) << (bits + 2) | (uint64_t)(low >> 1 & 1) << (bits + 1) | (low & 1);
    return top | number_read_bits(reader, bits) << 1;
}

#endif
