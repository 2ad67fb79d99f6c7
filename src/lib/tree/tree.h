/* An opening tree that is asked for, as the steps of its counting see it. */
#ifndef PGNPACK_LIB_TREE_TREE_H
#define PGNPACK_LIB_TREE_TREE_H

#include "lib/open/game_set.h"
#include "lib/open/reader.h"
#include "lib/tree/stored_trees.h"
#include "lib/tree/tree_rows.h"
#include "search/openings/tree_page.h"

struct pgnpack_tree {
    struct memory memory;
    const struct handle_kind *handle_kind;
    const struct pgnpack_reader *reader;
    struct pgnpack_search *search; /* finds positions; NULL: there was none yet, or it failed ... */
    struct pgnpack_query *sought;  /* ... and the last one */
    struct pgnpack_search *filter; /* finds the games of the caller's query; NULL: all are counted */
    struct game_set passing;       /* that it found, as far as it has come */
    struct tree_rows rows;
    struct stored_trees stored;
    struct opening_node node;
    uint64_t first, end; /* games, from 0 */
    struct pgnpack_tree_options options;
    struct error misuse; /* of the options: for ever */
    struct error error;
    struct pgnpack_error public_error;
};

static inline enum pgnpack_status tree_tell_progress(struct pgnpack_tree *tree, uint64_t games,
                                                     uint64_t game_count)
{
    const struct pgnpack_tree_options *options = &tree->options;
    const struct pgnpack_progress told = {.done = games, .all = game_count};
    return handle_tell_progress(options->progress, options->progress_opaque, &told, &tree->error);
}

/* What a game that was found adds. `side`: to move in the position. */
static inline struct opening_game tree_game_of(const struct pgnpack_hit *hit, const struct tree_row *row,
                                               unsigned side)
{
    return (struct opening_game){.move = hit->move,
                                 .mover = (uint8_t)side,
                                 .result = row->result,
                                 .elo = {row->elo[0], row->elo[1]},
                                 .year = row->year};
}

#endif
