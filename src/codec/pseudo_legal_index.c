#include "codec/pseudo_legal_index.h"

#include "codec/legal_index.h"
#include "codec/pseudo_legal.h"

/* The rooks that the king may castle with. */
static uint64_t castling_rooks(const struct position *position)
{
    uint64_t rooks = 0;
    for (unsigned queen_side = 0; queen_side < 2; queen_side++)
        if (castling_way_is_free(position, queen_side))
            rooks |= square_bit(position->rook_home[2 * position->side + queen_side]);
    return rooks;
}

static uint64_t man_targets(const struct position *position, unsigned type, unsigned from)
{
    if (type == PAWN)
        return pawn_targets(position, from, position->ep_square);
    uint64_t attacks = piece_attacks(type, from, position_occupied(position));
    uint64_t targets = attacks & ~position->colours[position->side];
    return type == KING ? targets | castling_rooks(position) : targets;
}

void pseudo_legal_targets(const struct position *position, struct move_targets *targets)
{
    targets->movers = 0;
    targets->promoting = 0;
    targets->count = 0;
    for (uint64_t men = position->colours[position->side]; men != 0; men &= men - 1) {
        unsigned from = lowest_bit(men);
        unsigned type = man_type(position->men[from]);
        uint64_t to = man_targets(position, type, from);
        unsigned promotes = to != 0 && type == PAWN && pawn_promotes(from, position->side);
        targets->targets[from] = to;
        targets->movers |= (uint64_t)(to != 0) << from;
        targets->promoting |= (uint64_t)promotes << from;
        targets->count += popcount64(to) << (2 * promotes);
    }
}

struct move_code pseudo_legal_encode(const struct position *position, chess_move move)
{
    struct move_targets targets;
    pseudo_legal_targets(position, &targets);
    return (struct move_code){legal_index(&targets, move), legal_bits_width(targets.count)};
}

chess_move pseudo_legal_decode(const struct position *position, const struct move_targets *targets,
                               uint32_t value)
{
    return legal_nth(position, targets, value);
}
