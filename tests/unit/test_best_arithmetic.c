/* Codec best's arithmetic: all versions give the same numbers, and those that were meant. */
#include <check.h>
#include <string.h>

#include "moves/best/best_versions.h"
#include "shared/bytes.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { ROUNDS = 20000 };

/* By lot; in some rounds the largest ones or the smallest ones only. */
static int32_t number_within(uint64_t *state, int32_t limit)
{
    uint64_t random = next_random(state);
    if (random >> 60 == 0)
        return (random & 1) != 0 ? limit : -limit;
    return (int32_t)((random >> 8) % (2 * (uint64_t)limit + 1)) - limit;
}

static struct best_slot next_slot(uint64_t *state)
{
    return (struct best_slot){(int16_t)number_within(state, BEST_OFFSET_MAX), (uint16_t)next_random(state)};
}

static void check_hashes(const struct best_arithmetic *plain, const struct best_arithmetic *other,
                         uint64_t *state)
{
    uint32_t keys[BEST_LANES], seen[BEST_LANES], expected[BEST_LANES], found[BEST_LANES];
    for (unsigned i = 0; i < BEST_LANES; i++) {
        keys[i] = next_random(state) % 4 == 0 ? 0 : (uint32_t)next_random(state);
        seen[i] = (uint32_t)next_random(state);
    }
    plain->hash(keys, seen, expected);
    other->hash(keys, seen, found);
    ck_assert_mem_eq(expected, found, BEST_HASHES * sizeof *found);
}

static void check_mixing(const struct best_arithmetic *plain, const struct best_arithmetic *other,
                         uint64_t *state)
{
    int32_t expected[BEST_WEIGHT_SETS][BEST_INPUTS], found[BEST_WEIGHT_SETS][BEST_INPUTS];
    int32_t inputs[BEST_INPUTS];
    struct mixer_choice one = {.set_count = BEST_WEIGHT_SETS, .input_count = BEST_INPUTS};
    struct mixer_choice two = one;
    for (unsigned i = 0; i < BEST_INPUTS; i++)
        inputs[i] = number_within(state, LOGISTIC_LIMIT);
    for (unsigned set = 0; set < BEST_WEIGHT_SETS; set++) {
        for (unsigned i = 0; i < BEST_INPUTS; i++)
            expected[set][i] = found[set][i] = number_within(state, MIXER_WEIGHT_MAX);
        one.sets[set] = expected[set];
        two.sets[set] = found[set];
    }
    int32_t error = number_within(state, 18431);
    ck_assert_int_eq(plain->mix(&one, inputs), other->mix(&two, inputs));
    plain->learn_weights(&one, inputs, error);
    other->learn_weights(&two, inputs, error);
    ck_assert_mem_eq(expected, found, sizeof found);
}

static void check_offsets(const struct best_arithmetic *plain, const struct best_arithmetic *other,
                          uint64_t *state)
{
    struct best_slot expected[BEST_CONTEXTS], found[BEST_CONTEXTS];
    int32_t inputs[BEST_INPUTS], same[BEST_INPUTS];
    int32_t odds = number_within(state, LOGISTIC_LIMIT);
    unsigned bit = next_random(state) & 1;
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        expected[i] = next_slot(state);
    memcpy(found, expected, sizeof found);
    plain->take_offsets(expected, inputs);
    other->take_offsets(found, same);
    ck_assert_mem_eq(inputs + BEST_NETS, same + BEST_NETS, BEST_CONTEXTS * sizeof *same);
    plain->learn_offsets(expected, inputs, odds, bit);
    other->learn_offsets(found, same, odds, bit);
    ck_assert_mem_eq(expected, found, BEST_CONTEXTS * sizeof *found);
}

static void check_keys(const struct best_arithmetic *plain, const struct best_arithmetic *other,
                       uint64_t *state)
{
    int32_t chances[264];
    uint32_t expected[264], found[264];
    unsigned count = 2 + (unsigned)(next_random(state) % 255);
    for (unsigned i = 0; i < 264; i++)
        chances[i] = (int32_t)(next_random(state) % (next_random(state) & 1 ? 3 : 32769));
    plain->make_keys(chances, count, expected);
    other->make_keys(chances, count, found);
    ck_assert_mem_eq(expected, found, count * sizeof *found);
    ck_assert_uint_eq(plain->largest(expected, count), other->largest(found, count));
}

START_TEST(versions_agree)
{
    const struct best_arithmetic *plain = best_arithmetic_number(0);
    ck_assert_str_eq(plain->name, "plain");
    for (unsigned i = 1; best_arithmetic_number(i) != NULL; i++) {
        const struct best_arithmetic *other = best_arithmetic_number(i);
        uint64_t state = 7;
        for (unsigned round = 0; round < ROUNDS; round++) {
            check_hashes(plain, other, &state);
            check_mixing(plain, other, &state);
            check_offsets(plain, other, &state);
            check_keys(plain, other, &state);
        }
    }
}
END_TEST

/* The reciprocals divide like a division, for all that a slot may have seen and all odds. */
START_TEST(offsets_learn_quotients)
{
    int same = 1;
    for (unsigned seen = 0; seen <= BEST_SEEN_MAX; seen++)
        for (int32_t odds = -LOGISTIC_LIMIT; odds <= LOGISTIC_LIMIT; odds++)
            for (unsigned bit = 0; bit < 2; bit++) {
                struct best_slot slot = {0, (uint16_t)(seen << BEST_CHECK_BITS | 33)};
                int32_t expected = (int32_t)logistic_squash(odds);
                int32_t change = ((int32_t)(bit << 16) - expected) / (int32_t)(seen / 4 + 8);
                slot = best_slot_learn(slot, odds, bit);
                same &= slot.offset == change && (slot.seen & BEST_CHECK_MASK) == 33;
            }
    ck_assert(same);
}
END_TEST

/* The likeliest first, of those alike the first. */
START_TEST(keys_are_in_order)
{
    for (unsigned i = 0; best_arithmetic_number(i) != NULL; i++) {
        const struct best_arithmetic *arithmetic = best_arithmetic_number(i);
        const int32_t chances[16] = {0, 5, 32768, 5, 32768, 0};
        uint32_t keys[16];
        arithmetic->make_keys(chances, 6, keys);
        ck_assert_uint_eq(arithmetic->largest(keys, 6), (32769u << 8) | 253);
        keys[2] = 0;
        ck_assert_uint_eq(arithmetic->largest(keys, 6), (32769u << 8) | 251);
        keys[4] = keys[1] = 0;
        ck_assert_uint_eq(arithmetic->largest(keys, 6), (6u << 8) | 252);
        keys[3] = 0;
        ck_assert_uint_eq(arithmetic->largest(keys, 6), (1u << 8) | 255);
    }
}
END_TEST

Suite *best_arithmetic_suite(void)
{
    Suite *suite = suite_create("best_arithmetic");
    TCase *numbers = tcase_create("numbers");
    tcase_add_test(numbers, versions_agree);
    tcase_add_test(numbers, offsets_learn_quotients);
    tcase_add_test(numbers, keys_are_in_order);
    suite_add_tcase(suite, numbers);
    return suite;
}
