/* The segments of a database, in the order of the file, and what names them for good: their identities; and which of its games are deleted. */
#ifndef PGNPACK_CONTAINER_SEGMENTS_SEGMENT_LIST_H
#define PGNPACK_CONTAINER_SEGMENTS_SEGMENT_LIST_H

#include <stdint.h>

#include "container/file/file_format.h"
#include "util/memory.h"

/* ---- Deleted games ---- */

/*
 * Which games of a database are deleted: ranges of numbers, put together from lists of changes, of which later ones win. Putting
 * them together takes n log n steps for n ranges, however many lists they came in.
 */

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

/* ---- Segments ---- */

/* An identity in letters and digits, and a zero byte: its first 35 bits, as it is shown, or all. */
enum { SEGMENT_NAME_SIZE = 8, SEGMENT_NAME_FULL_SIZE = 14 };

struct segment {
    uint64_t offset, size;
    size_t first_block, block_count;
    size_t first_text;               /* the first block that is no annex; SIZE_MAX: there is none */
    uint64_t first_game, game_count; /* from 0 */
    uint64_t text_size;
    uint64_t identity;                  /* XXH64 of the hashes of its blocks' headers */
    int has_identity;                   /* its index has these hashes */
    int has_record;                     /* its last blocks tell what was changed, and: */
    enum pgnpack_status record_damage;  /* of one of them */
    int changes_games;                  /* ... which delete games or bring some back, as far as is known */
    uint64_t state;                     /* number of the last change up to its end */
    uint64_t time;                      /* of its last change, seconds since 1970; 0: unknown */
    uint64_t previous;                  /* identity of the segment that this one was put behind; 0: none */
    size_t command_start, command_size; /* of the list's `commands` */
};

struct segment_list {
    struct segment *segments;
    size_t count, capacity;
    size_t *
        by_identity; /* numbers of segments with identities; made when it is asked for, as long as none is added */
    size_t identity_count, by_identity_size;
    struct buffer commands;
    struct memory *memory;
};

void segment_list_init(struct segment_list *list, struct memory *memory);
void segment_list_free(struct segment_list *list);
void segment_list_clear(struct segment_list *list);

/* Adds the segment that has these blocks of the index. Returns 0 when there is no memory. */
int segment_list_add(struct segment_list *list, const struct block_index *index, size_t first_block,
                     size_t block_count, uint64_t offset, uint64_t size);

/* Fills an empty list with another one's segments, without their commands, and sorts it. Returns 0 when there is no memory. */
int segment_list_copy(struct segment_list *list, const struct segment_list *other);

/* The segment that has game `number` (from 0), which one has to. */
const struct segment *segment_list_of_game(const struct segment_list *list, uint64_t number);

/* The last segment that begins at block `number` of the file or before; NULL: the list is empty. */
const struct segment *segment_list_of_block(const struct segment_list *list, size_t number);

/* After the last one was added; returns 0 when there is no memory. */
int segment_list_sort(struct segment_list *list);

/* The last segment of that identity whose number is at most `last`; NULL: there is none. */
const struct segment *segment_list_find(const struct segment_list *list, uint64_t identity, size_t last);

/*
 * The same segment may be there several times. The one that is `count` of its kind before `segment`, NULL: there are not so many; and how
 * many come after it, up to number `last`.
 */
const struct segment *segment_list_twin_before(const struct segment_list *list, const struct segment *segment,
                                               uint64_t count);
size_t segment_list_twins_after(const struct segment_list *list, const struct segment *segment, size_t last);

/* How many segments before number `end` have the identity. */
uint64_t segment_list_count(const struct segment_list *list, uint64_t identity, size_t end);

/* How people write an identity, and back: at least 4 characters, case does not matter. Returns how many bits it tells; 0: none. */
void segment_name(uint64_t identity, char name[SEGMENT_NAME_SIZE]);
void segment_name_full(uint64_t identity, char name[SEGMENT_NAME_FULL_SIZE]);
unsigned segment_name_read(const char *name, size_t size, uint64_t *identity_ret);

#endif
