/* Public functions: searches for games that fulfil a query. */
#include <string.h>

#include "comments/comment_clock.h"
#include "lib/read/cursor.h"
#include "lib/query/query.h"
#include "lib/search/search.h"
#include "lib/search/search_line.h"
#include "lib/search/search_replay.h"
#include "lib/search/search_tags.h"

/* A move costs less than a cursor's, which WORK_PLY_INDEX counts. */
enum { WORK_PLY_REPLAYED = 50 };

struct pgnpack_search {
    struct memory memory;
    const struct handle_kind *handle_kind;
    const struct pgnpack_reader *reader;
    const struct pgnpack_query *query;
    struct pgnpack_query *all_games; /* where the caller gave no query */
    struct query_goal goal;
    int has_goal;
    struct query_screens screens;
    struct pgnpack_cursor *cursor; /* decodes games that cannot be replayed */
    int cursor_has_tag;            /* the time control's, too */
    struct search_line line;
    struct search_tags tags;
    struct search_source source;
    struct search_replay replay;
    struct search_block **kept; /* by number; NULL: not read, or not kept */
    size_t kept_capacity, kept_size;
    const struct index_entry *entry; /* the present block; NULL: none */
    struct search_block *block;      /* it; NULL: its games are decoded */
    uint8_t *games;                  /* a byte for each of its games: may it be one? */
    size_t games_capacity;
    uint64_t next, end; /* games, from 0 */
    uint64_t pause;     /* games from here on are not looked at yet */
    const struct game_set *only;
    int wants_deleted; /* games, and no others: search_look_at_deleted() */
    struct pgnpack_search_counts counts;
    struct error misuse;  /* of the query */
    struct error refusal; /* of the last call alone: the next one goes on */
    struct error error;
    enum pgnpack_status last; /* what the last call came to */
    struct pgnpack_error public_error;
};

/* The cursor that gives what the query asks for. Returns 0 when there is no memory. */
static int take_cursor(struct pgnpack_search *search)
{
    static const char *const clock_tag = COMMENT_CLOCK_TAG;
    const int needs_tag = (search->query->steps.asks & WRITTEN_SPENT) != 0;
    if (search->cursor != NULL && needs_tag == search->cursor_has_tag)
        return 1;
    pgnpack_free(search->cursor);
    search->cursor_has_tag = needs_tag;
    search->cursor =
        cursor_new_within(search->reader, PGNPACK_PART_MOVES | (needs_tag ? PGNPACK_PART_TAGS : 0U),
                          search->reader->memory.limit);
    return search->cursor != NULL &&
           (!needs_tag || pgnpack_cursor_tags(search->cursor, &clock_tag, 1) == PGNPACK_OK);
}

/* Returns 0 when there is no memory: then the search fails until it has another query. */
static int take_query(struct pgnpack_search *search, struct pgnpack_query *query)
{
    search->query = query;
    error_clear(&search->misuse);
    error_clear(&search->refusal);
    query_seal(query, &search->misuse);
    search->error = search->misuse;
    search->last = search->error.status;
    search->has_goal = query_goal_of(&query->steps, &search->goal);
    query_screens_of(&query->steps, &search->screens);
    if (query->steps.count != 0)
        search_replay_start(&search->replay);
    search_tags_free(&search->tags);
    search_tags_init(&search->tags, &search->memory);
    if (take_cursor(search) &&
        search_tags_start(&search->tags, search->reader, &query->tags, search->reader->memory.limit))
        return 1;
    error_no_memory(&search->misuse);
    return 0;
}

static const struct handle_kind search_kind;

struct pgnpack_search *pgnpack_search_new(const struct pgnpack_reader *reader, struct pgnpack_query *query)
{
    struct pgnpack_search *search = handle_new_like(&reader->memory, sizeof *search, &search_kind);
    if (search == NULL)
        return NULL;
    search->reader = reader;
    search->end = search->pause = UINT64_MAX;
    search_line_init(&search->line, &search->memory);
    search_tags_init(&search->tags, &search->memory);
    search_source_init(&search->source, reader, &search->memory);
    search_replay_init(&search->replay, &search->source);
    if (query == NULL)
        query = search->all_games =
            pgnpack_query_new(&(struct pgnpack_options){.size = sizeof(struct pgnpack_options),
                                                        .allocator = &reader->memory.allocator,
                                                        .memory_limit = reader->memory.limit});
    if (query != NULL && take_query(search, query))
        return search;
    pgnpack_free(search);
    return NULL;
}

