/* Charts of a page: SVG without scripts, and each figure as text beside it or below. */
#ifndef PGNPACK_CLI_PAGES_HTML_CHART_H
#define PGNPACK_CLI_PAGES_HTML_CHART_H

#include "cli/pages/html_text.h"

struct chart_bar {
    const char *label;
    size_t label_size;
    uint64_t value;
    const char *note; /* after the value; NULL: none */
};

/* Bars from left to right, one a line, in the order given. `labels`, `values` and `notes` (NULL: there are none) head them. */
void html_bars(struct view_text *page, const char *id, const char *labels, const char *values,
               const char *notes, const struct chart_bar *bars, size_t count);

/* Neighbouring ranges of numbers, such as years: columns side by side. */
struct chart_range {
    const uint64_t *values; /* of ranges first, first + step, ... */
    size_t count;           /* at least 1 */
    uint64_t first;
    uint64_t step;
    int is_open;        /* the last one takes all above it, too */
    const char *labels; /* what heads the ranges, ... */
    const char *what;   /* ... and what is counted */
};

void html_columns(struct view_text *page, const char *id, const struct chart_range *range);

/* A cell with the score of that side, which is white where it is ours; a dash where no game has a result. */
void html_score_cell(struct view_text *page, const struct pgnpack_tree_counts *counts,
                     enum pgnpack_side side);

/* A cell with a bar of results: white's, or with `is_ours` ours, first. Needs a style for td.bar and its svg. */
void html_results_bar(struct view_text *page, const struct pgnpack_tree_counts *counts, int is_ours);

#endif
