/* What was done to an opened database: its changes, and of each deleted game why and by which one. Read when it is asked for. */
#ifndef PGNPACK_LIB_OPEN_HISTORY_H
#define PGNPACK_LIB_OPEN_HISTORY_H

#include "container/segments/segment_record.h"
#include "lib/open/reader.h"

struct history_change {
    uint64_t number; /* 0: none, but a segment was made of others */
    uint64_t time;
    uint64_t takes_back;
    size_t segment;                     /* that tells of it */
    size_t command_start, command_size; /* in the history's commands */
    uint64_t games[DELETION_KINDS];     /* of its lists, by kind; gone ones, too */
    uint64_t added_here;                /* of those added, games that are there */
};

struct history {
    struct memory *memory;
    struct history_change *changes;
    size_t count, capacity;
    struct buffer commands;
    struct deleted_games deleted; /* with kinds, targets and changes (1 + index in the array) */
};

void history_init(struct history *history, struct memory *memory);
void history_free(struct history *history);
enum pgnpack_status history_read(struct history *history, const struct pgnpack_reader *reader,
                                 struct error *error);

#endif
