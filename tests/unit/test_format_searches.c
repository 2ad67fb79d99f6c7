/* Chapters 12 and 14 of docs/FORMAT.md, position columns and indexes: their examples, read from there, as the library has them. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/fen.h"
#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "search/columns/position_columns.h"
#include "unit/database_support.h"
#include "unit/document_support.h"
#include "unit/suites.h"
#include "unit/support.h"

static char *document;

static void set_up(void)
{
    document = document_read();
}

static void tear_down(void)
{
    free(document);
}

/* The example's games, packed. */
static void pack_games(const struct pack_setup *setup, struct bytes *file)
{
    char *text = document_block(document, "```text example-positions");
    ck_assert_int_eq(pack_bytes(setup, text, strlen(text), file), PGNPACK_OK);
    free(text);
}

/*
 * Appends the stored bytes of the sections of a type of the block at *at, which comes to stand behind it. Returns how many there
 * are.
 */
static unsigned append_sections(const struct bytes *file, size_t *at, uint8_t type, struct bytes *all)
{
    struct error error;
    struct block_header header;
    const uint8_t *block = file->data + *at;
    error_clear(&error);
    ck_assert_int_eq(block_header_read(block, &header, &error), PGNPACK_OK);
    struct section_entry *entries = calloc(header.section_count + 1u, sizeof *entries);
    ck_assert_ptr_nonnull(entries);
    ck_assert_int_eq(block_table_read(block + BCGN_BLOCK_HEADER_SIZE, &header, entries, &error), PGNPACK_OK);
    const uint8_t *stored = block + BCGN_BLOCK_HEADER_SIZE + block_table_size(&header);
    unsigned found = 0;
    for (size_t i = 0; i < header.section_count; i++) {
        if (entries[i].type == type) {
            ck_assert_uint_eq(entries[i].packing, BCGN_PACKING_NONE);
            ck_assert_uint_eq(entries[i].index, type == BCGN_SECTION_POSITIONS ? found : 0);
            bytes_append(all, stored, entries[i].stored_size);
            found++;
        }
        stored += entries[i].stored_size;
    }
    free(entries);
    *at += header.block_size;
    return found;
}

static void check_bytes(const struct bytes *found, const char *first_line)
{
    size_t size;
    unsigned char *expected = document_bytes(document, first_line, &size);
    ck_assert_uint_eq(found->size, size);
    ck_assert_mem_eq(found->data, expected, size);
    free(expected);
}

START_TEST(columns_of_the_example)
{
    const struct pack_setup setup = {.level = 3, .index = PGNPACK_INDEX_ALWAYS};
    struct bytes file = {0}, columns = {0};
    size_t at = BCGN_FILE_HEADER_SIZE;
    pack_games(&setup, &file);
    ck_assert_uint_eq(append_sections(&file, &at, BCGN_SECTION_POSITIONS, &columns), POSITION_COLUMN_COUNT);
    check_bytes(&columns, "```hex example-positions");
    bytes_free(&columns);
    bytes_free(&file);
}
END_TEST

/* A full test takes them, too. */
START_TEST(columns_of_the_example_are_true)
{
    const struct pack_setup setup = {.level = 3, .index = PGNPACK_INDEX_ALWAYS};
    struct bytes file = {0};
    struct unpacked unpacked;
    pack_games(&setup, &file);
    unpack_bytes(&(struct unpack_setup){.check_columns = 1}, file.data, file.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    unpacked_free(&unpacked);
    bytes_free(&file);
}
END_TEST

/* The columns that the document spells out: all have a byte a game, but the trees. */
static void read_columns(const unsigned char *bytes, size_t size, struct position_columns *columns)
{
    enum { GAME_COUNT = 8 };
    struct byte_source sections[POSITION_COLUMN_COUNT];
    size_t at = size - (POSITION_COLUMN_COUNT - 1) * GAME_COUNT;
    sections[POSITION_TREES] = byte_source_of(bytes, at);
    for (unsigned i = POSITION_TREES + 1; i < POSITION_COLUMN_COUNT; i++, at += GAME_COUNT)
        sections[i] = byte_source_of(bytes + at, GAME_COUNT);
    ck_assert(position_columns_read(columns, sections, GAME_COUNT));
}

/* "FEN: GAME GAME ..." */
static void check_possible(const struct position_columns *columns, char *line)
{
    struct position position;
    char *games = strrchr(line, ':'), found[100] = "";
    uint8_t stays[16];
    ck_assert_ptr_nonnull(games);
    ck_assert_uint_le(columns->game_count, sizeof stays);
    ck_assert_int_eq(fen_parse(line, (size_t)(games - line), &position, NULL), FEN_OK);
    memset(stays, 1, sizeof stays);
    position_columns_rule_out(columns, position_needs_of(&position), stays);
    for (size_t i = 0; i < columns->game_count; i++)
        if (stays[i])
            snprintf(found + strlen(found), sizeof found - strlen(found), " %zu", i);
    ck_assert_str_eq(found, games + 1);
}

START_TEST(games_that_are_possible)
{
    size_t size;
    unsigned char *bytes = document_bytes(document, "```hex example-positions", &size);
    char *lines = document_block(document, "```text example-possible"), *rest = lines;
    struct position_columns columns;
    unsigned count = 0;
    read_columns(bytes, size, &columns);
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest), count++)
        check_possible(&columns, line);
    ck_assert_uint_ge(count, 5);
    free(lines);
    free(bytes);
}
END_TEST