/* The present block is left; what was read of it is kept while there is room. */
static void leave_block(struct pgnpack_search *search)
{
    struct search_block *block = search->block;
    size_t number = block == NULL ? 0 : (size_t)(block->entry - search->reader->index.entries);
    search->entry = NULL;
    search->block = NULL;
    if (block == NULL)
        return;
    if (block->held <= search->reader->keep_size &&
        search->kept_size <= search->reader->keep_size - block->held && number < search->kept_capacity) {
        search->kept_size += block->held;
        search->kept[number] = block;
    } else {
        search_block_free(&search->source, block);
    }
}

static void drop_kept(struct pgnpack_search *search)
{
    leave_block(search);
    for (size_t i = 0; i < search->kept_capacity; i++)
        search_block_free(&search->source, search->kept[i]);
    memory_release(&search->memory, search->kept, search->kept_capacity * sizeof *search->kept);
    search->kept = NULL;
    search->kept_capacity = search->kept_size = 0;
}

static void free_search(void *handle)
{
    struct pgnpack_search *search = handle;
    drop_kept(search);
    search_replay_free(&search->replay);
    search_source_free(&search->source);
    memory_release(&search->memory, search->games, search->games_capacity);
    pgnpack_free(search->cursor);
    pgnpack_free(search->all_games);
    search_line_free(&search->line);
    search_tags_free(&search->tags);
    handle_free(search, sizeof *search);
}

enum pgnpack_status pgnpack_search_range(struct pgnpack_search *search, uint64_t first, uint64_t count)
{
    if (search->error.status != PGNPACK_OK)
        drop_kept(search);
    search->error = search->misuse;
    error_clear(&search->refusal);
    if (search->error.status == PGNPACK_OK)
        reader_check_open(search->reader, &search->error);
    if (search->error.status == PGNPACK_OK && first == 0)
        error_set(&search->error, PGNPACK_ERROR_ARGUMENT, "games are counted from 1");
    if (search->error.status != PGNPACK_OK)
        return handle_end(search, search->error.status);
    memory_forget_refusal(&search->memory);
    leave_block(search);
    search->next = first - 1;
    search->end = count > UINT64_MAX - search->next ? UINT64_MAX : search->next + count;
    search->source.work.done = 0;
    search_tags_rewind(&search->tags);
    pgnpack_cursor_range(search->cursor, first, count);
    return handle_end(search, PGNPACK_OK);
}

enum pgnpack_status search_ask(struct pgnpack_search *search, struct pgnpack_query *query)
{
    take_query(search, query);
    return pgnpack_search_range(search, 1, UINT64_MAX);
}

void search_pause_at(struct pgnpack_search *search, uint64_t game, const struct game_set *only)
{
    search->pause = game;
    search->only = only;
}

void search_go_to(struct pgnpack_search *search, uint64_t first, uint64_t end)
{
    leave_block(search);
    search->next = first;
    search->end = end;
    search->cursor->end = UINT64_MAX;
}

void search_look_at_deleted(struct pgnpack_search *search, int is_wanted)
{
    search->wants_deleted = is_wanted;
    leave_block(search);
}

/* ---- Blocks ---- */

static uint64_t end_of(const struct pgnpack_search *search)
{
    uint64_t count = search->reader->index.game_count;
    uint64_t end = search->end < search->pause ? search->end : search->pause;
    return end < count ? end : count;
}

/* The work of all that takes part is what is limited. */
static void share_work(struct pgnpack_search *search)
{
    uint64_t limit = search->reader->work_limit;
    uint64_t tags = search_tags_work(&search->tags), games = search->cursor->decoder->work.done;
    search->source.work.limit = work_limit_left(limit, tags + games);
    search->cursor->decoder->work.limit = work_limit_left(limit, tags + search->source.work.done);
}

/* Which games pass by their tags? *count_ret: how many. */
static enum pgnpack_status sieve_by_tags(struct pgnpack_search *search, uint32_t *count_ret)
{
    uint32_t count = search->entry->game_count;
    *count_ret = count;
    memset(search->games, 1, count);
    if (search_tags_are_none(&search->tags))
        return PGNPACK_OK;
    size_t block = (size_t)(search->entry - search->reader->index.entries);
    uint64_t other_work = search->cursor->decoder->work.done + search->source.work.done;
    if (search_tags_block(&search->tags, block, other_work, count_ret, &search->error) != PGNPACK_OK)
        return search->error.status;
    memset(search->games, 0, count);
    for (uint32_t i = 0; *count_ret != 0 && (i = search_tags_next(&search->tags, i)) < count; i++)
        search->games[i] = 1;
    return PGNPACK_OK;
}

