/* What copying from database to database asks of a writer, beside its public functions. */
#ifndef PGNPACK_LIB_WRITE_WRITER_PARTS_H
#define PGNPACK_LIB_WRITE_WRITER_PARTS_H

#include "container/file/file_format.h"
#include "util/text.h"

struct pgnpack_writer;

/* The segment's profile is at least this. To be called before anything is written. */
void writer_need_profile(struct pgnpack_writer *writer, enum bcgn_profile profile);

/*
 * The segment becomes a part of a file that has so many games in so many bytes before it: its opening tree gets the positions that would be
 * in one of the whole file. To be called before the segment ends.
 */
void writer_comes_behind(struct pgnpack_writer *writer, uint64_t games, uint64_t size);

/* Text that a block of this writer has, when it is full. */
size_t writer_block_size(const struct pgnpack_writer *writer);

/* Full blocks of this writer that so much takes, about. */
uint64_t writer_blocks_for(const struct pgnpack_writer *writer, uint64_t text_size, uint64_t games);

/* Of the segment, when it is finished; 0: there is no memory. */
uint64_t writer_identity(const struct pgnpack_writer *writer);

/* Is there a block that has not ended? */
int writer_is_filling(const struct pgnpack_writer *writer);

/*
 * A game whose bytes begin and end here, whatever other games' are like; `lead` is the beginning of it. Both together have 1 to
 * BCGN_BLOCK_TEXT_MAX bytes. Blocks end as for texts written.
 */
enum pgnpack_status writer_add_bounded(struct pgnpack_writer *writer, struct text lead, struct text game);

/* Text behind such games that belongs to none. A further game, but of another file, begins a block. */
enum pgnpack_status writer_add_tail(struct pgnpack_writer *writer, struct text tail);

/*
 * A block of another segment, as it is but for its place and these flags. It is checked; `entry` is what the index says of
 * it. The block that was being filled ends.
 */
enum pgnpack_status writer_copy_block(struct pgnpack_writer *writer, const uint8_t *block,
                                      const struct index_entry *entry, uint8_t flags);

#endif
