/*
 * Rows of a block's games, without the games: some of their tags, numbers of plies, results. By columns at once where that
 * is possible, else tag by tag, and where the moves tell tags game by game. The values are those of the games.
 */
#ifndef PGNPACK_BLOCK_BLOCK_SCAN_H
#define PGNPACK_BLOCK_BLOCK_SCAN_H

#include "block/block_state.h"
#include "tags/read/tag_scan.h"

enum block_scan_way { SCAN_BY_COLUMNS, SCAN_BY_TAGS, SCAN_BY_GAMES };

struct block_scan {
    struct memory *memory;
    enum block_scan_way way;
    struct tag_scan tags;
    struct ply_counts plies;
    const struct text *names; /* of the tags that are wanted, each once */
    size_t name_count;
    const struct text **columns; /* by name: BY_COLUMNS its values, NULL if no game of the block has it */
    size_t column_capacity;
    uint32_t rows[BCGN_TAG_NAME_COUNT_MAX]; /* BY_TAGS: by column, 1 + the name that it is of; 0: of none */
};

/* A game's. */
struct block_row {
    struct text *values; /* by name; `data` NULL: it has no such tag */
    uint32_t plies;      /* 0 if shapes were not asked for */
    uint8_t result;
};

/* Games of a block that stand behind each other, by columns. */
struct block_run {
    const struct block_scan *scan; /* whose columns have `first` */
    uint32_t first, count;
    const uint32_t *plies; /* of the first; NULL: shapes were not asked for */
    struct byte_source results;
};

void block_scan_init(struct block_scan *scan, struct memory *memory);
void block_scan_free(struct block_scan *scan);

/*
 * Of a block that is ready, before its first game; tags of these names, which must stay and differ, were asked for. Rows of the first
 * `game_count` games will be asked for at most.
 */
enum pgnpack_status block_scan_start(struct block_scan *scan, struct block_decoder *decoder,
                                     const struct text *names, size_t name_count, uint32_t game_count,
                                     struct error *error);

/* The row of game `game`, from 0, whose values live until the next block; row->values has room for all names. */
enum pgnpack_status block_scan_row(struct block_scan *scan, struct block_decoder *decoder, uint32_t game,
                                   struct block_row *row, struct error *error);

/* `count` games from `first` on; returns 0 where they have to be read one by one. */
int block_scan_run(const struct block_scan *scan, const struct block_decoder *decoder, uint32_t first,
                   uint32_t count, struct block_run *run);

/*
 * The strings that all values of this tag are taken from, each with a '\n' behind it, of a block that is ready; it was asked
 * for. Returns 0 when values come from elsewhere, too.
 */
int block_scan_strings(const struct block_decoder *decoder, struct text name,
                       struct byte_source *strings_ret);

#endif
