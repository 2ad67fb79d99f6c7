#include "chess/movegen.h"

#include "util/bits.h"

/* What the generator knows of the position before it looks at a man. */
struct generator {
    const struct position *position;
    struct move_targets *out;
    uint64_t occupied;
    uint64_t allowed; /* targets that are neither own men nor a king and, in check, stop the check */
    uint64_t pinned;
    unsigned side;
    unsigned king;
};

static void add_targets(struct generator *generator, unsigned from, uint64_t targets)
{
    struct move_targets *out = generator->out;
    out->targets[from] = targets;
    out->movers |= (uint64_t)(targets != 0) << from;
    out->count += popcount64(targets);
}

/* Own men that shield the king from a slider. */
static uint64_t find_pinned(const struct position *position)
{
    unsigned side = position->side;
    unsigned king = position->king_square[side];
    uint64_t occupied = position_occupied(position);
    uint64_t enemies = position->colours[side ^ 1];
    uint64_t straight = position->types[ROOK] | position->types[QUEEN];
    uint64_t slanted = position->types[BISHOP] | position->types[QUEEN];
    uint64_t snipers =
        ((attack_tables.rook[king] & straight) | (attack_tables.bishop[king] & slanted)) & enemies;
    uint64_t pinned = 0;
    for (; snipers != 0; snipers &= snipers - 1) {
        uint64_t shield = attack_tables.between[king][lowest_bit(snipers)] & occupied;
        if (!has_several_bits(shield))
            pinned |= shield;
    }
    return pinned & position->colours[side];
}

/* Every square that the enemy attacks with our king lifted off the board. */
static uint64_t enemy_attacks(const struct generator *generator)
{
    const struct position *position = generator->position;
    unsigned enemy = generator->side ^ 1;
    uint64_t enemies = position->colours[enemy];
    uint64_t occupied = generator->occupied ^ square_bit(generator->king);
    uint64_t pawns = position->types[PAWN] & enemies;
    uint64_t attacked = enemy == WHITE ? (pawns & ~FILE_A) << 7 | (pawns & ~FILE_H) << 9
                                       : (pawns & ~FILE_A) >> 9 | (pawns & ~FILE_H) >> 7;
    for (uint64_t men = position->types[KNIGHT] & enemies; men != 0; men &= men - 1)
        attacked |= attack_tables.knight[lowest_bit(men)];
    for (uint64_t men = (position->types[BISHOP] | position->types[QUEEN]) & enemies; men != 0;
         men &= men - 1)
        attacked |= bishop_attacks(lowest_bit(men), occupied);
    for (uint64_t men = (position->types[ROOK] | position->types[QUEEN]) & enemies; men != 0; men &= men - 1)
        attacked |= rook_attacks(lowest_bit(men), occupied);
    return attacked | attack_tables.king[position->king_square[enemy]];
}

static void generate_king(struct generator *generator)
{
    const struct position *position = generator->position;
    unsigned side = generator->side;
    uint64_t targets = attack_tables.king[generator->king] & generator->allowed;
    if (targets != 0)
        targets &= ~enemy_attacks(generator);
    if (position->castling & (3u << (2 * side)))
        for (unsigned queen_side = 0; queen_side < 2; queen_side++)
            if (position_can_castle(position, queen_side))
                targets |= square_bit(position->rook_home[2 * side + queen_side]);
    add_targets(generator, generator->king, targets);
}

static void generate_pieces(struct generator *generator)
{
    const struct position *position = generator->position;
    uint64_t occupied = generator->occupied;
    uint64_t allowed = generator->allowed;
    uint64_t free_men = position->colours[generator->side] & ~generator->pinned;
    for (uint64_t men = position->types[KNIGHT] & free_men; men != 0; men &= men - 1)
        add_targets(generator, lowest_bit(men), attack_tables.knight[lowest_bit(men)] & allowed);
    for (uint64_t men = position->types[BISHOP] & free_men; men != 0; men &= men - 1)
        add_targets(generator, lowest_bit(men), bishop_attacks(lowest_bit(men), occupied) & allowed);
    for (uint64_t men = position->types[ROOK] & free_men; men != 0; men &= men - 1)
        add_targets(generator, lowest_bit(men), rook_attacks(lowest_bit(men), occupied) & allowed);
    for (uint64_t men = position->types[QUEEN] & free_men; men != 0; men &= men - 1)
        add_targets(generator, lowest_bit(men), queen_attacks(lowest_bit(men), occupied) & allowed);

    uint64_t sliders = position->types[BISHOP] | position->types[ROOK] | position->types[QUEEN];
    for (uint64_t men = sliders & generator->pinned; men != 0; men &= men - 1) {
        unsigned from = lowest_bit(men);
        add_targets(generator, from,
                    piece_attacks(man_type(position->men[from]), from, occupied) & allowed &
                        attack_tables.line[generator->king][from]);
    }
}

