/* What was played in the games of a report: trees with boards. */
#ifndef PGNPACK_CLI_REPORT_REPORT_TREES_H
#define PGNPACK_CLI_REPORT_REPORT_TREES_H

#include "cli/report/report.h"

/* Of a player two, by colour; else one, from the position that the report is about. */
enum exit_status report_trees(struct report *report);

#endif
