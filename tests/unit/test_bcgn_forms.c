/* The number code, the forms of tag values and the fields of comments: what is written is read, and nothing else. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "comments/comment_field.h"
#include "entropy/coding/number_code.h"
#include "tags/base/text_form.h"
#include "shared/bytes.h"
#include "unit/suites.h"

/* ---- Number code ---- */

static struct number_reader reader_of(const struct number_writer *writer)
{
    return number_reader_of(byte_source_of(writer->tokens.data, writer->tokens.size),
                            byte_source_of(writer->extra.data, writer->extra.size));
}

static void check_numbers(const uint64_t *numbers, size_t count)
{
    struct memory memory;
    struct number_writer writer;
    memory_init(&memory, NULL, 0);
    number_writer_init(&writer, &memory);
    for (size_t i = 0; i < count; i++)
        number_write(&writer, numbers[i]);
    number_writer_finish(&writer);
    struct number_reader reader = reader_of(&writer);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(number_read(&reader), numbers[i]);
    ck_assert(!number_reader_failed(&reader));
    ck_assert_uint_eq(byte_source_left(&reader.extra), 0);
    ck_assert_uint_eq(byte_source_left(&reader.tokens), 0);
    number_writer_free(&writer);
}

START_TEST(numbers_round_trip)
{
    uint64_t numbers[64 + 4 * 54 + 1000];
    uint64_t state = 1;
    size_t count = 0;
    for (uint64_t i = 0; i < 64; i++)
        numbers[count++] = i;
    for (unsigned bits = 0; bits < NUMBER_CODE_BITS; bits++) {
        numbers[count++] = UINT64_C(1) << bits;
        numbers[count++] = (UINT64_C(2) << bits) - 1;
        numbers[count++] = (UINT64_C(1) << bits) | (UINT64_C(1) << bits) >> 1;
        numbers[count++] = NUMBER_CODE_MAX >> bits;
    }
    for (size_t i = 0; i < 1000; i++) {
        uint64_t number = next_random(&state);
        numbers[count++] = number >> (10 + number % 54);
    }
    check_numbers(numbers, count);
}
END_TEST

/* FORMAT: token, extra bits of 64, 65, 100, 200 and the largest number. */
START_TEST(tokens_are_the_formats)
{
    static const struct {
        uint64_t number;
        uint8_t token;
        unsigned extra_bits;
    } expected[] = {{0, 0, 0},    {63, 63, 0},  {64, 64, 4},  {65, 65, 4},
                    {95, 65, 4},  {96, 66, 4},  {127, 67, 4}, {128, 68, 5},
                    {200, 70, 5}, {255, 71, 5}, {256, 72, 6}, {NUMBER_CODE_MAX, 255, 51}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        ck_assert_uint_eq(number_code_token(expected[i].number), expected[i].token);
        ck_assert_uint_eq(number_code_extra_bits(expected[i].token), expected[i].extra_bits);
    }
}
END_TEST

/* 200 = 11001000 binary: bits 1 to 5 are 00100, in the low bits of the first byte; 65's bits 1 to 4 follow. */
START_TEST(extra_bits_are_the_formats)
{
    static const uint8_t tokens[] = {70, 65};
    static const uint8_t extra[] = {0x04, 0x00};
    struct number_reader reader = number_reader_of(byte_source_of(tokens, 2), byte_source_of(extra, 2));
    ck_assert_uint_eq(number_read(&reader), 200);
    ck_assert_uint_eq(number_read(&reader), 65);
    ck_assert(!number_reader_failed(&reader));
}
END_TEST

