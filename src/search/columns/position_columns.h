/*
 * Position columns of a block: what of each game rules positions out without a look at its moves. docs/FORMAT.md, "Position
 * columns".
 *
 * Pawns that stand on their first squares leave them in some order and never come back; men become fewer. So a game whose
 * last position still has a pawn at home that has left in the position sought, or that lost them in another order, or that
 * ends with more men, never was there.
 */
#ifndef PGNPACK_SEARCH_COLUMNS_POSITION_COLUMNS_H
#define PGNPACK_SEARCH_COLUMNS_POSITION_COLUMNS_H

#include "container/sections/bcgn_format.h"
#include "search/columns/pawn_trace.h"
#include "util/buffer.h"
#include "util/varint.h"

/* ---- Classes ---- */

/*
 * Games by the first (or last) pawns that left their first squares: a tree of at most 256 classes, each a list of pawns that
 * all its games begin (or end) with. It grows where most games are, so it tells openings apart that are played often.
 * docs/FORMAT.md, "Position columns".
 */

enum { CLASS_COUNT_MAX = 256 };

/* A list of pawns, 4 bits each, the first one lowest. */
struct pawn_list {
    uint64_t pawns;
    uint8_t count;
};

static inline unsigned pawn_list_get(const struct pawn_list *list, unsigned i)
{
    return (unsigned)(list->pawns >> (4 * i)) & 15u;
}

/* The list from its end. */
struct pawn_list pawn_list_reversed(struct pawn_list list);

/*
 * Appends a tree for these lists, of at most `class_limit` classes, to `tree`, and each list's class to `classes`. Returns 0
 * when there is no memory.
 */
int class_tree_write(const struct pawn_list *lists, size_t count, unsigned class_limit, struct memory *memory,
                     struct buffer *tree, struct buffer *classes);

struct class_tree {
    unsigned count;
    struct pawn_list classes[CLASS_COUNT_MAX];
};

/* Reads a tree from the source. Returns 0 when it is not in order. */
int class_tree_read(struct byte_source *source, struct class_tree *tree);

/* ---- Columns ---- */

/* Subtypes of the section. Each but the trees has a byte a game. */
enum position_column {
    POSITION_TREES, /* of classes: the first pawns', the last ones' */
    POSITION_WHITE_HOME, /* pawns on their first squares at the end of the main line, files a to h in bits 0 to 7 */
    POSITION_BLACK_HOME,
    POSITION_MEN, /* on the board at the end, kings included, or fewer; 0: nothing is known of the game */
    POSITION_FIRST_PAWNS, /* classes */
    POSITION_LAST_PAWNS,
    POSITION_COLUMN_COUNT = BCGN_POSITION_COLUMN_COUNT
};

/* ---- Writing ---- */

struct position_columns_writer {
    struct memory *memory;
    struct pawn_list *first, *last; /* a game each */
    size_t count, first_capacity, last_capacity;
    struct buffer columns[POSITION_COLUMN_COUNT];
};

void position_columns_writer_init(struct position_columns_writer *writer, struct memory *memory);
void position_columns_writer_free(struct position_columns_writer *writer);
void position_columns_writer_clear(struct position_columns_writer *writer);

/* Adds a game. Returns 0 when there is no memory. */
int position_columns_add(struct position_columns_writer *writer, const struct pawn_trace *trace);

/* Makes writer->columns of the games. Returns 0 when there is no memory. */
int position_columns_finish(struct position_columns_writer *writer);

/* ---- Asking ---- */

/* What a position that is sought needs. All zero but men_max = 64: any position will do. */
struct position_needs {
    uint16_t gone; /* pawns that have left their first squares (pawn_trace.h), ... */
    uint16_t home; /* ... and that stand there */
    uint8_t men_max;
};

#define POSITION_NEEDS_NOTHING ((struct position_needs){0, 0, 64})

struct position_needs position_needs_of(const struct position *position);

/* A block's columns, which the caller keeps. */
struct position_columns {
    size_t game_count;
    const uint8_t *bytes[POSITION_COLUMN_COUNT];
    struct class_tree first, last;
};

/* Returns 0 when they are not in order. `sizes`: that of the trees is free, the others are game_count. */
int position_columns_read(struct position_columns *columns,
                          const struct byte_source sections[POSITION_COLUMN_COUNT], size_t game_count);

/* Is what they say of game `game` (from 0) true? */
int position_columns_fit(const struct position_columns *columns, size_t game, const struct pawn_trace *trace);

/* Clears the byte of each game that cannot have such a position; the others stay. `games`: a byte each. */
void position_columns_rule_out(const struct position_columns *columns, struct position_needs needs,
                               uint8_t *games);

#endif
