/* How a cursor reads a block: what is fetched of the file, and what is announced before. */
#include "lib/read/cursor.h"

/* ---- Blocks that are kept ---- */

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

/* ---- The present block ---- */

static enum pgnpack_status read_into(struct pgnpack_cursor *cursor, struct buffer *buffer, uint64_t offset,
                                     size_t size, struct error *error)
{
    if (!buffer_reserve(buffer, size + 1)) /* nothing, too, is somewhere */
        return error_no_memory(error);
    enum pgnpack_status status =
        reader_read(cursor->reader, offset, buffer->data + buffer->size, size, error);
    if (status == PGNPACK_OK) {
        buffer->size += size;
        cursor->bytes_read += size;
    }
    return status;
}

/*
 * What is read of a block before its table is known: all of it, where all is asked for; else a piece that has most tables,
 * and what columns come with it if a call is worth them.
 */
static size_t head_size(const struct pgnpack_cursor *cursor, const struct index_entry *entry)
{
    int is_whole = (cursor->parts & BLOCK_TEXT) != 0 && entry->block_size <= BCGN_BLOCK_SIZE_MAX;
    return block_head_size(entry->block_size, is_whole ? entry->block_size : cursor->reader->gap);
}

/* Tells who wants to know what will be read. */
static void announce(const struct pgnpack_cursor *cursor, uint64_t offset, uint64_t size)
{
    const struct pgnpack_reader *reader = cursor->reader;
    if (reader->prefetch != NULL && size != 0)
        reader->prefetch(reader->prefetch_opaque, offset, size);
}

/* The block behind this one, if the cursor goes there. */
static void announce_next(const struct pgnpack_cursor *cursor, size_t block)
{
    const struct block_index *index = &cursor->reader->index;
    const struct index_entry *next = block + 1 < index->count ? &index->entries[block + 1] : NULL;
    if (next != NULL && next->games_before < cursor->end)
        announce(cursor, next->offset, head_size(cursor, next));
}

/* Header and table, and what comes with them. */
static enum pgnpack_status read_head(struct pgnpack_cursor *cursor, const struct index_entry *entry,
                                     struct block_header *header)
{
    struct buffer *head = &cursor->head;
    size_t size = head_size(cursor, entry);
    buffer_clear(head);
    if (size < BCGN_BLOCK_HEADER_SIZE)
        return error_set(&cursor->error, PGNPACK_ERROR_CORRUPT, "a block is too small to be one");
    enum pgnpack_status status = read_into(cursor, head, entry->offset, size, &cursor->error);
    if (status == PGNPACK_OK)
        status = block_header_read(head->data, header, &cursor->error);
    if (status != PGNPACK_OK)
        return status;
    if (header->block_size != entry->block_size || header->game_count != entry->game_count ||
        header->text_size != entry->text_size)
        return error_set(&cursor->error, PGNPACK_ERROR_CORRUPT,
                         "a block is not the one that the index names");
    size_t whole = BCGN_BLOCK_HEADER_SIZE + block_table_size(header);
    if (whole <= size)
        return PGNPACK_OK;
    return read_into(cursor, head, entry->offset + size, whole - size, &cursor->error);
}

/* A block on its way to the decoder. */
struct block_place {
    struct pgnpack_cursor *cursor;
    uint64_t offset; /* of the block in the file */
};

/* What came with the header is there. */
static const uint8_t *fetch(void *context, size_t offset, size_t size, struct error *error)
{
    const struct block_place *place = context;
    struct pgnpack_cursor *cursor = place->cursor;
    if (offset + size <= cursor->head.size)
        return cursor->head.data + offset;
    size_t held = offset < cursor->head.size ? cursor->head.size - offset : 0;
    buffer_clear(&cursor->stored);
    if (!buffer_reserve(&cursor->stored, size + 1)) {
        error_no_memory(error);
        return NULL;
    }
    if (held != 0)
        buffer_append(&cursor->stored, cursor->head.data + offset, held);
    enum pgnpack_status status =
        read_into(cursor, &cursor->stored, place->offset + offset + held, size - held, error);
    return status == PGNPACK_OK ? cursor->stored.data : NULL;
}

static void expect(void *context, size_t offset, size_t size)
{
    const struct block_place *place = context;
    size_t end = offset + size;
    size_t held = place->cursor->head.size;
    if (offset < held)
        offset = held;
    if (offset < end)
        announce(place->cursor, place->offset + offset, end - offset);
}

enum pgnpack_status cursor_load_block(struct pgnpack_cursor *cursor, size_t block)
{
    const struct index_entry *entry = &cursor->reader->index.entries[block];
    struct block_place place = {cursor, entry->offset};
    const struct block_bytes bytes = {fetch, expect, cursor->reader->gap, &place};
    struct block_decoder *decoder = cursor->decoder;
    struct block_header header;
    cursor->is_loaded = 0;
    decoder->keep.keeps = cursor->keeps;
    announce_next(cursor, block);
    enum pgnpack_status status = read_head(cursor, entry, &header);
    block_decoder_ask_tags(decoder, cursor->tags, cursor->tag_count);
    if (status == PGNPACK_OK)
        status = block_decoder_start(decoder, &header, &bytes, cursor->parts, &cursor->error);
    if (status == PGNPACK_OK)
        status = block_decoder_load(decoder, &bytes, &cursor->error);
    if (status == PGNPACK_OK)
        status = block_decoder_ready(decoder, &cursor->error);
    if (status != PGNPACK_OK) {
        error_locate(&cursor->error, entry->games_before + 1, 0, entry->offset);
        return status;
    }
    cursor->block = block;
    cursor->is_loaded = 1;
    return PGNPACK_OK;
}
