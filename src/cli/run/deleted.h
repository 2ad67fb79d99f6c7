/* Deleted games of a database that a command reads, and what its user should know of its changes. */
#ifndef PGNPACK_CLI_RUN_DELETED_H
#define PGNPACK_CLI_RUN_DELETED_H

#include "cli/run/command.h"

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
