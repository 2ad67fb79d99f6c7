/* pgnfind --novel: games by where they leave a reference database. */
#ifndef PGNPACK_CLI_FIND_FIND_NOVEL_H
#define PGNPACK_CLI_FIND_FIND_NOVEL_H

#include "cli/novel/novelties.h"
#include "cli/novel/reference_games.h"

/* Takes a game that has a novelty; the hit's plies are the novelty's. Any status but EXIT_FINE ends it. */
typedef enum exit_status (*find_novel_function)(void *opaque, const struct pgnpack_hit *hit,
                                                const struct novelty *novelty);

/*
 * Finds what the query asks for in a database, all of it before anything is given, and of these games those with a novelty. Opens the
 * reference that the options name. Failures were reported.
 */
enum exit_status find_novel_games(struct find_run *run, struct database *database, find_novel_function take,
                                  void *opaque);

/* A game of the list that people print: where it leaves the reference, and who was there before. */
enum exit_status find_novel_line(struct game_labels *labels, const struct pgnpack_hit *hit, const char *move,
                                 const struct novelty *novelty);

#endif
