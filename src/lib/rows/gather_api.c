/*
 * Public functions: games in any order, within bounded memory. As many games as there is room for are gathered at a time: in the
 * order of the file, so that each block is decoded once for all its games that come soon.
 */
#include "lib/rows/gather.h"

#include <stdlib.h>

#include "lib/read/cursor.h"
#include "lib/open/cut_games.h"
#include "lib/rows/game_order.h"

/* Text held at once, where no limit of memory says less. */
#define GATHER_SIZE ((size_t)512 << 20)

/* A game of the present lot. */
struct gathered {
    uint64_t number; /* from 1 */
    size_t place;    /* in the lot */
    size_t start, size;
};

struct pgnpack_gather {
    struct memory memory;
    const struct handle_kind *handle_kind;
    const struct pgnpack_reader *reader;
    struct pgnpack_cursor *cursor;
    struct game_order order; /* numbers, from 1 */
    size_t next;             /* of them: that comes next */
    size_t lot_start;        /* the lot's first one */
    struct gathered *lot;    /* by place, once it is read */
    size_t lot_count, lot_capacity;
    struct buffer texts;
    size_t room; /* for them */
    enum pgnpack_status last;
    struct error error;
    struct pgnpack_error public_error;
};

static const struct handle_kind gather_kind;

struct pgnpack_gather *pgnpack_gather_new(const struct pgnpack_reader *reader)
{
    struct pgnpack_gather *gather = handle_new_like(&reader->memory, sizeof *gather, &gather_kind);
    if (gather == NULL)
        return NULL;
    error_clear(&gather->error);
    gather->reader = reader;
    gather->room = GATHER_SIZE;
    if (gather->memory.limit != 0 && gather->memory.limit / 4 < gather->room)
        gather->room = gather->memory.limit / 4;
    game_order_init(&gather->order, &gather->memory);
    buffer_init(&gather->texts, &gather->memory);
    gather->cursor = cursor_new_within(reader, PGNPACK_PART_TEXT, gather->memory.limit / 2);
    if (gather->cursor != NULL)
        return gather;
    handle_free(gather, sizeof *gather);
    return NULL;
}

static void free_gather(void *handle)
{
    struct pgnpack_gather *gather = handle;
    pgnpack_free(gather->cursor);
    game_order_free(&gather->order);
    buffer_free(&gather->texts);
    memory_release(&gather->memory, gather->lot, gather->lot_capacity * sizeof *gather->lot);
    handle_free(gather, sizeof *gather);
}

const struct pgnpack_reader *gather_reader(const struct pgnpack_gather *gather)
{
    return gather->reader;
}

/* ---- What is gathered ---- */

/* Nothing yet. */
static enum pgnpack_status start(struct pgnpack_gather *gather)
{
    error_clear(&gather->error);
    memory_forget_refusal(&gather->memory);
    buffer_free(&gather->texts);
    game_order_free(&gather->order);
    gather->next = gather->lot_start = gather->lot_count = 0;
    return gather->last = reader_check_open(gather->reader, &gather->error);
}

static enum pgnpack_status end_start(struct pgnpack_gather *gather, enum pgnpack_status status)
{
    status = handle_end(gather, status);
    if (status != PGNPACK_OK)
        game_order_free(&gather->order);
    return status;
}

enum pgnpack_status pgnpack_gather_numbers(struct pgnpack_gather *gather, const uint64_t *numbers,
                                           size_t count)
{
    if (start(gather) != PGNPACK_OK)
        return handle_end(gather, gather->last);
    if (numbers == NULL && count != 0)
        handle_refuse_null(&gather->error, "pgnpack_gather_numbers: numbers");
    for (size_t i = 0; i < count && gather->error.status == PGNPACK_OK; i++)
        if (numbers[i] == 0 || numbers[i] > gather->reader->index.game_count)
            error_set(&gather->error, PGNPACK_ERROR_ARGUMENT,
                      "pgnpack_gather_numbers: one of them is no game's");
    if (gather->error.status == PGNPACK_OK)
        game_order_take(&gather->order, numbers, count);
    return end_start(gather, gather->error.status);
}

/* What is wrong with them is said. */
static void check_keys(struct pgnpack_gather *gather, const struct pgnpack_order_key *keys, size_t count)
{
    if (keys == NULL || count == 0)
        handle_refuse_null(&gather->error, "pgnpack_gather_sorted: keys");
    for (size_t i = 0; i < count && gather->error.status == PGNPACK_OK; i++)
        if ((unsigned)keys[i].by > PGNPACK_ORDER_PLIES)
            handle_refuse_member(&gather->error, "pgnpack_gather_sorted: by", (int)keys[i].by, "0 to 3");
        else if (keys[i].by == PGNPACK_ORDER_TAG && keys[i].tag == NULL)
            handle_refuse_null(&gather->error, "pgnpack_gather_sorted: tag");
}

enum pgnpack_status pgnpack_gather_sorted(struct pgnpack_gather *gather, const struct pgnpack_order_key *keys,
                                          size_t count)
{
    if (start(gather) != PGNPACK_OK)
        return handle_end(gather, gather->last);
    check_keys(gather, keys, count);
    if (gather->error.status == PGNPACK_OK)
        game_order_sort(&gather->order, gather->reader, keys, count, &gather->error);
    return end_start(gather, gather->error.status);
}

/* ---- Lots ---- */

static int compare_numbers(const void *a, const void *b)
{
    const struct gathered *first = a, *second = b;
    if (first->number != second->number)
        return first->number < second->number ? -1 : 1;
    return (first->place > second->place) - (first->place < second->place);
}

