/* Boards of a page: SVG, with men of our own. */
#ifndef PGNPACK_CLI_PAGES_HTML_BOARD_H
#define PGNPACK_CLI_PAGES_HTML_BOARD_H

#include "cli/pages/html_text.h"

/* For the page's style: colours of boards and men, and their size. */
extern const char html_board_style[];

/* Once a page, before the first board: the men's shapes. */
void html_board_men(struct view_text *page);

/* The board of a FEN's first field, white below. */
void html_board(struct view_text *page, const char *fen);

#endif
