/*
 * Final positions (TAG_BY_FINAL): as programs write them, with fewer fields, with a field for en passant behind each double
 * step of a pawn, with rights of rooks that were taken, with clocks that count otherwise. docs/FORMAT.md, "Values that follow from moves".
 */
#ifndef PGNPACK_TAGS_BASE_TAG_FINAL_H
#define PGNPACK_TAGS_BASE_TAG_FINAL_H

#include "chess/fen.h"
#include "util/text.h"

/* Numbers of the format. Others, up to the last one, are these with what differs from the position's FEN. */
enum {
    TAG_FINAL_FEN = 1,
    TAG_FINAL_FOUR_FIELDS = 2,
    TAG_FINAL_OTHER = 3,
    TAG_FINAL_LAST = TAG_FINAL_OTHER - 1 + 4 * 64 * 10 * 16 * 64
};

/* The text of a number, and its number: `number` may be any, text.size is 0 where it has no text. */
enum { TAG_FINAL_SIZE_MAX = FEN_SIZE_MAX + 16 };
struct text tag_final_text(const struct position *position, uint64_t number, char out[TAG_FINAL_SIZE_MAX]);

/* The number that tells the text; 0: none does. */
uint32_t tag_final_number(const struct position *position, struct text text);

#endif
