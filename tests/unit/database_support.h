/* For the tests of BCGN 1's public functions: texts, packed files of them, and callbacks that fail. */
#ifndef PGNPACK_TESTS_UNIT_DATABASE_SUPPORT_H
#define PGNPACK_TESTS_UNIT_DATABASE_SUPPORT_H

#include "pgnpack.h"
#include "shared/packing.h"
#include "shared/sample.h"

/* Packs; fails the test if that fails. */
void pack_whole(const struct pack_setup *setup, const struct bytes *text, struct bytes *packed);

/* Packs the text, in place of what `packed` has, and opens it; fails the test if either fails. */
struct pgnpack_reader *pack_and_open(const struct pack_setup *setup, const struct bytes *text,
                                     struct bytes *packed);

/* Fails the test if the packed bytes do not unpack to the text. */
void check_unpacks(const struct bytes *packed, const struct bytes *text);

/* Appends the file, which has one segment, as versions before ids made it: its index tells no hashes of blocks. */
void append_without_ids(struct bytes *bytes, const struct bytes *packed);

/* Options with a limit of memory, and what was taken under it. Must stay where it is. */
struct limited {
    struct pgnpack_options options;
    struct pgnpack_allocator allocator;
    struct allocation_count count;
};

void limit_memory(struct limited *limited, size_t limit);

/* A callback's state: fails at one call, with an errno value. */
struct failing_calls {
    struct bytes bytes;         /* what was written */
    struct bytes_source source; /* what is read */
    const struct bytes *file;   /* what is read at places */
    size_t calls;
    size_t fails_at; /* from 1; 0: never */
    int cause;
};

int failing_write(void *opaque, const void *bytes, size_t size);
int failing_read(void *opaque, void *bytes, size_t size, size_t *size_ret);
int failing_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret);

/* A progress function that cancels at a call; `opaque` is a struct failing_calls. */
int failing_progress(void *opaque, const struct pgnpack_progress *made);

/* The next game of a gathering, and its number, from 1; either may be NULL. */
enum pgnpack_status next_gathered(struct pgnpack_gather *gather, struct pgnpack_text *text_ret,
                                  uint64_t *number_ret);

#endif
