#include "cli/check/check_rows.h"

#include <stdlib.h>
#include <string.h>

int check_is_no_name(struct pgnpack_text name)
{
    size_t i = 0;
    while (i < name.size && name.data[i] != '\0' && strchr("?- \t", name.data[i]) != NULL)
        i++;
    return i == name.size;
}

struct rows_scan {
    struct check_report *report;
    struct pgnpack_batch *batch;
    size_t tag_count;
    uint64_t numbers[CHECK_ROWS];
    struct pgnpack_text values[CHECK_ROW_TAGS][CHECK_ROWS];
    struct pgnpack_text *views[CHECK_ROW_TAGS];
};

static int take_rows(const struct rows_scan *scan, size_t count, check_row_function take, void *opaque)
{
    struct pgnpack_text values[CHECK_ROW_TAGS];
    for (size_t row = 0; row < count; row++) {
        for (size_t i = 0; i < scan->tag_count; i++)
            values[i] = scan->values[i][row];
        if (!take(opaque, scan->numbers[row], values))
            return 0;
    }
    return 1;
}

static enum exit_status take_all(struct rows_scan *scan, check_row_function take, void *opaque)
{
    struct command_context *context = scan->report->context;
    const struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = CHECK_ROWS, .numbers = scan->numbers, .views = scan->views};
    enum pgnpack_status status;
    size_t count;
    while ((status = pgnpack_batch_next(scan->batch, &columns, &count)) == PGNPACK_OK)
        if (!take_rows(scan, count, take, opaque))
            return command_no_memory(context);
    return status == PGNPACK_END
               ? EXIT_FINE
               : command_report_path(context, scan->report->database, pgnpack_error(scan->batch));
}

enum exit_status check_each_row(struct check_report *report, const char *const *tags, size_t tag_count,
                                const uint64_t *numbers, size_t number_count, check_row_function take,
                                void *opaque)
{
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = tags, .tag_count = tag_count};
    struct rows_scan *scan = calloc(1, sizeof *scan);
    enum exit_status status;
    if (scan == NULL)
        return command_no_memory(report->context);
    scan->report = report;
    scan->tag_count = tag_count;
    for (size_t i = 0; i < CHECK_ROW_TAGS; i++)
        scan->views[i] = scan->values[i];
    scan->batch = pgnpack_batch_new(report->reader, &options);
    if (scan->batch == NULL)
        status = command_no_memory(report->context);
    else if (numbers != NULL && pgnpack_batch_pick(scan->batch, numbers, number_count) != PGNPACK_OK)
        status = command_report_path(report->context, report->database, pgnpack_error(scan->batch));
    else
        status = take_all(scan, take, opaque);
    pgnpack_free(scan->batch);
    free(scan);
    return status;
}
