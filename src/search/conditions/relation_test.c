#include "search/conditions/relation_test.h"

/* Is that a number of men that is asked for of the set? */
static int is_number(const struct relation_test *relation, size_t set, uint64_t men)
{
    int min = relation->sets.tests[set].min, max = relation->max[set];
    if (min == 1 && max == 64)
        return men != 0;
    return (int)popcount64(men) >= min && (int)popcount64(men) <= max;
}

/* A word or two tell that most men are too far away: `reach` is what one would attack on the empty board. */
static int may_reach(const struct relation_test *relation, const uint64_t *sets, uint64_t reach)
{
    for (size_t i = 1; i < relation->sets.count; i++)
        if (relation->sets.tests[i].min > 0 && (reach & sets[i]) == 0)
            return 0;
    return 1;
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

static uint64_t attackers(const struct position *position, unsigned square, uint64_t men)
{
    uint64_t occupied = position_occupied(position), found = 0;
    for (unsigned colour = WHITE; colour <= BLACK; colour++)
        if (men & position->colours[colour])
            found |= position_attackers(position, square, colour, occupied);
    return found & men;
}

static int hangs(const struct position *position, unsigned square)
{
    unsigned colour = man_colour(position->men[square]);
    return attackers(position, square, position->colours[colour ^ 1]) != 0 &&
           attackers(position, square, position->colours[colour]) == 0;
}

/* Is it said of this man? `sets`: their squares. */
static int is_said_of(const struct relation_test *relation, const struct position *position, unsigned square,
                      const uint64_t *sets)
{
    const unsigned man = position->men[square];
    uint64_t attacked;
    if (relation->way == RELATION_HANGS)
        return hangs(position, square);
    if (relation->way == RELATION_IS_ATTACKED)
        return is_number(relation, 1, attackers(position, square, sets[1]));
    if (man_type(man) != PAWN && !may_reach(relation, sets, attack_tables.reach[man_type(man)][square]))
        return 0;
    attacked = man_attacks(man, square, position_occupied(position));
    return relation->way == RELATION_ATTACKS ? attacks(relation, sets, attacked)
                                             : has_line(position, square, sets, attacked);
}

int relation_test_holds(const struct relation_test *relation, const struct position *position)
{
    uint64_t sets[RELATION_SETS_MAX];
    for (size_t i = 0; i < relation->sets.count; i++) {
        sets[i] = men_test_squares(&relation->sets.tests[i], position);
        if (sets[i] == 0 && relation->sets.tests[i].min > 0)
            return relation->is_negated;
    }
    for (uint64_t men = sets[0]; men != 0; men &= men - 1)
        if (is_said_of(relation, position, lowest_bit(men), sets))
            return !relation->is_negated;
    return relation->is_negated;
}
