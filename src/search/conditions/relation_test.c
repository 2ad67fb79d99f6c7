#include "search/conditions/relation_test.h"

/* Is that a number of men that is asked for of the set? */
static int is_number(const struct relation_test *relation, size_t set, uint64_t men)
{
    int number = (int)popcount64(men);
    return number >= relation->sets.tests[set].min && number <= relation->max[set];
}

static uint64_t attackers(const struct position *position, unsigned square)
{
    uint64_t occupied = position_occupied(position);
    return position_attackers(position, square, WHITE, occupied) |
           position_attackers(position, square, BLACK, occupied);
}

static int attacks(const struct relation_test *relation, const uint64_t *sets, uint64_t attacked)
{
    for (size_t i = 1; i < relation->sets.count; i++)
        if (!is_number(relation, i, attacked & sets[i]))
            return 0;
    return 1;
}

/* What else is attacked once a man is gone stands behind it. */
static int has_line(const struct position *position, unsigned square, const uint64_t *sets, uint64_t attacked)
{
    for (uint64_t men = attacked & sets[1]; men != 0; men &= men - 1) {
        uint64_t occupied = position_occupied(position) ^ lowest_bit_of(men);
        if (man_attacks(position->men[square], square, occupied) & ~attacked & sets[2])
            return 1;
    }
    return 0;
}

static int hangs(const struct position *position, unsigned square)
{
    unsigned colour = man_colour(position->men[square]);
    uint64_t occupied = position_occupied(position);
    return position_attackers(position, square, colour ^ 1, occupied) != 0 &&
           position_attackers(position, square, colour, occupied) == 0;
}

/* Is it said of this man? `sets`: their squares. */
static int is_said_of(const struct relation_test *relation, const struct position *position, unsigned square,
                      const uint64_t *sets)
{
    uint64_t attacked;
    switch ((enum relation_way)relation->way) {
    case RELATION_ATTACKS:
        attacked = man_attacks(position->men[square], square, position_occupied(position));
        return attacks(relation, sets, attacked);
    case RELATION_IS_ATTACKED:
        return is_number(relation, 1, attackers(position, square) & sets[1]);
    case RELATION_ON_LINE:
        attacked = man_attacks(position->men[square], square, position_occupied(position));
        return has_line(position, square, sets, attacked);
    case RELATION_HANGS:
        return hangs(position, square);
    }
    return 0;
}

int relation_test_holds(const struct relation_test *relation, const struct position *position)
{
    uint64_t sets[RELATION_SETS_MAX];
    if (!men_tests_hold(&relation->sets, position))
        return relation->is_negated;
    for (size_t i = 0; i < relation->sets.count; i++)
        sets[i] = men_test_squares(&relation->sets.tests[i], position);
    for (uint64_t men = sets[0]; men != 0; men &= men - 1)
        if (is_said_of(relation, position, lowest_bit(men), sets))
            return !relation->is_negated;
    return relation->is_negated;
}
