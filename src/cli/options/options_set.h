/* What options ask for, each by its code: pgnpack, pgnunpack and pgndb read them in their own ways, and mean the same. */
#ifndef PGNPACK_CLI_OPTIONS_OPTIONS_SET_H
#define PGNPACK_CLI_OPTIONS_OPTIONS_SET_H

#include "cli/options/options_check.h"

/*
 * `argument` NULL: it has none. reader->entry is the option for messages; NULL: the argument stands alone on the command line.
 * All but OPTION_HELP. Reports what is wrong.
 */
enum options_outcome options_set(struct options_reader *reader, int code, const char *argument);

/* Of what was printed on standard output, `status` negative where that failed: OPTIONS_DONE or OPTIONS_FAILED. */
enum options_outcome options_finish_output(int status);

#endif
