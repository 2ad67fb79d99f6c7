/* A database that a task changes: opening it, with waiting for others, and the words of its record. */
#ifndef PGNPACK_CLI_RUN_CHANGE_DATABASE_H
#define PGNPACK_CLI_RUN_CHANGE_DATABASE_H

#include "cli/run/command.h"

/* Opens it, and says what is odd about it. NULL: *status says why not, which was reported. */
struct pgnpack_database *change_open(struct command_context *context, const char *name,
                                     enum exit_status *status);

/* The same, and where there is no file yet, one is made, which stays if there is a commit. */
struct pgnpack_database *change_open_or_create(struct command_context *context, const char *name,
                                               enum exit_status *status);

/*
 * What --dry-run looks at: the database is opened to be read, so that nobody is kept from changing it, and nothing is cleared away.
 * NULL: *status says why not, which was reported. The caller frees it.
 */
struct pgnpack_reader *change_open_to_read(struct command_context *context, const char *name,
                                           enum exit_status *status);

/* SOURCE_DATE_EPOCH, for files that are to be the same whenever they are made; 0: now. */
int64_t change_time(void);

/* Makes the change, described by the command line. Failures are reported. */
enum exit_status change_commit(struct command_context *context, struct pgnpack_database *database,
                               const char *name);

/* Where a change came to damage: what to do then. Returns `status`. */
enum exit_status change_tell_damage(struct command_context *context, const char *name,
                                    enum exit_status status);

/* Reports the last failure of the database. */
enum exit_status change_report(struct command_context *context, struct pgnpack_database *database,
                               const char *name);

/* Reports the last failure of a history; that there is no such change is a mistake of the user's. */
enum exit_status change_history_report(struct command_context *context, struct pgnpack_history *history,
                                       const char *name);

/* Writes a game, without the line ends that it begins with: one empty line comes to stand before it, and one behind it. */
enum pgnpack_status change_write_game(struct pgnpack_writer *writer, struct pgnpack_text game);

/* The game goes for the `added`-th one that comes with the change: it is replaced by it, or a duplicate of it. Failures are reported. */
enum exit_status change_replace(struct command_context *context, struct pgnpack_database *database,
                                const char *name, enum pgnpack_reason reason, uint64_t game, uint64_t added);

/* The state that the database is at. */
uint64_t change_state(const struct pgnpack_reader *reader);

/* The texts of a change read as other games than they are: that must not stay. Says so. */
enum exit_status change_take_back(struct command_context *context, struct pgnpack_database *database,
                                  const char *name, uint64_t state);

/*
 * The query that "player=Carlsen elo=2600-" means: words of pgnfind's conditions, each with its value, which "double quotes" may
 * hold together; words without a value alone. NULL: it was reported why not.
 */
struct pgnpack_query *change_query(struct command_context *context, const struct input_list *texts);

/* What takes a condition: `value` is NULL where it has none. Returns 0 to stop. */
typedef int (*condition_function)(void *opaque, const char *word, const char *value);

/* Each condition of texts as above. Returns 0 when one was not taken, or there is no memory. */
int change_each_condition(const struct input_list *texts, condition_function take, void *opaque);

#endif
