/* Rows of a batch as the checks of tags take them. */
#ifndef PGNPACK_CLI_CHECK_CHECK_ROWS_H
#define PGNPACK_CLI_CHECK_CHECK_ROWS_H

#include "cli/base/tag_text.h"
#include "cli/check/check_report.h"

enum { CHECK_ROWS = 1024, CHECK_ROW_TAGS = 8 };

/* The values of the tags of a game, as they are written; `data` NULL: it has not the tag. Returns 0 when there is no memory. */
typedef int (*check_row_function)(void *opaque, uint64_t game, const struct pgnpack_text *values);

/* All games, or those of `numbers`, which ascend: NULL means all. Of up to CHECK_ROW_TAGS tags. Failures are reported. */
enum exit_status check_each_row(struct check_report *report, const char *const *tags, size_t tag_count,
                                const uint64_t *numbers, size_t number_count, check_row_function take,
                                void *opaque);

/* Does a name say nothing: only "?", "-" and blanks, or no tag at all? */
int check_is_no_name(struct pgnpack_text name);

#endif
