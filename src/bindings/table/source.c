#include "bindings/table/source.h"

#include <string.h>

#include "bindings/table/fault.h"

void source_init(struct source *source, const struct table *table, struct table_error *error,
                 struct table_counts *counts)
{
    memset(source, 0, sizeof *source);
    source->table = table;
    source->error = error;
    source->counts = counts;
    source_restart(source);
}

void source_restart(struct source *source)
{
    struct source_limits *limits = &source->limits;
    memory_free(&source->table->allocator, limits->leaves_file_out);
    memory_free(&source->table->allocator, limits->game_of_file);
    limits->leaves_file_out = NULL;
    limits->game_of_file = NULL;
    limits->game = (struct source_range){1, INT64_MAX};
    limits->date = (struct source_range){1, INT64_MAX};
    limits->elo[0] = limits->elo[1] = (struct source_range){INT64_MIN, INT64_MAX};
    limits->asks_date = limits->asks_elo = 0;
    source->is_given = source->is_searching = 0;
    source->next_unit = 0;
    source->next = source->end = 0;
}

void source_free(struct source *source)
{
    pgnpack_free(source->search);
    pgnpack_free(source->query);
    if (source->table == NULL)
        return;
    memory_free(&source->table->allocator, source->limits.leaves_file_out);
    memory_free(&source->table->allocator, source->limits.game_of_file);
}

void source_set_unit(struct source *source, const struct table_unit *unit, int goes_on)
{
    const struct table *table = source->table;
    source->is_given = 1;
    source->unit = *unit;
    source->next_unit = goes_on ? 0 : table->unit_count;
    while (source->next_unit < table->unit_count && table->units[source->next_unit].file <= unit->file)
        source->next_unit++;
    source->next = source->end = 0;
    source->is_searching = 0;
}

enum pgnpack_status source_check_cancelled(struct source *source)
{
    if (source->is_cancelled == NULL || source->is_cancelled(source->cancel_opaque) == 0)
        return PGNPACK_OK;
    return fault_set(source->error, PGNPACK_ERROR_CANCELLED, "interrupted");
}

/* ---- Units and blocks ---- */

/* The games of a file, as far as the limits let it. */
static struct source_range games_of_file(const struct source_limits *limits, size_t file)
{
    static const struct source_range none = {1, 0};
    struct source_range games = limits->game;
    if (limits->leaves_file_out != NULL && limits->leaves_file_out[file])
        return none;
    if (limits->game_of_file != NULL && limits->game_of_file[file].min > games.min)
        games.min = limits->game_of_file[file].min;
    if (limits->game_of_file != NULL && limits->game_of_file[file].max < games.max)
        games.max = limits->game_of_file[file].max;
    return games;
}

/* Goes to the next unit, as far as the limits let it. */
static enum pgnpack_status enter_unit(struct source *source)
{
    if (!source->is_given && source->next_unit >= source->table->unit_count)
        return PGNPACK_END;
    if (!source->is_given)
        source->unit = source->table->units[source->next_unit++];
    source->is_given = 0;
    const struct source_range game = games_of_file(&source->limits, source->unit.file);
    uint64_t first = source->unit.first_game, end = first + source->unit.game_count;
    if (game.max < 1)
        end = first;
    else if (end > (uint64_t)game.max)
        end = (uint64_t)game.max + 1;
    if (game.min > 0 && first < (uint64_t)game.min)
        first = (uint64_t)game.min;
    source->next = first;
    source->end = end < first ? first : end;
    return PGNPACK_OK;
}

/* Are the block's values, where any are known, all out of the range? The block's range says nothing of values that are 0. */
static int is_apart(uint64_t least, uint64_t most, const struct source_range *range)
{
    return most != 0 && range->min > 0 && ((int64_t)most < range->min || (int64_t)least > range->max);
}

static int is_ruled_out(const struct source *source, const struct pgnpack_block_info *block)
{
    const struct source_limits *limits = &source->limits;
    return (limits->asks_date && is_apart(block->date_min, block->date_max, &limits->date)) ||
           (limits->asks_elo && (is_apart(block->elo_min, block->elo_max, &limits->elo[0]) ||
                                 is_apart(block->elo_min, block->elo_max, &limits->elo[1])));
}

