/* One section of an annex: what a segment's last block tells of its changes. */
#ifndef PGNPACK_LIB_ANNEX_SECTION_H
#define PGNPACK_LIB_ANNEX_SECTION_H

#include "container/section_packer.h"
#include "lib/reader.h"

/*
 * Appends the section's bytes to an empty `raw`, which stays empty where the annex has none. PGNPACK_ERROR_CORRUPT, _UNSUPPORTED and
 * _TRUNCATED: it is damaged; others keep from reading at all. `work` counts what it takes.
 */
enum pgnpack_status annex_section_read(const struct pgnpack_reader *reader, size_t block, uint8_t type,
                                       struct section_unpacker *unpacker, struct work_count *work,
                                       struct buffer *raw, struct error *error);

/* The same of a whole block in memory. */
enum pgnpack_status annex_section_unpack(const uint8_t *block, size_t size, uint8_t type,
                                         struct section_unpacker *unpacker, struct work_count *work,
                                         struct buffer *raw, struct error *error);

/* Entry of a block's section, with the place of its stored bytes in the file. An entry of size 0 stays as it is where there is none. */
enum pgnpack_status block_section_find(const struct pgnpack_reader *reader, size_t number, uint8_t type,
                                       struct memory *memory, struct section_entry *entry, uint64_t *offset,
                                       struct error *error);

#endif
