/* Line ends between games that are written one after the other into a database: an empty line, and one is behind the last. */
#ifndef PGNPACK_CLI_GAME_GAP_H
#define PGNPACK_CLI_GAME_GAP_H

#include "pgnpack.h"

/* What the text that was written ends with. */
struct game_gap {
    unsigned line_ends;   /* at most 2; as many where nothing is before */
    const char *line_end; /* "\n", "\r\n" or "\r": of the last text's kind */
};

/* Nothing is before. */
void game_gap_init(struct game_gap *gap);

/* What comes next stands behind the database's text. Where that cannot be read, it counts as ending with an empty line. */
void game_gap_behind(struct game_gap *gap, struct pgnpack_reader *reader);

/* What is to be written before the game, which loses the line ends that it begins with if they were too many. */
struct pgnpack_text game_gap_before(const struct game_gap *gap, struct pgnpack_text *game);

/* The text was written. */
void game_gap_note(struct game_gap *gap, struct pgnpack_text text);

/* What is to be written behind the last game. */
struct pgnpack_text game_gap_end(const struct game_gap *gap);

#endif
