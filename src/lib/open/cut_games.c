#include "lib/open/cut_games.h"

#include "container/sections/block_format.h"
#include "lib/open/annex_section.h"

static int is_annex(const struct index_entry *entry)
{
    return (entry->flags & BCGN_BLOCK_ANNEX) != 0;
}

static int is_rest(const struct index_entry *entry)
{
    return !is_annex(entry) && (entry->flags & BCGN_BLOCK_CONTINUES) != 0 && entry->game_count == 0;
}

static int begins_segment(const struct pgnpack_reader *reader, size_t block)
{
    const struct segment *segment = segment_list_of_block(&reader->segments, block);
    return segment == NULL || segment->first_block == block;
}

/*
 * Text behind the block's last game, which belongs to none, is what was cut then. A file that is cut inside a game begins a block.
 */
static enum pgnpack_status find_game(struct cut_game *found, const struct pgnpack_reader *reader,
                                     size_t block, struct memory *memory, struct error *error)
{
    const struct index_entry *entry = &reader->index.entries[block];
    struct section_entry tail = {.raw_size = 0};
    uint64_t offset;
    if (entry->game_count == 0 || (entry->flags & BCGN_BLOCK_MORE_FILES) != 0)
        return PGNPACK_OK;
    enum pgnpack_status status =
        block_section_find(reader, block, BCGN_SECTION_TAIL, 0, memory, &tail, &offset, error);
    if (status != PGNPACK_OK)
        error_locate(error, entry->games_before + 1, 0, entry->offset);
    else if (tail.raw_size == 0)
        found->game = entry->games_before + entry->game_count - 1;
    return status;
}

enum pgnpack_status cut_game_find(struct cut_game *found, const struct pgnpack_reader *reader, size_t block,
                                  struct memory *memory, struct error *error)
{
    const struct index_entry *entries = reader->index.entries;
    struct cut_game before = *found;
    size_t at = block;
    *found = (struct cut_game){block, NO_CUT_GAME};
    if (!is_rest(&entries[block]))
        return PGNPACK_OK;
    while (is_rest(&entries[at]) || is_annex(&entries[at])) {
        if (at != block && at == before.block && is_rest(&entries[at])) {
            found->game = before.game;
            return PGNPACK_OK;
        }
        if (at == 0 || begins_segment(reader, at))
            return PGNPACK_OK;
        at--;
    }
    return find_game(found, reader, at, memory, error);
}

enum pgnpack_status game_is_cut(const struct pgnpack_reader *reader, uint64_t number, struct memory *memory,
                                int *result_ret, struct error *error)
{
    const struct block_index *index = &reader->index;
    const struct index_entry *entry = block_index_find_game(index, number);
    struct cut_game found = {SIZE_MAX, NO_CUT_GAME};
    size_t next = (size_t)(entry - index->entries) + 1;
    *result_ret = 0;
    if (number + 1 != entry->games_before + entry->game_count)
        return PGNPACK_OK;
    while (next < index->count && is_annex(&index->entries[next]))
        next++;
    if (next == index->count)
        return PGNPACK_OK;
    enum pgnpack_status status = cut_game_find(&found, reader, next, memory, error);
    *result_ret = status == PGNPACK_OK && found.game == number;
    return status;
}
