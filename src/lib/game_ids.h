/* Ids of games: a segment's name and a number inside it; and where games went that have moved since (docs/FORMAT.md, chapter 30). */
#ifndef PGNPACK_LIB_GAME_IDS_H
#define PGNPACK_LIB_GAME_IDS_H

#include "container/game_origins.h"
#include "lib/reader.h"

/* Of an opened reader. Sections that are damaged, or cannot be read, count as empty: ids they know lead nowhere. */
enum pgnpack_status game_origins_read(struct game_origins *origins, const struct pgnpack_reader *reader,
                                      struct work_count *work, struct error *error);

/* The game's number, from 0. The reader keeps the origins that it has read for that, until it is opened again. */
enum pgnpack_status game_id_find(struct pgnpack_reader *reader, const char *id, uint64_t *number_ret,
                                 struct error *error);

#endif
