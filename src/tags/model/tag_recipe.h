/*
 * What a column of tag values is predicted from, where tag_model.h codes it. Each column of a block has a recipe; the
 * file says which: one of the patterns (tag_pattern.h) or, spelled out, any other. docs/FORMAT.md, "Recipes".
 */
#ifndef PGNPACK_TAGS_MODEL_TAG_RECIPE_H
#define PGNPACK_TAGS_MODEL_TAG_RECIPE_H

#include <stdint.h>

#include "util/buffer.h"
#include "util/varint.h"

/* A thing that is known before a value is coded; numbers of the format. `X`: the newest value of that column. */
enum tag_part_kind {
    TAG_PART_VALUE,    /* V:X  the value's key */
    TAG_PART_CODE,     /* C:X  how the value was told: kind, recent place or difference */
    TAG_PART_KINDS,    /* K:X  the kinds of the column's last four */
    TAG_PART_OLD,      /* O:X  the key in the reference's game */
    TAG_PART_AGE,      /* A    the bits of how many games ago the reference was, or how long for TAG_PACE */
    TAG_PART_WHERE,    /* W    which of the references there is */
    TAG_PART_RESULT,   /* R    the game's result */
    TAG_PART_MIRRORED, /* Q    the same with white and black in each other's place */
    TAG_PART_KIND_COUNT
};

static inline int tag_part_names_column(unsigned kind)
{
    return kind <= TAG_PART_OLD;
}

struct tag_part {
    uint8_t kind;
    uint16_t column;
    uint16_t other; /* of two columns that a reference names */
};

enum { TAG_PARTS_MAX = 4, TAG_REFERENCES_MAX = 5, TAG_CONTEXTS_MAX = 7, TAG_RECENT_MAX = 15 };

/* All of the parts together. */
struct tag_context {
    uint8_t part_count;
    struct tag_part parts[TAG_PARTS_MAX];
};

/* Numbers of the format, too. */
enum tag_reference_kind {
    TAG_LAST,      /* the last value with what these parts are now */
    TAG_OF_COLUMN, /* =X    X's newest value, if it is one of this game */
    TAG_SUM,       /* =X+Y  of two numbers, likewise */
    TAG_LESS,      /* =X-Y */
    TAG_PLIES,     /* =#    the number of moves of the game's main line */
    TAG_ZERO,      /* =0    the number 0 */
    TAG_BEFORE,    /* =~X   X's last number, if it is of this game or the one before */
    TAG_PACE,      /* =X^Y  a number that grows with the time, which X and Y tell */
    TAG_REFERENCE_KIND_COUNT
};

/* How many columns a reference of the kind names, its parts apart. */
static inline unsigned tag_reference_columns(unsigned kind)
{
    return kind == TAG_OF_COLUMN || kind == TAG_BEFORE               ? 1
           : kind == TAG_SUM || kind == TAG_LESS || kind == TAG_PACE ? 2
                                                                     : 0;
}

struct tag_recipe_reference {
    uint8_t kind;
    struct tag_context context; /* OF_COLUMN and those behind it: no parts, the columns are in parts[0] */
};

/* For one column of a block. */
struct tag_recipe {
    uint8_t recent_count; /* of the last different values of a text column, that have numbers of their own */
    uint8_t reference_count;
    uint8_t context_count;
    uint8_t search_count; /* of its parts are looked for in older games; set by tag_recipe_finish() */
    struct tag_recipe_reference references[TAG_REFERENCES_MAX]; /* the first one that there is counts */
    struct tag_context contexts[TAG_CONTEXTS_MAX];
};

/* The recipe spelled out. */
void tag_recipe_write(const struct tag_recipe *recipe, struct buffer *out);

/*
 * Reads one of a block with `column_count` columns. Fails the source when it is not in order; *error says so only
 * where it has something that a newer version of the format must have brought.
 */
void tag_recipe_read(struct tag_recipe *recipe, struct byte_source *source, unsigned column_count,
                     struct error *error);

/* Visits each column that the recipe names, some more than once. */
void tag_recipe_visit(const struct tag_recipe *recipe, void (*visit)(void *opaque, uint16_t column),
                      void *opaque);

/* Notes what its contexts ask for, once they are all there. tag_recipe_read() does so itself. */
void tag_recipe_finish(struct tag_recipe *recipe);

/* Does it ask for the number of moves? */
int tag_recipe_needs_plies(const struct tag_recipe *recipe);

#endif
