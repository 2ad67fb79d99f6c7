/* Query words asked of games by themselves; the query of the last words is kept for the next game. */
#ifndef PGNPACK_BINDINGS_FUNCTIONS_GAME_QUERY_H
#define PGNPACK_BINDINGS_FUNCTIONS_GAME_QUERY_H

#include "bindings/table/memory.h"
#include "bindings/table/table.h"
#include "pgnpack_extra.h"

/* Zero it, then set the allocator. */
struct game_query {
    struct pgnpack_allocator allocator;
    struct pgnpack_query *query; /* of `words`; NULL: of none yet */
    char *words;
};

void game_query_free(struct game_query *query);

/* The place of the game that fulfils the words, or has the FEN that they are. PGNPACK_END: there is none. */
enum pgnpack_status game_query_find(struct game_query *query, struct pgnpack_text words,
                                    const struct pgnpack_game *game, struct pgnpack_hit *hit_ret,
                                    struct table_error *error);

#endif
