/* Every option of pgnfind but its conditions, which the library has, once: for getopt_long() and for --help. */
#ifndef PGNPACK_CLI_FIND_FIND_TABLE_H
#define PGNPACK_CLI_FIND_FIND_TABLE_H

#include "cli/base/option_entry.h"
#include "pgnpack.h"

/* What getopt_long() returns: the letter, or these for options without one. */
enum find_option_code {
    FIND_OPTION_COUNT = 'c',
    FIND_OPTION_OUTPUT = 'o',
    FIND_OPTION_FORCE = 'f',
    FIND_OPTION_FIRST = 'n',
    FIND_OPTION_RECURSIVE = 'r',
    FIND_OPTION_THREADS = 'T',
    FIND_OPTION_MEMORY = 'M',
    FIND_OPTION_QUIET = 'q',
    FIND_OPTION_VERBOSE = 'v',
    FIND_OPTION_HELP = 'h',
    FIND_OPTION_VERSION = 'V',
    FIND_OPTION_NUMBERS = 256,
    FIND_OPTION_CSV,
    FIND_OPTION_JSON,
    FIND_OPTION_EXPORT,
    FIND_OPTION_MARK,
    FIND_OPTION_LEVEL,
    FIND_OPTION_SORT,
    FIND_OPTION_REVERSE,
    FIND_OPTION_TREE,
    FIND_OPTION_DEPTH,
    FIND_OPTION_HTML,
    FIND_OPTION_NAMES,
    FIND_OPTION_OF,
    FIND_OPTION_STATS,
    FIND_OPTION_INDEX,
    FIND_OPTION_FILE_LIST,
    FIND_OPTION_NO_PROGRESS,
    FIND_OPTION_IDS,
    FIND_OPTION_WITH_DELETED,
    FIND_OPTION_WAIT,
    FIND_OPTION_ID,
    FIND_OPTION_CONDITION = 1000 /* that one and those behind it: the condition of that number */
};

/* Option `i`, from 0, as --help has them; NULL: there are not so many. */
const struct option_entry *find_table_entry(size_t i);

/* Condition `i`, from 0, as an option. Returns 0 when there are not so many. */
int find_table_condition(size_t i, struct option_entry *entry_ret);

/* The help text, in groups. Negative when that failed. */
int find_table_print(FILE *stream);

#endif
