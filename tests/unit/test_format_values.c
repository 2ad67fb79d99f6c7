/*
 * The test values of docs/FORMAT.md (chapter 30), read from there: what each stage makes. The second reader
 * has them checked by tests/format/values.py, which writes them anew after a change of the format.
 */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/zobrist.h"
#include "container/sections/bcgn_format.h"
#include "entropy/coding/logistic.h"
#include "entropy/models/mixed_model.h"
#include "entropy/models/symbol_code.h"
#include "entropy/models/text_model.h"
#include "moves/table/table_coder.h"
#include "net/odds/policy_net.h"
#include "net/odds/policy_odds.h"
#include "unit/database_support.h"
#include "unit/document_support.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/bytes.h"
#include "util/xxh64.h"

enum { LINES_MAX = 60 };

/* The lines of the block ```text test-NAME. */
struct lines {
    char *text;
    char *line[LINES_MAX];
    unsigned count;
};

static char *document;
static struct memory memory;
static struct buffer packed;

static void set_up(void)
{
    document = document_read();
    memory_init(&memory, NULL, 0);
    buffer_init(&packed, &memory);
}

static void tear_down(void)
{
    buffer_free(&packed);
    free(document);
}

static struct lines lines_of(const char *name)
{
    char first_line[80];
    snprintf(first_line, sizeof first_line, "```text test-%s", name);
    struct lines lines = {.text = document_block(document, first_line)};
    char *rest = lines.text;
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        ck_assert_uint_lt(lines.count, LINES_MAX);
        lines.line[lines.count++] = line;
    }
    ck_assert_uint_gt(lines.count, 1);
    return lines;
}

/* "what 0a ff": are these the bytes? */
static void check_bytes(const char *line, const void *bytes, size_t bytes_size)
{
    const char *hex = strrchr(line, ':') != NULL ? strrchr(line, ':') + 1 : strchr(line, ' ');
    size_t size;
    ck_assert_ptr_nonnull(hex);
    unsigned char *expected = bytes_from_hex(hex, &size);
    int is_same = size == bytes_size && memcmp(expected, bytes, size) == 0;
    for (size_t i = 0; i < bytes_size && !is_same; i++)
        fprintf(stderr, " %02x", ((const unsigned char *)bytes)[i]);
    ck_assert_msg(is_same, "%s: other bytes were made", line);
    free(expected);
}

/* ---- Hashes and odds ---- */

START_TEST(hashes_of_texts)
{
    struct lines lines = lines_of("xxh64");
    for (unsigned i = 0; i < lines.count; i++) {
        char *end = strrchr(lines.line[i], '"');
        const char *text = lines.line[i] + 1;
        ck_assert_msg(xxh64(text, (size_t)(end - text)) == strtoull(end + 1, NULL, 16), "%s", lines.line[i]);
    }
    free(lines.text);
}
END_TEST

START_TEST(hashes_of_contexts)
{
    struct lines lines = lines_of("hash");
    for (unsigned i = 0; i < lines.count; i++) {
        uint32_t a, b, hash;
        ck_assert_int_eq(sscanf(lines.line[i], "%" SCNu32 " %" SCNu32 " %" SCNx32, &a, &b, &hash), 3);
        ck_assert_uint_eq(hash32(a, b), hash);
    }
    free(lines.text);
}
END_TEST

static int32_t squash(int32_t x)
{
    return (int32_t)logistic_squash(x);
}

static int32_t stretch(int32_t p)
{
    return logistic_stretch((uint32_t)p);
}

static void check_function(const char *name, int32_t (*function)(int32_t))
{
    struct lines lines = lines_of(name);
    for (unsigned i = 0; i < lines.count; i++) {
        int32_t x, y;
        ck_assert_int_eq(sscanf(lines.line[i], "%" SCNd32 " %" SCNd32, &x, &y), 2);
        ck_assert_int_eq(function(x), y);
    }
    free(lines.text);
}

START_TEST(squash_and_stretch)
{
    check_function("squash", squash);
    check_function("stretch", stretch);
}
END_TEST

/* ---- Streams ---- */

struct told_symbol {
    uint64_t start, size, total;
};

