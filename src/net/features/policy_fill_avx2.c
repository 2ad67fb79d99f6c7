/* Moves and inputs with AVX2: what squares add to classes is found for all 64 at once. */
#include "net/features/policy_fill.h"

#include "net/features/policy_class.h"
#include "net/features/policy_far.h"

#ifdef POLICY_FILL_AVX2

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))

/* Bytes by square. */
struct class_parts {
    uint8_t from[64];
    uint8_t push[64];
    uint8_t to[6][64];
    uint8_t aims[6][64];
    uint8_t aims_from[64];
};

/* A board of bytes. */
struct board {
    __m256i low, high;
};

TARGET static inline __m256i load(const void *bytes)
{
    return _mm256_loadu_si256((const __m256i *)bytes);
}

TARGET static inline void store_four(uint64_t *squares, __m256i four)
{
    _mm256_storeu_si256((__m256i *)(void *)squares, four);
}

TARGET static inline void store_two(uint64_t *squares, __m128i two)
{
    _mm_storeu_si128((__m128i *)(void *)squares, two);
}

/* Four types, then two. */
TARGET static inline void split_men(struct policy_view *view, const struct position *position)
{
    const __m128i turned = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    __m256i own = _mm256_set1_epi64x((long long)view->own_all);
    __m256i enemy = _mm256_set1_epi64x((long long)view->enemy_all);
    __m256i four = load(position->types);
    __m128i two = _mm_loadu_si128((const __m128i *)(const void *)(position->types + 4));
    if (view->flip != 0) {
        four = _mm256_shuffle_epi8(four, _mm256_broadcastsi128_si256(turned));
        two = _mm_shuffle_epi8(two, turned);
    }
    store_four(view->own, _mm256_and_si256(four, own));
    store_two(view->own + 4, _mm_and_si128(two, _mm256_castsi256_si128(own)));
    store_four(view->enemy, _mm256_and_si256(four, enemy));
    store_two(view->enemy + 4, _mm_and_si128(two, _mm256_castsi256_si128(enemy)));
}

TARGET static inline void store_board(uint8_t bytes[64], struct board board)
{
    _mm256_storeu_si256((__m256i *)(void *)bytes, board.low);
    _mm256_storeu_si256((__m256i *)(void *)(bytes + 32), board.high);
}

/* 255 on the squares, 0 elsewhere. */
TARGET static inline struct board board_of(uint64_t squares)
{
    const __m256i places = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bits = _mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
    __m256i all = _mm256_set1_epi64x((long long)squares);
    __m256i low = _mm256_shuffle_epi8(all, places);
    __m256i high = _mm256_shuffle_epi8(all, _mm256_add_epi8(places, _mm256_set1_epi8(4)));
    return (struct board){_mm256_cmpeq_epi8(_mm256_and_si256(low, bits), bits),
                          _mm256_cmpeq_epi8(_mm256_and_si256(high, bits), bits)};
}

/* `value` more on the squares. */
TARGET static inline struct board add_on(struct board board, struct board squares, unsigned value)
{
    const __m256i values = _mm256_set1_epi8((char)value);
    return (struct board){_mm256_add_epi8(board.low, _mm256_and_si256(squares.low, values)),
                          _mm256_add_epi8(board.high, _mm256_and_si256(squares.high, values))};
}

TARGET static inline struct board select(struct board elsewhere, struct board there, struct board squares)
{
    return (struct board){_mm256_blendv_epi8(elsewhere.low, there.low, squares.low),
                          _mm256_blendv_epi8(elsewhere.high, there.high, squares.high)};
}

/* What captures add, as the mover sees the board. */
TARGET static inline struct board captured_board(const struct policy_view *view)
{
    const __m256i parts =
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)captured_parts));
    const uint8_t *men = view->position->men;
    struct board board = {_mm256_shuffle_epi8(parts, load(men)), _mm256_shuffle_epi8(parts, load(men + 32))};
    if (view->flip == 0)
        return board;
    return (struct board){_mm256_permute4x64_epi64(board.high, _MM_SHUFFLE(0, 1, 2, 3)),
                          _mm256_permute4x64_epi64(board.low, _MM_SHUFFLE(0, 1, 2, 3))};
}

