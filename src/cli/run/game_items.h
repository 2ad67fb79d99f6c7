/* Items of a game's movetext. */
#ifndef PGNPACK_CLI_RUN_GAME_ITEMS_H
#define PGNPACK_CLI_RUN_GAME_ITEMS_H

#include "pgnpack.h"

/* Is it a half-move? */
static inline int item_is_ply(const struct pgnpack_item *item)
{
    return item->kind == PGNPACK_ITEM_MOVE || item->kind == PGNPACK_ITEM_NULL_MOVE ||
           item->kind == PGNPACK_ITEM_DROP;
}

#endif
