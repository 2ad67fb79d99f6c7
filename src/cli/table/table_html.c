#include "cli/table/table_html.h"

#include <inttypes.h>
#include <string.h>

#include "cli/pages/html_chart.h"
#include "cli/forms/tree_outline.h"

const char table_html_style[] =
    "table{border-collapse:collapse;width:100%}th,td{padding:.12rem .6rem .12rem 0;text-align:right;"
    "font-weight:400;font-variant-numeric:tabular-nums;white-space:nowrap}"
    "th[scope=col]{color:var(--soft);font-size:.85rem}th[scope=row],th.key{text-align:left;"
    "white-space:normal;overflow-wrap:anywhere}.bar{width:30%;min-width:5rem}"
    ".bar svg{display:block;width:100%;height:.95rem}td.bar svg{border:1px solid var(--soft)}"
    ".share rect{fill:var(--bar)}.total td,.total th{border-top:1px solid var(--line)}\n"
    ".chart{display:block;width:100%;height:10rem;border-bottom:1px solid var(--soft);"
    "border-top:1px dotted var(--line)}.chart rect{fill:var(--bar);opacity:.55}"
    ".chart .half{stroke:var(--line);stroke-dasharray:4 4}.chart polyline{fill:none;stroke:var(--score);"
    "stroke-width:2;vector-effect:non-scaling-stroke}.key{color:var(--soft);font-size:.85rem}"
    ".axis{display:flex;justify-content:space-between;color:var(--soft);font-size:.85rem}\n";

struct part {
    const struct game_table *table;
    const struct table_keys *keys;
    struct view_text *page;
    uint64_t rows, largest; /* that are shown; games of the largest of them */
    int is_ours;
    int has_ratings; /* else there are no columns for them */
};

/* ---- The chart ---- */

enum { CHART_HEIGHT = 1000, CHART_ROWS_MIN = 3 };

/* Rows of the chart: the value that is not known comes last, and is none of it. */
static uint64_t chart_rows(const struct part *part)
{
    struct table_row row;
    uint64_t rows = part->rows;
    if (rows != 0 && game_table_row(part->table, rows - 1, &row) && row.values[0].size == 0)
        rows--;
    return rows;
}

static void put_column(struct part *part, uint64_t i, const struct table_row *row)
{
    unsigned height = (unsigned)(CHART_HEIGHT * row->counts.games / part->largest);
    view_text_print(part->page, "<rect x=\"%" PRIu64 ".5\" y=\"%u\" width=\"9\" height=\"%u\"><title>",
                    10 * i, CHART_HEIGHT - height, height);
    html_tag(part->page, row->values[0]);
    view_text_string(part->page, ": ");
    html_count(part->page, row->counts.games);
    view_text_string(part->page, "</title></rect>\n");
}

/* Games as columns, and the score as a line: 100 % is the upper edge. */
static void put_chart(struct part *part)
{
    struct table_row row;
    const uint64_t rows = chart_rows(part);
    view_text_print(part->page,
                    "<svg class=\"chart\" viewBox=\"0 0 %" PRIu64 " %u\" preserveAspectRatio=\"none\" "
                    "role=\"img\" aria-label=\"games and score by %s\">\n",
                    10 * rows, CHART_HEIGHT, part->keys->keys[0].name);
    for (uint64_t i = 0; i < rows && game_table_row(part->table, i, &row); i++)
        put_column(part, i, &row);
    view_text_print(part->page,
                    "<line class=\"half\" x2=\"%" PRIu64 "\" y1=\"%u\" y2=\"%u\"/>\n<polyline points=\"",
                    10 * rows, CHART_HEIGHT / 2, CHART_HEIGHT / 2);
    for (uint64_t i = 0; i < rows && game_table_row(part->table, i, &row); i++)
        if (row.counts.unknown != row.counts.games)
            view_text_print(part->page, "%" PRIu64 ",%u ", 10 * i + 5,
                            CHART_HEIGHT - tree_score(&row.counts, PGNPACK_SIDE_WHITE));
    view_text_string(part->page, "\"/>\n</svg>\n<div class=\"axis\"><span>");
    game_table_row(part->table, 0, &row);
    html_tag(part->page, row.values[0]);
    view_text_string(part->page, "</span><span>columns: games; line: score, of 100&nbsp;%</span><span>");
    game_table_row(part->table, rows - 1, &row);
    html_tag(part->page, row.values[0]);
    view_text_string(part->page, "</span></div>\n");
}