/* "BYTES: PAWN PAWN | PAWN": a list a class; "-": no pawns. */
static void check_tree(char *line)
{
    char *lists = strchr(line, ':'), found[200] = "";
    struct class_tree tree;
    size_t size;
    ck_assert_ptr_nonnull(lists);
    *lists = '\0';
    unsigned char *bytes = bytes_from_hex(line, &size);
    struct byte_source source = byte_source_of(bytes, size);
    ck_assert(class_tree_read(&source, &tree));
    ck_assert_uint_eq(byte_source_left(&source), 0);
    for (unsigned i = 0; i < tree.count; i++) {
        const struct pawn_list *list = &tree.classes[i];
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i == 0 ? "" : " |",
                 list->count == 0 ? " -" : "");
        for (unsigned j = 0; j < list->count; j++)
            snprintf(found + strlen(found), sizeof found - strlen(found), " %u", pawn_list_get(list, j));
    }
    ck_assert_str_eq(found, lists + 1);
    free(bytes);
}

START_TEST(trees_of_classes)
{
    char *lines = document_block(document, "```text test-trees"), *rest = lines;
    unsigned count = 0;
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest), count++)
        check_tree(line);
    ck_assert_uint_ge(count, 2);
    free(lines);
}
END_TEST

/* Writes the index of the packed games, and gives its bytes. */
static void make_index(const struct bytes *file, struct bytes *index)
{
    char *folder = make_temporary_folder();
    char path[300];
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    snprintf(path, sizeof path, "%s/index", folder);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_PATH(path)), PGNPACK_OK);
    size_t size;
    char *bytes = read_file(path, &size);
    bytes_append(index, bytes, size);
    unlink(path);
    rmdir(folder);
    pgnpack_free(reader);
    free(bytes);
    free(folder);
}

START_TEST(index_of_the_example)
{
    const struct pack_setup setup = {.level = 3, .index = PGNPACK_INDEX_NONE};
    struct bytes file = {0}, index = {0}, columns = {0}, hashes = {0};
    size_t at = BCGN_FILE_HEADER_SIZE;
    pack_games(&setup, &file);
    make_index(&file, &index);
    ck_assert_uint_eq(append_sections(&index, &at, BCGN_SECTION_POSITIONS, &columns), POSITION_COLUMN_COUNT);
    check_bytes(&columns, "```hex example-positions");
    ck_assert_uint_eq(append_sections(&index, &at, BCGN_SECTION_POSITIONS, &columns), 0);
    at = BCGN_FILE_HEADER_SIZE;
    ck_assert_uint_eq(append_sections(&index, &at, BCGN_SECTION_INDEX_OF, &hashes), 1);
    ck_assert_uint_eq(append_sections(&index, &at, BCGN_SECTION_INDEX_OF, &hashes), 1);
    check_bytes(&hashes, "```text test-index");
    bytes_free(&hashes);
    bytes_free(&columns);
    bytes_free(&index);
    bytes_free(&file);
}
END_TEST

Suite *format_searches_suite(void)
{
    Suite *suite = suite_create("format_searches");
    TCase *examples = tcase_create("examples of docs/FORMAT.md");
    tcase_add_checked_fixture(examples, set_up, tear_down);
    tcase_add_test(examples, columns_of_the_example);
    tcase_add_test(examples, columns_of_the_example_are_true);
    tcase_add_test(examples, games_that_are_possible);
    tcase_add_test(examples, trees_of_classes);
    tcase_add_test(examples, index_of_the_example);
    suite_add_tcase(suite, examples);
    return suite;
}
