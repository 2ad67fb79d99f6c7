/* Finding duplicates for a task: the library's search with the options, progress and messages of this run. */
#ifndef PGNPACK_CLI_DUPLICATES_FIND_H
#define PGNPACK_CLI_DUPLICATES_FIND_H

#include "cli/command.h"

/* A database that is looked at. */
struct duplicates_database {
    const char *name;
    struct pgnpack_database *database; /* NULL: it is only read */
    struct pgnpack_reader *reader;     /* the database's, where there is one */
};

/*
 * Looks for duplicates by options->dedupe and `keep`; of the databases the earlier ones rank higher. NULL: it failed, which was
 * reported, and *status says so.
 */
struct pgnpack_duplicates *duplicates_find(struct command_context *context,
                                           const struct duplicates_database *databases, size_t count,
                                           enum pgnpack_keep keep, enum exit_status *status);

#endif
