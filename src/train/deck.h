/* The order in which a training run sees its games. */
#ifndef PGNPACK_TRAIN_DECK_H
#define PGNPACK_TRAIN_DECK_H

#include "train/collection.h"
#include "train/random.h"

/* All games to learn, as often as they are to be learnt, in random order, again and again. */
struct deck {
    const struct collection *collection;
    uint32_t *games;
    size_t count;
    size_t next;
    struct random random;
};

void deck_start(struct deck *deck, const struct collection *collection, uint64_t seed);
void deck_free(struct deck *deck);
const struct collected_game *deck_draw(struct deck *deck);

#endif
