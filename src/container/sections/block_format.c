#include "container/sections/block_format.h"

#include <stddef.h>
#include <string.h>

#include "util/bits.h"
#include "util/bytes.h"
#include "util/xxh64.h"

/* ---- Types of sections ---- */

/* Moves need the tags that say where they begin and who plays; a text needs everything. */
enum {
    FOR_TEXT = BLOCK_TEXT,
    FOR_FILES = BLOCK_TEXT | BLOCK_FILES,
    FOR_MOVES = BLOCK_MOVES | BLOCK_TEXT,
    FOR_TEMPLATES = FOR_MOVES | BLOCK_NAMES,
    FOR_SHAPE = BLOCK_SHAPE | FOR_MOVES,
    FOR_TAGS = BLOCK_TAGS | FOR_MOVES,
    FOR_RESULTS = FOR_TAGS | FOR_SHAPE,
    FOR_COLUMNS = FOR_TAGS | BLOCK_TAG_TABLES,
    FOR_SCHEMAS = FOR_COLUMNS | BLOCK_NAMES
};

/* clang-format off */
#define ROW(type, name, part, needed_for, index, content, profile) \
    [BCGN_SECTION_##type] = {name, SECTION_PART_##part, needed_for, SECTION_INDEX_##index, SECTION_##content, \
                             BCGN_PROFILE_##profile}

static const struct section_kind kinds[BCGN_SECTION_TYPE_COUNT] = {
    ROW(STYLES,            "styles",                     LAYOUT,   FOR_TEXT,      NONE,  TEXT,    SIMPLE),
    ROW(STYLE_IDS,         "style of each game",         LAYOUT,   FOR_TEXT,      NONE,  TEXT,    SIMPLE),
    ROW(EXCEPTIONS,        "exceptions",                 LAYOUT,   FOR_TEXT,      NONE,  TEXT,    SIMPLE),
    ROW(EXCEPTION_TEXT,    "texts of exceptions",        LAYOUT,   FOR_TEXT,      NONE,  TEXT,    SIMPLE),
    ROW(SHAPE_RUNS,        "shape runs",                 SHAPE,    FOR_SHAPE,     NONE,  SYMBOLS, SIMPLE),
    ROW(SHAPE_KINDS,       "shape kinds",                SHAPE,    FOR_SHAPE,     NONE,  TEXT,    SIMPLE),
    ROW(SCHEMAS,           "schemas",                    TAGS,     FOR_SCHEMAS,   NONE,  TEXT,    SIMPLE),
    ROW(SCHEMA_IDS,        "schema of each game",        TAGS,     FOR_TAGS,      NONE,  TEXT,    SIMPLE),
    ROW(TAG,               "strings of tags",            TAGS,     FOR_TAGS,      TAG,   TEXT,    SIMPLE),
    ROW(TAG_CODECS,        "table of tag columns",       TAGS,     FOR_COLUMNS,   NONE,  TEXT,    SIMPLE),
    ROW(TAG_TOKENS,        "codes of tags",              TAGS,     FOR_TAGS,      TAG,   SYMBOLS, SIMPLE),
    ROW(MOVES,             "moves",                      MOVES,    FOR_MOVES,     CODEC, PACKED,  SIMPLE),
    ROW(NAGS,              "NAGs",                       COMMENTS, FOR_MOVES,     NONE,  TEXT,    SIMPLE),
    ROW(COMMENTS,          "comments",                   COMMENTS, FOR_MOVES,     NONE,  BRACED,  SIMPLE),
    ROW(LINES,             "lines",                      COMMENTS, FOR_MOVES,     NONE,  TEXT,    SIMPLE),
    ROW(TOKENS,            "tokens",                     SHAPE,    FOR_MOVES,     NONE,  TEXT,    SIMPLE),
    ROW(RESULTS,           "results",                    TAGS,     FOR_RESULTS,   NONE,  SYMBOLS, SIMPLE),
    ROW(TAIL,              "tail",                       TEXT,     FOR_TEXT,      NONE,  ANY,     SIMPLE),
    ROW(FILE_NAMES,        "names of files",             TEXT,     FOR_FILES,     NONE,  TEXT,    SIMPLE),
    ROW(COMMENT_TEMPLATES, "table of comments",          COMMENTS, FOR_TEMPLATES, NONE,  TEXT,    SIMPLE),
    ROW(COMMENT_IDS,       "templates of comments",      COMMENTS, FOR_MOVES,     NONE,  SYMBOLS, SIMPLE),
    ROW(COMMENT_FIELDS,    "codes of comments",          COMMENTS, FOR_MOVES,     FIELD, SYMBOLS, SIMPLE),
    ROW(TAG_EXTRA,         "extra bits of tags",         TAGS,     FOR_TAGS,      TAG,   TEXT,    SIMPLE),
    ROW(COMMENT_EXTRA,     "extra bits of comments",     COMMENTS, FOR_MOVES,     FIELD, TEXT,    SIMPLE),
    ROW(COMMENT_TEXTS,     "texts in comments",          COMMENTS, FOR_MOVES,     FIELD, BRACED,  SIMPLE),
    ROW(COMMENT_MOVES,     "lists of moves in comments", COMMENTS, FOR_MOVES,     NONE,  PACKED,  MODEL),
    ROW(TAG_NUMBERS,       "tag numbers",                TAGS,     FOR_TAGS,      NONE,  PACKED,  MODEL),
    ROW(COMMENT_NUMBERS,   "numbers of comments",        COMMENTS, FOR_MOVES,     NONE,  PACKED,  MODEL),
    ROW(SHAPES,            "packed shapes",              SHAPE,    FOR_SHAPE,     NONE,  PACKED,  MODEL),
    ROW(TAG_BY_MOVES,      "tags by moves",              TAGS,     FOR_TAGS,      NONE,  TEXT,    MODEL),
    ROW(TAG_MODEL,         "table of modelled tags",     TAGS,     FOR_COLUMNS,   FLAGS, TEXT,    MODEL),
    ROW(MOVE_STRIPE,       "stripes of moves",           MOVES,    FOR_MOVES,     PLY,   PACKED,  SIMPLE),
    ROW(COMMENT_MODEL,     "model of comments",          COMMENTS, FOR_TEMPLATES, NONE,  TEXT,    MODEL),
    ROW(DROP_MEN,          "men of drops",               MOVES,    FOR_MOVES,     NONE,  SYMBOLS, SIMPLE),
    ROW(DROP_SQUARES,      "squares of drops",           MOVES,    FOR_MOVES,     NONE,  SYMBOLS, SIMPLE),
    ROW(FILES,             "games of files",             TEXT,     FOR_FILES,     NONE,  TEXT,    SIMPLE),
    ROW(FILE_TIMES,        "times of files",             TEXT,     FOR_FILES,     NONE,  TEXT,    SIMPLE),
};

#undef ROW
/* clang-format on */

/* No reader needs them but those that search. */
static const struct section_kind optional_kinds[BCGN_SECTION_OPTIONAL_END - BCGN_SECTION_OPTIONAL] = {
    {"position columns", SECTION_PART_SEARCH, 0, SECTION_INDEX_POSITION, SECTION_SYMBOLS,
     BCGN_PROFILE_SIMPLE},
    {"opening tree", SECTION_PART_SEARCH, 0, SECTION_INDEX_NONE, SECTION_ANY, BCGN_PROFILE_SIMPLE},
    {"hash of a text", SECTION_PART_SEARCH, 0, SECTION_INDEX_NONE, SECTION_ANY, BCGN_PROFILE_SIMPLE},
    {"record of changes", SECTION_PART_SEARCH, 0, SECTION_INDEX_NONE, SECTION_ANY, BCGN_PROFILE_SIMPLE},
    {"ids of games", SECTION_PART_SEARCH, 0, SECTION_INDEX_IDS, SECTION_ANY, BCGN_PROFILE_SIMPLE},
};

const struct section_kind *section_kind_of(uint8_t type)
{
    static const struct section_kind unknown = {"unknown sections", SECTION_PART_FRAME, 0,
                                                SECTION_INDEX_NONE, SECTION_ANY,        BCGN_PROFILE_MODEL};
    if (type >= BCGN_SECTION_OPTIONAL && type < BCGN_SECTION_OPTIONAL_END)
        return &optional_kinds[type - BCGN_SECTION_OPTIONAL];
    return type < BCGN_SECTION_TYPE_COUNT && kinds[type].name != NULL ? &kinds[type] : &unknown;
}

unsigned section_index_limit(enum section_index index)
{
    return index == SECTION_INDEX_TAG        ? BCGN_TAG_NAME_COUNT_MAX
           : index == SECTION_INDEX_FIELD    ? BCGN_FIELD_COLUMN_COUNT_MAX
           : index == SECTION_INDEX_POSITION ? BCGN_POSITION_COLUMN_COUNT
           : index == SECTION_INDEX_IDS      ? BCGN_ID_KIND_COUNT
                                             : 1;
}

int optional_section_is_known(uint8_t type, uint16_t index)
{
    return type < BCGN_SECTION_OPTIONAL_END &&
           index < section_index_limit((enum section_index)section_kind_of(type)->index);
}

const char *section_part_name(enum section_part part)
{
    static const char *const names[SECTION_PART_COUNT] = {"tags",   "moves", "comments", "shape",
                                                          "layout", "text",  "search",   "frame"};
    return names[part];
}

const char *section_codec_name(unsigned codec)
{
    static const char *const names[] = {"index", "bits", "model", "best", "table"};
    return codec < sizeof names / sizeof names[0] ? names[codec] : "unknown";
}

/* ---- Headers and tables ---- */

enum { OPTIONAL_SIZE_OFFSET = 36, NEEDED_OFFSET = 51, TABLE_CHECKSUM_OFFSET = 56, CHECKSUM_OFFSET = 60 };

static void store_entry(const struct section_entry *entry, uint8_t bytes[BCGN_SECTION_ENTRY_SIZE])
{
    bytes[0] = entry->type;
    bytes[1] = entry->packing;
    bytes[2] = (uint8_t)entry->index;
    bytes[3] = (uint8_t)(entry->index >> 8);
    store_le32(bytes + 4, entry->raw_size);
    store_le32(bytes + 8, entry->stored_size);
    store_le32(bytes + 12, entry->checksum);
}

static void load_entry(struct section_entry *entry, const uint8_t bytes[BCGN_SECTION_ENTRY_SIZE])
{
    entry->type = bytes[0];
    entry->packing = bytes[1];
    entry->index = (uint16_t)(bytes[2] | bytes[3] << 8);
    entry->raw_size = load_le32(bytes + 4);
    entry->stored_size = load_le32(bytes + 8);
    entry->checksum = load_le32(bytes + 12);
}

void block_header_write(struct block_header *header, const struct section_entry *entries, struct buffer *out)
{
    size_t table_size = block_table_size(header);
    if (!buffer_reserve(out, BCGN_BLOCK_HEADER_SIZE + table_size))
        return;
    uint8_t *bytes = out->data + out->size;
    uint8_t *table = bytes + BCGN_BLOCK_HEADER_SIZE;
    header->optional_size = 0;
    for (size_t i = 0; i < header->section_count; i++) {
        store_entry(&entries[i], table + i * BCGN_SECTION_ENTRY_SIZE);
        header->optional_size += section_is_optional(&entries[i]) ? entries[i].stored_size : 0;
    }
    memset(bytes, 0, BCGN_BLOCK_HEADER_SIZE);
    store_le64(bytes, BCGN_SYNC_MARKER);
    store_le32(bytes + 8, header->block_size);
    store_le32(bytes + 12, header->text_size);
    store_le64(bytes + 16, header->games_before);
    store_le64(bytes + 24, header->text_before);
    store_le32(bytes + 32, header->game_count);
    store_le32(bytes + OPTIONAL_SIZE_OFFSET, header->optional_size);
    store_le64(bytes + 40, header->text_hash);
    bytes[48] = (uint8_t)header->section_count;
    bytes[49] = (uint8_t)(header->section_count >> 8);
    bytes[50] = header->flags;
    header->table_checksum = (uint32_t)xxh64(table, table_size);
    store_le32(bytes + TABLE_CHECKSUM_OFFSET, header->table_checksum);
    header->hash = xxh64(bytes, CHECKSUM_OFFSET);
    store_le32(bytes + CHECKSUM_OFFSET, (uint32_t)header->hash);
    out->size += BCGN_BLOCK_HEADER_SIZE + table_size;
}

uint64_t block_header_place(uint8_t bytes[BCGN_BLOCK_HEADER_SIZE], uint64_t games_before,
                            uint64_t text_before, uint8_t flags)
{
    store_le64(bytes + 16, games_before);
    store_le64(bytes + 24, text_before);
    bytes[50] = flags;
    uint64_t hash = xxh64(bytes, CHECKSUM_OFFSET);
    store_le32(bytes + CHECKSUM_OFFSET, (uint32_t)hash);
    return hash;
}

/* Do files begin in the block, of which there is to be told? */
static int has_files(const struct block_header *header)
{
    return (header->flags & (BCGN_BLOCK_BEGINS_FILE | BCGN_BLOCK_MORE_FILES)) != 0;
}

/* NULL: nothing is wrong. */
static const char *trouble_of_header(const struct block_header *header)
{
    uint64_t others = BCGN_BLOCK_HEADER_SIZE + block_table_size(header) + header->optional_size;
    int is_annex = (header->flags & BCGN_BLOCK_ANNEX) != 0;
    if (header->text_size > BCGN_BLOCK_TEXT_MAX)
        return "a block claims more text than a block may have";
    if (header->section_count > BCGN_SECTION_COUNT_MAX)
        return "a block claims more sections than a block may have";
    if (is_annex && (header->text_size != 0 ||
                     (header->flags & ~(BCGN_BLOCK_RECORD | BCGN_BLOCK_DELETES)) != BCGN_BLOCK_ANNEX))
        return "a block is called an annex, but claims text";
    if ((header->flags & (BCGN_BLOCK_RECORD | BCGN_BLOCK_DELETES)) == BCGN_BLOCK_DELETES)
        return "a block is said to take games away, but is no record";
    if (!is_annex && (header->flags & BCGN_BLOCK_RECORD) != 0)
        return "a block is called a record, but is no annex";
    if ((header->flags & BCGN_BLOCK_CONTINUES) != 0 && has_files(header))
        return "a block goes on with text that was cut, and begins a file";
    if (header->game_count > header->text_size)
        return "a block claims more games than its text has room for";
    if (header->optional_size > BCGN_OPTIONAL_SIZE_MAX)
        return "a block claims more bytes of optional sections than a block may have";
    if (header->block_size < others)
        return "a block claims to be smaller than its table of sections and its optional sections";
    if (header->block_size > others + header->text_size + BCGN_BLOCK_SLACK +
                                 (has_files(header) ? (uint64_t)BCGN_FILES_SIZE_MAX : 0))
        return "a block claims to be larger than its text allows";
    if (header->games_before > INT64_MAX || header->text_before > INT64_MAX)
        return "a block claims more before it than a file can have";
    return NULL;
}

enum pgnpack_status block_header_read(const uint8_t bytes[BCGN_BLOCK_HEADER_SIZE],
                                      struct block_header *header, struct error *error)
{
    if (load_le64(bytes) != BCGN_SYNC_MARKER)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "no block begins where one should");
    header->hash = xxh64(bytes, CHECKSUM_OFFSET);
    if (load_le32(bytes + CHECKSUM_OFFSET) != (uint32_t)header->hash)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's header is damaged");
    header->block_size = load_le32(bytes + 8);
    header->text_size = load_le32(bytes + 12);
    header->games_before = load_le64(bytes + 16);
    header->text_before = load_le64(bytes + 24);
    header->game_count = load_le32(bytes + 32);
    header->optional_size = load_le32(bytes + OPTIONAL_SIZE_OFFSET);
    header->text_hash = load_le64(bytes + 40);
    header->section_count = (uint16_t)(bytes[48] | bytes[49] << 8);
    header->flags = bytes[50];
    header->table_checksum = load_le32(bytes + TABLE_CHECKSUM_OFFSET);
    uint8_t newer_flags = (uint8_t)(header->flags & ~BCGN_BLOCK_FLAGS);
    if (newer_flags != 0) /* first: they may mean other sizes */
        return error_newer(error, "block flag", newer_flags);
    if (bytes[NEEDED_OFFSET] != 0)
        return error_newer(error, "what a block needs, feature", lowest_bit(bytes[NEEDED_OFFSET]));
    const char *trouble = trouble_of_header(header);
    return trouble == NULL ? PGNPACK_OK : error_set(error, PGNPACK_ERROR_CORRUPT, "%s", trouble);
}

