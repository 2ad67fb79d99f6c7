#include "search/conditions/men_test.h"

#include "search/conditions/board_view.h"

/* ---- Asking a position ---- */

/* Squares where men of several of these kinds stand. */
static uint64_t men_of_kinds(const struct position *position, unsigned men)
{
    uint64_t squares = 0;
    if ((men & MEN_WHITE) == MEN_WHITE) {
        squares |= position->colours[WHITE];
        men &= ~(unsigned)MEN_WHITE;
    }
    if ((men & MEN_BLACK) == MEN_BLACK) {
        squares |= position->colours[BLACK];
        men &= ~(unsigned)MEN_BLACK;
    }
    if (men & MEN_EMPTY)
        squares |= ~position_occupied(position);
    for (men &= MEN_ANY; men != 0; men &= men - 1)
        squares |= position_men(position, lowest_bit(men) >> 1, lowest_bit(men) & 1);
    return squares;
}

/* Squares where men of these kinds stand. */
static inline uint64_t men_on_board(const struct position *position, unsigned men)
{
    unsigned only = lowest_bit(men);
    return has_several_bits(men) || men == MEN_EMPTY ? men_of_kinds(position, men)
                                                     : position_men(position, only >> 1, only & 1);
}

/* The squares, and all before them or behind them on their files. */
static uint64_t fill_up(uint64_t squares)
{
    squares |= squares << 8;
    squares |= squares << 16;
    return squares | squares << 32;
}

static uint64_t fill_down(uint64_t squares)
{
    squares |= squares >> 8;
    squares |= squares >> 16;
    return squares | squares >> 32;
}

static uint64_t beside(uint64_t squares)
{
    return (squares & ~FILE_A) >> 1 | (squares & ~FILE_H) << 1;
}

static uint64_t pawns_of_sort(const struct position *position, unsigned colour, unsigned sort)
{
    uint64_t pawns = position_men(position, PAWN, colour);
    uint64_t enemies = position_men(position, PAWN, colour ^ 1);
    uint64_t guarded;
    switch ((enum pawn_sort)sort) {
    case PAWN_ANY:
        break;
    case PAWN_ISOLATED:
        return pawns & ~beside(fill_up(pawns) | fill_down(pawns));
    case PAWN_DOUBLED:
        return pawns & (fill_up(pawns << 8) | fill_down(pawns >> 8));
    case PAWN_PASSED:
        guarded = colour == WHITE ? fill_down(enemies >> 8) : fill_up(enemies << 8);
        return pawns & ~(guarded | beside(guarded));
    case PAWN_BACKWARD:
        return colour == WHITE
                   ? pawns & beside(fill_down(pawns)) & ~beside(fill_up(pawns)) & beside(enemies >> 16)
                   : pawns & beside(fill_up(pawns)) & ~beside(fill_down(pawns)) & beside(enemies << 16);
    }
    return pawns;
}

/* The one bishop of each side: do they stand on squares of different colours? -1: there is not one each. */
static int bishops_are_opposed(const struct position *position)
{
    const uint64_t light = UINT64_C(0x55aa55aa55aa55aa);
    uint64_t white = position_men(position, BISHOP, WHITE), black = position_men(position, BISHOP, BLACK);
    if (white == 0 || black == 0 || has_several_bits(white) || has_several_bits(black))
        return -1;
    return ((white & light) != 0) != ((black & light) != 0);
}

/* What the points are that a test compares with. */
static int balance_of(const struct position *position)
{
    int balance = (int)position_points(position, WHITE) - (int)position_points(position, BLACK);
    return balance > MEN_BALANCE_MAX    ? MEN_BALANCE_MAX
           : balance < -MEN_BALANCE_MAX ? -MEN_BALANCE_MAX
                                        : balance;
}

