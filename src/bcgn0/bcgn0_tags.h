/*
 * A game's tags in the fields of an entry and back.
 *
 * A fixed field holds the first tag of its name if its printed form is exactly that tag's value; all other
 * tags are additional ones. The reader prints a fixed field unless it is empty, and adds what follows from
 * the entry: Result, unless there is an additional tag Result; FEN and SetUp "1" for a custom start position,
 * unless there is an additional tag FEN (or SetUp). The writer leaves these out exactly where that gives
 * them back. A game without a Result tag comes back with one: the format cannot say that there was none.
 */
#ifndef PGNPACK_BCGN0_BCGN0_TAGS_H
#define PGNPACK_BCGN0_BCGN0_TAGS_H

#include <stddef.h>
#include <stdint.h>

#include "bcgn0/bcgn0_entry.h"
#include "game/game.h"
#include "util/buffer.h"
#include "util/error.h"

/* Where the tags of one game go. The caller sets the first three; `additional` is cleared for each game. */
struct bcgn0_tag_sink {
    int roster_only; /* drop tags without a fixed field, FEN and SetUp; no loss */
    int lossy;       /* drop what does not fit, and count it */
    uint64_t dropped;
    struct buffer additional; /* additional tags as the file has them */
    char unescaped[BCGN0_STRING_COUNT][BCGN0_STRING_MAX];
};

/*
 * Fills the entry's tags from the game; entry->has_start and entry->result are set already. The entry's texts
 * point into the game and the sink. Returns PGNPACK_ERROR_LOSSY for tags that do not fit (where `lossy`: only
 * for a FEN tag that contradicts the game).
 */
enum pgnpack_status bcgn0_tags_gather(struct bcgn0_tag_sink *sink, const struct game *game,
                                      struct bcgn0_entry *entry, struct error *error);

/*
 * Adds the entry's tags to the game, and the clocks of an additional FEN tag to its start position, which
 * must be the entry's. The game's texts point into the entry's bytes and into `scratch`.
 */
enum pgnpack_status bcgn0_tags_spread(const struct bcgn0_entry *entry, struct game *game,
                                      struct buffer *scratch, struct error *error);

#endif