static int sizes_differ(const struct section_entry *entry)
{
    return entry->packing == BCGN_PACKING_NONE && entry->stored_size != entry->raw_size;
}

/* NULL: the sections fill the block to its end, optional ones as much as the header says, and the others unpack to no more than they may. */
static const char *trouble_of_sizes(const struct block_header *header, const struct section_entry *entries)
{
    uint64_t stored = BCGN_BLOCK_HEADER_SIZE + block_table_size(header);
    uint64_t raw = 0;
    uint64_t files = 0;
    size_t i = 0;
    for (; i < header->section_count && !section_is_optional(&entries[i]); i++) {
        if (sizes_differ(&entries[i]))
            return "a section that is not packed has two different sizes";
        stored += entries[i].stored_size;
        *(has_files(header) && section_is_of_files(entries[i].type) ? &files : &raw) += entries[i].raw_size;
    }
    uint64_t optional_start = stored;
    for (; i < header->section_count; i++) {
        if (!section_is_optional(&entries[i]))
            return "a block has an optional section before one that is not";
        stored += entries[i].stored_size;
    }
    if (stored != header->block_size)
        return "a block's size is not the sum of its sections";
    if (stored - optional_start != header->optional_size)
        return "a block's optional sections have another size than its header says";
    if (files > BCGN_FILES_SIZE_MAX)
        return "what a block tells of its files unpacks to more than it may";
    return raw > (uint64_t)header->text_size + BCGN_BLOCK_SLACK
               ? "a block's sections unpack to more than its text allows"
               : NULL;
}

