/* Are bytes one zstd frame? zstd's functions take several in a row, frames to be skipped, and those of old versions. */
#ifndef PGNPACK_CONTAINER_ZSTD_FRAME_H
#define PGNPACK_CONTAINER_ZSTD_FRAME_H

#include <zstd.h>

#include "util/bytes.h"

static inline int is_one_zstd_frame(const uint8_t *bytes, size_t size)
{
    return size >= sizeof(uint32_t) && load_le32(bytes) == ZSTD_MAGICNUMBER &&
           ZSTD_findFrameCompressedSize(bytes, size) == size;
}

#endif
