/* Games as the keys of their positions, with their dates. */
#ifndef PGNPACK_CLI_NOVEL_REFERENCE_GAMES_H
#define PGNPACK_CLI_NOVEL_REFERENCE_GAMES_H

#include "cli/openings/game_opening.h"
#include "cli/run/database.h"
#include "cli/search/find_run.h"

struct game_lines {
    struct game_keys keys;
    uint64_t numbers[GAME_KEYS_ROWS];
    struct pgnpack_text dates[GAME_KEYS_ROWS];
};

/* 0: no memory. */
int game_lines_start(struct game_lines *lines, struct find_run *run);
void game_lines_free(struct game_lines *lines);

/* Takes a game: `date` as 20190512, 0 where it is not known; the keys of its positions, the first one included, or none. */
typedef enum exit_status (*game_lines_function)(void *opaque, uint64_t number, uint32_t date,
                                                const uint64_t *keys, size_t count);

/* Calls `take` with these games, which ascend, or all, as far as they can be read; what cannot was reported, and noted. */
enum exit_status game_lines_pick(struct game_lines *lines, struct find_run *run, struct database *database,
                                 const uint64_t *numbers, size_t count, game_lines_function take,
                                 void *opaque);
enum exit_status game_lines_all(struct game_lines *lines, struct find_run *run, struct database *database,
                                game_lines_function take, void *opaque);

/* ---- What games are called ---- */

struct game_labels {
    struct find_run *run;
    struct database *database;
    struct pgnpack_batch *batch;
};

/* Of a database's games, before it is closed. 0: no memory. */
int game_labels_start(struct game_labels *labels, struct find_run *run, struct database *database);
void game_labels_end(struct game_labels *labels);

/* "White - Black, Event, Date" of a game; the caller frees it. Where it cannot be read, *label_ret stays. */
enum exit_status game_labels_make(struct game_labels *labels, uint64_t number, char **label_ret);

#endif
