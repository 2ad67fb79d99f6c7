/*
 * Which games of a database are deleted: ranges of numbers, put together from lists of changes, of which later ones win. Putting
 * them together takes n log n steps for n ranges, however many lists they came in.
 */
#ifndef PGNPACK_CONTAINER_SEGMENTS_DELETED_GAMES_H
#define PGNPACK_CONTAINER_SEGMENTS_DELETED_GAMES_H

#include <stdint.h>

#include "util/memory.h"

/* Why games are deleted, by numbers of the format. */
enum deletion_kind {
    DELETION_NONE, /* they are there again */
    DELETION_BY_HAND,
    DELETION_DUPLICATE,
    DELETION_REPLACED,
    DELETION_TAKEN_BACK,
    DELETION_ADDED,   /* of a list in a record: no deletion, but what the change added */
    DELETION_UNKNOWN, /* and 7 */
    DELETION_KINDS = 8
};

/* Games from `first` to before `end`, counted from 0. Where only that they are deleted matters, kind 1 stands for all kinds. */
struct game_range {
    uint64_t first, end;
    uint8_t kind;    /* enum deletion_kind */
    uint32_t change; /* which one says so, by the caller's count */
    uint64_t
        target; /* 1 + the game that the first one is a duplicate of, or was replaced by, and so on; 0: unknown */
};

struct game_range_list {
    struct game_range *ranges;
    size_t count, capacity;
};

enum { DELETED_GAMES_LEVELS = 64 };

struct deleted_games {
    struct memory *memory;
    struct game_range_list
        pending[DELETED_GAMES_LEVELS];    /* the oldest first, each of fewer changes than the one before */
    unsigned ranks[DELETED_GAMES_LEVELS]; /* of pending[i]: it is of 2 to the power of this changes */
    unsigned pending_count;
    struct game_range_list deleted; /* the result: ascending, none touches the next one unless they differ */
    uint64_t count;                 /* of games in it */
};

void deleted_games_init(struct deleted_games *games, struct memory *memory);
void deleted_games_free(struct deleted_games *games);

/* Adds a range at a list's end. Returns 0 when there is no memory. */
int game_range_list_add(struct game_range_list *list, struct memory *memory, struct game_range range);
void game_range_list_free(struct game_range_list *list, struct memory *memory);

/* The range without its games before `first`. */
struct game_range game_range_from(struct game_range range, uint64_t first);

/* Takes over a list in ascending order, which is later than those before. Returns 0 when there is no memory: the list is gone, too. */
int deleted_games_add(struct deleted_games *games, struct game_range_list *list);

/* After the last change: makes `deleted`. Returns 0 when there is no memory. */
int deleted_games_finish(struct deleted_games *games);

/* The first range that ends behind `number`, perhaps with it inside; NULL: there is none. */
const struct game_range *deleted_games_from(const struct deleted_games *games, uint64_t number);

int deleted_games_have(const struct deleted_games *games, uint64_t number);

/* Adds what the result has not of the range to a list. Returns 0 when there is no memory. */
int deleted_games_others(const struct deleted_games *games, struct game_range range,
                         struct game_range_list *list, struct memory *memory);

/* How many of the games from `first` to before `end`. */
uint64_t deleted_games_between(const struct deleted_games *games, uint64_t first, uint64_t end);

#endif
