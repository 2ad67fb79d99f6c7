#include "lib/rows/game_order.h"

#include <stdlib.h>

#include "lib/games/game_summary.h"
#include "lib/games/known_date.h"
#include "base/name_list.h"
#include "lib/rows/sort_key.h"

void game_order_init(struct game_order *order, struct memory *memory)
{
    *order = (struct game_order){.memory = memory};
}

void game_order_free(struct game_order *order)
{
    memory_release(order->memory, order->numbers, order->capacity * sizeof *order->numbers);
    game_order_init(order, order->memory);
}

void game_order_take(struct game_order *order, const uint64_t *numbers, size_t count)
{
    if (!MEMORY_GROW(order->memory, order->numbers, order->capacity, count + 1))
        return;
    if (count != 0)
        memcpy(order->numbers, numbers, count * sizeof *numbers);
    order->count = count;
}

/* ---- Keys ---- */

enum { TAGS_MAX = 2, BATCH_GAMES = 4096 };

/* Behind all that are known, whichever way these go. */
#define UNKNOWN UINT32_MAX

struct sorted_game {
    uint64_t key; /* its place by the keys before, and what it is by this one */
    uint64_t number;
};

struct sorting {
    struct memory *memory;
    const struct pgnpack_reader *reader;
    const struct pgnpack_order_key *by;
    struct sorted_game *games;
    size_t count, capacity;
    size_t at;               /* of them: that is read next */
    struct name_list values; /* of a tag, as they are sorted; in keys their numbers stand for them at first */
    struct buffer value;
};

/* The number of the value among those so far. */
static uint32_t value_of(struct sorting *sorting, struct text value, struct error *error)
{
    struct buffer *bytes = &sorting->value;
    buffer_clear(bytes);
    if (!buffer_reserve(bytes, sort_key_room(value.size)))
        return UNKNOWN;
    size_t size = sort_key(sorting->by->tag, value, (char *)bytes->data);
    if (size == 0)
        return UNKNOWN;
    size_t number = name_list_enter(&sorting->values, (struct text){(const char *)bytes->data, size});
    if (number == SIZE_MAX && memory_check(sorting->memory, error) == PGNPACK_OK)
        error_set(error, PGNPACK_ERROR_LIMIT, "there are too many different values of %.100s to sort by",
                  sorting->by->tag);
    return number == SIZE_MAX ? UNKNOWN : (uint32_t)number;
}

/* Upwards or down; 0: it is unknown. */
static uint32_t number_key(const struct sorting *sorting, uint32_t number)
{
    return number == 0 ? UNKNOWN : sorting->by->descending ? UNKNOWN - 1 - number : number;
}

static uint32_t key_of(struct sorting *sorting, const struct text values[TAGS_MAX], uint32_t plies,
                       struct error *error)
{
    switch (sorting->by->by) {
    case PGNPACK_ORDER_DATE: {
        uint32_t date = known_date_number(known_date(values[0]));
        return number_key(sorting, date != 0 ? date : known_date_number(known_date(values[1])));
    }
    case PGNPACK_ORDER_ELO:
        return number_key(sorting, summary_elo(values[0]) + summary_elo(values[1]));
    case PGNPACK_ORDER_PLIES:
        return number_key(sorting, plies + 1);
    case PGNPACK_ORDER_TAG:
        break;
    }
    return value_of(sorting, values[0], error);
}

/* The game of that number: the first key enters games, the others find them, as they come in the same order. NULL: there is none. */
static struct sorted_game *take_game(struct sorting *sorting, uint64_t number, int is_first)
{
    if (is_first)
        sorting->games[sorting->count++] = (struct sorted_game){.number = number};
    while (sorting->at < sorting->count && sorting->games[sorting->at].number < number)
        sorting->at++;
    int is_there = sorting->at < sorting->count && sorting->games[sorting->at].number == number;
    return is_there ? &sorting->games[sorting->at] : NULL;
}

