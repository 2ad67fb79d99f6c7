/* What a page tells of the games of a database. */
#ifndef PGNPACK_CLI_FORMS_GAME_COUNTS_H
#define PGNPACK_CLI_FORMS_GAME_COUNTS_H

#include "cli/forms/count_row.h"
#include "cli/run/database.h"

/* Adds the games of the database. What is damaged is reported, passed over and not counted; the status is the first one's. */
enum exit_status game_counts_add(struct game_counts *counts, struct command_context *context,
                                 const struct database *database);

#endif