TARGET static inline void find_aim_parts(struct class_parts *parts, const struct policy_view *view)
{
    const struct policy_aims *aims = &view->aims;
    struct board all = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    all = add_on(all, board_of(view->enemy_attacks_more), AIM_ENEMIES);
    all = add_on(all, board_of(view->own_attacks_three), AIM_OWN);
    struct board from = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    from = add_on(from, board_of(aims->holders), AIM_HOLDER);
    from = add_on(from, board_of(aims->last_own), AIM_AGAIN);
    store_board(parts->aims_from, add_on(from, board_of(aims->others_hang), AIM_OTHERS_HANG));
    for (unsigned type = PAWN; type <= KING; type++) {
        if (view->own[type] == 0) /* promotions ask for theirs one by one */
            continue;
        struct board aim = add_on(all, board_of(aims->threats[type]), AIM_THREAT);
        aim = add_on(aim, board_of(aims->zone[type]), AIM_ZONE);
        if (view->own_hanging != 0)
            aim = add_on(aim, board_of(aims->holds[type]), AIM_HOLDS);
        store_board(parts->aims[type], aim);
    }
}

TARGET static inline void find_class_parts(struct class_parts *parts, const struct policy_view *view)
{
    const struct board none = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    const struct board all = {_mm256_set1_epi8(-1), _mm256_set1_epi8(-1)};
    struct board attacked = board_of(view->enemy_attacks);
    struct board captured = captured_board(view);
    struct board by_lower = add_on(captured, all, 3 * CLASS_TO);
    struct board to = add_on(captured, attacked, CLASS_TO);
    to = add_on(to, board_of(view->enemy_attacks & view->own_attacks_more), CLASS_TO);
    struct board push = add_on(none, attacked, CLASS_TO);
    push = add_on(push, board_of(view->enemy_attacks & view->own_attacks), CLASS_TO);
    struct board from = add_on(none, attacked, CLASS_FROM);
    from = add_on(from, board_of(view->own_hanging), CLASS_FROM); /* men that hang are attacked */
    store_board(parts->from, from);
    store_board(parts->push, push);
    store_board(parts->to[PAWN], to);
    find_aim_parts(parts, view);
    struct board minor = select(to, by_lower, board_of(view->enemy_lower[KNIGHT]));
    store_board(parts->to[KNIGHT], minor);
    store_board(parts->to[BISHOP], minor);
    store_board(parts->to[ROOK], select(to, by_lower, board_of(view->enemy_lower[ROOK])));
    store_board(parts->to[QUEEN], select(to, by_lower, board_of(view->enemy_lower[QUEEN])));
    store_board(parts->to[KING], captured); /* it goes to no attacked square */
}

TARGET static inline unsigned from_part(const struct class_parts *parts, unsigned from)
{
    return parts->from[from];
}

struct to_parts {
    const uint8_t *bytes;
};

TARGET static inline struct to_parts to_parts_of(const struct class_parts *parts, unsigned type)
{
    return (struct to_parts){parts->to[type]};
}

TARGET static inline struct to_parts pawn_parts_of(const struct class_parts *parts, enum direction direction)
{
    int is_capture = direction == LEFT || direction == RIGHT;
    return (struct to_parts){is_capture ? parts->to[PAWN] : parts->push};
}

TARGET static inline unsigned to_part(struct to_parts parts, unsigned to)
{
    return parts.bytes[to];
}

/* ---- Nets that see far ---- */

typedef struct board far_board;

TARGET static inline far_board far_none(void)
{
    return (far_board){_mm256_setzero_si256(), _mm256_setzero_si256()};
}

TARGET static inline far_board far_load(const uint64_t ranks[8])
{
    return (far_board){load(ranks), load(ranks + 4)};
}

TARGET static inline far_board far_load_bytes(const uint8_t bytes[64])
{
    return (far_board){load(bytes), load(bytes + 32)};
}

TARGET static inline void far_store(uint8_t bytes[64], far_board board)
{
    store_board(bytes, board);
}

TARGET static inline far_board far_sum(far_board a, far_board b)
{
    return (far_board){_mm256_add_epi8(a.low, b.low), _mm256_add_epi8(a.high, b.high)};
}

