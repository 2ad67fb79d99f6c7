/* Changes of databases made by hand: segments with any bytes as record and ids, checksums right. */
#ifndef PGNPACK_TESTS_SHARED_CHANGED_FILE_H
#define PGNPACK_TESTS_SHARED_CHANGED_FILE_H

#include "shared/bytes.h"

/*
 * Appends the packed file `file`, of one segment, with an annex of these sections behind its blocks to `out`; a section that is NULL is
 * left out.
 */
void append_changed(const struct bytes *file, const struct bytes *record, const struct bytes *ids,
                    struct bytes *out);

/* The same with several annexes: `count` records; ids for each, or NULL. */
void append_changed_by(const struct bytes *file, const struct bytes *records, const struct bytes *ids,
                       size_t count, struct bytes *out);

/* The same with ids of both kinds, each of which may be NULL. */
void append_with_ids(const struct bytes *file, const struct bytes *record, const struct bytes *own,
                     const struct bytes *further, struct bytes *out);

/* A section of ids: the numbers of each run as they are stored, 4 of own ids, 5 of further ones. */
void append_ids(struct bytes *ids, const uint64_t *identities, uint64_t identity_count, const uint64_t *runs,
                unsigned columns, size_t count);

/* The same with an annex of nothing. */
void append_annex(const struct bytes *file, struct bytes *out);

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

/* A change of a record: so many lists; a time, no segment before, an empty command. */
void append_change(struct bytes *record, uint64_t number, const struct bytes *lists, uint64_t count);

/* The head of a list: its kind and number of ranges, the identity of their segment, and so many others with it to pass over. */
void append_list_head(struct bytes *lists, unsigned kind, uint64_t ranges, uint64_t identity, uint64_t which);

/* A record of one change with one list, of kind 1, of one range. */
void append_deletion(struct bytes *record, uint64_t identity, uint64_t first, uint64_t games);

#endif
