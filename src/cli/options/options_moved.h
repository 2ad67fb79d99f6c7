/* Options of pgnpack that are subcommands of pgndb now: they go on working until 1.0, and say what to write instead. */
#ifndef PGNPACK_CLI_OPTIONS_OPTIONS_MOVED_H
#define PGNPACK_CLI_OPTIONS_OPTIONS_MOVED_H

#include "cli/options/options_check.h"

/* Nothing where no such option is given, or -q is. */
void options_tell_moved(const struct options_reader *reader);

#endif
