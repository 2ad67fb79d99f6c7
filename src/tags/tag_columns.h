/*
 * Columns of tag values, one a tag name: what packing and unpacking share. docs/FORMAT.md, "Tag columns".
 *
 * The values of a block are numbered in the order of its text: values 0 to n - 1 are the *initial values* of the
 * n tag names' columns, then come game by game the values of each game's tags. Each value is told by one number
 * (number_code.h) of its column:
 *
 *     0       the value is the next string of the column's strings
 *     1       DISTANCE, IDS: the value is its reference
 *     2 + d   DISTANCE: as the value d places before the newest of the column's history (0: the newest)
 *     2 + i   IDS: as entry i of the column's dictionary
 *     1 + z   NUMBER: prefix, the form's text for (the reference's number + zigzag z), suffix
 *
 * DISTANCE: every value enters the history. IDS: a string enters the dictionary; a later value told by its number
 * replaces it there (its text is the same, its place is newer). Both begin with the initial value.
 * A value's *source* is the value that it was copied from, none for strings, numbers, and copies of the result.
 *
 * The reference of a value, by the column's kind:
 *
 *     NONE      nothing; the number 0
 *     PREVIOUS  the column's value before it, at first the initial value
 *     COLUMN    the newest value of another column, where it is one of the same game
 *     LINK      let k be the newest value of the key column, where it is one of the same game, and s be k's
 *               source, where that is no initial value. What is looked for in s's game is a value of this column
 *               when s is of the key column, else of this column's partner (leader or follower); first at the
 *               place that is as far from s as the present value from k, then among the first 64 of the game.
 *     RESULT    the text of the game's result
 *
 * In NUMBER columns the reference counts by what stands between the column's own prefix and suffix. For PREVIOUS,
 * and where there is no reference or it is no such number, the column's last number stands in: the one told last
 * by a number, not by a string; at first the initial value's, or 0. RESULT is for other columns only, and in these
 * a reference that is missing can't be told.
 *
 * Columns "WhiteX" and "BlackX" can be a pair, a leader and a follower, which share strings, history or dictionary
 * and are told by the same codec; leader is the one with the smaller number.
 *
 * Section TAG_CODECS has an entry for each tag name, in the order of their numbers, but followers come right behind
 * their leaders:
 *
 *     1       bits 0-1 enum tag_codec; 2-4 enum tag_reference; 5: it has a follower; 6: all numbers have the same
 *             token; 7: the first string is the initial value, of the follower too (else that is empty)
 *     varint  the follower's number, larger than its own
 *     varint  COLUMN, LINK: the other column
 *     1       NUMBER: enum text_form; then varint size and bytes of the prefix, the same of the suffix
 *     tokens  a stream (stream_place.h; section TAG_TOKENS), or the one token
 *     extra   a stream (section TAG_EXTRA)
 *     strings a stream, not of followers (section TAG). Each string ends with a line feed.
 */
#ifndef PGNPACK_TAGS_TAG_COLUMNS_H
#define PGNPACK_TAGS_TAG_COLUMNS_H

#include "container/bcgn_format.h"
#include "tags/text_form.h"
#include "chess/fen.h"
#include "util/memory.h"
#include "util/text.h"

enum tag_codec { TAG_CODEC_DISTANCE = 0, TAG_CODEC_IDS, TAG_CODEC_NUMBER, TAG_CODEC_MOVES };

/*
 * MOVES, in blocks with TAG_NUMBERS only: the game's movetext tells the value, so it is known behind that only, and
 * counts as the empty text until then, for what others are told by too. In place of the reference:
 *
 *     LABEL   by tag_labels.h, in section TAG_BY_MOVES
 *     FINAL   the position where the movetext ends; the number is 1 for its FEN, 2 for the first four fields of that
 *
 * FINAL has a number in TAG_NUMBERS, 0 for the column's next string.
 */
enum tag_by_moves { TAG_BY_LABEL = 0, TAG_BY_FINAL, TAG_BY_MOVES_COUNT };

enum { TAG_FINAL_FEN = 1, TAG_FINAL_FOUR_FIELDS = 2 };

enum tag_reference {
    TAG_REFERENCE_NONE = 0,
    TAG_REFERENCE_PREVIOUS,
    TAG_REFERENCE_COLUMN,
    TAG_REFERENCE_LINK,
    TAG_REFERENCE_RESULT,
    TAG_REFERENCE_COUNT
};

enum { TAG_HAS_FOLLOWER = 0x20, TAG_CONSTANT = 0x40, TAG_HAS_INITIAL = 0x80 };

/* Numbers 0, 1 and 2 + n have their meaning; NUMBER: 1 + zigzag. */
enum { TAG_NEW_STRING = 0, TAG_AS_REFERENCE = 1, TAG_KNOWN = 2 };

enum { TAG_GAME_SEARCH_MAX = 64 };

#define TAG_NOWHERE UINT32_MAX

struct tag_value {
    struct text text;
    uint32_t game; /* TAG_NOWHERE: an initial value */
    uint32_t source;
    uint16_t column;
    uint16_t position; /* in its game's list of tags */
    uint8_t final;     /* packing: the number that FINAL tells the text by, or 0 */
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
    uint8_t recipe;   /* tag_recipe.h */
    uint16_t other;   /* column of the reference */
    uint16_t leader;  /* itself, if it is no follower */
    uint16_t partner; /* leader's follower or follower's leader, else itself */
    struct text prefix, suffix;
};

void tag_table_init(struct tag_table *table, struct memory *memory);
void tag_table_free(struct tag_table *table);

/* Both return 0 when there is no memory. A game's values are those added since the game before was ended. */
int tag_table_add(struct tag_table *table, uint16_t column, struct text text);
int tag_table_end_game(struct tag_table *table);

/* Empties the table, and enters empty initial values of `column_count` columns. Returns 0: no memory. */
int tag_table_start(struct tag_table *table, unsigned column_count);

/* The value that LINK refers value `value` of column `column` to; `key`: the newest of its game's key column. */
uint32_t tag_find_linked(const struct tag_table *table, const struct tag_column *columns, uint16_t column,
                         uint32_t value, uint32_t key);

/* The text that FINAL tells by `number`, 1 or 2, into `fen`. */
struct text tag_final_text(const struct position *position, uint64_t number, char fen[FEN_SIZE_MAX + 1]);

/* The number between prefix and suffix; 0 when the text is not of the column's form. */
int tag_parse_number(const struct tag_column *column, struct text text, int64_t *number_ret);

#endif