/* Tokens that only repeat the one before, at the end, are not written. */
START_TEST(the_last_token_goes_on)
{
    static const struct {
        uint64_t numbers[5];
        size_t token_count;
    } cases[] = {{{0, 0, 0, 0, 0}, 0}, {{7, 7, 7, 7, 7}, 1}, {{0, 2, 2, 2, 2}, 2},
                 {{2, 2, 0, 0, 0}, 3}, {{1, 1, 1, 1, 0}, 5}, {{70, 70, 71, 70, 68}, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory memory;
        struct number_writer writer;
        memory_init(&memory, NULL, 0);
        number_writer_init(&writer, &memory);
        for (size_t j = 0; j < 5; j++)
            number_write(&writer, cases[i].numbers[j]);
        number_writer_finish(&writer);
        ck_assert_uint_eq(writer.tokens.size, cases[i].token_count);
        struct number_reader reader = reader_of(&writer);
        for (size_t j = 0; j < 5; j++)
            ck_assert_uint_eq(number_read(&reader), cases[i].numbers[j]);
        ck_assert(!number_reader_failed(&reader));
        number_writer_free(&writer);
    }
}
END_TEST

START_TEST(missing_extra_bits_fail)
{
    static const uint8_t tokens[] = {255};
    static const uint8_t extra[6] = {1, 2, 3, 4, 5, 6};
    struct number_reader reader = number_reader_of(byte_source_of(tokens, 1), byte_source_of(extra, 6));
    number_read(&reader);
    ck_assert(number_reader_failed(&reader));
}
END_TEST

/* ---- Forms ---- */

static const struct {
    enum text_form form;
    const char *text;
    int64_t number;
} known_forms[] = {
    {FORM_DECIMAL, "0", 0},
    {FORM_DECIMAL, "2851", 2851},
    {FORM_DECIMAL, "-17", -17},
    {FORM_DECIMAL, "999999999999999", INT64_C(999999999999999)},
    {FORM_DATE, "2021.06.01", (2021 * 13 + 6) * 32 + 1},
    {FORM_DATE, "1850.??.??", 1850 * 13 * 32},
    {FORM_DATE, "2021.06.??", (2021 * 13 + 6) * 32},
    {FORM_DATE, "0000.??.??", 0},
    {FORM_DATE, "9999.12.31", (9999 * 13 + 12) * 32 + 31},
    {FORM_TIME, "00:00:00", 0},
    {FORM_TIME, "17:05:59", 61559},
    {FORM_TIME, "99:59:59", 359999},
    {FORM_BASE62, "00000000", 0},
    {FORM_BASE62, "0000000z", 61},
    {FORM_BASE62, "zzzzzzzz", INT64_C(218340105584895)},
    {FORM_STAMP, "0000-01-01T00:00:01.234", 1234},
    {FORM_STAMP, "0001-02-03T04:05:06.007", (((12 + 1) * 31 + 2) * INT64_C(86400) + 14706) * 1000 + 7},
    {FORM_PAIR, "0.0", 0},
    {FORM_PAIR, "5.12", 5 * 256 + 12},
    {FORM_PAIR, "999999999.255", INT64_C(999999999) * 256 + 255},
    {FORM_SIGNED, "+0", 0},
    {FORM_SIGNED, "+17", 17},
    {FORM_SIGNED, "-4", -4},
    {FORM_SIGNED, "+999999999999999", INT64_C(999999999999999)},
    {FORM_MOMENT, "0000-01-01T00:00:00", 0},
    {FORM_MOMENT, "2019-05-09T08:26:14", ((INT64_C(2019) * 12 + 4) * 31 + 8) * 86400 + 30374},
    {FORM_MOMENT, "9999-12-31T23:59:59", INT64_C(10000) * 12 * 31 * 86400 - 1},
    {FORM_HOURS, "0:00:00", 0},
    {FORM_HOURS, "9:59:59", 35999},
    {FORM_HOURS, "10:00:00", 36000},
    {FORM_HOURS, "99:59:59", 359999},
};

START_TEST(forms_of_known_texts)
{
    for (size_t i = 0; i < sizeof known_forms / sizeof *known_forms; i++) {
        int64_t number;
        char out[FORM_TEXT_SIZE_MAX];
        struct text text = text_of(known_forms[i].text);
        ck_assert_msg(text_form_parse(known_forms[i].form, text, &number), "%s", text.data);
        ck_assert_int_eq(number, known_forms[i].number);
        ck_assert_uint_eq(text_form_print(known_forms[i].form, number, out), text.size);
        ck_assert_mem_eq(out, text.data, text.size);
    }
}
END_TEST

START_TEST(texts_of_no_form)
{
    static const struct {
        enum text_form form;
        const char *text;
    } bad[] = {
        {FORM_DECIMAL, ""},
        {FORM_DECIMAL, "-"},
        {FORM_DECIMAL, "-0"},
        {FORM_DECIMAL, "007"},
        {FORM_DECIMAL, "+7"},
        {FORM_DECIMAL, "1000000000000000"},
        {FORM_DECIMAL, "12a"},
        {FORM_DECIMAL, " 1"},
        {FORM_DATE, "????.??.??"},
        {FORM_DATE, "2021.6.1"},
        {FORM_DATE, "2021.13.01"},
        {FORM_DATE, "2021.00.01"},
        {FORM_DATE, "2021.01.32"},
        {FORM_DATE, "2021-01-02"},
        {FORM_DATE, "2021.?1.02"},
        {FORM_DATE, "2021.01.02 "},
        {FORM_TIME, "1:02:03"},
        {FORM_TIME, "00:60:00"},
        {FORM_TIME, "00:00:60"},
        {FORM_TIME, "00.00.00"},
        {FORM_BASE62, "1234567"},
        {FORM_BASE62, "1234567-"},
        {FORM_BASE62, "123456789"},
        {FORM_STAMP, "2019-05-09 08:26:14.000"},
        {FORM_STAMP, "2019-00-09T08:26:14.000"},
        {FORM_STAMP, "2019-05-09T24:00:00.000"},
        {FORM_STAMP, "2019-05-09T08:26:14"},
        {FORM_STAMP, "2019-05-09T08:26:14,123"},
        {FORM_PAIR, "5"},
        {FORM_PAIR, "5."},
        {FORM_PAIR, ".5"},
        {FORM_PAIR, "5.256"},
        {FORM_PAIR, "5.01"},
        {FORM_PAIR, "5.1.1"},
        {FORM_PAIR, "05.1"},
        {FORM_PAIR, "1000000000.1"},
        {FORM_PAIR, "-5.1"},
        {FORM_SIGNED, ""},
        {FORM_SIGNED, "+"},
        {FORM_SIGNED, "7"},
        {FORM_SIGNED, "0"},
        {FORM_SIGNED, "-0"},
        {FORM_SIGNED, "+-7"},
        {FORM_SIGNED, "++7"},
        {FORM_SIGNED, "+07"},
        {FORM_MOMENT, "2019-05-09T08:26:60"},
        {FORM_MOMENT, "2019-05-09T24:26:14"},
        {FORM_MOMENT, "2019-05-09 08:26:14"},
        {FORM_MOMENT, "2019-05-09T08:26:1"},
        {FORM_HOURS, "08:26:14"},
        {FORM_HOURS, ":26:14"},
        {FORM_HOURS, "8:60:14"},
        {FORM_HOURS, "108:26:14"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int64_t number;
        ck_assert_msg(!text_form_parse(bad[i].form, text_of(bad[i].text), &number), "%s", bad[i].text);
    }
}
END_TEST

/* Texts close to those of a form: one or two characters of a good one changed. */
static size_t spoil(const char *good, uint64_t *state, char *out)
{
    static const char characters[] = "0123456789?.:-+T z/";
    size_t size = strlen(good);
    memcpy(out, good, size);
    for (unsigned i = 0; i < 2; i++)
        out[next_random(state) % size] = characters[next_random(state) % (sizeof characters - 1)];
    return size - (next_random(state) % 8 == 0);
}

START_TEST(what_is_read_is_written)
{
    uint64_t state = 7;
    size_t read = 0;
    for (size_t i = 0; i < 200000; i++) {
        char text[32], out[FORM_TEXT_SIZE_MAX];
        int64_t number;
        size_t known = i % (sizeof known_forms / sizeof *known_forms);
        size_t size = spoil(known_forms[known].text, &state, text);
        if (!text_form_parse(known_forms[known].form, (struct text){text, size}, &number))
            continue;
        read++;
        ck_assert(number < FORM_NUMBER_LIMIT && number > -FORM_NUMBER_LIMIT);
        ck_assert_uint_eq(text_form_print(known_forms[known].form, number, out), size);
        ck_assert_mem_eq(out, text, size);
    }
    ck_assert_uint_gt(read, 10000);
}
END_TEST

START_TEST(what_is_written_is_read)
{
    uint64_t state = 9;
    for (size_t i = 0; i < 100000; i++) {
        uint64_t bits = next_random(&state);
        int64_t number = (int64_t)(bits >> (bits % 64)) * (bits & 64 ? 1 : -1);
        enum text_form form = (enum text_form)(i % FORM_COUNT);
        char out[FORM_TEXT_SIZE_MAX];
        int64_t back;
        if (number > INT64_C(1) << 60 || number < -(INT64_C(1) << 60))
            continue;
        size_t size = text_form_print(form, number, out);
        ck_assert_uint_le(size, sizeof out);
        if (size != 0) {
            ck_assert(text_form_parse(form, (struct text){out, size}, &back));
            ck_assert_int_eq(back, number);
        }
    }
}
END_TEST

/* ---- Fields ---- */

static const struct {
    uint8_t kind;
    const char *text;
    size_t size; /* of the field at its start; 0: none */
    int64_t number;
} known_fields[] = {
    {COMMENT_FIELD_NUMBER, "17", 2, 17},
    {COMMENT_FIELD_NUMBER, "17.5", 2, 17},
    {COMMENT_FIELD_NUMBER, "-3]", 2, -3},
    {COMMENT_FIELD_NUMBER, "-0", 0, 0},
    {COMMENT_FIELD_NUMBER, "+3", 0, 0},
    {COMMENT_FIELD_NUMBER, "03", 0, 0},
    {COMMENT_FIELD_NUMBER, "", 0, 0},
    {COMMENT_FIELD_NUMBER, "999999999999999", 15, INT64_C(999999999999999)},
    {COMMENT_FIELD_NUMBER, "1000000000000000", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2, "0.35 ", 4, 35},
    {COMMENT_FIELD_NUMBER | 2 << 2, "-1.20", 5, -120},
    {COMMENT_FIELD_NUMBER | 2 << 2, "-0.00", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2, "0.3", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2, "0.355", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2, "1.", 0, 0},
    {COMMENT_FIELD_NUMBER | COMMENT_FIELD_VARIANT, "+0", 2, 0},
    {COMMENT_FIELD_NUMBER | COMMENT_FIELD_VARIANT, "-4", 2, -4},
    {COMMENT_FIELD_NUMBER | COMMENT_FIELD_VARIANT, "4", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "0.35 ", 4, 35},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "-1.2", 4, -120},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "3.0]", 3, 300},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "3.00", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "0.50", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "3", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "3.", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "-0.0", 0, 0},
    {COMMENT_FIELD_NUMBER | 2 << 2 | COMMENT_FIELD_TRIMMED, "0.355", 0, 0},
    {COMMENT_FIELD_NUMBER | 6 << 2 | COMMENT_FIELD_VARIANT | COMMENT_FIELD_TRIMMED, "+0.000001", 9, 1},
    {COMMENT_FIELD_NUMBER | 2 << 2, "0,35", 0, 0},
    {COMMENT_FIELD_CLOCK, "0:10:00", 7, 6000},
    {COMMENT_FIELD_CLOCK, "0:09:58.9]", 9, 5989},
    {COMMENT_FIELD_CLOCK, "0:09:58.0", 0, 0},
    {COMMENT_FIELD_CLOCK, "0:09:58.95", 0, 0},
    {COMMENT_FIELD_CLOCK, "00:09:58", 0, 0},
    {COMMENT_FIELD_CLOCK, "0:60:00", 0, 0},
    {COMMENT_FIELD_CLOCK, "9999:59:59", 10, 359999990},
    {COMMENT_FIELD_CLOCK, "0:00:001", 0, 0},
    {COMMENT_FIELD_CLOCK | COMMENT_FIELD_VARIANT, "00:09:58", 8, 5980},
    {COMMENT_FIELD_CLOCK | COMMENT_FIELD_VARIANT, "0:09:58", 0, 0},
    {COMMENT_FIELD_TWO_DIGITS, "07", 2, 7},
    {COMMENT_FIELD_TWO_DIGITS, "99", 2, 99},
    {COMMENT_FIELD_TWO_DIGITS, "7", 0, 0},
};

