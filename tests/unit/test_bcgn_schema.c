/* Tables of tag names and lists of them: entered, written, read, limited, refused. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tags/base/tag_columns.h"
#include "unit/suites.h"
#include "unit/support.h"

struct fixture {
    struct memory memory;
    struct schema_table *table;
    struct schema_table *copy;
    struct game game;
    struct buffer out;
    struct buffer names; /* what the games' tag names point to */
};

static void set_up(struct fixture *fixture)
{
    memory_init(&fixture->memory, NULL, 0);
    fixture->table = malloc(sizeof *fixture->table);
    fixture->copy = malloc(sizeof *fixture->copy);
    ck_assert(fixture->table != NULL && fixture->copy != NULL);
    schema_table_init(fixture->table, &fixture->memory);
    schema_table_init(fixture->copy, &fixture->memory);
    game_init(&fixture->game, &fixture->memory);
    buffer_init(&fixture->out, &fixture->memory);
    buffer_init(&fixture->names, &fixture->memory);
    ck_assert(buffer_reserve(&fixture->names, 1 << 20)); /* never moves */
}

static void tear_down(struct fixture *fixture)
{
    schema_table_free(fixture->table);
    schema_table_free(fixture->copy);
    free(fixture->table);
    free(fixture->copy);
    game_free(&fixture->game);
    buffer_free(&fixture->out);
    buffer_free(&fixture->names);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

static void add_tag(struct fixture *fixture, const char *name)
{
    struct game_tag *tag = game_add_tag(&fixture->game);
    size_t start = fixture->names.size;
    ck_assert_ptr_nonnull(tag);
    ck_assert_uint_le(fixture->names.size + strlen(name), fixture->names.capacity);
    buffer_append_string(&fixture->names, name);
    tag->name = (struct text){(const char *)fixture->names.data + start, strlen(name)};
}

/* A game whose tags have these names, separated by spaces. */
static void make_game(struct fixture *fixture, const char *names)
{
    char word[32];
    int length;
    game_clear(&fixture->game);
    while (sscanf(names, "%31s%n", word, &length) == 1) {
        add_tag(fixture, word);
        names += length;
    }
}

static int enter(struct fixture *fixture, const char *names)
{
    make_game(fixture, names);
    return schema_table_enter(fixture->table, &fixture->game);
}

static void check_same(const struct schema_table *a, const struct schema_table *b)
{
    ck_assert_uint_eq(a->name_count, b->name_count);
    ck_assert_uint_eq(a->list_count, b->list_count);
    for (unsigned i = 0; i < a->name_count; i++)
        ck_assert(text_equal(a->names[i], b->names[i]));
    for (unsigned i = 0; i < a->list_count; i++) {
        ck_assert_uint_eq(schema_size(a, i), schema_size(b, i));
        for (unsigned j = 0; j < schema_size(a, i); j++)
            ck_assert_uint_eq(schema_names(a, i)[j], schema_names(b, i)[j]);
    }
}

static void write_and_read(struct fixture *fixture)
{
    int no_memory;
    buffer_clear(&fixture->out);
    schema_table_write(fixture->table, &fixture->out);
    for (size_t size = 0; size <= fixture->out.size; size++) {
        struct byte_source source = byte_source_of(fixture->out.data, size);
        schema_table_read(fixture->copy, &source, &no_memory);
        ck_assert_int_eq(source.failed, size < fixture->out.size);
        ck_assert(!no_memory);
    }
    check_same(fixture->table, fixture->copy);
}

START_TEST(lists_are_numbered)
{
    struct fixture fixture;
    set_up(&fixture);
    ck_assert_int_eq(enter(&fixture, "Event Site White"), 0);
    ck_assert_int_eq(enter(&fixture, "Event White"), 1);
    ck_assert_int_eq(enter(&fixture, "White Event"), 2);
    ck_assert_int_eq(enter(&fixture, "Event Site White"), 0);
    ck_assert_int_eq(enter(&fixture, ""), 3);
    ck_assert_int_eq(enter(&fixture, "Event Event"), 4); /* the same name twice */
    ck_assert_int_eq(enter(&fixture, "Event White"), 1);
    ck_assert_int_eq(enter(&fixture, ""), 3);
    ck_assert_int_eq(enter(&fixture, "event"), 5); /* another name */
    ck_assert_uint_eq(fixture.table->name_count, 4);
    write_and_read(&fixture);
    schema_table_clear(fixture.table);
    ck_assert_int_eq(enter(&fixture, "White"), 0);
    write_and_read(&fixture);
    tear_down(&fixture);
}
END_TEST

START_TEST(exact_bytes)
{
    struct fixture fixture;
    size_t size;
    unsigned char *bytes =
        bytes_from_hex("02 # names\n 01 41  02 42 43\n 02 # lists\n 02 00 01  01 01", &size);
    set_up(&fixture);
    enter(&fixture, "A BC");
    enter(&fixture, "BC");
    schema_table_write(fixture.table, &fixture.out);
    ck_assert_uint_eq(fixture.out.size, size);
    ck_assert_mem_eq(fixture.out.data, bytes, size);
    free(bytes);
    tear_down(&fixture);
}
END_TEST

START_TEST(names_have_a_limit)
{
    struct fixture fixture;
    char name[16];
    set_up(&fixture);
    for (unsigned i = 0; i < BCGN_TAG_NAME_COUNT_MAX; i++) {
        snprintf(name, sizeof name, "N%u", i);
        ck_assert_int_eq(enter(&fixture, name), (int)i);
    }
    make_game(&fixture, "another");
    ck_assert_int_eq(schema_table_enter(fixture.table, &fixture.game), SCHEMA_NO_ROOM);
    make_game(&fixture, "N5");
    ck_assert_int_eq(schema_table_enter(fixture.table, &fixture.game), 5);
    write_and_read(&fixture);
    tear_down(&fixture);
}
END_TEST

START_TEST(lists_have_limits)
{
    struct fixture fixture;
    set_up(&fixture);
    game_clear(&fixture.game);
    for (unsigned i = 0; i <= BCGN_SCHEMA_SIZE_MAX; i++)
        add_tag(&fixture, "T");
    ck_assert_int_eq(schema_table_enter(fixture.table, &fixture.game), SCHEMA_NO_ROOM);
    fixture.game.tag_count = BCGN_TAG_NAME_COUNT_MAX + 1; /* they might be as many names */
    ck_assert_int_eq(schema_table_enter(fixture.table, &fixture.game), SCHEMA_NO_ROOM);
    /* Lists of 1 to n tags of one name. */
    for (size_t count = 1; count < 1000; count++) {
        fixture.game.tag_count = count;
        ck_assert_int_eq(schema_table_enter(fixture.table, &fixture.game), (int)count - 1);
        ck_assert_int_eq(schema_table_enter(fixture.table, &fixture.game), (int)count - 1);
    }
    ck_assert_uint_eq(fixture.table->name_count, 1);
    game_clear(&fixture.game);
    ck_assert_int_eq(schema_table_enter(fixture.table, &fixture.game),
                     999); /* a game without tags always fits */
    tear_down(&fixture);
}
END_TEST

static const char *const refused[] = {
    "",
    "00", /* no lists' count */
    "81 08 # 1,025 names",
    "01 02 41",          /* a name longer than the bytes that follow */
    "01 01 41 01 01 01", /* a name that there is not */
    "01 01 41 01 02 00", /* a list longer than the bytes that follow */
    "01 01 41 81 20",    /* 4,097 lists */
    "00 01 81 20",       /* 4,097 tags */
    "01 81 80 80 08 41", /* a name of more than 16 MiB */
    "00 ff ff ff ff ff ff ff ff ff 01",
};

START_TEST(refused_tables)
{
    struct fixture fixture;
    size_t size;
    int no_memory;
    set_up(&fixture);
    unsigned char *bytes = bytes_from_hex(refused[_i], &size);
    struct byte_source source = byte_source_of(bytes, size);
    schema_table_read(fixture.copy, &source, &no_memory);
    ck_assert(source.failed && !no_memory);
    free(bytes);
    tear_down(&fixture);
}
END_TEST

Suite *bcgn_schema_suite(void)
{
    Suite *suite = suite_create("bcgn_schema");
    TCase *tcase = tcase_create("schemas");
    tcase_add_test(tcase, lists_are_numbered);
    tcase_add_test(tcase, exact_bytes);
    tcase_add_test(tcase, names_have_a_limit);
    tcase_add_test(tcase, lists_have_limits);
    tcase_add_loop_test(tcase, refused_tables, 0, sizeof refused / sizeof refused[0]);
    suite_add_tcase(suite, tcase);
    return suite;
}
