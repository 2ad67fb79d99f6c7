/* A table of openings while it is read: what the readers of its forms share. */
#ifndef PGNPACK_CLI_OPENINGS_OPENING_READING_H
#define PGNPACK_CLI_OPENINGS_OPENING_READING_H

#include "cli/base/messages.h"
#include "cli/openings/opening_moves.h"
#include "cli/openings/opening_table.h"

struct opening_reading {
    const char *title; /* of the file */
    struct messages *messages;
    struct opening_table *table;
    struct opening_moves moves;
    struct pgnpack_text text; /* of the file, without a byte order mark */
    uint64_t line;
};

/* Reports the cause, at the line. Returns 0. */
int opening_fail(const struct opening_reading *reading, const char *cause);
int opening_fail_of_memory(const struct opening_reading *reading);

/* Names the position that the moves have led to. 0: reported. */
int opening_take(struct opening_reading *reading, struct opening opening);

/* The next line of the text from *at on, without its end; counts it. 0: there is none. */
int opening_next_line(struct opening_reading *reading, size_t *at, struct pgnpack_text *line_ret);

#endif
