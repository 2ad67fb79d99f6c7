/* What the moves of games tell: how far they are understood, their results, and whether there are any. */
#ifndef PGNPACK_CLI_CHECK_CHECK_GAMES_H
#define PGNPACK_CLI_CHECK_CHECK_GAMES_H

#include "cli/check/check_report.h"

/* Decodes all games, each block by a thread; tells them in their order. Failures are reported. */
enum exit_status check_games(struct check_report *report);

#endif
