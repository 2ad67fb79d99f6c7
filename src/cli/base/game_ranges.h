/* Which games are asked for: "1,5-9,20-"; by their ids: "8f2k1qz:1042". */
#ifndef PGNPACK_CLI_BASE_GAME_RANGES_H
#define PGNPACK_CLI_BASE_GAME_RANGES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Games first to last, counted from 1. */
struct game_range {
    uint64_t first, last;
    int is_open; /* to the last one that there is, whichever that is; `last` is UINT64_MAX */
    size_t id; /* where in `ids` its id begins; of a game whose number is not known yet. 0: it has numbers */
};

struct game_ranges {
    struct game_range *ranges;
    size_t count, capacity;
    char *ids; /* each with a zero byte behind it, from place 1 on */
    size_t id_size, id_capacity;
};

enum game_ranges_result {
    GAME_RANGES_ADDED,
    GAME_RANGES_NONSENSE,
    GAME_RANGES_OF_SEVERAL, /* databases */
    GAME_RANGES_NO_MEMORY,
    GAME_RANGES_NO_FILE
};

/* Adds the ranges of a word behind those that are there. */
enum game_ranges_result game_ranges_add(struct game_ranges *ranges, const char *word);

/*
 * The same with all words of a file ('-': standard input), between blanks and line ends; of a line only what is before its tab,
 * behind which pgnfind writes the ply. Sets the line of what is no list of games, or errno where the file cannot be read.
 */
enum game_ranges_result game_ranges_add_file(struct game_ranges *ranges, const char *file_name,
                                             uint64_t *line_ret);

static inline void game_ranges_free(struct game_ranges *ranges)
{
    free(ranges->ranges);
    free(ranges->ids);
    *ranges = (struct game_ranges){.ranges = NULL};
}

#endif
