#include "cli/table/game_table.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/tag_text.h"

/* A value as it stands in a row's bytes: its order, its size, and its text. */
enum { HEAD_SIZE = 2 * sizeof(uint32_t), PENDING_MIN = 1 << 16 };

/* A game, or a row that games came to: texts are places in bytes, which move. */
struct entry {
    size_t at, size;
    struct pgnpack_tree_counts counts;
    uint64_t ranks[TABLE_KEYS_MAX]; /* of the finished rows */
};

struct entry_list {
    struct entry *entries;
    size_t count, capacity;
    char *bytes;
    size_t size, byte_capacity;
};

/*
 * Games are gathered, sorted by their values, and merged into the rows when they are as many as these: no values can make that
 * slow.
 */
struct game_table {
    const struct table_keys *keys;
    struct entry_list rows, pending;
    struct pgnpack_tree_counts sum;
    uint8_t knows[TABLE_KEYS_MAX];
};

struct game_table *game_table_new(const struct table_keys *keys)
{
    struct game_table *table = calloc(1, sizeof *table);
    if (table != NULL)
        table->keys = keys;
    return table;
}

static void free_list(struct entry_list *list)
{
    free(list->entries);
    free(list->bytes);
    *list = (struct entry_list){NULL, 0, 0, NULL, 0, 0};
}

void game_table_free(struct game_table *table)
{
    if (table == NULL)
        return;
    free_list(&table->rows);
    free_list(&table->pending);
    free(table);
}

/* ---- Counts ---- */

static void count_game(struct pgnpack_tree_counts *counts, const struct table_game *game)
{
    unsigned ours = table_rating(game, game->as_black), theirs = table_rating(game, !game->as_black);
    int half_points = table_half_points(game);
    *counts = (struct pgnpack_tree_counts){.games = 1,
                                           .white_wins = half_points == 2,
                                           .draws = half_points == 1,
                                           .black_wins = half_points == 0,
                                           .unknown = half_points < 0,
                                           .rated = ours != 0,
                                           .rating_sum = ours};
    if (theirs != 0 && half_points >= 0) {
        counts->opponents = 1;
        counts->opponent_sum = theirs;
        counts->half_points = (uint64_t)half_points;
    }
}

static void add_counts(struct pgnpack_tree_counts *sum, const struct pgnpack_tree_counts *counts)
{
    sum->games += counts->games;
    sum->white_wins += counts->white_wins;
    sum->draws += counts->draws;
    sum->black_wins += counts->black_wins;
    sum->unknown += counts->unknown;
    sum->rated += counts->rated;
    sum->rating_sum += counts->rating_sum;
    sum->opponents += counts->opponents;
    sum->opponent_sum += counts->opponent_sum;
    sum->half_points += counts->half_points;
}

/* ---- Values in bytes ---- */

static int put_value(struct entry_list *list, const struct table_value *value)
{
    const uint32_t head[2] = {value->order, (uint32_t)value->text.size};
    if (value->text.size > UINT32_MAX / 2 ||
        !GROW(list->bytes, list->byte_capacity, list->size + HEAD_SIZE + value->text.size))
        return 0;
    memcpy(list->bytes + list->size, head, HEAD_SIZE);
    if (value->text.size != 0)
        memcpy(list->bytes + list->size + HEAD_SIZE, value->text.data, value->text.size);
    list->size += HEAD_SIZE + value->text.size;
    return 1;
}

/* The next value of an entry's; *at goes behind it. */
static struct pgnpack_text read_value(const char *bytes, size_t *at, uint32_t *order_ret)
{
    uint32_t head[2];
    memcpy(head, bytes + *at, HEAD_SIZE);
    const struct pgnpack_text text = {bytes + *at + HEAD_SIZE, head[1]};
    *order_ret = head[0];
    *at += HEAD_SIZE + head[1];
    return text;
}

