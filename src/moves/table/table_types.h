/* Which types of men could move, and why one would. docs/FORMAT.md, "Codec 4". */
#ifndef PGNPACK_MOVES_TABLE_TABLE_TYPES_H
#define PGNPACK_MOVES_TABLE_TABLE_TYPES_H

#include "moves/table/table_sight.h"

/* `ply`: moves before this one in its line. */
unsigned table_phase(const struct position *position, uint32_t ply);

/* Sees a position, and which types of men could move. `rows`: of the kinds above. */
void table_see_types(struct table_sight *sight, const struct position *position, uint32_t ply,
                     const struct table_last *last, uint16_t rows[TABLE_TYPE_KINDS]);
void table_weigh_types(struct table_sight *sight, const struct position *position, uint32_t ply,
                       const struct table_last *last, const struct table_weights *weights,
                       struct table_choice *choice);

#endif
