/* Moves and inputs with AVX-512: boards of bytes in one register, and targets gathered by compression. */
#include "net/features/policy_fill.h"

#include "net/features/policy_class.h"

#ifdef POLICY_FILL_AVX512

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,bmi,bmi2,popcnt")))

_Static_assert((int)POLICY_FILL_PADDING >= 32, "moves are put 32 at a time");

/* Bytes by square. */
struct class_parts {
    __m512i squares; /* 0 to 63 */
    __m512i push;
    __m512i to[6];
    __m512i aims[6];
    __m512i aims_from;
    uint8_t aims_from_bytes[64];
    uint64_t attacked, hanging;
    uint8_t to_bytes[64]; /* to[PAWN] and push once more */
    uint8_t push_bytes[64];
};

TARGET static inline __m512i add_on(__m512i board, uint64_t squares, unsigned value)
{
    return _mm512_mask_add_epi8(board, squares, board, _mm512_set1_epi8((char)value));
}

/* What captures add, as the mover sees the board. */
TARGET static inline __m512i captured_board(const struct policy_view *view)
{
    const __m512i parts =
        _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)captured_parts));
    __m512i board = _mm512_shuffle_epi8(parts, _mm512_loadu_si512(view->position->men));
    if (view->flip == 0)
        return board;
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), board);
}

TARGET static inline void find_aim_parts(struct class_parts *parts, const struct policy_view *view)
{
    const struct policy_aims *aims = &view->aims;
    __m512i all = add_on(_mm512_setzero_si512(), view->enemy_attacks_more, AIM_ENEMIES);
    all = add_on(all, view->own_attacks_three, AIM_OWN);
    __m512i from = add_on(_mm512_setzero_si512(), aims->holders, AIM_HOLDER);
    from = add_on(from, aims->last_own, AIM_AGAIN);
    parts->aims_from = add_on(from, aims->others_hang, AIM_OTHERS_HANG);
    _mm512_storeu_si512(parts->aims_from_bytes, parts->aims_from);
    for (unsigned type = PAWN; type <= KING; type++) {
        __m512i aim = add_on(all, aims->threats[type], AIM_THREAT);
        aim = add_on(aim, aims->zone[type], AIM_ZONE);
        parts->aims[type] = add_on(aim, aims->holds[type], AIM_HOLDS);
    }
}

TARGET static inline void find_class_parts(struct class_parts *parts, const struct policy_view *view)
{
    uint64_t attacked = view->enemy_attacks;
    __m512i captured = captured_board(view);
    __m512i by_lower = _mm512_add_epi8(captured, _mm512_set1_epi8(3 * CLASS_TO));
    __m512i to = add_on(captured, attacked, CLASS_TO);
    to = add_on(to, attacked & view->own_attacks_more, CLASS_TO);
    __m512i push = add_on(_mm512_setzero_si512(), attacked, CLASS_TO);
    parts->push = add_on(push, attacked & view->own_attacks, CLASS_TO);
    for (unsigned type = PAWN; type <= KING; type++)
        parts->to[type] = _mm512_mask_mov_epi8(to, view->enemy_lower[type], by_lower);
    parts->squares =
        _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928, 0x2726252423222120,
                         0x1f1e1d1c1b1a1918, 0x1716151413121110, 0x0f0e0d0c0b0a0908, 0x0706050403020100);
    find_aim_parts(parts, view);
    parts->attacked = attacked;
    parts->hanging = view->own_hanging;
    _mm512_storeu_si512(parts->to_bytes, to);
    _mm512_storeu_si512(parts->push_bytes, parts->push);
}

TARGET static inline unsigned from_part(const struct class_parts *parts, unsigned from)
{
    /* Men that hang are attacked. */
    uint64_t state = (parts->attacked >> from & 1) + (parts->hanging >> from & 1);
    return (unsigned)state * CLASS_FROM;
}

/* For the few moves that are put one by one: en passant and promotions. */
struct to_parts {
    const uint8_t *bytes;
};

TARGET static inline struct to_parts pawn_parts_of(const struct class_parts *parts, enum direction direction)
{
    int is_capture = direction == LEFT || direction == RIGHT;
    return (struct to_parts){is_capture ? parts->to_bytes : parts->push_bytes};
}

TARGET static inline unsigned to_part(struct to_parts parts, unsigned to)
{
    return parts.bytes[to];
}