static int compare_texts(struct pgnpack_text a, struct pgnpack_text b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size == 0 ? 0 : memcmp(a.data, b.data, size);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

/* By the values of the first `count` keys. */
static int compare_values(const char *a, size_t at_a, const char *b, size_t at_b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t order_a, order_b;
        const struct pgnpack_text text_a = read_value(a, &at_a, &order_a);
        const struct pgnpack_text text_b = read_value(b, &at_b, &order_b);
        if (order_a != order_b)
            return order_a < order_b ? -1 : 1;
        int order = compare_texts(text_a, text_b);
        if (order != 0)
            return order;
    }
    return 0;
}

/* ---- Sorting ---- */

/* What qsort() cannot hand on. */
struct sorted_entry {
    const char *bytes;
    const struct entry *entry;
    size_t keys;
};

static int compare_sorted(const void *a, const void *b)
{
    const struct sorted_entry *first = a, *second = b;
    return compare_values(first->bytes, first->entry->at, second->bytes, second->entry->at, first->keys);
}

/* The list's entries by their values; the caller frees them. NULL: no memory. */
static struct sorted_entry *sort_list(const struct entry_list *list, size_t keys)
{
    struct sorted_entry *sorted = malloc((list->count + 1) * sizeof *sorted);
    if (sorted == NULL)
        return NULL;
    for (size_t i = 0; i < list->count; i++)
        sorted[i] = (struct sorted_entry){list->bytes, &list->entries[i], keys};
    qsort(sorted, list->count, sizeof *sorted, compare_sorted);
    return sorted;
}

static int add_row(struct entry_list *rows, const char *bytes, const struct entry *entry)
{
    if (!GROW(rows->entries, rows->capacity, rows->count + 1) ||
        !GROW(rows->bytes, rows->byte_capacity, rows->size + entry->size))
        return 0;
    memcpy(rows->bytes + rows->size, bytes + entry->at, entry->size);
    rows->entries[rows->count] = *entry;
    rows->entries[rows->count++].at = rows->size;
    rows->size += entry->size;
    return 1;
}

/* Rows, which are sorted, and the sorted games: the same values become one row. */
static int merge_into(struct entry_list *merged, const struct entry_list *rows,
                      const struct sorted_entry *games, size_t game_count, size_t keys)
{
    for (size_t i = 0, j = 0; i < rows->count || j < game_count;) {
        int order = i == rows->count  ? 1
                    : j == game_count ? -1
                                      : compare_values(rows->bytes, rows->entries[i].at, games[j].bytes,
                                                       games[j].entry->at, keys);
        int has_room = order <= 0 ? add_row(merged, rows->bytes, &rows->entries[i])
                                  : add_row(merged, games[j].bytes, games[j].entry);
        if (!has_room)
            return 0;
        i += order <= 0;
        j += order > 0;
        struct entry *row = &merged->entries[merged->count - 1];
        for (; j < game_count &&
               compare_values(merged->bytes, row->at, games[j].bytes, games[j].entry->at, keys) == 0;
             j++)
            add_counts(&row->counts, &games[j].entry->counts);
    }
    return 1;
}

/* The games that were gathered become rows. */
static int merge(struct game_table *table)
{
    struct entry_list merged = {NULL, 0, 0, NULL, 0, 0};
    struct sorted_entry *games = sort_list(&table->pending, table->keys->count);
    int is_merged =
        games != NULL && merge_into(&merged, &table->rows, games, table->pending.count, table->keys->count);
    free(games);
    if (!is_merged) {
        free_list(&merged);
        return 0;
    }
    free_list(&table->rows);
    table->rows = merged;
    table->pending.count = table->pending.size = 0;
    return 1;
}

int game_table_add(struct game_table *table, const struct table_game *game)
{
    struct entry_list *pending = &table->pending;
    if (pending->count >= PENDING_MIN && pending->count >= table->rows.count && !merge(table))
        return 0;
    if (!GROW(pending->entries, pending->capacity, pending->count + 1))
        return 0;
    struct entry *entry = &pending->entries[pending->count];
    entry->at = pending->size;
    for (size_t i = 0; i < table->keys->count; i++) {
        struct table_value value;
        table_key_value(&table->keys->keys[i], game, &value);
        table->knows[i] |= value.text.size != 0;
        if (!put_value(pending, &value))
            return 0;
    }
    entry->size = pending->size - entry->at;
    count_game(&entry->counts, game);
    add_counts(&table->sum, &entry->counts);
    pending->count++;
    return 1;
}

