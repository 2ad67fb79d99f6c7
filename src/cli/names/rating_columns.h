/*
 * The columns of FIDE's rating lists as it publishes them as text: of fixed width, and named by the first line, as in
 *
 *     ID Number      Name                            Fed Sex Tit  WTit OTit           FOA MAY24 Gms K  B-day Flag
 *     ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG
 *
 * A column goes from where its name begins to where the next one does; some lists write two names without a blank between.
 */
#ifndef PGNPACK_CLI_NAMES_RATING_COLUMNS_H
#define PGNPACK_CLI_NAMES_RATING_COLUMNS_H

#include <stddef.h>

#include "pgnpack.h"

enum rating_column {
    RATING_ID,
    RATING_NAME,
    RATING_FEDERATION,
    RATING_TITLE,
    RATING_WOMEN_TITLE,
    RATING_STANDARD,
    RATING_BORN,
    RATING_COLUMNS
};

struct rating_columns {
    size_t from[RATING_COLUMNS], end[RATING_COLUMNS]; /* bytes of a line; 0 and 0: there is no such column */
    unsigned year, month;                             /* of the list, where the head tells them; else 0 */
};

/* Returns 0 for a line that names no numbers and names: it is no head of a list. */
int rating_columns_read(struct rating_columns *columns, struct pgnpack_text head);

/* What a line has there, without blanks around it; empty where it ends before, or there is no such column. */
struct pgnpack_text rating_columns_value(const struct rating_columns *columns, struct pgnpack_text line,
                                         enum rating_column column);

#endif
