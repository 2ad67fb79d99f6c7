/* Members of a database as files, below a folder or one on standard output. */
#ifndef PGNPACK_CLI_UNPACK_EXTRACT_H
#define PGNPACK_CLI_UNPACK_EXTRACT_H

#include "cli/run/command.h"

enum exit_status extract_command(struct command_context *context);

#endif
