/* Names of a database replaced by a table, in one change. */
#ifndef PGNPACK_CLI_NAMES_CHANGE_RENAME_H
#define PGNPACK_CLI_NAMES_CHANGE_RENAME_H

#include "cli/names/name_table.h"
#include "cli/run/command.h"

/* In the games of the options, or all. What was done, or would be, is told, and failures are reported. */
enum exit_status rename_by_table(struct command_context *context, const char *name, struct name_table *table);

#endif
