/*
 * Unpacks a block's comments (comment_columns.h): puts all of them together again, each with a "}" behind it.
 * Trusts nothing: reads are held against the columns' ends, what comes out against the block's text size.
 */
#ifndef PGNPACK_COMMENTS_COMMENT_DECODER_H
#define PGNPACK_COMMENTS_COMMENT_DECODER_H

#include "comments/comment_columns.h"
#include "comments/comment_numbers.h"
#include "comments/comment_place.h"
#include "entropy/coding/number_code.h"
#include "moves/streams/line_list.h"
#include "util/work.h"
#include "util/text.h"

struct comment_column_state {
    struct number_reader codes;
    struct byte_source texts; /* TEXT: instead of numbers */
    struct comment_history history;
    int64_t factor;
    uint8_t kind;
    uint8_t lag;
};

struct comment_part {
    struct text literal;
    uint16_t column; /* of the field behind it; a template's last part has none */
};

struct comment_recipe {
    size_t first_part;
    size_t field_count;
    size_t size_max;      /* of a comment, with its "}", without its texts */
    unsigned model_count; /* fields that models tell */
};

enum comment_stream {
    COMMENT_STREAM_TOKENS,
    COMMENT_STREAM_EXTRA,
    COMMENT_STREAM_TEXTS,
    COMMENT_STREAM_COUNT
};

struct comment_decoder {
    struct memory *memory;
    struct byte_source (*sections)[COMMENT_STREAM_COUNT]; /* by column */
    uint16_t section_end;                                 /* from there on no column has any */
    struct comment_column_state *columns;
    unsigned column_count;
    struct comment_recipe recipes[COMMENT_TEMPLATE_COUNT_MAX];
    unsigned recipe_count;
    struct comment_part *parts; /* of all templates */
    size_t part_count, part_capacity;
    int needs_boards; /* what comments hold depends on positions */
    struct byte_source ids, literals;
    int has_lists;
    int by_model;                   /* ids and numbers are in section COMMENT_NUMBERS */
    struct comment_numbers numbers; /* made, and the lists, when it is first needed */
    struct line_list_coder lists;
    size_t size_limit;
    struct work_count *work;
    struct buffer text;
};

void comment_decoder_init(struct comment_decoder *decoder, struct memory *memory);
void comment_decoder_free(struct comment_decoder *decoder);

/* Forgets the block before; then comment_decoder_section() for each section. Returns 0 when there is no memory. */
int comment_decoder_clear(struct comment_decoder *decoder);

/* `column` is less than COMMENT_COLUMN_COUNT_MAX. */
static inline void comment_decoder_section(struct comment_decoder *decoder, enum comment_stream stream,
                                           uint16_t column, struct byte_source bytes)
{
    decoder->sections[column][stream] = bytes;
    if (column >= decoder->section_end)
        decoder->section_end = (uint16_t)(column + 1);
}

struct comment_sections {
    struct byte_source templates, ids;
    struct byte_source model, numbers; /* `model` not empty: these are in place of those above */
    struct byte_source literals;
    struct work_count *work; /* comments add to it; NULL where only the table is read */
};

/* Reads the table. All comments together have at most `size_limit` bytes. */
enum pgnpack_status comment_decoder_start(struct comment_decoder *decoder,
                                          const struct comment_sections *sections, size_t size_limit,
                                          struct error *error);

/* To be called before the first comment if the table says has_lists: `moves` are those of lists. */
enum pgnpack_status comment_decoder_start_lists(struct comment_decoder *decoder,
                                                const struct policy_nets *nets, struct byte_source moves,
                                                struct error *error);

/* Appends the block's next comment, which stands at `place`, to decoder->text. */
enum pgnpack_status comment_decoder_next(struct comment_decoder *decoder, const struct comment_place *place,
                                         struct error *error);

/*
 * Of a decoder without models, whose next comment has a template: the numbers of its fields, 0 for texts, which are passed over, and
 * no text. Returns 0 where it is not in order.
 */
int comment_decoder_next_numbers(struct comment_decoder *decoder, int64_t numbers[COMMENT_FIELD_COUNT_MAX]);

/* Behind the last comment. */
enum pgnpack_status comment_decoder_finish(struct comment_decoder *decoder, struct error *error);

#endif
