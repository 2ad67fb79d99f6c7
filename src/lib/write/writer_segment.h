/* A writer whose segment becomes a change of a database: what its last annexes tell, and when it may end. `sync` and `set_made` may be
   NULL: then the whole file gets its name when all of it is there. */
#ifndef PGNPACK_LIB_WRITE_WRITER_SEGMENT_H
#define PGNPACK_LIB_WRITE_WRITER_SEGMENT_H

#include "container/segments/id_list.h"
#include "container/segments/segment_record.h"
#include "lib/write/game_gap.h"

/* What a segment's last annexes tell. */
struct segment_description {
    struct record_writer record;
    const struct id_list *ids; /* of its games; the describer's, as all; NULL: none */
    const struct id_links *further;
};

struct writer_segment {
    /* Called when all games are packed and counted. */
    enum pgnpack_status (*describe)(void *opaque, const struct pgnpack_writer_totals *totals,
                                    struct segment_description *description, struct error *error);
    /* Called behind the segment's header, and when all but its end mark is written: that is to be brought to the disk. */
    enum pgnpack_status (*sync)(void *opaque, struct error *error);
    /* Called then: the header, which says that the segment is being made, is to say that no longer. */
    enum pgnpack_status (*set_made)(void *opaque, struct error *error);
    /* Called before the first text: where it comes to stand. NULL: in a new file. */
    enum pgnpack_status (*find_end)(void *opaque, struct game_gap *gap, struct error *error);
    void *opaque;
};

/* Of a writer to which nothing was written yet. Only writer_finish_segment() ends it then. */
void writer_set_segment(struct pgnpack_writer *writer, const struct writer_segment *segment);

/* Of a change, in seconds since 1970: as it was given, or now where that is 0. */
uint64_t writer_change_time(uint64_t seconds);

/* Was anything written to it, or a file begun? */
int writer_has_text(const struct pgnpack_writer *writer);

/* pgnpack_writer_finish() for whom the writer belongs to. */
enum pgnpack_status writer_finish_segment(struct pgnpack_writer *writer);

#endif
