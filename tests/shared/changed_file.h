/* Changes of databases made by hand: segments with any bytes as record and origins, checksums right. */
#ifndef PGNPACK_TESTS_SHARED_CHANGED_FILE_H
#define PGNPACK_TESTS_SHARED_CHANGED_FILE_H

#include "shared/bytes.h"

/*
 * Appends the packed file `file`, of one segment, with an annex of these sections behind its blocks to `out`; a section that is NULL is
 * left out.
 */
void append_changed(const struct bytes *file, const struct bytes *record, const struct bytes *origins,
                    struct bytes *out);

/* The same file with another index: `change` gets each block's entry, and its number. */
struct index_entry;
void append_with_index(const struct bytes *file,
                       void (*change)(struct index_entry *entry, size_t number, void *opaque), void *opaque,
                       struct bytes *out);

/*
 * Gives a packed segment a feature that no version knows yet: of the needed ones (set 0), those that forbid changing (1) or that may
 * be ignored (2).
 */
void set_feature(uint8_t *segment, size_t size, unsigned set, unsigned feature);

/* Parts of such sections. */
void bytes_append_varint(struct bytes *bytes, uint64_t value);
void bytes_append_number(struct bytes *bytes, uint64_t value); /* 8 bytes */

/* The beginning of a record: a time, no segment before, an empty command. */
void append_record_head(struct bytes *record);

#endif
