#include "cli/report/game_row.h"

#include <inttypes.h>

#include "cli/base/result_text.h"
#include "cli/pages/html_text.h"

enum exit_status game_row_start(struct game_row *row, struct report *report,
                                const char *const tags[GAME_ROW_TAGS])
{
    const struct pgnpack_batch_options options = {.size = sizeof options,
                                                  .tags = tags,
                                                  .tag_count = GAME_ROW_TAGS,
                                                  .parts = PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS};
    row->report = report;
    for (size_t i = 0; i < GAME_ROW_TAGS; i++)
        row->views[i] = &row->values[i];
    row->batch = pgnpack_batch_new(report->games.reader, &options);
    return row->batch != NULL ? EXIT_FINE : command_no_memory(report->run->context);
}

void game_row_end(struct game_row *row)
{
    pgnpack_free(row->batch);
}

enum pgnpack_status game_row_next(struct game_row *row)
{
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = 1,
                                            .numbers = &row->number,
                                            .plies = &row->plies,
                                            .results = &row->result,
                                            .views = row->views};
    size_t count;
    return pgnpack_batch_next(row->batch, &columns, &count);
}

enum pgnpack_status game_row_go_to(struct game_row *row, uint64_t number)
{
    enum pgnpack_status status = pgnpack_batch_range(row->batch, number, 1);
    return status == PGNPACK_OK ? game_row_next(row) : status;
}

enum exit_status game_row_judge(struct game_row *row, enum pgnpack_status status)
{
    return status == PGNPACK_OK || status == PGNPACK_END
               ? EXIT_FINE
               : find_run_judge(row->report->run, &row->report->games, pgnpack_error(row->batch));
}

void game_row_head(const struct game_row *row, const char *const names[GAME_ROW_TAGS])
{
    view_text_string(row->report->page, "<table class=\"games\">\n<tr>");
    for (size_t i = 0; i < GAME_ROW_TAGS; i++)
        view_text_print(row->report->page, "<th scope=\"col\">%s</th>", names[i]);
    view_text_string(row->report->page, "<th scope=\"col\">result</th><th scope=\"col\">moves</th></tr>\n");
}

void game_row_put(const struct game_row *row)
{
    struct view_text *page = row->report->page;
    view_text_string(page, "<tr>");
    for (size_t i = 0; i < GAME_ROW_TAGS; i++) {
        view_text_string(page, "<td class=\"text\">");
        html_tag(page, row->values[i]);
        view_text_string(page, "</td>");
    }
    view_text_print(page, "<td>%s</td><td>%" PRIu32 "</td></tr>\n",
                    result_text((enum pgnpack_result)row->result), row->plies / 2 + row->plies % 2);
}
