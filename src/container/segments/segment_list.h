/* The segments of a database, in the order of the file, and what names them for good: their identities. */
#ifndef PGNPACK_CONTAINER_SEGMENTS_SEGMENT_LIST_H
#define PGNPACK_CONTAINER_SEGMENTS_SEGMENT_LIST_H

#include "container/file/file_format.h"

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
