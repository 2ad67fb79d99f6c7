/* Writes games as BCGN 0. Nothing is cut: what does not fit is refused, or dropped and counted where allowed. */
#ifndef PGNPACK_BCGN0_BCGN0_WRITER_H
#define PGNPACK_BCGN0_BCGN0_WRITER_H

#include "bcgn0/bcgn0_entry.h"
#include "bcgn0/bcgn0_tags.h"
#include "game/game.h"
#include "pgnpack_extra.h"
#include "util/buffer.h"
#include "util/error.h"

struct bcgn0_writer {
    struct pgnpack_bcgn0_options options;
    struct pgnpack_bcgn0_losses losses;
    struct bcgn0_tag_sink tags;
    struct bcgn0_entry entry;
};

/* `options->scheme` must be one of the three. */
void bcgn0_writer_init(struct bcgn0_writer *writer, const struct pgnpack_bcgn0_options *options,
                       struct memory *memory);
void bcgn0_writer_free(struct bcgn0_writer *writer);

/* Appends what a file begins with. Returns 0 when there is no memory. */
int bcgn0_write_file_header(const struct bcgn0_writer *writer, struct buffer *out);

/*
 * Appends one game. On failure `out` is as before and `error` says why: PGNPACK_ERROR_LOSSY, the game or a
 * part of it does not fit (with options->lossy it is counted as left out), or a lack of memory.
 */
enum pgnpack_status bcgn0_write_game(struct bcgn0_writer *writer, const struct game *game, struct buffer *out,
                                     struct error *error);

#endif