/* ---- The table ---- */

static void put_counts(struct part *part, const struct pgnpack_tree_counts *counts)
{
    struct view_text *page = part->page;
    view_text_string(page, "<td>");
    html_count(page, counts->games);
    view_text_string(page, "</td>");
    html_results_bar(page, counts, part->is_ours);
    html_score_cell(page, counts, PGNPACK_SIDE_WHITE);
    if (part->has_ratings) {
        html_known_cell(page, counts->rating);
        html_known_cell(page, counts->opponent_mean);
        html_known_cell(page, counts->performance);
    }
    view_text_string(page, "</tr>\n");
}

static void put_head(struct part *part)
{
    view_text_string(part->page, "<table>\n<tr>");
    for (size_t i = 0; i < part->keys->count; i++) {
        view_text_string(part->page, "<th scope=\"col\" class=\"key\">");
        html_text(part->page, part->keys->keys[i].name, strlen(part->keys->keys[i].name));
        view_text_string(part->page, "</th>");
    }
    view_text_print(
        part->page,
        "<th scope=\"col\">games</th><th scope=\"col\">%s</th><th scope=\"col\">score</th>%s</tr>\n",
        part->is_ours ? "won, drawn, lost" : "white, draws, black",
        part->has_ratings
            ? "<th scope=\"col\">rating</th><th scope=\"col\">opp.</th><th scope=\"col\">perf.</th>"
            : "");
}

static void put_table(struct part *part)
{
    struct table_row row;
    put_head(part);
    for (uint64_t i = 0; i < part->rows && game_table_row(part->table, i, &row); i++) {
        view_text_string(part->page, "<tr>");
        for (size_t j = 0; j < part->keys->count; j++) {
            view_text_string(part->page, "<th scope=\"row\">");
            html_tag(part->page, row.values[j]);
            view_text_string(part->page, "</th>");
        }
        put_counts(part, &row.counts);
    }
    game_table_row(part->table, UINT64_MAX, &row);
    view_text_print(part->page, "<tr class=\"total\"><th scope=\"row\" colspan=\"%zu\">all</th>",
                    part->keys->count);
    put_counts(part, &row.counts);
    view_text_string(part->page, "</table>\n");
}

void table_html_part(const struct game_table *table, const struct table_keys *keys, uint64_t rows,
                     int is_ours, struct view_text *page)
{
    if (rows > game_table_size(table))
        rows = game_table_size(table);
    struct part part = {
        .table = table, .keys = keys, .page = page, .rows = rows, .largest = 1, .is_ours = is_ours};
    struct table_row row;
    game_table_row(table, UINT64_MAX, &row);
    part.has_ratings = row.counts.rating != 0 || row.counts.opponent_mean != 0;
    for (uint64_t i = 0; i < rows && game_table_row(table, i, &row); i++)
        if (row.counts.games > part.largest)
            part.largest = row.counts.games;
    if (keys->count == 1 && !table_key_goes_by_games(&keys->keys[0]) && chart_rows(&part) >= CHART_ROWS_MIN)
        put_chart(&part);
    put_table(&part);
}

void table_html_write(const struct game_table *table, const struct table_keys *keys, uint64_t rows,
                      int is_ours, struct view_text *page)
{
    static const char *const styles[] = {table_html_style, NULL};
    html_begin(page, "Table of games", styles);
    html_title(page, "Table of games");
    table_html_part(table, keys, rows, is_ours, page);
    view_text_string(page,
                     "<p><small>Performance from three rated opponents on.</small></p>\n</body>\n</html>\n");
}
