/*
 * What stands at some place of a file, told by its own marks and checksums: for finding the way behind
 * damage.
 */
#ifndef PGNPACK_CONTAINER_FILE_FILE_ELEMENT_H
#define PGNPACK_CONTAINER_FILE_FILE_ELEMENT_H

#include "container/sections/block_format.h"
#include "container/file/file_format.h"

enum file_element { ELEMENT_NONE, ELEMENT_HEADER, ELEMENT_BLOCK, ELEMENT_FOOTER, ELEMENT_END_MARK };

/* Bytes that every kind can be told by. */
enum { ELEMENT_HEAD_SIZE = BCGN_BLOCK_HEADER_SIZE };

/*
 * What begins with these bytes at `offset` of a file, as far as its head's checksum can tell. `block` is set
 * for a block, `mark` for an end mark.
 */
enum file_element file_element_at(const uint8_t *bytes, size_t size, uint64_t offset,
                                  struct block_header *block, struct end_mark *mark);

#endif