/* May none of the block's games be one, because they are deleted, or because they are not? */
static int is_left_out(const struct pgnpack_search *search)
{
    uint64_t deleted = left_out_of_block(search->reader, search->entry);
    return search->wants_deleted ? deleted == 0 : deleted != 0 && deleted == search->entry->game_count;
}

/* Returns 0 when no game is left. */
static int sieve_by_deletions(struct pgnpack_search *search)
{
    if (left_out_of_block(search->reader, search->entry) == 0)
        return 1;
    left_out_clear(search->reader, search->entry, search->wants_deleted, search->games);
    return memchr(search->games, 1, search->entry->game_count) != NULL;
}

/* Takes the block from those kept, or reads its table. */
static void open_block(struct pgnpack_search *search)
{
    struct error trouble; /* is for those to tell who decode the games */
    size_t number = (size_t)(search->entry - search->reader->index.entries);
    error_clear(&trouble);
    if (search->kept == NULL &&
        MEMORY_GROW(&search->memory, search->kept, search->kept_capacity, search->reader->index.count))
        memset(search->kept, 0, search->kept_capacity * sizeof *search->kept);
    search->block = number < search->kept_capacity ? search->kept[number] : NULL;
    if (search->block == NULL) {
        search->block = search_block_open(&search->source, search->reader, number, &trouble);
        return;
    }
    search->kept[number] = NULL;
    search->kept_size -= search->block->held;
}

/* Where variations are searched, too, columns tell nothing of games that have some; odd ones may have. */
static void take_back_branched(struct pgnpack_search *search, const uint8_t *kinds, const uint8_t *before)
{
    for (uint32_t i = 0; i < search->entry->game_count; i++)
        if (before[i] && kinds[i] != BLOCK_LINE_PLAIN)
            search->games[i] = 1;
}

/* Rules games out by the block's columns. */
static void sieve_by_columns(struct pgnpack_search *search)
{
    struct error trouble;
    const struct query_steps *steps = &search->query->steps;
    uint32_t count = search->entry->game_count;
    error_clear(&trouble);
    const struct position_columns *columns =
        search->block == NULL ? NULL : search_block_columns(&search->source, search->block, &trouble);
    if (columns == NULL)
        return;
    const struct block_lines *lines = NULL;
    uint8_t *before = NULL;
    if (search->query->searches_variations) {
        lines = search_block_lines(&search->source, search->block, &trouble);
        before = lines == NULL ? NULL : memory_get(&search->memory, count + (size_t)1);
        if (before == NULL)
            return;
        memcpy(before, search->games, count);
    }
    for (size_t i = 0; i < steps->count; i++)
        position_columns_rule_out(columns, query_step_needs(steps, i), search->games);
    if (before != NULL)
        take_back_branched(search, lines->kinds, before);
    memory_release(&search->memory, before, count + (size_t)1);
}

/* Makes the next game's block the present one, if it has games that may be found. */
static enum pgnpack_status enter_block(struct pgnpack_search *search)
{
    uint32_t count = 0;
    leave_block(search);
    const struct index_entry *entry = block_index_find_game(&search->reader->index, search->next);
    search->entry = entry;
    if (!MEMORY_GROW(&search->memory, search->games, search->games_capacity, entry->game_count + (size_t)1))
        return error_no_memory(&search->error);
    memset(search->games, 0, entry->game_count);
    if (search_tags_skip(&search->tags, entry) || is_left_out(search)) {
        search->counts.blocks_skipped++;
        return PGNPACK_OK;
    }
    search->counts.blocks_read++;
    share_work(search);
    if (sieve_by_tags(search, &count) != PGNPACK_OK || count == 0 || !sieve_by_deletions(search) ||
        search->query->steps.count == 0)
        return search->error.status;
    share_work(search);
    open_block(search);
    sieve_by_columns(search);
    return handle_end(search, PGNPACK_OK);
}

