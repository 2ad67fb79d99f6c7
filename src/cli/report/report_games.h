/* The games of a report: found, and packed into memory. */
#ifndef PGNPACK_CLI_REPORT_REPORT_GAMES_H
#define PGNPACK_CLI_REPORT_REPORT_GAMES_H

#include "cli/report/report.h"

struct report_games;

/* More are no report: they are refused, with what to do. */
enum { REPORT_GAMES_MAX = 1000000 };

/*
 * Finds what the options' query asks for, in all databases, in their order, and opens it as report->games. *status_ret: of the first failure, all of
 * which were reported: one database may fail and others be there. NULL: there is nothing to report on.
 */
struct report_games *report_games_find(struct report *report, enum exit_status *status_ret);
void report_games_free(struct report_games *games);

#endif
