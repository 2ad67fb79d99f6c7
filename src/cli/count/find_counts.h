/* pgnfind --names and --stats: what the games that fulfil the query have. */
#ifndef PGNPACK_CLI_COUNT_FIND_COUNTS_H
#define PGNPACK_CLI_COUNT_FIND_COUNTS_H

#include "cli/search/find_run.h"

enum exit_status find_name_counts(struct find_run *run);
enum exit_status find_statistics(struct find_run *run);

#endif
