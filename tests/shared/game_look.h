/* What tests ask of a game in one expression. */
#ifndef PGNPACK_TESTS_SHARED_GAME_LOOK_H
#define PGNPACK_TESTS_SHARED_GAME_LOOK_H

#include "pgnpack.h"

static inline size_t tag_count(const struct pgnpack_game *game)
{
    size_t count = 0;
    while (pgnpack_game_tag(game, count, NULL, NULL))
        count++;
    return count;
}

static inline size_t item_count(const struct pgnpack_game *game)
{
    size_t count = 0;
    while (pgnpack_game_item(game, count, NULL))
        count++;
    return count;
}

static inline struct pgnpack_game_details details_of(const struct pgnpack_game *game)
{
    struct pgnpack_game_details details;
    pgnpack_game_details(game, &details);
    return details;
}

#endif
