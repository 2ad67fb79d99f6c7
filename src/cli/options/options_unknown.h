/* What to say of an option that there is not. */
#ifndef PGNPACK_CLI_OPTIONS_OPTIONS_UNKNOWN_H
#define PGNPACK_CLI_OPTIONS_OPTIONS_UNKNOWN_H

#include "cli/options/options_check.h"

/*
 * Reports what getopt_long() could not take: `word` is the element of the command line, `code` what getopt returned ('?',
 * ':'), `letter` the option's code if it is known or a letter, else 0.
 */
enum options_outcome options_unknown(const struct options_reader *reader, const char *word, int code,
                                     int letter);

/*
 * Is the first number in an element, which getopt_long() took for a level, another one? "-19" is neither level 1 nor
 * level 9, and "-6T16" is level 6.
 */
int options_is_other_level(const char *word);

/* Reports such a number. */
enum options_outcome options_fail_level(const struct options_reader *reader, const char *word);

#endif