/* The board's bytes on `squares`, at most 32, in order, as words. */
TARGET static inline __m512i words_on(__m512i board, uint64_t squares)
{
    return _mm512_cvtepu8_epi16(_mm512_castsi512_si256(_mm512_maskz_compress_epi8(squares, board)));
}

#include "net/features/policy_slide.h"
#include "net/features/policy_aims.h"

TARGET static inline void put_32(uint16_t *words, __m512i values, unsigned more)
{
    _mm512_storeu_si512(words, _mm512_add_epi16(values, _mm512_set1_epi16((short)more)));
}

TARGET static inline void put_piece_moves(const struct policy_view *view, const struct class_parts *parts,
                                          unsigned type, unsigned from, uint64_t targets)
{
    uint64_t numbers = _pext_u64(targets, empty_board_tables.targets[type][from]);
    struct policy_ply *ply = view->ply;
    unsigned count = ply->count;
    put_32(ply->moves + count, words_on(parts->squares, targets), from << 6);
    put_32(ply->rows + count, words_on(parts->squares, numbers), policy_piece_row(type, from));
    put_32(ply->classes + count, words_on(parts->to[type], targets),
           type * CLASS_PIECE + from_part(parts, from));
    put_32(ply->aims + count, words_on(parts->aims[type], targets),
           type * AIM_PIECE + parts->aims_from_bytes[from]);
    ply->count = count + popcount64(targets);
}

/* 24 at most: each pawn has a target of its own that no pawn stands on, both on the 48 squares of ranks 2 to 7. */
TARGET static inline void put_pawn_moves(const struct policy_view *view, const struct class_parts *parts,
                                         enum direction direction, uint64_t targets)
{
    unsigned step = direction_steps[direction];
    unsigned is_push = direction == PUSH || direction == TWO_UP;
    struct policy_ply *ply = view->ply;
    unsigned count = ply->count;
    /* The class's from and to part may be above 255 together. */
    __m512i class = words_on(is_push ? parts->push : parts->to[PAWN], targets);
    __m512i to = words_on(parts->squares, targets);
    __m512i from_attacked = _mm512_maskz_set1_epi8(parts->attacked << step, (char)CLASS_FROM);
    class =
        _mm512_add_epi16(class, words_on(add_on(from_attacked, parts->hanging << step, CLASS_FROM), targets));
    put_32(ply->moves + count, _mm512_mullo_epi16(to, _mm512_set1_epi16(65)), 0u - (step << 6));
    put_32(ply->rows + count, _mm512_slli_epi16(to, 2), POLICY_ROW_PAWN + direction - (step + 8) * 4);
    _mm512_storeu_si512(ply->classes + count, class);
    put_32(
        ply->aims + count,
        _mm512_add_epi16(words_on(parts->aims[PAWN], targets), words_on(parts->aims_from, targets >> step)),
        0);
    ply->count = count + popcount64(targets);
}

/* ---- Nets that see far ---- */

typedef __m512i far_board;

TARGET static inline far_board far_none(void)
{
    return _mm512_setzero_si512();
}

TARGET static inline far_board far_load(const uint64_t ranks[8])
{
    return _mm512_loadu_si512(ranks);
}

TARGET static inline far_board far_load_bytes(const uint8_t bytes[64])
{
    return _mm512_loadu_si512(bytes);
}

TARGET static inline void far_store(uint8_t bytes[64], far_board board)
{
    _mm512_storeu_si512(bytes, board);
}

TARGET static inline far_board far_sum(far_board a, far_board b)
{
    return _mm512_add_epi8(a, b);
}

TARGET static inline far_board far_twice(far_board board)
{
    return _mm512_add_epi8(board, board);
}

TARGET static inline far_board far_add(far_board board, uint64_t squares, unsigned value)
{
    return add_on(board, squares, value);
}

#include "net/features/policy_far_avx2.h"
#include "net/features/policy_fill_steps.h"

TARGET void policy_see_avx512(struct policy_view *view, struct policy_ply *ply,
                              const struct position *position, const struct policy_history *history)
{
    see(view, ply, position, history);
}

TARGET void policy_see_far_avx512(struct policy_view *view, struct policy_ply *ply,
                                  const struct policy_history *history)
{
    see_far(view, ply, history);
}

#endif
