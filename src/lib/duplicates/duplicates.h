/*
 * Finding duplicates: what its steps know. A game is a number among all games of all databases that are compared, from 0, in
 * their order.
 *
 *     duplicates_scan    what is known of the games of a block, and their lines as bytes     in worker threads
 *     duplicates_sort    candidates: games of the same hash
 *     duplicates_verify  lines of candidates compared byte by byte: `line` of each game
 *     duplicates_versions  instead of that: which candidates are versions of one game, and have its `line`
 *     duplicates_group   candidates of one line, by names and what else is known: who is kept
 *     duplicates_pass    drives jobs over many blocks
 *     duplicates_api     the handle, which drives them
 */
#ifndef PGNPACK_LIB_DUPLICATES_DUPLICATES_H
#define PGNPACK_LIB_DUPLICATES_DUPLICATES_H

#include <stdint.h>

#include "lib/games/known_date.h"
#include "pgnpack_extra.h"
#include "util/bisect.h"
#include "util/memory.h"

#define DUPLICATES_NONE UINT32_MAX

/* What is known of a game. */
struct duplicates_game {
    uint32_t white, black; /* surnames: places in a list; DUPLICATES_NONE: not known */
    uint32_t known;        /* date and result (lib/games/known_date.h) */
    uint32_t plies : 24;   /* DUPLICATES_PLIES_MAX: or more; or the text's size */
    uint32_t
        branch : 8; /* of versions: games of one branch have lines that go on with one another; 0: the first */
    uint32_t weight;      /* what the rule compares: the larger is kept */
    uint32_t number : 30; /* in its block, from 0 */
    uint32_t
        is_text : 1; /* its line is its text, as no other would do: equal ones are the same in all else */
    uint32_t is_stored : 1; /* its line can be taken from the block's bytes */
};

/* What is known beside it of a game that has less than DUPLICATES_LOOSE_PLIES: initials, round and time. In the order of games. */
struct duplicates_detail {
    uint32_t game;
    uint64_t known; /* known_details() */
};

/* A block whose games take part. */
struct duplicates_block {
    uint32_t first;  /* game; up to the next block's */
    uint32_t reader; /* from 0 */
    size_t number;   /* of the reader's */
};

/* The block that has a game, of all in their order. */
static inline const struct duplicates_block *duplicates_block_of(const struct duplicates_block *blocks,
                                                                 size_t count, uint32_t game)
{
    size_t behind;
    BISECT(behind, 1, count, blocks[behind].first > game);
    return &blocks[behind - 1];
}

/* Which of two games is kept. */
struct duplicates_rule {
    enum pgnpack_keep keep;
    const struct duplicates_game *games;
    const struct duplicates_block *blocks;
    size_t block_count;
    const int *ranks; /* by reader */
    const struct duplicates_detail *details;
    size_t detail_count;
};

/* A game that takes part. Sorted by hash, then by game. */
struct duplicates_key {
    uint64_t hash;
    uint32_t game;
};

enum { DUPLICATES_PLIES_MAX = (1 << 24) - 1, DUPLICATES_BRANCH_MAX = 255 };
enum { DUPLICATES_LINES_MAX = 15 };    /* of one hash that are told from each other */
enum { DUPLICATES_GROUPS_MAX = 1000 }; /* that a game of which not all is known is held against */
enum { DUPLICATES_LOOSE_PLIES = 20 };

static inline int duplicates_compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* All that is known of a game. */
static inline uint64_t duplicates_known(const struct duplicates_rule *rule, uint32_t game)
{
    size_t at = rule->detail_count;
    if (rule->games[game].plies < DUPLICATES_LOOSE_PLIES)
        BISECT(at, 0, rule->detail_count, rule->details[at].game >= game);
    int is_there = at < rule->detail_count && rule->details[at].game == game;
    return rule->games[game].known | (is_there ? rule->details[at].known : 0);
}

/* Are both players known, and the same? */
static inline int duplicates_same_names(const struct duplicates_game *a, const struct duplicates_game *b)
{
    return a->white != DUPLICATES_NONE && a->black != DUPLICATES_NONE && a->white == b->white &&
           a->black == b->black;
}

#endif
