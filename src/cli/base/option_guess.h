/* Which option, or subcommand, may have been meant by a name that is none. */
#ifndef PGNPACK_CLI_BASE_OPTION_GUESS_H
#define PGNPACK_CLI_BASE_OPTION_GUESS_H

#include <stddef.h>

enum { OPTION_GUESS_SIZE = 600 };

/*
 * Says what is wrong with a name that is none of `names`, which `dashes` are written before: " is unknown; did you mean --list?", " is short for several:
 * --list, --limit". `name_size` bytes of `name` count. Returns `text`.
 */
const char *option_guess(const char *dashes, const char *name, size_t name_size, const char *const *names,
                         size_t name_count, char text[OPTION_GUESS_SIZE]);

#endif
