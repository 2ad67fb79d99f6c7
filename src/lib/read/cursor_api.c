/* Public functions: the games of a database one after the other, or any of them at once. */
#include <inttypes.h>
#include <string.h>

#include "lib/read/cursor.h"

enum { ALL_PARTS = PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE | PGNPACK_PART_MOVES | PGNPACK_PART_TEXT };

static void start_work(struct pgnpack_cursor *cursor)
{
    work_start(&cursor->decoder->work, work_limit_left(cursor->reader->work_limit, 0));
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
    struct pgnpack_cursor *cursor = cursor_new_within(reader, parts, reader->memory.limit);
    if (cursor != NULL)
        cursor->is_callers = 1;
    return cursor;
}

static const struct handle_kind cursor_kind;

struct pgnpack_cursor *cursor_new_within(const struct pgnpack_reader *reader, unsigned parts, size_t limit)
{
    struct memory like = reader->memory;
    like.limit = limit;
    struct pgnpack_cursor *cursor = handle_new_like(&like, sizeof *cursor, &cursor_kind);
    if (cursor == NULL)
        return NULL;
    cursor->reader = reader;
    cursor->parts = block_parts(parts);
    cursor->end = UINT64_MAX;
    error_clear(&cursor->misuse);
    error_clear(&cursor->refusal);
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
    cursor->decoder = cursor_new_decoder(cursor);
    if (cursor->decoder == NULL) {
        handle_free(cursor, sizeof *cursor);
        return NULL;
    }
    cursor->held_before = cursor->memory.held;
    start_work(cursor);
    return cursor;
}

/* Gives back everything that was read; the cursor stays as good as a new one. */
static void cursor_unload(struct pgnpack_cursor *cursor)
{
    cursor->is_loaded = 0;
    buffer_free(&cursor->head);
    buffer_free(&cursor->stored);
    buffer_free(&cursor->text);
    cursor_drop_kept(cursor);
    block_decoder_free(cursor->decoder);
    cursor->decoder_size = 0;
    cursor->held_before = cursor->memory.held;
}

static void forget_tags(struct pgnpack_cursor *cursor)
{
    memory_release(&cursor->memory, cursor->tags, cursor->tag_capacity * sizeof *cursor->tags);
    cursor->tags = NULL;
    cursor->tag_capacity = cursor->tag_count = 0;
    buffer_free(&cursor->tag_names);
}

static void free_cursor(void *handle)
{
    struct pgnpack_cursor *cursor = handle;
    cursor_unload(cursor);
    forget_tags(cursor);
    memory_release(&cursor->memory, cursor->decoder, sizeof *cursor->decoder);
    handle_free(cursor, sizeof *cursor);
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
        return handle_end(cursor, cursor->misuse.status);
    error_clear(&cursor->refusal);
    for (size_t i = 0; names != NULL && i < count; i++)
        if (names[i] == NULL)
            return handle_end(cursor,
                              handle_refuse_null(&cursor->refusal, "pgnpack_cursor_tags: one of names"));
    forget_tags(cursor);
    cursor_drop_kept(cursor);
    cursor->is_loaded = 0;
    cursor->has_game = 0;
    if (names == NULL || copy_tags(cursor, names, count))
        return handle_end(cursor, PGNPACK_OK);
    forget_tags(cursor);
    return handle_end(cursor, error_no_memory(&cursor->error));
}

static enum pgnpack_status go_to(struct pgnpack_cursor *cursor, uint64_t number)
{
    cursor->has_game = 0;
    cursor->given = 0;
    if (cursor->error.status != PGNPACK_OK)
        cursor_unload(cursor);
    cursor->error = cursor->misuse;
    error_clear(&cursor->refusal);
    reader_check_open(cursor->reader, &cursor->error);
    if (cursor->error.status != PGNPACK_OK)
        return cursor->last = cursor->error.status;
    memory_forget_refusal(&cursor->memory);
    start_work(cursor);
    if (number == 0)
        return cursor->last = error_set(&cursor->error, PGNPACK_ERROR_ARGUMENT, "games are counted from 1");
    cursor->keeps = 1;
    cursor->next = cursor->sought = number - 1;
    cursor->last = number > cursor->reader->index.game_count ? PGNPACK_END : PGNPACK_OK;
    return cursor->last;
}