static uint64_t pawn_targets(const struct generator *generator, unsigned from)
{
    const struct position *position = generator->position;
    unsigned side = generator->side;
    uint64_t empty = ~generator->occupied;
    uint64_t captures = attack_tables.pawn[side][from] & position->colours[side ^ 1];
    uint64_t pushes;
    if (side == WHITE) {
        pushes = (square_bit(from) << 8) & empty;
        pushes |= ((pushes & rank_bits(2)) << 8) & empty;
    } else {
        pushes = (square_bit(from) >> 8) & empty;
        pushes |= ((pushes & rank_bits(5)) >> 8) & empty;
    }
    uint64_t targets = (captures | pushes) & generator->allowed;
    if (generator->pinned & square_bit(from))
        targets &= attack_tables.line[generator->king][from];
    return targets;
}

static void generate_pawns(struct generator *generator)
{
    const struct position *position = generator->position;
    unsigned side = generator->side;
    uint64_t pawns = position_men(position, PAWN, side);
    uint64_t before_promotion = pawns & rank_bits(side == WHITE ? 6 : 1);
    uint64_t taking_en_passant =
        position->ep_square == NO_SQUARE ? 0 : attack_tables.pawn[side ^ 1][position->ep_square] & pawns;

    for (uint64_t men = pawns & ~before_promotion; men != 0; men &= men - 1) {
        unsigned from = lowest_bit(men);
        uint64_t targets = pawn_targets(generator, from);
        if ((taking_en_passant & square_bit(from)) && position_en_passant_is_safe(position, from))
            targets |= square_bit(position->ep_square);
        add_targets(generator, from, targets);
    }
    for (uint64_t men = before_promotion; men != 0; men &= men - 1) {
        unsigned from = lowest_bit(men);
        uint64_t targets = pawn_targets(generator, from);
        add_targets(generator, from, targets);
        generator->out->promoting |= (uint64_t)(targets != 0) << from;
        generator->out->count += 3 * popcount64(targets);
    }
}

void legal_targets(const struct position *position, struct move_targets *targets)
{
    unsigned side = position->side;
    struct generator generator = {.position = position,
                                  .out = targets,
                                  .occupied = position_occupied(position),
                                  .allowed = ~(position->colours[side] | position->types[KING]),
                                  .side = side,
                                  .king = position->king_square[side]};
    targets->movers = 0;
    targets->promoting = 0;
    targets->count = 0;
    generate_king(&generator);
    if (position->checkers != 0) {
        if (has_several_bits(position->checkers))
            return;
        unsigned checker = lowest_bit(position->checkers);
        generator.allowed &= position->checkers | attack_tables.between[generator.king][checker];
    }
    generator.pinned = find_pinned(position);
    generate_pieces(&generator);
    generate_pawns(&generator);
}

unsigned legal_count(const struct position *position)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    return targets.count;
}

/* The king's steps first: they end most checks. */
int legal_exists(const struct position *position)
{
    unsigned side = position->side;
    uint64_t steps = attack_tables.king[position->king_square[side]] & ~position->colours[side];
    for (steps &= ~position->types[KING]; steps != 0; steps &= steps - 1)
        if (position_king_may_move(position, lowest_bit(steps)))
            return 1;
    return legal_count(position) != 0;
}

unsigned legal_list(const struct position *position, chess_move list[MOVE_LIST_CAPACITY])
{
    struct move_targets all;
    legal_targets(position, &all);
    unsigned count = 0;
    for (uint64_t movers = all.movers; movers != 0; movers &= movers - 1) {
        unsigned from = lowest_bit(movers);
        int promotes = (all.promoting >> from & 1) != 0;
        for (uint64_t targets = all.targets[from]; targets != 0; targets &= targets - 1) {
            unsigned to = lowest_bit(targets);
            if (promotes)
                for (unsigned piece = KNIGHT; piece <= QUEEN; piece++)
                    list[count++] = move_classify(position, from, to, piece);
            else
                list[count++] = move_classify(position, from, to, NO_PIECE_TYPE);
        }
    }
    return count;
}

