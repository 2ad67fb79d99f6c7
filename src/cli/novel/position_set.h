/* Positions by their keys, each with the earliest date at which it was met. */
#ifndef PGNPACK_CLI_NOVEL_POSITION_SET_H
#define PGNPACK_CLI_NOVEL_POSITION_SET_H

#include <stddef.h>
#include <stdint.h>

#define POSITION_NEVER UINT32_MAX
#define POSITION_NONE SIZE_MAX

struct position_set;

/* Of these keys, each once. NULL: no memory. */
struct position_set *position_set_new(const uint64_t *keys, size_t count);
void position_set_free(struct position_set *set);

/* The position's place in the set; POSITION_NONE: it is not there. */
size_t position_set_slot(const struct position_set *set, uint64_t key);

/* It was met at that date, if it is there. */
void position_set_note(struct position_set *set, uint64_t key, uint32_t date);

/* POSITION_NEVER: it was not met. */
uint32_t position_set_earliest(const struct position_set *set, uint64_t key);

/* Is it the first time that this game, which is not 0, has the position? Games come one after the other. */
int position_set_first_of(struct position_set *set, size_t slot, uint64_t game);

#endif
