/* Public functions: searches for games that fulfil a query. */
#include "lib/cursor.h"
#include "lib/query.h"
#include "lib/search.h"
#include "lib/search_line.h"

struct pgnpack_search {
    struct memory memory;
    const struct pgnpack_reader *reader;
    const struct pgnpack_query *query;
    struct pgnpack_cursor *cursor;
    struct search_line line;
    uint64_t next, end; /* games, from 0 */
    uint64_t pause;     /* games from here on are not looked at yet */
    const struct game_set *only;
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
    search->end = search->pause = UINT64_MAX;
    search_line_init(&search->line, &search->memory);
    error_clear(&search->misuse);
    query_seal(query, &search->misuse);
    search->error = search->misuse;
    unsigned parts = query->steps.count != 0 ? PGNPACK_PART_MOVES : PGNPACK_PART_SHAPE;
    search->cursor = cursor_new_within(reader, parts, reader->memory.limit);
    if (search->cursor != NULL)
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
    pgnpack_cursor_limit(search->cursor, first, count);
    return PGNPACK_OK;
}

void search_pause_at(struct pgnpack_search *search, uint64_t game, const struct game_set *only)
{
    search->pause = game;
    search->only = only;
}

/* Looks at game search->next. *found_ret: does it fulfil the query? */
static enum pgnpack_status look_at_game(struct pgnpack_search *search, struct pgnpack_hit *hit,
                                        int *found_ret)
{
    const struct pgnpack_game *game;
    const struct pgnpack_query *query = search->query;
    struct search_place place = {0};
    search->cursor->next = search->next;
    if (pgnpack_cursor_next(search->cursor, &game) != PGNPACK_OK) {
        search->error = search->cursor->error;
        return search->error.status;
    }
    *found_ret = query->steps.count == 0 || search_line_find(&search->line, &query->steps, game_of(game),
                                                             query->searches_variations, &place);
    search->counts.games_replayed += query->steps.count != 0;
    *hit = (struct pgnpack_hit){.game = search->next + 1,
                                .ply = place.ply,
                                .last_ply = place.last_ply,
                                .item = place.item,
                                .move = place.move};
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
        if (search->next >= search->end || search->next >= search->pause ||
            search->next >= search->reader->index.game_count)
            return PGNPACK_END;
        if (search->only != NULL && !game_set_has(search->only, search->next)) {
            search->next++;
            search->counts.games++;
            continue;
        }
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
