/* The examples of docs/FORMAT.md, read from there, and the files of tests/vectors/bad, which must be refused. */
#include <check.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "comments/comment_columns.h"
#include "comments/comment_field.h"
#include "comments/comment_formula.h"
#include "container/file/file_format.h"
#include "container/sections/block_format.h"
#include "entropy/coding/number_code.h"
#include "game/game.h"
#include "layout/style.h"
#include "moves/streams/line_list.h"
#include "moves/index/move_stripes.h"
#include "moves/table/table_coder.h"
#include "net/odds/policy_net.h"
#include "tags/model/tag_labels.h"
#include "tags/model/tag_pattern.h"
#include "unit/database_support.h"
#include "unit/document_support.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/bytes.h"
#include "util/xxh64.h"

/* ---- The document ---- */

static char *document;

static void read_document(void)
{
    document = document_read();
}

static void free_document(void)
{
    free(document);
}

static size_t find_bytes(const struct bytes *in, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i + size <= in->size; i++)
        if (memcmp(in->data + i, bytes, size) == 0)
            return i;
    return SIZE_MAX;
}

START_TEST(example_unpacks)
{
    size_t size;
    unsigned char *packed = document_bytes(document, "```hex example", &size);
    char *text = document_block(document, "```text example");
    struct unpacked unpacked;
    unpack_bytes(&(struct unpack_setup){0}, packed, size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    ck_assert_uint_eq(unpacked.text.size, strlen(text));
    ck_assert_mem_eq(unpacked.text.data, text, strlen(text));
    ck_assert(cursor_texts_match(packed, size, &unpacked.text));
    unpacked_free(&unpacked);
    free(text);
    free(packed);
}
END_TEST

/* What a footer's frame has, which another version of zstd may make otherwise. */
static size_t index_of(const unsigned char *footer, unsigned char index[64])
{
    uint32_t packed_size = load_le32(footer + 8);
    return ZSTD_decompress(index, 64, footer + BCGN_FOOTER_HEAD_SIZE, packed_size);
}

START_TEST(example_packs)
{
    const unsigned char footer_marker[] = {0x9e, 'N', 'I', 'D', 'X'};
    unsigned char index[64], index_told[64];
    size_t size;
    unsigned char *expected = document_bytes(document, "```hex example", &size);
    char *text = document_block(document, "```text example");
    const struct pack_setup setup = {.level = 3, .moves = PGNPACK_MOVES_INDEX};
    struct bytes packed = {0};
    ck_assert_int_eq(pack_bytes(&setup, text, strlen(text), &packed), PGNPACK_OK);
    size_t footer = find_bytes(&packed, footer_marker, sizeof footer_marker);
    ck_assert_uint_lt(footer, size);
    for (size_t i = 0; i <= footer; i++)
        ck_assert_msg(packed.data[i] == expected[i], "byte %zu is %02x, docs/FORMAT.md says %02x", i,
                      packed.data[i], expected[i]);
    size_t index_size = index_of(expected + footer, index_told);
    ck_assert_uint_lt(index_size, sizeof index);
    ck_assert_uint_eq(index_of(packed.data + footer, index), index_size);
    ck_assert_mem_eq(index, index_told, index_size);
    bytes_free(&packed);
    free(text);
    free(expected);
}
END_TEST

START_TEST(example_in_bits)
{
    size_t size;
    unsigned char *moves = document_bytes(document, "```hex example-bits", &size);
    char *text = document_block(document, "```text example");
    const struct pack_setup setup = {.level = 3, .moves = PGNPACK_MOVES_BITS};
    struct bytes packed = {0};
    ck_assert_int_eq(pack_bytes(&setup, text, strlen(text), &packed), PGNPACK_OK);
    ck_assert_uint_ne(find_bytes(&packed, moves, size), SIZE_MAX);
    bytes_free(&packed);
    free(text);
    free(moves);
}
END_TEST

/* "number  token  count of extra bits  extra bits" */
static void check_number(const char *line, struct number_writer *writer)
{
    uint64_t number;
    unsigned token, bits;
    int place;
    ck_assert_msg(sscanf(line, "%" SCNu64 " %x %u%n", &number, &token, &bits, &place) == 3, "%s", line);
    const char *digits = line + place;
    digits += strspn(digits, " ");
    ck_assert_uint_eq(strlen(digits), bits);
    ck_assert_uint_eq(number_code_token(number), token);
    ck_assert_uint_eq(number_code_extra_bits((uint8_t)token), bits);
    if (bits != 0)
        ck_assert_uint_eq(number >> 1 & ((UINT64_C(1) << bits) - 1), strtoull(digits, NULL, 2));
    number_write(writer, number);
}

START_TEST(example_of_numbers)
{
    struct memory memory;
    memory_init(&memory, NULL, 0);
    struct number_writer writer;
    number_writer_init(&writer, &memory);
    char *text = document_block(document, "```text example-numbers");
    char *rest = text;
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        check_number(line, &writer);
    number_writer_finish(&writer);
    size_t size;
    unsigned char *expected = document_bytes(document, "```hex example-numbers", &size);
    ck_assert_uint_eq(writer.extra.size, size);
    ck_assert_mem_eq(writer.extra.data, expected, size);
    ck_assert_uint_gt(writer.tokens.size, 5);
    free(expected);
    free(text);
    number_writer_free(&writer);
}
END_TEST

/* ---- What the documents tell of other files ---- */

/* A number with commas: 1,234. */
static size_t number_with_commas(const char *text)
{
    size_t number = 0;
    for (; (*text >= '0' && *text <= '9') || *text == ','; text++)
        if (*text != ',')
            number = 10 * number + (size_t)(*text - '0');
    return number;
}

/* What is told as "NAME` (SIZE bytes, ... XXH64 `HASH`". */
static void check_told_file(const char *document_name, const char *text, const char *name)
{
    char words[300];
    snprintf(words, sizeof words, "%s` (", name);
    const char *size_told = document_after(text, words);
    ck_assert_msg(size_told != NULL, "%s does not tell the size of %s", document_name, name);
    const char *hash_told = document_after(size_told, "XXH64 `");
    ck_assert_msg(hash_told != NULL && hash_told < strchr(size_told, ')'), "%s does not tell the hash of %s",
                  document_name, name);
    char *path = join_path("data", name);
    size_t size;
    char *bytes = read_file(path, &size);
    ck_assert_msg(number_with_commas(size_told) == size, "%s: %s has %zu bytes", document_name, name, size);
    uint64_t hash = xxh64(bytes, size);
    ck_assert_msg(strtoull(hash_told, NULL, 16) == hash, "%s: the hash of %s is %016" PRIx64, document_name,
                  name, hash);
    free(bytes);
    free(path);
}

/* All weights and tables of data/. */
static void check_told_files(const char *document_name)
{
    char *text = read_file(document_name, NULL);
    for (char *end = strchr(text, '\n'); end != NULL; end = strchr(end, '\n'))
        *end = ' ';
    DIR *folder = opendir("data");
    ck_assert_ptr_nonnull(folder);
    size_t count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (strstr(entry->d_name, ".bin") != NULL) {
            check_told_file(document_name, text, entry->d_name);
            count++;
        }
    closedir(folder);
    ck_assert_uint_ge(count, 3);
    free(text);
}

START_TEST(weights_are_those_told)
{
    check_told_files("docs/FORMAT.md");
    check_told_files("data/README.md");
}
END_TEST

static int is_optional(unsigned type)
{
    return type >= BCGN_SECTION_OPTIONAL;
}

/*
 * The table of chapter 6 has the types of the simple profile, that of chapter 15 the others, that of chapter 4 the optional
 * ones; all in their order.
 */
START_TEST(sections_are_those_told)
{
    const char *head = "| type | section | content |\n|---|---|---|\n";
    const char *part_four = strstr(document, "\n# Part IV: ");
    unsigned times_told[BCGN_SECTION_OPTIONAL_END] = {0};
    ck_assert_ptr_nonnull(part_four);
    for (const char *row = document_after(document, head); row != NULL; row = document_after(row, head)) {
        unsigned last = 0;
        for (; *row == '|'; row = document_after(row, "\n")) {
            unsigned type = (unsigned)strtoul(row + 1, NULL, 10);
            ck_assert_uint_gt(type, last);
            ck_assert_uint_lt(type, BCGN_SECTION_OPTIONAL_END);
            const struct section_kind *kind = section_kind_of((uint8_t)type);
            char expected[100];
            snprintf(expected, sizeof expected, "| %u | %s | ", type, kind->name);
            ck_assert_msg(strncmp(row, expected, strlen(expected)) == 0, "no row begins \"%s\"", expected);
            ck_assert_int_eq(kind->profile,
                             row < part_four || is_optional(type) ? BCGN_PROFILE_SIMPLE : BCGN_PROFILE_MODEL);
            times_told[type]++;
            last = type;
        }
    }
    for (unsigned type = 1; type < BCGN_SECTION_OPTIONAL_END; type++)
        ck_assert_uint_eq(times_told[type], type < BCGN_SECTION_TYPE_COUNT || is_optional(type));
}
END_TEST

/* The first numbers in a row of a table: "| name | 1,024, 64 |". */
static void check_limits_told(const char *name, const uint64_t *limits, unsigned count)
{
    char row[200];
    snprintf(row, sizeof row, "\n| %s |", name);
    const char *at = document_after(document, row);
    ck_assert_msg(at != NULL, "docs/FORMAT.md has no limit of %s", name);
    for (unsigned i = 0; i < count; i++) {
        at += strcspn(at, "0123456789\n");
        ck_assert_msg(number_with_commas(at) == limits[i], "%s: the limit is %" PRIu64, name, limits[i]);
        at += strspn(at, "0123456789,");
    }
}

START_TEST(limits_are_those_told)
{
    static const struct {
        const char *name;
        unsigned count;
        uint64_t limits[3];
    } rows[] = {
        {"text of a block", 2, {BCGN_BLOCK_TEXT_MAX >> 20, BCGN_BLOCK_TEXT_MAX}},
        {"sections of a block that are not optional, together: unpacked; stored", 1, {BCGN_BLOCK_SLACK}},
        {"optional ones of a block, stored", 1, {BCGN_OPTIONAL_SIZE_MAX}},
        {"name of a file", 1, {BCGN_FILE_NAME_SIZE_MAX}},
        {"names of a block's files, together; files", 2, {BCGN_FILE_NAMES_MAX, BCGN_FILE_COUNT_MAX}},
        {"sections 19, 36 and 37 with flag 2 or 32, not counted above: each, unpacked; stored",
         1,
         {BCGN_FILES_SIZE_MAX}},
        {"sections of a block", 1, {BCGN_SECTION_COUNT_MAX}},
        {"styles, gap texts of a style, bytes of a gap text",
         3,
         {BCGN_STYLE_COUNT_MAX, STYLE_TEMPLATE_MAX, STYLE_TEMPLATE_SIZE_MAX}},
        {"width of a style", 1, {STYLE_WIDTH_MAX}},
        {"tag names, schemas, tags of a schema",
         3,
         {BCGN_TAG_NAME_COUNT_MAX, BCGN_SCHEMA_COUNT_MAX, BCGN_SCHEMA_SIZE_MAX}},
        {"columns and templates of comments, fields of a template",
         3,
         {COMMENT_COLUMN_COUNT_MAX, COMMENT_TEMPLATE_COUNT_MAX, COMMENT_FIELD_COUNT_MAX}},
        {"elements of a game, the same, without RESULT", 1, {GAME_ITEM_MAX}},
        {"depth of variations", 1, {GAME_NESTING_MAX}},
        {"stripes of moves", 1, {MOVE_STRIPE_COUNT_MAX}},
        {"label columns of a block; strings of a column that can be labels",
         2,
         {LABEL_COLUMN_COUNT_MAX, LABEL_COUNT_MAX}},
        {"moves of a list", 1, {LINE_MOVES_MAX}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_limits_told(rows[i].name, rows[i].limits, rows[i].count);
}
END_TEST

/* Reads a formula of the operation, whose operands take `size` bytes, each the least that is in order. */
static int is_formula(unsigned operation, size_t size)
{
    uint8_t bytes[8] = {(uint8_t)operation};
    struct byte_source source = byte_source_of(bytes, 1 + size);
    struct comment_formula formula;
    struct error error;
    error_clear(&error);
    return comment_formula_read(&formula, COMMENT_FIELD_NUMBER, &source, 1, &error) &&
           byte_source_left(&source) == 0;
}

/* "| 6 product | x, y | ...": a byte for each word of the second cell. */
START_TEST(formulas_are_those_told)
{
    const char *row = document_after(document, "| operation | bytes | predicts |\n|---|---|---|\n");
    unsigned operation = 0;
    ck_assert_ptr_nonnull(row);
    for (; *row == '|'; row = document_after(row, "\n"), operation++) {
        ck_assert_uint_eq(strtoul(row + 1, NULL, 10), operation);
        const char *cell = strchr(row + 1, '|') + 1;
        size_t length = strcspn(cell, "|"), size = strspn(cell, " ") < length;
        for (size_t i = 0; i < length; i++)
            size += cell[i] == ',';
        ck_assert_msg(is_formula(operation, size), "operation %u does not take %zu bytes", operation, size);
    }
    ck_assert_uint_eq(operation, COMMENT_OPERATION_COUNT);
}
END_TEST

/* Joins what stands behind `word` in the lines from here that begin with it. Returns the line behind them. */
static const char *join_lines(const char *line, const char *word, char separator, char out[512])
{
    size_t size = 0;
    for (; strncmp(line, word, strlen(word)) == 0; line = document_after(line, "\n")) {
        const char *rest = line + strlen(word);
        int length = (int)strcspn(rest, "\n");
        ck_assert_uint_lt(size + (size_t)length, 500);
        if (size != 0)
            out[size++] = separator;
        size += (size_t)sprintf(out + size, "%.*s", length, rest);
    }
    out[size] = '\0';
    return line;
}

/* "5 Date, 4", then its references and contexts. */
START_TEST(patterns_are_those_told)
{
    const char *line = document_after(document, "and EndTime:\n\n```\n");
    ck_assert_ptr_nonnull(line);
    for (unsigned i = 1; i <= (unsigned)TAG_PATTERN_COUNT; i++) {
        const struct tag_pattern *row = tag_pattern_row(i);
        char references[512], contexts[512];
        unsigned number, recent_count;
        ck_assert_int_eq(sscanf(line, "%u %*[^,], %u\n", &number, &recent_count), 2);
        line = join_lines(document_after(line, "\n"), "    from ", ';', references);
        line = join_lines(line, "    with ", '|', contexts);
        ck_assert_uint_eq(number, i);
        ck_assert_msg(recent_count == row->recent_count, "pattern %u", i);
        ck_assert_str_eq(references, row->references);
        ck_assert_str_eq(contexts, row->contexts);
    }
    ck_assert_mem_eq(line, "```", 3);
}
END_TEST

/* Does the document have these words, in one line or two? */
static int tells(const char *format, ...)
{
    char words[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    for (const char *at = document; *at != '\0'; at++) {
        size_t i = 0;
        while (words[i] != '\0' && (at[i] == words[i] || (at[i] == '\n' && words[i] == ' ')))
            i++;
        if (words[i] == '\0')
            return 1;
    }
    return 0;
}

/* Numbers, hashes and sizes of what is built in. */
START_TEST(nets_are_those_told)
{
    static const uint64_t hashes[] = {POLICY_NET_HASH, POLICY_NET_WIDE_HASH};
    for (unsigned id = 0; id < sizeof hashes / sizeof *hashes; id++) {
        const struct policy_shape *shape = &policy_net_find(id)->shape;
        char name[40], hash[40];
        snprintf(name, sizeof name, "`data/model-%u.bin` (", id);
        snprintf(hash, sizeof hash, "%016" PRIx64, hashes[id]);
        const char *place = document_after(document, name);
        ck_assert_ptr_nonnull(place);
        ck_assert_ptr_nonnull(strstr(place, hash));
        ck_assert_int_lt(strstr(place, hash) - place, 80);
        ck_assert(tells("input[%u][%u], move[%u][%u]", shape->inputs, shape->width, POLICY_ROW_COUNT,
                        shape->width));
        ck_assert(tells("class[%u][%u]", shape->classes, shape->class_width));
        ck_assert(
            tells("bias[%u], move_bias[%u], class_bias[%u]", shape->width, POLICY_ROW_COUNT, shape->classes));
    }
    ck_assert_ptr_null(policy_net_find(sizeof hashes / sizeof *hashes));
    ck_assert(tells("`data/tables-%u.bin` (", TABLE_ID));
    ck_assert(tells("type_cost[%u][%u]", TABLE_TYPE_ROWS, TABLE_TYPES));
    ck_assert(tells("man_row[%u][%u], man_class[%u]", TABLE_PHASES, TABLE_MAN_ROWS, TABLE_MAN_CLASSES));
    ck_assert(tells("move_row[%u][%u]", TABLE_PHASES, POLICY_ROW_COUNT));
    ck_assert(tells("move_class[%u]", TABLE_MOVE_CLASSES));
}
END_TEST

/* Who reads files of the simple profile only shall not have to read a book: the container with changes, the profile, limits. */
START_TEST(the_simple_profile_is_short)
{
    enum { SIZE_MOST = 48 << 10 };
    const char *part_one = strstr(document, "\n# Part I: "), *part_three = strstr(document, "\n# Part III: ");
    const char *limits = strstr(document, "\n## 27. Limits and newer versions\n"),
               *after = strstr(document, "\n## 28. ");
    ck_assert_ptr_nonnull(part_one);
    ck_assert_ptr_nonnull(part_three);
    ck_assert_ptr_nonnull(limits);
    ck_assert_ptr_nonnull(after);
    ck_assert_int_le((part_three - part_one) + (after - limits), SIZE_MOST);
}
END_TEST

/* For who reads it beside other windows. Fenced blocks are bytes. */
START_TEST(lines_are_short)
{
    enum { WIDTH_MOST = 120 };
    int is_fenced = 0;
    for (const char *line = document; *line != '\0';) {
        const char *end = strchr(line, '\n');
        ck_assert_ptr_nonnull(end);
        is_fenced ^= strncmp(line, "```", 3) == 0;
        ck_assert_msg(is_fenced || end - line <= WIDTH_MOST, "%.100s ...", line);
        line = end + 1;
    }
}
END_TEST

/* ---- Files that must be refused ---- */

static const struct {
    const char *line;
    enum pgnpack_status status;
} statuses[] = {
    {"# status: fine\n", PGNPACK_OK},
    {"# status: not ours\n", PGNPACK_ERROR_NOT_BCGN},
    {"# status: unsupported\n", PGNPACK_ERROR_UNSUPPORTED},
    {"# status: corrupt\n", PGNPACK_ERROR_CORRUPT},
    {"# status: truncated\n", PGNPACK_ERROR_TRUNCATED},
};

static enum pgnpack_status status_told(const char *hex, const char *name)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (strstr(hex, statuses[i].line) != NULL)
            return statuses[i].status;
    ck_abort_msg("%s tells no status", name);
}

/* Opening it at its end, or reading one of its blocks, fails. */
static int reader_refuses(const unsigned char *bytes, size_t size)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int refuses = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(bytes, size)) != PGNPACK_OK;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    for (uint64_t i = 0; i < pgnpack_reader_info(reader)->block_count; i++) {
        struct pgnpack_text text;
        refuses |= pgnpack_block_reader_text(blocks, i, &text) != PGNPACK_OK;
    }
    pgnpack_free(blocks);
    pgnpack_free(reader);
    return refuses;
}

static int refused_at_the_end(const char *hex, enum pgnpack_status status)
{
    const char *line = strstr(hex, "# opened at its end: ");
    return line != NULL ? strstr(line, "end: fine\n") == NULL : status != PGNPACK_OK;
}

/* What a full test says of a file: that it is corrupt, where the text can be read, or the same as otherwise. */
static enum pgnpack_status status_of_full_test(const char *hex, enum pgnpack_status status)
{
    return strstr(hex, "# full test: corrupt\n") != NULL ? PGNPACK_ERROR_CORRUPT : status;
}

static void check_status(const char *name, const char *hex, const unsigned char *bytes, size_t size,
                         int check_columns, struct bytes *troubles)
{
    struct unpacked unpacked;
    char line[300];
    enum pgnpack_status expected = status_told(hex, name);
    if (check_columns)
        expected = status_of_full_test(hex, expected);
    if (expected == PGNPACK_OK && strstr(hex, "# record: unknown\n") != NULL)
        expected = PGNPACK_ERROR_CORRUPT; /* the text comes */
    unpack_bytes(&(struct unpack_setup){.check_columns = check_columns}, bytes, size, &unpacked);
    if (unpacked.status != expected) {
        snprintf(line, sizeof line, "%s: the status%s is %d, not %d\n", name,
                 check_columns ? " of a full test" : "", (int)unpacked.status, (int)expected);
        bytes_append_text(troubles, line);
    }
    unpacked_free(&unpacked);
}

/* Appends what is wrong with the file's reading to `troubles`. */
static void check_vector(const char *name, struct bytes *troubles)
{
    char *path = join_path("tests/vectors/bad", name);
    char *hex = read_file(path, NULL);
    enum pgnpack_status expected = status_told(hex, name);
    size_t size;
    unsigned char *bytes = bytes_from_hex(hex, &size);
    char line[300];
    check_status(name, hex, bytes, size, 0, troubles);
    check_status(name, hex, bytes, size, 1, troubles);
    if (reader_refuses(bytes, size) != refused_at_the_end(hex, expected)) {
        snprintf(line, sizeof line, "%s: %s when opened at its end\n", name,
                 refused_at_the_end(hex, expected) ? "read" : "refused");
        bytes_append_text(troubles, line);
    }
    free(bytes);
    free(hex);
    free(path);
}

START_TEST(bad_files)
{
    DIR *folder = opendir("tests/vectors/bad");
    ck_assert_ptr_nonnull(folder);
    struct bytes troubles = {0};
    size_t count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (strstr(entry->d_name, ".txt") != NULL) {
            check_vector(entry->d_name, &troubles);
            count++;
        }
    closedir(folder);
    ck_assert_uint_ge(count, 100);
    ck_assert_msg(troubles.size == 0, "\n%.*s", (int)troubles.size, (const char *)troubles.data);
    bytes_free(&troubles);
}
END_TEST

Suite *format_document_suite(void)
{
    Suite *suite = suite_create("format_document");
    TCase *examples = tcase_create("examples of docs/FORMAT.md");
    tcase_add_checked_fixture(examples, read_document, free_document);
    tcase_add_test(examples, example_unpacks);
    tcase_add_test(examples, example_packs);
    tcase_add_test(examples, example_in_bits);
    tcase_add_test(examples, example_of_numbers);
    suite_add_tcase(suite, examples);
    TCase *told = tcase_create("what is told of other files");
    tcase_add_checked_fixture(told, read_document, free_document);
    tcase_add_test(told, weights_are_those_told);
    tcase_add_test(told, sections_are_those_told);
    tcase_add_test(told, limits_are_those_told);
    tcase_add_test(told, formulas_are_those_told);
    tcase_add_test(told, patterns_are_those_told);
    tcase_add_test(told, nets_are_those_told);
    tcase_add_test(told, the_simple_profile_is_short);
    tcase_add_test(told, lines_are_short);
    suite_add_tcase(suite, told);
    TCase *vectors = tcase_create("files to refuse");
    tcase_add_test(vectors, bad_files);
    suite_add_tcase(suite, vectors);
    return suite;
}
