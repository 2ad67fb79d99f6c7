/* Reading a command line: of pgnpack and pgnunpack, or of what has another table of options. */
#ifndef PGNPACK_CLI_OPTIONS_OPTIONS_READ_H
#define PGNPACK_CLI_OPTIONS_OPTIONS_READ_H

#include "cli/options/options_check.h"

/* What the words say together; it finds the inputs, too. */
typedef enum options_outcome (*options_check_function)(struct options_reader *reader);

/* Takes the words behind the first one, by the reader's table, into its options, which were begun; then checks them. */
enum options_outcome options_read_words(struct options_reader *reader, int argument_count, char **arguments,
                                        options_check_function check);

/*
 * The command line of pgnpack or pgnunpack. `program` is what it is without -d. The options point into `arguments`; they are
 * released by options_free(), whatever the outcome.
 */
enum options_outcome options_read(struct options *options, enum command program, int argument_count,
                                  char **arguments, struct messages *messages);

#endif
