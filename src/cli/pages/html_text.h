/* Text and numbers of a page on their way out: what strangers wrote cannot become markup. */
#ifndef PGNPACK_CLI_PAGES_HTML_TEXT_H
#define PGNPACK_CLI_PAGES_HTML_TEXT_H

#include "cli/run/view_text.h"

/* Any bytes as text: markup is escaped, and what may not be shown becomes U+FFFD. */
void html_text(struct view_text *page, const char *text, size_t size);

/* A page up to its body, with the colours that all pages have and with these styles, up to NULL; and its first heading. The title may have any bytes. */
void html_begin(struct view_text *page, const char *title, const char *const *styles);
void html_title(struct view_text *page, const char *title);

/* A tag's value as it is meant; of none, or an empty one, a dash. */
void html_tag(struct view_text *page, struct pgnpack_text value);

/* Cells of tables: a number, or a dash for 0, which is not known; a share, of 1,000. */
void html_known_cell(struct view_text *page, uint32_t number);
void html_percent_cell(struct view_text *page, unsigned per_mille);

/* "1,234,567" */
void html_count(struct view_text *page, uint64_t count);

#endif
