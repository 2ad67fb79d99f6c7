/* Boards for a terminal. */
#ifndef PGNPACK_CLI_FORMS_DIAGRAM_H
#define PGNPACK_CLI_FORMS_DIAGRAM_H

#include "cli/forms/hit_board.h"
#include "cli/run/view_text.h"

/*
 * A game: who played, when and where, the board of the place, and the move that led there. `in_colour`: squares are coloured, as terminals
 * understand it.
 */
enum pgnpack_status diagram_put(struct view_text *text, struct hit_board *at, const char *file,
                                const struct pgnpack_hit *hit, int has_place, int in_colour);

#endif
