/* What programs write into comments for each other: [%clk 1:59:30], [%eval -0.35]. */
#ifndef PGNPACK_LIB_ROWS_COMMENT_COMMANDS_H
#define PGNPACK_LIB_ROWS_COMMENT_COMMANDS_H

#include <stdint.h>

#include "util/text.h"

/* In milliseconds; PGNPACK_NO_CLOCK: the comment has none. */
int32_t command_clock(struct text comment);

/* As the public header says; PGNPACK_NO_EVAL: the comment has none. */
int32_t command_eval(struct text comment);

#endif
