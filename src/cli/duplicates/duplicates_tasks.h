/* What finds games that are in a database twice, or are to be added to it: a task a function. */
#ifndef PGNPACK_CLI_DUPLICATES_DUPLICATES_TASKS_H
#define PGNPACK_CLI_DUPLICATES_DUPLICATES_TASKS_H

#include "cli/run/command.h"

enum exit_status change_append(struct command_context *context);
enum exit_status change_dedupe(struct command_context *context);

#endif
