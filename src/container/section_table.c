#include "container/section_table.h"

#include <stddef.h>

#include "container/bcgn_format.h"

/* Sections that a newer version of the format has, by number until it is this one. */
static const struct section_kind kinds[] = {
    [BCGN_SECTION_STYLES] = {"styles", SECTION_PART_LAYOUT, SECTION_INDEX_NONE},
    [BCGN_SECTION_STYLE_IDS] = {"style of each game", SECTION_PART_LAYOUT, SECTION_INDEX_NONE},
    [BCGN_SECTION_EXCEPTIONS] = {"places of exceptions", SECTION_PART_LAYOUT, SECTION_INDEX_NONE},
    [BCGN_SECTION_EXCEPTION_TEXT] = {"texts of exceptions", SECTION_PART_LAYOUT, SECTION_INDEX_NONE},
    [BCGN_SECTION_SHAPE_RUNS] = {"runs", SECTION_PART_SHAPE, SECTION_INDEX_NONE},
    [BCGN_SECTION_SHAPE_KINDS] = {"kinds", SECTION_PART_SHAPE, SECTION_INDEX_NONE},
    [BCGN_SECTION_SCHEMAS] = {"(names)", SECTION_PART_TAGS, SECTION_INDEX_NONE},
    [BCGN_SECTION_SCHEMA_IDS] = {"(list of each game)", SECTION_PART_TAGS, SECTION_INDEX_NONE},
    [BCGN_SECTION_TAG] = {"(strings)", SECTION_PART_TAGS, SECTION_INDEX_TAG},
    [BCGN_SECTION_TAG_CODECS] = {"(table)", SECTION_PART_TAGS, SECTION_INDEX_NONE},
    [BCGN_SECTION_TAG_TOKENS] = {"(tokens)", SECTION_PART_TAGS, SECTION_INDEX_TAG},
    [BCGN_SECTION_MOVES] = {"moves", SECTION_PART_MOVES, SECTION_INDEX_CODEC},
    [BCGN_SECTION_MOVE_STRIPE] = {"index", SECTION_PART_MOVES, SECTION_INDEX_NONE},
    [BCGN_SECTION_NAGS] = {"(NAGs)", SECTION_PART_COMMENTS, SECTION_INDEX_NONE},
    [BCGN_SECTION_COMMENTS] = {"(as they are)", SECTION_PART_COMMENTS, SECTION_INDEX_NONE},
    [BCGN_SECTION_LINES] = {"(lines)", SECTION_PART_COMMENTS, SECTION_INDEX_NONE},
    [BCGN_SECTION_TOKENS] = {"tokens", SECTION_PART_SHAPE, SECTION_INDEX_NONE},
    [BCGN_SECTION_RESULTS] = {"(results)", SECTION_PART_TAGS, SECTION_INDEX_NONE},
    [BCGN_SECTION_TAIL] = {"behind the games", SECTION_PART_TEXT, SECTION_INDEX_NONE},
    [BCGN_SECTION_FILE_NAME] = {"names of files", SECTION_PART_TEXT, SECTION_INDEX_NONE},
    [BCGN_SECTION_COMMENT_TEMPLATES] = {"(table)", SECTION_PART_COMMENTS, SECTION_INDEX_NONE},
    [BCGN_SECTION_COMMENT_IDS] = {"(template of each)", SECTION_PART_COMMENTS, SECTION_INDEX_NONE},
    [BCGN_SECTION_COMMENT_FIELDS] = {"(tokens)", SECTION_PART_COMMENTS, SECTION_INDEX_FIELD},
    [BCGN_SECTION_TAG_EXTRA] = {"(extra bits)", SECTION_PART_TAGS, SECTION_INDEX_TAG},
    [BCGN_SECTION_COMMENT_EXTRA] = {"(extra bits)", SECTION_PART_COMMENTS, SECTION_INDEX_FIELD},
    [BCGN_SECTION_COMMENT_TEXTS] = {"(texts)", SECTION_PART_COMMENTS, SECTION_INDEX_FIELD},
    [BCGN_SECTION_COMMENT_MOVES] = {"(move lists)", SECTION_PART_COMMENTS, SECTION_INDEX_NONE},
    [BCGN_SECTION_TAG_NUMBERS] = {"(numbers)", SECTION_PART_TAGS, SECTION_INDEX_NONE},
    [BCGN_SECTION_COMMENT_NUMBERS] = {"(numbers)", SECTION_PART_COMMENTS, SECTION_INDEX_NONE},
    [BCGN_SECTION_TAG_BY_MOVES] = {"(by moves)", SECTION_PART_TAGS, SECTION_INDEX_NONE},
    [BCGN_SECTION_SHAPES] = {"shapes", SECTION_PART_SHAPE, SECTION_INDEX_NONE},
};

const struct section_kind *section_kind_of(uint8_t type)
{
    static const struct section_kind unknown = {"unknown", SECTION_PART_FRAME, SECTION_INDEX_NONE};
    return type < sizeof kinds / sizeof kinds[0] && kinds[type].name != NULL ? &kinds[type] : &unknown;
}

const char *section_part_name(enum section_part part)
{
    static const char *const names[SECTION_PART_COUNT] = {"tags",   "moves", "comments", "shape",
                                                          "layout", "text",  "frame"};
    return names[part];
}

const char *section_codec_name(unsigned codec)
{
    static const char *const names[] = {"index", "bits", "model", "best", "table"};
    return codec < sizeof names / sizeof names[0] ? names[codec] : "unknown";
}
