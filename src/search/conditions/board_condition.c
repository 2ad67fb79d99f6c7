#include "search/conditions/board_condition.h"
#include "util/bisect.h"

#include <stdlib.h>
#include <string.h>

/* ---- Sets of positions ---- */

struct position_set *position_set_new(struct memory *memory)
{
    struct position_set *set = memory_get(memory, sizeof *set);
    if (set != NULL)
        *set = (struct position_set){0};
    return set;
}

void position_set_free(struct position_set *set, struct memory *memory)
{
    if (set == NULL)
        return;
    memory_release(memory, set->marks, set->mark_words * sizeof *set->marks);
    memory_release(memory, set->positions, set->capacity * sizeof *set->positions);
    memory_release(memory, set, sizeof *set);
}

/* Of the placement, by multiplications with odd constants. */
static uint64_t hash_men(const struct position *position)
{
    const uint64_t *types = position->types;
    uint64_t hash = position->colours[WHITE] * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 29 ^ position->colours[BLACK]) * UINT64_C(0xbf58476d1ce4e5b9);
    hash ^= types[KNIGHT] * UINT64_C(0xd6e8feb86659fd93) + types[ROOK] * UINT64_C(0xa0761d6478bd642f);
    hash = (hash ^ hash >> 32 ^ types[PAWN]) * UINT64_C(0x94d049bb133111eb);
    hash ^= types[BISHOP] * UINT64_C(0xe7037ed1a0b428db);
    return hash ^ hash >> 31;
}

int position_set_add(struct position_set *set, const struct position *position, struct memory *memory)
{
    if (!MEMORY_GROW(memory, set->positions, set->capacity, set->count + 1))
        return 0;
    set->positions[set->count++] = (struct sought_position){hash_men(position), *position};
    return 1;
}

static int compare(const void *a, const void *b)
{
    uint64_t left = ((const struct sought_position *)a)->hash;
    uint64_t right = ((const struct sought_position *)b)->hash;
    return (left > right) - (left < right);
}

/* Is the position among those of its hash, from `i` on? */
static int is_among(const struct position_set *set, size_t i, uint64_t hash, const struct position *position)
{
    for (; i < set->count && set->positions[i].hash == hash; i++)
        if (position_same(&set->positions[i].position, position))
            return 1;
    return 0;
}

static void drop_doubles(struct position_set *set)
{
    size_t count = set->count;
    size_t kept = 0, start = 0; /* of the present hash */
    for (size_t i = 0; i < count; i++) {
        struct sought_position position = set->positions[i];
        if (kept != 0 && set->positions[kept - 1].hash != position.hash)
            start = kept;
        set->count = kept;
        if (!is_among(set, start, position.hash, &position.position))
            set->positions[kept++] = position;
    }
    set->count = kept;
}

/* ---- Marks: most positions that are asked for are none of the set's, which one bit of many tells ---- */

enum { MARKED_POSITIONS_MIN = 16, MARKS_PER_POSITION = 16 };

/* `mark_words` is a power of two. */
static size_t mark_of(const struct position_set *set, uint64_t hash)
{
    return (size_t)(hash >> 32) & (set->mark_words * 64 - 1);
}

static int set_marks(struct position_set *set, struct memory *memory)
{
    size_t words = 1;
    if (set->count < MARKED_POSITIONS_MIN || set->marks != NULL)
        return 1;
    while (words * (64 / MARKS_PER_POSITION) < set->count)
        words *= 2;
    set->marks = memory_get(memory, words * sizeof *set->marks);
    if (set->marks == NULL)
        return 0;
    set->mark_words = words;
    memset(set->marks, 0, words * sizeof *set->marks);
    for (size_t i = 0; i < set->count; i++) {
        size_t mark = mark_of(set, set->positions[i].hash);
        set->marks[mark / 64] |= (uint64_t)1 << mark % 64;
    }
    return 1;
}

static int has_mark(const struct position_set *set, uint64_t hash)
{
    size_t mark = mark_of(set, hash);
    return (int)(set->marks[mark / 64] >> mark % 64 & 1);
}

int position_set_sort(struct position_set *set, struct memory *memory)
{
    if (set->count > 1)
        qsort(set->positions, set->count, sizeof *set->positions, compare);
    drop_doubles(set);
    return set_marks(set, memory);
}

/* The first position whose hash is not below `hash`. */
static size_t find(const struct position_set *set, uint64_t hash)
{
    size_t i;
    BISECT(i, 0, set->count, set->positions[i].hash >= hash);
    return i;
}

