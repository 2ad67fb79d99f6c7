/*
 * Which of the blocks that headers announce are whole, where damage or hostile hands left headers that announce
 * none. docs/FORMAT.md, "Recovery".
 *
 * A header costs an attacker 64 bytes and may claim 16 MiB, so that checking what each one claims would be
 * quadratic work. How many bytes are hashed for each byte of the file, up to the furthest end of a block looked at:
 * - A block within which no other header stands ends before the next header does, so that all such blocks together are
 *   no more than the file and what their ends have of the next one's 64 bytes: 1. They are always checked.
 * - A block within which other headers stand (real ones have them only in texts) is checked while those that proved
 *   false took no more than SEARCH_SPENT_MAX = 8. There are two kinds with 8 each, so that headers in texts cannot use
 *   up what is meant for real blocks: what another element, or the file's end, follows, and others: 16. Those that are
 *   whole do not overlap: 1.
 * - The checksum of a header, wherever there is a marker: at most 60 for 8 bytes, when the next header is sought and
 *   when its place is come to.
 * No byte is sought in twice: `scanned` only grows.
 */
#ifndef PGNPACK_LIB_OPEN_BLOCK_SEARCH_H
#define PGNPACK_LIB_OPEN_BLOCK_SEARCH_H

#include "container/file/file_element.h"
#include "lib/open/byte_stream.h"

enum { SEARCH_SPENT_MAX = 8 };

struct block_search {
    struct byte_stream *stream;
    uint64_t scanned;    /* no block's header begins behind the last place asked for and before here; ... */
    int header_is_there; /* ... one does here */
    uint64_t checked_offset; /* of the block that was checked last, ... */
    int checked_is_whole;    /* ... and what came of it */
    uint64_t furthest;       /* where the furthest block that was looked at ends */
    uint64_t spent[2];       /* bytes hashed in vain; [1]: of blocks that an element follows */
};

static inline void block_search_start(struct block_search *search, struct byte_stream *stream)
{
    *search = (struct block_search){.stream = stream, .checked_offset = UINT64_MAX};
}

/*
 * Are table and sections of the block at the stream's place, whose header this is, what their checksums say? Optional
 * sections are let off, its text needs none, unless another header begins within the block: some of its bytes may be
 * missing then, and the next block stand where they should. Places must not go down. Returns a status for failures of
 * reading and of memory only.
 */
enum pgnpack_status block_search_check(struct block_search *search, const struct block_header *header,
                                       int *is_whole_ret, struct error *error);

#endif
