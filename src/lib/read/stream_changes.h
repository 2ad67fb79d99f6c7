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

static inline void stream_changes_init(struct stream_changes *changes, struct memory *memory)
{
    *changes = (struct stream_changes){.memory = memory};
    segment_list_init(&changes->segments, memory);
    buffer_init(&changes->blocks, memory);
}

static inline void stream_changes_free(struct stream_changes *changes)
{
    segment_list_free(&changes->segments);
    buffer_free(&changes->blocks);
    memory_release(changes->memory, changes->records, changes->record_capacity * sizeof *changes->records);
    changes->records = NULL;
    changes->record_count = changes->record_capacity = 0;
}

static inline void stream_changes_clear(struct stream_changes *changes)
{
    segment_list_clear(&changes->segments);
    buffer_clear(&changes->blocks);
    changes->record_count = 0;
}

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