static inline int test_holds(const struct men_test *test, const struct position *position)
{
    uint64_t men = test->sort != PAWN_ANY ? pawns_of_sort(position, (test->men & MEN_BLACK) != 0, test->sort)
                                          : men_on_board(position, test->men);
    int count;
    switch ((enum men_test_kind)test->kind) {
    case MEN_ALL:
        return (men & test->squares) == test->squares;
    case MEN_NONE:
        return (men & test->squares) == 0;
    case MEN_SOME:
        return (men & test->squares) != 0;
    case MEN_BISHOPS_OPPOSED:
        return bishops_are_opposed(position) == 1;
    case MEN_BISHOPS_ALIKE:
        return bishops_are_opposed(position) == 0;
    case MEN_COUNT:
        count = (int)popcount64(men & test->squares);
        if (test->against != 0)
            count -= (int)popcount64(men_on_board(position, test->against));
        return count >= test->min && count <= test->max;
    case MEN_BALANCE:
        count = balance_of(position);
        return count >= test->min && count <= test->max;
    }
    return 0;
}

uint64_t men_test_squares(const struct men_test *test, const struct position *position)
{
    return men_on_board(position, test->men) & test->squares;
}

int men_tests_hold(const struct men_tests *tests, const struct position *position)
{
    for (size_t i = 0; i < tests->count; i++)
        if (!test_holds(&tests->tests[i], position))
            return 0;
    return 1;
}

int men_choice_holds(const struct men_choice *choice, const struct position *position)
{
    for (size_t i = 0; i < choice->count; i++)
        if (men_tests_hold(&choice->alternatives[i], position))
            return 1;
    return 0;
}

/* ---- Making them ---- */

int men_tests_join(struct men_tests *tests, const struct men_test *test)
{
    for (size_t i = 0; i < tests->count && test->kind == MEN_ALL; i++) {
        struct men_test *other = &tests->tests[i];
        if (other->kind != MEN_ALL || other->men != test->men || other->sort != test->sort)
            continue;
        other->squares |= test->squares;
        return 1;
    }
    return 0;
}

void men_tests_arrange(struct men_tests *tests)
{
    struct men_tests old = *tests;
    tests->count = 0;
    for (unsigned kind = MEN_ALL; kind <= MEN_BALANCE; kind++)
        for (size_t i = 0; i < old.count; i++)
            if (old.tests[i].kind == kind && !men_tests_join(tests, &old.tests[i]))
                tests->tests[tests->count++] = old.tests[i];
}

void men_tests_reverse(struct men_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++) {
        struct men_test *test = &tests->tests[i];
        test->squares = squares_reversed(test->squares);
        test->men = men_reversed(test->men);
        test->against = men_reversed(test->against);
        if (test->kind == MEN_BALANCE) {
            int8_t min = test->min;
            test->min = (int8_t)-test->max;
            test->max = (int8_t)-min;
        }
    }
}

void men_tests_mirror(struct men_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++)
        tests->tests[i].squares = squares_mirrored(tests->tests[i].squares);
}

/* ---- What they depend on ---- */

/* A number of men on the whole board changes where one is taken, promotes or is dropped only, and so do bishops' colours. */
static unsigned depends_on(const struct men_test *test)
{
    if (test->kind == MEN_BISHOPS_OPPOSED || test->kind == MEN_BISHOPS_ALIKE)
        return BOARD_CHANGES_MEN;
    if (test->squares == ALL_SQUARES && test->sort == PAWN_ANY && test->kind != MEN_ALL)
        return BOARD_CHANGES_MEN;
    return ((test->men | test->against) & ~MEN_PAWNS) == 0 ? BOARD_CHANGES_PAWNS : BOARD_CHANGES_TURN;
}

unsigned men_tests_depend_on(const struct men_tests *tests)
{
    unsigned changes = 0;
    for (size_t i = 0; i < tests->count; i++)
        changes |= depends_on(&tests->tests[i]);
    return changes;
}

unsigned men_choice_depends_on(const struct men_choice *choice)
{
    unsigned changes = 0;
    for (size_t i = 0; i < choice->count; i++)
        changes |= men_tests_depend_on(&choice->alternatives[i]);
    return changes;
}

