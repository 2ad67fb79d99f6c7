#include "container/sections/section_table.h"

#include <stddef.h>

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
