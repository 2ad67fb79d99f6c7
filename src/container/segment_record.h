/*
 * What a segment changed in its database: section 131 of the annex that is its last block. docs/FORMAT.md, chapter 30.
 *
 * varint: seconds since 1970; 8 bytes: identity of the segment before; varint and bytes: the command; then lists, each: 8 bytes,
 * the identity of a segment (0: this one); varint: 2 * ranges + (1: they are deleted, 0: there again); of each range two varints:
 * games since the range before (or the segment's beginning), games - 1. Where several segments have the identity, the last one before
 * the record is meant, and numbers beyond its games go on in the one before that.
 */
#ifndef PGNPACK_CONTAINER_SEGMENT_RECORD_H
#define PGNPACK_CONTAINER_SEGMENT_RECORD_H

#include "container/segment_list.h"
#include "container/deleted_games.h"
#include "util/varint.h"

enum { RECORD_COMMAND_SIZE_MAX = 4096 };

struct record_head {
    uint64_t time;
    uint64_t previous;
    struct text command; /* lies in the record */
};

/* ---- Writing ---- */

void record_write_head(const struct record_head *head, struct buffer *out);

/*
 * The ranges are inside the segment (`identity`; 0: the record's own), ascending, and all alike. `games_after`: of all segments of that
 * identity between it and the record.
 */
void record_write_ranges(uint64_t identity, uint64_t games_after, const struct game_range *ranges,
                         size_t count, struct buffer *out);

/* ---- Reading ---- */

enum pgnpack_status record_read_head(struct byte_source *source, struct record_head *head,
                                     struct error *error);

/*
 * Adds all changes to `ranges`, as games of the database; `number`: the record's segment. Changes of segments that are not
 * there are passed over.
 */
enum pgnpack_status record_read_ranges(struct byte_source *source, const struct segment_list *segments,
                                       size_t number, struct game_range_list *ranges, struct memory *memory,
                                       struct error *error);

#endif
