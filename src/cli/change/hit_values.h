/* What --dry-run tells of the games that a change would hit: the values that their tags have, as far as conditions and changes name them. */
#ifndef PGNPACK_CLI_CHANGE_HIT_VALUES_H
#define PGNPACK_CLI_CHANGE_HIT_VALUES_H

#include "cli/run/command.h"

struct hit_values;

/* Of the database, by the conditions, and the tags that are set and taken away. The reader must outlive it. NULL: no memory. */
struct hit_values *hit_values_new(const struct command_context *context, const struct pgnpack_reader *reader);

/* The game would be hit: each comes once, best in ascending order. Failures are told by hit_values_tell(). */
void hit_values_add(struct hit_values *values, uint64_t game);

/* Says what was counted. Failures are reported. */
enum exit_status hit_values_tell(struct hit_values *values, struct command_context *context,
                                 const char *name);
void hit_values_free(struct hit_values *values);

#endif
