#include "search/tree_walk.h"

int tree_progress(const struct position *position)
{
    uint64_t home = (position_men(position, PAWN, WHITE) & rank_bits(1)) |
                    (position_men(position, PAWN, BLACK) & rank_bits(6));
    return 48 - (int)popcount64(position_occupied(position)) - (int)popcount64(home);
}

/* ---- Keys ---- */

static uint64_t man_key(unsigned man, unsigned square)
{
    return zobrist_tables.man[man][square];
}

static uint64_t castling_change(unsigned side, unsigned from, unsigned to, unsigned queen_side)
{
    unsigned king = man_of(KING, side), rook = man_of(ROOK, side);
    return man_key(king, from) ^ man_key(king, castling_king_target(side, queen_side)) ^ man_key(rook, to) ^
           man_key(rook, castling_rook_target(side, queen_side));
}

uint64_t tree_key_change(const struct position *position, chess_move move)
{
    unsigned from = move_from(move), to = move_to(move), flag = move_flag(move), side = position->side;
    unsigned man = position->men[from], captured = position->men[to];
    uint64_t turn = zobrist_tables.black_to_move;
    if (move_is_castling(move))
        return turn ^ castling_change(side, from, to, flag == MOVE_CASTLE_QUEEN_SIDE);
    uint64_t change = turn ^ man_key(man, from);
    if (flag == MOVE_EN_PASSANT)
        change ^= man_key(man_of(PAWN, side ^ 1), to ^ 8u);
    else if (captured != NO_MAN)
        change ^= man_key(captured, to);
    return change ^ man_key(move_is_promotion(move) ? man_of(move_promotion(move), side) : man, to);
}

/* For rights about rooks that stand on other files than the outer ones. */
static uint64_t inner_rooks(const struct position *position)
{
    uint64_t key = 0;
    for (unsigned right = 0; right < 4; right++) {
        unsigned file = square_file(position->rook_home[right]);
        if ((position->castling >> right & 1) == 0 || file == 0 || file == 7)
            continue;
        uint64_t set = zobrist_tables.castling[1u << right];
        key ^= set << (8 * (1 + file)) | set >> (64 - 8 * (1 + file));
    }
    return key;
}

uint64_t tree_key_complete(const struct position *position, uint64_t men)
{
    uint64_t key = men ^ zobrist_tables.castling[position->castling];
    if (position->ep_square != NO_SQUARE && position_en_passant_is_legal(position))
        key ^= zobrist_tables.en_passant_file[square_file(position->ep_square)];
    return position->castling == 0 ? key : key ^ inner_rooks(position);
}

uint64_t tree_key(const struct position *position)
{
    return position->castling == 0 ? zobrist_hash(position) : zobrist_hash(position) ^ inner_rooks(position);
}

/* ---- A line ---- */

void tree_walk_start(struct tree_walk *walk, const struct position *start)
{
    walk->position = *start;
    walk->men = zobrist_hash(start) ^ zobrist_complete(start, 0);
}

void tree_walk_move(struct tree_walk *walk, chess_move move)
{
    walk->men ^= tree_key_change(&walk->position, move);
    position_play(&walk->position, move);
}

void tree_walk_null(struct tree_walk *walk)
{
    walk->men ^= zobrist_tables.black_to_move;
    walk->position.ep_square = NO_SQUARE;
    position_count_ply(&walk->position, 0);
}
