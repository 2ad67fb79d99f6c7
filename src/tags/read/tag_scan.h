/*
 * A block's tag values column by column, for all games at once: several times as fast as game by game (tag_decoder.h), whose
 * values these are. Only of tables TAG_CODECS, and not where a game has a tag twice: those are read game by game.
 */
#ifndef PGNPACK_TAGS_READ_TAG_SCAN_H
#define PGNPACK_TAGS_READ_TAG_SCAN_H

#include "tags/read/tag_decoder.h"

struct tag_scan {
    struct memory *memory;
    uint32_t game_count;
    uint16_t
        slots[BCGN_TAG_NAME_COUNT_MAX]; /* by column: its place in the arrays, TAG_SCAN_NO_SLOT for none */
    uint16_t slot_count;
    uint8_t steps[BCGN_TAG_NAME_COUNT_MAX]; /* by column: is it scanned? */
    struct text *values; /* slot * game_count + game; `data` NULL: the game has no such tag */
    size_t value_capacity;
    uint32_t *sources; /* likewise: what it is a copy of */
    size_t source_capacity;
    uint32_t *history; /* what copies of the present column can be made from */
    size_t history_capacity;
    uint16_t *lists; /* of tags, by game */
    size_t list_capacity;
    uint16_t *places; /* list * slot_count + slot: where in the list */
    size_t place_capacity;
    char *texts; /* of numbers */
    size_t text_size, text_capacity, text_limit;
    uint64_t value_bytes; /* names and values so far */
};

enum { TAG_SCAN_NO_SLOT = UINT16_MAX };

void tag_scan_init(struct tag_scan *scan, struct memory *memory);
void tag_scan_free(struct tag_scan *scan);

/*
 * All values of the columns that were asked for, of a decoder that was started and not yet asked for games; it stays as it
 * is, and the values live until its next block. *done_ret 0: they have to be read game by game, which says what is wrong if
 * anything is. The status is that of memory and work alone.
 */
enum pgnpack_status tag_scan_block(struct tag_scan *scan, const struct tag_decoder *decoder,
                                   uint32_t game_count, int *done_ret, struct error *error);

/*
 * The strings that all values of a column, and of its partner, are taken from, each with a '\n' behind it; of a decoder as above.
 * Returns 0 when values come from elsewhere, too.
 */
int tag_scan_strings(const struct tag_decoder *decoder, uint16_t column, struct byte_source *strings_ret);

/* The column's values by game. NULL: it was not asked for. */
static inline const struct text *tag_scan_column(const struct tag_scan *scan, uint16_t column)
{
    return scan->slots[column] == TAG_SCAN_NO_SLOT
               ? NULL
               : scan->values + (size_t)scan->slots[column] * scan->game_count;
}

#endif