chess_move legal_nth(const struct position *position, const struct move_targets *all, unsigned n)
{
    if (n >= all->count)
        return NO_MOVE;
    for (uint64_t movers = all->movers; movers != 0; movers &= movers - 1) {
        unsigned from = lowest_bit(movers);
        unsigned width = (all->promoting >> from & 1) ? 4 : 1;
        uint64_t targets = all->targets[from];
        unsigned count = width * popcount64(targets);
        if (n >= count) {
            n -= count;
            continue;
        }
        for (unsigned skip = n / width; skip != 0; skip--)
            targets &= targets - 1;
        unsigned promotion = width == 4 ? KNIGHT + n % 4 : NO_PIECE_TYPE;
        return move_classify(position, from, lowest_bit(targets), promotion);
    }
    return NO_MOVE;
}

unsigned legal_index(const struct move_targets *all, chess_move move)
{
    unsigned index = 0;
    unsigned from = move_from(move);
    for (uint64_t movers = all->movers & (square_bit(from) - 1); movers != 0; movers &= movers - 1) {
        unsigned square = lowest_bit(movers);
        unsigned width = (all->promoting >> square & 1) ? 4 : 1;
        index += width * popcount64(all->targets[square]);
    }
    unsigned before = popcount64(all->targets[from] & (square_bit(move_to(move)) - 1));
    return index + (move_is_promotion(move) ? 4 * before + move_promotion(move) - KNIGHT : before);
}

chess_move move_classify(const struct position *position, unsigned from, unsigned to, unsigned promotion)
{
    unsigned man = position->men[from];
    unsigned captured = position->men[to];
    unsigned flag = captured == NO_MAN ? MOVE_QUIET : MOVE_CAPTURE;
    if (man_type(man) == PAWN) {
        if (promotion != NO_PIECE_TYPE)
            flag = (captured == NO_MAN ? MOVE_PROMOTION : MOVE_PROMOTION_CAPTURE) + promotion - KNIGHT;
        else if (to == position->ep_square && square_file(from) != square_file(to))
            flag = MOVE_EN_PASSANT;
        else if ((from ^ to) == 16)
            flag = MOVE_DOUBLE_PUSH;
    } else if (man_type(man) == KING && captured == man_of(ROOK, man_colour(man))) {
        flag = to > from ? MOVE_CASTLE_KING_SIDE : MOVE_CASTLE_QUEEN_SIDE;
    }
    return move_of(from, to, flag);
}

static int pawn_may_reach(const struct position *position, unsigned from, unsigned to)
{
    unsigned side = position->side;
    uint64_t occupied = position_occupied(position);
    if (attack_tables.pawn[side][from] & square_bit(to))
        return (position->colours[side ^ 1] & square_bit(to)) != 0;
    unsigned step = side == WHITE ? from + 8 : from - 8;
    if (occupied & square_bit(step))
        return 0;
    if (to == step)
        return 1;
    unsigned second = side == WHITE ? from + 16 : from - 16;
    return to == second && square_rank(from) == (side == WHITE ? 1u : 6u) && !(occupied & square_bit(second));
}

int move_is_legal(const struct position *position, chess_move move)
{
    unsigned from = move_from(move);
    unsigned to = move_to(move);
    unsigned side = position->side;
    uint64_t own = position->colours[side];
    if (!(own & square_bit(from)))
        return 0;
    unsigned type = man_type(position->men[from]);
    unsigned promotion = move_is_promotion(move) ? move_promotion(move) : NO_PIECE_TYPE;
    if (move != move_classify(position, from, to, promotion))
        return 0;
    if (move_is_castling(move))
        return position->rook_home[2 * side + (move_flag(move) & 1)] == to &&
               position_can_castle(position, move_flag(move) & 1);
    if ((own | position->types[KING]) & square_bit(to))
        return 0;
    if (type == PAWN) {
        int last_rank = square_rank(to) == (side == WHITE ? 7u : 0u);
        if (last_rank != move_is_promotion(move))
            return 0;
        if (move_flag(move) == MOVE_EN_PASSANT)
            return (attack_tables.pawn[side][from] & square_bit(to)) != 0 &&
                   position_en_passant_is_safe(position, from);
        return pawn_may_reach(position, from, to) && position_man_may_move(position, from, to);
    }
    if (!(piece_attacks(type, from, position_occupied(position)) & square_bit(to)))
        return 0;
    if (type == KING)
        return position_king_may_move(position, to);
    return position_man_may_move(position, from, to);
}
