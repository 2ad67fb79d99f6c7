/*
 * The index of a file that was not closed properly, whose beginning is missing or whose own index is damaged: made
 * from the blocks' headers.
 *
 * In a row, which begins at the file's start, behind a file header or behind a block, a block's header is believed
 * if another element, or the file's end, follows where it says: so a file of sound blocks is opened by reading their
 * headers. From where a row ends, each byte is read, until a block is found that is whole. That way no byte is read
 * twice, and rows read two heads of 64 bytes for each place that has a block's header: all that is read is bound by
 * the file's size, whatever headers claim.
 */
#ifndef PGNPACK_LIB_OPEN_READER_REBUILD_H
#define PGNPACK_LIB_OPEN_READER_REBUILD_H

#include "lib/open/reader.h"

/*
 * Makes reader->index anew, from the headers of the blocks that are there. Gives up, with an empty index, if there
 * is none up to `first_offset_max`.
 */
enum pgnpack_status reader_open_by_blocks(struct pgnpack_reader *reader, uint64_t first_offset_max);

#endif
