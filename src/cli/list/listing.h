/* What -l tells of a packed file, and the ways to print it. */
#ifndef PGNPACK_CLI_LIST_LISTING_H
#define PGNPACK_CLI_LIST_LISTING_H

#include "cli/run/members.h"
#include "cli/run/view_text.h"

struct listing {
    const char *name;
    unsigned version; /* of BCGN */
    uint64_t games;   /* those that are left, or with --with-deleted all */
    uint64_t deleted; /* games */
    uint64_t text_size;
    uint64_t packed_size;
    uint64_t blocks; /* of BCGN 1, as all below */
    uint64_t segments;
    uint64_t files; /* that were packed with their names */
    int is_closed;
};

/* What the index of a BCGN 1 file tells, and its members. */
void listing_read(struct listing *listing, const struct database *database, const struct members *members);

/* For the sum of several inputs. */
void listing_add(struct listing *total, const struct listing *listing);

struct listing_block {
    uint64_t number; /* from 1 */
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    int is_readable;   /* the details are there */
    const char *moves; /* the codec's name; NULL: a block has no moves */
};

struct list_printer;

/* Standard output, and what was printed there. */
struct list_output {
    struct view_text *text;
    const struct list_printer *printer;
    int has_several; /* inputs */
    uint64_t files;
    struct listing total;  /* of all of them */
    uint64_t members;      /* of the present file, ... */
    uint64_t blocks;       /* of the present file, ... */
    uint64_t columns;      /* ... too, and ... */
    uint64_t column_bytes; /* ... their packed sizes together */
};

/* A list without members, blocks and columns needs no more than `file` and `end`; `begin` may be NULL in others, too. */
struct list_printer {
    void (*begin)(struct list_output *output);
    void (*file)(struct list_output *output, const struct listing *listing);
    void (*member)(struct list_output *output, const struct listing *listing, const struct member *member);
    void (*block)(struct list_output *output, const struct listing_block *block);
    void (*column)(struct list_output *output, const struct listing *listing,
                   const struct pgnpack_column *column);
    void (*end_file)(struct list_output *output);
    void (*end)(struct list_output *output);
};

extern const struct list_printer list_table, list_json, list_count;

#endif
