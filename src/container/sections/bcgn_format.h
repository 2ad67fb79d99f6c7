/* Numbers of the BCGN 1 format. docs/FORMAT.md explains each; they never change their meaning. */
#ifndef PGNPACK_CONTAINER_SECTIONS_BCGN_FORMAT_H
#define PGNPACK_CONTAINER_SECTIONS_BCGN_FORMAT_H

#include <stdint.h>

enum {
    BCGN_FILE_HEADER_SIZE = 32,
    BCGN_BLOCK_HEADER_SIZE = 64,
    BCGN_SECTION_ENTRY_SIZE = 16,
    BCGN_END_MARK_SIZE = 48
};

enum {
    BCGN_BLOCK_TEXT_MAX = 16 << 20, /* bytes of text in a block */
    BCGN_BLOCK_SLACK = 4096,        /* a block's sections, unpacked, may have as much more than its text */
    BCGN_OPTIONAL_SIZE_MAX =
        BCGN_BLOCK_TEXT_MAX +
        BCGN_BLOCK_SLACK,          /* a block's optional sections, stored; one of them, unpacked */
    BCGN_SECTION_COUNT_MAX = 4096, /* sections of a block */
    BCGN_BLOCK_SIZE_MAX = BCGN_BLOCK_HEADER_SIZE + BCGN_SECTION_COUNT_MAX * BCGN_SECTION_ENTRY_SIZE +
                          BCGN_BLOCK_TEXT_MAX + BCGN_BLOCK_SLACK + BCGN_OPTIONAL_SIZE_MAX + (1 << 20),
    BCGN_FILES_SIZE_MAX = 1 << 20,  /* what tells of a block's files, apart from the above */
    BCGN_FILE_COUNT_MAX = 1 << 16,  /* files of a block */
    BCGN_FILE_NAMES_MAX = 4 << 20,  /* their names together */
    BCGN_STYLE_COUNT_MAX = 64,      /* styles of a block */
    BCGN_TAG_NAME_COUNT_MAX = 1024, /* different tag names of a block */
    BCGN_SCHEMA_COUNT_MAX = 4096,   /* different lists of tag names of a block */
    BCGN_SCHEMA_SIZE_MAX = 4096,    /* tags of a game */
    BCGN_FILE_NAME_SIZE_MAX = 4096,
    BCGN_FIELD_COLUMN_COUNT_MAX = 256, /* columns of fields in a block's comments */
    BCGN_POSITION_COLUMN_COUNT = 6,
    BCGN_ID_KIND_COUNT = 2
};

/* What a section holds. Bit 7: optional, a reader that does not know it skips it. */
enum bcgn_section_type {
    BCGN_SECTION_STYLES = 1,
    BCGN_SECTION_STYLE_IDS = 2,
    BCGN_SECTION_EXCEPTIONS = 3,
    BCGN_SECTION_EXCEPTION_TEXT = 4,
    BCGN_SECTION_SHAPE_RUNS = 5,
    BCGN_SECTION_SHAPE_KINDS = 6,
    BCGN_SECTION_SCHEMAS = 7,
    BCGN_SECTION_SCHEMA_IDS = 8,
    BCGN_SECTION_TAG = 9, /* a tag column's strings; the entry's index is the tag name's number, ... */
    BCGN_SECTION_TAG_CODECS = 10, /* how each tag name's values are told */
    BCGN_SECTION_TAG_TOKENS = 11, /* ... here too */
    BCGN_SECTION_MOVES = 12,      /* the entry's index is the move codec, not INDEX */
    BCGN_SECTION_NAGS = 13,
    BCGN_SECTION_COMMENTS = 14,
    BCGN_SECTION_LINES = 15,  /* line comments and escapes */
    BCGN_SECTION_TOKENS = 16, /* null moves' spellings and signs that are none of PGN's */
    BCGN_SECTION_RESULTS = 17,
    BCGN_SECTION_TAIL = 18, /* text behind each file's last game, or all of it */
    BCGN_SECTION_FILE_NAMES = 19,
    BCGN_SECTION_COMMENT_TEMPLATES = 20,
    BCGN_SECTION_COMMENT_IDS = 21,
    BCGN_SECTION_COMMENT_FIELDS = 22, /* tokens of a column; the entry's index is the column's number */
    BCGN_SECTION_TAG_EXTRA = 23, /* extra bits of a tag column; the entry's index is the tag name's number */
    BCGN_SECTION_COMMENT_EXTRA = 24,   /* extra bits of a column of comments' fields, by its number too */
    BCGN_SECTION_COMMENT_TEXTS = 25,   /* texts of a column of comments' fields, by its number too */
    BCGN_SECTION_COMMENT_MOVES = 26,   /* lists of moves in comments, of all columns */
    BCGN_SECTION_TAG_NUMBERS = 27,     /* instead of tokens and extra bits of tags */
    BCGN_SECTION_COMMENT_NUMBERS = 28, /* ids and numbers of comments of COMMENT_MODEL */
    BCGN_SECTION_SHAPES = 29,          /* in place of SHAPE_RUNS, SHAPE_KINDS and NAGS */
    BCGN_SECTION_TAG_BY_MOVES = 30,    /* labels; there are tags that the moves tell */
    BCGN_SECTION_MOVE_STRIPE = 31,   /* moves by codec INDEX; the entry's index is the first of their plies */
    BCGN_SECTION_COMMENT_MODEL = 32, /* in place of COMMENT_TEMPLATES, _IDS, _FIELDS and _EXTRA */
    BCGN_SECTION_TAG_MODEL = 33, /* in place of TAG_CODECS: tags are told by TAG_NUMBERS and TAG_BY_MOVES */
    BCGN_SECTION_DROP_MEN = 34,  /* a byte for each drop */
    BCGN_SECTION_DROP_SQUARES = 35,
    BCGN_SECTION_FILES = 36, /* games and tail of each file, where there are several */
    BCGN_SECTION_FILE_TIMES = 37,
    BCGN_SECTION_TYPE_COUNT
};

enum { BCGN_SECTION_OPTIONAL = 0x80 };

/* Optional sections. */
enum bcgn_optional_type {
    BCGN_SECTION_POSITIONS = 128, /* what rules positions out; the entry's index is the column's number */
    BCGN_SECTION_TREE = 129,      /* of openings, in an annex */
    BCGN_SECTION_INDEX_OF = 130,  /* in an index beside a database: which block an annex is about */
    BCGN_SECTION_RECORD = 131,    /* what a segment changed, in its last annex */
    BCGN_SECTION_IDS = 132,       /* ... and ids of its games */
    BCGN_SECTION_OPTIONAL_END
};

/* Index of a TAG_MODEL section. */
enum bcgn_tag_model_flag { BCGN_TAG_MODEL_BY_PLIES = 1 /* shapes have to be known for it */ };

/* What a segment may have of sections, packings and move codecs. */
enum bcgn_profile { BCGN_PROFILE_SIMPLE = 0, BCGN_PROFILE_MODEL = 1 };

/* How a section's bytes are stored. */
enum bcgn_packing {
    BCGN_PACKING_NONE = 0,
    BCGN_PACKING_ZSTD = 1,
    BCGN_PACKING_TEXT = 2,
    BCGN_PACKING_LIGHT_TEXT = 3,
    BCGN_PACKING_SYMBOLS = 4
};

/* Elements of a game's shape: the game item kinds (0 to 10), and: */
enum { BCGN_SHAPE_RESULT = 11, BCGN_SHAPE_END = 12, BCGN_SHAPE_BROKEN_END = 13, BCGN_SHAPE_KIND_COUNT = 14 };

#endif