/* Goes to the next game that may be found, or to the end. */
static enum pgnpack_status pass_over_games(struct pgnpack_search *search)
{
    uint64_t from = search->next, end = end_of(search);
    enum pgnpack_status status = PGNPACK_OK;
    while (search->next < end && status == PGNPACK_OK) {
        const struct index_entry *entry = search->entry;
        if (entry == NULL || search->next < entry->games_before ||
            search->next - entry->games_before >= entry->game_count) {
            status = enter_block(search);
            continue;
        }
        size_t game = (size_t)(search->next - entry->games_before);
        const uint8_t *found = memchr(search->games + game, 1, entry->game_count - game);
        search->next =
            entry->games_before + (found == NULL ? entry->game_count : (uint64_t)(found - search->games));
        if (found != NULL && (search->only == NULL || game_set_has(search->only, search->next)))
            break;
        search->next += found != NULL;
    }
    if (search->next > end)
        search->next = end;
    search->counts.games += search->next - from;
    return status;
}

/* ---- Games ---- */

/* Has the present block columns of numbers for all that is asked of what was written? Then the replay takes them. */
static int takes_numbers(struct pgnpack_search *search)
{
    const unsigned told = WRITTEN_CLOCK | WRITTEN_EVAL | WRITTEN_NO_CLOCKS | WRITTEN_NO_EVALS;
    struct error trouble;
    error_clear(&trouble);
    search->replay.numbers = (search->query->steps.asks & ~told) != 0
                                 ? NULL
                                 : search_block_numbers(&search->source, search->block, &trouble);
    return search->replay.numbers != NULL;
}

/* Can game `game` of the present block be replayed from the stripes? */
static int is_replayed(struct pgnpack_search *search, uint32_t game)
{
    struct error trouble;
    struct search_block *block = search->block;
    search->replay.numbers = NULL;
    error_clear(&trouble);
    if (block == NULL || search_block_lines(&search->source, block, &trouble) == NULL)
        return 0;
    if (search->query->steps.asks != 0 && block->lines.has_remarks[game] && !takes_numbers(search))
        return 0;
    int has_own_start = block->starts_elsewhere && (block->columns_state != SEARCH_READ ||
                                                    block->column_bytes[POSITION_MEN].bytes[game] == 0);
    return !has_own_start && block->lines.kinds[game] == BLOCK_LINE_PLAIN;
}

/* Counts a game in which nothing is found, since it has no numbers of a kind that is asked for. */
static void count_lacks(struct pgnpack_search *search, unsigned lacks)
{
    search->counts.games_without_clocks += (lacks & WRITTEN_NO_CLOCKS) != 0;
    search->counts.games_without_evals += (lacks & WRITTEN_NO_EVALS) != 0;
}

/* By a cursor, which says what is wrong if the game is damaged. */
static enum pgnpack_status decode_game(struct pgnpack_search *search, struct search_place *place,
                                       int *found_ret)
{
    const struct pgnpack_game *game;
    const struct pgnpack_query *query = search->query;
    search->cursor->next = search->next;
    share_work(search);
    if (pgnpack_cursor_next(search->cursor, &game) != PGNPACK_OK) {
        search->error = search->cursor->error;
        return search->error.status;
    }
    *found_ret =
        search_line_find(&search->line, &query->steps, game_of(game), query->searches_variations, place);
    search->counts.games_replayed++;
    if (!*found_ret)
        count_lacks(search, search->line.written.lacks);
    return handle_end(search, PGNPACK_OK);
}

/* Who "us" may be in a game, as far as its tags say: bits of search_tags_sides(). */
static unsigned sides_of(const struct pgnpack_search *search, uint32_t game)
{
    return search_tags_are_none(&search->tags) ? 3 : search_tags_sides(&search->tags, game);
}

/* What is asked of the board with colours exchanged is asked where we are Black. */
static void leave_out_sides(struct pgnpack_search *search, unsigned sides)
{
    const struct query_steps *steps = &search->query->steps;
    search->line.left_out = search->replay.left_out =
        (sides & 1 ? 0 : steps_variants(steps, 0)) | (sides & 2 ? 0 : steps_variants(steps, 1));
}

/* Do the numbers that are asked for tell, without a move, that a game that can be replayed is none? Without remarks it has none. */
static int is_ruled_out(const struct pgnpack_search *search, uint32_t game)
{
    const struct query_steps *steps = &search->query->steps;
    const struct search_replay *replay = &search->replay;
    if ((steps->asks & (WRITTEN_NO_CLOCKS | WRITTEN_NO_EVALS)) == 0)
        return 0;
    return replay->numbers == NULL || search_numbers_rule_out(replay->numbers, game, steps, replay->left_out);
}

