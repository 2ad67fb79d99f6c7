/*
 * A block as searches know it: its position columns, and its moves by codec index, stripe by stripe as they are asked for,
 * without tags, comments or layout. What it has not, or what is not in order, is for those to tell who read game by game.
 */
#ifndef PGNPACK_LIB_SEARCH_SEARCH_BLOCK_H
#define PGNPACK_LIB_SEARCH_SEARCH_BLOCK_H

#include "block/block_lines.h"
#include "container/sections/section_packer.h"
#include "lib/open/reader.h"
#include "lib/search/search_numbers.h"
#include "search/columns/position_columns.h"

/* What reading takes, for all blocks of a search. */
struct search_source {
    const struct pgnpack_reader *reader;
    struct memory *memory;
    struct section_unpacker unpacker;
    struct buffer stored;                   /* what was read last: */
    const struct pgnpack_reader *stored_of; /* of which file; NULL: of none */
    uint64_t stored_offset;
    struct work_count work;
};

enum search_state { SEARCH_NOT_READ, SEARCH_READ, SEARCH_HAS_NONE };

/* Bytes of a section. */
struct search_bytes {
    uint8_t *bytes; /* NULL: not read */
    size_t size;
};

struct search_block {
    const struct pgnpack_reader *reader; /* of the file that it is in */
    const struct index_entry *entry;
    struct section_entry *sections;
    uint64_t *offsets; /* of their stored bytes in the file */
    unsigned section_count;
    uint64_t text_hash;
    struct search_block *annex; /* the block's in an index beside the database; NULL: none */
    int starts_elsewhere;       /* some game may have a start position of its own */
    uint8_t columns_state, lines_state, numbers_state; /* enum search_state */
    struct search_bytes column_bytes[POSITION_COLUMN_COUNT];
    struct position_columns *columns;
    struct block_lines lines;
    struct search_numbers numbers;
    const struct section_entry *stripe_sections[MOVE_STRIPE_COUNT_MAX];
    struct search_bytes stripes[MOVE_STRIPE_COUNT_MAX];
    size_t held; /* bytes of memory */
};

void search_source_init(struct search_source *source, const struct pgnpack_reader *reader,
                        struct memory *memory);
void search_source_free(struct search_source *source);

/* Reads the table of block `number` of the file. NULL, with *error or without: it cannot be searched so. */
struct search_block *search_block_open(struct search_source *source, const struct pgnpack_reader *reader,
                                       size_t number, struct error *error);
void search_block_free(struct search_source *source, struct search_block *block);

/*
 * The block's position columns; NULL: it has none that are in order, or a failure, which *error tells.
 */
const struct position_columns *search_block_columns(struct search_source *source, struct search_block *block,
                                                    struct error *error);

/* All bytes of a section, which stay the caller's to release: memory_release(source->memory, bytes, size + 1). */
enum pgnpack_status search_block_section(struct search_source *source, struct search_block *block,
                                         uint8_t type, struct search_bytes *bytes, struct error *error);

/* Is an annex of an index beside a database bound to that hash? Fails where that cannot be read. */
enum pgnpack_status search_block_is_bound(struct search_source *source, struct search_block *annex,
                                          uint64_t hash, int *is_bound_ret, struct error *error);

/* Where its games' moves stand in the stripes; NULL as above. */
const struct block_lines *search_block_lines(struct search_source *source, struct search_block *block,
                                             struct error *error);

/* Clocks and evaluations of a block whose lines are known; NULL as above. */
const struct search_numbers *search_block_numbers(struct search_source *source, struct search_block *block,
                                                  struct error *error);

/* The bytes of a stripe of a block whose lines are known; NULL as above. */
const uint8_t *search_block_stripe(struct search_source *source, struct search_block *block, unsigned stripe,
                                   struct error *error);

#endif
