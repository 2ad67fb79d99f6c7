/* Packing and reading BCGN 0 in memory, for tests. */
#ifndef PGNPACK_TESTS_UNIT_BCGN0_SUPPORT_H
#define PGNPACK_TESTS_UNIT_BCGN0_SUPPORT_H

#include <stddef.h>
#include <stdint.h>

#include "bcgn0/bcgn0_reader.h"
#include "bcgn0/bcgn0_writer.h"
#include "pgnpack_extra.h"
#include "util/buffer.h"

/* A text or file in memory, as a source for readers; `step`: bytes a call at most, 0 for no limit. */
struct memory_source {
    const uint8_t *bytes;
    size_t size;
    size_t at;
    size_t step;
};

/* A pgnpack_read_function; `opaque` is a struct memory_source. */
int read_from_memory(void *opaque, void *bytes, size_t size, size_t *size_ret);

/* What packing a whole PGN text gave. */
struct packed {
    struct memory memory;
    struct buffer file;
    struct pgnpack_bcgn0_losses losses;
    struct error error; /* the first one */
};

struct pgnpack_bcgn0_options bcgn0_options(enum pgnpack_bcgn0_scheme scheme);

/* Packs every game; without options->lossy it stops at the first error. */
void pack_text(struct packed *packed, const char *pgn, size_t pgn_size,
               const struct pgnpack_bcgn0_options *options);
void packed_free(struct packed *packed);

/* A reader on a file in memory. `source` must live as long. */
void open_bcgn0(struct bcgn0_reader *reader, struct memory_source *source, const void *bytes, size_t size);

/* The file as PGN text, tags escaped, moves as UCI; ends with the error, if any. free() it. */
char *bcgn0_listing(const void *bytes, size_t size);

/* The game's tags, one "Name=value" a line, as they stand in the game. free() it. */
char *tag_listing(const struct game *game);

/* The moves as UCI words with a space before each, and the final position. free() the words. */
char *uci_listing(const struct game *game, struct position *final_position);

#endif
