/* Candidates, which are games of one hash, parted into groups of duplicates; and which game of each is kept. */
#ifndef PGNPACK_LIB_DUPLICATES_DUPLICATES_GROUP_H
#define PGNPACK_LIB_DUPLICATES_DUPLICATES_GROUP_H

#include "lib/duplicates/duplicates.h"

/* A candidate. */
struct duplicates_item {
    uint32_t game;
    uint32_t white, black;
    uint64_t known;
    uint32_t line;  /* from 1, of those of the hash; 0: it was not compared, and is nobody's duplicate */
    uint32_t group; /* of those with its line and names */
};

/* Games that are duplicates of each other. */
struct duplicates_group {
    uint64_t known; /* what is known of any of them */
    uint32_t kept;
};

struct duplicates_grouping {
    struct memory *memory;
    struct duplicates_rule rule;
    enum pgnpack_duplicate_kind kind;
    uint32_t *kept_of; /* by game; DUPLICATES_NONE: it is kept itself */
    struct duplicates_item *items;
    size_t count, item_capacity;
    struct duplicates_group *groups;
    size_t group_count, group_capacity;
    uint64_t known_parts;  /* of any of these */
    uint64_t groups_found; /* of two games and more */
};

void duplicates_grouping_init(struct duplicates_grouping *grouping, struct memory *memory);
void duplicates_grouping_free(struct duplicates_grouping *grouping);

/* Adds a candidate of the present hash, whose line is number `line`. Returns 0 when there is no memory. */
int duplicates_grouping_add(struct duplicates_grouping *grouping, uint32_t game, uint32_t line);

/*
 * Parts the candidates, sets grouping->kept_of, and makes ready for another hash. Games whose line is their text are a group. So are
 * versions of one game, and in the loose sense games of one line of 20 half-moves and more. All others are, where their surnames are the
 * same and what is known of them does not contradict: first the games of which most is known, of equals the earliest date, make
 * groups; each goes to the first group that it contradicts in no part, which then knows what it knows. So no group has two games that contradict each other. Of a game not all of
 * which is known, 1,000 groups are looked at. Returns 0 when there is no memory.
 */
int duplicates_grouping_part(struct duplicates_grouping *grouping);

#endif
