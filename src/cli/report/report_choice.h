/* Single games of a report, as cards with boards: the last ones, and those that are worth a look. */
#ifndef PGNPACK_CLI_REPORT_REPORT_CHOICE_H
#define PGNPACK_CLI_REPORT_REPORT_CHOICE_H

#include "cli/report/report.h"

/*
 * A table of the games that are chosen, and their cards, which come last on the page. Of a player: the last ten, the wins against the strongest, the
 * shortest wins and the longest games. Else: the last ones, those of the strongest, the shortest decided and the longest.
 */
enum exit_status report_choice(struct report *report);

#endif
