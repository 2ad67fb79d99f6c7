/* Rendering that is compared with a source: passes over what stands there as it would be written. */
#ifndef PGNPACK_LAYOUT_LAYOUT_MATCH_H
#define PGNPACK_LAYOUT_LAYOUT_MATCH_H

#include "layout/layout_state.h"

/*
 * Passes over those of the next `count` items that surely are written as they stand in the source, up to the first of
 * which that is not so sure; returns how many.
 */
size_t layout_match_items(struct layout *layout, const struct game_item *items, size_t count);

/*
 * The same of tags, from number `i` on; but of the last one, behind which it matters whether its value holds a line end,
 * nothing is sure.
 */
size_t layout_match_tags(struct layout *layout, size_t i);

#endif
