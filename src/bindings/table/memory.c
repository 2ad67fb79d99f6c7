#include "bindings/table/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *plain_allocate(void *opaque, size_t size)
{
    (void)opaque;
    return malloc(size);
}

static void plain_release(void *opaque, void *piece)
{
    (void)opaque;
    free(piece);
}

struct pgnpack_allocator memory_allocator(const struct pgnpack_allocator *allocator)
{
    const struct pgnpack_allocator plain = {plain_allocate, plain_release, NULL};
    return allocator != NULL ? *allocator : plain;
}

void *memory_zeroed(const struct pgnpack_allocator *allocator, size_t count, size_t size)
{
    if (count > SIZE_MAX / 2 / size)
        return NULL;
    size_t bytes = count * size == 0 ? 1 : count * size;
    void *piece = allocator->allocate(allocator->opaque, bytes);
    if (piece != NULL)
        memset(piece, 0, bytes);
    return piece;
}

void memory_free(const struct pgnpack_allocator *allocator, void *piece)
{
    if (piece != NULL)
        allocator->release(allocator->opaque, piece);
}

void *memory_grown_zeroed(const struct pgnpack_allocator *allocator, void *array, size_t *capacity,
                          size_t count, size_t size)
{
    size_t larger = count > *capacity * 2 ? count : *capacity * 2;
    void *piece = memory_zeroed(allocator, larger, size);
    if (piece == NULL)
        return array;
    if (array != NULL)
        memcpy(piece, array, *capacity * size);
    memory_free(allocator, array);
    *capacity = larger;
    return piece;
}

char *memory_copy_text(const struct pgnpack_allocator *allocator, const char *text, size_t size)
{
    char *copy = memory_zeroed(allocator, size + 1, 1);
    if (copy != NULL && size != 0)
        memcpy(copy, text, size);
    return copy;
}

/* ---- Arenas ---- */

struct memory_piece {
    struct memory_piece *next;
    max_align_t bytes[];
};

enum { ARENA_PIECE = 64 << 10 };

void *memory_arena_get(struct memory_arena *arena, size_t size)
{
    const size_t unit = sizeof(max_align_t);
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + unit - 1) / unit * unit;
    if (arena->pieces == NULL || size > arena->capacity - arena->used) {
        size_t capacity = size > ARENA_PIECE ? size : ARENA_PIECE;
        struct memory_piece *piece =
            arena->allocator.allocate(arena->allocator.opaque, sizeof *piece + capacity);
        if (piece == NULL)
            return NULL;
        piece->next = arena->pieces;
        arena->pieces = piece;
        arena->capacity = capacity;
        arena->used = 0;
    }
    void *place = (char *)arena->pieces->bytes + arena->used;
    arena->used += size;
    return place;
}

void *memory_arena_get_zeroed(struct memory_arena *arena, size_t size)
{
    void *piece = memory_arena_get(arena, size);
    if (piece != NULL)
        memset(piece, 0, size);
    return piece;
}

static void release_pieces(struct memory_arena *arena, struct memory_piece *piece)
{
    while (piece != NULL) {
        struct memory_piece *next = piece->next;
        memory_free(&arena->allocator, piece);
        piece = next;
    }
}

void memory_arena_clear(struct memory_arena *arena)
{
    if (arena->pieces != NULL) {
        release_pieces(arena, arena->pieces->next);
        arena->pieces->next = NULL;
    }
    arena->used = 0;
}

void memory_arena_free(struct memory_arena *arena)
{
    release_pieces(arena, arena->pieces);
    arena->pieces = NULL;
    arena->used = arena->capacity = 0;
}
