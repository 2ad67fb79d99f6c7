/*
 * Columns of tag values, one a tag name: what packing and unpacking share. docs/FORMAT.md, "Tag columns", says what they
 * mean. Columns "WhiteX" and "BlackX" can be a pair, a leader and a follower; leader is the one with the smaller number.
 */
#ifndef PGNPACK_TAGS_BASE_TAG_COLUMNS_H
#define PGNPACK_TAGS_BASE_TAG_COLUMNS_H

#include "container/sections/bcgn_format.h"
#include "game/game.h"
#include "tags/base/name_index.h"
#include "tags/base/text_form.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/varint.h"

/* ---- Schemas ---- */

enum { SCHEMA_LIST_SLOTS = 2 * BCGN_SCHEMA_COUNT_MAX };

struct schema_table {
    struct text names[BCGN_TAG_NAME_COUNT_MAX]; /* slices of the block's text, or of the section */
    unsigned name_count;
    uint16_t *elements; /* name numbers, one list after the other */
    size_t element_count;
    size_t element_capacity;
    uint32_t list_starts[BCGN_SCHEMA_COUNT_MAX + 1]; /* in `elements`; list i ends where list i + 1 starts */
    unsigned list_count;
    unsigned last; /* the list found last */

    /* For packing: where names and lists are found. */
    struct name_index name_index;
    uint16_t
        list_slots[SCHEMA_LIST_SLOTS]; /* by the hash of their names: 1 + the number of a list; 0 is free */
    struct memory *memory;
};

void schema_table_init(struct schema_table *table, struct memory *memory);
void schema_table_free(struct schema_table *table);
void schema_table_clear(struct schema_table *table);

enum { SCHEMA_NO_MEMORY = -1, SCHEMA_NO_ROOM = -2 };

/*
 * The number of the game's list of names, entered if it is new. SCHEMA_NO_ROOM: the limits leave no room for it, as they always do for
 * an empty one.
 */
int schema_table_enter(struct schema_table *table, const struct game *game);

static inline unsigned schema_size(const struct schema_table *table, unsigned list)
{
    return table->list_starts[list + 1] - table->list_starts[list];
}

static inline const uint16_t *schema_names(const struct schema_table *table, unsigned list)
{
    return table->elements + table->list_starts[list];
}

void schema_table_write(const struct schema_table *table, struct buffer *out);

/* Fails the source when the table is not in order, or when there is no memory (then sets *no_memory_ret). */
void schema_table_read(struct schema_table *table, struct byte_source *source, int *no_memory_ret);

/* ---- Columns ---- */

enum tag_codec { TAG_CODEC_DISTANCE = 0, TAG_CODEC_IDS, TAG_CODEC_NUMBER, TAG_CODEC_MOVES };

/*
 * MOVES, in blocks with TAG_NUMBERS only: the game's movetext tells the value, so it is known behind that only, and
 * counts as the empty text until then, for what others are told by too. In place of the reference:
 *
 *     LABEL   by tag_labels.h, in section TAG_BY_MOVES
 *     FINAL   the position where the movetext ends; the number is 1 for its FEN, 2 for the first four fields of that, more
 *             for other ways to write it (tag_final.h)
 *
 * FINAL has a number in TAG_NUMBERS, 0 for the column's next string.
 */
enum tag_by_moves { TAG_BY_LABEL = 0, TAG_BY_FINAL, TAG_BY_MOVES_COUNT };

/*
 * Section TAG_MODEL has the arguments of patterns and then an entry for each tag name, in the order of TAG_CODECS'
 * (docs/FORMAT.md, "Tag numbers"). The entry's first byte:
 *
 *     bits 0-1  enum tag_modelled_kind
 *     bit 2     NUMBER: without a reference told by the difference to the last one; else to 0. TEXT: it has quotes
 *     bit 3     it has a follower
 *     bits 4-7  leaders: there are 2^(this + MIN) counters
 */
enum tag_modelled_kind { TAG_MODELLED_TEXT, TAG_MODELLED_NUMBER, TAG_MODELLED_LABEL, TAG_MODELLED_FINAL };