int position_set_has(const struct position_set *set, const struct position *position)
{
    if (set->count == 1) {
        const struct position *only = &set->positions[0].position;
        return only->colours[WHITE] == position->colours[WHITE] &&
               only->colours[BLACK] == position->colours[BLACK] && position_same(only, position);
    }
    uint64_t hash = hash_men(position);
    if (set->marks != NULL && !has_mark(set, hash))
        return 0;
    return is_among(set, find(set, hash), hash, position);
}

/* Every square becomes `square ^ turn`, every colour `colour ^ swap`. */
static struct position turned_position(const struct position *position, unsigned turn, unsigned swap)
{
    struct position turned = {.side = (uint8_t)(position->side ^ swap),
                              .ep_square = position->ep_square == NO_SQUARE
                                               ? (uint8_t)NO_SQUARE
                                               : (uint8_t)(position->ep_square ^ turn),
                              .halfmove_clock = position->halfmove_clock,
                              .move_number = position->move_number};
    for (unsigned square = 0; square < 64; square++)
        turned.men[square] = NO_MAN;
    for (uint64_t men = position_occupied(position); men != 0; men &= men - 1)
        position_put_man(&turned, lowest_bit(men) ^ turn, position->men[lowest_bit(men)] ^ swap);
    for (uint64_t men = position->castling_squares; men != 0; men &= men - 1)
        turned.castling_squares |= square_bit(lowest_bit(men) ^ turn);
    for (unsigned right = 0; right < 4; right++)
        turned.rook_home[right ^ swap << 1] = (uint8_t)(position->rook_home[right] ^ turn);
    for (unsigned colour = 0; colour < 2; colour++)
        turned.king_square[colour ^ swap] = (uint8_t)(position->king_square[colour] ^ turn);
    turned.castling =
        (uint8_t)(swap ? (position->castling >> 2 | position->castling << 2) & 15 : position->castling);
    position_refresh(&turned);
    return turned;
}

/*
 * Adds all positions of another set with the colours exchanged (`reversed`: a white pawn's home becomes a black one's), left
 * and right exchanged (`mirrored`: but for positions with castling rights, which have no mirror image), or both. Returns 0
 * when there is no memory.
 */
static int position_set_add_turned(struct position_set *set, const struct position_set *other,
                                   unsigned reversed, unsigned mirrored, struct memory *memory)
{
    unsigned turn = (reversed ? 56u : 0) | (mirrored ? 7u : 0);
    for (size_t i = 0; i < other->count; i++) {
        const struct position *position = &other->positions[i].position;
        if (mirrored && position->castling != 0)
            continue;
        struct position turned = turned_position(position, turn, reversed != 0);
        if (!position_set_add(set, &turned, memory))
            return 0;
    }
    return 1;
}

/* What all of its positions have. */
static struct board_needs position_set_needs(const struct position_set *set)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    for (size_t i = 0; i < set->count; i++) {
        const struct position *position = &set->positions[i].position;
        struct board_needs one = BOARD_NEEDS_NOTHING;
        one.home_pawns_present = home_pawns_of(position);
        one.home_pawns_gone = (uint16_t)~one.home_pawns_present;
        for (unsigned colour = 0; colour < 2; colour++)
            one.men_min[colour] = one.men_max[colour] = (uint8_t)popcount64(position->colours[colour]);
        if (i == 0)
            needs = one;
        else
            board_needs_weaken(&needs, &one);
    }
    return needs;
}

/* ---- Conditions ---- */

void board_condition_free(struct board_condition *condition, struct memory *memory)
{
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_PLY:
    case BOARD_NUMBER:
        memory_release(memory, condition->of.ranges, sizeof *condition->of.ranges);
        return;
    case BOARD_IS_ONE_OF:
        position_set_free(condition->of.set, memory);
        return;
    case BOARD_MEN:
        memory_release(memory, condition->of.men, sizeof *condition->of.men);
        return;
    case BOARD_MOVE:
    case BOARD_MANOEUVRE:
        memory_release(memory, condition->of.moves, sizeof *condition->of.moves);
        return;
    case BOARD_MOVE_ROW:
        memory_release(memory, condition->of.row, sizeof *condition->of.row);
        return;
    case BOARD_WRITTEN:
        memory_release(memory, condition->of.written, sizeof *condition->of.written);
        return;
    case BOARD_RELATION:
        memory_release(memory, condition->of.relation, sizeof *condition->of.relation);
        return;
    default:
        return;
    }
}

int board_condition_finish(struct board_condition *condition, struct memory *memory)
{
    return condition->kind != BOARD_IS_ONE_OF || position_set_sort(condition->of.set, memory);
}

struct men_tests *board_condition_make_men(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_MEN;
    condition->of.men = memory_get(memory, sizeof *condition->of.men);
    return condition->of.men;
}