enum pgnpack_status block_table_read(const uint8_t *bytes, const struct block_header *header,
                                     struct section_entry *entries, struct error *error)
{
    if ((uint32_t)xxh64(bytes, block_table_size(header)) != header->table_checksum)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's table of sections is damaged");
    for (size_t i = 0; i < header->section_count; i++)
        load_entry(&entries[i], bytes + i * BCGN_SECTION_ENTRY_SIZE);
    const char *trouble = trouble_of_sizes(header, entries);
    if (trouble != NULL)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "%s", trouble);
    for (size_t i = 0; i < header->section_count; i++)
        if (entries[i].packing > BCGN_PACKING_SYMBOLS && !section_is_optional(&entries[i]))
            return error_newer(error, "packing", entries[i].packing);
    return PGNPACK_OK;
}

const struct section_entry *section_find(const struct section_entry *entries, size_t count, uint8_t type,
                                         uint16_t index)
{
    for (size_t i = 0; i < count; i++)
        if (entries[i].type == type &&
            (!section_is_optional(&entries[i]) || (entries[i].index == index && entries[i].raw_size != 0)))
            return &entries[i];
    return NULL;
}

uint64_t section_offset(const struct block_header *header, const struct section_entry *entries,
                        const struct section_entry *entry)
{
    uint64_t offset = BCGN_BLOCK_HEADER_SIZE + block_table_size(header);
    for (; entries != entry; entries++)
        offset += entries->stored_size;
    return offset;
}

