/*
 * BCGN 0: header, entries without a header, strings, bits: all bytes of small sizes.
 *
 * Sources: src/bcgn0/bcgn0_entry.c src/bcgn0/bcgn0_header.c src/util/buffer.c tests/prove/memory.c tests/prove/error.c
 */
#include "bcgn0/bcgn0_bits.h"
#include "bcgn0/bcgn0_entry.h"
#include "bcgn0/bcgn0_header.h"
#include "prove.h"

enum { ENTRY_SIZE_MAX_TRIED = 40 };

static uint8_t bytes[BCGN0_HEADER_SIZE > ENTRY_SIZE_MAX_TRIED ? BCGN0_HEADER_SIZE : ENTRY_SIZE_MAX_TRIED];

/* The last `size` bytes of an array, so that a read behind the end is outside of it. */
static const uint8_t *any_last_bytes(size_t size)
{
    any_bytes(bytes, sizeof bytes);
    return bytes + sizeof bytes - size;
}

static void read_bits(size_t size, unsigned width)
{
    unsigned value;
    const uint8_t *start = any_last_bytes(size);
    struct bcgn0_bit_reader reader = {.at = start, .end = start + size};
    while (bcgn0_bits_get(&reader, width, &value))
        ;
    bcgn0_bits_at_end(&reader);
}

static void read_string(size_t size)
{
    struct text string;
    const uint8_t *at = any_last_bytes(size);
    bcgn0_string_decode(&at, at + size, &string);
}

int main(void)
{
    struct bcgn0_header header;
    struct bcgn0_entry entry;
    struct error error;
    error_clear(&error);
    for (size_t size = 0; size <= BCGN0_HEADER_SIZE; size++)
        bcgn0_header_decode(any_last_bytes(size), size, &header, &error);
    for (size_t size = 0; size <= ENTRY_SIZE_MAX_TRIED; size++)
        bcgn0_entry_decode(any_last_bytes(size), size, 1, &entry);
    for (size_t size = 0; size <= ENTRY_SIZE_MAX_TRIED; size++)
        read_string(size);
    for (unsigned width = 1; width <= BCGN0_BITS_WIDTH_MAX; width++)
        read_bits(4, width);
    return 0;
}