static enum pgnpack_status add_keys(struct sorting *sorting, const struct pgnpack_columns *columns,
                                    size_t count, size_t tag_count, int is_first, struct error *error)
{
    if (is_first && !MEMORY_GROW(sorting->memory, sorting->games, sorting->capacity, sorting->count + count))
        return error_no_memory(error);
    for (size_t i = 0; i < count && error->status == PGNPACK_OK; i++) {
        struct text values[TAGS_MAX] = {{NULL, 0}, {NULL, 0}};
        if (deleted_games_have(&sorting->reader->deleted, columns->numbers[i] - 1))
            continue;
        for (size_t tag = 0; tag < tag_count; tag++)
            values[tag] = (struct text){columns->views[tag][i].data, columns->views[tag][i].size};
        struct sorted_game *game = take_game(sorting, columns->numbers[i], is_first);
        if (game != NULL)
            game->key =
                (game->key & ~(uint64_t)UINT32_MAX) | key_of(sorting, values, columns->plies[i], error);
    }
    return error->status;
}

/* Looks the key of all games up. */
static enum pgnpack_status read_keys(struct sorting *sorting, struct pgnpack_batch *batch, size_t tag_count,
                                     int is_first, struct error *error)
{
    struct {
        uint64_t numbers[BATCH_GAMES];
        uint32_t plies[BATCH_GAMES];
        struct pgnpack_text values[TAGS_MAX][BATCH_GAMES];
    } *room = memory_get(sorting->memory, sizeof *room);
    if (room == NULL)
        return error_no_memory(error);
    struct pgnpack_text *views[TAGS_MAX] = {room->values[0], room->values[1]};
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = BATCH_GAMES,
                                            .numbers = room->numbers,
                                            .plies = room->plies,
                                            .views = views};
    enum pgnpack_status status;
    size_t count;
    sorting->at = 0;
    while ((status = pgnpack_batch_next(batch, &columns, &count)) == PGNPACK_OK &&
           add_keys(sorting, &columns, count, tag_count, is_first, error) == PGNPACK_OK)
        ;
    memory_release(sorting->memory, room, sizeof *room);
    if (status == PGNPACK_OK || status == PGNPACK_END)
        return error->status;
    return handle_take_error(error, pgnpack_error(batch));
}

/* ---- Values in their order ---- */

struct ranked_value {
    struct text value;
    size_t number;
};

static int compare_values(const void *a, const void *b)
{
    const struct ranked_value *first = a, *second = b;
    size_t size = first->value.size < second->value.size ? first->value.size : second->value.size;
    int order = memcmp(first->value.data, second->value.data, size);
    return order != 0 ? order
                      : (first->value.size > second->value.size) - (first->value.size < second->value.size);
}

/* In keys, a value's number becomes its place among all values. */
static enum pgnpack_status rank_values(struct sorting *sorting, struct error *error)
{
    size_t count = sorting->values.count;
    struct ranked_value *values = memory_get(sorting->memory, (count + 1) * sizeof *values);
    uint32_t *ranks = memory_get(sorting->memory, (count + 1) * sizeof *ranks);
    if (values != NULL && ranks != NULL) {
        for (size_t i = 0; i < count; i++)
            values[i] = (struct ranked_value){
                {name_list_string(&sorting->values, i), name_list_size(&sorting->values, i)}, i};
        qsort(values, count, sizeof *values, compare_values);
        for (size_t i = 0; i < count; i++)
            ranks[values[i].number] = number_key(sorting, (uint32_t)(i + 1));
        for (size_t i = 0; i < sorting->count; i++) {
            uint32_t number = (uint32_t)sorting->games[i].key;
            if (number != UNKNOWN)
                sorting->games[i].key += (uint64_t)ranks[number] - number;
        }
    } else {
        error_no_memory(error);
    }
    memory_release(sorting->memory, values, (count + 1) * sizeof *values);
    memory_release(sorting->memory, ranks, (count + 1) * sizeof *ranks);
    return error->status;
}