/* "symbol NUMBER of SIZE SIZE..." */
static struct told_symbol symbol_of(const char *line)
{
    struct told_symbol symbol = {0, 0, 0};
    unsigned number, count = 0;
    uint64_t size;
    int place, length;
    ck_assert_msg(sscanf(line, "symbol %u of%n", &number, &place) == 1, "%s", line);
    for (; sscanf(line + place, "%" SCNu64 "%n", &size, &length) == 1; place += length) {
        symbol.start += count < number ? size : 0;
        symbol.size = count++ == number ? size : symbol.size;
        symbol.total += size;
    }
    return symbol;
}

static void encode_symbol(struct range_encoder *encoder, const char *line)
{
    struct told_symbol symbol = symbol_of(line);
    range_encode(encoder, (uint32_t)symbol.start, (uint32_t)symbol.size, (uint32_t)symbol.total, &packed);
}

START_TEST(range_coder)
{
    struct lines lines = lines_of("range");
    struct range_encoder encoder;
    range_encoder_start(&encoder);
    for (unsigned i = 0; i + 1 < lines.count; i++) {
        unsigned bit;
        uint32_t one;
        if (sscanf(lines.line[i], "bit %u one %" SCNu32, &bit, &one) == 2)
            range_encode_bit(&encoder, bit, one, &packed);
        else
            encode_symbol(&encoder, lines.line[i]);
    }
    range_encoder_finish(&encoder, &packed);
    check_bytes(lines.line[lines.count - 1], packed.data, packed.size);
    free(lines.text);
}
END_TEST

START_TEST(wide_range_coder)
{
    struct lines lines = lines_of("wide-range");
    struct wide_encoder encoder;
    wide_encoder_start(&encoder);
    for (unsigned i = 0; i + 1 < lines.count; i++) {
        struct told_symbol symbol = symbol_of(lines.line[i]);
        wide_encode(&encoder, symbol.start, symbol.size, symbol.total, &packed);
    }
    wide_encoder_finish(&encoder, &packed);
    check_bytes(lines.line[lines.count - 1], packed.data, packed.size);
    free(lines.text);
}
END_TEST

/* "KIND SIZE set SET value VALUE contexts KNOWN... -> ..." */
static void code_value(struct mixed_model *model, struct bit_coder *coder, const char *line)
{
    struct mixed_context context = {.count = 0};
    char kind[20];
    unsigned size;
    int64_t value;
    uint32_t known;
    int place, length;
    ck_assert_msg(sscanf(line, "%19s %u set %u value %" SCNd64 " contexts%n", kind, &size, &context.set,
                         &value, &place) == 4,
                  "%s", line);
    for (; sscanf(line + place, "%" SCNu32 "%n", &known, &length) == 1; place += length)
        mixed_context_add(&context, known);
    if (strcmp(kind, "bit") == 0)
        mixed_code_bit(model, coder, &context, size, (unsigned)value);
    else if (strcmp(kind, "symbol") == 0)
        mixed_code_symbol(model, coder, &context, size, (unsigned)value);
    else if (strcmp(kind, "number") == 0)
        mixed_code_number(model, coder, &context, value);
    else
        mixed_code_natural(model, coder, &context, (uint64_t)value);
}

START_TEST(mixed_model)
{
    struct lines lines = lines_of("mixed");
    struct mixed_model model;
    struct bit_coder coder;
    mixed_model_init(&model, &memory);
    ck_assert(mixed_model_start(&model));
    bit_coder_start_encoding(&coder, &packed);
    for (unsigned i = 0; i + 1 < lines.count; i++)
        code_value(&model, &coder, lines.line[i]);
    bit_coder_finish(&coder);
    check_bytes(lines.line[lines.count - 1], packed.data, packed.size);
    mixed_model_free(&model);
    free(lines.text);
}
END_TEST

START_TEST(text_model)
{
    struct lines lines = lines_of("text");
    const char *text = document_after(lines.line[0], "text ");
    struct text_model *model = text_model_new(&memory);
    ck_assert_ptr_nonnull(model);
    ck_assert_uint_eq(lines.count, 3);
    for (unsigned i = 1; i < lines.count; i++) {
        struct text_kind kind = {.terminator = '}',
                                 .is_light = strtoul(document_after(lines.line[i], "packing "), NULL, 10) ==
                                             BCGN_PACKING_LIGHT_TEXT};
        buffer_clear(&packed);
        ck_assert(text_model_pack(model, kind, (const uint8_t *)text, strlen(text), &packed));
        check_bytes(lines.line[i], packed.data, packed.size);
    }
    text_model_free(model);
    free(lines.text);
}
END_TEST

