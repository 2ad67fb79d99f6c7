/* What finding duplicates reads of a block, in a worker thread: either what is known of all games, or some games' lines. */
#ifndef PGNPACK_LIB_DUPLICATES_DUPLICATES_SCAN_H
#define PGNPACK_LIB_DUPLICATES_DUPLICATES_SCAN_H

#include "lib/read/cursor.h"
#include "lib/duplicates/duplicates_versions.h"
#include "base/name_list.h"
#include "lib/search/search_block.h"
#include "pgnpack_extra.h"
#include "search/columns/line_bytes.h"

/* A game of the block, which can be compared. Its surnames are places in the job's list. */
struct duplicates_row {
    uint64_t hash; /* of the line */
    struct duplicates_game game;
    uint64_t details; /* of a short one: struct duplicates_detail */
};

/* A game whose line is asked for; as in struct duplicates_game. */
struct duplicates_wanted {
    uint32_t number : 30;
    uint32_t is_text : 1;
    uint32_t is_stored : 1;
};

struct duplicates_scan {
    struct memory memory; /* of this job alone, so that workers share nothing */

    /* What is looked for: the same in all jobs. */
    enum pgnpack_keep keep;
    enum pgnpack_duplicate_kind kind;

    /* What to read: set by the caller. */
    const struct pgnpack_reader *reader;
    size_t block;
    size_t place;         /* the caller's */
    int reads_lines;      /* of the games in `wanted`; else the rows of all */
    struct buffer wanted; /* struct duplicates_wanted, by number */

    /* What came of it. */
    struct buffer rows;       /* struct duplicates_row */
    struct name_list names;   /* surnames */
    struct buffer lines_read; /* bytes of all wanted games, ... */
    struct buffer
        line_ends; /* ... and where each ends: size_t each; games that could not be read are missing at the end */
    struct buffer weights;   /* uint64_t each: of what stands beside their moves */
    struct buffer occasions; /* of versions: struct duplicates_occasion of each of them */
    uint32_t games;          /* seen */
    uint32_t broken;         /* of them not understood to their end; these ... */
    uint32_t moveless;       /* ... and those without a move ... */
    uint32_t nameless; /* ... or of unknown players, if the players matter, are compared by their texts */
    uint64_t work;
    struct error error;

    /* How it is read. */
    struct pgnpack_cursor *tags;        /* of all games; NULL: not asked for yet */
    struct pgnpack_cursor *items;       /* of games whose moves are not stored so, or whose comments count */
    struct pgnpack_cursor *texts;       /* of games that are compared by them */
    int has_tags, has_items, has_texts; /* they are in the present block */
    const struct pgnpack_reader *cursor_reader;
    size_t cursor_limit; /* bytes of memory; 0: none */
    struct search_source source;
    struct search_block *stored;     /* the block's moves of codec index, ... */
    const struct block_lines *lines; /* ... and where they are; NULL: games are decoded */
    struct line_bytes line;
    struct buffer folded;
    uint32_t white, black; /* of the present game */
};

/* NULL when there is no memory. `cursor_limit`: for what reads the block, beside like->limit for the rest. */
struct duplicates_scan *duplicates_scan_new(const struct memory *like, size_t cursor_limit);
void duplicates_scan_free(struct duplicates_scan *scan);

/* Does the work; `slot` is a struct duplicates_scan. */
void duplicates_scan_work(void *slot, unsigned worker);

#endif