/* A search is asked for so many games at once, so that it can be ended between them. */
enum { SEARCH_GAMES = 1 << 16 };

/* Games from `next` on, in blocks in a row that are not ruled out; returns 0 where the unit has none left. */
static int next_range(struct source *source, uint64_t *first_ret, uint64_t *count_ret)
{
    const struct pgnpack_reader *reader = source->table->files[source->unit.file].reader;
    const struct source_limits *limits = &source->limits;
    struct pgnpack_block_info block;
    if (source->next >= source->end)
        return 0;
    uint64_t first = source->next;
    if (!limits->asks_date && !limits->asks_elo)
        source->next = source->end;
    else
        for (uint64_t n = pgnpack_reader_find_block(reader, first);
             source->next < source->end && pgnpack_reader_block(reader, n, &block); n++) {
            if (block.game_count == 0)
                continue;
            uint64_t end = block.first_game + block.game_count;
            int is_out = is_ruled_out(source, &block);
            if (is_out && first != source->next)
                break;
            source->next = end < source->end ? end : source->end;
            source->counts->blocks_skipped += is_out != 0;
            first = is_out ? source->next : first;
        }
    if (source->query != NULL && source->next - first > SEARCH_GAMES)
        source->next = first + SEARCH_GAMES;
    *first_ret = first;
    *count_ret = source->next - first;
    return *count_ret != 0;
}

/* ---- Searches ---- */

static enum pgnpack_status fail_of_search(struct source *source)
{
    return fault_of(source->error, source->table->files[source->unit.file].path,
                    pgnpack_error(source->search));
}

static enum pgnpack_status start_search(struct source *source, uint64_t first, uint64_t count)
{
    if (source->search != NULL && source->search_file != source->unit.file) {
        pgnpack_free(source->search);
        source->search = NULL;
    }
    if (source->search == NULL) {
        source->search = pgnpack_search_new(source->table->files[source->unit.file].reader, source->query);
        source->search_file = source->unit.file;
        source->search_counted = 0;
    }
    if (source->search == NULL)
        return fault_no_memory(source->error);
    if (pgnpack_search_range(source->search, first, count) != PGNPACK_OK)
        return fail_of_search(source);
    source->is_searching = 1;
    return PGNPACK_OK;
}

static void count_search(struct source *source)
{
    struct pgnpack_search_counts counts;
    pgnpack_search_counts(source->search, &counts);
    source->counts->games_searched += counts.games - source->search_counted;
    source->search_counted = counts.games;
}

/* PGNPACK_END: nothing more in the range that is searched. */
static enum pgnpack_status next_hits(struct source *source, struct source_piece *piece)
{
    size_t count = 0;
    enum pgnpack_status status = pgnpack_search_next(source->search, source->hits, SOURCE_HITS, &count);
    count_search(source);
    if (status == PGNPACK_OK) {
        *piece = (struct source_piece){.file = source->unit.file, .count = count, .hits = source->hits};
        return PGNPACK_OK;
    }
    source->is_searching = 0;
    return status == PGNPACK_END ? status : fail_of_search(source);
}

/* ---- Both ---- */

enum pgnpack_status source_next(struct source *source, struct source_piece *piece_ret)
{
    enum pgnpack_status status = PGNPACK_OK;
    uint64_t first, count;
    for (;;) {
        status = source_check_cancelled(source);
        if (status != PGNPACK_OK)
            return status;
        if (source->is_searching && (status = next_hits(source, piece_ret)) != PGNPACK_END)
            return status;
        if (!next_range(source, &first, &count)) {
            status = enter_unit(source);
            if (status != PGNPACK_OK)
                return status;
        } else if (source->query != NULL) {
            status = start_search(source, first, count);
            if (status != PGNPACK_OK)
                return status;
        } else {
            *piece_ret = (struct source_piece){.file = source->unit.file, .first = first, .count = count};
            return PGNPACK_OK;
        }
    }
}
