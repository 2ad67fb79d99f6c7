/*
 * The loops of index_run.h, to be compiled for several processors: a file that includes this says first how it finds a set
 * bit by its number, INDEX_RUN_NTH_BIT(bits, n), and what the compiler may use.
 */
#ifndef PGNPACK_MOVES_INDEX_RUN_BODY_H
#define PGNPACK_MOVES_INDEX_RUN_BODY_H

#include "chess/movegen.h"
#include "chess/san_write.h"
#include "encoding/move_byte.h"

/*
 * Where a side's blocks end: five fields of 12 bits, the first index behind the pawns, knights, bishops, rooks and
 * queens. What a man of each type (and none) adds to them:
 */
#define INLINED static inline __attribute__((always_inline))
#define FIELDS_FROM(type) (SQUARE_INDEX_ONES << (12 * (type)) & ((UINT64_C(1) << 60) - 1))

static const uint64_t man_widths[NO_PIECE_TYPE + 1] = {
    [PAWN] = BLOCK_PAWN * FIELDS_FROM(PAWN),       [KNIGHT] = BLOCK_KNIGHT * FIELDS_FROM(KNIGHT),
    [BISHOP] = BLOCK_BISHOP * FIELDS_FROM(BISHOP), [ROOK] = BLOCK_ROOK * FIELDS_FROM(ROOK),
    [QUEEN] = BLOCK_QUEEN * FIELDS_FROM(QUEEN),
};

static uint64_t find_ends(const struct position *position, unsigned colour)
{
    uint64_t ends = SQUARE_INDEX_PAWNS * SQUARE_INDEX_ONES;
    for (unsigned type = PAWN; type <= QUEEN; type++)
        ends += popcount64(position_men(position, type, colour)) * man_widths[type];
    return ends;
}

/* Do the men make more values than a byte has? */
INLINED int is_wide(uint64_t ends)
{
    return ends >> (12 * QUEEN) > MOVE_BYTE_VALUES;
}

/* square_index_decode() of an index behind the king's. */
INLINED chess_move decode_block(const struct position *position, unsigned index, uint64_t ends)
{
    const uint64_t guards = SQUARE_INDEX_LIMIT * SQUARE_INDEX_ONES;
    uint64_t passed = ((index + SQUARE_INDEX_LIMIT) * SQUARE_INDEX_ONES - ends) & guards;
    unsigned type = popcount64(passed);
    if (type > QUEEN)
        return NO_MOVE;
    unsigned offset = index - square_index_base(ends << 12 | SQUARE_INDEX_PAWNS, type);
    unsigned place = square_index_divide(offset, type);
    unsigned from = INDEX_RUN_NTH_BIT(position_men(position, type, position->side), place);
    return block_move(position, type, from, offset - place * block_sizes[type]);
}

INLINED chess_move decode(struct position *position, unsigned index, uint64_t ends)
{
    if (index < SQUARE_INDEX_KING || is_wide(ends))
        return move_byte_decode_played(position, (uint8_t)index);
    if (index < SQUARE_INDEX_PAWNS)
        return square_index_decode_king(position, index);
    return decode_block(position, index, ends);
}

/* Plays the move, and moves the ends of both sides' blocks. */
INLINED void play(struct position *position, chess_move move, uint64_t ends[2])
{
    const unsigned advances = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE | 1u << MOVE_DOUBLE_PUSH;
    unsigned flag = move_flag(move);
    unsigned to = move_to(move);
    unsigned side = position->side;
    unsigned captured = position->men[to];
    if (advances >> flag & 1) {
        ends[side ^ 1] -= man_widths[man_type(captured)];
        position_advance(position, move_from(move), to, captured);
        if (flag == MOVE_DOUBLE_PUSH)
            position_note_en_passant(position, to);
        return;
    }
    position_play(position, move);
    ends[0] = find_ends(position, WHITE);
    ends[1] = find_ends(position, BLACK);
}

static size_t play_run(struct position *position, const uint8_t *bytes, size_t count, chess_move *moves)
{
    uint64_t ends[2] = {find_ends(position, WHITE), find_ends(position, BLACK)};
    for (size_t i = 0; i < count; i++) {
        chess_move move = decode(position, bytes[i], ends[position->side]);
        if (move == NO_MOVE)
            return i;
        moves[i] = move;
        play(position, move, ends);
    }
    return count;
}

static size_t write_run(struct position *position, const uint8_t *bytes, size_t count, struct san_text *sans)
{
    uint64_t ends[2] = {find_ends(position, WHITE), find_ends(position, BLACK)};
    for (size_t i = 0; i < count; i++) {
        chess_move move = decode(position, bytes[i], ends[position->side]);
        if (move == NO_MOVE)
            return i;
        char *behind = san_write_move(position, move, sans[i].text);
        play(position, move, ends);
        position_refresh(position);
        sans[i].size = (uint8_t)(behind - sans[i].text);
        if (position_in_check(position))
            sans[i].text[sans[i].size++] = (char)san_check_sign(position);
    }
    return count;
}

#endif
