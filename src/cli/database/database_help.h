/* pgndb --help, and that of each subcommand. */
#ifndef PGNPACK_CLI_DATABASE_DATABASE_HELP_H
#define PGNPACK_CLI_DATABASE_DATABASE_HELP_H

#include <stdio.h>

#include "cli/database/database_table.h"

/* NULL: all subcommands, a line each. Negative when that failed. */
int database_help(const struct subcommand *command, FILE *stream);

#endif
