/* What clocks and evaluations say of a player, in a report. */
#ifndef PGNPACK_CLI_REPORT_REPORT_NUMBERS_H
#define PGNPACK_CLI_REPORT_REPORT_NUMBERS_H

#include "cli/report/report.h"

/*
 * Writes the player's moves by stages of the game: their number, the loss of those that have evaluations, and the time that is left. Nothing
 * where there is no player, or the games have neither clocks nor evaluations. Each is of the game's main line.
 */
enum exit_status report_numbers(struct report *report);

#endif
