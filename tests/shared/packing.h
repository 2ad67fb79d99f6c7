/* Packing and unpacking of texts in memory, in one call each. */
#ifndef PGNPACK_TESTS_SHARED_PACKING_H
#define PGNPACK_TESTS_SHARED_PACKING_H

#include "pgnpack.h"
#include "shared/bytes.h"

/* How to pack; all zero is the default. */
struct pack_setup {
    int level;
    enum pgnpack_moves moves;
    unsigned threads; /* 0: none but the caller's */
    uint64_t block_size;
    enum pgnpack_index index;
    int verify;
    size_t piece; /* bytes a call; 0: all at once */
    const struct pgnpack_allocator *allocator;
};

/* Appends the packed text. */
enum pgnpack_status pack_bytes(const struct pack_setup *setup, const void *text, size_t text_size,
                               struct bytes *packed);

enum { DAMAGES_MAX = 64 };

/* What unpacking gave; unpacked_free() it. */
struct unpacked {
    enum pgnpack_status status;
    struct bytes text;
    struct pgnpack_unpacker_totals totals;
    uint64_t error_offset;
    size_t damage_count; /* may be more than DAMAGES_MAX: then the rest was not kept */
    struct pgnpack_damage damages[DAMAGES_MAX];
};

/* How to unpack; all zero is the default. */
struct unpack_setup {
    unsigned threads; /* 0: none but the caller's */
    int salvage;
    int check_columns;
    size_t piece;
    uint64_t work_limit; /* 0: none */
    const struct pgnpack_allocator *allocator;
};

void unpack_bytes(const struct unpack_setup *setup, const void *packed, size_t packed_size,
                  struct unpacked *unpacked);
void unpacked_free(struct unpacked *unpacked);

/*
 * Reads every game of the database through a cursor. True if each block's games, one after the other, are
 * what its text begins with, and the blocks' texts together are `text`.
 */
int cursor_texts_match(const void *packed, size_t packed_size, const struct bytes *text);

/* The same with an allocator. */
int cursor_texts_match_within(const struct pgnpack_allocator *allocator, const void *packed,
                              size_t packed_size, const struct bytes *text);

/*
 * An allocator that counts, and can fail; safe to use from several threads. Start with {0} and
 * counted_allocator(). A handle that was told other sizes at a release than it took stays outstanding.
 */
struct allocation_count {
    size_t calls;
    size_t fails_from; /* this call (from 1) and all behind it get nothing; 0: none */
    size_t fails_once; /* this call alone; 0: none */
    size_t outstanding;
    size_t held;
    size_t peak;
};

struct pgnpack_allocator counted_allocator(struct allocation_count *count);

/* From now on that many more pieces are given; SIZE_MAX: all. */
void allow_pieces(struct allocation_count *count, size_t pieces);

#endif
