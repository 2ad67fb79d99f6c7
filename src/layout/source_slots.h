/* Where the slots of a game (layout.h) stand in its source text: the packer's side of rendering. */
#ifndef PGNPACK_LAYOUT_SOURCE_SLOTS_H
#define PGNPACK_LAYOUT_SOURCE_SLOTS_H

#include "game/game.h"
#include "util/memory.h"
#include "util/text.h"

struct source_slots {
    uint32_t *bounds; /* 2 a token: its first byte, the byte behind it; offsets in the game's text */
    size_t token_count;
    size_t capacity; /* of bounds */
    uint32_t text_size;
    const char *text;
    struct memory *memory;
};

void source_slots_init(struct source_slots *slots, struct memory *memory);
void source_slots_free(struct source_slots *slots);

/* Finds the tokens of a game that the PGN parser read. Returns 0 when there is no memory. */
int source_slots_find(struct source_slots *slots, const struct game *game);

/* The text of a slot. */
struct text source_slots_text(const struct source_slots *slots, uint64_t slot);

#endif
