#include "cli/pages/html_chart.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/forms/tree_outline.h"

enum { AXIS_LABELS_MAX = 8, PLOT_HEIGHT = 1000, LABEL_SIZE = 60 };

/* ---- Bars ---- */

static uint64_t largest_bar(const struct chart_bar *bars, size_t count)
{
    uint64_t largest = 1;
    for (size_t i = 0; i < count; i++)
        if (bars[i].value > largest)
            largest = bars[i].value;
    return largest;
}

/* In units of a part of `whole`, with thousandths: the same text on every machine. */
static void part_of(uint64_t value, uint64_t whole, unsigned unit, char out[24])
{
    uint64_t thousandths = (uint64_t)((double)value / (double)whole * unit * 1000 + 0.5);
    snprintf(out, 24, "%" PRIu64 ".%03u", thousandths / 1000, (unsigned)(thousandths % 1000));
}

static void print_bar(struct view_text *page, const struct chart_bar *bar, uint64_t largest, int has_notes)
{
    char width[24];
    part_of(bar->value, largest, 100, width);
    view_text_print(page, "<tr><th scope=\"row\">");
    html_text(page, bar->label, bar->label_size);
    view_text_print(page,
                    "</th><td class=\"bar\"><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" "
                    "aria-hidden=\"true\"><rect width=\"%s\" height=\"10\"></rect></svg></td><td>",
                    width);
    html_count(page, bar->value);
    view_text_print(page, "</td>");
    if (has_notes)
        view_text_print(page, "<td>%s</td>", bar->note != NULL ? bar->note : "");
    view_text_print(page, "</tr>\n");
}

void html_bars(struct view_text *page, const char *id, const char *labels, const char *values,
               const char *notes, const struct chart_bar *bars, size_t count)
{
    uint64_t largest = largest_bar(bars, count);
    view_text_print(
        page, "<table class=\"bars %s\">\n<tr><th scope=\"col\">%s</th><th></th><th scope=\"col\">%s</th>",
        id, labels, values);
    if (notes != NULL)
        view_text_print(page, "<th scope=\"col\">%s</th>", notes);
    view_text_print(page, "</tr>\n");
    for (size_t i = 0; i < count; i++)
        print_bar(page, &bars[i], largest, notes != NULL);
    view_text_print(page, "</table>\n");
}

/* ---- Columns ---- */

/* "2100-2199", "1985", "300+" */
static void label_range(const struct chart_range *range, size_t i, char label[LABEL_SIZE])
{
    uint64_t from = range->first + i * range->step;
    if (range->is_open && i + 1 == range->count)
        snprintf(label, LABEL_SIZE, "%" PRIu64 "+", from);
    else if (range->step == 1)
        snprintf(label, LABEL_SIZE, "%" PRIu64, from);
    else
        snprintf(label, LABEL_SIZE, "%" PRIu64 "\xe2\x80\x93%" PRIu64, from, from + range->step - 1);
}

static void print_plot(struct view_text *page, const struct chart_range *range, uint64_t largest)
{
    char height[24], top[24], label[LABEL_SIZE];
    view_text_print(page,
                    "<svg class=\"plot\" viewBox=\"0 0 %u %d\" preserveAspectRatio=\"none\" role=\"img\" "
                    "aria-label=\"%s by %s\">\n",
                    10 * (unsigned)range->count, PLOT_HEIGHT, range->what, range->labels);
    for (size_t i = 0; i < range->count; i++) {
        if (range->values[i] == 0)
            continue;
        part_of(range->values[i], largest, PLOT_HEIGHT, height);
        part_of(largest - range->values[i], largest, PLOT_HEIGHT, top);
        label_range(range, i, label);
        view_text_print(page,
                        "<rect x=\"%u.5\" y=\"%s\" width=\"9\" height=\"%s\"><title>%s: ", 10 * (unsigned)i,
                        top, height, label);
        html_count(page, range->values[i]);
        view_text_print(page, "</title></rect>\n");
    }
    view_text_print(page, "</svg>\n");
}

/* Labels below the columns where they begin: as many as have room on a small screen. */
static void print_axis(struct view_text *page, const struct chart_range *range)
{
    size_t every = (range->count + AXIS_LABELS_MAX - 1) / AXIS_LABELS_MAX;
    view_text_print(page, "<div class=\"axis\" style=\"grid-template-columns:");
    for (size_t i = 0; i < range->count; i += every)
        view_text_print(page, " minmax(0,%ufr)",
                        (unsigned)(range->count - i < every ? range->count - i : every));
    view_text_print(page, "\">");
    for (size_t i = 0; i < range->count; i += every)
        view_text_print(page, "<span>%" PRIu64 "</span>", range->first + i * range->step);
    view_text_print(page, "</div>\n");
}

static void print_figures(struct view_text *page, const char *id, const struct chart_range *range)
{
    char label[LABEL_SIZE];
    view_text_print(page,
                    "<details><summary>Figures</summary><table class=\"%s\">\n<tr><th scope=\"col\">%s</th>"
                    "<th scope=\"col\">%s</th></tr>\n",
                    id, range->labels, range->what);
    for (size_t i = 0; i < range->count; i++) {
        if (range->values[i] == 0)
            continue;
        label_range(range, i, label);
        view_text_print(page, "<tr><th scope=\"row\">%s</th><td>", label);
        html_count(page, range->values[i]);
        view_text_print(page, "</td></tr>\n");
    }
    view_text_print(page, "</table></details>\n");
}

void html_columns(struct view_text *page, const char *id, const struct chart_range *range)
{
    uint64_t largest = 1;
    for (size_t i = 0; i < range->count; i++)
        if (range->values[i] > largest)
            largest = range->values[i];
    view_text_print(page, "<div class=\"top\">");
    html_count(page, largest);
    view_text_print(page, "</div>\n");
    print_plot(page, range, largest);
    print_axis(page, range);
    print_figures(page, id, range);
}

/* ---- Results ---- */

void html_score_cell(struct view_text *page, const struct pgnpack_tree_counts *counts, enum pgnpack_side side)
{
    if (counts->unknown == counts->games)
        html_known_cell(page, 0);
    else
        html_percent_cell(page, tree_score(counts, side));
}

void html_results_bar(struct view_text *page, const struct pgnpack_tree_counts *counts, int is_ours)
{
    unsigned won = tree_per_mille(counts->white_wins, counts->games);
    unsigned draws = tree_per_mille(counts->draws, counts->games);
    unsigned lost = tree_per_mille(counts->black_wins, counts->games);
    view_text_print(
        page,
        "<td class=\"bar\"><svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" role=\"img\">"
        "<title>%u.%u %% %s, %u.%u %% draws, %u.%u %% %s</title>",
        won / 10, won % 10, is_ours ? "won" : "white", draws / 10, draws % 10, lost / 10, lost % 10,
        is_ours ? "lost" : "black");
    view_text_print(page,
                    "<rect width=\"%u\" height=\"10\" fill=\"%s\"/><rect x=\"%u\" width=\"%u\" height=\"10\" "
                    "fill=\"#9a9a9a\"/><rect x=\"%u\" width=\"%u\" height=\"10\" fill=\"%s\"/></svg></td>",
                    won, is_ours ? "#3f8f5b" : "#fff", won, draws, won + draws, lost,
                    is_ours ? "#b4473f" : "#2a2724");
}
