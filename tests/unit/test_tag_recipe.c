/* What a recipe asks for: all that its references and contexts name. */
#include <check.h>

#include "tags/model/tag_recipe.h"
#include "unit/suites.h"

/* V:1;=2-3 with K:4 W|C:5 A|V:6 C:7 */
static const struct tag_recipe sample = {
    .reference_count = 2,
    .context_count = 3,
    .references = {{TAG_LAST, {1, {{.kind = TAG_PART_VALUE, .column = 1}}}},
                   {TAG_LESS, {0, {{.column = 2, .other = 3}}}}},
    .contexts = {{2, {{.kind = TAG_PART_KINDS, .column = 4}, {.kind = TAG_PART_WHERE}}},
                 {2, {{.kind = TAG_PART_CODE, .column = 5}, {.kind = TAG_PART_AGE}}},
                 {2, {{.kind = TAG_PART_VALUE, .column = 6}, {.kind = TAG_PART_CODE, .column = 7}}}}};

static void note_column(void *opaque, uint16_t column)
{
    *(unsigned *)opaque |= 1u << column;
}

START_TEST(all_columns_are_visited)
{
    unsigned columns = 0;
    tag_recipe_visit(&sample, note_column, &columns);
    ck_assert_uint_eq(columns, 0xfe);
}
END_TEST

START_TEST(plies_are_asked_for)
{
    struct tag_recipe recipe = sample;
    ck_assert(!tag_recipe_needs_plies(&recipe));
    recipe.references[1].kind = TAG_PLIES;
    ck_assert(tag_recipe_needs_plies(&recipe));
    recipe.reference_count = 1;
    ck_assert(!tag_recipe_needs_plies(&recipe));
}
END_TEST

Suite *tag_recipe_suite(void)
{
    Suite *suite = suite_create("tag_recipe");
    TCase *tests = tcase_create("recipes");
    tcase_add_test(tests, all_columns_are_visited);
    tcase_add_test(tests, plies_are_asked_for);
    suite_add_tcase(suite, tests);
    return suite;
}
