/*
 * Any bytes as a BCGN 0 file. What is read has legal moves only; written again it is refused, or reads back as
 * the same game, and then writes as the same bytes.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bcgn0/bcgn0_reader.h"
#include "bcgn0/bcgn0_writer.h"
#include "chess/movegen.h"
#include "fuzz/kept_memory.h"
#include "pgnpack_extra.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct source {
    const uint8_t *bytes;
    size_t size;
    size_t at;
};

static void require(int condition)
{
    if (!condition)
        abort();
}

static int read_source(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct source *source = opaque;
    size_t rest = source->size - source->at;
    *size_ret = size < rest ? size : rest;
    if (*size_ret != 0)
        memcpy(bytes, source->bytes + source->at, *size_ret);
    source->at += *size_ret;
    return 0;
}

static void check_moves(const struct game *game)
{
    struct position position = game->start;
    require(game->item_count == game->ply_count);
    for (size_t i = 0; i < game->item_count; i++) {
        require(game->items[i].kind == ITEM_MOVE && move_is_legal(&position, game->items[i].value));
        position_make(&position, game->items[i].value);
    }
}

/* The `n`-th tag of that name, from 0, or NULL. */
static const struct game_tag *find_nth(const struct game *game, struct text name, size_t n)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (text_equal(game->tags[i].name, name) && n-- == 0)
            return &game->tags[i];
    return NULL;
}

/* The same tags; those of one name in the same order. */
static void check_same_tags(const struct game *a, const struct game *b)
{
    require(a->tag_count == b->tag_count);
    for (size_t i = 0; i < a->tag_count; i++) {
        size_t earlier = 0;
        for (size_t j = 0; j < i; j++)
            earlier += (size_t)text_equal(a->tags[j].name, a->tags[i].name);
        const struct game_tag *same = find_nth(b, a->tags[i].name, earlier);
        require(same != NULL && text_equal(same->value, a->tags[i].value));
    }
}

static void check_same_game(const struct game *a, const struct game *b)
{
    require(a->result == b->result && a->item_count == b->item_count && a->has_start == b->has_start);
    require(position_same(&a->start, &b->start) && a->start.halfmove_clock == b->start.halfmove_clock &&
            a->start.move_number == b->start.move_number);
    for (size_t i = 0; i < a->item_count; i++)
        require(a->items[i].value == b->items[i].value);
    check_same_tags(a, b);
}

/* Writes one game as a file of its own. Returns 0 if it is refused. */
static int write_file(const struct bcgn0_header *header, const struct game *game, struct buffer *file)
{
    struct pgnpack_bcgn0_options options = {
        .size = sizeof options, .scheme = header->scheme, .headerless = header->headerless};
    struct bcgn0_writer writer;
    struct error error;
    error_clear(&error);
    bcgn0_writer_init(&writer, &options, file->memory);
    require(bcgn0_write_file_header(&writer, file));
    enum pgnpack_status status = bcgn0_write_game(&writer, game, file, &error);
    require(status == PGNPACK_OK || status == PGNPACK_ERROR_LOSSY);
    bcgn0_writer_free(&writer);
    return status == PGNPACK_OK;
}

static void check_rewriting(const struct bcgn0_header *header, const struct game *game, struct memory *memory)
{
    struct buffer file, again;
    buffer_init(&file, memory);
    buffer_init(&again, memory);
    if (write_file(header, game, &file)) {
        struct source source = {file.data, file.size, 0};
        struct bcgn0_reader reader;
        const struct game *copy;
        bcgn0_reader_init(&reader, read_source, &source, &kept_allocator, 0);
        require(bcgn0_reader_next(&reader, &copy) == PGNPACK_OK);
        check_same_game(game, copy);
        require(write_file(header, copy, &again));
        require(again.size == file.size && memcmp(again.data, file.data, file.size) == 0);
        require(bcgn0_reader_next(&reader, &copy) == PGNPACK_END);
        bcgn0_reader_free(&reader);
    }
    buffer_free(&file);
    buffer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source source = {data, size, 0};
    struct memory memory;
    struct bcgn0_reader reader;
    const struct game *game;
    memory_init(&memory, &kept_allocator, 0);
    bcgn0_reader_init(&reader, read_source, &source, &kept_allocator, 0);
    while (bcgn0_reader_next(&reader, &game) == PGNPACK_OK) {
        check_moves(game);
        check_rewriting(&reader.header, game, &memory);
    }
    require(reader.error.status != PGNPACK_OK && reader.error.status != PGNPACK_ERROR_INTERNAL);
    bcgn0_reader_free(&reader);
    require(memory.held == 0 && kept_memory_held() == 0);
    return 0;
}
