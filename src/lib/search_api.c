/* Public functions: searches for games that fulfil a query. */
#include "lib/cursor.h"
#include "lib/query.h"
#include "lib/search_line.h"
#include "lib/search_tags.h"

struct pgnpack_search {
    struct memory memory;
    const struct pgnpack_reader *reader;
    const struct pgnpack_query *query;
    struct pgnpack_cursor *cursor;
    struct search_line line;
    struct search_tags tags;
    const struct index_entry *sieved; /* the block that `tags` is about; NULL: none */
    uint64_t next, end;               /* games, from 0 */
    struct pgnpack_search_counts counts;
    struct error misuse; /* of the query */
    struct error error;
    struct pgnpack_error public_error;
};

struct pgnpack_search *pgnpack_search_new(const struct pgnpack_reader *reader, struct pgnpack_query *query)
{
    struct pgnpack_search *search = handle_new_like(&reader->memory, sizeof *search);
    if (search == NULL)
        return NULL;
    search->reader = reader;
    search->query = query;
    search->end = UINT64_MAX;
    search_line_init(&search->line, &search->memory);
    search_tags_init(&search->tags, &search->memory);
    error_clear(&search->misuse);
    query_seal(query, &search->misuse);
    search->error = search->misuse;
    unsigned parts = query->steps.count != 0 ? PGNPACK_PART_MOVES : PGNPACK_PART_SHAPE;
    search->cursor = cursor_new_within(reader, parts, reader->memory.limit);
    if (search->cursor != NULL &&
        search_tags_start(&search->tags, reader, &query->tags, reader->memory.limit))
        return search;
    pgnpack_search_free(search);
    return NULL;
}

void pgnpack_search_free(struct pgnpack_search *search)
{
    if (search == NULL)
        return;
    pgnpack_cursor_free(search->cursor);
    search_line_free(&search->line);
    search_tags_free(&search->tags);
    handle_free(search, sizeof *search);
}

enum pgnpack_status pgnpack_search_limit(struct pgnpack_search *search, uint64_t first, uint64_t count)
{
    search->error = search->misuse;
    if (search->error.status == PGNPACK_OK)
        reader_check_open(search->reader, &search->error);
    if (search->error.status == PGNPACK_OK && first == 0)
        error_set(&search->error, PGNPACK_ERROR_ARGUMENT, "games are counted from 1");
    if (search->error.status != PGNPACK_OK)
        return search->error.status;
    memory_forget_refusal(&search->memory);
    search->next = first - 1;
    search->end = count > UINT64_MAX - search->next ? UINT64_MAX : search->next + count;
    search->sieved = NULL;
    search_tags_rewind(&search->tags);
    pgnpack_cursor_limit(search->cursor, first, count);
    return PGNPACK_OK;
}

/* ---- Tags ---- */

static uint64_t end_of(const struct pgnpack_search *search)
{
    uint64_t count = search->reader->index.game_count;
    return search->end < count ? search->end : count;
}

/* Finds out which games of the next game's block pass by their tags. *count_ret: how many. */
static enum pgnpack_status sieve_block(struct pgnpack_search *search, const struct index_entry *entry,
                                       uint32_t *count_ret)
{
    *count_ret = 0;
    search->sieved = NULL;
    if (search_tags_skip(&search->tags, entry)) {
        search->counts.blocks_skipped++;
        return PGNPACK_OK;
    }
    size_t block = (size_t)(entry - search->reader->index.entries);
    uint64_t other_work = search->cursor->decoder->work.done;
    search->counts.blocks_read++;
    enum pgnpack_status status =
        search_tags_block(&search->tags, block, other_work, count_ret, &search->error);
    if (status == PGNPACK_OK)
        search->sieved = entry;
    search->cursor->decoder->work.limit =
        work_limit_left(search->reader->work_limit, search_tags_work(&search->tags));
    return status;
}

/* Goes to the next game that passes by its tags, or to the end. */
static enum pgnpack_status pass_over_games(struct pgnpack_search *search)
{
    uint64_t from = search->next, end = end_of(search);
    enum pgnpack_status status = PGNPACK_OK;
    while (!search_tags_are_none(&search->tags) && search->next < end && status == PGNPACK_OK) {
        uint32_t count = 1;
        const struct index_entry *entry = search->sieved;
        if (entry == NULL || search->next - entry->games_before >= entry->game_count) {
            entry = block_index_find_game(&search->reader->index, search->next);
            status = sieve_block(search, entry, &count);
        }
        uint32_t game = (uint32_t)(search->next - entry->games_before);
        game = count == 0 ? entry->game_count : search_tags_next(&search->tags, game);
        search->next = entry->games_before + game;
        if (game < entry->game_count)
            break;
    }
    if (status == PGNPACK_OK && search->next > end)
        search->next = end;
    search->counts.games += search->next - from;
    return status;
}

/* ---- Games ---- */

/* Looks at game search->next. *found_ret: does it fulfil the query? */
static enum pgnpack_status look_at_game(struct pgnpack_search *search, struct pgnpack_hit *hit,
                                        int *found_ret)
{
    const struct pgnpack_game *game;
    const struct pgnpack_query *query = search->query;
    struct search_place place = {0};
    *hit = (struct pgnpack_hit){.game = search->next + 1};
    *found_ret = 1;
    if (query->steps.count == 0)
        return PGNPACK_OK;
    search->cursor->next = search->next;
    if (pgnpack_cursor_next(search->cursor, &game) != PGNPACK_OK) {
        search->error = search->cursor->error;
        return search->error.status;
    }
    *found_ret =
        search_line_find(&search->line, &query->steps, game_of(game), query->searches_variations, &place);
    search->counts.games_replayed++;
    *hit = (struct pgnpack_hit){
        .game = search->next + 1, .ply = place.ply, .last_ply = place.last_ply, .item = place.item};
    return memory_check(&search->memory, &search->error);
}

enum pgnpack_status pgnpack_search_next(struct pgnpack_search *search, struct pgnpack_hit *hit_ret)
{
    struct pgnpack_hit hit;
    int found = 0;
    enum pgnpack_status status = search->error.status;
    if (status == PGNPACK_OK)
        status = reader_check_open(search->reader, &search->error);
    while (status == PGNPACK_OK && !found) {
        status = pass_over_games(search);
        if (status != PGNPACK_OK)
            break;
        if (search->next >= end_of(search))
            return PGNPACK_END;
        status = look_at_game(search, &hit, &found);
        search->next++;
        search->counts.games++;
    }
    if (status != PGNPACK_OK)
        return status;
    search->counts.hits++;
    search->counts.plies = search->line.plies;
    if (hit_ret != NULL)
        *hit_ret = hit;
    return PGNPACK_OK;
}

void pgnpack_search_counts(const struct pgnpack_search *search, struct pgnpack_search_counts *counts_ret)
{
    *counts_ret = search->counts;
    counts_ret->plies = search->line.plies;
}

const struct pgnpack_error *pgnpack_search_error(struct pgnpack_search *search)
{
    handle_export_error(&search->error, &search->public_error);
    return &search->public_error;
}
