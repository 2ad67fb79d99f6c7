/* Segments that go from database to database as they are. */
#ifndef PGNPACK_LIB_CHANGE_COPY_SEGMENTS_H
#define PGNPACK_LIB_CHANGE_COPY_SEGMENTS_H

#include "lib/change/copy.h"

/*
 * Copies a segment byte for byte. Each block is held against its checksums. Of a segment whose index does not have the
 * headers' hashes only that is made anew, so that it has an identity.
 */
enum pgnpack_status copy_segment(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                 const struct segment *segment);

#endif
