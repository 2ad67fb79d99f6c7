/* pgnfind --report: a page about a player, an opening or a tournament. */
#ifndef PGNPACK_CLI_REPORT_FIND_REPORT_H
#define PGNPACK_CLI_REPORT_FIND_REPORT_H

#include "cli/search/find_run.h"

enum exit_status find_report(struct find_run *run);

#endif
