/* Recipes for columns whose names tell nothing: by which of the columns before it each is told best. */
#ifndef PGNPACK_TAGS_WRITE_TAG_RECIPE_CHOICE_H
#define PGNPACK_TAGS_WRITE_TAG_RECIPE_CHOICE_H

#include "tags/write/tag_encoder_state.h"

/* Sets the recipe of the group's column, which has that of its pattern, to a better one; returns 0 if there is none. */
int tag_choose_recipe(const struct tag_encoder *encoder, const struct tag_group *group,
                      struct tag_recipe *recipe);

#endif
