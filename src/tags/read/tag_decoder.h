/*
 * Unpacks the columns of a block's tag values (tag_columns.h), game by game. What was unpacked stays, so that any
 * game up to there can be had again at once. Trusts nothing: reads are held against the columns' ends, the number
 * of values and the room for their texts against the block's text size.
 */
#ifndef PGNPACK_TAGS_READ_TAG_DECODER_H
#define PGNPACK_TAGS_READ_TAG_DECODER_H

#include "tags/read/tag_decoder_columns.h"

void tag_decoder_init(struct tag_decoder *decoder, struct memory *memory);
void tag_decoder_free(struct tag_decoder *decoder);

/* Forgets the block before; then tag_decoder_section() for each section, and tag_decoder_start(). 0: no memory. */
int tag_decoder_clear(struct tag_decoder *decoder);

/* Below TAG_REFERRED_TO sections of that column need not be there. */
static inline enum tag_interest tag_decoder_interest(const struct tag_decoder *decoder, uint16_t column)
{
    return (enum tag_interest)decoder->interest[column];
}

/* The bytes must stay until the next block. `column` is less than BCGN_TAG_NAME_COUNT_MAX. */
static inline void tag_decoder_section(struct tag_decoder *decoder, enum tag_stream stream, uint16_t column,
                                       struct byte_source bytes)
{
    decoder->sections[column][stream] = bytes;
    if (column >= decoder->section_end)
        decoder->section_end = (uint16_t)(column + 1);
}

struct tag_decoder_block {
    const struct schema_table *schemas;
    struct byte_source schema_ids;
    struct byte_source codecs; /* section TAG_CODECS or, by_model, TAG_MODEL */
    int by_model;
    struct byte_source results;
    struct byte_source by_moves; /* section TAG_BY_MOVES */
    struct byte_source numbers;  /* section TAG_NUMBERS */
    uint32_t game_count;
    uint32_t text_size;
    struct work_count *work; /* unpacking adds to it */
};

/* Reads the columns' codecs. Sections of columns that nobody will ask for need not be there. */
enum pgnpack_status tag_decoder_start(struct tag_decoder *decoder, const struct tag_decoder_block *block,
                                      struct error *error);

/* For the model, between tag_decoder_start() and the first game; they stay until the next block. */
static inline void tag_decoder_set_plies(struct tag_decoder *decoder, const uint32_t *ply_counts)
{
    decoder->ply_counts = ply_counts;
}

/* Are any of the columns asked for told by the moves? Right behind tag_decoder_ask(), too. */
int tag_decoder_asks_moves(const struct tag_decoder *decoder);

/* Do values that are asked for wait for the moves? */
static inline int tag_decoder_waits(const struct tag_decoder *decoder)
{
    return decoder->waits;
}

/* ... and for the moves of all games in their order? */
static inline int tag_decoder_has_labels(const struct tag_decoder *decoder)
{
    return decoder->waits && decoder->label_column_count != 0;
}

/*
 * From which game at or before `first` on are tag_decoder_tell_moves() to be called, in the games' order, so that all of
 * `first` to `game` are told?
 */
uint32_t tag_decoder_first_untold(const struct tag_decoder *decoder, uint32_t first, uint32_t game);

/*
 * Tells what is known behind the movetext of game `game`, whose values tag_decoder_game() gave: they are complete
 * then. With labels, games have to come in their order, but may come again.
 */
enum pgnpack_status tag_decoder_tell_moves(struct tag_decoder *decoder, uint32_t game,
                                           const struct position *final, const struct label_path *path,
                                           struct error *error);

/*
 * Gives back what only games that were not unpacked yet need. Their values are not to be had before tag_decoder_start() was
 * called again. Nothing happens where values wait for the moves. Returns whether it did.
 */
int tag_decoder_trim(struct tag_decoder *decoder);

/* Is nothing left over, the block's last game being unpacked? */
int tag_decoder_at_end(const struct tag_decoder *decoder);

/*
 * The values of game `game` (less than game_count): *first_ret and the `*count_ret - 1` elements behind it, among
 * them those of columns that are only referred to.
 */
enum pgnpack_status tag_decoder_game(struct tag_decoder *decoder, uint32_t game,
                                     const struct tag_value **first_ret, size_t *count_ret,
                                     struct error *error);

#endif
