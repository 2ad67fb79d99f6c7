#include "lib/rows/game_order.h"

#include <stdlib.h>

#include "lib/games/game_summary.h"
#include "lib/games/known_date.h"
#include "base/name_list.h"
#include "search/text/text_fold.h"

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

enum { KEY_UNKNOWN = 0, TAGS_MAX = 2, BATCH_GAMES = 4096 };

struct sorted_game {
    uint64_t key; /* KEY_UNKNOWN: it has none */
    uint64_t number;
};

struct sorting {
    struct memory *memory;
    const struct pgnpack_reader *reader;
    enum pgnpack_order by;
    struct sorted_game *games;
    size_t count, capacity;
    struct name_list names; /* of players, folded; in keys their numbers and one stand for them at first */
    struct buffer folded;
};

/* What is unknown, as PGN writes it, is no name. */
static int is_known(struct text value)
{
    return value.size != 0 && !text_is(value, "?");
}

/* 1 + the number of the folded name; 0: it is unknown. */
static uint64_t name_of(struct sorting *sorting, struct text value, struct error *error)
{
    struct buffer *folded = &sorting->folded;
    buffer_clear(folded);
    if (!is_known(value))
        return 0;
    if (!buffer_reserve(folded, text_fold_size_max(value.size) + 1))
        return 0;
    size_t size = text_fold(value, (char *)folded->data);
    size_t number = name_list_enter(&sorting->names, (struct text){(const char *)folded->data, size});
    if (number == SIZE_MAX && memory_check(sorting->memory, error) == PGNPACK_OK)
        error_set(error, PGNPACK_ERROR_LIMIT, "there are too many different names to sort by");
    return number == SIZE_MAX ? 0 : number + 1;
}

/* Up to eight bytes, so that numbers compare as the texts do. */
static uint64_t text_key(struct text value)
{
    uint64_t key = 0;
    if (!is_known(value))
        return KEY_UNKNOWN;
    for (size_t i = 0; i < sizeof key; i++)
        key = key << 8 | (i < value.size ? (uint8_t)value.data[i] : 0);
    return key;
}

/* By the first of two tags that says one. */
static uint64_t date_key(const struct text values[TAGS_MAX])
{
    uint32_t date = known_date_number(known_date(values[0]));
    return date != 0 ? date : known_date_number(known_date(values[1]));
}

static uint64_t key_of(struct sorting *sorting, const struct text values[TAGS_MAX], struct error *error)
{
    switch (sorting->by) {
    case PGNPACK_ORDER_DATE:
        return date_key(values);
    case PGNPACK_ORDER_ELO:
        return (uint64_t)summary_elo(values[0]) + summary_elo(values[1]);
    case PGNPACK_ORDER_ECO:
        return text_key(values[0]);
    case PGNPACK_ORDER_PLAYER:
        break;
    }
    uint64_t white = name_of(sorting, values[0], error);
    return white << 32 | name_of(sorting, values[1], error);
}

static enum pgnpack_status add_keys(struct sorting *sorting, const struct pgnpack_columns *columns,
                                    size_t count, size_t tag_count, struct error *error)
{
    if (!MEMORY_GROW(sorting->memory, sorting->games, sorting->capacity, sorting->count + count))
        return error_no_memory(error);
    for (size_t i = 0; i < count && error->status == PGNPACK_OK; i++) {
        if (deleted_games_have(&sorting->reader->deleted, columns->numbers[i] - 1))
            continue;
        struct text values[TAGS_MAX] = {{NULL, 0}, {NULL, 0}};
        for (size_t tag = 0; tag < tag_count; tag++)
            values[tag] = (struct text){columns->views[tag][i].data, columns->views[tag][i].size};
        sorting->games[sorting->count++] =
            (struct sorted_game){key_of(sorting, values, error), columns->numbers[i]};
    }
    return error->status;
}

/* Looks the keys of all games up. */
static enum pgnpack_status read_keys(struct sorting *sorting, struct pgnpack_batch *batch, size_t tag_count,
                                     struct error *error)
{
    struct {
        uint64_t numbers[BATCH_GAMES];
        struct pgnpack_text values[TAGS_MAX][BATCH_GAMES];
    } *room = memory_get(sorting->memory, sizeof *room);
    if (room == NULL)
        return error_no_memory(error);
    struct pgnpack_text *views[TAGS_MAX] = {room->values[0], room->values[1]};
    const struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = BATCH_GAMES, .numbers = room->numbers, .views = views};
    enum pgnpack_status status;
    size_t count;
    while ((status = pgnpack_batch_next(batch, &columns, &count)) == PGNPACK_OK &&
           add_keys(sorting, &columns, count, tag_count, error) == PGNPACK_OK)
        ;
    memory_release(sorting->memory, room, sizeof *room);
    if (status == PGNPACK_OK || status == PGNPACK_END)
        return error->status;
    return handle_take_error(error, pgnpack_error(batch));
}

