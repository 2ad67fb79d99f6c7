/*
 * Any bytes as the sections of a block, their checksums right: opened for all parts and for each alone, read to the
 * end, and one game again. What is read to the end is the same in all ways: parts alone and all together, in turn and by
 * going to a game; games one by one and the block's text at once.
 *
 * Input: 2 bytes text size, 1 byte games, then sections: type, index, 2 bytes size (lowest byte first), bytes.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "block/block_decoder.h"
#include "fuzz/kept_memory.h"
#include "util/xxh64.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD_SIZE = 3, SECTION_HEAD_SIZE = 4, SECTIONS_MAX = 64 };

static void require(int condition)
{
    if (!condition)
        abort();
}

/* The block that the input describes. */
static void make_block(struct byte_source input, struct block_header *header, struct buffer *block)
{
    struct section_entry entries[SECTIONS_MAX];
    struct buffer stored;
    buffer_init(&stored, block->memory);
    const uint8_t *head = byte_source_take(&input, HEAD_SIZE);
    memset(header, 0, sizeof *header);
    header->text_size = (uint32_t)(head[0] | head[1] << 8);
    header->game_count = head[2];
    while (byte_source_left(&input) >= SECTION_HEAD_SIZE && header->section_count < SECTIONS_MAX) {
        const uint8_t *section = byte_source_take(&input, SECTION_HEAD_SIZE);
        uint32_t size = (uint32_t)(section[2] | section[3] << 8);
        if (size > byte_source_left(&input))
            size = (uint32_t)byte_source_left(&input);
        const uint8_t *bytes = byte_source_take(&input, size);
        buffer_append(&stored, bytes, size);
        entries[header->section_count++] = (struct section_entry){.type = section[0],
                                                                  .index = section[1],
                                                                  .raw_size = size,
                                                                  .stored_size = size,
                                                                  .checksum = (uint32_t)xxh64(bytes, size)};
    }
    header->block_size = (uint32_t)(BCGN_BLOCK_HEADER_SIZE + block_table_size(header) + stored.size);
    block_header_write(header, entries, block);
    buffer_append(block, stored.data, stored.size);
    require(!buffer_failed(block));
    buffer_free(&stored);
}

/* What was read of each game, by parts, as hashes. */
struct seen {
    int is_complete; /* read to the end */
    unsigned games;
    struct {
        uint64_t tags, items, text;
        uint32_t plies;
    } of[UINT8_MAX + 1];
};

static uint64_t hash_more(uint64_t hash, const void *bytes, size_t size)
{
    return hash * UINT64_C(0x9e3779b97f4a7c15) + xxh64(bytes, size);
}

static uint64_t hash_tags(const struct game *game)
{
    uint64_t hash = game->tag_count;
    for (size_t i = 0; i < game->tag_count; i++) {
        hash = hash_more(hash, game->tags[i].name.data, game->tags[i].name.size);
        hash = hash_more(hash, game->tags[i].value.data, game->tags[i].value.size);
    }
    return hash;
}

static uint64_t hash_items(const struct game *game)
{
    uint64_t hash = game->item_count;
    for (size_t i = 0; i < game->item_count; i++)
        hash = (hash + game->items[i].kind) * UINT64_C(0x9e3779b97f4a7c15) + game->items[i].value;
    return hash;
}

/* The next game, as number `n`; appends its text. */
static enum pgnpack_status read_game(struct block_decoder *decoder, unsigned parts, struct seen *seen,
                                     unsigned n, struct buffer *out)
{
    struct error error;
    const struct game *game = &decoder->game;
    size_t start = out->size;
    error_clear(&error);
    enum pgnpack_status status = block_decoder_next(decoder, &error);
    if (status != PGNPACK_OK)
        return status;
    if (parts & BLOCK_TEXT)
        status = block_decoder_render(decoder, out, &error);
    seen->of[n].tags = hash_tags(game);
    seen->of[n].items = hash_items(game);
    seen->of[n].plies = game->ply_count;
    seen->of[n].text = xxh64(out->data + start, out->size - start);
    return status;
}

static void require_same_game(const struct seen *a, const struct seen *b, unsigned n, unsigned parts)
{
    if (parts & BLOCK_TAGS)
        require(a->of[n].tags == b->of[n].tags);
    if (parts & (BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT))
        require(a->of[n].plies == b->of[n].plies);
    if (parts & (BLOCK_MOVES | BLOCK_TEXT))
        require(a->of[n].items == b->of[n].items);
    if (parts & BLOCK_TEXT)
        require(a->of[n].text == b->of[n].text);
}

