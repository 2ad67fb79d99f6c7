/*
 * What the segments of a stream tell of each other's games, put together as they go by: how many games of the text would not be
 * there if the stream were opened as a database, whose end tells first.
 */
#ifndef PGNPACK_LIB_READ_STREAM_CHANGES_H
#define PGNPACK_LIB_READ_STREAM_CHANGES_H

#include "container/segments/segment_list.h"
#include "util/error.h"
#include "util/work.h"

/* A block of a segment's record, as it is in the file. */
struct stream_record {
    size_t segment; /* number */
    size_t start, size;
    uint64_t offset; /* in the stream */
};

struct stream_changes {
    struct memory *memory;
    struct segment_list segments;
    struct stream_record *records;
    size_t record_count, record_capacity;
    struct buffer blocks; /* of the records, one after the other */
};

void stream_changes_init(struct stream_changes *changes, struct memory *memory);
void stream_changes_free(struct stream_changes *changes);
void stream_changes_clear(struct stream_changes *changes);

/* A block that is a record, of the segment that is not at its end yet. Returns 0 when there is no memory. */
int stream_changes_add_record(struct stream_changes *changes, const uint8_t *block, size_t size,
                              uint64_t offset);

/* A segment has ended, which has all these blocks. Returns 0 when there is no memory. */
int stream_changes_end_segment(struct stream_changes *changes, const struct block_index *index);

/*
 * After the last segment: how many games are deleted. A block of a record that is damaged, or a newer version's, counts as nothing, as in a
 * database; of the first one PGNPACK_ERROR_CORRUPT comes when all others were read.
 */
enum pgnpack_status stream_changes_count(struct stream_changes *changes, struct work_count *work,
                                         uint64_t *deleted_ret, struct error *error);

#endif
