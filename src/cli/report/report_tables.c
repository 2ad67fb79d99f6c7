#include "cli/report/report_tables.h"

#include <inttypes.h>

#include "cli/count/table_count.h"
#include "cli/pages/html_chart.h"
#include "cli/forms/tree_outline.h"
#include "cli/table/table_html.h"

/* ---- A table ---- */

/* Whom a section is for. */
enum { FOR_PLAYERS = 1, FOR_OTHERS = 2, FOR_ALL = 3 };

static const struct section {
    const char *title, *keys;
    uint64_t rows;
    unsigned whom;
    const char *colour; /* that the player has; NULL: either */
} sections[] = {{"Colours", "Colour", 2, FOR_PLAYERS, NULL},
                {"Years", "Year", 200, FOR_ALL, NULL},
                {"Opponents' ratings", "TheirElo", 60, FOR_PLAYERS, NULL},
                {"Ratings", "EloBand", 60, FOR_OTHERS, NULL},
                {"Openings with White", "Opening", 15, FOR_PLAYERS, "white"},
                {"Openings with Black", "Opening", 15, FOR_PLAYERS, "black"},
                {"Openings", "Opening", 20, FOR_OTHERS, NULL},
                {"Opponents", "Opponent", 20, FOR_PLAYERS, NULL},
                {"White", "White", 15, FOR_OTHERS, NULL},
                {"Black", "Black", 15, FOR_OTHERS, NULL},
                {"Lengths, in moves", "Length", 60, FOR_ALL, NULL},
                {"Time controls", "TimeClass", 10, FOR_ALL, NULL},
                {"Events", "Event", 15, FOR_ALL, NULL}};

/* Is there anything to say but that nothing is known, or that all games are alike? */
static int tells_something(const struct game_table *table, const struct table_keys *keys)
{
    if (game_table_size(table) < 2)
        return 0;
    for (size_t i = 0; i < keys->count; i++)
        if (game_table_knows(table, i))
            return 1;
    return 0;
}

/* ---- Ratings ---- */

enum { CURVE_HEIGHT = 1000, CURVE_MARGIN = 25 };

/* The least and the greatest mean rating of a year. Returns 0 where there are not two years with one. */
static int find_extent(const struct game_table *years, uint32_t *least_ret, uint32_t *greatest_ret)
{
    struct table_row row;
    unsigned count = 0;
    *least_ret = UINT32_MAX;
    *greatest_ret = 0;
    for (uint64_t i = 0; game_table_row(years, i, &row); i++) {
        if (row.counts.rating == 0 || row.values[0].size == 0)
            continue;
        count++;
        *least_ret = row.counts.rating < *least_ret ? row.counts.rating : *least_ret;
        *greatest_ret = row.counts.rating > *greatest_ret ? row.counts.rating : *greatest_ret;
    }
    return count >= 2;
}

/* The mean rating of each year as a line. */
static void put_curve(struct report *report, const struct game_table *years)
{
    struct table_row row;
    uint32_t least, greatest;
    if (!find_extent(years, &least, &greatest))
        return;
    const uint32_t low = least > CURVE_MARGIN ? least - CURVE_MARGIN : 0, high = greatest + CURVE_MARGIN;
    view_text_print(report->page,
                    "<h3>Rating, from %" PRIu32 " to %" PRIu32 "</h3>\n<svg class=\"chart\" viewBox=\"0 0 "
                    "%" PRIu64 " %u\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"mean rating by "
                    "year\"><polyline points=\"",
                    least, greatest, 10 * game_table_size(years), CURVE_HEIGHT);
    for (uint64_t i = 0; game_table_row(years, i, &row); i++)
        if (row.counts.rating != 0 && row.values[0].size != 0)
            view_text_print(report->page, "%" PRIu64 ",%" PRIu32 " ", 10 * i + 5,
                            CURVE_HEIGHT - CURVE_HEIGHT * (row.counts.rating - low) / (high - low));
    view_text_string(report->page, "\"/></svg>\n");
}

static enum exit_status put_section(struct report *report, const struct section *section)
{
    const struct report_condition colour = {section->colour, report->player};
    struct table_count *counting = report_count(report, section->keys, &colour, section->colour != NULL);
    if (counting == NULL)
        return EXIT_FAILED;
    const struct game_table *table = table_count_table(counting);
    const struct table_keys *keys = table_count_keys(counting);
    if (tells_something(table, keys)) {
        report_heading(report, section->title);
        if (report->player != NULL && keys->count == 1 && keys->keys[0].kind == TABLE_YEAR)
            put_curve(report, table);
        table_html_part(table, keys, section->rows, report->player != NULL, report->page);
    }
    table_count_free(counting);
    return report->page->status;
}

enum exit_status report_tables(struct report *report)
{
    const unsigned whom = report->player != NULL ? FOR_PLAYERS : FOR_OTHERS;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0] && status == EXIT_FINE; i++)
        if ((sections[i].whom & whom) != 0)
            status = put_section(report, &sections[i]);
    return status;
}

/* ---- In figures ---- */

static void put_number(struct report *report, const char *name, uint64_t value)
{
    view_text_print(report->page, "<div><dt>%s</dt><dd>", name);
    html_count(report->page, value);
    view_text_string(report->page, "</dd></div>\n");
}

/* "2002-2021" */
static void put_years(struct report *report, const struct game_table *years)
{
    struct table_row first, last;
    uint64_t size = game_table_size(years);
    if (!game_table_row(years, 0, &first) || first.values[0].size == 0)
        return;
    while (game_table_row(years, --size, &last) && last.values[0].size == 0)
        continue;
    view_text_string(report->page, "<div><dt>years</dt><dd>");
    html_tag(report->page, first.values[0]);
    if (size != 0) {
        view_text_string(report->page, "&ndash;");
        html_tag(report->page, last.values[0]);
    }
    view_text_string(report->page, "</dd></div>\n");
}

