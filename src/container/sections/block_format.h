/*
 * A block's header and its table of sections. docs/FORMAT.md, "Blocks".
 *
 *      0  8  sync marker                        40  8  text hash (XXH64 of the block's text)
 *      8  4  bytes of the whole block           48  2  sections
 *     12  4  text size                          50  1  flags
 *     16  8  games before it in the segment     51  1  features that are needed
 *     24  8  text before it in the segment      52  4  zero
 *     32  4  games                              56  4  low half of the XXH64 of the table
 *     36  4  stored bytes of optional sections  60  4  low half of the XXH64 of bytes 0-59
 *
 * Then a 16-byte entry a section: type 1, packing 1, index 2, unpacked size 4, stored size 4, checksum 4 (low
 * half of the XXH64 of the stored bytes). Then the sections' bytes, in the table's order, without gaps. Optional
 * sections come last; of those that a reader does not know it looks at stored size and checksum, and at nothing else.
 */
#ifndef PGNPACK_CONTAINER_SECTIONS_BLOCK_FORMAT_H
#define PGNPACK_CONTAINER_SECTIONS_BLOCK_FORMAT_H

#include <stdint.h>

#include "container/sections/bcgn_format.h"
#include "util/buffer.h"
#include "util/error.h"

/* ---- Types of sections ---- */

/*
 * What is known of each type of section, a row a type: its name, who needs it, what its entry's index means, how it is
 * packed, whether the simple profile has it. docs/FORMAT.md, "From sections to text", has the same rows.
 */

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

/* ---- Headers and tables ---- */

#define BCGN_SYNC_MARKER UINT64_C(0x0a1a8d4b4c42bc9e) /* bytes 9e bc "BLK" 8d 1a 0a */

enum bcgn_block_flag {
    BCGN_BLOCK_CONTINUES = 1, /* its text goes on with the game or stream that the block before was cut in */
    BCGN_BLOCK_BEGINS_FILE = 2, /* its first file begins here; else it goes on with the one before */
    BCGN_BLOCK_ANNEX = 4,  /* no games and no text: optional sections, which belong to the whole segment */
    BCGN_BLOCK_RECORD = 8, /* an annex that tells what its segment changed in the database */
    BCGN_BLOCK_DELETES =
        16, /* a record that takes games away, or brings them back: who does not know records must not read it */
    BCGN_BLOCK_MORE_FILES = 32, /* further files begin in the block */
    BCGN_BLOCK_FLAGS = 63
};

struct block_header {
    uint32_t block_size;
    uint32_t text_size;
    uint64_t games_before;
    uint64_t text_before;
    uint32_t game_count;
    uint32_t optional_size; /* stored bytes of the optional sections; set by reading and writing */
    uint64_t text_hash;
    uint16_t section_count;
    uint8_t flags;
    uint32_t table_checksum;
    uint64_t hash; /* of the header; its lower half is stored, as a checksum. Set by reading and writing */
};

struct section_entry {
    uint8_t type;
    uint8_t packing;
    uint16_t index;
    uint32_t raw_size;
    uint32_t stored_size;
    uint32_t checksum;
};

/*
 * Appends header and table; `entries` has header->section_count elements, the optional ones last. Sets optional_size and
 * checksums of the header.
 */
void block_header_write(struct block_header *header, const struct section_entry *entries, struct buffer *out);

/* Puts a packed block at another place: what is before it in its segment, and its flags. Returns the hash of its header. */
uint64_t block_header_place(uint8_t bytes[BCGN_BLOCK_HEADER_SIZE], uint64_t games_before,
                            uint64_t text_before, uint8_t flags);

/* Reads and checks a header. Returns a status and sets the error. */
enum pgnpack_status block_header_read(const uint8_t bytes[BCGN_BLOCK_HEADER_SIZE],
                                      struct block_header *header, struct error *error);

/* Reads the table of header->section_count entries behind a header, and checks it against the header. */
enum pgnpack_status block_table_read(const uint8_t *bytes, const struct block_header *header,
                                     struct section_entry *entries, struct error *error);

/* Of a whole block's header that was checked. */
static inline unsigned block_flags_of(const uint8_t bytes[BCGN_BLOCK_HEADER_SIZE])
{
    return bytes[50];
}

static inline int section_is_optional(const struct section_entry *entry)
{
    return (entry->type & BCGN_SECTION_OPTIONAL) != 0;
}

/*
 * The section of a type that counts; NULL: there is none. Of an optional type it is the first one of that index that has bytes;
 * other types are there once, and the index does not matter.
 */
const struct section_entry *section_find(const struct section_entry *entries, size_t count, uint8_t type,
                                         uint16_t index);

/* Where the stored bytes of one of the table's sections begin in the block. */
uint64_t section_offset(const struct block_header *header, const struct section_entry *entries,
                        const struct section_entry *entry);

/* Of an optional section that is found: can it be unpacked? If not, it is as one that is missing. */
int optional_section_is_readable(const struct section_entry *entry);

/*
 * Are table and sections of a block, or all of these but the optional ones, what their checksums say? `block`: its
 * header->block_size bytes. *hashed_ret: how many of them were looked at.
 */
int block_is_whole(const uint8_t *block, const struct block_header *header, int with_optional,
                   size_t *hashed_ret);

static inline size_t block_table_size(const struct block_header *header)
{
    return (size_t)header->section_count * BCGN_SECTION_ENTRY_SIZE;
}

/* What to read of a block before its table is known: a piece that has most tables and so many bytes, or all of it. */
size_t block_head_size(size_t block_size, size_t least);

#endif