enum {
    TAG_MODELLED_KIND = 3,
    TAG_MODELLED_PREVIOUS = 4, /* of numbers; of texts: */
    TAG_MODELLED_QUOTES = 4,
    TAG_MODELLED_FOLLOWER = 8,
    TAG_MODELLED_COUNTERS = 4, /* place */
    TAG_COUNTER_BITS_MIN = 6,
    TAG_COUNTER_BITS_MAX = TAG_COUNTER_BITS_MIN + 15
};

/* A block's columns together have no more counters than its text has bytes, those apart that each has at least. */
enum { TAG_COUNTERS_FREE = BCGN_TAG_NAME_COUNT_MAX << TAG_COUNTER_BITS_MIN };

enum tag_reference {
    TAG_REFERENCE_NONE = 0,
    TAG_REFERENCE_PREVIOUS,
    TAG_REFERENCE_COLUMN,
    TAG_REFERENCE_LINK,
    TAG_REFERENCE_RESULT,
    TAG_REFERENCE_COUNT
};

enum { TAG_HAS_FOLLOWER = 0x20 };

/* Numbers 0, 1 and 2 + n have their meaning; NUMBER: 1 + zigzag. */
enum { TAG_NEW_STRING = 0, TAG_AS_REFERENCE = 1, TAG_KNOWN = 2 };

enum { TAG_GAME_SEARCH_MAX = 64 };

#define TAG_NOWHERE UINT32_MAX

struct tag_value {
    struct text text;
    uint32_t game;
    uint32_t source;
    uint16_t column;
    uint16_t position; /* in its game's list of tags */
    uint32_t final;    /* packing: the number that FINAL tells the text by, or 0 */
};

/* The values of a block, or of its first games; in unpacking perhaps only those of some columns. */
struct tag_table {
    struct tag_value *values;
    size_t count;
    size_t capacity;
    uint32_t *game_starts; /* game_count + 1 elements: where in `values` a game's begin */
    size_t game_capacity;
    uint32_t game_count;
    uint16_t position; /* of the value that is added next */
    struct memory *memory;
};

struct tag_column {
    uint8_t codec;
    uint8_t reference;
    uint8_t form;
    uint8_t flags;
    uint8_t recipe;       /* number of a pattern (tag_pattern.h), or TAG_RECIPE_SPELLED */
    uint8_t counter_bits; /* by the model, of leaders */
    uint8_t quote_count;  /* (tag_quotes.h) */
    uint16_t first_quote;
    uint8_t is_quoted; /* packing: by another column */
    uint16_t other;    /* column of the reference */
    uint16_t leader;   /* itself, if it is no follower */
    uint16_t partner;  /* leader's follower or follower's leader, else itself */
    struct text prefix, suffix;
};

/* Does the game's opening tell its values? */
static inline int tag_column_is_label(const struct tag_column *column)
{
    return column->codec == TAG_CODEC_MOVES && column->reference == TAG_BY_LABEL;
}

void tag_table_init(struct tag_table *table, struct memory *memory);
void tag_table_free(struct tag_table *table);

/* Both return 0 when there is no memory. A game's values are those added since the game before was ended. */
int tag_table_add(struct tag_table *table, uint16_t column, struct text text);
int tag_table_end_game(struct tag_table *table);

/* Empties the table. Returns 0: no memory. */
int tag_table_start(struct tag_table *table);

/* The value that LINK refers value `value` of column `column` to; `key`: the newest of its game's key column. */
uint32_t tag_find_linked(const struct tag_table *table, const struct tag_column *columns, uint16_t column,
                         uint32_t value, uint32_t key);

/* The number between prefix and suffix; 0 when the text is not of the column's form. */
int tag_parse_number(const struct tag_column *column, struct text text, int64_t *number_ret);

/* Its text with prefix and suffix, in `room` bytes; returns its size, 0 where it has none or too little room. */
size_t tag_print_number(const struct tag_column *column, int64_t number, char *out, size_t room);

#endif