static void put_facts(struct report *report, const struct game_table *years)
{
    struct table_row sum;
    game_table_row(years, UINT64_MAX, &sum);
    const unsigned score = tree_score(&sum.counts, PGNPACK_SIDE_WHITE);
    const int is_ours = report->player != NULL;
    view_text_string(report->page, "<dl>\n");
    put_number(report, "games", sum.counts.games);
    put_years(report, years);
    put_number(report, is_ours ? "won" : "White won", sum.counts.white_wins);
    put_number(report, "drawn", sum.counts.draws);
    put_number(report, is_ours ? "lost" : "Black won", sum.counts.black_wins);
    if (sum.counts.unknown != sum.counts.games)
        view_text_print(report->page, "<div><dt>score</dt><dd>%u.%u&nbsp;%%</dd></div>\n", score / 10,
                        score % 10);
    if (sum.counts.rating != 0)
        put_number(report, is_ours ? "mean rating" : "White's mean rating", sum.counts.rating);
    if (sum.counts.opponent_mean != 0)
        put_number(report, is_ours ? "opponents' mean" : "Black's", sum.counts.opponent_mean);
    if (sum.counts.performance != 0)
        put_number(report, is_ours ? "performance" : "White's performance", sum.counts.performance);
    view_text_string(report->page, "</dl>\n");
}

enum exit_status report_summary(struct report *report)
{
    struct table_count *counting = report_count(report, "Year", NULL, 0);
    if (counting == NULL)
        return EXIT_FAILED;
    put_facts(report, table_count_table(counting));
    table_count_free(counting);
    return report->page->status;
}

/* ---- Structures and endings ---- */

enum { CONDITIONS_MAX = 3 };

#define ENDING(men)                                                                                          \
    {                                                                                                        \
        {"material", men},                                                                                   \
        {                                                                                                    \
            "for", "6"                                                                                       \
        }                                                                                                    \
    }

static const struct theme {
    const char *name;
    struct report_condition conditions[CONDITIONS_MAX];
} themes[] = {
    {"an isolated queen's pawn, ten moves", {{"pawns", "iqp"}, {"for", "20"}}},
    {"hanging pawns, five moves", {{"pawns", "hanging"}, {"for", "10"}}},
    {"the Carlsbad structure, five moves", {{"pawns", "carlsbad"}, {"for", "10"}}},
    {"the Mar\xc3\xb3"
     "czy bind, five moves",
     {{"pawns", "maroczy"}, {"for", "10"}}},
    {"the advanced French chain, five moves", {{"pawns", "french"}, {"for", "10"}}},
    {"the stonewall, five moves", {{"pawns", "stonewall"}, {"for", "10"}}},
    {"the closed King's Indian, five moves", {{"pawns", "kings-indian"}, {"for", "10"}}},
    {"two bishops against bishop and knight, ten moves", {{"material", "B2 N0 b1 n1"}, {"for", "20"}}},
    {"kings castled on opposite sides", {{"pattern", "K[a-c][12] k[gh][78]"}, {"material", "Q1 q1"}}},
    {"a piece up, three moves", {{"balance", "3.."}, {"for", "6"}}},
    {"rook endings", ENDING("R1 r1 [QBNqbn]0")},
    {"queen endings", ENDING("Q1 q1 [RBNrbn]0")},
    {"pawn endings", ENDING("[QRBNqrbn]0")},
    {"bishops of opposite colours alone", ENDING("[QRNqrn]0 opposite-bishops")},
    {"minor piece endings", ENDING("[QRqr]0 [BN]1 [bn]1")}};

static void put_theme(struct report *report, const struct theme *theme, const struct game_table *table)
{
    struct table_row sum;
    game_table_row(table, UINT64_MAX, &sum);
    if (sum.counts.games == 0)
        return;
    view_text_print(report->page, "<tr><th scope=\"row\">%s</th><td>", theme->name);
    html_count(report->page, sum.counts.games);
    view_text_string(report->page, "</td>");
    html_results_bar(report->page, &sum.counts, 1);
    html_score_cell(report->page, &sum.counts, PGNPACK_SIDE_WHITE);
    view_text_string(report->page, "</tr>\n");
}

/* Of our player with either colour; without one, of whichever side has it. */
static enum exit_status count_theme(struct report *report, const struct theme *theme)
{
    struct report_condition conditions[CONDITIONS_MAX + 1];
    size_t count = 0;
    if (report->player == NULL)
        conditions[count++] = (struct report_condition){"either", NULL};
    for (size_t i = 0; i < CONDITIONS_MAX && theme->conditions[i].name != NULL; i++)
        conditions[count++] = theme->conditions[i];
    struct table_count *counting = report_count(report, "Colour", conditions, count);
    if (counting == NULL)
        return EXIT_FAILED;
    put_theme(report, theme, table_count_table(counting));
    table_count_free(counting);
    return report->page->status;
}

enum exit_status report_structures(struct report *report)
{
    enum exit_status status = EXIT_FINE;
    report_heading(report, "Structures and endings");
    view_text_print(report->page,
                    "<table>\n<tr><th scope=\"col\" class=\"key\">%s</th><th scope=\"col\">games</th><th "
                    "scope=\"col\">won, drawn, lost</th><th scope=\"col\">score</th></tr>\n",
                    report->player != NULL ? "the player had" : "one side had");
    for (size_t i = 0; i < sizeof themes / sizeof themes[0] && status == EXIT_FINE; i++)
        status = count_theme(report, &themes[i]);
    view_text_string(report->page, "</table>\n");
    return status;
}
