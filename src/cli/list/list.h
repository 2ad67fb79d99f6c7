/* -l: what is in packed files. */
#ifndef PGNPACK_CLI_LIST_LIST_H
#define PGNPACK_CLI_LIST_LIST_H

#include "cli/run/command.h"

enum exit_status list_command(struct command_context *context);

#endif
