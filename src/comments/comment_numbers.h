/*
 * Section COMMENT_NUMBERS: which template each comment has, and its fields' numbers, comment by comment, as
 * bits of a mixed model under contexts of the column. Numbers are told by how far off a formula is
 * (comment_formula.h). The same function codes in both directions. docs/FORMAT.md, "Numbers of comments".
 */
#ifndef PGNPACK_COMMENTS_COMMENT_NUMBERS_H
#define PGNPACK_COMMENTS_COMMENT_NUMBERS_H

#include "comments/comment_formula.h"
#include "entropy/models/mixed_model.h"

/* How the last numbers were foretold, by side. */
struct comment_record {
    uint8_t misses[2]; /* how far off, as a class */
    uint8_t rests[2];  /* the number behind steps, as a class */
    uint8_t ticks[2];  /* which of the numbers were whole ticks */
};

struct comment_numbers {
    struct memory *memory;
    struct mixed_model model;
    struct bit_coder coder;
    struct comment_numbers_state state;
    struct comment_record *records; /* COMMENT_COLUMN_COUNT_MAX */
    uint8_t ids[2];                 /* by side: the last one's */
};

void comment_numbers_init(struct comment_numbers *numbers, struct memory *memory);
void comment_numbers_free(struct comment_numbers *numbers);

/* Room for what all below need. Returns 0 when there is no memory. */
int comment_numbers_allocate(struct comment_numbers *numbers);

/*
 * The columns' kinds, factors and formulas are in numbers->state.series; then one of these two. Both return 0 when there
 * is no memory. `text_size`: of the block.
 */
int comment_numbers_start_encoding(struct comment_numbers *numbers, size_t text_size, struct buffer *out);
int comment_numbers_start_decoding(struct comment_numbers *numbers, size_t text_size, struct byte_source in);

/* Goes to the next comment and codes its template. Returns it; decoding ignores the argument. */
uint8_t comment_numbers_begin(struct comment_numbers *numbers, const struct comment_moment *moment,
                              uint8_t id);

/* The number of its next field, with the factor. Decoding: a number that is not in order fails the stream. */
int64_t comment_numbers_code(struct comment_numbers *numbers, unsigned column, int64_t number);

static inline void comment_numbers_finish(struct comment_numbers *numbers)
{
    bit_coder_finish(&numbers->coder);
}

static inline int comment_numbers_at_end(const struct comment_numbers *numbers)
{
    return bit_coder_at_end(&numbers->coder);
}

#endif