START_TEST(symbols)
{
    struct lines lines = lines_of("symbols");
    ck_assert_uint_eq(lines.count, 4);
    for (unsigned i = 0; i < lines.count; i += 2) {
        uint8_t numbers[LINES_MAX], back[LINES_MAX];
        size_t count = 0;
        char *rest = strchr(lines.line[i], ' ');
        for (char *end; *rest != '\0'; rest = end)
            numbers[count++] = (uint8_t)strtoul(rest, &end, 10);
        buffer_clear(&packed);
        ck_assert(symbols_pack(numbers, count, &packed));
        check_bytes(lines.line[i + 1], packed.data, packed.size);
        ck_assert(symbols_unpack(byte_source_of(packed.data, packed.size), back, count));
        ck_assert(memcmp(back, numbers, count) == 0);
    }
    free(lines.text);
}
END_TEST

/* ---- Chess ---- */

START_TEST(random_numbers)
{
    enum { COUNT = sizeof zobrist_tables / sizeof(uint64_t) };
    struct lines lines = lines_of("splitmix");
    uint64_t numbers[COUNT];
    memcpy(numbers, &zobrist_tables, sizeof numbers);
    for (unsigned i = 0; i < lines.count; i++) {
        unsigned number;
        uint64_t value;
        ck_assert_int_eq(sscanf(lines.line[i], "%u %" SCNx64, &number, &value), 2);
        ck_assert_uint_lt(number, COUNT);
        ck_assert_msg(numbers[number] == value, "%s", lines.line[i]);
    }
    free(lines.text);
}
END_TEST

START_TEST(position_keys)
{
    struct lines lines = lines_of("keys");
    for (unsigned i = 0; i < lines.count; i++) {
        char *fen;
        uint64_t key = strtoull(lines.line[i], &fen, 16);
        struct position position;
        ck_assert_msg(fen_parse(fen, strlen(fen), &position, NULL) == FEN_OK, "%s", lines.line[i]);
        ck_assert_msg(zobrist_hash(&position) == key, "%s", lines.line[i]);
    }
    free(lines.text);
}
END_TEST

static unsigned square_named(const char *name)
{
    ck_assert(name[0] >= 'a' && name[0] <= 'h' && name[1] >= '1' && name[1] <= '8');
    return (unsigned)(name[0] - 'a') + 8 * (unsigned)(name[1] - '1');
}

START_TEST(net_logits)
{
    struct lines lines = lines_of("nets");
    struct position position;
    position_start(&position);
    for (unsigned net = 0; net < 2; net++) {
        struct policy_odds *odds = aligned_alloc(64, (sizeof *odds + 63) / 64 * 64);
        ck_assert_ptr_nonnull(odds);
        policy_odds_init(odds, policy_net_find(net), policy_kernel_best());
        policy_odds_start_game(odds, NULL);
        ck_assert(policy_odds_ask(odds, &position));
        for (unsigned i = 0; i < lines.count; i++) {
            const char *name = lines.line[i];
            int32_t logits[2];
            ck_assert_int_eq(sscanf(name, "%*s %" SCNd32 " %" SCNd32, &logits[0], &logits[1]), 2);
            chess_move move = move_classify(&position, square_named(name), square_named(name + 2), 0);
            ck_assert_int_eq(odds->logits[policy_odds_place(odds, &position, move)], logits[net]);
        }
        free(odds);
    }
    free(lines.text);
}
END_TEST

static void check_type(const uint16_t rows[TABLE_TYPE_KINDS], const char *line)
{
    unsigned type = (unsigned)(strchr(PIECE_LETTERS, line[strlen("type ")]) - PIECE_LETTERS);
    uint64_t costs = 0;
    unsigned cost;
    for (unsigned kind = 0; kind < TABLE_TYPE_KINDS; kind++)
        costs += move_tables.types[rows[kind]];
    ck_assert_msg(sscanf(line, "type %*c %u", &cost) == 1, "%s", line);
    ck_assert_uint_eq(costs >> type * TABLE_TYPE_BITS & ((1u << TABLE_TYPE_BITS) - 1), cost);
}

