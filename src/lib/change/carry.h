/* Changes that go along when segments become one: the new segment's record tells of all of them. */
#ifndef PGNPACK_LIB_CHANGE_CARRY_H
#define PGNPACK_LIB_CHANGE_CARRY_H

#include "container/segments/segment_record.h"
#include "lib/open/reader.h"

/* Segments `first` to before `end` of a database become one. */
struct carry {
    const struct pgnpack_reader *reader; /* NULL: nothing is carried */
    size_t first, end;
    int keeps_deleted; /* all games come along; else deleted ones are gone, and of lists only their numbers are left */
};

/* Writes the changes of these segments, but not how they themselves were made of others. */
enum pgnpack_status carry_changes(const struct carry *carry, struct record_writer *out, struct memory *memory,
                                  struct error *error);

#endif
