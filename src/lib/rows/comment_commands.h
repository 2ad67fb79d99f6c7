/* What programs write into comments for each other: [%clk 1:59:30], [%emt 0:00:12], [%eval -0.35]. */
#ifndef PGNPACK_LIB_ROWS_COMMENT_COMMANDS_H
#define PGNPACK_LIB_ROWS_COMMENT_COMMANDS_H

#include <stdint.h>

#include "util/text.h"

/* The first command from *at on and what is blank behind it, as bytes of the comment: moves *at to it. Returns the size; 0: there is none. */
size_t command_next(struct text comment, size_t *at);

/* In milliseconds; PGNPACK_NO_CLOCK: the comment has none. */
int32_t command_clock(struct text comment);

/* The time that the half-move took, the same way: [%emt 0:00:12], [%emt 12.3]. */
int32_t command_spent(struct text comment);

/* As the public header says; PGNPACK_NO_EVAL: the comment has none. */
int32_t command_eval(struct text comment);

/* The same of a value that stands alone, "0:05:03.2" or "#-3", with blanks around it or without. */
int32_t command_read_clock(struct text text);
int32_t command_read_eval(struct text text);

#endif
