/*
 * Recipes that many blocks have, by number a part of the format (docs/FORMAT.md, "Patterns"): a file names one with a
 * byte. Instead of columns they have letters, the block's arguments; the file says once which columns these are.
 */
#ifndef PGNPACK_TAGS_MODEL_TAG_PATTERN_H
#define PGNPACK_TAGS_MODEL_TAG_PATTERN_H

#include "tags/model/tag_recipe.h"

/* Patterns have the numbers from 1 to TAG_PATTERN_COUNT. TAG_RECIPE_SPELLED: no pattern, the recipe stands in the file. */
enum { TAG_RECIPE_SPELLED = 0, TAG_PATTERN_COUNT = 28, TAG_ARGUMENT_COUNT = 18, TAG_ARGUMENTS_MAX = 64 };

/* 1 + number of the column of each letter from `a` on; 0: the block has none. */
struct tag_arguments {
    uint16_t of[TAG_ARGUMENTS_MAX];
};

struct tag_pattern {
    uint8_t recent_count;
    const char *references;
    const char *contexts;
};

const struct tag_pattern *tag_pattern_row(unsigned number);

/* Sets the recipe to a pattern that there is, for column `column`. */
void tag_pattern_set(struct tag_recipe *recipe, unsigned number, const struct tag_arguments *arguments,
                     uint16_t column);

#endif
