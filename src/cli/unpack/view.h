/* Some of the games, or their tags, as text, CSV or JSON. */
#ifndef PGNPACK_CLI_UNPACK_VIEW_H
#define PGNPACK_CLI_UNPACK_VIEW_H

#include "cli/run/command.h"

enum exit_status view_command(struct command_context *context);

#endif
