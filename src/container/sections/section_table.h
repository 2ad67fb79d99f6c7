/*
 * What is known of each type of section, a row a type: its name, who needs it, what its entry's index means, how it is
 * packed, whether the simple profile has it. docs/FORMAT.md, "From sections to text", has the same rows.
 */
#ifndef PGNPACK_CONTAINER_SECTIONS_SECTION_TABLE_H
#define PGNPACK_CONTAINER_SECTIONS_SECTION_TABLE_H

#include <stdint.h>

#include "container/sections/bcgn_format.h"

/* What of the text a section is about: where lists of columns show it. */
enum section_part {
    SECTION_PART_TAGS,
    SECTION_PART_MOVES,
    SECTION_PART_COMMENTS, /* NAGs and lines, too */
    SECTION_PART_SHAPE,
    SECTION_PART_LAYOUT,
    SECTION_PART_TEXT,
    SECTION_PART_SEARCH, /* columns and tables that only answer questions */
    SECTION_PART_FRAME,  /* headers, tables of sections, the index, sections of unknown types */
    SECTION_PART_COUNT
};

/* What of a block is asked for (bits). More costs more; a scan of tags touches nothing but tag columns. */
enum block_part {
    BLOCK_TAGS = 1,
    BLOCK_SHAPE = 2, /* kinds of items and the ply count, without the moves themselves */
    BLOCK_MOVES = 4, /* moves, comments and all other items; without the moves' SAN */
    BLOCK_TEXT = 8,  /* what rendering needs: everything, SAN included */
    BLOCK_EVERYTHING = 15,
    BLOCK_NAMES = 16,      /* of tags and of fields of comments: for block_decoder_names(), no games */
    BLOCK_FILES = 32,      /* names, times and games of files, alone */
    BLOCK_TAG_TABLES = 64, /* what tells which tags there are */
    BLOCK_SAN = 128,       /* with BLOCK_MOVES: the moves' SAN, too */
    BLOCK_RUNS =
        256, /* with that: moves in a row may be one item, ITEM_MOVE_RUN, which has nothing but their SAN */
    BLOCK_ANY_PART = 127 /* that sections are needed for */
};

/* What the index of a section's entry says, and by that how many sections of the type a block may have. */
enum section_index {
    SECTION_INDEX_NONE,     /* nothing */
    SECTION_INDEX_FLAGS,    /* enum bcgn_tag_model_flag */
    SECTION_INDEX_CODEC,    /* of the moves */
    SECTION_INDEX_PLY,      /* the first of a stripe of moves: several sections, ascending from 0 */
    SECTION_INDEX_TAG,      /* number of a tag's name: one section each */
    SECTION_INDEX_FIELD,    /* column of fields in comments: one section each */
    SECTION_INDEX_POSITION, /* position column: one section each */
    SECTION_INDEX_IDS       /* kind of ids: one section each */
};

/* What packs a section best. */
enum section_content {
    SECTION_TEXT,   /* lines, or bytes that are no worse off for being taken as such */
    SECTION_BRACED, /* texts that end with "}" */
    SECTION_SYMBOLS, /* bytes that are symbols of a model: entropy coding packs them, short matches are in its way */
    SECTION_ANY,   /* text behind the games, perhaps a long one that is no PGN at all */
    SECTION_PACKED /* moves and streams of models: nothing for the text model */
};

struct section_kind {
    const char *name;
    uint8_t part;       /* enum section_part */
    uint8_t needed_for; /* enum block_part; 0: of no known type */
    uint8_t index;      /* enum section_index */
    uint8_t content;    /* enum section_content */
    uint8_t profile;    /* enum bcgn_profile: the lowest that has such sections */
};

/* Never NULL: types without a row are "unknown". */
const struct section_kind *section_kind_of(uint8_t type);

/* Is it about the files of a block, and none of its text? */
static inline int section_is_of_files(uint8_t type)
{
    return type == BCGN_SECTION_FILE_NAMES || type == BCGN_SECTION_FILES || type == BCGN_SECTION_FILE_TIMES;
}

static inline int section_is_known(uint8_t type)
{
    return section_kind_of(type)->needed_for != 0;
}

/* The indexes of entries that number columns are below that; 1: a block has one section of the type. */
unsigned section_index_limit(enum section_index index);

/* Is an optional section of a type and index that this version knows? */
int optional_section_is_known(uint8_t type, uint16_t index);

const char *section_part_name(enum section_part part);

/* Never NULL. */
const char *section_codec_name(unsigned codec);

#endif
