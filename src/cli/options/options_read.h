/* The command line of both programs. */
#ifndef PGNPACK_CLI_OPTIONS_OPTIONS_READ_H
#define PGNPACK_CLI_OPTIONS_OPTIONS_READ_H

#include "cli/run/options.h"

/*
 * Reads the command line. `program` is what it is without -d. The options point into `arguments`; they are
 * released by options_free(), whatever the outcome.
 */
enum options_outcome options_read(struct options *options, enum command program, int argument_count,
                                  char **arguments, struct messages *messages);
void options_free(struct options *options);

#endif