static int compare_places(const void *a, const void *b)
{
    const struct gathered *first = a, *second = b;
    return (first->place > second->place) - (first->place < second->place);
}

/* As many games as there seems to be room for, by the mean size of their blocks' games; at least one. */
static enum pgnpack_status choose_lot(struct pgnpack_gather *gather)
{
    const struct game_order *order = &gather->order;
    uint64_t size = 0;
    gather->lot_start = gather->next;
    gather->lot_count = 0;
    for (size_t i = gather->next; i < order->count; i++) {
        const struct index_entry *entry =
            block_index_find_game(&gather->reader->index, order->numbers[i] - 1);
        size += entry->text_size / (entry->game_count == 0 ? 1 : entry->game_count) + sizeof *gather->lot;
        if (gather->lot_count != 0 && size > gather->room)
            break;
        if (!MEMORY_GROW(&gather->memory, gather->lot, gather->lot_capacity, gather->lot_count + 1))
            return error_no_memory(&gather->error);
        gather->lot[gather->lot_count] =
            (struct gathered){.number = order->numbers[i], .place = gather->lot_count};
        gather->lot_count++;
    }
    return PGNPACK_OK;
}

/* There are larger games than was to be expected: the later half of the lot waits. `*read`: how many of it are read. */
static void halve_lot(struct pgnpack_gather *gather, size_t *read)
{
    size_t wanted = (gather->lot_count + 1) / 2, kept = 0, kept_read = 0, at = 0;
    for (size_t i = 0; i < gather->lot_count; i++) {
        struct gathered game = gather->lot[i];
        if (game.place >= wanted)
            continue;
        if (i < *read) {
            memmove(gather->texts.data + at, gather->texts.data + game.start, game.size);
            game.start = at;
            at += game.size;
            kept_read++;
        }
        gather->lot[kept++] = game;
    }
    gather->texts.size = at;
    gather->lot_count = kept;
    *read = kept_read;
}

/* Cursors have the text of a game up to its block's end: the rest would be lost. */
static enum pgnpack_status check_game(struct pgnpack_gather *gather, uint64_t number)
{
    int is_cut;
    enum pgnpack_status status =
        game_is_cut(gather->reader, number - 1, &gather->memory, &is_cut, &gather->error);
    if (status == PGNPACK_OK && is_cut) {
        status = error_set(&gather->error, PGNPACK_ERROR_LIMIT,
                           "it has more than 16 MiB of text, and cannot be put into another order: delete it "
                           "first, or take it out with pgnunpack");
        error_locate(&gather->error, number, 0, ERROR_NO_OFFSET);
    }
    return status;
}

/* A deleted one, too: the cursor is none of the caller's. */
static enum pgnpack_status read_text(struct pgnpack_gather *gather, uint64_t number,
                                     struct pgnpack_text *text)
{
    struct pgnpack_cursor *cursor = gather->cursor;
    if (check_game(gather, number) != PGNPACK_OK)
        return gather->error.status;
    enum pgnpack_status status = pgnpack_cursor_range(cursor, number, 1);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_next(cursor, NULL);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_text(cursor, text);
    return status == PGNPACK_OK ? status : handle_take_error(&gather->error, pgnpack_error(cursor));
}

/* Reads game *i of the lot, if that has room for it, and goes on to the next. */
static enum pgnpack_status read_game(struct pgnpack_gather *gather, size_t *i)
{
    struct pgnpack_text text;
    uint64_t number = gather->lot[*i].number;
    size_t place = gather->lot[*i].place;
    if (read_text(gather, number, &text) != PGNPACK_OK)
        return gather->error.status;
    while (gather->lot_count > 1 && text.size > gather->room - gather->texts.size)
        halve_lot(gather, i);
    if (place >= gather->lot_count)
        return PGNPACK_OK;
    gather->lot[*i].start = gather->texts.size;
    gather->lot[*i].size = text.size;
    (*i)++;
    buffer_append(&gather->texts, text.data, text.size);
    return buffer_failed(&gather->texts) ? error_no_memory(&gather->error) : PGNPACK_OK;
}

static enum pgnpack_status read_lot(struct pgnpack_gather *gather)
{
    buffer_clear(&gather->texts);
    if (choose_lot(gather) != PGNPACK_OK)
        return gather->error.status;
    qsort(gather->lot, gather->lot_count, sizeof *gather->lot, compare_numbers);
    for (size_t i = 0; i < gather->lot_count;)
        if (read_game(gather, &i) != PGNPACK_OK)
            return gather->error.status;
    qsort(gather->lot, gather->lot_count, sizeof *gather->lot, compare_places);
    return PGNPACK_OK;
}

enum pgnpack_status gather_next(struct pgnpack_gather *gather, struct text *text_ret, uint64_t *number_ret)
{
    if (gather->last != PGNPACK_OK)
        return gather->last;
    if (gather->next == gather->order.count)
        return PGNPACK_END;
    if (gather->next == gather->lot_start + gather->lot_count && read_lot(gather) != PGNPACK_OK)
        return gather->last = gather->error.status;
    const struct gathered *game = &gather->lot[gather->next++ - gather->lot_start];
    *text_ret = (struct text){(const char *)gather->texts.data + game->start, game->size};
    *number_ret = game->number - 1;
    return PGNPACK_OK;
}

static const struct handle_kind gather_kind = {
    .free = free_gather, HANDLE_ERROR(struct pgnpack_gather), HANDLE_LAST(struct pgnpack_gather)};
