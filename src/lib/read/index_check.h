/* Holds a segment's index against its blocks: a false one lets searches pass over games. */
#ifndef PGNPACK_LIB_READ_INDEX_CHECK_H
#define PGNPACK_LIB_READ_INDEX_CHECK_H

#include "container/file/file_format.h"

/*
 * `told`: what the index tells of a segment's blocks; `seen`: what is true. What it does not know (dates or ratings that are both 0, a
 * hash that is 0) is not false. `games_before`: of the file, before the segment.
 */
enum pgnpack_status index_check(const struct block_index *told, const struct block_index *seen,
                                uint64_t games_before, struct error *error);

#endif
