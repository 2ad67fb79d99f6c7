/*
 * Ids of games (docs/FORMAT.md, chapter 5): the segment that a game was in first, by its name, and its number there. What an opened
 * database tells of them is read when the first one is asked for.
 */
#ifndef PGNPACK_LIB_OPEN_GAME_IDS_H
#define PGNPACK_LIB_OPEN_GAME_IDS_H

#include "container/segments/id_list.h"
#include "lib/open/reader.h"

/* `like`: where its memory comes from, as for other handles. NULL when there is none. */
struct game_ids *game_ids_new(const struct memory *like);
void game_ids_free(struct game_ids *ids);

/* What was damaged of what was read, the first; NULL: nothing. */
const struct error *game_ids_damage(const struct pgnpack_reader *reader);

/*
 * Reads what is not read yet; from then on the next two may be asked. The second fails for damage as well, where ids are to be kept. Any
 * number of threads may call them.
 */
enum pgnpack_status game_ids_read(const struct pgnpack_reader *reader, struct error *error);
enum pgnpack_status game_ids_read_all(const struct pgnpack_reader *reader, struct error *error);

/* The ids of games from `game` on that follow each other. 0: it has none, as the run_ret->count - 1 games behind it. */
int game_ids_from(const struct pgnpack_reader *reader, uint64_t game, struct id_run *run_ret);

/* Ids of games that are gone, as segments `first` to before `end` tell of them. */
const struct id_link *game_ids_further(const struct pgnpack_reader *reader, size_t first, size_t end,
                                       size_t *count_ret);

/*
 * The game that an id means, from 0: the last one that has it and is not deleted; else the one of which its game was a duplicate, or which
 * replaced it, and so on; else the deleted one. PGNPACK_END: there is none. Not for several threads at once.
 */
enum pgnpack_status game_ids_follow(const struct pgnpack_reader *reader, uint64_t identity, uint64_t number,
                                    struct work_count *work, uint64_t *game_ret, struct error *error);

/* An id as text: the game that it means, from 0. */
enum pgnpack_status game_id_find(const struct pgnpack_reader *reader, const char *id, uint64_t *game_ret,
                                 struct error *error);

/* The first and the last game that have an id which begins so, of those that readers are given, from 0. PGNPACK_END: there is none. */
enum pgnpack_status game_id_span(const struct pgnpack_reader *reader, const char *id, uint64_t *first_ret,
                                 uint64_t *last_ret, struct error *error);

/*
 * The game that has an id itself, from 0, and is to be changed: the only one that is not deleted, else (or first, where deleted ones are wanted) the
 * last deleted one. PGNPACK_ERROR_ARGUMENT: there is none, or it is not known which of several is meant.
 */
enum pgnpack_status game_id_find_own(const struct pgnpack_reader *reader, const char *id, int wants_deleted,
                                     uint64_t *game_ret, struct error *error);

#endif
