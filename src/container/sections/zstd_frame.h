/*
 * Are bytes one zstd frame as docs/FORMAT.md allows, without a dictionary, and whose window is its content or at most 16 MiB?
 * zstd's functions take several in a row, frames to be skipped, and those of old versions.
 */
#ifndef PGNPACK_CONTAINER_SECTIONS_ZSTD_FRAME_H
#define PGNPACK_CONTAINER_SECTIONS_ZSTD_FRAME_H

#include <zstd.h>

#include "util/bytes.h"

static inline int is_one_zstd_frame(const uint8_t *bytes, size_t size)
{
    enum {
        DESCRIPTOR = 4,
        WINDOW = 5,
        DICTIONARY = 0x03,
        SINGLE_SEGMENT = 0x20,
        WINDOW_MAX = (24 - 10) << 3
    };
    return size > WINDOW && load_le32(bytes) == ZSTD_MAGICNUMBER && (bytes[DESCRIPTOR] & DICTIONARY) == 0 &&
           ((bytes[DESCRIPTOR] & SINGLE_SEGMENT) != 0 || bytes[WINDOW] <= WINDOW_MAX) &&
           ZSTD_findFrameCompressedSize(bytes, size) == size;
}

#endif
