#include "search/conditions/written_test.h"

#include "pgnpack.h"

/* ---- Winning chances ---- */

/* The upper half of the product. */
static uint64_t high_product(uint64_t a, uint64_t b)
{
    uint64_t a_high = a >> 32, a_low = a & UINT32_MAX, b_high = b >> 32, b_low = b & UINT32_MAX;
    uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    return a_high * b_high + (middle >> 32) + ((a_low * b_high + (middle & UINT32_MAX)) >> 32);
}

static const uint64_t chances_ratio = UINT64_C(0xff0f228a15957039); /* e^-0.00368208 * 2^64 */

/* 100,000 / (1 + power / 2^64), to the nearest number. */
static uint32_t chances_at(uint64_t power)
{
    const uint64_t divisor = (UINT64_C(1) << 32) + (power >> 32);
    return (uint32_t)(((UINT64_C(100000) << 32) + divisor / 2) / divisor);
}

void written_chances_fill(uint32_t chances[WRITTEN_CHANCES_MAX + 1])
{
    uint64_t power = UINT64_MAX;
    for (unsigned i = 0; i <= WRITTEN_CHANCES_MAX; i++) {
        chances[i] = chances_at(power);
        power = high_product(power, chances_ratio);
    }
}

static int32_t cut(int32_t eval)
{
    return eval < -WRITTEN_CHANCES_MAX  ? -WRITTEN_CHANCES_MAX
           : eval > WRITTEN_CHANCES_MAX ? WRITTEN_CHANCES_MAX
                                        : eval;
}

uint32_t written_chances(int32_t eval)
{
    uint64_t power = UINT64_MAX;
    for (int32_t i = cut(eval < 0 ? -eval : eval); i > 0; i--)
        power = high_product(power, chances_ratio);
    return eval < 0 ? 100000 - chances_at(power) : chances_at(power);
}

static int32_t chances_of(const struct written_test *test, int32_t eval)
{
    const uint32_t *chances = test->of.number.chances;
    return eval < 0 ? 100000 - (int32_t)chances[-eval] : (int32_t)chances[eval];
}

/* ---- Asking ---- */

unsigned written_test_asks(const struct written_test *test)
{
    switch ((enum written_kind)test->kind) {
    case WRITTEN_CLOCK_IS:
        return WRITTEN_CLOCK | WRITTEN_NO_CLOCKS;
    case WRITTEN_SPENT_IS:
        return WRITTEN_SPENT | WRITTEN_NO_CLOCKS;
    case WRITTEN_EVAL_IS:
    case WRITTEN_SWING_IS:
        return WRITTEN_EVAL | WRITTEN_NO_EVALS;
    case WRITTEN_HAS_NAG:
        return WRITTEN_NAG;
    case WRITTEN_FITS:
        return WRITTEN_COMMENT;
    case WRITTEN_HAS:
        return test->of.things;
    }
    return 0;
}

static const struct written nothing = {.clock = PGNPACK_NO_CLOCK,
                                       .spent = PGNPACK_NO_CLOCK,
                                       .eval = PGNPACK_NO_EVAL,
                                       .eval_before = PGNPACK_NO_EVAL};

static const struct written *written_of(const struct board_view *view)
{
    return view->written == NULL ? &nothing : view->written;
}

/* Is it one of their half-moves? Before the first one nobody's. */
static int is_movers(const struct written_test *test, const struct board_view *view)
{
    return test->movers == (1 << WHITE | 1 << BLACK) ||
           (view->ply != 0 && (test->movers >> (view->position->side ^ 1) & 1) != 0);
}

static int is_known(const struct written_test *test, const struct board_view *view)
{
    const struct written *written = written_of(view);
    switch ((enum written_kind)test->kind) {
    case WRITTEN_CLOCK_IS:
        return view->ply != 0 && written->clock != PGNPACK_NO_CLOCK;
    case WRITTEN_SPENT_IS:
        return written->spent != PGNPACK_NO_CLOCK;
    case WRITTEN_EVAL_IS:
        return written->eval != PGNPACK_NO_EVAL;
    case WRITTEN_SWING_IS:
        return written->eval != PGNPACK_NO_EVAL && written->eval_before != PGNPACK_NO_EVAL;
    default:
        return 1;
    }
}

int written_test_is_measured(const struct written_test *test, const struct board_view *view)
{
    return test->kind > WRITTEN_SWING_IS || (is_movers(test, view) && is_known(test, view));
}

static int swing_holds(const struct written_test *test, const struct board_view *view)
{
    const int32_t now = cut(view->written->eval), before = cut(view->written->eval_before);
    const struct signed_range *range = &test->of.number.range;
    int32_t swing = now - before;
    if (range->in_percent)
        swing = chances_of(test, now) - chances_of(test, before);
    if (view->position->side == WHITE)
        swing = -swing; /* Black has moved */
    if (!range->in_percent)
        return signed_range_has(range, swing);
    return swing >= range->low * 10 && swing <= range->high * 10;
}

static int has_nag(const struct written_test *test, const struct written *written)
{
    for (size_t i = 0; i < written->nag_count; i++)
        for (size_t k = 0; k < test->of.nags.count; k++)
            if (written->nags[i] == test->of.nags.numbers[k])
                return 1;
    return 0;
}

static int fits(const struct written_test *test, const struct written *written)
{
    for (size_t i = 0; i < written->comment_count; i++)
        if (text_pattern_fits(&test->of.pattern, (struct text){written->folded + written->comments[i].start,
                                                               written->comments[i].size}))
            return 1;
    return 0;
}

int written_test_holds(const struct written_test *test, const struct board_view *view, int unknown)
{
    const struct written *written = written_of(view);
    if (!is_known(test, view))
        return unknown;
    if (!is_movers(test, view))
        return 0;
    switch ((enum written_kind)test->kind) {
    case WRITTEN_CLOCK_IS:
        return number_ranges_have(&test->of.seconds, (uint32_t)written->clock / 1000);
    case WRITTEN_SPENT_IS:
        return number_ranges_have(&test->of.seconds, (uint32_t)written->spent / 1000);
    case WRITTEN_EVAL_IS:
        return signed_range_has(&test->of.number.range, test->is_reversed ? -written->eval : written->eval);
    case WRITTEN_SWING_IS:
        return swing_holds(test, view);
    case WRITTEN_HAS_NAG:
        return has_nag(test, written);
    case WRITTEN_FITS:
        return fits(test, written);
    case WRITTEN_HAS:
        return (written->things & test->of.things) != 0;
    }
    return 0;
}

void written_test_reverse(struct written_test *test)
{
    test->is_reversed ^= 1;
    test->movers = (uint8_t)((test->movers >> 1 & 1) | (test->movers & 1) << 1);
}
