/* Games that a search found as a page that stands alone: a card each, with the board of the place that was found. */
#ifndef PGNPACK_CLI_PAGES_HTML_CARDS_H
#define PGNPACK_CLI_PAGES_HTML_CARDS_H

#include "cli/pages/html_text.h"
#include "pgnpack.h"

/* What comes before all games, and behind them. */
void html_cards_begin(struct view_text *page);
void html_cards_end(struct view_text *page);

/* The same of cards that are a part of a page, with its style and that of boards; the page has their men. */
extern const char html_cards_style[];
void html_cards_begin_part(struct view_text *page);
void html_cards_end_part(struct view_text *page);

/* Games of a database. */
struct html_cards;

/* NULL: no memory. */
struct html_cards *html_cards_new(struct view_text *page, const struct pgnpack_reader *reader);
void html_cards_free(struct html_cards *cards);

/* `file` as the page names it. `has_place` 0: nothing was asked of the board, and its last position is shown. Failures to write are the page's, those to read html_cards_error()'s. */
enum pgnpack_status html_cards_put(struct html_cards *cards, const char *file, const struct pgnpack_hit *hit,
                                   int has_place);
const struct pgnpack_error *html_cards_error(struct html_cards *cards);

#endif
