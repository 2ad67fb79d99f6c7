#include "search/openings/tree_walk.h"

/* ---- Moves ---- */

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

/* A man is taken. */
static uint64_t take(struct tree_track *track, unsigned man, unsigned square)
{
    track->progress += 1 + tree_pawn_is_at_home(man, square);
    return man_key(man, square);
}

void tree_track_move(struct tree_track *track, const struct position *before, chess_move move)
{
    unsigned from = move_from(move), to = move_to(move), flag = move_flag(move), side = before->side;
    unsigned man = before->men[from], captured = before->men[to];
    track->men ^= zobrist_tables.black_to_move;
    if (move_is_castling(move)) {
        track->men ^= castling_change(side, from, to, flag == MOVE_CASTLE_QUEEN_SIDE);
        return;
    }
    track->men ^= man_key(man, from);
    track->progress += tree_pawn_is_at_home(man, from);
    if (flag == MOVE_EN_PASSANT)
        track->men ^= take(track, man_of(PAWN, side ^ 1), to ^ 8u);
    else if (captured != NO_MAN)
        track->men ^= take(track, captured, to);
    track->men ^= man_key(move_is_promotion(move) ? man_of(move_promotion(move), side) : man, to);
}

void tree_track_drop(struct tree_track *track, const struct position *before, chess_move drop)
{
    unsigned man = man_of(drop_type(drop), before->side), to = move_to(drop);
    track->men ^= zobrist_tables.black_to_move ^ man_key(man, to);
    track->progress -= 1 + tree_pawn_is_at_home(man, to);
}

void tree_track_null(struct tree_track *track)
{
    track->men ^= zobrist_tables.black_to_move;
}

/* ---- Positions ---- */

int tree_progress(const struct position *position)
{
    uint64_t home = (position_men(position, PAWN, WHITE) & rank_bits(1)) |
                    (position_men(position, PAWN, BLACK) & rank_bits(6));
    return 48 - (int)popcount64(position_occupied(position)) - (int)popcount64(home);
}

void tree_track_start(struct tree_track *track, const struct position *start)
{
    track->men = zobrist_hash(start) ^ zobrist_complete(start, 0);
    track->progress = tree_progress(start);
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

uint64_t tree_track_key(const struct tree_track *track, const struct position *position)
{
    uint64_t kings = square_bit(position->king_square[WHITE]) | square_bit(position->king_square[BLACK]);
    uint64_t key = track->men ^ zobrist_tables.castling[position->castling];
    if (position->ep_square != NO_SQUARE && position_en_passant_is_legal(position))
        key ^= zobrist_tables.en_passant_file[square_file(position->ep_square)];
    return (position->castling_squares & ~(kings | FILE_A | FILE_H)) == 0 ? key : key ^ inner_rooks(position);
}

uint64_t tree_key(const struct position *position)
{
    return zobrist_hash(position) ^ inner_rooks(position);
}
