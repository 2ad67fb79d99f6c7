/* Unpacking inputs of any format, into whatever takes the text. */
#ifndef PGNPACK_CLI_UNPACK_UNPACK_H
#define PGNPACK_CLI_UNPACK_UNPACK_H

#include "cli/unpack/unpack_part.h"

/* Unpacks all that is in one input. `removal` NULL: it stays, whatever comes of it. */
enum exit_status unpack_input(struct unpack_job *job, const char *input, struct removal *removal);

/* Where each input has an output of its own, the failure of one does not stop the others. */
enum exit_status unpack_files_command(struct command_context *context);
enum exit_status test_command(struct command_context *context);

/* An input_function: tests one, and says what came of it. */
enum exit_status test_input(struct command_context *context, const char *input, void *unused);

#endif
