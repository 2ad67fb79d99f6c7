/* pgnpack on a database that is there: what its options change, each task in a file of its own. */
#ifndef PGNPACK_CLI_PROGRAMS_CHANGE_H
#define PGNPACK_CLI_PROGRAMS_CHANGE_H

#include "cli/run/command.h"

/* Does what options->change asks for. */
enum exit_status change_command(struct command_context *context);

#endif
