/* Columns of many games: a batch, and the arrays that it fills, which the host reads where they are. */
#include "bindings/wasm/database.h"

#include <stdlib.h>
#include <string.h>

struct columns {
    struct pgnpack_batch *batch;
    unsigned parts;
    size_t tag_count;
    struct pgnpack_columns arrays;
    struct pgnpack_bytes_column *tags;
    uint64_t *numbers; /* that are picked */
    size_t scale;      /* how much more room there is than most games need */
};

/* What a game takes, mostly; bytes, or numbers. */
enum { TAG_SIZE = 24, PLIES = 100, SAN_SIZE = 6, COMMENT_SIZE = 12, TEXT_SIZE = 1024, SCALE_MAX = 1 << 16 };

static void free_arrays(struct columns *columns)
{
    struct pgnpack_columns *arrays = &columns->arrays;
    void *const pieces[] = {arrays->numbers,
                            arrays->plies,
                            arrays->results,
                            arrays->moves.data,
                            arrays->moves.offsets,
                            arrays->san.data,
                            arrays->san.offsets,
                            arrays->uci.data,
                            arrays->uci.offsets,
                            arrays->clocks.data,
                            arrays->clocks.offsets,
                            arrays->evals.data,
                            arrays->evals.offsets,
                            arrays->text.data,
                            arrays->text.offsets,
                            arrays->comments.data,
                            arrays->comments.text_offsets,
                            arrays->comments.offsets};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        free(pieces[i]);
    for (size_t i = 0; i < columns->tag_count; i++) {
        free(columns->tags[i].data);
        free(columns->tags[i].offsets);
        free(columns->tags[i].is_set);
    }
    memset(columns->tags, 0, columns->tag_count * sizeof *columns->tags);
    *arrays = (struct pgnpack_columns){.size = sizeof *arrays};
}

void EXPORT(columns_close)(struct columns *columns)
{
    if (columns == NULL)
        return;
    pgnpack_free(columns->batch);
    free_arrays(columns);
    free(columns->tags);
    free(columns->numbers);
    free(columns);
}

/* `tags`: names, each with a zero byte behind it. */
struct columns *EXPORT(columns_new)(const struct database *database, const char *tags, size_t tag_count,
                                    unsigned parts)
{
    struct columns *columns = calloc(1, sizeof *columns);
    const char **names = calloc(tag_count + 1, sizeof *names);
    if (columns != NULL)
        columns->tags = calloc(tag_count + 1, sizeof *columns->tags);
    if (columns != NULL && columns->tags != NULL && names != NULL) {
        for (size_t i = 0; i < tag_count; i++, tags += strlen(tags) + 1)
            names[i] = tags;
        const struct pgnpack_batch_options options = {
            .size = sizeof options, .tags = names, .tag_count = tag_count, .parts = parts};
        columns->batch = pgnpack_batch_new(reader_of(database), &options);
        columns->parts = parts;
        columns->tag_count = tag_count;
        columns->scale = 1;
    }
    free(names);
    if (columns != NULL && columns->batch != NULL)
        return columns;
    columns_close(columns);
    failure_no_memory();
    return NULL;
}

static int of_batch(struct columns *columns, enum pgnpack_status status)
{
    return status == PGNPACK_OK ? PGNPACK_OK : (int)failure_of(pgnpack_error(columns->batch));
}

int EXPORT(columns_limit)(struct columns *columns, double first, double count)
{
    enum pgnpack_status status = pgnpack_batch_range(columns->batch, whole(first), whole(count));
    return status == PGNPACK_END ? PGNPACK_OK : of_batch(columns, status);
}

/* `numbers` ascend. */
int EXPORT(columns_pick)(struct columns *columns, const double *numbers, size_t count)
{
    uint64_t *copy = malloc((count + 1) * sizeof *copy);
    if (copy == NULL)
        return (int)failure_no_memory();
    for (size_t i = 0; i < count; i++)
        copy[i] = whole(numbers[i]);
    enum pgnpack_status status = pgnpack_batch_pick(columns->batch, copy, count);
    free(columns->numbers);
    columns->numbers = copy;
    return status == PGNPACK_END ? PGNPACK_OK : of_batch(columns, status);
}

/* ---- Room ---- */

/* 0: there is no memory. */
static int get_bytes(struct pgnpack_bytes_column *column, size_t games, size_t size, int with_set)
{
    column->data = malloc(size);
    column->capacity = size;
    column->offsets = calloc(games + 1, sizeof *column->offsets);
    column->is_set = with_set ? calloc(games, 1) : NULL;
    return column->data != NULL && column->offsets != NULL && (!with_set || column->is_set != NULL);
}

static int get_numbers(struct pgnpack_numbers_column *column, size_t games, size_t count)
{
    column->data = malloc(count * sizeof *column->data);
    column->capacity = count;
    column->offsets = calloc(games + 1, sizeof *column->offsets);
    return column->data != NULL && column->offsets != NULL;
}

