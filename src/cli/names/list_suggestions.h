/* pgndb names --from: names of a database that are like one of a rating list, as a table that pgndb rename takes. */
#ifndef PGNPACK_CLI_NAMES_LIST_SUGGESTIONS_H
#define PGNPACK_CLI_NAMES_LIST_SUGGESTIONS_H

#include "cli/names/list_names.h"
#include "cli/names/suggestion_answers.h"
#include "cli/run/database.h"
#include "cli/run/view_text.h"

/* Prints them, or asks about them, where `answers` is not NULL. Names that the list has itself are none. Failures are reported. */
enum exit_status list_suggestions_print(struct command_context *context, struct database *database,
                                        const struct rating_list *list, struct list_names *names,
                                        struct view_text *text, struct answers *answers);

#endif
