#include "cli/pages/tree_html.h"

#include <string.h>

#include "cli/pages/html_board.h"
#include "cli/pages/html_chart.h"

static const char page_style[] = "body{max-width:70rem}\n";

const char tree_html_style[] =
    "code{overflow-wrap:anywhere;color:var(--soft)}\n"
    ".node{display:grid;grid-template-columns:minmax(8rem,20rem) minmax(0,1fr);gap:1rem;margin:.5rem 0}"
    ".node .node{grid-template-columns:minmax(0,1fr);gap:.3rem}.node .node .board{max-width:8rem}\n"
    "table{border-collapse:collapse;width:100%}th,td{padding:.12rem .5rem .12rem 0;text-align:right;"
    "font-weight:400;font-variant-numeric:tabular-nums;white-space:nowrap;vertical-align:top}"
    "th{color:var(--soft);font-size:.85rem}th:first-child,td:first-child{text-align:left}"
    ".bar{width:35%;min-width:5rem}.bar svg{display:block;width:100%;height:1rem;margin-top:.25rem;"
    "border:1px solid var(--soft)}td.below{white-space:normal;border-left:2px solid var(--line);"
    "padding-left:.7rem}.total td{border-top:1px solid var(--line)}\n"
    "summary{cursor:pointer;color:var(--soft);font-size:.85rem}\n"
    "@media(max-width:40rem){.node{grid-template-columns:minmax(0,1fr)}}\n";

static void begin(struct tree_outline *outline)
{
    const char *title = outline->options->title != NULL ? outline->options->title : "Opening tree";
    static const char *const styles[] = {page_style, tree_html_style, html_board_style, NULL};
    html_begin(outline->text, title, styles);
    html_board_men(outline->text);
    html_title(outline->text, title);
}

static void print_position(struct tree_outline *outline, unsigned level, const struct tree_position *position)
{
    struct view_text *page = outline->text;
    if (level == 0) {
        view_text_print(page, "<p><code>");
        html_text(page, position->fen, strlen(position->fen));
        view_text_print(page, "</code></p>\n");
    }
    view_text_print(page, "<div class=\"node\">\n<div>\n");
    html_board(page, position->fen);
    view_text_print(page,
                    "</div>\n<div>\n<table>\n<tr><th>move</th><th>games</th><th>share</th><th>white, draws, "
                    "black</th><th>score</th><th>rating</th><th>perf.</th><th>last</th></tr>\n");
}

static void print_counts(struct view_text *page, const struct pgnpack_tree_counts *counts, uint64_t games,
                         enum pgnpack_side side)
{
    view_text_print(page, "<td>");
    html_count(page, counts->games);
    view_text_print(page, "</td>");
    html_percent_cell(page, tree_per_mille(counts->games, games));
    html_results_bar(page, counts, 0);
    html_score_cell(page, counts, side);
    html_known_cell(page, counts->rating);
    html_known_cell(page, counts->performance);
    html_known_cell(page, counts->last_year);
}

static void print_row(struct tree_outline *outline, unsigned level, const struct tree_position *position,
                      size_t row, int is_open)
{
    struct view_text *page = outline->text;
    char label[TREE_LABEL_SIZE];
    (void)level;
    tree_label(position, row, label);
    view_text_print(page, "<tr><td>%s</td>", label);
    print_counts(page, &position->rows[row].counts, position->totals.games, position->side);
    view_text_print(page, "</tr>\n");
    if (is_open)
        view_text_print(page, "<tr><td colspan=\"8\" class=\"below\"><details><summary>after %s</summary>\n",
                        label);
}

static void print_row_end(struct tree_outline *outline, unsigned level, int is_open)
{
    (void)level;
    if (is_open)
        view_text_print(outline->text, "</details></td></tr>\n");
}

static void print_position_end(struct tree_outline *outline, unsigned level,
                               const struct tree_position *position)
{
    struct view_text *page = outline->text;
    (void)level;
    view_text_print(page, "<tr class=\"total\"><td>all</td>");
    print_counts(page, &position->totals, position->totals.games, position->side);
    view_text_print(page, "</tr>\n</table>\n</div>\n</div>\n");
}

static void end(struct tree_outline *outline)
{
    view_text_print(outline->text,
                    "<p><small>Score, rating and performance are those of the side to "
                    "move; the latter from three rated opponents on.</small></p>\n</body>\n</html>\n");
}

const struct tree_printer tree_html = {begin,         print_position,     print_row,
                                       print_row_end, print_position_end, end};

const struct tree_printer tree_html_part = {NULL,          print_position,     print_row,
                                            print_row_end, print_position_end, NULL};
