#include "lib/read/index_check.h"

static int ranges_differ(uint32_t told_min, uint32_t told_max, uint32_t seen_min, uint32_t seen_max)
{
    return (told_min != 0 || told_max != 0) && (told_min != seen_min || told_max != seen_max);
}

/* NULL: all is true. */
static const char *false_field(const struct index_entry *told, const struct index_entry *seen)
{
    if (told->block_size != seen->block_size)
        return "size";
    if (told->text_size != seen->text_size)
        return "size of its text";
    if (told->game_count != seen->game_count)
        return "number of games";
    if (told->flags != seen->flags)
        return "kind";
    if (ranges_differ(told->date_min, told->date_max, seen->date_min, seen->date_max))
        return "range of dates";
    if (ranges_differ(told->elo_min, told->elo_max, seen->elo_min, seen->elo_max))
        return "range of ratings";
    return told->header_hash != 0 && told->header_hash != seen->header_hash ? "hash" : NULL;
}

enum pgnpack_status index_check(const struct block_index *told, const struct block_index *seen,
                                uint64_t games_before, struct error *error)
{
    for (size_t i = 0; i < told->count && i < seen->count; i++) {
        const struct index_entry *block = &seen->entries[i];
        const char *field = false_field(&told->entries[i], block);
        if (field == NULL)
            continue;
        error_set(
            error, PGNPACK_ERROR_CORRUPT,
            "the index tells another %s of this block: searches may miss games (which are whole: unpack "
            "them and pack them again)",
            field);
        error_locate(error, block->game_count == 0 ? 0 : games_before + block->games_before + 1, 0,
                     block->offset);
        return error->status;
    }
    return PGNPACK_OK;
}
