/* pgndb sort: all games of a database in an order. */
#ifndef PGNPACK_CLI_CHANGE_CHANGE_SORT_H
#define PGNPACK_CLI_CHANGE_CHANGE_SORT_H

#include "cli/run/command.h"

/* `name` NULL: to standard output. */
enum exit_status change_sort(struct command_context *context, const char *input, const char *name);

#endif
