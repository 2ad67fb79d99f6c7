/* Public functions: which blocks of an opened database are damaged, so that the others can be read. */
#include "container/sections/block_format.h"
#include "lib/open/reader.h"

/* A look at the blocks, one after the other. */
struct look {
    struct pgnpack_reader *reader;
    struct buffer block; /* the bytes of the present one */
    struct game_range_list lost;
    pgnpack_damage_function damage;
    void *opaque;
    struct error error; /* why the look ends; blocks have their own */
};

static enum pgnpack_status read_block(struct look *look, const struct index_entry *entry, struct error *why)
{
    buffer_clear(&look->block);
    if (entry->block_size < BCGN_BLOCK_HEADER_SIZE || entry->block_size > BCGN_BLOCK_SIZE_MAX)
        return error_set(why, PGNPACK_ERROR_CORRUPT, "a block has a size that there is not");
    if (!buffer_reserve(&look->block, entry->block_size))
        return error_no_memory(why);
    return reader_read(look->reader, entry->offset, look->block.data, entry->block_size, why);
}

/* Its text is not unpacked: where all sections are what they were, it is what it was. What searches could do without may be damaged. */
static enum pgnpack_status check_block(struct look *look, const struct index_entry *entry, struct error *why)
{
    struct block_header header;
    size_t hashed;
    enum pgnpack_status status = read_block(look, entry, why);
    if (status == PGNPACK_OK)
        status = block_header_read(look->block.data, &header, why);
    if (status == PGNPACK_OK && !index_entry_fits(entry, &header))
        status = error_set(why, PGNPACK_ERROR_CORRUPT, "a block is not the one that the index names");
    if (status == PGNPACK_OK && !block_is_whole(look->block.data, &header, 0, &hashed))
        status = error_set(why, PGNPACK_ERROR_CORRUPT, "a block's table or one of its sections is damaged");
    return status;
}

static enum pgnpack_status tell(struct look *look, const struct pgnpack_damage *damage)
{
    int goes_on = look->damage == NULL || look->damage(look->opaque, damage) == 0;
    return goes_on ? PGNPACK_OK : handle_cancelled(&look->error);
}

static enum pgnpack_status look_at_block(struct look *look, const struct index_entry *entry)
{
    struct error why;
    error_clear(&why);
    enum pgnpack_status status = check_block(look, entry, &why);
    if (status == PGNPACK_OK || status == PGNPACK_ERROR_UNSUPPORTED)
        return PGNPACK_OK;
    error_locate(&why, entry->games_before + 1, 0, entry->offset);
    if (!status_is_damage(status)) {
        look->error = why;
        return status;
    }
    const uint64_t first = entry->games_before;
    if (!game_range_list_add(
            &look->lost, &look->reader->memory,
            (struct game_range){.first = first, .end = first + entry->game_count, .kind = DELETION_BY_HAND}))
        return error_no_memory(&look->error);
    return tell(look, &(struct pgnpack_damage){.offset = entry->offset,
                                               .size = entry->block_size,
                                               .first_game = first + 1,
                                               .game_count = entry->game_count,
                                               .text_size = entry->text_size,
                                               .text = why.text});
}

/* What the opening found missing, or damaged, behind the last block. */
static enum pgnpack_status tell_end(struct look *look)
{
    const struct pgnpack_reader *reader = look->reader;
    if (reader->error.status != PGNPACK_ERROR_TRUNCATED)
        return PGNPACK_OK;
    return tell(look, &(struct pgnpack_damage){.offset = reader->file_size,
                                               .size = reader->info.torn_size,
                                               .first_game = reader->index.game_count + 1,
                                               .game_count = UINT64_MAX,
                                               .text_size = UINT64_MAX,
                                               .text = reader->error.text});
}

static enum pgnpack_status look_at_blocks(struct look *look, uint64_t first, uint64_t count)
{
    const struct block_index *index = &look->reader->index;
    enum pgnpack_status status = reader_check_open(look->reader, &look->error);
    for (uint64_t n = first; n < index->count && n - first < count && status == PGNPACK_OK; n++)
        if (index->entries[n].game_count != 0)
            status = look_at_block(look, &index->entries[n]);
    if (status != PGNPACK_OK)
        return status;
    if (!deleted_games_add(&look->reader->skipped, &look->lost) ||
        !deleted_games_finish(&look->reader->skipped))
        return error_no_memory(&look->error);
    return tell_end(look);
}

enum pgnpack_status pgnpack_reader_skip_damaged(struct pgnpack_reader *reader, uint64_t first, uint64_t count,
                                                pgnpack_damage_function damage, void *opaque)
{
    struct look look = {.reader = reader, .damage = damage, .opaque = opaque};
    reader_begin(reader, &look.error);
    deleted_games_free(&reader->skipped);
    buffer_init(&look.block, &reader->memory);
    enum pgnpack_status status = look_at_blocks(&look, first, count);
    buffer_free(&look.block);
    game_range_list_free(&look.lost, &reader->memory);
    status = reader_end(reader, &look.error, status);
    if (status != PGNPACK_OK)
        deleted_games_free(&reader->skipped);
    return status;
}

int pgnpack_reader_left_out_range(const struct pgnpack_reader *reader, uint64_t number, uint64_t *first_ret,
                                  uint64_t *count_ret)
{
    struct games_there there = {0, 0};
    uint64_t from = number == 0 ? 0 : number - 1, end = left_out_pass(reader, &there, from);
    if (end == from && left_out_any(reader)) {
        from = there.end;
        end = from == UINT64_MAX ? from : left_out_pass(reader, &there, from);
    }
    if (first_ret != NULL)
        *first_ret = end == from ? 0 : from + 1;
    if (count_ret != NULL)
        *count_ret = end - from;
    return end != from;
}
