/* Positions by their keys, each with the earliest date at which it was met. */
#ifndef PGNPACK_CLI_NOVEL_MET_POSITIONS_H
#define PGNPACK_CLI_NOVEL_MET_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

#define POSITION_NEVER UINT32_MAX
#define POSITION_NONE SIZE_MAX

struct met_positions;

/* Of these keys, each once. NULL: no memory. */
struct met_positions *met_positions_new(const uint64_t *keys, size_t count);
void met_positions_free(struct met_positions *set);

/* The position's place in the set; POSITION_NONE: it is not there. */
size_t met_positions_slot(const struct met_positions *set, uint64_t key);

/* It was met at that date, if it is there. */
void met_positions_note(struct met_positions *set, uint64_t key, uint32_t date);

/* POSITION_NEVER: it was not met. */
uint32_t met_positions_earliest(const struct met_positions *set, uint64_t key);

/* Is it the first time that this game, which is not 0, has the position? Games come one after the other. */
int met_positions_first_of(struct met_positions *set, size_t slot, uint64_t game);

#endif
