/*
 * The range decoder: from any state that it can be in, whether its source has failed or not, each step leads to such a
 * state. It divides by what it has read: nothing that it reads may make that 0.
 *
 * Sources: src/util/buffer.c tests/prove/memory.c
 * Options: -eva-slevel 60
 */
#include "entropy/coding/bit_coder.h"
#include "prove.h"

enum { SIZE_MAX_TRIED = 5, ONE_MAX = (1 << 16) - 1 };

static uint8_t bytes[SIZE_MAX_TRIED];

static struct bit_coder any_coder(size_t size)
{
    struct bit_coder coder;
    any_bytes(bytes, sizeof bytes);
    bit_coder_start_decoding(&coder, byte_source_of(bytes + sizeof bytes - size, size));
    coder.in.failed = (int)any_number(0, 1);
    coder.decoder.code = (uint32_t)any_number(0, UINT32_MAX);
    coder.decoder.range = (uint32_t)any_number(RANGE_LOW_LIMIT, UINT32_MAX);
    coder.decoder.unit = (uint32_t)any_number(0, UINT32_MAX);
    coder.decoder.is_used = (uint8_t)any_number(0, 1);
    coder.decoder.lookahead = (uint8_t)any_number(0, UINT8_MAX);
    return coder;
}

static void decode_bits(size_t size)
{
    struct bit_coder coder = any_coder(size);
    bit_coder_code(&coder, 0, (uint32_t)any_number(1, ONE_MAX));
    //@ assert coder.decoder.range >= (1U << 24);
    bit_coder_failed(&coder);
    bit_coder_at_end(&coder);
}

static void decode_symbol(size_t size)
{
    struct bit_coder coder = any_coder(size);
    uint32_t total = (uint32_t)any_number(1, RANGE_TOTAL_MAX);
    uint32_t place = range_decode(&coder.decoder, total, &coder.in);
    //@ assert coder.decoder.unit >= 1U << 7;
    range_decoder_take(&coder.decoder, (uint32_t)any_number(0, place), (uint32_t)any_number(1, total),
                       &coder.in);
    //@ assert coder.decoder.range >= (1U << 24);
    range_decoder_at_end(&coder.decoder, &coder.in);
}

int main(void)
{
    for (size_t size = 0; size <= SIZE_MAX_TRIED; size++) {
        decode_bits(size);
        decode_symbol(size);
    }
    return 0;
}
