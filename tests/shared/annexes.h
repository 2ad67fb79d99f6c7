/* Files as a later version may write them, with annexes and optional sections: nothing writes such yet. */
#ifndef PGNPACK_TESTS_SHARED_ANNEXES_H
#define PGNPACK_TESTS_SHARED_ANNEXES_H

#include "shared/bytes.h"

/* Where they are added (bits). */
enum annex_places {
    ANNEX_FIRST = 1,    /* an annex before the first block, ... */
    ANNEX_BETWEEN = 2,  /* ... before each other one, ... */
    ANNEX_LAST = 4,     /* ... behind the last one */
    ANNEX_OPTIONAL = 8, /* an optional section in each block */
    ANNEX_PLACES = 16
};

/* Stored bytes of an annex that add_annexes() adds, and the header and table before them. */
enum { ANNEX_PLAIN_SIZE = 30, ANNEX_PACKED_SIZE = 300, ANNEX_HEAD_SIZE = 64 + 2 * 16 };
enum { ANNEX_SIZE = ANNEX_HEAD_SIZE + ANNEX_PLAIN_SIZE + ANNEX_PACKED_SIZE };

/*
 * Appends the packed file `file`, of one segment, with sections and annexes added in these places, to `out`; the index
 * and the end mark fit them.
 */
void add_annexes(const struct bytes *file, unsigned places, struct bytes *out);

#endif
