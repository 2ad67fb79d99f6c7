/* Games as lines of CSV: columns of a database by the batch calls. */
#ifndef PGNPACK_CLI_FORMS_CSV_GAMES_H
#define PGNPACK_CLI_FORMS_CSV_GAMES_H

#include "cli/run/rows.h"
#include "cli/base/tag_text.h"

enum { CSV_GAMES = 512 };

struct csv {
    struct rows *rows; /* its columns and its text */
    const char *file;  /* as messages call it */
    const struct pgnpack_reader *reader;
    struct pgnpack_batch *batch;
    struct pgnpack_text *values;                       /* by tag, then by game */
    struct pgnpack_text *views[ROWS_COLUMN_COUNT_MAX]; /* by tag */
    size_t tags[ROWS_COLUMN_COUNT_MAX];                /* by column: its tag, if it is of one */
    struct tag_text plain;
    uint64_t numbers[CSV_GAMES];
    uint32_t plies[CSV_GAMES];
};

/* The first line. */
void csv_write_head(const struct rows *rows);

/* NULL: no memory. */
struct csv *csv_new(struct rows *rows, const char *file, const struct pgnpack_reader *reader);
void csv_free(struct csv *csv);

/*
 * The games `first` to `last`; values have no escapes any more, and a tag that a game has not is empty. PGNPACK_END: all are
 * written. Else *next_ret is the first game that is not, and the error is the batch's. Failures to write are the text's.
 */
enum pgnpack_status csv_write_games(struct csv *csv, uint64_t first, uint64_t last, uint64_t *next_ret);

#endif