/* ---- The order of rows ---- */

/*
 * The ranks of all rows' values of a key: what its order says, or how few games of those with the same values before it have
 * it. The rows are sorted by values, so that those follow each other.
 */
static void rank(struct game_table *table, size_t key)
{
    struct entry_list *rows = &table->rows;
    for (size_t i = 0, end; i < rows->count; i = end) {
        uint64_t games = 0;
        uint32_t order = 0;
        size_t at = rows->entries[i].at;
        for (size_t j = 0; j <= key; j++)
            read_value(rows->bytes, &at, &order);
        for (end = i; end < rows->count && compare_values(rows->bytes, rows->entries[i].at, rows->bytes,
                                                          rows->entries[end].at, key + 1) == 0;
             end++)
            games += rows->entries[end].counts.games;
        if (table_key_goes_by_games(&table->keys->keys[key]))
            games = order != 0 ? UINT64_MAX : UINT64_MAX - 1 - games; /* what is not known comes last */
        else
            games = order;
        for (size_t j = i; j < end; j++)
            rows->entries[j].ranks[key] = games;
    }
}

/* The rank of a key's value goes before those of the keys behind it; where two are alike, the values' bytes decide. */
static int compare_ranked(const void *a, const void *b)
{
    const struct sorted_entry *first = a, *second = b;
    for (size_t i = 0; i < first->keys; i++) {
        uint64_t rank_a = first->entry->ranks[i], rank_b = second->entry->ranks[i];
        if (rank_a != rank_b)
            return rank_a < rank_b ? -1 : 1;
        int order = compare_values(first->bytes, first->entry->at, second->bytes, second->entry->at, i + 1);
        if (order != 0)
            return order;
    }
    return 0;
}

int game_table_finish(struct game_table *table)
{
    struct entry_list ordered = {NULL, 0, 0, NULL, 0, 0};
    if (!merge(table))
        return 0;
    free_list(&table->pending);
    for (size_t i = 0; i < table->keys->count; i++)
        rank(table, i);
    struct sorted_entry *sorted = sort_list(&table->rows, table->keys->count);
    if (sorted == NULL)
        return 0;
    qsort(sorted, table->rows.count, sizeof *sorted, compare_ranked);
    int has_room = 1;
    for (size_t i = 0; i < table->rows.count && has_room; i++)
        has_room = add_row(&ordered, table->rows.bytes, sorted[i].entry);
    free(sorted);
    free_list(has_room ? &table->rows : &ordered);
    if (has_room)
        table->rows = ordered;
    return has_room;
}

/* ---- Rows ---- */

/* Then performances would say nothing. */
static int goes_by_result(const struct table_keys *keys)
{
    for (size_t i = 0; i < keys->count; i++)
        if (keys->keys[i].kind == TABLE_SCORE || keys->keys[i].kind == TABLE_RESULT)
            return 1;
    return 0;
}

int game_table_row(const struct game_table *table, uint64_t i, struct table_row *row_ret)
{
    const int is_sum = i == UINT64_MAX;
    if (!is_sum && i >= table->rows.count)
        return 0;
    *row_ret = (struct table_row){.counts = is_sum ? table->sum : table->rows.entries[i].counts};
    size_t at = is_sum ? 0 : table->rows.entries[i].at;
    uint32_t order;
    for (size_t j = 0; j < table->keys->count; j++)
        row_ret->values[j] =
            is_sum ? (struct pgnpack_text){"", 0} : read_value(table->rows.bytes, &at, &order);
    pgnpack_tree_counts_finish(&row_ret->counts);
    if (!is_sum && goes_by_result(table->keys))
        row_ret->counts.performance = 0;
    return 1;
}

uint64_t game_table_size(const struct game_table *table)
{
    return table->rows.count;
}

int game_table_knows(const struct game_table *table, size_t key)
{
    return table->knows[key];
}
