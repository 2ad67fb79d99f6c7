/* Public functions: the games of a database one after the other, or any of them at once. */
#include <string.h>

#include "lib/cursor.h"

enum { ALL_PARTS = PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE | PGNPACK_PART_MOVES | PGNPACK_PART_TEXT };

static void start_work(struct pgnpack_cursor *cursor)
{
    work_start(&cursor->decoder.work, work_limit_left(cursor->reader->work_limit, 0));
}

static unsigned block_parts(unsigned parts)
{
    unsigned result = 0;
    if (parts & PGNPACK_PART_TAGS)
        result |= BLOCK_TAGS;
    if (parts & PGNPACK_PART_SHAPE)
        result |= BLOCK_SHAPE;
    if (parts & PGNPACK_PART_MOVES)
        result |= BLOCK_SHAPE | BLOCK_MOVES;
    if (parts & PGNPACK_PART_TEXT)
        result |= BLOCK_EVERYTHING;
    return result;
}

struct pgnpack_cursor *pgnpack_cursor_new(const struct pgnpack_reader *reader, unsigned parts)
{
    return cursor_new_within(reader, parts, reader->memory.limit);
}

struct pgnpack_cursor *cursor_new_within(const struct pgnpack_reader *reader, unsigned parts, size_t limit)
{
    struct memory like = reader->memory;
    like.limit = limit;
    struct pgnpack_cursor *cursor = handle_new_like(&like, sizeof *cursor);
    if (cursor == NULL)
        return NULL;
    cursor->reader = reader;
    cursor->parts = block_parts(parts);
    cursor->end = UINT64_MAX;
    error_clear(&cursor->misuse);
    if (parts & ~(unsigned)ALL_PARTS)
        error_set(&cursor->misuse, PGNPACK_ERROR_ARGUMENT,
                  "pgnpack_cursor_new: parts is %u: allowed are the bits of enum pgnpack_parts, %u at most",
                  parts, (unsigned)ALL_PARTS);
    cursor->error = cursor->misuse;
    cursor->last = cursor->error.status;
    buffer_init(&cursor->head, &cursor->memory);
    buffer_init(&cursor->stored, &cursor->memory);
    buffer_init(&cursor->text, &cursor->memory);
    buffer_init(&cursor->tag_names, &cursor->memory);
    block_decoder_init(&cursor->decoder, &cursor->memory);
    cursor->decoder.nets = &reader->nets.nets;
    start_work(cursor);
    return cursor;
}

void cursor_unload(struct pgnpack_cursor *cursor)
{
    cursor->is_loaded = 0;
    buffer_free(&cursor->head);
    buffer_free(&cursor->stored);
    buffer_free(&cursor->text);
    block_decoder_free(&cursor->decoder);
}

static void forget_tags(struct pgnpack_cursor *cursor)
{
    memory_release(&cursor->memory, cursor->tags, cursor->tag_capacity * sizeof *cursor->tags);
    cursor->tags = NULL;
    cursor->tag_capacity = cursor->tag_count = 0;
    buffer_free(&cursor->tag_names);
}

void pgnpack_cursor_free(struct pgnpack_cursor *cursor)
{
    if (cursor == NULL)
        return;
    cursor_unload(cursor);
    forget_tags(cursor);
    handle_free(cursor, sizeof *cursor);
}

/* ---- Blocks ---- */

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
    enum { USUAL_HEAD_SIZE = BCGN_BLOCK_HEADER_SIZE + 48 * BCGN_SECTION_ENTRY_SIZE };
    size_t gap = cursor->reader->gap;
    size_t size = gap > USUAL_HEAD_SIZE ? gap : USUAL_HEAD_SIZE;
    int is_whole = (cursor->parts & BLOCK_TEXT) != 0 && entry->block_size <= BCGN_BLOCK_SIZE_MAX;
    return is_whole || entry->block_size < size ? entry->block_size : size;
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
    struct block_decoder *decoder = &cursor->decoder;
    struct block_header header;
    cursor->is_loaded = 0;
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

/* ---- Games ---- */

/* Returns 0 when there is no memory. */
static int copy_tags(struct pgnpack_cursor *cursor, const char *const *names, size_t count)
{
    int done = MEMORY_GROW(&cursor->memory, cursor->tags, cursor->tag_capacity, count + 1);
    for (size_t i = 0; i < count; i++)
        buffer_append(&cursor->tag_names, names[i], strlen(names[i]) + 1);
    if (!done || buffer_failed(&cursor->tag_names))
        return 0;
    const char *at = (const char *)cursor->tag_names.data;
    for (; cursor->tag_count < count; cursor->tag_count++) {
        cursor->tags[cursor->tag_count] = text_of(at);
        at += cursor->tags[cursor->tag_count].size + 1;
    }
    return 1;
}

enum pgnpack_status pgnpack_cursor_tags(struct pgnpack_cursor *cursor, const char *const *names, size_t count)
{
    if (cursor->misuse.status != PGNPACK_OK)
        return cursor->last = cursor->misuse.status;
    for (size_t i = 0; names != NULL && i < count; i++)
        if (names[i] == NULL)
            return cursor->last = handle_refuse_null(&cursor->error, "pgnpack_cursor_tags: one of names");
    forget_tags(cursor);
    cursor->is_loaded = 0;
    cursor->has_game = 0;
    if (names == NULL || copy_tags(cursor, names, count))
        return PGNPACK_OK;
    forget_tags(cursor);
    return cursor->last = memory_check(&cursor->memory, &cursor->error);
}

