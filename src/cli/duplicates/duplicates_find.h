/* Finding duplicates for a task: the library's search with the options, progress and messages of this run; and what was found. */
#ifndef PGNPACK_CLI_DUPLICATES_DUPLICATES_FIND_H
#define PGNPACK_CLI_DUPLICATES_DUPLICATES_FIND_H

#include "cli/run/command.h"
#include "pgnpack_extra.h"

/* A database that is looked at. */
struct duplicates_database {
    const char *name;
    struct pgnpack_database *database; /* NULL: it is only read */
    struct pgnpack_reader *reader;     /* the database's, where there is one; NULL: there are no games */
    int is_added; /* these games are to be added to the one before: its own duplicates are not asked for */
};

/* What pgndb dedupe, and add --dedupe, do the same with: who is kept is judged here alone. Zeroed, nothing was found yet. */
struct duplicates {
    struct command_context *context;
    struct duplicates_database *databases;
    size_t count;
    struct pgnpack_duplicates *found;
    int passes_damage; /* which was told: what other blocks have is found */
};

/* Looks for them by options->change.dedupe and options->change.prefer; of the databases the earlier ones rank higher. Failures are reported. */
enum exit_status duplicates_find(struct duplicates *duplicates);

/* The next pair, in the order of the games that are not kept. 0: there is none. From the first on after duplicates_rewind(). */
int duplicates_next(struct duplicates *duplicates, struct pgnpack_duplicate *found);
void duplicates_rewind(struct duplicates *duplicates);

void duplicates_free(struct duplicates *duplicates);

#endif
