/* pgndb check: databases are tested, and their games looked at. */
#ifndef PGNPACK_CLI_CHECK_CHECK_H
#define PGNPACK_CLI_CHECK_CHECK_H

#include "cli/run/command.h"

enum exit_status check_command(struct command_context *context);

#endif
