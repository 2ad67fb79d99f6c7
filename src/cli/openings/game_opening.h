/* The opening of a game: the last of its positions that a table names. */
#ifndef PGNPACK_CLI_OPENINGS_GAME_OPENING_H
#define PGNPACK_CLI_OPENINGS_GAME_OPENING_H

#include "cli/openings/opening_table.h"

/* Is it a game of chess from the first position, as far as its tag Variant tells (`data` NULL: there is none)? */
int game_is_chess(struct pgnpack_text variant);

/* ---- Keys of many games ---- */

enum { GAME_KEYS_ROWS = 1024 };

/* Zeroed, there are none. */
struct game_keys {
    uint64_t *keys; /* PGNPACK_KEY_BCGN, of all positions of a game, one game behind the other */
    size_t capacity;
    uint32_t offsets[GAME_KEYS_ROWS + 1];
    uint64_t first_key; /* of the position before the first move of chess */
};

/* 0: no memory. */
int game_keys_start(struct game_keys *keys, const struct pgnpack_options *options);
void game_keys_free(struct game_keys *keys);

/*
 * The next GAME_KEYS_ROWS games at most of a batch of PGNPACK_BATCH_KEYS, as pgnpack_batch_next(), with room for as many keys as they
 * need. The columns of `keys` are set, others are the caller's.
 */
enum pgnpack_status game_keys_next(struct game_keys *keys, struct pgnpack_batch *batch,
                                   struct pgnpack_columns *columns, size_t *count_ret);

/* ---- An opening ---- */

enum game_opening { GAME_NAMED, GAME_UNNAMED, GAME_FROM_ELSEWHERE /* it has another first position */ };

/* Of the game in row `row`. The opening is set where the game is named. */
enum game_opening game_opening_find(const struct game_keys *keys, size_t row,
                                    const struct opening_table *table, struct opening *opening_ret);

#endif