struct relation_test *board_condition_make_relation(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_RELATION;
    condition->of.relation = memory_get(memory, sizeof *condition->of.relation);
    return condition->of.relation;
}

struct move_pattern *board_condition_make_moves(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_MOVE;
    condition->of.moves = memory_get(memory, sizeof *condition->of.moves);
    return condition->of.moves;
}

struct move_row *board_condition_make_row(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_MOVE_ROW;
    condition->of.row = memory_get(memory, sizeof *condition->of.row);
    return condition->of.row;
}

struct written_test *board_condition_make_written(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_WRITTEN;
    condition->of.written = memory_get(memory, sizeof *condition->of.written);
    return condition->of.written;
}

struct number_ranges *board_condition_make_ranges(struct board_condition *condition, uint8_t kind,
                                                  struct memory *memory)
{
    condition->kind = kind;
    condition->of.ranges = memory_get(memory, sizeof *condition->of.ranges);
    return condition->of.ranges;
}

static int holds(const struct board_condition *condition, const struct board_view *view)
{
    const struct position *position = view->position;
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_IS_LAST:
        return view->is_last;
    case BOARD_SIDE:
        return position->side == condition->of.side;
    case BOARD_PLY:
        return number_ranges_have(condition->of.ranges, view->ply);
    case BOARD_NUMBER:
        return number_ranges_have(condition->of.ranges, position->move_number);
    case BOARD_IS_ONE_OF:
        return position_set_has(condition->of.set, position);
    case BOARD_MEN:
        return men_tests_hold(condition->of.men, position);
    case BOARD_MOVE:
        return move_pattern_holds(condition->of.moves, view);
    case BOARD_MANOEUVRE:
    case BOARD_MOVE_ROW:
        return 0;
    case BOARD_WRITTEN: /* where it is not known, neither the condition holds nor its opposite */
        return written_test_holds(condition->of.written, view, condition->negated);
    case BOARD_CHECK:
        return board_is_check(position);
    case BOARD_MATE:
        return view->is_last && board_is_mate(position);
    case BOARD_STALEMATE:
        return view->is_last && board_is_stalemate(position);
    case BOARD_RELATION:
        return relation_test_holds(condition->of.relation, position);
    }
    return 0;
}

unsigned board_condition_follow(const struct board_condition *condition, unsigned progress,
                                const struct board_view *view)
{
    return condition->kind == BOARD_MOVE_ROW ? move_row_follow(condition->of.row, progress, view)
                                             : manoeuvre_follow(condition->of.moves, progress, view);
}

int board_condition_holds(const struct board_condition *condition, const struct board_view *view)
{
    return holds(condition, view) != condition->negated;
}

/* ---- The same from the other side ---- */

static struct position_set *turned_set(const struct position_set *set, unsigned turn, struct memory *memory)
{
    struct position_set *turned = position_set_new(memory);
    if (turned != NULL &&
        position_set_add_turned(turned, set, turn & BOARD_REVERSED, turn & BOARD_MIRRORED, memory))
        return turned;
    position_set_free(turned, memory);
    return NULL;
}

static struct number_ranges *same_ranges(const struct number_ranges *ranges, struct memory *memory)
{
    struct number_ranges *same = memory_get(memory, sizeof *same);
    if (same != NULL)
        *same = *ranges;
    return same;
}

static void turn_men(struct men_tests *men, unsigned turn)
{
    if (turn & BOARD_REVERSED)
        men_tests_reverse(men);
    if (turn & BOARD_MIRRORED)
        men_tests_mirror(men);
}

static struct men_tests *turned_men(const struct men_tests *men, unsigned turn, struct memory *memory)
{
    struct men_tests *turned = memory_get(memory, sizeof *turned);
    if (turned == NULL)
        return NULL;
    *turned = *men;
    turn_men(turned, turn);
    return turned;
}

static struct relation_test *turned_relation(const struct relation_test *relation, unsigned turn,
                                             struct memory *memory)
{
    struct relation_test *turned = memory_get(memory, sizeof *turned);
    if (turned == NULL)
        return NULL;
    *turned = *relation;
    turn_men(&turned->sets, turn);
    return turned;
}

static void turn_pattern(struct move_pattern *moves, unsigned turn)
{
    if (turn & BOARD_REVERSED)
        move_pattern_reverse(moves);
    if (turn & BOARD_MIRRORED)
        move_pattern_mirror(moves);
}

static struct move_pattern *turned_moves(const struct move_pattern *moves, unsigned turn,
                                         struct memory *memory)
{
    struct move_pattern *turned = memory_get(memory, sizeof *turned);
    if (turned == NULL)
        return NULL;
    *turned = *moves;
    turn_pattern(turned, turn);
    return turned;
}

