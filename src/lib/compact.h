/* Few segments out of many. */
#ifndef PGNPACK_LIB_COMPACT_H
#define PGNPACK_LIB_COMPACT_H

#include "lib/copy.h"

/* Would pgnpack_copy_compact() at this level (0: none is asked for) leave all segments as they are? */
int compact_is_done(const struct pgnpack_reader *reader, int level);

/*
 * The segments before `first` as they are, and one of all others; deleted games are kept, as such, so that all numbers stay. The
 * new segment tells what is deleted before it as of now.
 */
enum pgnpack_status compact_end(struct pgnpack_copy *copy, const struct pgnpack_reader *reader, size_t first);

#endif