START_TEST(known_field_texts)
{
    for (size_t i = 0; i < sizeof known_fields / sizeof *known_fields; i++) {
        int64_t number = 0;
        char out[COMMENT_FIELD_SIZE_MAX];
        struct text text = text_of(known_fields[i].text);
        size_t size = comment_field_parse(known_fields[i].kind, text, &number);
        ck_assert_msg(size == known_fields[i].size, "%s", text.data);
        if (size == 0)
            continue;
        ck_assert_int_eq(number, known_fields[i].number);
        ck_assert_uint_eq(comment_field_print(known_fields[i].kind, number, out), size);
        ck_assert_mem_eq(out, text.data, size);
    }
}
END_TEST

static const struct {
    enum comment_text_extent extent;
    const char *text;
    size_t size;
} texts[] = {
    {COMMENT_TEXT_TO_COMMA, "Rb6+, mt=1", 4},
    {COMMENT_TEXT_TO_COMMA, "Rb6+", 4},
    {COMMENT_TEXT_TO_COMMA, ",", 0},
    {COMMENT_TEXT_TO_COMMA, "", 0},
    {COMMENT_TEXT_TO_BRACKET, "Ra1,Gb2][%cal Gd4d5]", 7},
    {COMMENT_TEXT_TO_BRACKET, "Ra1", 3},
    {COMMENT_TEXT_TO_BRACKET, "]", 0},
    {COMMENT_TEXT_OF_MOVES, "Rb8) +0.31/12", 3},
    {COMMENT_TEXT_OF_MOVES, "e4 e5 Nf3 d=12", 9},
    {COMMENT_TEXT_OF_MOVES, "O-O-O# was best.", 6},
    {COMMENT_TEXT_OF_MOVES, "e4 ", 2},
    {COMMENT_TEXT_OF_MOVES, "e4  e5", 2},
    {COMMENT_TEXT_OF_MOVES, "e4x", 0},
    {COMMENT_TEXT_OF_MOVES, "a move", 0},
    {COMMENT_TEXT_OF_MOVES, "0-0", 0},
    {COMMENT_TEXT_OF_MOVES, "", 0},
};

