/* What the segments of an opened database tell of its changes. */
#ifndef PGNPACK_LIB_OPEN_READER_RECORDS_H
#define PGNPACK_LIB_OPEN_READER_RECORDS_H

#include "container/segments/segment_record.h"
#include "lib/open/reader.h"

/* Who is told of changes and their lists, in order. Each function may be NULL. */
struct record_visitor {
    /* A change, with its number in this database (0: it is none); one of a segment without a record has nothing else. */
    enum pgnpack_status (*change)(void *opaque, size_t segment, const struct record_change *change,
                                  struct error *error);
    /* A list of the change that was told last; what it takes of the ranges is its own. */
    enum pgnpack_status (*list)(void *opaque, size_t segment, struct record_list *list, struct error *error);
    /* A block of the segment's record is damaged, and passed over. NULL: that is a failure, if it was not so at the opening. */
    void (*damage)(void *opaque, size_t segment, const struct error *error);
    void *opaque;
};

/*
 * Tells of all changes of the database. Fails for what keeps from reading at all (memory, a limit, the medium), or as the visitor says.
 */
enum pgnpack_status reader_visit_records(const struct pgnpack_reader *reader, struct memory *memory,
                                         struct work_count *work, const struct record_visitor *visitor,
                                         struct error *error);

/* The first block of the segment's record; behind the last one of the segment: it has none. */
size_t reader_record_start(const struct pgnpack_reader *reader, const struct segment *segment);

/*
 * Reads the records of all segments: what is deleted, and what segments tell of themselves. A damaged one is noted in its segment, and
 * games that it deleted are there again.
 */
enum pgnpack_status reader_read_records(struct pgnpack_reader *reader, struct error *error);

/* Adds the ranges of a list to games of which only counts that they are deleted. Returns 0 when there is no memory. */
int record_list_delete(struct record_list *list, struct deleted_games *games);

#endif
