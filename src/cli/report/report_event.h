/* A tournament in a report: standings, the crosstable, and the games by rounds. */
#ifndef PGNPACK_CLI_REPORT_REPORT_EVENT_H
#define PGNPACK_CLI_REPORT_REPORT_EVENT_H

#include "cli/report/report.h"

/* A crosstable is there for up to 32 players, rounds for up to 600 games; standings have all players. */
enum exit_status report_event(struct report *report);

#endif
