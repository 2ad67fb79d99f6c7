/* The games that a list names, in a database: ids become numbers. */
#ifndef PGNPACK_CLI_RUN_GAME_CHOICE_H
#define PGNPACK_CLI_RUN_GAME_CHOICE_H

#include "cli/run/view_text.h"

/* command_report, or command_report_path where the reader opened the database by its name. */
typedef enum exit_status (*report_function)(struct command_context *context, const char *file,
                                            const struct pgnpack_error *error);

/* Reads what a database tells of ids, before they are shown. Failures are reported. */
enum exit_status game_ids_load(struct command_context *context, const char *file,
                               const struct pgnpack_reader *reader, report_function report);

/* The same of a file that the command reads itself, and the id of a game for a text, whose status tells of failures; "": none. */
void game_id_show(struct view_text *text, const char *file, const struct pgnpack_reader *reader,
                  uint64_t number, char id[PGNPACK_ID_SIZE]);

/* What the games are chosen for. Of changes, an id means the game that has it, and no other to which it leads. */
enum game_use { TO_READ, TO_DELETE, TO_UNDELETE };

/*
 * Copies the list, with a number for each id; game_ranges_free() frees it in any case. An id that names no game of the database is
 * reported; to be deleted, one that several games have, too.
 */
enum exit_status game_choice_make(struct command_context *context, const char *file,
                                  struct pgnpack_reader *reader, const struct game_ranges *ranges,
                                  enum game_use use, report_function report, struct game_ranges *chosen_ret);

/* The last game of a range, all of which must be there: what is not is reported. "n-" ends with the last one that there is. */
enum exit_status game_choice_check(struct command_context *context, const char *file, uint64_t game_count,
                                   const struct game_range *range, uint64_t *last_ret);

/* Takes games from number `first` on. */
typedef enum exit_status (*games_function)(void *opaque, uint64_t first, uint64_t count);

/* Gives the games of the options' list to `take`, range by range; ids have numbers first. Reports what there is not. */
enum exit_status game_choice_each(struct command_context *context, const char *file,
                                  struct pgnpack_reader *reader, enum game_use use, games_function take,
                                  void *opaque);

/*
 * A deleted game that has a new version is refused: which one that is, is told. EXIT_FINE: it has none. *history is made when it is needed first,
 * NULL before; the caller frees it.
 */
enum exit_status game_choice_refuse_old(struct command_context *context, const char *file,
                                        const struct pgnpack_reader *reader, struct pgnpack_history **history,
                                        uint64_t number);

/* Refuses games that are all deleted: one that has a new version as above. EXIT_FAILED. */
enum exit_status game_choice_refuse_deleted(struct command_context *context, const char *file,
                                            const struct pgnpack_reader *reader, uint64_t first,
                                            uint64_t last);

/* Gives the games that a query finds to `take`, one by one, until it fails. Reports failures of the search. */
enum exit_status game_choice_each_found(struct command_context *context, const char *file,
                                        const struct pgnpack_reader *reader, struct pgnpack_query *query,
                                        games_function take, void *opaque);

#endif
