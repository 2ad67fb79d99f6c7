/* What a recipe asks for: all that its references and contexts name. */
#include <check.h>

#include "tags/tag_recipe.h"
#include "unit/suites.h"

/* ?V:1 =2-3 | O:4 W | D:5-6 P | V:7 S:8 */
static const struct tag_recipe sample = {
    .reference_count = 2,
    .context_count = 3,
    .references = {{TAG_LAST_ASKED, {1, {{.kind = TAG_PART_VALUE, .column = 1}}}},
                   {TAG_LESS, {0, {{.column = 2, .other = 3}}}}},
    .contexts = {{2, {{.kind = TAG_PART_OLD, .column = 4}, {.kind = TAG_PART_WHERE}}},
                 {2, {{.kind = TAG_PART_DIFFERENCE, .column = 5, .other = 6}, {.kind = TAG_PART_PLIES}}},
                 {2, {{.kind = TAG_PART_VALUE, .column = 7}, {.kind = TAG_PART_SAME, .column = 8}}}}};

static void note_column(void *opaque, uint16_t column)
{
    *(unsigned *)opaque |= 1u << column;
}

START_TEST(all_columns_are_visited)
{
    unsigned columns = 0;
    tag_recipe_visit(&sample, note_column, &columns);
    ck_assert_uint_eq(columns, 0x1fe);
}
END_TEST

START_TEST(parts_are_counted)
{
    struct tag_recipe recipe = sample;
    tag_recipe_finish(&recipe);
    ck_assert_uint_eq(recipe.search_count, 2);
    ck_assert_uint_eq(recipe.needs_plies, 1);
    recipe.contexts[1].part_count = 1;
    tag_recipe_finish(&recipe);
    ck_assert_uint_eq(recipe.needs_plies, 0);
    recipe.references[1].kind = TAG_PLIES;
    recipe.references[0].context.parts[0].kind = TAG_PART_CHANGE;
    tag_recipe_finish(&recipe);
    ck_assert_uint_eq(recipe.search_count, 3);
    ck_assert_uint_eq(recipe.needs_plies, 1);
}
END_TEST

Suite *tag_recipe_suite(void)
{
    Suite *suite = suite_create("tag_recipe");
    TCase *tests = tcase_create("recipes");
    tcase_add_test(tests, all_columns_are_visited);
    tcase_add_test(tests, parts_are_counted);
    suite_add_tcase(suite, tests);
    return suite;
}
