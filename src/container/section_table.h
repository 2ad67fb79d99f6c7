/* What the sections of a block are, in words: the one table for whatever lists or counts them. */
#ifndef PGNPACK_CONTAINER_SECTION_TABLE_H
#define PGNPACK_CONTAINER_SECTION_TABLE_H

#include <stdint.h>

/* What of the text a section is about. */
enum section_part {
    SECTION_PART_TAGS,
    SECTION_PART_MOVES,
    SECTION_PART_COMMENTS, /* NAGs and lines, too */
    SECTION_PART_SHAPE,
    SECTION_PART_LAYOUT,
    SECTION_PART_TEXT,
    SECTION_PART_FRAME, /* headers, tables of sections, the index */
    SECTION_PART_COUNT
};

/* What the index of a section's entry counts. */
enum section_index {
    SECTION_INDEX_NONE,
    SECTION_INDEX_TAG,   /* names of tags */
    SECTION_INDEX_FIELD, /* columns of fields in comments */
    SECTION_INDEX_CODEC  /* of moves */
};

struct section_kind {
    const char *name; /* of a section that has no more telling one */
    uint8_t part;
    uint8_t index;
};

/* Never NULL: types without an entry are "unknown". */
const struct section_kind *section_kind_of(uint8_t type);

const char *section_part_name(enum section_part part);

/* Never NULL. */
const char *section_codec_name(unsigned codec);

#endif
