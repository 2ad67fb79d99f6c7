/* Figures as tables for people have them. */
#ifndef PGNPACK_CLI_FORMS_FIGURE_TEXT_H
#define PGNPACK_CLI_FORMS_FIGURE_TEXT_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIGURE_SIZE = 24 };

/* "12.3". Returns `text`. */
static inline const char *figure_percent(unsigned per_mille, char text[FIGURE_SIZE])
{
    snprintf(text, FIGURE_SIZE, "%u.%u", per_mille / 10, per_mille % 10);
    return text;
}

/* A number, or "-" for 0: it is not known. Returns `text`. */
static inline const char *figure_known(uint32_t number, char text[FIGURE_SIZE])
{
    snprintf(text, FIGURE_SIZE, number != 0 ? "%" PRIu32 : "-", number);
    return text;
}

/* The number of the next move: a FEN's last field. */
static inline unsigned figure_move_number(const char *fen)
{
    const char *space = strrchr(fen, ' ');
    return space != NULL ? (unsigned)strtoul(space + 1, NULL, 10) : 1;
}

#endif
