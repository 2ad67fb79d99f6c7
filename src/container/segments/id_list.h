/* Ids of the games of a database, of all its segments together, to be looked up. */
#ifndef PGNPACK_CONTAINER_SEGMENTS_ID_LIST_H
#define PGNPACK_CONTAINER_SEGMENTS_ID_LIST_H

#include "container/sections/bcgn_format.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/varint.h"

/* ---- Sections ---- */

/*
 * Ids of games beside those of their places: sections 132 of a block of a segment's record. docs/FORMAT.md, chapter 5.
 *
 * varint: identities, and 8 bytes for each; varint: runs; then columns of a varint a run, each behind its size in bytes. Subtype 0: games
 * since the run before; number of an identity; first number less the end of that identity's last run (zigzag); games - 1. Subtype 1:
 * number of an identity, and first number as before; the same of the ids to which these lead; ids - 1.
 */

/* Subtypes of the section. */
enum {
    ID_OWN,     /* the games' ids; a game in no run has that of its place */
    ID_FURTHER, /* ids of games that are gone, and to which others they lead */
    ID_KINDS = BCGN_ID_KIND_COUNT
};

/* Games from `game` on have ids of the segment `identity`, from its game `number` on; both from 0. */
struct id_run {
    uint64_t identity, number;
    uint64_t count;
    uint64_t game;
};

/* Ids of games that are gone lead to as many others. */
struct id_link {
    uint64_t identity, number;
    uint64_t count;
    uint64_t to_identity, to_number;
};

/* In ascending order of games, or in any. Returns 0 when there is no memory. */
int id_section_write_own(const struct id_run *runs, size_t count, struct buffer *out);
int id_section_write_further(const struct id_link *links, size_t count, struct buffer *out);

enum { ID_COLUMNS_MOST = 5 };

/* Reads them one after the other. */
struct id_section_reader {
    unsigned kind;
    struct byte_source columns[ID_COLUMNS_MOST];
    const uint8_t *identities;
    uint64_t identity_count;
    uint64_t *ends; /* of each identity's last run; then those to which links lead */
    struct memory *memory;
    uint64_t left;       /* runs */
    uint64_t game_end;   /* of the last run */
    uint64_t game_count; /* of the segment */
};

/* `kind`: the section's subtype; `game_count`: of its segment. To be freed in any case. */
enum pgnpack_status id_section_open(struct id_section_reader *reader, const uint8_t *bytes, size_t size,
                                    unsigned kind, uint64_t game_count, struct memory *memory,
                                    struct error *error);
void id_section_free(struct id_section_reader *reader);

/* By the section's kind. PGNPACK_END behind the last one. */
enum pgnpack_status id_section_next_run(struct id_section_reader *reader, struct id_run *run,
                                        struct error *error);
enum pgnpack_status id_section_next_link(struct id_section_reader *reader, struct id_link *link,
                                         struct error *error);

/* Reads all of them. */
enum pgnpack_status id_section_check(const uint8_t *bytes, size_t size, unsigned kind, uint64_t game_count,
                                     struct memory *memory, struct error *error);

/* ---- Lists ---- */

struct id_list {
    struct id_run *runs; /* as they were added, or: */
    size_t count, capacity;
    uint64_t *ends; /* once sorted by ids: where the runs of the same identity up to this one end at most */
    size_t ends_size;
    struct memory *memory;
};

static inline void id_list_init(struct id_list *list, struct memory *memory)
{
    *list = (struct id_list){.memory = memory};
}

static inline void id_list_free(struct id_list *list)
{
    memory_release(list->memory, list->runs, list->capacity * sizeof *list->runs);
    memory_release(list->memory, list->ends, list->ends_size);
    id_list_init(list, list->memory);
}

/* Return 0 when there is no memory. A run that goes on with the last one, in ids and in games, becomes a part of it, unless it is to stay alone. */
int id_list_add(struct id_list *list, const struct id_run *run);
int id_list_add_alone(struct id_list *list, const struct id_run *run);

/* By their games; n log n steps, unless they are so already. */
void id_list_sort_by_game(struct id_list *list);

/* Of a list that is sorted by games, in which no two have one in common: the last run that begins with the game or before it; NULL: none. */
const struct id_run *id_list_before(const struct id_list *list, uint64_t game);

/* By ids, for what follows. Returns 0 when there is no memory. */
int id_list_sort_by_id(struct id_list *list);

/*
 * Runs that have the id. *at begins as what id_list_start() answers, and comes to be where the search goes on; each step back is a run that
 * was looked at. NULL: there are no more.
 */
size_t id_list_start(const struct id_list *list, uint64_t identity, uint64_t number);
const struct id_run *id_list_next(const struct id_list *list, uint64_t identity, uint64_t number, size_t *at);

/* The lowest identity of a run that is at least this one: *identity_ret. 0: there is none. */
int id_list_identity(const struct id_list *list, uint64_t identity, uint64_t *identity_ret);

/*
 * Makes an empty list of another one, whose order is lost: of runs that have ids in common the part that leads to the latest games, by ids, so
 * that id_list_find() finds one. n log n steps. Returns 0 when there is no memory.
 */
int id_list_latest(struct id_list *latest, struct id_list *all);
int id_list_find(const struct id_list *latest, uint64_t identity, uint64_t number, uint64_t *game_ret);

/* Ids of games that are gone, and to which others they lead. */
struct id_links {
    struct id_link *links;
    size_t count, capacity;
    struct id_list by_id; /* once sorted, each run alone: `game` is its link's place */
    struct memory *memory;
};

static inline void id_links_init(struct id_links *links, struct memory *memory)
{
    *links = (struct id_links){.memory = memory};
    id_list_init(&links->by_id, memory);
}

static inline void id_links_free(struct id_links *links)
{
    memory_release(links->memory, links->links, links->capacity * sizeof *links->links);
    id_list_free(&links->by_id);
    id_links_init(links, links->memory);
}

/* All return 0 when there is no memory. What goes on with the last one, in both, becomes a part of it, unless it is to stay alone. */
int id_links_add(struct id_links *links, const struct id_link *link);
int id_links_add_alone(struct id_links *links, const struct id_link *link);
int id_links_sort(struct id_links *links);

/* To which id another one leads by the last link that has it; the links are sorted. 0: to none. */
int id_links_follow(const struct id_links *links, uint64_t *identity, uint64_t *number);

#endif
