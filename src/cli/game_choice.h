/* The games that a list names, in a database: ids become numbers. */
#ifndef PGNPACK_CLI_GAME_CHOICE_H
#define PGNPACK_CLI_GAME_CHOICE_H

#include "cli/command.h"

/* command_report, or command_report_path where the reader opened the database by its name. */
typedef enum exit_status (*report_function)(struct command_context *context, const char *file,
                                            const struct pgnpack_error *error);

/*
 * Copies the list, with a number for each id; game_ranges_free() frees it in any case. An id that names no game of the database is
 * reported.
 */
enum exit_status game_choice_make(struct command_context *context, const char *file,
                                  struct pgnpack_reader *reader, const struct game_ranges *ranges,
                                  report_function report, struct game_ranges *chosen_ret);

#endif