/* Home pawns, of what a MEN_ALL or MEN_NONE says of the squares. */
static void need_home_pawns(struct board_needs *needs, const struct men_test *test)
{
    uint64_t white = rank_bits(1) & test->squares, black = rank_bits(6) & test->squares;
    unsigned white_pawn = test->men & 1u, black_pawn = test->men & 2u;
    if (test->kind == MEN_ALL) {
        needs->home_pawns_gone |= home_squares_of(white_pawn ? 0 : white, black_pawn ? 0 : black);
        needs->home_pawns_present |= home_squares_of(test->men == 1 ? white : 0, test->men == 2 ? black : 0);
    } else if (test->kind == MEN_NONE && test->sort == PAWN_ANY) {
        needs->home_pawns_gone |= home_squares_of(white_pawn ? white : 0, black_pawn ? black : 0);
    } else if (test->kind == MEN_COUNT && test->max == 0 && test->against == 0 && test->sort == PAWN_ANY) {
        needs->home_pawns_gone |= home_squares_of(white_pawn ? white : 0, black_pawn ? black : 0);
    }
}

/* The least number of men that one test speaks of, on its squares. */
static int least_of(const struct men_test *test)
{
    switch ((enum men_test_kind)test->kind) {
    case MEN_ALL:
        return (int)popcount64(test->squares);
    case MEN_SOME:
        return 1;
    case MEN_COUNT:
        return test->min > 0 ? test->min : 0;
    default:
        return 0;
    }
}

/* Adds up what tests of different men of a colour ask for. */
static void need_men(struct board_needs *needs, const struct men_tests *tests, unsigned colour)
{
    const unsigned own = colour == WHITE ? MEN_WHITE : MEN_BLACK, king = 1u << man_of(KING, colour);
    unsigned counted = king, bounded = king;
    int least = 1, most = 1;
    for (size_t i = 0; i < tests->count; i++) {
        const struct men_test *test = &tests->tests[i];
        int is_count = test->kind == MEN_COUNT || test->kind == MEN_NONE;
        if ((test->men & ~own) != 0 || test->kind == MEN_BISHOPS_OPPOSED || test->kind == MEN_BISHOPS_ALIKE)
            continue;
        if ((test->men & counted) == 0 && least_of(test) > 0) {
            least += least_of(test);
            counted |= test->men;
        }
        if (is_count && test->squares == ALL_SQUARES && test->against == 0 && test->sort == PAWN_ANY &&
            (test->men & bounded) == 0) {
            most += test->kind == MEN_COUNT ? test->max : 0;
            bounded |= test->men;
        }
    }
    needs->men_min[colour] = (uint8_t)(least < 64 ? least : 64);
    if (bounded == own && most < 64)
        needs->men_max[colour] = (uint8_t)(most > 0 ? most : 0);
}

/* A number of all men of a colour, the king too. */
static void need_sums(struct board_needs *needs, const struct men_test *test, unsigned colour)
{
    const unsigned own = colour == WHITE ? MEN_WHITE : MEN_BLACK;
    struct board_needs more = BOARD_NEEDS_NOTHING;
    if (test->kind != MEN_COUNT || test->men != own || test->against != 0)
        return;
    more.men_min[colour] = (uint8_t)(test->min > 0 ? test->min : 0);
    if (test->squares == ALL_SQUARES)
        more.men_max[colour] = (uint8_t)(test->max < 64 ? test->max : 64);
    board_needs_add(needs, &more);
}

struct board_needs men_tests_needs(const struct men_tests *tests)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    for (unsigned colour = 0; colour < 2; colour++) {
        need_men(&needs, tests, colour);
        for (size_t i = 0; i < tests->count; i++)
            need_sums(&needs, &tests->tests[i], colour);
    }
    for (size_t i = 0; i < tests->count; i++)
        need_home_pawns(&needs, &tests->tests[i]);
    return needs;
}

struct board_needs men_choice_needs(const struct men_choice *choice)
{
    struct board_needs needs = men_tests_needs(&choice->alternatives[0]);
    for (size_t i = 1; i < choice->count; i++) {
        const struct board_needs other = men_tests_needs(&choice->alternatives[i]);
        board_needs_weaken(&needs, &other);
    }
    return needs;
}
