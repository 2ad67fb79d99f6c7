/* Numbers that grow with the time, as games of a server do: TAG_PACE of a recipe. docs/FORMAT.md, "Recipes". */
#ifndef PGNPACK_TAGS_MODEL_TAG_PACE_H
#define PGNPACK_TAGS_MODEL_TAG_PACE_H

#include "tags/base/tag_columns.h"
#include "tags/model/tag_recipe.h"

enum { TAG_PACE_COUNT = 5 };

/* The last numbers, the newest first, and when they came. */
struct tag_pace {
    unsigned count;
    int64_t times[TAG_PACE_COUNT];
    int64_t numbers[TAG_PACE_COUNT];
};

/* Seconds, months having 31 days, by the numbers of the two columns; of one, if they are the same. */
int64_t tag_pace_time(const struct tag_column *columns, const struct tag_part *which, int64_t number,
                      int64_t other);

/* Where the numbers, of which there is one at least, lead to in a straight line; the last one, if that is too far. */
int64_t tag_pace_number(const struct tag_pace *pace, int64_t time);

void tag_pace_add(struct tag_pace *pace, int64_t time, int64_t number);

#endif
