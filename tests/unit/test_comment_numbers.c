/* Numbers of comments by a mixed model: what formulas foretell, there and back, and what damage does. */
#include <check.h>
#include <stdlib.h>

#include "comments/comment_field.h"
#include "comments/comment_numbers.h"
#include "comments/comment_ticks.h"
#include "chess/fen.h"
#include "shared/bytes.h"
#include "unit/suites.h"

/* ---- Time controls ---- */

static void check_clock(const char *value, uint32_t base, uint32_t increment)
{
    struct comment_clock clock = comment_clock_of(text_of(value));
    ck_assert_msg(clock.base == base && clock.increment == increment, "%s: %u+%u", value, clock.base,
                  clock.increment);
}

START_TEST(time_controls)
{
    check_clock("300", 300, 0);
    check_clock("180+2", 180, 2);
    check_clock("0+1", 0, 1);
    check_clock("999999+999999", 999999, 999999);
    check_clock("1000000", 0, 0);
    check_clock("300+1000000", 0, 0);
    check_clock("", 0, 0);
    check_clock("-", 0, 0);
    check_clock("+2", 0, 0);
    check_clock("300+", 0, 0);
    check_clock("300+2 ", 0, 0);
    check_clock("40/7200", 0, 0);
    check_clock("300.5", 0, 0);
}
END_TEST

/* ---- Formulas ---- */

struct fixture {
    struct memory memory;
    struct comment_numbers numbers;
    struct buffer bytes;
};

static void set_up(struct fixture *fixture)
{
    memory_init(&fixture->memory, NULL, 0);
    comment_numbers_init(&fixture->numbers, &fixture->memory);
    buffer_init(&fixture->bytes, &fixture->memory);
    ck_assert(comment_numbers_allocate(&fixture->numbers));
}

