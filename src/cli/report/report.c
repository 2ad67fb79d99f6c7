#include "cli/report/report.h"

#include "cli/count/table_count.h"
#include "cli/pages/html_text.h"

static int add(struct pgnpack_query *query, const char *name, const char *value)
{
    return pgnpack_query_add(query, name, value) == PGNPACK_OK;
}

static int add_all(const struct report *report, struct pgnpack_query *query,
                   const struct report_condition *conditions, size_t count)
{
    if (report->player != NULL && !add(query, "us", report->player))
        return 0;
    for (size_t i = 0; i < count; i++)
        if (!add(query, conditions[i].name, conditions[i].value))
            return 0;
    return 1;
}

enum exit_status report_find(struct report *report, const struct report_condition *conditions, size_t count,
                             find_take_function take, void *opaque)
{
    struct find_run *run = report->run;
    const struct pgnpack_options options = command_library_options(run->context);
    struct pgnpack_query *query = pgnpack_query_new(&options), *before = run->query;
    if (query == NULL)
        return command_no_memory(run->context);
    enum exit_status status = add_all(report, query, conditions, count) ? EXIT_FINE : EXIT_FAULT;
    run->query = query;
    if (status == EXIT_FINE)
        status = find_search(run, &report->games, UINT64_MAX, take, opaque);
    run->query = before;
    pgnpack_free(query);
    return status;
}

struct table_count *report_count(struct report *report, const char *keys,
                                 const struct report_condition *conditions, size_t count)
{
    struct table_count *counting = table_count_new(report->run, keys);
    if (counting == NULL)
        return NULL;
    enum exit_status status = table_count_begin(counting, &report->games);
    if (status == EXIT_FINE)
        status = report_find(report, conditions, count, table_count_hits, counting);
    table_count_end(counting);
    if (status == EXIT_FINE && table_count_finish(counting) != NULL)
        return counting;
    table_count_free(counting);
    return NULL;
}

void report_heading(const struct report *report, const char *text)
{
    view_text_string(report->page, "<h2>");
    html_text(report->page, text, strlen(text));
    view_text_string(report->page, "</h2>\n");
}
