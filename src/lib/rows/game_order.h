/* An order of a database's games: by what their tags say, or as it is told. */
#ifndef PGNPACK_LIB_ROWS_GAME_ORDER_H
#define PGNPACK_LIB_ROWS_GAME_ORDER_H

#include "lib/open/reader.h"

struct game_order {
    uint64_t *numbers; /* of games, from 1 */
    size_t count, capacity;
    struct memory *memory;
};

void game_order_init(struct game_order *order, struct memory *memory);
void game_order_free(struct game_order *order);

/* Fails for lack of memory, which the order's memory remembers. */
void game_order_take(struct game_order *order, const uint64_t *numbers, size_t count);

/*
 * All games that are not deleted, by one key after the other; those that have not the key come behind those that do, equals in the
 * order of the file.
 */
enum pgnpack_status game_order_sort(struct game_order *order, const struct pgnpack_reader *reader,
                                    const struct pgnpack_order_key *keys, size_t count, struct error *error);

#endif
