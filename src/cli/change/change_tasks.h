/* What changes a database that is there: a task a function. */
#ifndef PGNPACK_CLI_CHANGE_CHANGE_TASKS_H
#define PGNPACK_CLI_CHANGE_CHANGE_TASKS_H

#include "cli/run/command.h"

enum exit_status change_delete(struct command_context *context); /* and brings back */
enum exit_status change_log(struct command_context *context);    /* or lists what is deleted, and why */
enum exit_status change_truncate(struct command_context *context);
enum exit_status change_undo(struct command_context *context);          /* of one change */
enum exit_status change_edit(struct command_context *context);          /* tags of games */
enum exit_status change_replace_games(struct command_context *context); /* by texts of a file */
enum exit_status change_edit_games(struct command_context *context);    /* in an editor */
enum exit_status change_classify(struct command_context *context);      /* openings by a table */

/* Merging, compacting, sorting and splitting. */
enum exit_status change_copy(struct command_context *context);

#endif
