/* The command line of pgnfind while it is read: what its options set, one by one. */
#ifndef PGNPACK_CLI_FIND_FIND_OPTIONS_SET_H
#define PGNPACK_CLI_FIND_FIND_OPTIONS_SET_H

#include "cli/options/options_check.h"
#include "cli/search/find_options.h"

/* A condition as it was given. */
struct find_condition {
    const char *name, *value;
};

/* What reading the command line needs beside the options. */
struct find_reader {
    struct options_reader common; /* its first member, as which it is known */
    struct find_options *options;
    struct option_entry entries[OPTION_TABLE_MAX];
    struct find_condition *conditions;
    size_t condition_count;
    int forms; /* how many of the options that choose one were given */
    int tasks; /* the same */
};

/* An options_set_function: what an option of pgnfind says, which may be a condition. */
enum options_outcome find_options_set(struct options_reader *common, int code, const char *argument);

#endif
