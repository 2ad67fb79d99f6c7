/* Games of a database on their way into a record, which names them by their segments. */
#ifndef PGNPACK_CONTAINER_SEGMENTS_RECORD_GAMES_H
#define PGNPACK_CONTAINER_SEGMENTS_RECORD_GAMES_H

#include "container/segments/segment_record.h"

/*
 * The segments before the record's own one: the first `count` of the list. What comes after their games, of which there are
 * `game_count`, is its own.
 */
struct record_base {
    const struct segment_list *segments;
    size_t count;
    uint64_t game_count;
};

/* Adds lists of the ranges, which are of any kinds and in any order; no two have games in common. Returns 0 when there is no memory. */
int record_add_games(struct record_writer *writer, const struct record_base *base,
                     const struct game_range *ranges, size_t count, struct memory *memory);

#endif
