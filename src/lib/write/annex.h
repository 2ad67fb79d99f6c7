/* An annex on its way into a file: a block without games whose sections are about all of its segment. */
#ifndef PGNPACK_LIB_WRITE_ANNEX_H
#define PGNPACK_LIB_WRITE_ANNEX_H

#include "container/file/file_format.h"
#include "container/sections/section_packer.h"

struct annex {
    struct section_packer packer;
    uint8_t flags; /* BCGN_BLOCK_RECORD and _DELETES may be added */
};

/* Without sections. */
void annex_init(struct annex *annex, struct memory *memory);
void annex_free(struct annex *annex);

/* Adds a section. */
enum pgnpack_status annex_add(struct annex *annex, uint8_t type, uint16_t index, const void *bytes,
                              size_t size, struct error *error);

/* Appends the annex to `out` and to the index, behind its blocks; it has no sections any more. */
enum pgnpack_status annex_write(struct annex *annex, struct block_index *index, struct buffer *out,
                                struct error *error);

#endif
