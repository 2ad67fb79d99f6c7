#include "bcgn0/bcgn0_header.h"

#include <string.h>

static const uint8_t magic[4] = {'B', 'C', 'G', 'N'};

enum {
    VERSION_OFFSET = 4,
    SCHEME_OFFSET = 5,
    AUX_COMPRESSION_OFFSET = 6,
    FLAGS_OFFSET = 7,
    RESERVED_OFFSET = 8,
    HEADERLESS_FLAG =
        0x80 /* the other flags are reserved: written as 0 and ignored, as the old reader does */
};

void bcgn0_header_encode(const struct bcgn0_header *header, uint8_t bytes[BCGN0_HEADER_SIZE])
{
    memset(bytes, 0, BCGN0_HEADER_SIZE);
    memcpy(bytes, magic, sizeof magic);
    bytes[SCHEME_OFFSET] = (uint8_t)header->scheme;
    bytes[FLAGS_OFFSET] = header->headerless ? HEADERLESS_FLAG : 0;
}

static enum pgnpack_status check_magic(const uint8_t *bytes, size_t size, struct error *error)
{
    if (size == 0)
        return error_set(error, PGNPACK_ERROR_NOT_BCGN, "the file is empty, not a BCGN file");
    if (memcmp(bytes, magic, size < sizeof magic ? size : sizeof magic) != 0)
        return error_set(error, PGNPACK_ERROR_NOT_BCGN, "not a BCGN file: it does not begin with \"BCGN\"");
    if (size < BCGN0_HEADER_SIZE)
        return error_set(error, PGNPACK_ERROR_TRUNCATED, "the file ends inside its 32-byte header");
    return PGNPACK_OK;
}

static int all_zero(const uint8_t *bytes, size_t size)
{
    uint8_t seen = 0;
    for (size_t i = 0; i < size; i++)
        seen |= bytes[i];
    return seen == 0;
}

enum pgnpack_status bcgn0_header_decode(const uint8_t *bytes, size_t size, struct bcgn0_header *header,
                                        struct error *error)
{
    enum pgnpack_status status = check_magic(bytes, size, error);
    if (status != PGNPACK_OK)
        return status;
    if (bytes[VERSION_OFFSET] != 0)
        return error_set(error, PGNPACK_ERROR_UNSUPPORTED, "BCGN version %u, not version 0",
                         bytes[VERSION_OFFSET]);
    if (bytes[SCHEME_OFFSET] > PGNPACK_BCGN0_VARIABLE)
        return error_set(error, PGNPACK_ERROR_UNSUPPORTED, "unknown compression scheme %u",
                         bytes[SCHEME_OFFSET]);
    if (bytes[AUX_COMPRESSION_OFFSET] != 0)
        return error_set(error, PGNPACK_ERROR_UNSUPPORTED, "unknown auxiliary compression %u",
                         bytes[AUX_COMPRESSION_OFFSET]);
    if (!all_zero(bytes + RESERVED_OFFSET, BCGN0_HEADER_SIZE - RESERVED_OFFSET))
        return error_set(error, PGNPACK_ERROR_UNSUPPORTED, "reserved bytes of the header are not zero");
    header->scheme = (enum pgnpack_bcgn0_scheme)bytes[SCHEME_OFFSET];
    header->headerless = (bytes[FLAGS_OFFSET] & HEADERLESS_FLAG) != 0;
    return PGNPACK_OK;
}
