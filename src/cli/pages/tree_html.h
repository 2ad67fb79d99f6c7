/* An opening tree as a page of its own: boards, and a bar a move; no scripts. */
#ifndef PGNPACK_CLI_PAGES_TREE_HTML_H
#define PGNPACK_CLI_PAGES_TREE_HTML_H

#include "cli/forms/tree_outline.h"

extern const struct tree_printer tree_html;

/* The same as a part of a page with this style and that of boards; the page has their men. */
extern const struct tree_printer tree_html_part;
extern const char tree_html_style[];

#endif
