#include "cli/report/find_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/count/table_count.h"
#include "cli/pages/html_board.h"
#include "cli/pages/html_cards.h"
#include "cli/pages/tree_html.h"
#include "cli/report/report_choice.h"
#include "cli/report/report_event.h"
#include "cli/report/report_games.h"
#include "cli/report/report_numbers.h"
#include "cli/report/report_tables.h"
#include "cli/report/report_trees.h"
#include "cli/table/table_html.h"

static const char page_style[] =
    "body{max-width:64rem}h2{font-size:1.25rem;margin-top:2.2rem;border-top:1px solid var(--line);"
    "padding-top:.8rem}h3{font-size:1rem;margin:1rem 0 .3rem}\n"
    "dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.6rem 1.2rem;margin:1rem "
    "0}"
    "dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-size:1.15rem;font-variant-numeric:tabular-nums}\n"
    "th[scope=row]{font-size:1rem;color:inherit}.cross "
    "th[scope=row]{white-space:nowrap}.names,.asked{color:var(--soft)}td.text,.games "
    "th{text-align:left;white-space:normal;"
    "overflow-wrap:anywhere}.wide{overflow-x:auto}td.own{background:var(--line)}td.cell{text-align:center;"
    "padding:.12rem .35rem}\n"
    "@media print{h2{break-after:avoid}table,.chart,.board{break-inside:avoid}details{display:none}"
    "body{max-width:none}}\n";

/* ---- What it is about ---- */

/* Of a condition of that name the value; NULL: there is none. */
static const char *value_of(const struct find_options *options, const char *name)
{
    for (size_t i = 0; i < options->condition_count; i++)
        if (strcmp(options->conditions[i].name, name) == 0)
            return options->conditions[i].value;
    return NULL;
}

static void put_condition(struct view_text *page, const struct find_condition *condition)
{
    view_text_print(page, "--%s", condition->name);
    if (condition->value == NULL)
        return;
    view_text_string(page, " ");
    html_text(page, condition->value, strlen(condition->value));
}

static void put_question(struct report *report)
{
    const struct find_options *options = report->run->options;
    const struct input_list *inputs = &options->common.inputs;
    view_text_string(report->page, "<p class=\"asked\">");
    for (size_t i = 0; i < options->condition_count; i++) {
        view_text_string(report->page, i != 0 ? " " : "");
        put_condition(report->page, &options->conditions[i]);
    }
    view_text_string(report->page, options->condition_count != 0 ? "; " : "");
    for (size_t i = 0; i < inputs->count; i++) {
        view_text_string(report->page, i != 0 ? ", " : "");
        html_text(report->page, inputs->names[i], strlen(inputs->names[i]));
    }
    view_text_string(report->page, "</p>\n");
}

static const char *title_of(const struct report *report)
{
    static const char *const names[] = {"opening", "eco", "moves", "event", "site"};
    const struct find_options *options = report->run->options;
    for (size_t i = 0; report->player == NULL && i < sizeof names / sizeof names[0]; i++)
        if (value_of(options, names[i]) != NULL)
            return value_of(options, names[i]);
    return report->player != NULL ? report->player : "Games";
}

/* ---- The page ---- */

static void begin_page(struct report *report, const char *title)
{
    static const char *const styles[] = {tree_html_style,  table_html_style, html_cards_style,
                                         html_board_style, page_style,       NULL};
    html_begin(report->page, title, styles);
    html_board_men(report->page);
    html_title(report->page, title);
    put_question(report);
}

/*
 * The player as most games have the name, if one half has, and other spellings: there may be other people among them. Of an event all
 * that are so called: there may be others among its games.
 */
static void put_names(struct report *report, const struct game_table *names)
{
    enum { NAMES_SHOWN = 12, TITLE_SIZE = 200 };
    char title[TITLE_SIZE];
    struct table_row row, sum;
    const uint64_t size = game_table_size(names);
    game_table_row(names, 0, &row);
    game_table_row(names, UINT64_MAX, &sum);
    snprintf(title, sizeof title, "%.*s", (int)(row.values[0].size < TITLE_SIZE ? row.values[0].size : 0),
             row.values[0].data);
    begin_page(report, report->player != NULL && title[0] != '\0' && 2 * row.counts.games >= sum.counts.games
                           ? title
                           : title_of(report));
    if (size < 2)
        return;
    view_text_string(report->page, "<p class=\"names\">Named ");
    for (uint64_t i = 0; i < NAMES_SHOWN && game_table_row(names, i, &row); i++) {
        view_text_string(report->page, i != 0 ? "; " : "");
        html_tag(report->page, row.values[0]);
        view_text_print(report->page, " (%" PRIu64 ")", row.counts.games);
    }
    view_text_string(report->page, size > NAMES_SHOWN ? "; ...</p>\n" : ".</p>\n");
}

static enum exit_status begin_named(struct report *report)
{
    struct table_count *counting = report_count(report, report->player != NULL ? "Us" : "Event", NULL, 0);
    if (counting == NULL)
        return EXIT_FAILED;
    put_names(report, table_count_table(counting));
    table_count_free(counting);
    return report->page->status;
}

static enum exit_status put_parts(struct report *report)
{
    static enum exit_status (*const parts[])(struct report * report) = {
        report_summary, report_event,      report_tables, report_numbers,
        report_trees,   report_structures, report_choice};
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && status == EXIT_FINE; i++)
        if (parts[i] != report_event || report->is_event)
            status = parts[i](report);
    return status;
}

static enum exit_status put_report(struct report *report)
{
    enum exit_status status = EXIT_FINE;
    const uint64_t count = pgnpack_reader_info(report->games.reader)->game_count;
    if ((report->player != NULL || report->is_event) && count != 0)
        status = begin_named(report);
    else
        begin_page(report, title_of(report));
    if (count == 0)
        view_text_string(report->page, "<p>No game fulfils these conditions.</p>\n");
    else if (status == EXIT_FINE)
        status = put_parts(report);
    view_text_string(report->page, "</body>\n</html>\n");
    enum exit_status written = view_text_flush(report->page);
    return status == EXIT_FINE ? written : status;
}

enum exit_status find_report(struct find_run *run)
{
    const struct find_options *options = run->options;
    struct report report = {.run = run,
                            .page = &run->text,
                            .player = value_of(options, "us"),
                            .position = value_of(options, "moves")};
    enum exit_status status;
    report.is_event = report.player == NULL && value_of(options, "event") != NULL;
    if (report.position == NULL)
        report.position = value_of(options, "fen") != NULL ? value_of(options, "fen") : "";
    struct report_games *games = report_games_find(&report, &status);
    if (games == NULL)
        return status;
    progress_stop(&run->context->progress);
    enum exit_status put = put_report(&report);
    if (run->context->messages->quiet == 0 && run->damage == EXIT_FINE)
        near_names_tell(options->near, pgnpack_reader_info(report.games.reader)->game_count,
                        run->context->messages, NULL);
    report_games_free(games);
    return status == EXIT_FINE ? put : status;
}
