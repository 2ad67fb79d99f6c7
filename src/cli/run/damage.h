/* Damage in the words of who has the games: which are lost, and what can be done; then where, and of what kind. */
#ifndef PGNPACK_CLI_RUN_DAMAGE_H
#define PGNPACK_CLI_RUN_DAMAGE_H

#include "cli/run/command.h"

/*
 * Reports a failure of the library's like command_report(), damage by the games that it took. `reader` is the opened
 * database where there is one, which knows the games of each block; or NULL.
 */
enum exit_status damage_report(struct command_context *context, const char *file,
                               struct pgnpack_reader *reader, const struct pgnpack_error *error);

/* The same while unpacking from an input, whose index is looked up for it, if it can be. */
enum exit_status damage_report_unpacking(struct command_context *context, struct unwrap *unwrap,
                                         const struct pgnpack_error *error);

/* One stretch of several that --salvage passes over. */
void damage_report_stretch(struct command_context *context, const char *file,
                           const struct pgnpack_damage *damage);

/* A database that was opened without its index. */
void damage_report_index(struct command_context *context, const char *file, struct pgnpack_reader *reader,
                         const struct pgnpack_error *error);

/*
 * Opens the database that is to be unpacked: *reader_ret, NULL where it is damaged, or its file cannot be read at any place. Other
 * failures are reported. The file's place stays.
 */
enum exit_status damage_open_reader(struct command_context *context, struct unwrap *unwrap,
                                    struct pgnpack_reader **reader_ret);

#endif