/* Goes to a game: if all were read before, to the same. */
static void check_going_to(struct block_decoder *decoder, unsigned parts, const struct seen *seen,
                           struct buffer *out)
{
    static struct seen again;
    struct error error;
    unsigned n = seen->games / 2;
    error_clear(&error);
    enum pgnpack_status status = block_decoder_go_to(decoder, n, &error);
    if (status == PGNPACK_OK)
        status = read_game(decoder, parts, &again, n, out);
    if (seen->is_complete && seen->games > 0) {
        require(status == PGNPACK_OK);
        require_same_game(seen, &again, n, parts);
    }
}

/* All games; their texts, one after the other, are `out`. */
static void read_games(struct block_decoder *decoder, unsigned parts, struct seen *seen, struct buffer *out)
{
    enum pgnpack_status status = PGNPACK_OK;
    buffer_clear(out);
    for (seen->games = 0; status == PGNPACK_OK; seen->games += status == PGNPACK_OK)
        status = read_game(decoder, parts, seen, seen->games, out);
    seen->is_complete = status == PGNPACK_END;
    size_t size = out->size;
    check_going_to(decoder, parts, seen, out);
    out->size = size;
}

/* With the size and hash of this text, the block gives it, if it is in order otherwise. */
static void check_text(struct block_decoder *decoder, struct block_header header, const uint8_t *block,
                       const struct buffer *text, struct buffer *out)
{
    struct error error;
    header.text_size = (uint32_t)text->size;
    header.text_hash = xxh64(text->data, text->size);
    error_clear(&error);
    buffer_clear(out);
    if (block_decoder_open(decoder, &header, block, BLOCK_EVERYTHING, &error) == PGNPACK_OK &&
        block_decoder_text(decoder, out, &error) == PGNPACK_OK)
        require(out->size == text->size && memcmp(out->data, text->data, text->size) == 0);
}

static void check_block(struct block_decoder *decoder, const struct block_header *header,
                        const uint8_t *block, struct buffer *text, struct buffer *out)
{
    static const unsigned all_parts[] = {BLOCK_TAGS, BLOCK_SHAPE, BLOCK_MOVES, BLOCK_TEXT};
    static struct seen all, some;
    struct error error;
    error_clear(&error);
    if (block_decoder_open(decoder, header, block, BLOCK_EVERYTHING, &error) != PGNPACK_OK)
        return;
    read_games(decoder, BLOCK_EVERYTHING, &all, text);
    struct column tail = block_decoder_tail(decoder);
    buffer_append(text, tail.data, tail.size);
    for (size_t i = 0; i < sizeof all_parts / sizeof *all_parts; i++) {
        require(block_decoder_open(decoder, header, block, all_parts[i], &error) == PGNPACK_OK);
        read_games(decoder, all_parts[i], &some, out);
        require(!all.is_complete || some.is_complete);
        for (unsigned n = 0; all.is_complete && n < all.games; n++)
            require_same_game(&all, &some, n, all_parts[i]);
    }
    if (all.is_complete && !buffer_failed(text))
        check_text(decoder, *header, block, text, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEAD_SIZE)
        return 0;
    struct memory memory;
    struct buffer block, text, out;
    struct block_header header;
    struct error error;
    memory_init(&memory, &kept_allocator, 0);
    buffer_init(&block, &memory);
    buffer_init(&text, &memory);
    buffer_init(&out, &memory);
    require(buffer_reserve(&text, 1) && buffer_reserve(&out, 1));
    struct block_decoder *decoder = memory_get(&memory, sizeof *decoder);
    require(decoder != NULL);
    block_decoder_init(decoder, &memory);
    make_block(byte_source_of(data, size), &header, &block);
    error_clear(&error);
    if (block_header_read(block.data, &header, &error) == PGNPACK_OK)
        check_block(decoder, &header, block.data, &text, &out);
    block_decoder_free(decoder);
    memory_release(&memory, decoder, sizeof *decoder);
    buffer_free(&block);
    buffer_free(&text);
    buffer_free(&out);
    require(memory.held == 0 && kept_memory_held() == 0);
    return 0;
}
