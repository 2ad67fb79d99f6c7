/*
 * Half-moves that follow each other: "Bxh7+ Kxh7 Ng5+", each a single move, "*" (any), or several with "|" between, of which one is made.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_MOVE_ROW_H
#define PGNPACK_SEARCH_CONDITIONS_MOVE_ROW_H

#include "search/conditions/move_pattern.h"

enum { MOVE_ROW_MAX = 15, MOVE_ROW_PATTERNS_MAX = 32 };

struct move_row {
    uint8_t count;                /* half-moves */
    uint8_t is_any[MOVE_ROW_MAX]; /* "*" */
    uint8_t ends[MOVE_ROW_MAX];   /* behind the last pattern of each; the first one's begin at 0 */
    struct move_pattern patterns[MOVE_ROW_PATTERNS_MAX];
};

/* Is the text more than one move or manoeuvre? */
int move_row_is_meant(struct text text);

/* "[white|black] MOVE...", whose side is that of the first one. Returns 0, with the cause in *error, where it is not understood. */
int move_row_read(struct text text, struct move_row *row, struct error *error);

/* How far the last half-moves have come: as manoeuvre_follow(), with bit n where they are the first n + 1. */
unsigned move_row_follow(const struct move_row *row, unsigned progress, const struct board_view *view);

#endif
