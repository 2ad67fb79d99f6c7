/* Line ends between games that a change puts one behind the other: an empty line at least, with line ends as those before it. */
#ifndef PGNPACK_LIB_WRITE_GAME_GAP_H
#define PGNPACK_LIB_WRITE_GAME_GAP_H

#include "lib/open/reader.h"

/* What the text that was written ends with. */
struct game_gap {
    unsigned line_ends;   /* at most 2; as many where nothing is before */
    const char *line_end; /* "\n", "\r\n" or "\r": the last one's kind */
    char last;            /* byte */
};

/* Nothing is before. */
void game_gap_init(struct game_gap *gap);

/* The text was written. */
void game_gap_note(struct game_gap *gap, struct text text);

/* What has to be written before a game that begins so; or with "", so that any game may follow. */
struct text game_gap_before(const struct game_gap *gap, struct text game);

/*
 * What comes next stands behind the first `end` blocks of a database. A text that is damaged, or is not to be had under the limits that there
 * are, may end with anything. Else a failure is one.
 */
enum pgnpack_status game_gap_behind(struct game_gap *gap, const struct pgnpack_reader *reader, size_t end,
                                    struct error *error);

#endif
