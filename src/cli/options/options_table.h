/* Every option of pgnpack and pgnunpack. */
#ifndef PGNPACK_CLI_OPTIONS_OPTIONS_TABLE_H
#define PGNPACK_CLI_OPTIONS_OPTIONS_TABLE_H

#include "cli/base/option_entry.h"
#include "cli/run/options.h"

/* What getopt_long() returns: the letter, or these for options without one. */
enum option_code {
    OPTION_OUTPUT = 'o',
    OPTION_STDOUT = 'c',
    OPTION_DECOMPRESS = 'd',
    OPTION_FORCE = 'f',
    OPTION_KEEP = 'k',
    OPTION_QUIET = 'q',
    OPTION_VERBOSE = 'v',
    OPTION_HELP = 'h',
    OPTION_VERSION = 'V',
    OPTION_LEVEL_MIN = '1',
    OPTION_LEVEL_MAX = '9',
    OPTION_THREADS = 'T',
    OPTION_BLOCK_SIZE = 'B',
    OPTION_MEMORY = 'M',
    OPTION_RECURSIVE = 'r',
    OPTION_DIRECTORY = 'C',
    OPTION_TEST = 't',
    OPTION_LIST = 'l',
    OPTION_GAMES = 'g',
    OPTION_LIMIT = 'n',
    OPTION_NO_PROGRESS = 256,
    OPTION_NO_UNWRAP,
    OPTION_NO_TIMES,
    OPTION_MAX_EXPANSION,
    OPTION_BCGN0,
    OPTION_HEADERLESS,
    OPTION_LOSSY,
    OPTION_ROSTER_ONLY,
    OPTION_LEVEL,
    OPTION_BEST,
    OPTION_MOVES,
    OPTION_VERIFY,
    OPTION_INDEX,
    OPTION_NO_INDEX,
    OPTION_REMOVE,
    OPTION_FILE_LIST,
    OPTION_SALVAGE,
    OPTION_EXPECT_GAMES,
    OPTION_JSON,
    OPTION_HTML,
    OPTION_CSV,
    OPTION_COUNT_GAMES,
    OPTION_HEAD,
    OPTION_MEMBER,
    OPTION_SKIP,
    OPTION_TAGS_ONLY,
    OPTION_NUMBERS,
    OPTION_SHARD,
    OPTION_APPEND,
    OPTION_WAIT,
    OPTION_WITH_DELETED,
    OPTION_IDS,
    OPTION_NO_FLAGS,
    OPTION_WHERE, /* from here on only of pgndb */
    OPTION_ALL,
    OPTION_DELETED,
    OPTION_DEDUPE,
    OPTION_PREFER,
    OPTION_REPORT,
    OPTION_DRY_RUN,
    OPTION_MERGE_TAGS,
    OPTION_KEEP_IDS,
    OPTION_DROP_IDS,
    OPTION_FORGET,
    OPTION_KIND,
    OPTION_DUPLICATES,
    OPTION_REVERSE,
    OPTION_SET, /* what subcommands take as arguments, and --unset */
    OPTION_UNSET,
    OPTION_RENAME,
    OPTION_SORT,
    OPTION_SPLIT,
    OPTION_BACK,
    OPTION_UNDO,
    OPTION_REPLACE,
    OPTION_RESULT,
    OPTION_COMMENT,
    OPTION_FLAG,
    OPTION_SHOW,
    OPTION_NO_WORDS,
    OPTION_TABLE,
    OPTION_KEEP_TAGS,
    OPTION_PREFIXES,
    OPTION_NAMES_OF,
    OPTION_NAMES_FROM,
    OPTION_NAMES_ADD,
    OPTION_NAMES_MONTH,
    OPTION_NAMES_ASK
};

/* When an option means something (bits). */
enum option_scope {
    SCOPE_PACK = 1,
    SCOPE_UNPACK = 2,
    SCOPE_BOTH = 3,
    SCOPE_BCGN0 = 4,   /* only with --bcgn0 */
    SCOPE_BCGN1 = 8,   /* only without --bcgn0 */
    SCOPE_OUTPUT = 16, /* only where there is an output: not with -t and -l */
    SCOPE_FIRST = 32   /* what of unpacking pgnpack's help shows, by itself */
};

/* pgnpack knows all options, since it unpacks with -d. */
extern const struct option_table pack_table, unpack_table;

/* The help text, in groups; of unpacking, pgnpack's has only the beginning. Negative when that failed. */
int options_table_print(enum command program, FILE *stream);

#endif
