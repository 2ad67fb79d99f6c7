/* Packing, whatever the format of the output. */
#ifndef PGNPACK_CLI_PACK_FORMATS_H
#define PGNPACK_CLI_PACK_FORMATS_H

#include "cli/command.h"

/* Both read the inputs of the options, write into `output`, and commit it if all is well. */
enum exit_status pack_bcgn0(struct command_context *context, struct output_file *output);
enum exit_status pack_bcgn1(struct command_context *context, struct output_file *output);

#endif
