/* What the options say together. */
#ifndef PGNPACK_CLI_OPTIONS_OPTIONS_CHECK_H
#define PGNPACK_CLI_OPTIONS_OPTIONS_CHECK_H

#include "cli/options/options_table.h"

/* What reading the command line needs beside the options. */
struct options_reader {
    struct options *options;
    struct messages *messages;
    enum command program;
    const char **operands;
    size_t operand_count;
    const char **lists; /* of --filelist */
    size_t list_count;
    int used[OPTION_COUNT]; /* by place in the table */
};

/* Reports; `detail` stands between the texts, in quotes. Returns OPTIONS_FAILED. */
enum options_outcome options_fail(const struct options_reader *reader, const char *before, const char *detail,
                                  const char *behind);

/* All but the inputs. Chooses the task. */
enum options_outcome options_check(struct options_reader *reader);

/* Gathers the inputs from operands, folders and lists. */
enum options_outcome options_find_inputs(struct options_reader *reader);

#endif
