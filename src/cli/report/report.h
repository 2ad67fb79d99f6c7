/* What the parts of a report share: the games that it is about, as a small database in memory. */
#ifndef PGNPACK_CLI_REPORT_REPORT_H
#define PGNPACK_CLI_REPORT_REPORT_H

#include "cli/run/database.h"
#include "cli/search/find_run.h"
#include "cli/search/find_search.h"
#include "cli/table/game_table.h"

struct report {
    struct find_run *run;
    struct view_text *page;
    struct database games; /* those that the options' query found */
    const char *player;    /* whom the report is about, as conditions name players; NULL: no one */
    int is_event;          /* it is about an event, or a tournament */
    const char *position;  /* that trees begin with: moves, or a FEN */
};

/* A condition of a query, as the options give them; `value` NULL: it has none. */
struct report_condition {
    const char *name, *value;
};

/*
 * Searches the games for those that also fulfil these conditions, of our player if there is one. Failures were reported; a query that is
 * no query is EXIT_FAULT.
 */
enum exit_status report_find(struct report *report, const struct report_condition *conditions, size_t count,
                             find_take_function take, void *opaque);

/* A table of what report_find() finds; the caller frees it with table_count_free(). NULL: failures were reported. */
struct table_count *report_count(struct report *report, const char *keys,
                                 const struct report_condition *conditions, size_t count);

/* A heading of the page. */
void report_heading(const struct report *report, const char *text);

#endif
