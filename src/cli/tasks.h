/* What the programs do: each task does what the options ask for, and returns the exit status. */
#ifndef PGNPACK_CLI_TASKS_H
#define PGNPACK_CLI_TASKS_H

#include "cli/command.h"

enum exit_status pack_command(struct command_context *context);

/* pgnpack's --merge, --compact, --sort and --split. */
enum exit_status copy_command(struct command_context *context);

/* pgnunpack's. Where each input has an output of its own, the failure of one does not stop the others. */
enum exit_status unpack_files_command(struct command_context *context);
enum exit_status extract_command(struct command_context *context);
enum exit_status test_command(struct command_context *context);
enum exit_status view_command(struct command_context *context);
enum exit_status list_command(struct command_context *context);

#endif
