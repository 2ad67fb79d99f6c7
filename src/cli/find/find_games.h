/* pgnfind: the games that fulfil a query, written. */
#ifndef PGNPACK_CLI_FIND_FIND_GAMES_H
#define PGNPACK_CLI_FIND_FIND_GAMES_H

#include "cli/search/find_run.h"

enum exit_status find_games(struct find_run *run);

#endif
