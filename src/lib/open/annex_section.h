/* One section of a block: of annexes, what they tell of changes. */
#ifndef PGNPACK_LIB_OPEN_ANNEX_SECTION_H
#define PGNPACK_LIB_OPEN_ANNEX_SECTION_H

#include "container/sections/section_packer.h"
#include "lib/open/reader.h"

/*
 * Appends the section's bytes to an empty `raw`, which stays empty where the annex has none that can be read; but of a record it has to be
 * known. PGNPACK_ERROR_CORRUPT, _UNSUPPORTED and _TRUNCATED: it is damaged, or a newer version's; others keep from reading at all. `work`
 * counts what it takes.
 */
enum pgnpack_status annex_section_read(const struct pgnpack_reader *reader, size_t block, uint8_t type,
                                       uint16_t index, struct section_unpacker *unpacker,
                                       struct work_count *work, struct buffer *raw, struct error *error);

/* The same of a whole block in memory. */
enum pgnpack_status annex_section_unpack(const uint8_t *block, size_t size, uint8_t type, uint16_t index,
                                         struct section_unpacker *unpacker, struct work_count *work,
                                         struct buffer *raw, struct error *error);

/* Entry of a block's section, with the place of its stored bytes in the file. An entry of size 0 stays as it is where there is none. */
enum pgnpack_status block_section_find(const struct pgnpack_reader *reader, size_t number, uint8_t type,
                                       uint16_t index, struct memory *memory, struct section_entry *entry,
                                       uint64_t *offset, struct error *error);

/*
 * How many sections are of optional types that this version does not know: they are lost where the block's games are packed anew. The same of a
 * block that is not at hand; a table that cannot be read counts as one.
 */
uint64_t sections_unknown(const struct section_entry *entries, size_t count);
enum pgnpack_status block_section_unknown(const struct pgnpack_reader *reader, size_t number,
                                          struct memory *memory, uint64_t *count_ret, struct error *error);

#endif
