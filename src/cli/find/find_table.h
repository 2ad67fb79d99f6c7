/* Every option of pgnfind but its conditions, which the library has, once: for getopt_long() and for --help. */
#ifndef PGNPACK_CLI_FIND_FIND_TABLE_H
#define PGNPACK_CLI_FIND_FIND_TABLE_H

#include "cli/options/options_table.h"
#include "pgnpack.h"

/* Options that pgnpack and pgnunpack have not, or that mean something else there; the others have the codes of theirs. */
enum find_option_code {
    FIND_OPTION_COUNT = 'c',
    FIND_OPTION_FIRST = 'n',
    FIND_OPTION_NUMBERS = 500, /* behind all codes of theirs */
    FIND_OPTION_IDS,
    FIND_OPTION_CSV,
    FIND_OPTION_JSON,
    FIND_OPTION_EXPORT,
    FIND_OPTION_MARK,
    FIND_OPTION_SORT,
    FIND_OPTION_REVERSE,
    FIND_OPTION_TREE,
    FIND_OPTION_DEPTH,
    FIND_OPTION_NAMES,
    FIND_OPTION_OF,
    FIND_OPTION_STATS,
    FIND_OPTION_INDEX,
    FIND_OPTION_ID,
    FIND_OPTION_CONDITION = 1000 /* that one and those behind it: the condition of that number */
};

/* The options, then the library's conditions. Returns how many they are. */
size_t find_table_fill(struct option_entry entries[OPTION_TABLE_MAX]);

/* The help text, in groups, of what find_table_fill() gave. Negative when that failed. */
int find_table_print(const struct option_table *all, FILE *stream);

#endif
