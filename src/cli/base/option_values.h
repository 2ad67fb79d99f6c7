/* Words of the command line as values. They return 0 for a word that is none, and then set nothing. */
#ifndef PGNPACK_CLI_BASE_OPTION_VALUES_H
#define PGNPACK_CLI_BASE_OPTION_VALUES_H

#include <stdint.h>

#include "pgnpack_extra.h"

enum { OPTION_WAIT_MAX = 1000000 }; /* seconds */

/* Reads decimal digits at the beginning; returns what follows them, NULL if there are none or too many. */
const char *option_digits(const char *word, uint64_t *value_ret);

/* Nothing but digits, from `min` to `max`. */
int option_number(const char *word, uint64_t min, uint64_t max, uint64_t *value_ret);

/* A number, with or without one of the units K M G T (times 1,024). */
int option_size(const char *word, uint64_t *value_ret, int *has_unit_ret);

/* A scheme of BCGN 0 by its name or number. */
int option_scheme(const char *word, enum pgnpack_bcgn0_scheme *scheme_ret);

/* "2/5": the second of five. *shard_ret counts from 0. */
int option_shard(const char *word, uint64_t *shard_ret, uint64_t *count_ret);

/* A way to keep moves by its name, and the other way round; NULL: a block has no moves. */
int option_moves(const char *word, enum pgnpack_moves *moves_ret);
const char *option_moves_name(enum pgnpack_moves moves);

enum { SPLIT_LETTERS_MAX = 100 };

/* Of a tag that is set; no known one is longer than a line. */
enum { TAG_NAME_SIZE_MAX = 255 };

/* Into which files a database is split: of so many games each, or by what tags say. */
enum split { SPLIT_GAMES, SPLIT_YEAR, SPLIT_MONTH, SPLIT_LETTER, SPLIT_CODE, SPLIT_TAG };

/* "date", "month", "eco", "code". */
int option_split(const char *word, enum split *split_ret);

/* "Event", "White:1": how long the tag's name is, and how many of its letters count, 0 standing for all. */
int option_split_tag(const char *word, size_t *size_ret, uint64_t *letters_ret);

/* Which duplicates are meant, and which of them is kept, by their names. */
int option_duplicates(const char *word, enum pgnpack_duplicate_kind *kind_ret);
const char *option_duplicates_word(enum pgnpack_duplicate_kind kind);
int option_keep_rule(const char *word, enum pgnpack_keep *keep_ret);

/* "2024-05": a month of 1900 to 2999. */
int option_month(const char *word, unsigned *year_ret, unsigned *month_ret);

/* Is it a condition's word, as "player" is? */
int option_is_condition(const char *name, size_t name_size);

#endif