/* "man e2 ROW CLASS COST", "target e2e4 ROW CLASS COST" */
static void check_choice(struct table_sight *sight, const char *line)
{
    struct table_choice choice;
    struct table_places places;
    char kind[10], name[10];
    unsigned row, class, i = 0;
    int cost;
    ck_assert_msg(sscanf(line, "%9s %9s %u %u %d", kind, name, &row, &class, &cost) == 5, "%s", line);
    table_see_men(sight, man_type(sight->position->men[square_named(name)]), &choice, &places);
    while (sight->squares[i] != square_named(name))
        ck_assert_uint_lt(++i, choice.count);
    if (strcmp(kind, "man") == 0) {
        ck_assert_uint_eq(places.rows[i], row);
        ck_assert_uint_eq(places.classes[i], class);
        ck_assert_int_eq(move_tables.man_rows[0][row] + move_tables.man_classes[class], cost);
        return;
    }
    table_see_targets(sight, i, &choice, &places);
    for (i = 0; (choice.moves[i] & 63) != square_named(name + 2);)
        ck_assert_uint_lt(++i, choice.count);
    ck_assert_uint_eq(places.rows[i], row);
    ck_assert_uint_eq(places.classes[i], class);
    ck_assert_int_eq(move_tables.move_rows[0][row] + move_tables.move_classes[class], cost);
}

START_TEST(table_odds)
{
    struct lines lines = lines_of("tables");
    const struct table_last last = {NO_SQUARE, NO_SQUARE, NO_PIECE_TYPE, NO_PIECE_TYPE, 0};
    static struct table_sight sight;
    uint16_t rows[TABLE_TYPE_KINDS];
    struct position position;
    position_start(&position);
    table_see_types(&sight, &position, 0, &last, rows);
    for (unsigned i = 0; i < lines.count; i++)
        if (strncmp(lines.line[i], "type ", strlen("type ")) == 0)
            check_type(rows, lines.line[i]);
        else
            check_choice(&sight, lines.line[i]);
    free(lines.text);
}
END_TEST

/* ---- Packed sections ---- */

