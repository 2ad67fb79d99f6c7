/* The report of duplicates: a line of CSV for each pair, and what differs between the two games. */
#ifndef PGNPACK_CLI_DUPLICATES_DUPLICATES_REPORT_H
#define PGNPACK_CLI_DUPLICATES_DUPLICATES_REPORT_H

#include "cli/duplicates/duplicates_find.h"

/* Writes options->change.report, of all pairs. Failures are reported. */
enum exit_status duplicates_report(struct duplicates *duplicates);

#endif