START_TEST(texts_go_so_far)
{
    int64_t number;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint8_t kind = comment_text_kind(texts[i].extent);
        size_t size = comment_field_parse(kind, text_of(texts[i].text), &number);
        ck_assert_msg(size == texts[i].size, "%s: %zu", texts[i].text, size);
        ck_assert(size != 0 || texts[i].extent == COMMENT_TEXT_OF_MOVES || comment_field_may_be_empty(kind));
        ck_assert_uint_eq(comment_field_written_kind(kind), COMMENT_FIELD_TEXT);
        ck_assert_uint_eq(comment_field_written_kind(kind | COMMENT_FIELD_VARIANT), COMMENT_FIELD_LIST);
    }
    ck_assert(!comment_field_may_be_empty(comment_text_kind(COMMENT_TEXT_OF_MOVES)));
    ck_assert(!comment_field_may_be_empty(COMMENT_FIELD_NUMBER));
}
END_TEST

START_TEST(field_kinds)
{
    size_t known[2] = {0, 0};
    for (unsigned kind = 0; kind < 256; kind++)
        for (int by_model = 0; by_model < 2; by_model++)
            known[by_model] += comment_field_kind_is_known((uint8_t)kind, by_model) != 0;
    ck_assert_uint_eq(known[0], 7 * 2 + 2 + 1 + 1);
    ck_assert_uint_eq(known[1], known[0] + 5 * 2 + 1); /* trimmed ones, and lists */
}
END_TEST

