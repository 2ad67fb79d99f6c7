/* Few segments out of many. */
#ifndef PGNPACK_LIB_CHANGE_COMPACT_H
#define PGNPACK_LIB_CHANGE_COMPACT_H

#include "lib/change/copy.h"

/* Would pgnpack_copy_compact() with these options leave all segments as they are? */
int compact_is_done(const struct pgnpack_reader *reader, const struct pgnpack_copy_options *options);

/*
 * The segments before `first` as they are, and one of all others; deleted games are kept, as such, so that all numbers stay. The
 * new segment's record has the changes of all that it was made of.
 */
enum pgnpack_status compact_end(struct pgnpack_copy *copy, const struct pgnpack_reader *reader, size_t first);

#endif
