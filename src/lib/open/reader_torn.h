/*
 * What is behind the last end mark of a file, judged once for all: a change that is being made or was broken off, one that lacks
 * nothing but its end mark, or what is cut or damaged (docs/FORMAT.md, chapter 5, "Committed").
 */
#ifndef PGNPACK_LIB_OPEN_READER_TORN_H
#define PGNPACK_LIB_OPEN_READER_TORN_H

#include "lib/open/reader.h"

struct torn_end {
    enum pgnpack_torn kind;
    uint64_t end;       /* of what counts, with an end mark that is missing */
    uint64_t committed; /* where the last end mark ends that is there */
    uint64_t size;      /* bytes of the file behind `end`, or of the end mark that is not whole */
    uint8_t mark[BCGN_END_MARK_SIZE]; /* with PGNPACK_TORN_UNMARKED: what it has to be */
};

/*
 * Walks from the beginning of the file from element to element, as their heads tell. PGNPACK_TORN_NOT: it ends with an end mark, or
 * has none at all; what is wrong with it then is no matter of its end.
 */
enum pgnpack_status reader_find_torn(const struct pgnpack_reader *reader, struct torn_end *torn,
                                     struct error *error);

/* What seemed to lack an end mark has other faults. */
void torn_end_set_damaged(struct torn_end *torn, uint64_t file_size);

/*
 * Are these bytes, with which a file ends at `offset`, what a write that was broken off leaves of the header of a segment that is being
 * made, or of this end mark? That is the first bytes, zeros, or one of them on each side of a border of the disk's sectors.
 */
int torn_is_part_of_header(const uint8_t *bytes, size_t size, uint64_t offset);
int torn_is_part_of_mark(const uint8_t *bytes, size_t size, uint64_t offset, const struct end_mark *mark);

#endif
