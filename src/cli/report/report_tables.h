/* The tables of a report. */
#ifndef PGNPACK_CLI_REPORT_REPORT_TABLES_H
#define PGNPACK_CLI_REPORT_REPORT_TABLES_H

#include "cli/report/report.h"

/* What the report is about, in figures: how many games, when, with which results and ratings. */
enum exit_status report_summary(struct report *report);

/* By years, with the ratings as a curve; by colours, opponents, openings and what else the games tell. */
enum exit_status report_tables(struct report *report);

/* Pawn structures and endings that came up, and how they were played. */
enum exit_status report_structures(struct report *report);

#endif
