#include "cli/check/check_tags.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/check/check_date.h"
#include "cli/check/check_rows.h"

enum { WHITE, BLACK, DATE, UTC_DATE, EVENT_DATE, TAGS, WORDS_SIZE = 300, VALUE_SHOWN = 40 };

static const char *const tags[TAGS] = {[WHITE] = "White",
                                       [BLACK] = "Black",
                                       [DATE] = "Date",
                                       [UTC_DATE] = "UTCDate",
                                       [EVENT_DATE] = "EventDate"};

struct tags_scan {
    struct check_report *report;
    uint32_t last_day;
};

/* Tags that are found, with their values where these say something: 'White, Black "?"'. */
static size_t add_words(char words[WORDS_SIZE], size_t size, const char *tag, struct pgnpack_text value)
{
    int shown = (int)(value.size < VALUE_SHOWN ? value.size : VALUE_SHOWN);
    int added = snprintf(words + size, WORDS_SIZE - size, value.data == NULL ? "%s%s" : "%s%s \"%.*s\"",
                         size != 0 ? ", " : "", tag, shown, value.data != NULL ? value.data : "");
    return size + (added > 0 ? (size_t)added : 0);
}

static void add_finding(const struct tags_scan *scan, enum check_kind kind, uint64_t game, const char *words)
{
    check_report_add(scan->report, &(struct check_finding){.kind = kind, .game = game, .found = words});
}

/* A check_row_function. */
static int take_row(void *opaque, uint64_t game, const struct pgnpack_text *values)
{
    const struct tags_scan *scan = opaque;
    char words[WORDS_SIZE];
    uint32_t day;
    size_t size = 0;
    for (size_t i = DATE; i <= EVENT_DATE; i++)
        if (check_date_is_wrong(values[i], scan->last_day, &day))
            size = add_words(words, size, tags[i], values[i]);
    if (size != 0)
        add_finding(scan, CHECK_DATES, game, words);
    size = 0;
    for (size_t i = WHITE; i <= BLACK; i++)
        if (check_is_no_name(values[i]))
            size = add_words(words, size, tags[i], values[i]);
    if (size != 0)
        add_finding(scan, CHECK_NAMES, game, words);
    return 1;
}

enum exit_status check_tags(struct check_report *report)
{
    struct tags_scan scan = {report, check_date_last()};
    return check_each_row(report, tags, TAGS, NULL, 0, take_row, &scan);
}
