/* Reads the command line of pgnfind. */
#ifndef PGNPACK_CLI_FIND_FIND_OPTIONS_READ_H
#define PGNPACK_CLI_FIND_FIND_OPTIONS_READ_H

#include "cli/search/find_options.h"

/* Reads the command line. The options point into `arguments`; find_options_free() releases them, whatever the outcome. */
enum options_outcome find_options_read(struct find_options *options, int argument_count, char **arguments,
                                       struct messages *messages);

#endif
