/*
 * The men of a type, and where one of them can go, each with a row and a class. One source of truth: the codec (table_coder.h)
 * and the training program work from here. docs/FORMAT.md, "Codec 4".
 */
#ifndef PGNPACK_MOVES_TABLE_TABLE_MOVES_H
#define PGNPACK_MOVES_TABLE_TABLE_MOVES_H

#include "moves/table/table_types.h"

/* Men of a type that have a target, by ascending square. One alone has no size, and no place. */
void table_see_men(struct table_sight *sight, unsigned type, struct table_choice *choice,
                   struct table_places *places);
void table_weigh_men(struct table_sight *sight, unsigned type, const struct table_weights *weights,
                     struct table_choice *choice);

/* Moves of one of these. */
void table_see_targets(const struct table_sight *sight, unsigned man, struct table_choice *choice,
                       struct table_places *places);
void table_weigh_targets(const struct table_sight *sight, unsigned man, const struct table_weights *weights,
                         struct table_choice *choice);

#endif
