/* Which games a scan looks at: unit after unit, without blocks that are ruled out, or the hits of a search. */
#ifndef PGNPACK_BINDINGS_TABLE_SOURCE_H
#define PGNPACK_BINDINGS_TABLE_SOURCE_H

#include "bindings/table/files.h"

/* Both ends included. */
struct source_range {
    int64_t min, max;
};

/* What games can be at most, from the scan's constraints. */
struct source_limits {
    struct source_range game;
    struct source_range date;   /* year * 10,000 + month * 100 + day */
    struct source_range elo[2]; /* of White, of Black */
    int asks_date, asks_elo;
    unsigned char *leaves_file_out;    /* a byte a file; NULL: none is left out. The source frees it ... */
    struct source_range *game_of_file; /* ... and this: as `game`, one a file; NULL: all */
};

enum { SOURCE_HITS = 512 };

/* Games to look at, all of one file. */
struct source_piece {
    size_t file;
    uint64_t first, count;          /* `hits` NULL: these */
    const struct pgnpack_hit *hits; /* else the games of `count` hits, in ascending order */
};

struct source {
    const struct table *table;
    struct table_error *error;
    struct table_counts *counts;
    struct source_limits limits;
    struct pgnpack_query *query; /* NULL: none */
    int has_one_position;        /* all hits have the position that the scan was asked for */
    int (*is_cancelled)(void *opaque);
    void *cancel_opaque;
    struct pgnpack_search *search;
    size_t search_file;
    int is_searching;        /* `search` is in the middle of the unit */
    struct table_unit unit;  /* the present one */
    int is_given;            /* `unit` is the caller's, and comes next */
    size_t next_unit;        /* of the table's: behind the present one */
    uint64_t next, end;      /* games of the present unit that are left, from 1; end: behind the last */
    uint64_t search_counted; /* of the search's counts, already in `counts` */
    struct pgnpack_hit hits[SOURCE_HITS];
};

void source_init(struct source *source, const struct table *table, struct table_error *error,
                 struct table_counts *counts);
void source_free(struct source *source);

/* Forgets limits, and begins with the first unit. */
void source_restart(struct source *source);
/* This unit comes next, and then the units of the files behind it, or nothing more. */
void source_set_unit(struct source *source, const struct table_unit *unit, int goes_on);

/* PGNPACK_ERROR_CANCELLED, if the caller wants no more. */
enum pgnpack_status source_check_cancelled(struct source *source);

/* The next games. PGNPACK_END: there are none. */
enum pgnpack_status source_next(struct source *source, struct source_piece *piece_ret);

#endif
