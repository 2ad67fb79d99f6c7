/*
 * Which games of a block fulfil a query's conditions on tags, results and lengths: condition by condition down whole columns,
 * each only for the games that are left. A name is compared once a block and not once a game (text_memo.h).
 */
#ifndef PGNPACK_LIB_SEARCH_SEARCH_TAGS_H
#define PGNPACK_LIB_SEARCH_SEARCH_TAGS_H

#include "lib/query/query_tags.h"
#include "lib/rows/tag_rows.h"
#include "base/text_memo.h"

struct search_tags {
    struct memory *memory;
    const struct query_tags *query; /* NULL: nothing is asked for, and all games pass */
    struct tag_rows rows;
    struct text_memo *memo;
    const struct tag_condition *memo_condition; /* whose values the memo has, of this block; NULL: none's */
    struct buffer unescaped, folded;
    uint64_t *passing;  /* a bit for each game of the block */
    uint64_t *sides[2]; /* the same where we are White, and Black; NULL: it makes no difference */
    size_t passing_capacity, side_capacities[2];
    uint32_t game_count; /* of the block */
};

/* Of one that was not started all games pass. */
void search_tags_init(struct search_tags *tags, struct memory *memory);
void search_tags_free(struct search_tags *tags);

/*
 * Makes ready what the query needs, which may have no conditions on tags; `limit`: of memory for what is read of a block, 0:
 * none. Returns 0 when there is no memory.
 */
int search_tags_start(struct search_tags *tags, const struct pgnpack_reader *reader,
                      const struct query_tags *query, size_t limit);

/* Forgets a failure, and what was counted as work. */
void search_tags_rewind(struct search_tags *tags);

/* Do all games pass, whatever they are? */
static inline int search_tags_are_none(const struct search_tags *tags)
{
    return tags->query == NULL;
}

/* Can none of the block's games pass? Nothing is read. */
static inline int search_tags_skip(const struct search_tags *tags, const struct index_entry *entry)
{
    return tags->query != NULL && query_tags_skip(tags->query, entry);
}

/*
 * Finds out which games of block `block`, from 0, pass: tags->passing has a bit set for each. *count_ret: how many they are; 0:
 * tags->passing says nothing.
 * `other_work`: that counts against the reader's limit, too. Without conditions on tags it must not be called.
 */
enum pgnpack_status search_tags_block(struct search_tags *tags, size_t block, uint64_t other_work,
                                      uint32_t *count_ret, struct error *error);

/* Units of work so far. */
static inline uint64_t search_tags_work(const struct search_tags *tags)
{
    return tags->query == NULL ? 0 : tag_rows_work(&tags->rows);
}

/* Does the game, which passes, do so where we are White, and where Black? Bits 1 and 2. */
static inline unsigned search_tags_sides(const struct search_tags *tags, uint32_t game)
{
    if (tags->sides[0] == NULL)
        return 3;
    return (unsigned)((tags->sides[0][game / 64] >> game % 64 & 1) |
                      (tags->sides[1][game / 64] >> game % 64 & 1) << 1);
}

/* The first game of the block that passes from game `game` on, from 0; tags->game_count: there is none. */
uint32_t search_tags_next(const struct search_tags *tags, uint32_t game);

#endif
