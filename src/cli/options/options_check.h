/* What the options say together. */
#ifndef PGNPACK_CLI_OPTIONS_OPTIONS_CHECK_H
#define PGNPACK_CLI_OPTIONS_OPTIONS_CHECK_H

#include "cli/options/options_table.h"

struct options_reader;

/*
 * What an option says, by its code; `argument` NULL: it has none. reader->entry is the option. Reports what is wrong.
 */
typedef enum options_outcome (*options_set_function)(struct options_reader *reader, int code,
                                                     const char *argument);

/* What reading the command line needs beside the options. */
struct options_reader {
    struct options *options;
    struct messages *messages;
    const struct option_table *table;
    const char *help; /* the command whose --help tells more */
    int (*print_help)(const struct options_reader *reader, FILE *stream);
    options_set_function set;
    const struct option_entry *entry; /* that is read; NULL: what is read is none */
    char option[OPTION_WORD_SIZE];    /* the same as it was typed: "-n", "--limit" */
    const char **operands;
    size_t operand_count;
    const char **lists; /* of --filelist */
    size_t list_count;
    int used[OPTION_TABLE_MAX]; /* by place in the table */
};

/* Reports; `detail` stands between the texts, in quotes. Returns OPTIONS_FAILED. */
enum options_outcome options_fail(const struct options_reader *reader, const char *before, const char *detail,
                                  const char *behind);

/* `code` and another option are given. */
enum options_outcome options_fail_pair(const struct options_reader *reader, int first, int second);

/* What of pgnpack and pgnunpack excludes what; all but the inputs. Chooses the task. */
enum options_outcome options_check(struct options_reader *reader);

/* Gathers the inputs from operands, folders and lists. */
enum options_outcome options_find_inputs(struct options_reader *reader);

/* Is there a file of that name? Or it is "-". */
int options_is_input(const char *operand);

#endif
