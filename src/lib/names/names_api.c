/* Public functions: the names of a database, counted. */
#include <stdlib.h>

#include "lib/games/game_summary.h"
#include "lib/open/reader.h"
#include "lib/rows/tag_rows.h"
#include "game/tag_value.h"
#include "base/text_memo.h"
#include "pgnpack_extra.h"
#include "search/text/text_fold.h"
#include "search/text/text_pattern.h"

#define NO_NAME UINT32_MAX

struct name_count {
    uint32_t name; /* its place in the list */
    uint32_t first_year, last_year;
    uint64_t games, as_white;
    uint64_t won, drawn, lost;
    struct text text; /* set when they are sorted */
};

struct pgnpack_names {
    struct memory memory;
    const struct handle_kind *handle_kind;
    const struct pgnpack_reader *reader;
    struct name_list tags; /* dates, and those whose values are counted */
    size_t places[2];      /* of the latter; players: White, Black */
    unsigned place_count;
    size_t dates[2];
    struct tag_rows rows;
    size_t block; /* that the rows are of */
    struct games_there there;
    struct text_memo *memo;
    struct text_pattern *pattern; /* NULL: all names */
    struct buffer unescaped, folded;
    struct text given; /* the name under which games are counted; `data` NULL: their tags tell it */
    struct name_list list;
    struct name_count *counts; /* by place in the list, until they are sorted */
    size_t capacity;
    int is_counted; /* games were added */
    int is_sorted;
    size_t next;
    enum pgnpack_status last;
    struct error refusal; /* of the last call: the next one goes on */
    struct error error;
    struct pgnpack_error public_error;
};

/* ---- The handle ---- */

static int add_tag(struct pgnpack_names *names, const char *tag, size_t *place)
{
    *place = name_list_enter(&names->tags, text_of(tag));
    return *place != SIZE_MAX;
}

static int add_tags(struct pgnpack_names *names, const char *tag)
{
    names->place_count = tag == NULL ? 2 : 1;
    return add_tag(names, tag == NULL ? "White" : tag, &names->places[0]) &&
           (tag != NULL || add_tag(names, "Black", &names->places[1])) &&
           add_tag(names, "Date", &names->dates[0]) && add_tag(names, "UTCDate", &names->dates[1]);
}

static int set_pattern(struct pgnpack_names *names, const char *pattern)
{
    if (pattern == NULL)
        return 1;
    names->pattern = memory_get(&names->memory, sizeof *names->pattern);
    if (names->pattern == NULL)
        return 0;
    const char *trouble = text_pattern_parse(names->pattern, text_of(pattern), PATTERN_BY_WORDS);
    if (trouble != NULL)
        error_set(&names->error, PGNPACK_ERROR_ARGUMENT, "\"%.100s\" cannot be looked for: %s", pattern,
                  trouble);
    return 1;
}

static int start(struct pgnpack_names *names, const char *tag, const char *pattern)
{
    names->memo = memory_get(&names->memory, sizeof *names->memo);
    if (names->memo == NULL)
        return 0;
    text_memo_init(names->memo);
    return add_tags(names, tag) && set_pattern(names, pattern) &&
           (names->error.status != PGNPACK_OK || pgnpack_names_go_to(names, names->reader) == PGNPACK_OK);
}

static const struct handle_kind names_kind;

struct pgnpack_names *pgnpack_names_new(const struct pgnpack_reader *reader, const char *tag,
                                        const char *pattern)
{
    struct memory like = reader->memory;
    like.limit = like.limit == 0 ? 0 : like.limit / 2 + 1; /* the rows' cursor has the other half */
    struct pgnpack_names *names = handle_new_like(&like, sizeof *names, &names_kind);
    if (names == NULL)
        return NULL;
    names->reader = reader;
    name_list_init(&names->tags, &names->memory);
    name_list_init(&names->list, &names->memory);
    names->list.limit = NO_NAME - 1;
    tag_rows_init(&names->rows, &names->memory);
    buffer_init(&names->unescaped, &names->memory);
    buffer_init(&names->folded, &names->memory);
    error_clear(&names->error);
    if (start(names, tag, pattern))
        return names;
    pgnpack_free(names);
    return NULL;
}

static void free_names(void *handle)
{
    struct pgnpack_names *names = handle;
    tag_rows_free(&names->rows);
    buffer_free(&names->unescaped);
    buffer_free(&names->folded);
    name_list_free(&names->tags);
    name_list_free(&names->list);
    memory_release(&names->memory, names->memo, sizeof *names->memo);
    memory_release(&names->memory, names->pattern, sizeof *names->pattern);
    memory_release(&names->memory, names->counts, names->capacity * sizeof *names->counts);
    handle_free(names, sizeof *names);
}

static void forget_failure(struct pgnpack_names *names)
{
    error_clear(&names->refusal);
    if (!pgnpack_status_is_of_block(names->error.status))
        return;
    if (names->rows.cursor != NULL)
        tag_rows_rewind(&names->rows);
    error_clear(&names->error);
}

