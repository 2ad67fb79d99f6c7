/* The command line of pgnfind while it is read: what its options set, one by one. */
#ifndef PGNPACK_CLI_FIND_FIND_OPTIONS_SET_H
#define PGNPACK_CLI_FIND_FIND_OPTIONS_SET_H

#include <getopt.h>

#include "cli/search/find_options.h"
#include "cli/base/option_entry.h"

enum { FIND_ENTRIES_MAX = 250 };

/* A condition as it was given. */
struct find_condition {
    const char *name, *value;
};

/* What reading the command line needs beside the options. */
struct find_reader {
    struct find_options *options;
    struct messages *messages;
    struct option_entry entries[FIND_ENTRIES_MAX]; /* options, then conditions */
    size_t entry_count;
    struct option long_options[FIND_ENTRIES_MAX + 1];
    char letters[2 * FIND_ENTRIES_MAX];
    struct find_condition *conditions;
    size_t condition_count;
    const char **operands;
    size_t operand_count;
    const char **lists; /* of --filelist */
    size_t list_count;
    int forms; /* how many of the options that choose one were given */
    int tasks; /* the same */
    int has_level;
};

/* Reports a mistake; `detail` stands between the texts, in quotes. */
enum options_outcome find_reader_fail(const struct find_reader *reader, const char *before,
                                      const char *detail, const char *after);

/* Sets what an option says that is no condition; OPTIONS_DONE: it was --help or --version. Mistakes are reported. */
enum options_outcome find_reader_set(struct find_reader *reader, int code, const char *argument);

#endif