/* What the game that is replayed has not. */
static unsigned lacks_of(const struct search_replay *replay, uint32_t game)
{
    return replay->numbers == NULL ? ~0U : replay->numbers->lacks[game];
}

/* Looks at game search->next. *found_ret: does it fulfil the query? */
static enum pgnpack_status look_at_game(struct pgnpack_search *search, struct pgnpack_hit *hit,
                                        int *found_ret)
{
    struct error trouble;
    struct search_replay *replay = &search->replay;
    uint32_t game = (uint32_t)(search->next - search->entry->games_before);
    const unsigned sides = sides_of(search, game);
    struct search_place place = {.as_black = (sides & 1) == 0};
    enum pgnpack_status status = PGNPACK_OK;
    *found_ret = 1;
    leave_out_sides(search, sides);
    if (search->query->steps.count != 0 && is_replayed(search, game)) {
        uint64_t plies = replay->plies;
        error_clear(&trouble);
        enum replay_result result =
            is_ruled_out(search, game)
                ? REPLAY_NOT_FOUND
                : search_replay_find(replay, search->block, game, &search->query->steps, &search->screens,
                                     search->has_goal ? &search->goal : NULL, &place, &trouble);
        *found_ret = result == REPLAY_FOUND;
        if (work_spend(&search->source.work, (replay->plies - plies) * WORK_PLY_REPLAYED, &search->error) !=
            PGNPACK_OK)
            return search->error.status;
        search->counts.games_replayed += result != REPLAY_FAILED;
        if (result == REPLAY_NOT_FOUND && search->query->steps.asks != 0)
            count_lacks(search, search->query->steps.asks & lacks_of(replay, game));
        if (result == REPLAY_FAILED)
            status = decode_game(search, &place, found_ret);
    } else if (search->query->steps.count != 0) {
        status = decode_game(search, &place, found_ret);
    }
    *hit = (struct pgnpack_hit){.game = search->next + 1,
                                .ply = place.ply,
                                .last_ply = place.last_ply,
                                .item = place.item,
                                .move = place.move,
                                .as_black = place.as_black};
    return status;
}

/* `hit_ret` may be NULL. */
static enum pgnpack_status next_hit(struct pgnpack_search *search, struct pgnpack_hit *hit_ret)
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
            return handle_end(search, PGNPACK_END);
        status = look_at_game(search, &hit, &found);
        search->next++;
        search->counts.games++;
    }
    if (status != PGNPACK_OK)
        return handle_end(search, status);
    search->counts.hits++;
    if (hit_ret != NULL)
        *hit_ret = hit;
    return memory_check(&search->memory, &search->error);
}

/* A failure behind some hits is told by the next call. */
static enum pgnpack_status end_hits(struct pgnpack_search *search, size_t count, enum pgnpack_status status)
{
    if (count != 0 && search->error.status != PGNPACK_OK)
        return search->last = PGNPACK_OK;
    return handle_end(search, count != 0 ? PGNPACK_OK : status);
}

enum pgnpack_status pgnpack_search_next(struct pgnpack_search *search, struct pgnpack_hit *hits,
                                        size_t capacity, size_t *count_ret)
{
    enum pgnpack_status status = PGNPACK_OK;
    size_t count = 0;
    error_clear(&search->refusal);
    if (capacity == 0 && search->error.status == PGNPACK_OK)
        status = error_set(&search->refusal, PGNPACK_ERROR_ARGUMENT, "pgnpack_search_next: capacity is 0");
    else if (capacity == 0)
        status = search->error.status;
    while (count < capacity && status == PGNPACK_OK) {
        status = next_hit(search, hits == NULL ? NULL : &hits[count]);
        count += status == PGNPACK_OK;
    }
    if (count_ret != NULL)
        *count_ret = count;
    return end_hits(search, count, status);
}

void pgnpack_search_counts(const struct pgnpack_search *search, struct pgnpack_search_counts *counts_ret)
{
    if (counts_ret == NULL)
        return;
    *counts_ret = search->counts;
    counts_ret->plies = search->line.plies + search->replay.plies;
}

static const struct handle_kind search_kind = {.free = free_search,
                                               HANDLE_ERROR(struct pgnpack_search),
                                               HANDLE_LAST(struct pgnpack_search),
                                               HANDLE_REFUSAL(struct pgnpack_search)};