size_t block_head_size(size_t block_size, size_t least)
{
    enum { USUAL_HEAD_SIZE = BCGN_BLOCK_HEADER_SIZE + 48 * BCGN_SECTION_ENTRY_SIZE };
    if (least < USUAL_HEAD_SIZE)
        least = USUAL_HEAD_SIZE;
    return block_size < least ? block_size : least;
}

int optional_section_is_readable(const struct section_entry *entry)
{
    return entry->packing <= BCGN_PACKING_ZSTD && !sizes_differ(entry) &&
           entry->raw_size <= BCGN_OPTIONAL_SIZE_MAX;
}

int block_is_whole(const uint8_t *block, const struct block_header *header, int with_optional,
                   size_t *hashed_ret)
{
    const uint8_t *table = block + BCGN_BLOCK_HEADER_SIZE;
    size_t at = BCGN_BLOCK_HEADER_SIZE + block_table_size(header);
    *hashed_ret = at;
    if ((uint32_t)xxh64(table, block_table_size(header)) != header->table_checksum)
        return 0;
    for (size_t i = 0; i < header->section_count; i++) {
        struct section_entry entry;
        load_entry(&entry, table + i * BCGN_SECTION_ENTRY_SIZE);
        if (entry.stored_size > header->block_size - at)
            return 0;
        if (with_optional || !section_is_optional(&entry)) {
            *hashed_ret += entry.stored_size;
            if ((uint32_t)xxh64(block + at, entry.stored_size) != entry.checksum)
                return 0;
        }
        at += entry.stored_size;
    }
    return at == header->block_size;
}
