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

/* ---- Options that there are not ---- */

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
