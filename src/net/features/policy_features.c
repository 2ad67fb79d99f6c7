#include "net/features/policy_features.h"

#include "net/features/policy_class.h"

unsigned policy_rating_bucket(unsigned rating)
{
    static const uint16_t limits[POLICY_RATING_BUCKETS - 1] = {1,    1000, 1200, 1400, 1600, 1800,
                                                               2000, 2200, 2400, 2600, 2900};
    unsigned bucket = 0;
    for (unsigned i = 0; i < POLICY_RATING_BUCKETS - 1; i++)
        bucket += rating >= limits[i];
    return bucket;
}

/* ---- Plies, in plain C ---- */

#define TARGET

static inline void split_men(struct policy_view *view, const struct position *position)
{
    for (unsigned type = PAWN; type <= KING; type++) {
        uint64_t men = position->types[type];
        men = view->flip == 0 ? men : __builtin_bswap64(men);
        view->own[type] = men & view->own_all;
        view->enemy[type] = men & view->enemy_all;
    }
}

/* The two bits of targets' to-states. */
struct to_parts {
    const struct policy_view *view;
    uint64_t bits[2];
};

struct class_parts {
    const struct policy_view *view;
};

static inline void find_class_parts(struct class_parts *parts, const struct policy_view *view)
{
    parts->view = view;
}

static inline unsigned from_part(const struct class_parts *parts, unsigned from)
{
    /* Men that hang are attacked. */
    uint64_t state = (parts->view->enemy_attacks >> from & 1) + (parts->view->own_hanging >> from & 1);
    return (unsigned)state * CLASS_FROM;
}

static inline struct to_parts state_bits(const struct policy_view *view, uint64_t held, uint64_t lower)
{
    uint64_t attacked = view->enemy_attacks;
    return (struct to_parts){view, {(attacked & ~held) | lower, (attacked & held) | lower}};
}

static inline struct to_parts to_parts_of(const struct class_parts *parts, unsigned type)
{
    return state_bits(parts->view, parts->view->own_attacks_more, parts->view->enemy_lower[type]);
}

static inline struct to_parts pawn_parts_of(const struct class_parts *parts, enum direction direction)
{
    int is_capture = direction == LEFT || direction == RIGHT;
    const struct policy_view *view = parts->view;
    return state_bits(view, is_capture ? view->own_attacks_more : view->own_attacks, 0);
}

static inline unsigned to_part(struct to_parts parts, unsigned to)
{
    unsigned state = (unsigned)((parts.bits[0] >> to & 1) | (parts.bits[1] >> to & 1) << 1);
    return state * CLASS_TO + captured_parts[parts.view->position->men[to ^ parts.view->flip]];
}

#include "net/features/policy_far_plain.h"

/* Squares from which rooks, and bishops, attack one of a set. */
TARGET static inline struct sliders sliders_at(uint64_t for_rooks, uint64_t for_bishops, uint64_t occupied)
{
    struct sliders from = {0, 0};
    for (; for_rooks != 0; for_rooks &= for_rooks - 1)
        from.rooks |= rook_attacks(lowest_bit(for_rooks), occupied);
    for (; for_bishops != 0; for_bishops &= for_bishops - 1)
        from.bishops |= bishop_attacks(lowest_bit(for_bishops), occupied);
    return from;
}

#include "net/features/policy_aims.h"

static inline unsigned aim_from_part(const struct class_parts *parts, const struct policy_view *view,
                                     unsigned from)
{
    (void)parts;
    return aim_from(&view->aims, from);
}

static inline unsigned aim_part(const struct class_parts *parts, const struct policy_view *view,
                                unsigned type, unsigned to)
{
    (void)parts;
    return aim_to(view, &view->aims, type, to);
}

#include "net/features/policy_fill_loops.h"
#include "net/features/policy_fill_steps.h"

void policy_see(struct policy_view *view, struct policy_ply *ply, const struct position *position,
                const struct policy_history *history)
{
    see(view, ply, position, history);
}

void policy_see_far(struct policy_view *view, struct policy_ply *ply, const struct policy_history *history)
{
    see_far(view, ply, history);
}