static int get_moves(struct pgnpack_moves_column *column, size_t games, size_t count)
{
    column->data = malloc(count * sizeof *column->data);
    column->capacity = count;
    column->offsets = calloc(games + 1, sizeof *column->offsets);
    return column->data != NULL && column->offsets != NULL;
}

static int get_comments(struct pgnpack_texts_column *column, size_t games, size_t count)
{
    column->data = malloc(count * COMMENT_SIZE);
    column->capacity = count * COMMENT_SIZE;
    column->text_offsets = calloc(count + 1, sizeof *column->text_offsets);
    column->text_capacity = count;
    column->offsets = calloc(games + 1, sizeof *column->offsets);
    return column->data != NULL && column->text_offsets != NULL && column->offsets != NULL;
}

static int get_parts(struct columns *columns, size_t games, size_t plies)
{
    struct pgnpack_columns *arrays = &columns->arrays;
    unsigned parts = columns->parts;
    int done = 1;
    if (parts & PGNPACK_BATCH_MOVES)
        done &= get_moves(&arrays->moves, games, plies);
    if (parts & PGNPACK_BATCH_SAN)
        done &= get_bytes(&arrays->san, games, plies * SAN_SIZE, 0);
    if (parts & PGNPACK_BATCH_UCI)
        done &= get_bytes(&arrays->uci, games, plies * SAN_SIZE, 0);
    if (parts & PGNPACK_BATCH_CLOCKS)
        done &= get_numbers(&arrays->clocks, games, plies);
    if (parts & PGNPACK_BATCH_EVALS)
        done &= get_numbers(&arrays->evals, games, plies);
    if (parts & PGNPACK_BATCH_COMMENTS)
        done &= get_comments(&arrays->comments, games, plies);
    if (parts & PGNPACK_BATCH_TEXT)
        done &= get_bytes(&arrays->text, games, plies / PLIES * TEXT_SIZE, 0);
    return done;
}

/* Arrays for so many games. */
static enum pgnpack_status get_arrays(struct columns *columns, size_t games)
{
    struct pgnpack_columns *arrays = &columns->arrays;
    const size_t room = games * columns->scale + 16;
    free_arrays(columns);
    arrays->capacity = games;
    arrays->numbers = malloc(games * sizeof *arrays->numbers);
    arrays->plies = malloc(games * sizeof *arrays->plies);
    arrays->results = malloc(games);
    arrays->tags = columns->tags;
    int done = arrays->numbers != NULL && arrays->plies != NULL && arrays->results != NULL;
    for (size_t i = 0; i < columns->tag_count; i++)
        done &= get_bytes(&columns->tags[i], games, room * TAG_SIZE, 1);
    if (done && get_parts(columns, games, room * PLIES))
        return PGNPACK_OK;
    free_arrays(columns);
    return failure_no_memory();
}

/* ---- Filling ---- */

/*
 * Up to `games` games: their number, 0 behind the last one, less than 0: a failure. Arrays that are too small for one game
 * are made larger.
 */
int EXPORT(columns_next)(struct columns *columns, size_t games)
{
    size_t count = 0;
    if (columns->arrays.capacity < games && get_arrays(columns, games) != PGNPACK_OK)
        return -PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_batch_next(columns->batch, &columns->arrays, &count);
    while (status == PGNPACK_ERROR_LIMIT && columns->scale < SCALE_MAX) {
        columns->scale *= 4;
        if (get_arrays(columns, columns->arrays.capacity) != PGNPACK_OK)
            return -PGNPACK_ERROR_MEMORY;
        status = pgnpack_batch_next(columns->batch, &columns->arrays, &count);
    }
    if (status == PGNPACK_END)
        return 0;
    return status == PGNPACK_OK ? (int)count : -of_batch(columns, status);
}

static void answer_address_of(const void *array)
{
    answer_number32((uint32_t)(uintptr_t)array);
}

/* Where the arrays are, now. */
int EXPORT(columns_addresses)(const struct columns *columns)
{
    const struct pgnpack_columns *arrays = &columns->arrays;
    answer_clear();
    answer_address_of(arrays->numbers);
    answer_address_of(arrays->plies);
    answer_address_of(arrays->results);
    answer_address_of(arrays->moves.data);
    answer_address_of(arrays->moves.offsets);
    answer_address_of(arrays->san.data);
    answer_address_of(arrays->san.offsets);
    answer_address_of(arrays->uci.data);
    answer_address_of(arrays->uci.offsets);
    answer_address_of(arrays->clocks.data);
    answer_address_of(arrays->clocks.offsets);
    answer_address_of(arrays->evals.data);
    answer_address_of(arrays->evals.offsets);
    answer_address_of(arrays->comments.data);
    answer_address_of(arrays->comments.text_offsets);
    answer_address_of(arrays->comments.offsets);
    answer_address_of(arrays->text.data);
    answer_address_of(arrays->text.offsets);
    for (size_t i = 0; i < columns->tag_count; i++) {
        answer_address_of(columns->tags[i].data);
        answer_address_of(columns->tags[i].offsets);
        answer_address_of(columns->tags[i].is_set);
    }
    return (int)answer_status();
}
