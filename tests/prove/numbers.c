/*
 * Byte sources, varints and the number code: all bytes of all lengths up to what the longest of each takes, and more.
 *
 * Sources: tests/prove/error.c
 * Options: -eva-slevel 6000
 */
#include "entropy/coding/number_code.h"
#include "prove.h"
#include "util/bytes.h"
#include "util/varint.h"

enum { SIZE_MAX_TRIED = VARINT_SIZE_MAX + 2 };

static uint8_t bytes[SIZE_MAX_TRIED];

/* The last `size` bytes of an array, so that a read behind the end is outside of it. */
static struct byte_source any_source(size_t size)
{
    any_bytes(bytes, sizeof bytes);
    return byte_source_of(bytes + sizeof bytes - size, size);
}

static void read_bytes(size_t size)
{
    struct byte_source source = any_source(size);
    while (!source.failed)
        byte_source_byte(&source);
    source.failed = 0;
    const uint8_t *taken = byte_source_take(&source, (size_t)any_number(0, SIZE_MAX));
    /*@ assert taken == \null || source.at <= source.end; */
}

static void read_varints(size_t size)
{
    struct byte_source source = any_source(size);
    byte_source_varint(&source);
    uint64_t value = byte_source_varint_max(&source, 4096);
    //@ assert value <= 4096;
    zigzag_encode(zigzag_decode(value));
    zigzag_encode(zigzag_decode(any_number(0, UINT64_MAX)));
}

/* From any state that the reader can be in, with as many bytes left as can matter; it leaves such a state. */
static void read_number_bits(unsigned pending_count, unsigned bits, size_t left)
{
    struct number_reader reader = number_reader_of(any_source(0), any_source(left));
    reader.pending = any_number(0, UINT64_MAX);
    reader.pending_count = pending_count;
    number_read_bits(&reader, bits);
    //@ assert reader.pending_count < 8;
}

static void read_numbers(void)
{
    enum { BITS_MAX = 51, BYTES_MAX = (BITS_MAX + 7) / 8 };
    unsigned most = number_code_extra_bits((uint8_t)any_number(0, UINT8_MAX));
    //@ assert most <= 51;
    for (unsigned count = 0; count < 8; count++)
        for (unsigned bits = 0; bits <= BITS_MAX; bits++)
            for (size_t left = 0; left <= BYTES_MAX; left++)
                read_number_bits(count, bits, left);
    struct number_reader reader = number_reader_of(any_source(1), any_source(BYTES_MAX));
    reader.token = (uint8_t)any_number(0, UINT8_MAX);
    number_read(&reader);
}

int main(void)
{
    struct byte_source nothing = byte_source_of(NULL, 0);
    byte_source_byte(&nothing);
    for (size_t size = 0; size <= SIZE_MAX_TRIED; size++) {
        read_bytes(size);
        read_varints(size);
    }
    read_numbers();
    return 0;
}
