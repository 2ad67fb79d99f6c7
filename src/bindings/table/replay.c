#include "bindings/table/replay.h"

#include <string.h>

#include "bindings/table/fault.h"

void replay_init(struct replay *replay, const struct table *table, struct table_error *error)
{
    memset(replay, 0, sizeof *replay);
    replay->table = table;
    replay->error = error;
}

void replay_free(struct replay *replay)
{
    pgnpack_free(replay->cursor);
    pgnpack_free(replay->board);
}

static enum pgnpack_status prepare(struct replay *replay, size_t file)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &replay->table->allocator};
    if (replay->board == NULL)
        replay->board = pgnpack_board_new(&options);
    if (replay->cursor == NULL || replay->file != file) {
        pgnpack_free(replay->cursor);
        replay->cursor = pgnpack_cursor_new(replay->table->files[file].reader, PGNPACK_PART_MOVES);
        replay->file = file;
        replay->number = 0;
    }
    return replay->board == NULL || replay->cursor == NULL ? fault_no_memory(replay->error) : PGNPACK_OK;
}

static enum pgnpack_status fail_of_cursor(struct replay *replay)
{
    replay->number = 0;
    return fault_of(replay->error, replay->table->files[replay->file].path, pgnpack_error(replay->cursor));
}

enum pgnpack_status replay_start(struct replay *replay, size_t file, uint64_t number)
{
    enum pgnpack_status status = prepare(replay, file);
    if (status != PGNPACK_OK)
        return status;
    if (replay->number != number - 1 || replay->number == 0)
        status = pgnpack_cursor_seek(replay->cursor, number);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_next(replay->cursor, &replay->game);
    if (status != PGNPACK_OK)
        return fail_of_cursor(replay);
    replay->number = number;
    replay->item = 0;
    /* Of a game whose FEN is no position there are none to be asked for. */
    pgnpack_board_start(replay->board, replay->game);
    return PGNPACK_OK;
}

static enum pgnpack_status step(struct replay *replay, const struct pgnpack_item *item)
{
    enum pgnpack_status status = pgnpack_board_step(replay->board, item);
    if (status == PGNPACK_OK)
        return status;
    return fault_of(replay->error, replay->table->files[replay->file].path, pgnpack_error(replay->board));
}

enum pgnpack_status replay_items(struct replay *replay, size_t count)
{
    struct pgnpack_item item;
    enum pgnpack_status status = PGNPACK_OK;
    for (; replay->item < count && status == PGNPACK_OK; replay->item++) {
        if (!pgnpack_game_item(replay->game, replay->item, &item))
            return PGNPACK_END;
        status = step(replay, &item);
    }
    return status;
}