static struct move_row *turned_row(const struct move_row *row, unsigned turn, struct memory *memory)
{
    struct move_row *turned = memory_get(memory, sizeof *turned);
    if (turned == NULL)
        return NULL;
    *turned = *row;
    for (unsigned i = 0; i < row->ends[row->count - 1]; i++)
        turn_pattern(&turned->patterns[i], turn);
    return turned;
}

static struct written_test *turned_written(const struct written_test *written, unsigned turn,
                                           struct memory *memory)
{
    struct written_test *turned = memory_get(memory, sizeof *turned);
    if (turned == NULL)
        return NULL;
    *turned = *written;
    if (turn & BOARD_REVERSED)
        written_test_reverse(turned);
    return turned;
}

int board_condition_turn(const struct board_condition *condition, unsigned turn, struct memory *memory,
                         struct board_condition *turned_ret)
{
    *turned_ret = *condition;
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_SIDE:
        turned_ret->of.side ^= (turn & BOARD_REVERSED) != 0;
        return 1;
    case BOARD_PLY:
    case BOARD_NUMBER:
        turned_ret->of.ranges = same_ranges(condition->of.ranges, memory);
        return turned_ret->of.ranges != NULL;
    case BOARD_IS_ONE_OF:
        turned_ret->of.set = turned_set(condition->of.set, turn, memory);
        return turned_ret->of.set != NULL;
    case BOARD_MEN:
        turned_ret->of.men = turned_men(condition->of.men, turn, memory);
        return turned_ret->of.men != NULL;
    case BOARD_MOVE:
    case BOARD_MANOEUVRE:
        turned_ret->of.moves = turned_moves(condition->of.moves, turn, memory);
        return turned_ret->of.moves != NULL;
    case BOARD_MOVE_ROW:
        turned_ret->of.row = turned_row(condition->of.row, turn, memory);
        return turned_ret->of.row != NULL;
    case BOARD_WRITTEN:
        turned_ret->of.written = turned_written(condition->of.written, turn, memory);
        return turned_ret->of.written != NULL;
    case BOARD_RELATION:
        turned_ret->of.relation = turned_relation(condition->of.relation, turn, memory);
        return turned_ret->of.relation != NULL;
    default:
        return 1;
    }
}

/* ---- What it depends on ---- */

unsigned board_condition_depends_on(const struct board_condition *condition)
{
    return condition->kind == BOARD_MEN ? men_tests_depend_on(condition->of.men) : BOARD_CHANGES_TURN;
}

/* White's rook took it, say: after a move the mover's side has its king and that man. */
static struct board_needs needs_of_moves(const struct move_pattern *moves)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    unsigned is_white = (moves->men & MEN_WHITE) != 0, is_black = (moves->men & MEN_BLACK) != 0;
    if ((moves->men & MEN_KINGS) == 0 && is_white != is_black)
        needs.men_min[is_black] = 2;
    needs.ply_min = moves->square_count != 0 ? moves->square_count - 1u : 1;
    return needs;
}

static struct board_needs needs_of_plies(const struct number_ranges *ranges)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    needs.ply_min = UINT32_MAX;
    needs.ply_max = 0;
    for (uint32_t i = 0; i < ranges->count; i++) {
        if (needs.ply_min > ranges->ranges[i].low)
            needs.ply_min = ranges->ranges[i].low;
        if (needs.ply_max < ranges->ranges[i].high)
            needs.ply_max = ranges->ranges[i].high;
    }
    return needs;
}

const struct men_tests *board_condition_men(const struct board_condition *condition)
{
    const struct relation_test *relation;
    if (condition->negated)
        return NULL;
    if (condition->kind == BOARD_MEN)
        return condition->of.men;
    relation = condition->kind == BOARD_RELATION ? condition->of.relation : NULL;
    return relation != NULL && !relation->is_negated ? &relation->sets : NULL;
}

struct board_needs board_condition_needs(const struct board_condition *condition)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    const struct men_tests *men = board_condition_men(condition);
    if (men != NULL)
        return men_tests_needs(men);
    if (condition->negated)
        return needs;
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_PLY:
        return needs_of_plies(condition->of.ranges);
    case BOARD_IS_ONE_OF:
        return position_set_needs(condition->of.set);
    case BOARD_MOVE:
    case BOARD_MANOEUVRE:
        return needs_of_moves(condition->of.moves);
    case BOARD_MOVE_ROW:
        needs.ply_min = condition->of.row->count;
        return needs;
    default:
        return needs;
    }
}
