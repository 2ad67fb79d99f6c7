/* The games of a database that the options choose, a bit a game: each once, in whichever order they are named. */
#ifndef PGNPACK_CLI_CHANGE_GAME_MARKS_H
#define PGNPACK_CLI_CHANGE_GAME_MARKS_H

#include "cli/run/command.h"

/* By the list of -g, or by --where. Without either all are chosen, and *marks_ret is NULL. The caller frees it. Reports failures. */
enum exit_status game_marks_make(struct command_context *context, const char *name,
                                 struct pgnpack_reader *reader, uint8_t **marks_ret);

/* Games count from 1. */
int game_is_marked(const uint8_t *marks, uint64_t number);

#endif
