/*
 * What was changed in a database: section 131 of the annexes with which a segment ends. docs/FORMAT.md, chapter 5.
 *
 * A section is a row of changes, each: varint, size of the rest; varint, its number (the same as the one before: more of that one; 0: no
 * change, but how the segment was made of others); varint, seconds since 1970; 8 bytes, identity of the segment before; varint and bytes,
 * the command; varint, the change that it takes back, or 0; varint, number of lists.
 * A list: varint, kind + 8 * ranges. Without ranges, varint: so many games of it are gone. Else its place, which is 8 bytes, the identity of
 * a segment (0: this one), and varint, how many segments with it to pass over, from this one back; with kinds 2 and 3 the place of the
 * targets; of each range varints: games since the range before, games - 1, and with kinds 2 and 3 the first target less the last one's
 * end (zigzag).
 */
#ifndef PGNPACK_CONTAINER_SEGMENTS_SEGMENT_RECORD_H
#define PGNPACK_CONTAINER_SEGMENTS_SEGMENT_RECORD_H

#include "container/segments/segment_list.h"
#include "util/varint.h"

enum { RECORD_COMMAND_SIZE_MAX = 4096 };

struct record_change {
    uint64_t number;
    uint64_t time;
    uint64_t previous;
    struct text command; /* of a record that is read it lies in the record */
    uint64_t takes_back;
};

/* Have games of this kind others as targets? */
static inline int deletion_has_target(unsigned kind)
{
    return kind == DELETION_DUPLICATE || kind == DELETION_REPLACED;
}

/* ---- Writing ---- */

/* A segment as records name it. */
struct record_place {
    uint64_t identity; /* 0: the record's own */
    uint64_t which;    /* so many others with the identity are between it and the record */
};

/* Of no segment: targets that are unknown. */
#define RECORD_NO_IDENTITY UINT64_MAX

/* A record of any size, as sections, each of which is one for itself. */
struct record_writer {
    struct buffer sections; /* one after the other */
    struct buffer ends;     /* size_t: where each ends */
    struct buffer head;     /* of the change: what goes before its lists; empty: none has begun */
    struct buffer lists;    /* of this part of it */
    uint64_t list_count;
    int deletes; /* a list takes games away, or brings them back */
    struct record_change change;
};

void record_writer_init(struct record_writer *writer, struct memory *memory);
void record_writer_free(struct record_writer *writer);

/* The next change; the one before has all its lists. */
void record_writer_begin(struct record_writer *writer, const struct record_change *change);

/* A list: ranges inside of a segment, ascending, of one kind; targets are inside of one, too (NULL: unknown). */
void record_writer_add(struct record_writer *writer, unsigned kind, const struct record_place *place,
                       const struct record_place *target, const struct game_range *ranges, size_t count);

/* So many games of that kind are gone. */
void record_writer_add_gone(struct record_writer *writer, unsigned kind, uint64_t games);

/* After the last change. Returns 0 when there was no memory. */
int record_writer_finish(struct record_writer *writer);

/* After that: adds sections that say nothing more of the last change, up to so many in all. Returns the same. */
int record_writer_pad(struct record_writer *writer, size_t count);

size_t record_writer_count(const struct record_writer *writer);
struct text record_writer_section(const struct record_writer *writer, size_t i);

/* ---- Reading ---- */

struct record_reader {
    struct byte_source source;
    struct byte_source change; /* what is left of it */
    uint64_t lists_left;       /* in it */
    const struct segment_list *segments;
    size_t number; /* the record's segment */
    int has_begun;
};

struct record_list {
    unsigned kind;
    int has_ranges;
    uint64_t gone;                 /* games of it, and of segments that are not there */
    struct game_range_list ranges; /* games of the database */
};

/* Are all bytes of a section in order, for the segment of that number? `block_flags`: of its block, which say whether it may delete. */
enum pgnpack_status record_check(const uint8_t *bytes, size_t size, unsigned block_flags,
                                 const struct segment_list *segments, size_t number, struct error *error);

void record_reader_open(struct record_reader *reader, const uint8_t *bytes, size_t size,
                        const struct segment_list *segments, size_t number);

/* The next change, as its bytes say. PGNPACK_END behind the last one. */
enum pgnpack_status record_reader_next(struct record_reader *reader, struct record_change *change,
                                       struct error *error);

/* The next list of it, whose ranges are the caller's; with `memory` NULL it stays without. PGNPACK_END behind the last one. */
enum pgnpack_status record_reader_list(struct record_reader *reader, struct record_list *list,
                                       struct memory *memory, struct error *error);

/* ---- Games of a database ---- */

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