/* ---- Names in their order ---- */

struct ranked_name {
    struct text name;
    size_t number;
};

static int compare_names(const void *a, const void *b)
{
    const struct ranked_name *first = a, *second = b;
    size_t size = first->name.size < second->name.size ? first->name.size : second->name.size;
    int order = memcmp(first->name.data, second->name.data, size);
    return order != 0 ? order
                      : (first->name.size > second->name.size) - (first->name.size < second->name.size);
}

/* In keys, a name's number becomes its place among all names, from 1; Black's where it is unknown the last one. */
static enum pgnpack_status rank_names(struct sorting *sorting, int descending, struct error *error)
{
    size_t count = sorting->names.count;
    struct ranked_name *names = memory_get(sorting->memory, (count + 1) * sizeof *names);
    uint32_t *ranks = memory_get(sorting->memory, (count + 1) * sizeof *ranks);
    if (names != NULL && ranks != NULL) {
        for (size_t i = 0; i < count; i++)
            names[i] = (struct ranked_name){
                {name_list_string(&sorting->names, i), name_list_size(&sorting->names, i)}, i};
        qsort(names, count, sizeof *names, compare_names);
        for (size_t i = 0; i < count; i++)
            ranks[names[i].number + 1] = (uint32_t)(i + 1);
        ranks[0] = 0;
        for (size_t i = 0; i < sorting->count; i++) {
            uint64_t key = sorting->games[i].key;
            uint32_t white = ranks[key >> 32], black = ranks[key & UINT32_MAX];
            if (black == 0 && !descending)
                black = UINT32_MAX;
            sorting->games[i].key = white == 0 ? KEY_UNKNOWN : (uint64_t)white << 32 | black;
        }
    } else {
        error_no_memory(error);
    }
    memory_release(sorting->memory, names, (count + 1) * sizeof *names);
    memory_release(sorting->memory, ranks, (count + 1) * sizeof *ranks);
    return error->status;
}

/* ---- Sorting ---- */

static int compare_up(const void *a, const void *b)
{
    const struct sorted_game *first = a, *second = b;
    if ((first->key == KEY_UNKNOWN) != (second->key == KEY_UNKNOWN))
        return first->key == KEY_UNKNOWN ? 1 : -1;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return (first->number > second->number) - (first->number < second->number);
}

static int compare_down(const void *a, const void *b)
{
    const struct sorted_game *first = a, *second = b;
    if (first->key != second->key && first->key != KEY_UNKNOWN && second->key != KEY_UNKNOWN)
        return first->key > second->key ? -1 : 1;
    return compare_up(a, b);
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
                                    enum pgnpack_order by, int descending, struct error *error)
{
    static const char *const tags[][TAGS_MAX] = {[PGNPACK_ORDER_DATE] = {"Date", "UTCDate"},
                                                 [PGNPACK_ORDER_PLAYER] = {"White", "Black"},
                                                 [PGNPACK_ORDER_ECO] = {"ECO", NULL},
                                                 [PGNPACK_ORDER_ELO] = {"WhiteElo", "BlackElo"}};
    size_t tag_count = tags[by][1] == NULL ? 1 : 2;
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = tags[by], .tag_count = tag_count};
    struct sorting sorting = {.memory = order->memory, .reader = reader, .by = by};
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    name_list_init(&sorting.names, order->memory);
    sorting.names.limit = UINT32_MAX - 1;
    buffer_init(&sorting.folded, order->memory);
    if (batch == NULL)
        error_no_memory(error);
    else
        read_keys(&sorting, batch, tag_count, error);
    if (error->status == PGNPACK_OK && by == PGNPACK_ORDER_PLAYER)
        rank_names(&sorting, descending, error);
    if (error->status == PGNPACK_OK && sorting.count != 0)
        qsort(sorting.games, sorting.count, sizeof *sorting.games, descending ? compare_down : compare_up);
    if (memory_check(order->memory, error) == PGNPACK_OK)
        take_sorted(order, &sorting);
    memory_release(order->memory, sorting.games, sorting.capacity * sizeof *sorting.games);
    name_list_free(&sorting.names);
    buffer_free(&sorting.folded);
    pgnpack_free(batch);
    return error->status;
}
