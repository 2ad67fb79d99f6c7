/*
 * Games of a database that get new texts: each is read, edited and appended, and its old version deleted, all in one change,
 * so that either all of it is made or nothing. Its id leads to the new version from then on.
 */
#ifndef PGNPACK_CLI_CHANGE_CHANGE_REWRITE_H
#define PGNPACK_CLI_CHANGE_CHANGE_REWRITE_H

#include "cli/run/command.h"
#include "pgnpack_extra.h"

struct rewrite;

/*
 * Opens the database `name`: for changes, or with --dry-run only to be read. NULL: *status says why not, which was reported. Freeing
 * it closes the database.
 */
struct rewrite *rewrite_open(struct command_context *context, const char *name, enum exit_status *status);
void rewrite_free(struct rewrite *rewrite);

/* The database as it is, up to rewrite_finish(). */
struct pgnpack_reader *rewrite_reader(struct rewrite *rewrite);

/*
 * The game of that number, which are to ascend, as a text to edit. NULL: *status says whether that is a failure, which was
 * reported, or a text that is no game and was told to stay; deleted games stay, too.
 */
struct pgnpack_editor *rewrite_take(struct rewrite *rewrite, uint64_t number, enum exit_status *status);

/* Takes the edited text for the game, if it has changed. */
enum exit_status rewrite_put(struct rewrite *rewrite);

/* Takes another text for the game that was taken: one game, with a tag, move or result. What is not is refused: reported. */
enum exit_status rewrite_put_text(struct rewrite *rewrite, struct pgnpack_text text);

/* The game stays as it is, because the editor could not do what it was asked for: that is told, unless it is a failure. */
enum exit_status rewrite_leave(struct rewrite *rewrite);

/* Makes the change, unless nothing is different or --dry-run was given, and says how many games it is about. */
enum exit_status rewrite_finish(struct rewrite *rewrite);

/* ---- Games that are marked ---- */

/* By the list of -g, or by --where. Without either all are chosen, and *marks_ret is NULL. The caller frees it. Reports failures. */
enum exit_status game_marks_make(struct command_context *context, const char *name,
                                 struct pgnpack_reader *reader, uint8_t **marks_ret);

/* So many of the games that were named are deleted, and stay so. */
void rewrite_warn_of_deleted(const struct command_context *context, const char *name, uint64_t deleted);

/* Games count from 1. */
int game_is_marked(const uint8_t *marks, uint64_t number);

/* Of a row of columns. Any status but EXIT_FINE ends the walk. */
typedef enum exit_status (*rewrite_row_function)(void *opaque, size_t row);

/*
 * Calls `take` with each row of a batch's games that are marked; the columns, `numbers` among them, have that row then. Returns the status
 * of the first failure, which was reported.
 */
enum exit_status rewrite_each_marked(struct rewrite *rewrite, struct pgnpack_batch *batch,
                                     const struct pgnpack_columns *columns, const uint8_t *marks,
                                     rewrite_row_function take, void *opaque);

#endif
