/*
 * What a column of tag values is predicted from, where tag_model.h codes it: a table of recipes, by number a part of
 * the format (docs/FORMAT.md, "Recipes"). A packer gives each column the recipe that suits its name; a new tag needs a
 * line in the table, no code.
 */
#ifndef PGNPACK_TAGS_TAG_RECIPE_H
#define PGNPACK_TAGS_TAG_RECIPE_H

#include <stdint.h>

#include "tags/name_index.h"
#include "util/text.h"

/* A thing that is known before a value is coded. `tag`: the newest value of that column. */
enum tag_part_kind {
    TAG_PART_VALUE,      /* V:tag    the value's key */
    TAG_PART_NUMBER,     /* N:tag/s  the column's last number / 2^s */
    TAG_PART_DIFFERENCE, /* D:a-b/s  of two columns' last numbers, / 2^s */
    TAG_PART_CODE,       /* C:tag    how the value was told: kind, recent place or difference */
    TAG_PART_KINDS,      /* K:tag    the kinds of the column's last four */
    TAG_PART_SAME,       /* S:tag    is the key that of the reference's game? */
    TAG_PART_OLD,        /* O:tag    the key in the reference's game */
    TAG_PART_CHANGE,     /* T:tag    the bits of the number's difference to that in the reference's game */
    TAG_PART_AGE,        /* A        the bits of how many games ago the reference was */
    TAG_PART_WHERE,      /* W        which of the references there is */
    TAG_PART_GAME,       /* G        the kinds of the last four values */
    TAG_PART_RESULT,     /* R        the game's result */
    TAG_PART_MIRRORED,   /* Q        the same with white and black in each other's place */
    TAG_PART_PLIES,      /* P        the number of moves of its main line */
    TAG_PART_KIND_COUNT
};

struct tag_part {
    uint8_t kind;
    uint8_t shift;
    uint16_t column;
    uint16_t other; /* DIFFERENCE */
};

enum { TAG_PARTS_MAX = 4, TAG_REFERENCES_MAX = 5, TAG_CONTEXTS_MAX = 7, TAG_RECENT_MAX = 15 };

/* All of the parts together. */
struct tag_context {
    uint8_t part_count;
    struct tag_part parts[TAG_PARTS_MAX];
};

enum tag_reference_kind {
    TAG_LAST,       /* the last value with what these parts are now */
    TAG_LAST_ASKED, /* ?...  the same, but the value will not be the last one with these parts */
    TAG_OF_COLUMN,  /* =X     X's newest value, if it is one of this game */
    TAG_SUM,        /* =X+Y, =X-Y  of two numbers, likewise */
    TAG_PLIES,      /* =#     the number of moves of the game's main line */
    TAG_ZERO        /* =0     the number 0 */
};

struct tag_recipe_reference {
    uint8_t kind;
    struct tag_context context; /* OF_COLUMN, SUM: columns in parts[0], the shift is 1 for a minus */
};

/* For one column of a block. */
struct tag_recipe {
    uint8_t recent_count; /* of the last different values of a text column, that have numbers of their own */
    uint8_t reference_count;
    uint8_t context_count;
    uint8_t needs_plies;
    struct tag_recipe_reference references[TAG_REFERENCES_MAX]; /* the first one that there is counts */
    struct tag_context contexts[TAG_CONTEXTS_MAX];
};

/* A recipe as the table has it: what is written how is in tag_recipe.c and in the document. */
struct tag_recipe_row {
    const char *name; /* of the tags that it is for; ends with "*": of all that begin so */
    uint8_t recent_count;
    const char *references;
    const char *contexts;
};

unsigned tag_recipe_count(void);
const struct tag_recipe_row *tag_recipe_row(unsigned number);

/* The recipe for a tag's name. */
unsigned tag_recipe_for(struct text name, int is_number);

/* Sets recipe `number` (less than the count) for column `column` of the block that has these names. */
void tag_recipe_set(struct tag_recipe *recipe, unsigned number, const struct text *names,
                    const struct name_index *index, uint16_t column);

#endif
