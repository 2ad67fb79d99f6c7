/*
 * A file's index as bytes, for other processes that open the same file: a cache of what opening found, not a part of the
 * format. Other versions of the library may refuse it.
 *
 * Little-endian: "pgnpkidx", layout 4, version of the library 4, size of the file 8, XXH64 of the file's last bytes
 * (SAVED_INDEX_END_SIZE, or all there are) 8, whether the index was made from the blocks 4, zero 12. Then varints:
 * blocks, and for each of them: bytes of the file between the block before and this one, block size, text size, games,
 * flags, dates, Elos and the hash of its header as in the file's own index; segments, and for each of
 * them: its offset, size, blocks, 0 (no record), 1 (a record) or 2 (a damaged one), time, identity before it (8 bytes), size and bytes
 * of its command; ranges of deleted games, and for each of them: games since the range before, games. Then the XXH64 of all that 8.
 */
#ifndef PGNPACK_CONTAINER_SEGMENTS_SAVED_INDEX_H
#define PGNPACK_CONTAINER_SEGMENTS_SAVED_INDEX_H

#include "container/segments/segment_list.h"

enum { SAVED_INDEX_END_SIZE = 4096 };

/* What ties it to its file, and what is not of single blocks. */
struct saved_index_facts {
    uint64_t file_size;
    uint64_t end_hash;
    int is_rebuilt; /* the file has no sound index of its own */
};

/* What it has of its file. */
struct saved_index {
    struct block_index *index;
    struct segment_list *segments;
    struct deleted_games *deleted;
};

/* Appends it. Returns 0 when there is no memory. */
int saved_index_write(const struct saved_index *saved, const struct saved_index_facts *facts,
                      struct buffer *out);

/*
 * Fills an empty index, segments and deleted games, and is_rebuilt of `facts`, whose other members say which file it is to be of.
 * Trusts nothing. PGNPACK_ERROR_UNSUPPORTED: it is another version's; PGNPACK_ERROR_ARGUMENT: of another file;
 * PGNPACK_ERROR_CORRUPT.
 */
enum pgnpack_status saved_index_read(const uint8_t *bytes, size_t size, struct saved_index_facts *facts,
                                     struct saved_index *saved, struct error *error);

#endif
