/* Games played on a board: where a batch has no column. */
#ifndef PGNPACK_BINDINGS_TABLE_REPLAY_H
#define PGNPACK_BINDINGS_TABLE_REPLAY_H

#include "bindings/table/files.h"

struct replay {
    const struct table *table;
    struct table_error *error;
    struct pgnpack_cursor *cursor;
    size_t file;
    struct pgnpack_board *board;
    const struct pgnpack_game *game;
    uint64_t number;
    size_t item; /* the next one */
};

void replay_init(struct replay *replay, const struct table *table, struct table_error *error);
void replay_free(struct replay *replay);

/* Before the first move of a game. */
enum pgnpack_status replay_start(struct replay *replay, size_t file, uint64_t number);

/* Behind so many items of the movetext, those of variations included. */
enum pgnpack_status replay_items(struct replay *replay, size_t count);

#endif
