/*
 * A file at whose end a change was broken off, or is just being made: a segment begins behind an end mark, and does not end.
 * What is before is what the database has.
 */
#ifndef PGNPACK_LIB_READER_TORN_H
#define PGNPACK_LIB_READER_TORN_H

#include "lib/reader.h"

/*
 * Walks from the beginning of the file from element to element, as their heads tell. *end_ret: where its last whole segment
 * ends, if what follows is the beginning of one; 0: it is not such a file.
 */
enum pgnpack_status reader_find_torn(const struct pgnpack_reader *reader, uint64_t *end_ret,
                                     struct error *error);

#endif
