/*
 * Where the bytes of a file go: adds up the sections of its blocks by column, a column being a tag's name, a field
 * of comments, a codec of moves, or else a kind of section. What is left (headers, tables of sections, what is
 * around blocks) are columns too, so that the sizes add up to the file's.
 */
#ifndef PGNPACK_BLOCK_COLUMN_TALLY_H
#define PGNPACK_BLOCK_COLUMN_TALLY_H

#include "block/block_state.h"
#include "container/sections/block_format.h"

/* A file that has more columns shows the rest as one. */
enum { COLUMN_TALLY_MAX = 4096 };

struct column_count {
    size_t name_offset; /* in `names` */
    size_t name_size;
    uint64_t raw_size;
    uint64_t stored_size;
    uint8_t part; /* enum section_part */
};

struct column_tally {
    struct memory *memory;
    struct column_count *columns;
    size_t count, capacity;
    struct buffer names;
};

void column_tally_init(struct column_tally *tally, struct memory *memory);
void column_tally_free(struct column_tally *tally);

/* Both return 0 when there is no memory. */
int column_tally_add(struct column_tally *tally, enum section_part part, struct text name, uint64_t raw_size,
                     uint64_t stored_size);

/* A block whose header, table and names (BLOCK_NAMES) are loaded. */
int column_tally_add_block(struct column_tally *tally, const struct block_decoder *decoder);

/* By part, then the largest first. */
void column_tally_sort(struct column_tally *tally);

static inline struct text column_tally_name(const struct column_tally *tally, size_t i)
{
    const struct column_count *column = &tally->columns[i];
    return (struct text){(const char *)tally->names.data + column->name_offset, column->name_size};
}

#endif
