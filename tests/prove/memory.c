/* In place of util/memory.c: pieces of arrays whose size Eva knows, or none where prove_has_memory is 0. */
#include "util/memory.h"

#include <stdint.h>

#include "prove.h"

enum { PIECE_COUNT = 2, PIECE_SIZE = 4096 };

static uint8_t first_piece[PIECE_SIZE], second_piece[PIECE_SIZE];
static unsigned piece_count;

int prove_has_memory = 1;

void memory_init(struct memory *memory, const struct pgnpack_allocator *allocator, size_t limit)
{
    (void)allocator;
    memory->limit = limit;
    memory->held = 0;
    memory->limit_is_met = 0;
    piece_count = 0;
}

void *memory_get(struct memory *memory, size_t size)
{
    (void)memory;
    if (!prove_has_memory || piece_count == PIECE_COUNT || size > PIECE_SIZE)
        return NULL;
    uint8_t *piece = piece_count++ == 0 ? first_piece : second_piece;
    return piece + PIECE_SIZE - size; /* nothing is behind it */
}

void memory_release(struct memory *memory, void *piece, size_t size)
{
    (void)memory;
    (void)piece;
    (void)size;
}

/* One piece for each array: what is tried is small. */
void *memory_grown(struct memory *memory, void *array, size_t *capacity, size_t count, size_t element_size)
{
    enum { COUNT = 16 };
    if (count <= *capacity || *capacity != 0 || count > COUNT)
        return array;
    void *piece = memory_get(memory, COUNT * element_size);
    if (piece == NULL)
        return array;
    *capacity = COUNT;
    return piece;
}
