/* Packing inputs: into one file, or each into its own. */
#ifndef PGNPACK_CLI_PACK_PACK_H
#define PGNPACK_CLI_PACK_PACK_H

#include "cli/run/command.h"

enum exit_status pack_command(struct command_context *context);

#endif
