/*
 * Texts that quote other tags of their game: "NAME won by resignation". The strings of a column with quotes have bytes 1
 * to 8 in place of what is quoted, so that they are few. docs/FORMAT.md, "Quotes".
 */
#ifndef PGNPACK_TAGS_MODEL_TAG_QUOTES_H
#define PGNPACK_TAGS_MODEL_TAG_QUOTES_H

#include <stdint.h>

#include "tags/base/tag_columns.h"
#include "util/buffer.h"
#include "util/varint.h"

/* Of a column; and the size of a text that is quoted, or quoted from. */
enum { TAG_QUOTES_MAX = 8, TAG_QUOTED_SIZE_MAX = 255 };

/* Whose value is quoted; numbers of the format. */
enum tag_quote_source {
    TAG_QUOTE_COLUMN, /* that of a column */
    TAG_QUOTE_WINNER, /* of one column if White won, of the other if Black did */
    TAG_QUOTE_LOSER,  /* of one column if White lost, of the other if Black did */
    TAG_QUOTE_SOURCE_COUNT
};

/* What of it; numbers of the format, too. */
enum tag_quote_way {
    TAG_QUOTE_WHOLE,
    TAG_QUOTE_HYPHENS,       /* its letters and digits, and "-" for all between them */
    TAG_QUOTE_LOWER_HYPHENS, /* the same in small letters */
    TAG_QUOTE_UNDERSCORES,   /* "_" in place of "-" */
    TAG_QUOTE_JOINED,        /* nothing in place of it */
    TAG_QUOTE_LOWER,
    TAG_QUOTE_FAMILY, /* up to the first comma */
    TAG_QUOTE_FIRST,  /* up to the first of " ,.:;/" */
    TAG_QUOTE_LAST,   /* from behind the last of these on */
    TAG_QUOTE_WAY_COUNT
};

struct tag_quote {
    uint8_t source;
    uint8_t way;
    uint16_t column;
    uint16_t other; /* WINNER, LOSER */
};

/* The quotes of a block's columns, those of a column next to each other. */
struct tag_quotes {
    struct memory *memory;
    struct tag_quote *quotes;
    size_t count;
    size_t capacity;
};

static inline unsigned tag_quote_columns(unsigned source)
{
    return source == TAG_QUOTE_COLUMN ? 1 : 2;
}

/* The quotes of a column, `column->quote_count` of them: of a pair they are the leader's. NULL if the block has none. */
static inline const struct tag_quote *tag_quotes_of(const struct tag_quotes *quotes,
                                                    const struct tag_column *column)
{
    return quotes->quotes == NULL ? NULL : quotes->quotes + column->first_quote;
}

void tag_quotes_init(struct tag_quotes *quotes, struct memory *memory);
void tag_quotes_free(struct tag_quotes *quotes);

/* Returns 0 when there is no memory. */
int tag_quotes_add(struct tag_quotes *quotes, const struct tag_quote *quote);

/* A column's, as a file has them. */
void tag_quotes_write(const struct tag_quotes *quotes, const struct tag_column *column, struct buffer *out);

/*
 * Reads those of a leader in a block with `column_count` columns. Fails the source when they are not in order; *error says
 * so only where they have something that a newer version of the format must have brought. Returns 0: no memory.
 */
int tag_quotes_read(struct tag_quotes *quotes, struct tag_column *column, struct byte_source *source,
                    unsigned column_count, struct error *error);

/*
 * The column that is quoted in a value of `own` in a game with that result: partners quote partners. Returns 0 when
 * nobody has won.
 */
int tag_quote_column(const struct tag_quote *quote, const struct tag_column *columns, uint16_t own,
                     unsigned result, uint16_t *column_ret);

/* Writes what is quoted of a text; returns its size, SIZE_MAX when it is more than `room`. */
size_t tag_quote_write(unsigned way, struct text text, char *out, size_t room);

/*
 * The text of a game's first value in a column, among its first TAG_GAME_SEARCH_MAX; `data` NULL: there is none that can be
 * quoted.
 */
struct text tag_quote_find(const struct tag_value *values, size_t count, uint16_t column);

#endif
