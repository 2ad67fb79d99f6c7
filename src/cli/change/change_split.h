/* pgndb split: a database becomes several. */
#ifndef PGNPACK_CLI_CHANGE_CHANGE_SPLIT_H
#define PGNPACK_CLI_CHANGE_CHANGE_SPLIT_H

#include "cli/run/command.h"

/* Files named like the option -o or the input. */
enum exit_status change_split(struct command_context *context, const char *input);

#endif
