/* Reading back what was written, from the disk, before it counts. */
#ifndef PGNPACK_CLI_RUN_VERIFY_H
#define PGNPACK_CLI_RUN_VERIFY_H

#include "cli/run/command.h"
#include "cli/files/text_sum.h"

/*
 * `output`, complete but not committed, must unpack to the text and the names of that sum, and names that lie beside
 * each other in a folder. Reports failures.
 */
enum exit_status verify_packed(struct command_context *context, struct output_file *output,
                               const struct text_sum *wanted);

/* `output` must be that text. */
enum exit_status verify_text(struct command_context *context, struct output_file *output,
                             const struct text_sum *wanted);

#endif