enum pgnpack_status pgnpack_names_go_to(struct pgnpack_names *names, const struct pgnpack_reader *reader)
{
    tag_rows_free(&names->rows);
    names->reader = reader;
    names->there = (struct games_there){0, 0};
    forget_failure(names);
    if (names->error.status == PGNPACK_OK && reader != NULL &&
        !tag_rows_start(&names->rows, reader, &names->tags, PGNPACK_PART_TAGS, names->memory.limit))
        error_no_memory(&names->error);
    return handle_end(names, names->error.status);
}

/* ---- A game ---- */

static int is_wanted(struct pgnpack_names *names, struct text name)
{
    if (names->pattern == NULL)
        return 1;
    buffer_clear(&names->folded);
    if (!buffer_reserve(&names->folded, text_fold_size_max(name.size) + 1))
        return 0;
    char *folded = (char *)names->folded.data;
    return text_pattern_fits(names->pattern, (struct text){folded, text_fold(name, folded)});
}

/* The name's place in the list; NO_NAME: it is not wanted, or there is no memory. */
static uint32_t enter_name(struct pgnpack_names *names, struct text name)
{
    if (name.data == NULL || !is_wanted(names, name))
        return NO_NAME;
    size_t place = name_list_enter(&names->list, name), before = names->capacity;
    if (place == SIZE_MAX || !MEMORY_GROW(&names->memory, names->counts, names->capacity, place + 1)) {
        memory_note_refusal(&names->memory);
        return NO_NAME;
    }
    if (names->capacity != before)
        memset(names->counts + before, 0, (names->capacity - before) * sizeof *names->counts);
    return (uint32_t)place;
}

static uint32_t enter_value(struct pgnpack_names *names, struct text value)
{
    return enter_name(names, tag_value_unescape(value, &names->unescaped));
}

static uint32_t find_name(struct pgnpack_names *names, struct text value)
{
    if (names->given.data != NULL)
        return enter_name(names, names->given);
    if (value.data == NULL)
        return NO_NAME;
    if (!tag_rows_are_columns(&names->rows))
        return enter_value(names, value);
    struct text_memo_entry *entry = text_memo_entry(names->memo, value);
    if (!text_memo_has(names->memo, entry, value))
        text_memo_set(names->memo, entry, value, enter_value(names, value));
    return entry->value;
}

static uint32_t year_of(const struct pgnpack_names *names, const struct block_row *row)
{
    return summary_date_of(row->values[names->dates[0]], row->values[names->dates[1]]) / 10000;
}

static void count_game(struct name_count *count, const struct block_row *row, unsigned side, uint32_t year)
{
    enum pgnpack_result result = (enum pgnpack_result)row->result;
    count->games++;
    count->as_white += side == 0;
    count->won += result == (side == 0 ? PGNPACK_RESULT_WHITE : PGNPACK_RESULT_BLACK);
    count->lost += result == (side == 0 ? PGNPACK_RESULT_BLACK : PGNPACK_RESULT_WHITE);
    count->drawn += result == PGNPACK_RESULT_DRAW;
    if (year != 0 && (count->first_year == 0 || year < count->first_year))
        count->first_year = year;
    if (year > count->last_year)
        count->last_year = year;
}

/* Counts the game of the block. */
static enum pgnpack_status look_at_game(struct pgnpack_names *names, uint32_t game)
{
    enum pgnpack_status status = tag_rows_game(&names->rows, game, &names->error);
    const struct block_row *row = &names->rows.row;
    uint32_t year = NO_NAME;
    for (unsigned side = 0; side < names->place_count && status == PGNPACK_OK; side++) {
        uint32_t name = find_name(names, row->values[names->places[side]]);
        if (name == NO_NAME)
            continue;
        if (year == NO_NAME)
            year = year_of(names, row);
        count_game(&names->counts[name], row, side, year);
    }
    return handle_end(names, status);
}

/* ---- Games ---- */

/* The games of a block from `first` up to, and without, `end`, but for those that are left out. */
static enum pgnpack_status add_of_block(struct pgnpack_names *names, size_t block, uint64_t first,
                                        uint64_t end)
{
    enum pgnpack_status status = PGNPACK_OK;
    const uint64_t before = names->reader->index.entries[block].games_before;
    first = left_out_pass(names->reader, &names->there, first);
    if (first >= end)
        return PGNPACK_OK;
    if (!names->rows.has_block || names->block != block) {
        status = tag_rows_load(&names->rows, block, 0, &names->error);
        if (status == PGNPACK_OK)
            status = tag_rows_scan(&names->rows, UINT32_MAX, &names->error);
        names->block = block;
        text_memo_clear(names->memo);
    }
    for (uint64_t game = first; game < end && status == PGNPACK_OK;
         game = left_out_pass(names->reader, &names->there, game + 1))
        status = look_at_game(names, (uint32_t)(game - before));
    return status;
}

