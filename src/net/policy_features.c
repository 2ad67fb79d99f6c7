#include "net/policy_features.h"

#include "net/policy_class.h"

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

/* Of targets: the two bits of the to-state, for captures (pawns') and pieces by type, and for pushes. */
struct class_parts {
    const struct policy_view *view;
    uint64_t to[6][2];
    uint64_t push[2];
};

static inline void find_class_parts(struct class_parts *parts, const struct policy_view *view)
{
    uint64_t attacked = view->enemy_attacks;
    parts->view = view;
    for (unsigned type = PAWN; type <= KING; type++) {
        parts->to[type][0] = (attacked & ~view->own_attacks_more) | view->enemy_lower[type];
        parts->to[type][1] = (attacked & view->own_attacks_more) | view->enemy_lower[type];
    }
    parts->push[0] = attacked & ~view->own_attacks;
    parts->push[1] = attacked & view->own_attacks;
}

static inline unsigned from_part(const struct class_parts *parts, unsigned from)
{
    /* Men that hang are attacked. */
    uint64_t state = (parts->view->enemy_attacks >> from & 1) + (parts->view->own_hanging >> from & 1);
    return (unsigned)state * CLASS_FROM;
}

static inline unsigned state_part(const uint64_t bits[2], unsigned to)
{
    return (unsigned)((bits[0] >> to & 1) | (bits[1] >> to & 1) << 1) * CLASS_TO;
}

static inline unsigned to_part(const struct class_parts *parts, unsigned type, unsigned to)
{
    unsigned man = parts->view->position->men[to ^ parts->view->flip];
    return state_part(parts->to[type], to) + captured_parts[man];
}

static inline unsigned push_part(const struct class_parts *parts, unsigned to)
{
    return state_part(parts->push, to);
}

#include "net/policy_fill_loops.h"
#include "net/policy_fill_steps.h"

void policy_ply_fill(struct policy_ply *ply, const struct position *position,
                     const struct policy_history *history, enum policy_sight sight)
{
    fill(ply, position, history, sight);
}
