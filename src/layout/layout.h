/*
 * Renders a game to text under a style, slot by slot. The packer and the unpacker use this one renderer; what a
 * style does not foresee is an exception to a slot (docs/FORMAT.md, "Rendering").
 *
 * Slots of a game, in the order of its text: the gap before its first token, the token, the gap before the
 * second token, ... the last token, the gap at its end. Token k (from 0) is slot 2k + 1. Tokens are the tags,
 * the items of the movetext (not those in the header), and the result, where there is one.
 */
#ifndef PGNPACK_LAYOUT_LAYOUT_H
#define PGNPACK_LAYOUT_LAYOUT_H

#include "layout/layout_state.h"

/*
 * Appends the game's text. With a source, gives up (out_limit 0) where the text differs from it; then only the size of
 * `out`, which must have been empty, means something: most of the text is not written. Items of moves must carry their text.
 * Check buffer_failed(out).
 */
void layout_render(struct layout *layout, const struct style *style, const struct game *game,
                   struct buffer *out, layout_settle_function settle, void *opaque);

#endif
