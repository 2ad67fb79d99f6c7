/* The 32 bytes at the start of a BCGN 0 file. */
#ifndef PGNPACK_BCGN0_BCGN0_HEADER_H
#define PGNPACK_BCGN0_BCGN0_HEADER_H

#include <stddef.h>
#include <stdint.h>

#include "bcgn0/bcgn0_format.h"
#include "pgnpack_extra.h"
#include "util/error.h"

struct bcgn0_header {
    enum pgnpack_bcgn0_scheme scheme;
    int headerless; /* entries without names and tags */
};

void bcgn0_header_encode(const struct bcgn0_header *header, uint8_t bytes[BCGN0_HEADER_SIZE]);

/* `size` is what the file has, up to BCGN0_HEADER_SIZE. */
enum pgnpack_status bcgn0_header_decode(const uint8_t *bytes, size_t size, struct bcgn0_header *header,
                                        struct error *error);

#endif
