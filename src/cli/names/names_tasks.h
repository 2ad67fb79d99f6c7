/* Names of players, events and places in a database made one: a task a function. */
#ifndef PGNPACK_CLI_NAMES_NAMES_TASKS_H
#define PGNPACK_CLI_NAMES_NAMES_TASKS_H

#include "cli/run/command.h"

enum exit_status change_spelling(struct command_context *context); /* suggests a table of names */
enum exit_status change_rename(struct command_context *context);   /* by a table */
enum exit_status change_ratings(struct command_context *context);  /* tags by a list of FIDE's */

#endif