/* ---- Sorting ---- */

static int compare_numbers(const void *a, const void *b)
{
    const struct sorted_game *first = a, *second = b;
    return (first->number > second->number) - (first->number < second->number);
}

static int compare_keys(const void *a, const void *b)
{
    const struct sorted_game *first = a, *second = b;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return compare_numbers(a, b);
}

/* Games that are sorted get their place among all as the first half of the next key, equal ones the same, and go back to the order of the file. */
static void place_games(struct sorting *sorting)
{
    uint64_t place = 0, last = sorting->games[0].key;
    for (size_t i = 0; i < sorting->count; i++) {
        place += sorting->games[i].key != last;
        last = sorting->games[i].key;
        sorting->games[i].key = place << 32 | UNKNOWN;
    }
    qsort(sorting->games, sorting->count, sizeof *sorting->games, compare_numbers);
}

/* Sorts games that are equal so far by one key more, for which the file is read once more. */
static enum pgnpack_status sort_by(struct sorting *sorting, const struct pgnpack_order_key *key, int is_first,
                                   struct error *error)
{
    const char *const tags[][TAGS_MAX] = {[PGNPACK_ORDER_TAG] = {key->tag, NULL},
                                          [PGNPACK_ORDER_DATE] = {"Date", "UTCDate"},
                                          [PGNPACK_ORDER_ELO] = {"WhiteElo", "BlackElo"},
                                          [PGNPACK_ORDER_PLIES] = {NULL, NULL}};
    const char *const *names = tags[key->by];
    size_t tag_count = names[0] == NULL ? 0 : names[1] == NULL ? 1 : 2;
    const struct pgnpack_batch_options options = {
        .size = sizeof options,
        .tags = names,
        .tag_count = tag_count,
        .parts = key->by == PGNPACK_ORDER_PLIES ? PGNPACK_BATCH_PLIES : 0};
    struct pgnpack_batch *batch = pgnpack_batch_new(sorting->reader, &options);
    sorting->by = key;
    if (!is_first && sorting->count != 0)
        place_games(sorting);
    if (batch == NULL)
        error_no_memory(error);
    else
        read_keys(sorting, batch, tag_count, is_first, error);
    if (error->status == PGNPACK_OK && key->by == PGNPACK_ORDER_TAG)
        rank_values(sorting, error);
    if (error->status == PGNPACK_OK && sorting->count != 0)
        qsort(sorting->games, sorting->count, sizeof *sorting->games, compare_keys);
    name_list_free(&sorting->values);
    sorting->values.limit = UNKNOWN - 2;
    pgnpack_free(batch);
    return error->status;
}

static void take_sorted(struct game_order *order, const struct sorting *sorting)
{
    if (!MEMORY_GROW(order->memory, order->numbers, order->capacity, sorting->count + 1))
        return;
    for (size_t i = 0; i < sorting->count; i++)
        order->numbers[i] = sorting->games[i].number;
    order->count = sorting->count;
}

enum pgnpack_status game_order_sort(struct game_order *order, const struct pgnpack_reader *reader,
                                    const struct pgnpack_order_key *keys, size_t count, struct error *error)
{
    struct sorting sorting = {.memory = order->memory, .reader = reader};
    name_list_init(&sorting.values, order->memory);
    sorting.values.limit = UNKNOWN - 2;
    buffer_init(&sorting.value, order->memory);
    if (reader->index.game_count >= UNKNOWN)
        error_set(error, PGNPACK_ERROR_LIMIT, "there are too many games to sort");
    for (size_t i = 0; i < count && error->status == PGNPACK_OK; i++)
        sort_by(&sorting, &keys[i], i == 0, error);
    if (memory_check(order->memory, error) == PGNPACK_OK)
        take_sorted(order, &sorting);
    memory_release(order->memory, sorting.games, sorting.capacity * sizeof *sorting.games);
    name_list_free(&sorting.values);
    buffer_free(&sorting.value);
    return error->status;
}
