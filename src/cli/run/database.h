/* A packed file that is read at any place, not from its beginning to its end. */
#ifndef PGNPACK_CLI_RUN_DATABASE_H
#define PGNPACK_CLI_RUN_DATABASE_H

#include "cli/run/command.h"
#include "cli/files/input_file.h"

struct database {
    struct command_context *context;
    struct input_file file;
    struct pgnpack_reader *reader; /* NULL: it is BCGN 0, which has no index */
    enum exit_status damage;       /* EXIT_CORRUPT: its index was missing, and was made from what there is */
    size_t keep;                   /* of its source */
    int read_failed;               /* which was reported */
    uint64_t shown_before;         /* what the progress bar had when this file was opened */
    uint64_t shown_size;           /* up to where of this file it is */
    int is_open;
    int is_indexed; /* an index beside it is used */
    int is_shared;  /* threads read it: how far they are, and what fails, is for the caller to tell */
};

/* Reports failures, and damage that leaves something to read. `keep`: `cache_size` of struct pgnpack_source. */
enum exit_status database_open(struct database *database, struct command_context *context, const char *name,
                               size_t keep);
/* The same, and refuses BCGN 0, which has no index and no segments. */
enum exit_status database_open_indexed(struct database *database, struct command_context *context,
                                       const char *name);

/* Opens it anew, as it was when it had so many bytes: one of its states. Reports failures; it is to be closed in any case. */
enum exit_status database_open_state(struct database *database, uint64_t size);

/* From here on the progress bar shows how far reading is from the file's beginning, once more. */
void database_begin_pass(struct database *database);

/* The game behind the last one of the block that has this game. */
uint64_t database_block_end(const struct database *database, uint64_t game);

void database_close(struct database *database);

/* ---- Deleted games ---- */

/* Before anything is read of an opened database: deleted games are left out, or not, as the options say. */
void deleted_set(const struct command_context *context, struct pgnpack_reader *reader);

/*
 * Says what is odd about its changes: one was broken off, of which nothing is read (a note); or one cannot be read, so that games that it
 * deleted are there again: EXIT_CORRUPT.
 */
enum exit_status deleted_tell(const struct command_context *context, const char *name,
                              const struct pgnpack_reader *reader);

/* The parts of it: how the file ends (notes), and records. */
void deleted_tell_torn(const struct command_context *context, const char *name, enum pgnpack_torn torn,
                       uint64_t size);
enum exit_status deleted_tell_records(const struct command_context *context, const char *name,
                                      const struct pgnpack_reader *reader);

/* How many games there are: without deleted ones, but with --with-deleted. */
uint64_t deleted_games_left(const struct command_context *context, const struct pgnpack_reader *reader);

/* The number of the n-th game that is not left out, both from 1; behind the last one: some number behind it. */
uint64_t deleted_number_of(const struct command_context *context, const struct pgnpack_reader *reader,
                           uint64_t n);

#endif
