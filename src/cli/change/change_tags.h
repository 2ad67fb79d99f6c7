/* Names of tags that games of a database have. */
#ifndef PGNPACK_CLI_CHANGE_CHANGE_TAGS_H
#define PGNPACK_CLI_CHANGE_CHANGE_TAGS_H

#include "cli/run/command.h"
#include "cli/run/database.h"

/*
 * Has any game a tag of that name? If not, that is told, with the name that may have been meant: as a warning, or as an error
 * where it `has_to_be`. A database without games has all of them.
 */
enum exit_status change_check_tag(struct command_context *context, const struct database *database,
                                  const char *tag, int has_to_be);

#endif
