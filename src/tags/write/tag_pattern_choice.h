/* Which pattern (tag_pattern.h) a packer takes for the tags of a name, and which tags are its arguments. */
#ifndef PGNPACK_TAGS_WRITE_TAG_PATTERN_CHOICE_H
#define PGNPACK_TAGS_WRITE_TAG_PATTERN_CHOICE_H

#include "tags/model/tag_pattern.h"
#include "util/text.h"

/* Patterns of tags whose names tell nothing. */
enum { TAG_PATTERN_TEXT = 1, TAG_PATTERN_NUMBER = 2 };

/* ECO told by the players, and told by no other column. */
enum { TAG_PATTERN_ECO = 13, TAG_PATTERN_ECO_ALONE = 28 };

/* Arguments, from 0. */
enum { TAG_ARGUMENT_WHITE = 3, TAG_ARGUMENT_BLACK = 4 };

unsigned tag_pattern_for(struct text name, int is_number);

/* The tag that pattern `number` is made for, ending with "*" if for all that begin so; "" for the first two and TAG_PATTERN_ECO_ALONE. */
const char *tag_pattern_name(unsigned number);

void tag_find_arguments(const struct text *names, unsigned name_count, struct tag_arguments *arguments);

#endif