static void tear_down(struct fixture *fixture)
{
    comment_numbers_free(&fixture->numbers);
    buffer_free(&fixture->bytes);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

static void set_column(struct fixture *fixture, unsigned column, int64_t factor,
                       struct comment_formula formula)
{
    struct comment_series *series = &fixture->numbers.state.series[column];
    series->factor = factor;
    series->foreteller_count = 1;
    series->foretellers[0].formula = formula;
}

static int64_t foretell(const struct fixture *fixture, unsigned column)
{
    const struct comment_numbers_state *state = &fixture->numbers.state;
    return comment_foretell_by(state, column, &state->series[column].foretellers[0]);
}

static void begin(struct fixture *fixture, uint32_t game, uint32_t ply)
{
    const struct comment_moment moment = {
        .game = game, .ply = ply, .base = 300, .increment = 2, .counts = {1, -2}};
    comment_state_begin(&fixture->numbers.state, &moment);
}

static void enter(struct fixture *fixture, unsigned column, int64_t number)
{
    struct comment_numbers_state *state = &fixture->numbers.state;
    struct comment_foreteller *foreteller = &state->series[column].foretellers[0];
    comment_foreteller_learn(state, foreteller, comment_foretell_by(state, column, foreteller), number);
    comment_series_enter(state, column, number);
}

START_TEST(own_and_last)
{
    struct fixture fixture;
    set_up(&fixture);
    comment_state_reset(&fixture.numbers.state);
    set_column(&fixture, 0, 1, (struct comment_formula){.operation = COMMENT_OWN});
    set_column(&fixture, 1, 1, (struct comment_formula){.operation = COMMENT_LAST});
    static const struct {
        uint32_t game, ply;
        int64_t own, last, number;
    } steps[] = {
        {3, 1, 0, 0, 10},   {3, 2, 0, 10, 20},  {3, 3, 10, 20, 11}, {3, 4, 20, 11, 21},
        {3, 4, 21, 21, 22}, {4, 1, 10, 10, 30}, {4, 2, 20, 30, 40}, {4, 3, 30, 40, 31},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        begin(&fixture, steps[i].game, steps[i].ply);
        ck_assert_msg(foretell(&fixture, 0) == steps[i].own, "step %zu", i);
        ck_assert_msg(foretell(&fixture, 1) == steps[i].last, "step %zu", i);
        enter(&fixture, 0, steps[i].number);
        enter(&fixture, 1, steps[i].number);
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(clocks_know_the_time_control)
{
    struct fixture fixture;
    set_up(&fixture);
    comment_state_reset(&fixture.numbers.state);
    set_column(&fixture, 0, 10, (struct comment_formula){.operation = COMMENT_TIME});
    begin(&fixture, 0, 1);
    ck_assert_int_eq(foretell(&fixture, 0), 300); /* tenths, told by tens */
    enter(&fixture, 0, 299);
    begin(&fixture, 0, 2);
    ck_assert_int_eq(foretell(&fixture, 0), 300);
    enter(&fixture, 0, 250);
    begin(&fixture, 0, 3);
    ck_assert_int_eq(foretell(&fixture, 0), 301);
    begin(&fixture, 1, 2);
    ck_assert_int_eq(foretell(&fixture, 0), 300);
    fixture.numbers.state.moment.base = 0;
    ck_assert_int_eq(foretell(&fixture, 0), 250);
    tear_down(&fixture);
}
END_TEST

START_TEST(columns_are_combined)
{
    struct fixture fixture;
    set_up(&fixture);
    comment_state_reset(&fixture.numbers.state);
    set_column(&fixture, 0, 1, (struct comment_formula){.operation = COMMENT_ZERO});
    set_column(&fixture, 1, 100, (struct comment_formula){.operation = COMMENT_ZERO});
    set_column(&fixture, 2, 1, (struct comment_formula){COMMENT_LESS, {0, 0}});
    set_column(&fixture, 3, 1, (struct comment_formula){COMMENT_SCALED, {0, 0}});
    set_column(&fixture, 4, 10, (struct comment_formula){COMMENT_PRODUCT, {0, 1}});
    set_column(&fixture, 5, 1, (struct comment_formula){COMMENT_BOARD, {1, 0}});
    begin(&fixture, 0, 1);
    for (unsigned i = 2; i <= 4; i++)
        enter(&fixture, i, 1000); /* neither x nor y yet */
    enter(&fixture, 0, 7000);
    for (unsigned ply = 3; ply <= 9; ply += 2) {
        begin(&fixture, 0, ply);
        ck_assert_int_eq(foretell(&fixture, 4), 1000);
        int64_t x = 7000 + ply, before = ply == 3 ? 7000 : x - 2;
        enter(&fixture, 0, x);
        enter(&fixture, 1, 5);
        ck_assert_int_eq(foretell(&fixture, 3), 1000 * x / before);
        enter(&fixture, 3, 1000);
        ck_assert_int_eq(foretell(&fixture, 4), x * 500 / 1000 / 10);
        /* 40 is added each time: foreseen once it has come twice. */
        int64_t last = fixture.numbers.state.series[2].sides[1].last;
        ck_assert_int_eq(foretell(&fixture, 2), last - x + (ply > 5 ? 40 : 0));
        enter(&fixture, 2, last - x + 40);
        ck_assert_int_eq(foretell(&fixture, 5), ply > 5 ? -2 + 50 : -2);
        enter(&fixture, 5, 48);
        enter(&fixture, 4, 1000);
    }
    tear_down(&fixture);
}
END_TEST

/* Of 1, 2, 3 ... numbers before, how many were hits, in tenths of a per cent. */
START_TEST(rates_go_on)
{
    static const struct {
        int64_t number, as_before, one_more;
    } steps[] = {
        {0, 0, 0},       {1000, 0, 1000}, {1000, 500, 1000}, {666, 666, 1000},
        {500, 500, 750}, {600, 400, 600}, {500, 500, 666},   {428, 428, 571},
    };
    struct fixture fixture;
    const struct comment_formula rate = {COMMENT_RATE, {0, 0}};
    set_up(&fixture);
    comment_state_reset(&fixture.numbers.state);
    set_column(&fixture, 0, 1, rate);
    fixture.numbers.state.series[0].kind = comment_field_kind(COMMENT_FIELD_NUMBER, 1, 0);
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        int64_t more;
        begin(&fixture, 0, 2 * i);
        ck_assert_msg(foretell(&fixture, 0) == steps[i].as_before, "number %u", i);
        ck_assert_int_eq(comment_step(&fixture.numbers.state, 0, &rate), i == 0 ? 0 : 1000 / i);
        ck_assert_int_eq(comment_foretell_stepped(&fixture.numbers.state, 0, &rate, 1, &more), i != 0);
        ck_assert_msg(i == 0 || more == steps[i].one_more, "number %u", i);
        enter(&fixture, 0, steps[i].number);
    }
    begin(&fixture, 1, 0);
    ck_assert_int_eq(comment_step(&fixture.numbers.state, 0, &rate), 0);
    tear_down(&fixture);
}
END_TEST

START_TEST(too_large_numbers_stay_within_limits)
{
    static const int64_t extremes[] = {0, 1, -1, 1000, COMMENT_NUMBER_LIMIT - 1, 1 - COMMENT_NUMBER_LIMIT};
    enum { EXTREMES = sizeof extremes / sizeof *extremes };
    struct fixture fixture;
    set_up(&fixture);
    comment_state_reset(&fixture.numbers.state);
    for (unsigned operation = 0; operation < COMMENT_OPERATION_COUNT; operation++)
        for (unsigned i = 0; i < EXTREMES * EXTREMES * EXTREMES; i++) {
            int64_t stepped;
            const struct comment_formula formula = {(uint8_t)operation, {0, 1}};
            set_column(&fixture, 0, 1, (struct comment_formula){.operation = COMMENT_ZERO});
            set_column(&fixture, 1, 1, (struct comment_formula){.operation = COMMENT_ZERO});
            set_column(&fixture, 2, 1, formula);
            begin(&fixture, i & 1, i & 2);
            enter(&fixture, 0, extremes[i % EXTREMES]);
            enter(&fixture, 1, extremes[i / EXTREMES % EXTREMES]);
            int64_t foretold = foretell(&fixture, 2);
            ck_assert(foretold < COMMENT_NUMBER_LIMIT && foretold > -COMMENT_NUMBER_LIMIT);
            if (comment_step(&fixture.numbers.state, 2, &formula) != 0 &&
                comment_foretell_stepped(&fixture.numbers.state, 2, &formula, extremes[i % 5], &stepped))
                ck_assert(stepped < COMMENT_NUMBER_LIMIT && stepped > -COMMENT_NUMBER_LIMIT);
            enter(&fixture, 2, extremes[i / EXTREMES / EXTREMES]);
        }
    tear_down(&fixture);
}
END_TEST

/* A product that 64 bits could not hold is no product: the side's last number stands for it. */
START_TEST(too_large_products_are_none)
{
    static const struct comment_formula formulas[] = {{COMMENT_PRODUCT, {0, 1}}, {COMMENT_SCALED, {0, 0}}};
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned i = 0; i < 2; i++) {
        int64_t stepped;
        comment_state_reset(&fixture.numbers.state);
        set_column(&fixture, 0, 1, (struct comment_formula){.operation = COMMENT_ZERO});
        set_column(&fixture, 1, 1, (struct comment_formula){.operation = COMMENT_ZERO});
        set_column(&fixture, 2, 1, formulas[i]);
        for (uint32_t ply = 1; ply <= 3; ply += 2) {
            begin(&fixture, 0, ply);
            enter(&fixture, 0, COMMENT_NUMBER_LIMIT - ply);
            enter(&fixture, 1, COMMENT_NUMBER_LIMIT - ply);
            if (ply == 1)
                enter(&fixture, 2, 12345678);
        }
        ck_assert_int_eq(foretell(&fixture, 2), 12345678);
        ck_assert_int_eq(comment_step(&fixture.numbers.state, 2, &formulas[i]), 0);
        ck_assert(i != 0 || !comment_foretell_stepped(&fixture.numbers.state, 2, &formulas[i], 1, &stepped));
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(boards_are_counted)
{
    struct position position;
    const char *fen = "4k3/8/8/8/8/8/PPP2q2/RNBBK3 w Q - 7 20";
    ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), FEN_OK);
    const struct comment_place place = {.now = &position};
    struct comment_moment moment = comment_moment_of(&place);
    static const int8_t counts[COMMENT_BOARD_COUNTS] = {3, 1, 2, 1, -1, -4};
    ck_assert_mem_eq(moment.counts, counts, sizeof counts);
    position.halfmove_clock = UINT16_MAX;
    moment = comment_moment_of(&place);
    ck_assert_int_eq(moment.counts[COMMENT_COUNT_FIFTY_MOVES], -128);
}
END_TEST

/* ---- The stream ---- */

enum { COLUMNS = 10, COMMENTS = 4000, TEXT_SIZE = 1 << 17 };

static void set_columns(struct fixture *fixture)
{
    static const struct comment_formula formulas[COLUMNS] = {
        {COMMENT_ZERO, {0, 0}},  {COMMENT_OWN, {0, 0}},     {COMMENT_LAST, {0, 0}},
        {COMMENT_TIME, {0, 0}},  {COMMENT_LESS, {1, 0}},    {COMMENT_SCALED, {2, 0}},
        {COMMENT_BOARD, {0, 0}}, {COMMENT_PRODUCT, {4, 5}}, {COMMENT_PRODUCT, {1, 2}},
        {COMMENT_RATE, {0, 0}},
    };
    for (unsigned i = 0; i < COLUMNS; i++) {
        set_column(fixture, i, i == 4 ? 10 : i == 5 ? 1000 : 1, formulas[i]);
        fixture->numbers.state.series[i].foreteller_count = 1 + (i & 1);
        fixture->numbers.state.series[i].in_ticks = i % 3 == 0;
        fixture->numbers.state.series[i].foretellers[1].formula = formulas[(i * 7 + 2) % COLUMNS];
    }
}

struct script {
    uint64_t state;
    struct comment_moment moment;
};

static void next_moment(struct script *script)
{
    uint64_t random = next_random(&script->state);
    script->moment.ply += random % 7 != 0;
    script->moment.mark = random % 11 == 0 ? (uint16_t)(random >> 48) : 0;
    script->moment.counts[0] = (int8_t)(random >> 20 & 7);
    if (random % 50 == 0) {
        script->moment.game++;
        script->moment.ply = 0;
        script->moment.base = (uint32_t)(random >> 30 & 1023);
    }
}

static int64_t next_number(struct script *script, int64_t factor)
{
    uint64_t random = next_random(&script->state);
    int64_t limit = INT64_C(999999999999999) / factor;
    int64_t number =
        random % 4 != 0 ? (int64_t)(random >> 58) * 1000 : (int64_t)(random >> (random >> 8 & 31) >> 15);
    number %= limit;
    return (random & 16 ? -number : number) * factor;
}

/* The same comments at each call. Returns 0 as soon as something comes out that was not put in. */
static int code_script(struct fixture *fixture, int decodes)
{
    struct script script = {.state = 1234567};
    int is_same = 1;
    for (unsigned i = 0; i < COMMENTS && is_same; i++) {
        next_moment(&script);
        uint8_t id = (uint8_t)(next_random(&script.state) % 9 == 0 ? i : script.moment.ply & 1);
        is_same &= comment_numbers_begin(&fixture->numbers, &script.moment, decodes ? 0 : id) == id;
        for (unsigned j = id % 3; j < COLUMNS && is_same; j++) {
            int64_t number = next_number(&script, fixture->numbers.state.series[j].factor);
            is_same &= comment_numbers_code(&fixture->numbers, j, decodes ? 0 : number) == number;
        }
    }
    return is_same;
}

static void encode_script(struct fixture *fixture)
{
    set_columns(fixture);
    ck_assert(comment_numbers_start_encoding(&fixture->numbers, TEXT_SIZE, &fixture->bytes));
    ck_assert(code_script(fixture, 0));
    comment_numbers_finish(&fixture->numbers);
}

START_TEST(numbers_come_back)
{
    struct fixture fixture;
    set_up(&fixture);
    encode_script(&fixture);
    ck_assert(comment_numbers_start_decoding(&fixture.numbers, TEXT_SIZE,
                                             byte_source_of(fixture.bytes.data, fixture.bytes.size)));
    ck_assert(code_script(&fixture, 1));
    ck_assert(comment_numbers_at_end(&fixture.numbers));
    tear_down(&fixture);
}
END_TEST

/* Whatever the bytes are: numbers within limits, and it is noticed. */
START_TEST(damage_is_noticed)
{
    uint64_t state = 99;
    struct fixture fixture;
    set_up(&fixture);
    encode_script(&fixture);
    for (unsigned round = 0; round < 60; round++) {
        size_t place = next_random(&state) % fixture.bytes.size;
        uint8_t kept = fixture.bytes.data[place];
        fixture.bytes.data[place] ^= (uint8_t)(1 + next_random(&state) % 255);
        set_columns(&fixture);
        ck_assert(comment_numbers_start_decoding(&fixture.numbers, TEXT_SIZE,
                                                 byte_source_of(fixture.bytes.data, fixture.bytes.size)));
        ck_assert(!code_script(&fixture, 1) || !comment_numbers_at_end(&fixture.numbers));
        struct script script = {.state = round};
        for (unsigned i = 0; i < 200; i++) {
            next_moment(&script);
            comment_numbers_begin(&fixture.numbers, &script.moment, 0);
            for (unsigned j = 0; j < COLUMNS; j++) {
                int64_t number = comment_numbers_code(&fixture.numbers, j, 0);
                ck_assert(number < COMMENT_NUMBER_LIMIT && number > -COMMENT_NUMBER_LIMIT);
            }
        }
        fixture.bytes.data[place] = kept;
    }
    tear_down(&fixture);
}
END_TEST

/* ---- Ticks ---- */

START_TEST(ticks_are_known)
{
    static const uint8_t in_ticks[] = {0, 15, 16, 31, 32, 46, 47, 62, 63, 78, 79, 93, 94, 109, 110};
    ck_assert(!time_is_in_ticks(-125));
    for (int64_t time = 0; time < 4000; time++) {
        int expected = memchr(in_ticks, (int)(time % 125), sizeof in_ticks) != NULL;
        ck_assert_msg(time_is_in_ticks(time) == expected, "%d", (int)time);
        int64_t ticks = ticks_of_time(time);
        ck_assert(!expected || time_of_ticks(ticks) + (time_of_ticks(ticks) != time) == time);
    }
}
END_TEST

enum { TIMES = 3000, GAME_PLIES = 60 };

/* White's are ticks, Black's are not but by chance. */
static int64_t next_time(uint64_t *state, uint32_t ply)
{
    uint64_t random = next_random(state);
    return ply & 1 ? (int64_t)(random >> 50) : time_of_ticks((int64_t)(random >> 54)) + (random % 8 == 0);
}

static size_t size_of_times(struct fixture *fixture, uint8_t in_ticks)
{
    for (int decodes = 0; decodes <= 1; decodes++) {
        uint64_t state = 7;
        set_column(fixture, 0, 1, (struct comment_formula){.operation = COMMENT_ZERO});
        fixture->numbers.state.series[0].in_ticks = in_ticks;
        ck_assert(
            decodes ? comment_numbers_start_decoding(&fixture->numbers, TEXT_SIZE,
                                                     byte_source_of(fixture->bytes.data, fixture->bytes.size))
                    : comment_numbers_start_encoding(&fixture->numbers, TEXT_SIZE, &fixture->bytes));
        for (uint32_t i = 0; i < TIMES; i++) {
            const struct comment_moment moment = {.game = i / GAME_PLIES, .ply = i % GAME_PLIES};
            int64_t time = next_time(&state, moment.ply);
            comment_numbers_begin(&fixture->numbers, &moment, 1);
            ck_assert_int_eq(comment_numbers_code(&fixture->numbers, 0, decodes ? 0 : time), time);
        }
        if (!decodes)
            comment_numbers_finish(&fixture->numbers);
    }
    ck_assert(comment_numbers_at_end(&fixture->numbers));
    return fixture->bytes.size;
}

/* What White's times save are 3 bits each, which is a tenth of all. */
START_TEST(ticks_take_less)
{
    struct fixture fixture;
    set_up(&fixture);
    size_t plain = size_of_times(&fixture, 0);
    buffer_clear(&fixture.bytes);
    size_t in_ticks = size_of_times(&fixture, 1);
    ck_assert_uint_gt(plain, in_ticks + TIMES / 2 * 5 / 2 / 8);
    tear_down(&fixture);
}
END_TEST

/* ---- What numbers depend on ---- */

/* Numbers of one column, by side, and the comment's moment. */
struct chain {
    uint64_t state;
    struct comment_moment moment;
    int64_t last[2];
    int64_t spent; /* of White */
};

static int64_t by_mark(struct chain *chain)
{
    return chain->moment.mark * 5 % 8;
}

static int64_t by_own_last(struct chain *chain)
{
    return chain->last[chain->moment.ply & 1] * 3 % 7 + 1;
}

static int64_t by_ply(struct chain *chain)
{
    static const uint8_t numbers[] = {3, 7, 7, 3, 3, 3, 7, 7, 3, 7, 3, 3};
    return chain->moment.ply < sizeof numbers ? numbers[chain->moment.ply] : 7;
}

static int64_t by_place(struct chain *chain)
{
    return chain->last[chain->moment.ply & 1] * 5 % 8 + 1;
}

/* Every second number of a side depends on where the last one was, the others are chance. */
static int64_t by_place_of_clock(struct chain *chain)
{
    static const uint8_t steps[] = {0, 1, 1, 0, 1, 0, 0, 1};
    int64_t last = chain->last[chain->moment.ply & 1];
    if ((chain->moment.ply & 2) == 0)
        return (int64_t)(next_random(&chain->state) >> 61);
    return last + steps[last & 7];
}

/* What Black spends is what White spent, which is chance. */
static int64_t by_other_side(struct chain *chain)
{
    if ((chain->moment.ply & 1) == 0)
        chain->spent = (int64_t)(next_random(&chain->state) >> 61);
    return chain->last[chain->moment.ply & 1] + chain->spent;
}

static size_t size_of_chain(struct fixture *fixture, enum comment_operation operation,
                            int64_t (*next)(struct chain *chain))
{
    struct chain chain = {.state = 5};
    set_column(fixture, 0, 1, (struct comment_formula){.operation = (uint8_t)operation});
    ck_assert(comment_numbers_start_encoding(&fixture->numbers, TEXT_SIZE, &fixture->bytes));
    for (uint32_t i = 0; i < TIMES; i++) {
        chain.moment.game = i / GAME_PLIES;
        chain.moment.ply = i % GAME_PLIES;
        chain.moment.mark = (uint16_t)(next_random(&chain.state) >> 61);
        comment_numbers_begin(&fixture->numbers, &chain.moment, 1);
        int64_t number = next(&chain);
        comment_numbers_code(&fixture->numbers, 0, number);
        chain.last[chain.moment.ply & 1] = number;
    }
    comment_numbers_finish(&fixture->numbers);
    return fixture->bytes.size;
}

/* Each chain takes little only where just that is a context. */
START_TEST(contexts_tell_numbers)
{
    static const struct {
        enum comment_operation operation;
        int64_t (*next)(struct chain *chain);
        size_t limit;
    } chains[] = {
        {COMMENT_ZERO, by_mark, 32},
        {COMMENT_ZERO, by_own_last, 50},
        {COMMENT_ZERO, by_ply, 100},
        {COMMENT_OWN, by_place, 150},
        {COMMENT_TIME, by_place_of_clock, 870},
        {COMMENT_TIME, by_other_side, 870},
    };
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        struct fixture fixture;
        set_up(&fixture);
        size_t size = size_of_chain(&fixture, chains[i].operation, chains[i].next);
        ck_assert_msg(size < chains[i].limit, "chain %zu: %zu bytes", i, size);
        tear_down(&fixture);
    }
}
END_TEST