/* The games from `first` up to `end`, from 0, are what was asked for, and are left out. */
static enum pgnpack_status tell_deleted(struct pgnpack_cursor *cursor, uint64_t first, uint64_t end)
{
    error_clear(&cursor->refusal);
    if (left_out_skipped(cursor->reader, first, end) == end - first)
        return error_set(&cursor->refusal, PGNPACK_END,
                         "games %" PRIu64 " to %" PRIu64 " are in damaged blocks, which are skipped",
                         first + 1, end);
    if (end - first == 1)
        return error_set(&cursor->refusal, PGNPACK_END, "game %" PRIu64 " was deleted", first + 1);
    return error_set(&cursor->refusal, PGNPACK_END, "games %" PRIu64 " to %" PRIu64 " were deleted",
                     first + 1, end);
}

enum pgnpack_status pgnpack_cursor_range(struct pgnpack_cursor *cursor, uint64_t first, uint64_t count)
{
    enum pgnpack_status status = go_to(cursor, first);
    cursor->end = count > UINT64_MAX - cursor->next ? UINT64_MAX : cursor->next + count;
    return handle_end(cursor, status);
}

enum pgnpack_status pgnpack_cursor_seek(struct pgnpack_cursor *cursor, uint64_t number)
{
    enum pgnpack_status status = go_to(cursor, number);
    if (status == PGNPACK_OK && cursor->is_callers &&
        left_out_pass(cursor->reader, &cursor->there, number - 1) != number - 1)
        status = cursor->last = tell_deleted(cursor, number - 1, number);
    return handle_end(cursor, status);
}

/* The block of the game that comes next is loaded, and its decoder behind that game. */
static enum pgnpack_status read_game(struct pgnpack_cursor *cursor)
{
    const struct block_index *index = &cursor->reader->index;
    const struct index_entry *entry = block_index_find_game(index, cursor->next);
    size_t block = (size_t)(entry - index->entries);
    uint32_t wanted = (uint32_t)(cursor->next - entry->games_before);
    enum pgnpack_status status = cursor_go_to_block(cursor, block);
    if (status == PGNPACK_OK)
        status = block_decoder_go_to(cursor->decoder, wanted, &cursor->error);
    return status == PGNPACK_OK ? block_decoder_next(cursor->decoder, &cursor->error) : status;
}

/* Is there anything that memory was taken for and that games can be read without? */
static int holds_more_than_needed(const struct pgnpack_cursor *cursor)
{
    return cursor->kept_count != 0 || (cursor->is_loaded && cursor->decoder->keep.keeps);
}

/* The game that comes next. Where the limit of memory does not suffice for what is kept, too, it is read again without that. */
static enum pgnpack_status read_next(struct pgnpack_cursor *cursor)
{
    read_game(cursor);
    if (cursor->memory.refusal == MEMORY_REFUSED_BY_LIMIT && holds_more_than_needed(cursor)) {
        uint64_t done = cursor->decoder->work.done;
        cursor_unload(cursor);
        error_clear(&cursor->error);
        memory_forget_refusal(&cursor->memory);
        start_work(cursor);
        cursor->decoder->work.done = done;
        read_game(cursor);
    }
    return memory_check(&cursor->memory, &cursor->error);
}