/* Counts are by place again. */
static void start_adding(struct pgnpack_names *names)
{
    struct name_count *counts = names->counts;
    names->is_counted = 1;
    names->next = 0;
    for (size_t i = 0; names->is_sorted && i < names->list.count; i++)
        while (counts[i].name != i) { /* each exchange puts one where it belongs */
            struct name_count count = counts[i];
            counts[i] = counts[count.name];
            counts[count.name] = count;
        }
    names->is_sorted = 0;
}

enum pgnpack_status pgnpack_names_add(struct pgnpack_names *names, uint64_t first, uint64_t count)
{
    forget_failure(names);
    if (names->reader == NULL)
        error_set(&names->refusal, PGNPACK_ERROR_ARGUMENT,
                  "there is no database whose names could be counted");
    else if (reader_check_open(names->reader, &names->refusal) == PGNPACK_OK && first == 0)
        error_set(&names->refusal, PGNPACK_ERROR_ARGUMENT, "games are counted from 1");
    names->last = names->error.status;
    if (names->last != PGNPACK_OK || names->refusal.status != PGNPACK_OK)
        return handle_end(names, names->last);
    start_adding(names);
    const struct block_index *index = &names->reader->index;
    uint64_t next = first - 1, last = count > UINT64_MAX - next ? UINT64_MAX : next + count;
    if (last > index->game_count)
        last = index->game_count;
    struct error first_failure = names->error;
    while (next < last && (names->last == PGNPACK_OK || pgnpack_status_is_of_block(names->last))) {
        forget_failure(names);
        const struct index_entry *entry = block_index_find_game(index, next);
        uint64_t block_end = entry->games_before + entry->game_count,
                 stop = last < block_end ? last : block_end;
        names->last = add_of_block(names, (size_t)(entry - index->entries), next, stop);
        next = stop;
        if (first_failure.status == PGNPACK_OK)
            first_failure = names->error;
    }
    if (pgnpack_status_is_of_block(first_failure.status) &&
        (names->last == PGNPACK_OK || pgnpack_status_is_of_block(names->last)))
        names->error = first_failure;
    return handle_end(names, names->error.status);
}

enum pgnpack_status pgnpack_names_add_as(struct pgnpack_names *names, uint64_t game, struct pgnpack_text name)
{
    forget_failure(names);
    if (names->place_count != 1 || name.data == NULL)
        error_set(&names->refusal, PGNPACK_ERROR_ARGUMENT,
                  names->place_count != 1 ? "players are those of the games"
                                          : "there is no name to count under");
    if (names->error.status != PGNPACK_OK || names->refusal.status != PGNPACK_OK)
        return handle_end(names, names->error.status);
    names->given = (struct text){name.data, name.size};
    enum pgnpack_status status = pgnpack_names_add(names, game, 1);
    names->given = (struct text){NULL, 0};
    return handle_end(names, status);
}

/* ---- Names ---- */

static int compare_counts(const void *a, const void *b)
{
    const struct name_count *first = a, *second = b;
    if (first->games != second->games)
        return first->games < second->games ? 1 : -1;
    size_t size = first->text.size < second->text.size ? first->text.size : second->text.size;
    int order = memcmp(first->text.data, second->text.data, size);
    return order != 0 ? order
                      : (first->text.size > second->text.size) - (first->text.size < second->text.size);
}

static void sort(struct pgnpack_names *names)
{
    for (size_t i = 0; i < names->list.count; i++) {
        names->counts[i].name = (uint32_t)i;
        names->counts[i].text =
            (struct text){name_list_string(&names->list, i), name_list_size(&names->list, i)};
    }
    if (names->list.count != 0)
        qsort(names->counts, names->list.count, sizeof *names->counts, compare_counts);
    names->is_sorted = 1;
}

enum pgnpack_status pgnpack_names_next(struct pgnpack_names *names, struct pgnpack_name *name_ret)
{
    error_clear(&names->refusal);
    if (names->is_counted)
        forget_failure(names);
    enum pgnpack_status status = names->error.status;
    if (status == PGNPACK_OK && !names->is_counted && names->reader != NULL)
        status = pgnpack_names_add(names, 1, UINT64_MAX);
    if (status != PGNPACK_OK)
        return handle_end(names, status);
    if (!names->is_sorted)
        sort(names);
    if (names->next == names->list.count)
        return handle_end(names, PGNPACK_END);
    const struct name_count *count = &names->counts[names->next++];
    if (name_ret != NULL)
        *name_ret = (struct pgnpack_name){.name = text_export(count->text),
                                          .games = count->games,
                                          .as_white = count->as_white,
                                          .won = count->won,
                                          .drawn = count->drawn,
                                          .lost = count->lost,
                                          .first_year = count->first_year,
                                          .last_year = count->last_year};
    return handle_end(names, PGNPACK_OK);
}

static const struct handle_kind names_kind = {.free = free_names,
                                              HANDLE_ERROR(struct pgnpack_names),
                                              HANDLE_LAST(struct pgnpack_names),
                                              HANDLE_REFUSAL(struct pgnpack_names)};