/* ---- Formulas in tables ---- */

enum { PLAIN_KIND = COMMENT_FIELD_NUMBER };

START_TEST(formulas_are_read_as_written)
{
    struct fixture fixture;
    set_up(&fixture);
    for (uint8_t operation = 0; operation < COMMENT_OPERATION_COUNT; operation++) {
        struct error error;
        error_clear(&error);
        const struct comment_formula written = {operation, {3, 4}};
        struct comment_formula read;
        buffer_clear(&fixture.bytes);
        comment_formula_write(&written, &fixture.bytes);
        struct byte_source source = byte_source_of(fixture.bytes.data, fixture.bytes.size);
        ck_assert(comment_formula_read(&read, PLAIN_KIND, &source, 5, &error));
        ck_assert_uint_eq(byte_source_left(&source), 0);
        ck_assert_uint_eq(read.operation, operation);
        if (fixture.bytes.size > 1)
            ck_assert_uint_eq(read.columns[0], 3);
        ck_assert_int_eq(comment_formula_needs_boards(&read), operation == COMMENT_BOARD);
        for (size_t size = 0; size < fixture.bytes.size; size++) {
            source = byte_source_of(fixture.bytes.data, size);
            ck_assert(!comment_formula_read(&read, PLAIN_KIND, &source, 5, &error));
            ck_assert_int_eq(error.status, PGNPACK_OK);
        }
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(bad_formulas_are_refused)
{
    static const struct {
        uint8_t bytes[4];
        uint8_t decimals;
        int is_newer;
    } bad[] = {
        {{COMMENT_OPERATION_COUNT, 0, 0, 0}, 0, 1},
        {{COMMENT_BOARD, COMMENT_BOARD_COUNTS, 0, 0}, 0, 1},
        {{COMMENT_LESS, 2, 0, 0}, 0, 0},
        {{COMMENT_SCALED, 2, 0, 0}, 0, 0},
        {{COMMENT_PRODUCT, 0, 2, 0}, 0, 0},
        {{COMMENT_PRODUCT, 2, 0, 0}, 0, 0},
        {{COMMENT_RATE, 0, 0, 0}, 5, 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct comment_formula formula;
        struct error error;
        error_clear(&error);
        struct byte_source source = byte_source_of(bad[i].bytes, sizeof bad[i].bytes);
        uint8_t kind = comment_field_kind(COMMENT_FIELD_NUMBER, bad[i].decimals, 0);
        ck_assert_msg(!comment_formula_read(&formula, kind, &source, 2, &error), "formula %zu", i);
        ck_assert_int_eq(error.status, bad[i].is_newer ? PGNPACK_ERROR_UNSUPPORTED : PGNPACK_OK);
    }
}
END_TEST

Suite *comment_numbers_suite(void)
{
    Suite *suite = suite_create("comment_numbers");
    TCase *formulas = tcase_create("formulas");
    tcase_add_test(formulas, time_controls);
    tcase_add_test(formulas, own_and_last);
    tcase_add_test(formulas, clocks_know_the_time_control);
    tcase_add_test(formulas, columns_are_combined);
    tcase_add_test(formulas, rates_go_on);
    tcase_add_test(formulas, too_large_numbers_stay_within_limits);
    tcase_add_test(formulas, too_large_products_are_none);
    tcase_add_test(formulas, boards_are_counted);
    tcase_add_test(formulas, formulas_are_read_as_written);
    tcase_add_test(formulas, bad_formulas_are_refused);
    suite_add_tcase(suite, formulas);
    TCase *stream = tcase_create("stream");
    tcase_add_test(stream, numbers_come_back);
    tcase_add_test(stream, damage_is_noticed);
    tcase_add_test(stream, ticks_are_known);
    tcase_add_test(stream, ticks_take_less);
    tcase_add_test(stream, contexts_tell_numbers);
    suite_add_tcase(suite, stream);
    return suite;
}