/* Goes to the next game that is given. Returns 0, and stays where it is, when there is none. */
static int find_next(struct pgnpack_cursor *cursor)
{
    uint64_t count = cursor->reader->index.game_count, next = cursor->next;
    uint64_t end = cursor->end < count ? cursor->end : count;
    if (next >= end)
        return 0;
    if (cursor->is_callers)
        next = left_out_pass(cursor->reader, &cursor->there, next);
    if (next < end)
        cursor->next = next;
    else if (cursor->next == cursor->sought)
        tell_deleted(cursor, cursor->next, end);
    return next < end;
}

enum pgnpack_status pgnpack_cursor_next(struct pgnpack_cursor *cursor, const struct pgnpack_game **game_ret)
{
    if (game_ret != NULL)
        *game_ret = NULL;
    cursor->has_game = 0;
    cursor->is_rendered = 0;
    error_clear(&cursor->refusal);
    reader_check_open(cursor->reader, &cursor->error);
    if (cursor->error.status != PGNPACK_OK)
        return handle_end(cursor, cursor->error.status);
    if (!find_next(cursor))
        return handle_end(cursor, PGNPACK_END);
    if (read_next(cursor) != PGNPACK_OK) {
        const struct index_entry *entry = &cursor->reader->index.entries[cursor->block];
        error_locate(&cursor->error, cursor->next + 1, 0, entry->offset);
        cursor->is_loaded = 0;
        return handle_end(cursor, cursor->error.status);
    }
    cursor->next++;
    cursor->has_game = 1;
    cursor->given = cursor->next;
    if (game_ret != NULL)
        *game_ret = game_export(&cursor->decoder->game);
    return handle_end(cursor, PGNPACK_OK);
}

uint64_t pgnpack_cursor_game_number(const struct pgnpack_cursor *cursor)
{
    return cursor->given;
}

/* What is kept is no reason why there should be no room for a text. */
static void make_room_for_text(struct pgnpack_cursor *cursor)
{
    size_t limit = cursor->memory.limit;
    size_t most = 2 * (size_t)cursor->decoder->header.text_size + LAYOUT_SLACK;
    if (limit != 0 && limit - cursor->memory.held < most)
        cursor_drop_kept(cursor);
}

enum pgnpack_status pgnpack_cursor_text(struct pgnpack_cursor *cursor, struct pgnpack_text *text_ret)
{
    if (text_ret != NULL)
        *text_ret = (struct pgnpack_text){"", 0};
    error_clear(&cursor->refusal);
    if (cursor->error.status != PGNPACK_OK)
        return handle_end(cursor, cursor->error.status);
    if (!(cursor->parts & BLOCK_TEXT) || !cursor->has_game)
        return handle_end(cursor, error_set(&cursor->refusal, PGNPACK_ERROR_ARGUMENT,
                                            "this cursor has no game's text at hand"));
    if (!cursor->is_rendered) {
        make_room_for_text(cursor);
        buffer_clear(&cursor->text);
        block_decoder_render(cursor->decoder, &cursor->text, &cursor->error);
        if (memory_check(&cursor->memory, &cursor->error) != PGNPACK_OK) {
            error_locate(&cursor->error, cursor->next, 0,
                         cursor->reader->index.entries[cursor->block].offset);
            return handle_end(cursor, cursor->error.status);
        }
        cursor->is_rendered = 1;
    }
    if (text_ret != NULL && cursor->text.size != 0)
        *text_ret = (struct pgnpack_text){(const char *)cursor->text.data, cursor->text.size};
    return handle_end(cursor, PGNPACK_OK);
}

static uint64_t work_of_cursor(const void *handle)
{
    const struct pgnpack_cursor *cursor = handle;
    return cursor->decoder->work.done;
}

uint64_t pgnpack_cursor_bytes_read(const struct pgnpack_cursor *cursor)
{
    return cursor->bytes_read;
}

static const struct handle_kind cursor_kind = {.free = free_cursor,
                                               .work = work_of_cursor,
                                               HANDLE_ERROR(struct pgnpack_cursor),
                                               HANDLE_LAST(struct pgnpack_cursor),
                                               HANDLE_REFUSAL(struct pgnpack_cursor)};
