/*
 * Ids of the games of a segment that is made of other games: each keeps its own, and those of games that are left out lead to the games
 * that they were duplicates of, or were replaced by. Section 132 (container/segments/id_list.h).
 */
#ifndef PGNPACK_LIB_CHANGE_COPY_IDS_H
#define PGNPACK_LIB_CHANGE_COPY_IDS_H

#include "container/segments/id_list.h"
#include "lib/open/reader.h"

struct copy_ids {
    struct id_list
        places; /* of one database: `game`, where games were, `number`, where they are in the new segment */
    struct id_list own; /* of those that were settled */
    struct id_links further;
};

void copy_ids_init(struct copy_ids *ids, struct memory *memory);
void copy_ids_free(struct copy_ids *ids);
void copy_ids_clear(struct copy_ids *ids);

/* `count` games from number `first` on are games `new_first` and later, all from 0. Returns 0 when there is no memory. */
int copy_ids_place(struct copy_ids *ids, uint64_t first, uint64_t count, uint64_t new_first);

/* What comes along of the segments that games were copied from, and from which ids lead to them. */
enum copy_share {
    COPY_EVERYTHING, /* deleted games, too */
    COPY_REPLACED,   /* all but deleted games, which are gone: the segments are replaced */
    COPY_PART        /* some games */
};

/*
 * The games placed since the last call are all of this database's segments from `first` to before `end`. What that takes counts, to the
 * reader's limit of work.
 */
enum pgnpack_status copy_ids_settle(struct copy_ids *ids, const struct pgnpack_reader *reader, size_t first,
                                    size_t end, enum copy_share share, struct error *error);

#endif