static unsigned load_le16(const uint8_t *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

/* Section number `i` of the first block of a file: its entry, and its stored bytes. NULL behind the last one. */
static const uint8_t *section_at(const struct bytes *file, unsigned i, const uint8_t **stored_ret)
{
    enum { SECTION_COUNT_AT = 48, SECTION_STORED_SIZE_AT = 8 };
    const uint8_t *block = file->data + BCGN_FILE_HEADER_SIZE;
    unsigned count = load_le16(block + SECTION_COUNT_AT);
    const uint8_t *entry = block + BCGN_BLOCK_HEADER_SIZE;
    const uint8_t *stored = entry + count * (size_t)BCGN_SECTION_ENTRY_SIZE;
    if (i >= count)
        return NULL;
    for (; i > 0; i--, entry += BCGN_SECTION_ENTRY_SIZE)
        stored += load_le32(entry + SECTION_STORED_SIZE_AT);
    *stored_ret = stored;
    return entry;
}

static void pack_example(const char *name, const struct pack_setup *setup, struct bytes *file)
{
    char *text = document_block(document, name);
    ck_assert_int_eq(pack_bytes(setup, text, strlen(text), file), PGNPACK_OK);
    free(text);
}

/* "TYPE PACKING SUBTYPE SIZE: BYTES" */
START_TEST(sections_of_the_example)
{
    struct lines lines = lines_of("sections");
    const struct pack_setup setup = {.level = 8};
    struct bytes file = {0};
    const uint8_t *entry, *stored;
    unsigned i = 0;
    pack_example("```text example-model", &setup, &file);
    for (; (entry = section_at(&file, i, &stored)) != NULL; i++) {
        char head[80];
        snprintf(head, sizeof head, "%u %u %u %" PRIu32 ":", entry[0], entry[1], load_le16(entry + 2),
                 load_le32(entry + 4));
        ck_assert_uint_lt(i, lines.count);
        ck_assert_msg(strncmp(lines.line[i], head, strlen(head)) == 0, "%s is packed, not %s", head,
                      lines.line[i]);
        check_bytes(lines.line[i], stored, load_le32(entry + 8));
    }
    ck_assert_uint_eq(i, lines.count);
    bytes_free(&file);
    free(lines.text);
}
END_TEST

/* Its sections are stored as they are: "# Section TYPE, ...", then bytes. */
START_TEST(second_example)
{
    const struct pack_setup setup = {.level = 3, .moves = PGNPACK_MOVES_INDEX};
    struct bytes file = {0}, all = {0};
    const uint8_t *entry, *stored;
    size_t size;
    char *lines = document_block(document, "```hex example-2");
    const char *head = document_after(lines, "# Section ");
    pack_example("```text example-2", &setup, &file);
    for (unsigned i = 0; (entry = section_at(&file, i, &stored)) != NULL; i++) {
        ck_assert_ptr_nonnull(head);
        ck_assert_uint_eq(strtoul(head, NULL, 10), entry[0]);
        ck_assert_uint_eq(entry[1], BCGN_PACKING_NONE);
        bytes_append(&all, stored, load_le32(entry + 8));
        head = document_after(head, "# Section ");
    }
    ck_assert_ptr_null(head);
    unsigned char *expected = document_bytes(document, "```hex example-2", &size);
    for (size_t i = 0; i < size && i < all.size; i++)
        ck_assert_msg(((const uint8_t *)all.data)[i] == expected[i], "byte %zu is %02x, not %02x", i,
                      ((const uint8_t *)all.data)[i], expected[i]);
    ck_assert_uint_eq(all.size, size);
    bytes_free(&file);
    bytes_free(&all);
    free(expected);
    free(lines);
}
END_TEST

/* Level 3 packs the same elements as plain sections, too short for a frame: "TYPE: BYTES" */
START_TEST(shapes_of_the_example)
{
    struct lines lines = lines_of("shapes");
    const struct pack_setup setup = {.level = 3};
    struct bytes file = {0};
    const uint8_t *entry, *stored;
    unsigned found = 0;
    pack_example("```text example-model", &setup, &file);
    for (unsigned i = 0; (entry = section_at(&file, i, &stored)) != NULL; i++)
        for (unsigned j = 0; j < lines.count; j++)
            if (strtoul(lines.line[j], NULL, 10) == entry[0]) {
                ck_assert_uint_eq(entry[1], BCGN_PACKING_NONE);
                check_bytes(lines.line[j], stored, load_le32(entry + 8));
                found++;
            }
    ck_assert_uint_eq(found, lines.count);
    bytes_free(&file);
    free(lines.text);
}
END_TEST

/* "CODEC: BYTES" */
START_TEST(codecs_of_moves)
{
    static const int levels[] = {[2] = 5, [3] = 8, [4] = 4};
    struct lines lines = lines_of("codecs");
    ck_assert_uint_eq(lines.count, 3);
    for (unsigned i = 0; i < lines.count; i++) {
        unsigned long codec = strtoul(lines.line[i], NULL, 10);
        const struct pack_setup setup = {.level = levels[codec]};
        struct bytes file = {0};
        const uint8_t *entry, *stored;
        unsigned at = 0;
        pack_example("```text example", &setup, &file);
        while ((entry = section_at(&file, at, &stored)) != NULL && entry[0] != BCGN_SECTION_MOVES)
            at++;
        ck_assert_ptr_nonnull(entry);
        ck_assert_uint_eq(load_le16(entry + 2), codec);
        check_bytes(lines.line[i], stored, load_le32(entry + 8));
        bytes_free(&file);
    }
    free(lines.text);
}
END_TEST

Suite *format_values_suite(void)
{
    Suite *suite = suite_create("format_values");
    TCase *values = tcase_create("test values of docs/FORMAT.md");
    tcase_add_checked_fixture(values, set_up, tear_down);
    tcase_add_test(values, hashes_of_texts);
    tcase_add_test(values, hashes_of_contexts);
    tcase_add_test(values, squash_and_stretch);
    tcase_add_test(values, range_coder);
    tcase_add_test(values, wide_range_coder);
    tcase_add_test(values, mixed_model);
    tcase_add_test(values, text_model);
    tcase_add_test(values, symbols);
    tcase_add_test(values, random_numbers);
    tcase_add_test(values, position_keys);
    tcase_add_test(values, net_logits);
    tcase_add_test(values, table_odds);
    tcase_add_test(values, sections_of_the_example);
    tcase_add_test(values, second_example);
    tcase_add_test(values, shapes_of_the_example);
    tcase_add_test(values, codecs_of_moves);
    suite_add_tcase(suite, values);
    return suite;
}
