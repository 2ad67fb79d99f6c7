#include "train/deck.h"

#include <stdlib.h>

void deck_start(struct deck *deck, const struct collection *collection, uint64_t seed)
{
    size_t count = 0;
    for (size_t i = 0; i < collection->game_count; i++)
        count += collection->games[i].copies;
    *deck = (struct deck){.collection = collection, .random = {seed}};
    deck->games = malloc((count + 1) * sizeof *deck->games);
    if (deck->games == NULL)
        exit(1);
    for (size_t i = 0; i < collection->game_count; i++)
        for (unsigned copy = 0; copy < collection->games[i].copies; copy++)
            deck->games[deck->count++] = (uint32_t)i;
}

void deck_free(struct deck *deck)
{
    free(deck->games);
}

const struct collected_game *deck_draw(struct deck *deck)
{
    if (deck->next == 0)
        for (size_t i = deck->count; i > 1; i--) {
            size_t j = random_below(&deck->random, i);
            uint32_t swap = deck->games[i - 1];
            deck->games[i - 1] = deck->games[j];
            deck->games[j] = swap;
        }
    const struct collected_game *game = &deck->collection->games[deck->games[deck->next]];
    deck->next = (deck->next + 1) % deck->count;
    return game;
}
