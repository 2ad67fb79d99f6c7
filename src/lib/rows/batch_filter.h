/* What a batch passes over: by the index whole blocks, by tags, results and plies games. */
#ifndef PGNPACK_LIB_ROWS_BATCH_FILTER_H
#define PGNPACK_LIB_ROWS_BATCH_FILTER_H

#include "block/block_scan.h"
#include "container/file/file_format.h"
#include "base/handle.h"
#include "base/name_list.h"

/* A condition on the value of a tag that is asked for. */
struct batch_condition {
    size_t name; /* place in the list of names */
    enum pgnpack_comparison comparison;
    size_t text_start, text_size; /* in `texts` */
};

struct batch_filter {
    struct pgnpack_filter limits; /* its conditions are copied: */
    struct batch_condition *conditions;
    size_t condition_count, condition_capacity;
    struct buffer texts;
    struct buffer unescaped;
    size_t elo_names[2], date_names[2]; /* players; Date, UTCDate */
};

void batch_filter_init(struct batch_filter *filter, struct memory *memory);
void batch_filter_free(struct batch_filter *filter);

/* Copies the caller's filter, NULL: none, and adds the tags that it looks at to `names`. */
enum pgnpack_status batch_filter_set(struct batch_filter *filter, const struct pgnpack_filter *source,
                                     struct name_list *names, struct error *error);

/* Can none of the block's games pass? */
int batch_filter_skips(const struct batch_filter *filter, const struct index_entry *entry);

/* Does it have to know numbers of plies? */
static inline int batch_filter_asks_plies(const struct batch_filter *filter)
{
    return filter->limits.plies_min != 0 || filter->limits.plies_max != 0;
}

/* Does every game pass? */
int batch_filter_is_empty(const struct batch_filter *filter);

/* Does the game pass? Without memory, filter->unescaped has failed. */
int batch_filter_passes(struct batch_filter *filter, const struct block_row *row);

#endif
