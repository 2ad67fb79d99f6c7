/* The columns of --csv, which csv.h writes. */
#ifndef PGNPACK_CLI_ROWS_H
#define PGNPACK_CLI_ROWS_H

#include "cli/view_text.h"

/* Beside tags, a column may be one of these: the game's number in its database, and the moves of its main line. */
#define ROWS_NUMBER "GameNumber"
#define ROWS_PLIES "Plies"

enum { ROWS_COLUMN_COUNT_MAX = 256, ROWS_NAMES_SIZE_MAX = 8192 };

enum row_kind { ROW_TAG, ROW_NUMBER, ROW_PLIES };

struct row_column {
    enum row_kind kind;
    const char *name;
};

struct rows {
    struct view_text *text;
    size_t column_count;
    struct row_column columns[ROWS_COLUMN_COUNT_MAX];
    const char *tags[ROWS_COLUMN_COUNT_MAX]; /* the tags among them, once each */
    size_t tag_count;
    uint8_t is_found[ROWS_COLUMN_COUNT_MAX]; /* by tag: a game had one that is not empty */
    uint64_t game_count;                     /* that were written */
    char names[ROWS_NAMES_SIZE_MAX];
};

/*
 * The columns of CSV: "White,Black,Plies"; NULL means GameNumber, White, Black, Result, WhiteElo, BlackElo, Date, ECO and
 * Plies. Returns 0 for a list with an empty name, or that is too long.
 */
int rows_set_columns(struct rows *rows, const char *list);

/* Is it a list that can be set? */
int rows_are_columns(const char *list);

#endif
