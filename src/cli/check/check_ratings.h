/* Players who have two ratings on one day. */
#ifndef PGNPACK_CLI_CHECK_CHECK_RATINGS_H
#define PGNPACK_CLI_CHECK_CHECK_RATINGS_H

#include "cli/check/check_report.h"

/*
 * Finds games of players who have, under one name, another rating in a game of the same day. The day is that of Date, or else of
 * UTCDate, known to the day. No move is decoded. Memory: 24 bytes for each player of a game whose rating and day are known, and some more
 * while they gather, for CHECK_RATINGS_MAX players, or fewer with a memory limit; where there are more, the tags are read several
 * times, for some of the names each time. 8 bytes for each that is found where games are listed, and a bit a game. Failures
 * are reported.
 */
enum exit_status check_ratings(struct check_report *report);

enum { CHECK_RATINGS_MAX = 1 << 23 };

#endif
