/* pgndb add with --dedupe, or --where: of the games of the inputs, those that the database has not, or that are as is asked for. */
#ifndef PGNPACK_CLI_DUPLICATES_APPEND_NEW_H
#define PGNPACK_CLI_DUPLICATES_APPEND_NEW_H

#include "cli/pack/pack_formats.h"

/* What comes to be. */
struct append_totals {
    uint64_t added;    /* games */
    uint64_t versions; /* beside them: new ones of games of the database, with tags of their duplicates */
    uint64_t replaced; /* games of the database, by some of those that are added */
};

/*
 * Reads the inputs into a change of the database, or says what would be, if `database` is NULL (`reader`, too: there is none yet): with --where games that it finds, and of
 * these with --dedupe those that are kept by --prefer among them and the games of `reader`, the database's; what was there of a game
 * that is replaced is deleted, and its id leads to the new one. All else stays as it is. Failures are reported.
 */
enum exit_status append_new(struct command_context *context, const struct pack_request *request,
                            struct pgnpack_database *database, struct pgnpack_reader *reader,
                            const char *name, struct append_totals *totals);

#endif
