/* Unpacking inputs of any format, into whatever takes the text. */
#ifndef PGNPACK_CLI_UNPACK_H
#define PGNPACK_CLI_UNPACK_H

#include "cli/unpack_part.h"

/* Unpacks all that is in one input. `removal` NULL: it stays, whatever comes of it. */
enum exit_status unpack_input(struct unpack_job *job, const char *input, struct removal *removal);

#endif