TARGET static inline far_board far_twice(far_board board)
{
    return far_sum(board, board);
}

TARGET static inline far_board far_add(far_board board, uint64_t squares, unsigned value)
{
    return add_on(board, board_of(squares), value);
}

TARGET static inline __m256i four_of(const uint64_t *squares)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)squares);
}

/* `step` where there are no squares. */
TARGET static inline __m256i step_without(__m256i squares, unsigned step)
{
    return _mm256_and_si256(_mm256_cmpeq_epi64(squares, _mm256_setzero_si256()), _mm256_set1_epi64x(step));
}

/* `step` where there are no squares, and once more where there is one at most. */
TARGET static inline __m256i steps_without_two(__m256i squares, unsigned step)
{
    __m256i but_lowest = _mm256_and_si256(squares, _mm256_add_epi64(squares, _mm256_set1_epi64x(-1)));
    return _mm256_add_epi64(step_without(squares, step), step_without(but_lowest, step));
}

/* Four moves at once: what all of them together can add, less what does not hold. */
TARGET static inline void far_add_attacks(const struct far_sight *sight, unsigned count)
{
    enum { THREAT_ALL = 2 * THREAT_COUNT + 2 * THREAT_ZONE + THREAT_HOLDS + THREAT_LEAVES };
    enum { LAST_ALL = LAST_ANSWERS + LAST_HOLDS, LAST_SHIFT = 16 };
    const struct far_attacks *attacks = sight->attacks;
    struct policy_ply *ply = sight->view->ply;
    const __m256i zone = _mm256_set1_epi64x((long long)sight->zone);
    const __m256i hanging = _mm256_set1_epi64x((long long)sight->view->own_hanging);
    const __m256i last_man = _mm256_set1_epi64x((long long)sight->last_man);
    const __m256i held = _mm256_set1_epi64x((long long)sight->held);
    for (unsigned i = 0; i < count; i += 4) {
        __m256i others = four_of(attacks->others + i);
        __m256i lacks = steps_without_two(four_of(attacks->threatened + i), THREAT_COUNT);
        lacks = _mm256_add_epi64(
            lacks, steps_without_two(_mm256_and_si256(four_of(attacks->all + i), zone), THREAT_ZONE));
        lacks = _mm256_add_epi64(lacks, step_without(_mm256_and_si256(others, hanging), THREAT_HOLDS));
        lacks = _mm256_add_epi64(lacks, step_without(four_of(attacks->left + i), THREAT_LEAVES));
        lacks = _mm256_add_epi64(
            lacks, step_without(_mm256_and_si256(others, last_man), LAST_ANSWERS << LAST_SHIFT));
        lacks =
            _mm256_add_epi64(lacks, step_without(_mm256_and_si256(others, held), LAST_HOLDS << LAST_SHIFT));
        uint64_t has[4];
        _mm256_storeu_si256((__m256i *)(void *)has,
                            _mm256_sub_epi64(_mm256_set1_epi64x(THREAT_ALL | LAST_ALL << LAST_SHIFT), lacks));
        for (unsigned j = 0; j < 4; j++) {
            uint16_t *classes = ply->far_classes[i + j];
            classes[0] = (uint16_t)(classes[0] + has[j]);
            classes[1] = (uint16_t)(classes[1] + (has[j] >> LAST_SHIFT));
        }
    }
}

#include "net/features/policy_slide.h"
#include "net/features/policy_aims.h"

TARGET static inline unsigned aim_from_part(const struct class_parts *parts, const struct policy_view *view,
                                            unsigned from)
{
    (void)view;
    return parts->aims_from[from];
}

TARGET static inline unsigned aim_part(const struct class_parts *parts, const struct policy_view *view,
                                       unsigned type, unsigned to)
{
    (void)view;
    return parts->aims[type][to];
}

#include "net/features/policy_fill_loops.h"
#include "net/features/policy_fill_steps.h"

TARGET void policy_see_avx2(struct policy_view *view, struct policy_ply *ply, const struct position *position,
                            const struct policy_history *history)
{
    see(view, ply, position, history);
}

TARGET void policy_see_far_avx2(struct policy_view *view, struct policy_ply *ply,
                                const struct policy_history *history)
{
    see_far(view, ply, history);
}

#endif
