/* Files whose blocks are made by hand, section by section: with them, decoders can be told anything. */
#ifndef PGNPACK_TESTS_SHARED_HANDMADE_H
#define PGNPACK_TESTS_SHARED_HANDMADE_H

#include <stdint.h>

#include "shared/bytes.h"

struct section {
    uint8_t type;
    uint8_t packing;
    uint16_t index;
    uint32_t raw_size;
    struct bytes stored;
};

/* A section of `raw_size` bytes that are all `value`: a kilobyte for sixteen megabytes. */
struct section section_bomb(uint8_t type, uint8_t value, uint32_t raw_size);

/* One that is stored as it is. */
struct section section_plain(uint8_t type, const void *bytes, size_t size);

/*
 * A file of `block_count` blocks of these sections (which are freed), each with a text of `text_size` bytes (whose
 * hash is wrong, unless there are none), and a footer that fits them.
 */
void make_file(struct bytes *file, struct section *sections, size_t count, uint32_t text_size, uint32_t games,
               uint32_t block_count);

#endif
