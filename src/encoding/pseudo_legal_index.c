#include "encoding/pseudo_legal_index.h"

#include "encoding/legal_index.h"
#include "encoding/pseudo_legal.h"

/* The rooks that the king may castle with. */
static uint64_t castling_rooks(const struct position *position)
{
    uint64_t rooks = 0;
    if (!(position->castling & (3u << (2 * position->side))))
        return 0;
    for (unsigned queen_side = 0; queen_side < 2; queen_side++)
        if (castling_way_is_free(position, queen_side))
            rooks |= square_bit(position->rook_home[2 * position->side + queen_side]);
    return rooks;
}

static void add_targets(struct move_targets *out, unsigned from, uint64_t targets)
{
    out->targets[from] = targets;
    out->movers |= (uint64_t)(targets != 0) << from;
    out->count += popcount64(targets);
}

static void add_pieces(const struct position *position, struct move_targets *out)
{
    uint64_t own = position->colours[position->side];
    uint64_t barred = own | position->types[KING];
    uint64_t occupied = position_occupied(position);
    for (uint64_t men = position->types[KNIGHT] & own; men != 0; men &= men - 1)
        add_targets(out, lowest_bit(men), attack_tables.knight[lowest_bit(men)] & ~barred);
    for (uint64_t men = position->types[BISHOP] & own; men != 0; men &= men - 1)
        add_targets(out, lowest_bit(men), bishop_attacks(lowest_bit(men), occupied) & ~barred);
    for (uint64_t men = position->types[ROOK] & own; men != 0; men &= men - 1)
        add_targets(out, lowest_bit(men), rook_attacks(lowest_bit(men), occupied) & ~barred);
    for (uint64_t men = position->types[QUEEN] & own; men != 0; men &= men - 1)
        add_targets(out, lowest_bit(men), queen_attacks(lowest_bit(men), occupied) & ~barred);
    unsigned king = position->king_square[position->side];
    add_targets(out, king, (attack_tables.king[king] & ~barred) | castling_rooks(position));
}

static void add_pawns(const struct position *position, struct move_targets *out)
{
    unsigned side = position->side;
    uint64_t pawns = position_men(position, PAWN, side);
    for (uint64_t men = pawns; men != 0; men &= men - 1) {
        unsigned from = lowest_bit(men);
        add_targets(out, from, pawn_targets(position, from, position->ep_square) & ~position->types[KING]);
    }
    out->promoting = pawns & out->movers & rank_bits(side == WHITE ? 6 : 1);
    for (uint64_t men = out->promoting; men != 0; men &= men - 1)
        out->count += 3 * popcount64(out->targets[lowest_bit(men)]);
}

void pseudo_legal_targets(const struct position *position, struct move_targets *targets)
{
    targets->movers = 0;
    targets->count = 0;
    add_pieces(position, targets);
    add_pawns(position, targets);
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
