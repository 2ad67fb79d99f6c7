/*
 * Columns of comments: what packing and unpacking share. docs/FORMAT.md, "Comments".
 *
 * A comment is a *template*, literal pieces with fields (comment_field.h) between them, and the fields' numbers,
 * each in a column of its own; or it is told as it is. Section COMMENT_IDS has a byte a comment: 0 for one told as
 * it is, the next text of section COMMENTS, where each ends with "}"; t for template t. Without section COMMENT_IDS
 * all are told as they are.
 *
 * Section COMMENT_TEMPLATES:
 *
 *     varint  columns (at most 256), each:
 *       1       field kind; then for TEXT:
 *       texts   a stream (stream_place.h; section COMMENT_TEXTS, its index is the column's number from 0); each
 *               text ends with "}"
 *               and for other kinds:
 *       1       bits 0-1: lag, 0 to 2; bits 2-3: scale, a power of ten
 *       tokens  a stream (section COMMENT_FIELDS)
 *       extra   a stream (section COMMENT_EXTRA)
 *     varint  templates (at most 255; the first is template 1), each:
 *       varint  fields (at most 64), each: varint size and bytes of the literal before it, varint column
 *       varint  size and bytes of the literal at the end
 *
 * The model profile has section COMMENT_MODEL in its place, where a column of numbers has a byte, bits 0-1 scale,
 * bit 2: there are two formulas, bit 3: numbers may be ticks of a clock; and one or two formulas (comment_formula.h); ids and numbers are in section COMMENT_NUMBERS (comment_numbers.h). Besides, a kind may be
 * TRIMMED, or LIST, which is as TEXT, but for what of its texts is a list of moves: that is in section COMMENT_MOVES.
 *
 * A column's numbers, divided by 10 to the power of the scale, are told in the number code as zigzag differences to
 * the last one (lag 1), to the last but one (lag 2: each side's clock of its own), or to 0 (lag 0); at first those
 * are 0. With lag 1 and 2 1 is added to each difference, and 0 before a number is a restart, as at the
 * beginning of a game: the last one becomes what the first number behind the last restart was (lag 2: the last but
 * one becomes that, and the last what the second was); at the first restart what the column's first were, 0 if there
 * are none.
 */
#ifndef PGNPACK_COMMENTS_COMMENT_COLUMNS_H
#define PGNPACK_COMMENTS_COMMENT_COLUMNS_H

#include <stdint.h>

#include "container/sections/bcgn_format.h"

enum {
    COMMENT_COLUMN_COUNT_MAX = BCGN_FIELD_COLUMN_COUNT_MAX,
    COMMENT_TEMPLATE_COUNT_MAX = 255,
    COMMENT_FIELD_COUNT_MAX = 64, /* of a template */
    COMMENT_SCALE_MAX = 3,
    COMMENT_LAG_MAX = 2
};

/* Bits that tell nothing yet: of the byte behind a column's kind, ... */
enum { COMMENT_NEWER_MODES = 0xf0 };

/* ... and of the one that section COMMENT_MODEL has there, with the scale. */
enum { COMMENT_TWO_FORMULAS = 4, COMMENT_IN_TICKS = 8, COMMENT_NEWER_HEADS = 0xf0 };

/* How a column's numbers are told. */
struct comment_mode {
    uint8_t lag;
    uint8_t scale;
};

/* What the next number is foretold from. */
struct comment_history {
    int64_t last, last_but_one;
    int64_t starts[2]; /* the first two numbers behind the last restart */
    unsigned start_count;
};

static inline int64_t comment_foretell(const struct comment_history *history, uint8_t lag)
{
    return lag == 0 ? 0 : lag == 1 ? history->last : history->last_but_one;
}

static inline void comment_restart(struct comment_history *history, uint8_t lag)
{
    if (lag == 1) {
        history->last = history->starts[0];
    } else {
        history->last_but_one = history->starts[0];
        history->last = history->starts[1];
    }
    history->start_count = 0;
}

static inline void comment_learn(struct comment_history *history, int64_t number)
{
    if (history->start_count < 2)
        history->starts[history->start_count++] = number;
    history->last_but_one = history->last;
    history->last = number;
}

#endif
