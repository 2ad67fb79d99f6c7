#include "shared/packing.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum pgnpack_status pack_bytes(const struct pack_setup *setup, const void *text, size_t text_size,
                               struct bytes *packed)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = setup->allocator};
    struct pgnpack_writer_options writer_options = {.size = sizeof writer_options,
                                                    .level = setup->level,
                                                    .moves = setup->moves,
                                                    .threads = setup->threads == 0 ? 1 : setup->threads,
                                                    .block_size = setup->block_size,
                                                    .index = setup->index,
                                                    .verify = setup->verify};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(&options, &writer_options, PGNPACK_TO_FUNCTION(bytes_write, packed));
    if (writer == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = PGNPACK_OK;
    size_t piece = setup->piece == 0 ? text_size : setup->piece;
    for (size_t at = 0; at < text_size && status == PGNPACK_OK; at += piece)
        status = pgnpack_writer_write(writer, (const char *)text + at,
                                      piece < text_size - at ? piece : text_size - at);
    if (status == PGNPACK_OK)
        status = pgnpack_writer_finish(writer);
    pgnpack_free(writer);
    return status;
}

static int keep_damage(void *opaque, const struct pgnpack_damage *damage)
{
    struct unpacked *unpacked = opaque;
    if (unpacked->damage_count < DAMAGES_MAX)
        unpacked->damages[unpacked->damage_count] = *damage;
    unpacked->damage_count++;
    return 0;
}

void unpack_bytes(const struct unpack_setup *setup, const void *packed, size_t packed_size,
                  struct unpacked *unpacked)
{
    struct pgnpack_options options = {
        .size = sizeof options, .allocator = setup->allocator, .work_limit = setup->work_limit};
    struct pgnpack_unpacker_options unpacker_options = {.size = sizeof unpacker_options,
                                                        .threads = setup->threads == 0 ? 1 : setup->threads,
                                                        .salvage = setup->salvage,
                                                        .check_columns = setup->check_columns,
                                                        .damage = keep_damage,
                                                        .opaque = unpacked};
    struct bytes_source source = {packed, packed_size, 0, setup->piece};
    memset(unpacked, 0, sizeof *unpacked);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&options, &unpacker_options);
    unpacked->status = PGNPACK_ERROR_MEMORY;
    if (unpacker == NULL)
        return;
    unpacked->status = pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                            PGNPACK_TO_FUNCTION(bytes_write, &unpacked->text));
    unpacked->totals = *pgnpack_unpacker_totals(unpacker);
    unpacked->error_offset = pgnpack_error(unpacker)->offset;
    if (pgnpack_error(unpacker)->status != unpacked->status)
        unpacked->status = PGNPACK_ERROR_INTERNAL;
    pgnpack_free(unpacker);
}

void unpacked_free(struct unpacked *unpacked)
{
    bytes_free(&unpacked->text);
}

/* ---- Cursors ---- */

static int next_text_is(struct pgnpack_cursor *cursor, const struct bytes *text, size_t *at, size_t end)
{
    const struct pgnpack_game *game;
    struct pgnpack_text part;
    if (pgnpack_cursor_next(cursor, &game) != PGNPACK_OK ||
        pgnpack_cursor_text(cursor, &part) != PGNPACK_OK || part.size > end - *at ||
        memcmp(text->data + *at, part.data, part.size) != 0)
        return 0;
    *at += part.size;
    return 1;
}

static int blocks_match(const struct pgnpack_reader *reader, struct pgnpack_cursor *cursor,
                        const struct bytes *text)
{
    struct pgnpack_block_info block;
    size_t start = 0;
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &block); n++) {
        size_t at = start;
        if (block.text_size > text->size - start)
            return 0;
        for (uint64_t i = 0; i < block.game_count; i++)
            if (!next_text_is(cursor, text, &at, start + (size_t)block.text_size))
                return 0;
        start += (size_t)block.text_size;
    }
    const struct pgnpack_game *game;
    return start == text->size && pgnpack_cursor_next(cursor, &game) == PGNPACK_END;
}

int cursor_texts_match(const void *packed, size_t packed_size, const struct bytes *text)
{
    return cursor_texts_match_within(NULL, packed, packed_size, text);
}

int cursor_texts_match_within(const struct pgnpack_allocator *allocator, const void *packed,
                              size_t packed_size, const struct bytes *text)
{
    int match = 0;
    struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    if (reader != NULL &&
        pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed, packed_size)) == PGNPACK_OK) {
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        match = cursor != NULL && blocks_match(reader, cursor, text);
        pgnpack_free(cursor);
    }
    pgnpack_free(reader);
    return match;
}

/* ---- Memory ---- */

static pthread_mutex_t count_mutex = PTHREAD_MUTEX_INITIALIZER;

/* The piece's size stands before it. */
union piece_head {
    size_t size;
    max_align_t alignment;
};

static void *allocate_counted(void *opaque, size_t size)
{
    enum { MARKED_MAX = 4096 };
    struct allocation_count *count = opaque;
    union piece_head *head = NULL;
    pthread_mutex_lock(&count_mutex);
    size_t call = ++count->calls;
    int fails = (count->fails_from != 0 && call >= count->fails_from) || call == count->fails_once;
    if (!fails)
        head = malloc(sizeof *head + size);
    if (head != NULL) {
        head->size = size;
        memset(head + 1, 0xa5, size < MARKED_MAX ? size : MARKED_MAX); /* new memory is not zero */
        count->outstanding++;
        count->held += size;
        if (count->held > count->peak)
            count->peak = count->held;
    }
    pthread_mutex_unlock(&count_mutex);
    return head == NULL ? NULL : head + 1;
}

/* A handle, which begins with its memory: has that back all that it took but the handle itself? */
static int has_all_back(const void *opaque, const void *piece, size_t size)
{
    const struct memory *memory = piece;
    return size < sizeof *memory || memory->allocator.opaque != opaque || memory->held == size;
}

static void release_counted(void *opaque, void *piece)
{
    struct allocation_count *count = opaque;
    union piece_head *head = (union piece_head *)piece - 1;
    pthread_mutex_lock(&count_mutex);
    if (has_all_back(opaque, piece, head->size))
        count->outstanding--;
    count->held -= head->size;
    pthread_mutex_unlock(&count_mutex);
    free(head);
}

struct pgnpack_allocator counted_allocator(struct allocation_count *count)
{
    return (struct pgnpack_allocator){allocate_counted, release_counted, count};
}

void allow_pieces(struct allocation_count *count, size_t pieces)
{
    count->fails_from = pieces == SIZE_MAX ? 0 : count->calls + pieces + 1;
}
