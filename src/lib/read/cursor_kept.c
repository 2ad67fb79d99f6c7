/* The blocks that a cursor keeps besides the present one, the one left longest ago to go first. */
#include "lib/read/cursor.h"

struct block_decoder *cursor_new_decoder(struct pgnpack_cursor *cursor)
{
    struct block_decoder *decoder = memory_get(&cursor->memory, sizeof *decoder);
    if (decoder == NULL)
        return NULL;
    block_decoder_init(decoder, &cursor->memory);
    decoder->nets = &cursor->reader->nets.nets;
    return decoder;
}

static void free_decoder(struct pgnpack_cursor *cursor, struct block_decoder *decoder)
{
    block_decoder_free(decoder);
    memory_release(&cursor->memory, decoder, sizeof *decoder);
}

void cursor_drop_kept(struct pgnpack_cursor *cursor)
{
    for (size_t i = 0; i < cursor->kept_count; i++)
        free_decoder(cursor, cursor->kept[i].decoder);
    memory_release(&cursor->memory, cursor->kept, cursor->kept_capacity * sizeof *cursor->kept);
    cursor->kept = NULL;
    cursor->kept_count = cursor->kept_capacity = cursor->kept_size = 0;
    cursor->keeps = 0;
}

/* Takes element `i` out. */
static struct kept_block take(struct pgnpack_cursor *cursor, size_t i)
{
    struct kept_block taken = cursor->kept[i];
    cursor->kept[i] = cursor->kept[--cursor->kept_count];
    cursor->kept_size -= taken.size;
    return taken;
}

static size_t find_oldest(const struct pgnpack_cursor *cursor)
{
    size_t oldest = 0;
    for (size_t i = 1; i < cursor->kept_count; i++)
        if (cursor->kept[i].turn < cursor->kept[oldest].turn)
            oldest = i;
    return oldest;
}

/* kept_count: there is none. */
static size_t find_block(const struct pgnpack_cursor *cursor, size_t block)
{
    size_t i = 0;
    while (i < cursor->kept_count && cursor->kept[i].block != block)
        i++;
    return i;
}

/* What the present decoder takes: what it took, and what came since it is the present one. */
static size_t size_of_present(const struct pgnpack_cursor *cursor)
{
    size_t sum = cursor->decoder_size + cursor->memory.held;
    return sum < cursor->held_before ? 0 : sum - cursor->held_before;
}

/* Puts another decoder in the place of the present one, which is trimmed, and kept. */
static void exchange(struct pgnpack_cursor *cursor, struct kept_block next)
{
    struct kept_block now = {cursor->decoder, cursor->block, size_of_present(cursor), ++cursor->turn};
    next.decoder->work = cursor->decoder->work;
    block_decoder_hand_on(cursor->decoder, next.decoder);
    cursor->kept[cursor->kept_count++] = now;
    cursor->kept_size += now.size;
    cursor->decoder = next.decoder;
    cursor->decoder_size = next.size;
    cursor->held_before = cursor->memory.held;
    cursor->block = next.block;
}

/*
 * A decoder for another block, if the present one is worth keeping: the oldest one's, where there are enough, else a new one.
 * `decoder` NULL: the present one is to be used.
 */
static struct kept_block find_decoder(struct pgnpack_cursor *cursor)
{
    struct kept_block found = {NULL, 0, 0, 0};
    block_keep_trim(cursor->decoder);
    size_t limit = cursor->reader->keep_size;
    size_t size = size_of_present(cursor);
    if (size > limit ||
        !MEMORY_GROW(&cursor->memory, cursor->kept, cursor->kept_capacity, cursor->kept_count + 1))
        return found;
    while (cursor->kept_count != 0 && cursor->kept_size > limit - size) {
        if (found.decoder != NULL)
            free_decoder(cursor, found.decoder);
        found = take(cursor, find_oldest(cursor));
    }
    if (found.decoder == NULL)
        found.decoder = cursor_new_decoder(cursor);
    return found;
}

enum pgnpack_status cursor_go_to_block(struct pgnpack_cursor *cursor, size_t block)
{
    if (cursor->is_loaded && cursor->block == block)
        return PGNPACK_OK;
    size_t i = cursor->is_loaded ? find_block(cursor, block) : cursor->kept_count;
    if (i < cursor->kept_count) {
        block_keep_trim(cursor->decoder);
        exchange(cursor, take(cursor, i));
        return PGNPACK_OK;
    }
    if (cursor->is_loaded && cursor->keeps && block != cursor->block + 1) {
        struct kept_block next = find_decoder(cursor);
        if (next.decoder != NULL)
            exchange(cursor, next);
    }
    return cursor_load_block(cursor, block);
}
