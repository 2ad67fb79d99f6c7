/* The command line of pgndb. */
#ifndef PGNPACK_CLI_DATABASE_DATABASE_OPTIONS_H
#define PGNPACK_CLI_DATABASE_DATABASE_OPTIONS_H

#include "cli/run/options.h"

/* As options_read(). */
enum options_outcome database_options_read(struct options *options, int argument_count, char **arguments,
                                           struct messages *messages);

#endif
