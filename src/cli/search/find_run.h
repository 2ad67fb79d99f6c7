/* What one run of pgnfind works with. */
#ifndef PGNPACK_CLI_SEARCH_FIND_RUN_H
#define PGNPACK_CLI_SEARCH_FIND_RUN_H

#include "cli/run/command.h"
#include "cli/run/database.h"
#include "cli/search/find_options.h"
#include "cli/run/view_text.h"

struct find_run {
    struct command_context *context;
    const struct find_options *options;
    struct pgnpack_query *query; /* that searches ask: the options', but while a report asks its own */
    unsigned workers;            /* threads that search */
    struct view_text text;       /* of the games, on its way out */
    struct rows *rows;           /* of --csv: those of all databases; NULL: another form */
    uint64_t found;              /* games so far, at most options->common.view.limit */
    enum exit_status damage;     /* EXIT_CORRUPT: something could not be read, which was told; the rest was */
    const char *damaged_file;    /* what was told last, and need not be told again */
    uint64_t damaged_offset;
    struct pgnpack_search_counts counts;
};

/* A failure while a database is searched or games are read. EXIT_FINE: what could not be read is passed over. */
enum exit_status find_run_judge(struct find_run *run, struct database *database,
                                const struct pgnpack_error *error);

#endif
