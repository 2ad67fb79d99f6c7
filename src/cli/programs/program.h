/* The whole program: what `pgnpack`, `pgnunpack` and `pgndb` have for their main(). */
#ifndef PGNPACK_CLI_PROGRAMS_PROGRAM_H
#define PGNPACK_CLI_PROGRAMS_PROGRAM_H

#include "cli/run/options.h"

/* `program` is what it does without -d. `openings`: the table built in, which only pgndb has. Returns the exit status. */
int program_main(const char *name, enum command program, struct pgnpack_text openings, int argument_count,
                 char **arguments);

#endif
