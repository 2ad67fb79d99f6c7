#include "search/conditions/position_set.h"

#include <stdlib.h>
#include <string.h>

#include "util/bisect.h"

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

int position_set_add_turned(struct position_set *set, const struct position_set *other, unsigned reversed,
                            unsigned mirrored, struct memory *memory)
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

struct board_needs position_set_needs(const struct position_set *set)
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