enum pgnpack_status pgnpack_cursor_limit(struct pgnpack_cursor *cursor, uint64_t first, uint64_t count)
{
    enum pgnpack_status status = pgnpack_cursor_seek(cursor, first);
    cursor->end = count > UINT64_MAX - cursor->next ? UINT64_MAX : cursor->next + count;
    return status;
}

enum pgnpack_status pgnpack_cursor_seek(struct pgnpack_cursor *cursor, uint64_t number)
{
    if (cursor->error.status != PGNPACK_OK)
        cursor_unload(cursor); /* buffers remember that memory ended */
    cursor->error = cursor->misuse;
    reader_check_open(cursor->reader, &cursor->error);
    if (cursor->error.status != PGNPACK_OK)
        return cursor->last = cursor->error.status;
    memory_forget_refusal(&cursor->memory);
    start_work(cursor);
    cursor->has_game = 0;
    if (number == 0)
        return cursor->last = error_set(&cursor->error, PGNPACK_ERROR_ARGUMENT, "games are counted from 1");
    cursor->decoder.keep.keeps = 1;
    cursor->next = number - 1;
    cursor->last = number > cursor->reader->index.game_count ? PGNPACK_END : PGNPACK_OK;
    return cursor->last;
}

/* The block of the game that comes next is loaded, and its decoder before that game. */
static enum pgnpack_status go_to_next(struct pgnpack_cursor *cursor)
{
    const struct block_index *index = &cursor->reader->index;
    const struct index_entry *entry = block_index_find_game(index, cursor->next);
    size_t block = (size_t)(entry - index->entries);
    uint32_t wanted = (uint32_t)(cursor->next - entry->games_before);
    if (!cursor->is_loaded || cursor->block != block) {
        enum pgnpack_status status = cursor_load_block(cursor, block);
        if (status != PGNPACK_OK)
            return status;
    }
    return block_decoder_go_to(&cursor->decoder, wanted, &cursor->error);
}

enum pgnpack_status pgnpack_cursor_next(struct pgnpack_cursor *cursor, const struct pgnpack_game **game_ret)
{
    if (game_ret != NULL)
        *game_ret = NULL;
    cursor->has_game = 0;
    cursor->is_rendered = 0;
    reader_check_open(cursor->reader, &cursor->error);
    if (cursor->error.status != PGNPACK_OK)
        return cursor->last = cursor->error.status;
    if (cursor->next >= cursor->end || cursor->next >= cursor->reader->index.game_count)
        return cursor->last = PGNPACK_END;
    if (go_to_next(cursor) == PGNPACK_OK)
        block_decoder_next(&cursor->decoder, &cursor->error);
    if (memory_check(&cursor->memory, &cursor->error) != PGNPACK_OK) {
        const struct index_entry *entry = &cursor->reader->index.entries[cursor->block];
        error_locate(&cursor->error, cursor->next + 1, 0, entry->offset);
        cursor->is_loaded = 0;
        return cursor->last = cursor->error.status;
    }
    cursor->next++;
    cursor->has_game = 1;
    if (game_ret != NULL)
        *game_ret = game_export(&cursor->decoder.game);
    return cursor->last = PGNPACK_OK;
}

uint64_t pgnpack_cursor_game_number(const struct pgnpack_cursor *cursor)
{
    return cursor->next;
}

enum pgnpack_status pgnpack_cursor_text(struct pgnpack_cursor *cursor, struct pgnpack_text *text_ret)
{
    if (text_ret != NULL)
        *text_ret = (struct pgnpack_text){"", 0};
    if (!(cursor->parts & BLOCK_TEXT) || !cursor->has_game)
        return cursor->last = error_set(&cursor->error, PGNPACK_ERROR_ARGUMENT,
                                        "this cursor has no game's text at hand");
    if (!cursor->is_rendered) {
        buffer_clear(&cursor->text);
        block_decoder_render(&cursor->decoder, &cursor->text, &cursor->error);
        if (memory_check(&cursor->memory, &cursor->error) != PGNPACK_OK) {
            error_locate(&cursor->error, cursor->next, 0,
                         cursor->reader->index.entries[cursor->block].offset);
            return cursor->last = cursor->error.status;
        }
        cursor->is_rendered = 1;
    }
    if (text_ret != NULL && cursor->text.size != 0)
        *text_ret = (struct pgnpack_text){(const char *)cursor->text.data, cursor->text.size};
    return PGNPACK_OK;
}

uint64_t pgnpack_cursor_work(const struct pgnpack_cursor *cursor)
{
    return cursor->decoder.work.done;
}

uint64_t pgnpack_cursor_bytes_read(const struct pgnpack_cursor *cursor)
{
    return cursor->bytes_read;
}

const struct pgnpack_error *pgnpack_cursor_error(struct pgnpack_cursor *cursor)
{
    const struct error *error = cursor->error.status != PGNPACK_OK ? &cursor->error : NULL;
    handle_export_reader_error(cursor->last, error, &cursor->public_error);
    return &cursor->public_error;
}