START_TEST(fields_round_trip)
{
    uint64_t state = 11;
    size_t read = 0;
    for (size_t i = 0; i < 200000; i++) {
        char text[32], out[COMMENT_FIELD_SIZE_MAX];
        int64_t number = 0;
        size_t known = i % (sizeof known_fields / sizeof *known_fields);
        uint8_t kind = known_fields[next_random(&state) % (sizeof known_fields / sizeof *known_fields)].kind;
        if (known_fields[known].text[0] == '\0')
            continue;
        size_t size = spoil(known_fields[known].text, &state, text);
        size = comment_field_parse(kind, (struct text){text, size}, &number);
        if (size == 0)
            continue;
        read++;
        ck_assert_uint_eq(comment_field_print(kind, number, out), size);
        ck_assert_mem_eq(out, text, size);
    }
    ck_assert_uint_gt(read, 10000);
}
END_TEST

START_TEST(any_number_as_a_field)
{
    uint64_t state = 13;
    for (size_t i = 0; i < 100000; i++) {
        uint64_t bits = next_random(&state);
        int64_t number = (int64_t)(bits >> (3 + bits % 61)) * (bits & 64 ? 1 : -1);
        uint8_t kind = (uint8_t)next_random(&state);
        char out[COMMENT_FIELD_SIZE_MAX];
        int64_t back = 0;
        if (!comment_field_kind_is_known(kind, 1) || kind == COMMENT_FIELD_TEXT)
            continue;
        size_t size = comment_field_print(kind, number, out);
        ck_assert_uint_le(size, sizeof out);
        if (size != 0) {
            ck_assert_uint_eq(comment_field_parse(kind, (struct text){out, size}, &back), size);
            ck_assert_int_eq(back, number);
        }
    }
}
END_TEST

Suite *bcgn_forms_suite(void)
{
    Suite *suite = suite_create("bcgn_forms");
    TCase *numbers = tcase_create("number code");
    tcase_add_test(numbers, numbers_round_trip);
    tcase_add_test(numbers, tokens_are_the_formats);
    tcase_add_test(numbers, extra_bits_are_the_formats);
    tcase_add_test(numbers, the_last_token_goes_on);
    tcase_add_test(numbers, missing_extra_bits_fail);
    suite_add_tcase(suite, numbers);
    TCase *forms = tcase_create("forms");
    tcase_add_test(forms, forms_of_known_texts);
    tcase_add_test(forms, texts_of_no_form);
    tcase_add_test(forms, what_is_read_is_written);
    tcase_add_test(forms, what_is_written_is_read);
    suite_add_tcase(suite, forms);
    TCase *fields = tcase_create("fields");
    tcase_add_test(fields, known_field_texts);
    tcase_add_test(fields, texts_go_so_far);
    tcase_add_test(fields, field_kinds);
    tcase_add_test(fields, fields_round_trip);
    tcase_add_test(fields, any_number_as_a_field);
    suite_add_tcase(suite, fields);
    return suite;
}
