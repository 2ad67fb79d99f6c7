/* What the tags of games tell: names, dates, and players of two ratings on a day. */
#ifndef PGNPACK_CLI_CHECK_CHECK_TAGS_H
#define PGNPACK_CLI_CHECK_CHECK_TAGS_H

#include "cli/check/check_report.h"

/* Goes through all games, of which no move is decoded. Failures are reported. */
enum exit_status check_tags(struct check_report *report);

#endif
