/*
 * The loops of index_run.h, to be compiled for several processors: a file that includes this says first what the compiler may
 * use, and how a set bit is found by its number, INDEX_RUN_NTH_BIT(bits, n), if there is a better way than nth_bit().
 */
#ifndef PGNPACK_MOVES_INDEX_RUN_BODY_H
#define PGNPACK_MOVES_INDEX_RUN_BODY_H

#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/san_write.h"
#include "encoding/move_byte.h"
#include "util/nth_bit.h"

#ifndef INDEX_RUN_NTH_BIT
#define INDEX_RUN_NTH_BIT nth_bit
#endif

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

static inline uint64_t find_ends(const struct position *position, unsigned colour)
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

/* Where a run notes its moves: one of the two. */
struct run_notes {
    chess_move *moves;
    struct san_text *sans;
};

/* A decoded move that is not yet played ... */
INLINED char *note_move(const struct position *position, chess_move move, const struct run_notes *notes,
                        size_t i)
{
    if (notes->sans != NULL)
        return san_write_move(position, move, notes->sans[i].text);
    notes->moves[i] = move;
    return NULL;
}

/* ... and when it is, `behind` being the end of its text. */
INLINED void note_check(struct position *position, char *behind, const struct run_notes *notes, size_t i)
{
    if (notes->sans == NULL)
        return;
    struct san_text *san = &notes->sans[i];
    position_refresh(position);
    *behind = (char)san_check_sign(position);
    san->size = (uint8_t)(behind - san->text + position_in_check(position));
}

/* The type whose block has an index that is not below SQUARE_INDEX_PAWNS; KING: none has. */
INLINED unsigned find_type(unsigned index, uint64_t ends)
{
    const uint64_t guards = SQUARE_INDEX_LIMIT * SQUARE_INDEX_ONES;
    return popcount64(((index + SQUARE_INDEX_LIMIT) * SQUARE_INDEX_ONES - ends) & guards);
}

/* The man of that type whose block it is; *number_ret: the move's number there. */
INLINED unsigned find_man(const struct position *position, unsigned index, uint64_t ends, unsigned type,
                          unsigned *number_ret)
{
    unsigned offset = index - square_index_base(ends << 12 | SQUARE_INDEX_PAWNS, type);
    unsigned place = square_index_divide(offset, type);
    *number_ret = offset - place * block_sizes[type];
    return INDEX_RUN_NTH_BIT(position_men(position, type, position->side), place);
}

/* One move of a knight, bishop, rook or queen. Returns 0 where piece_block_move() says NO_MOVE. */
INLINED int run_piece(struct position *position, unsigned index, uint64_t ends[2], unsigned type,
                      const struct run_notes *notes, size_t i)
{
    unsigned side = position->side;
    unsigned number;
    unsigned from = find_man(position, index, ends[side], type, &number);
    unsigned to = empty_board_target(type, from, number);
    unsigned captured = position->men[to];
    uint64_t barred = position->colours[side] | position->types[KING];
    if (barred >> to & 1)
        return 0;
    unsigned flag = captured != NO_MAN ? MOVE_CAPTURE : MOVE_QUIET;
    char *behind = note_move(position, move_of(from, to, flag), notes, i);
    ends[side ^ 1] -= man_widths[man_type(captured)];
    position_advance(position, type, from, to, captured);
    note_check(position, behind, notes, i);
    return 1;
}

/* One move of a pawn. Returns 0 where pawn_block_move() says NO_MOVE. */
INLINED int run_pawn(struct position *position, unsigned index, uint64_t ends[2],
                     const struct run_notes *notes, size_t i)
{
    const unsigned advances = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE | 1u << MOVE_DOUBLE_PUSH;
    unsigned side = position->side;
    unsigned number;
    unsigned from = find_man(position, index, ends[side], PAWN, &number);
    chess_move move = pawn_block_move(position, from, number);
    unsigned to = move_to(move);
    unsigned flag = move_flag(move);
    if (move == NO_MOVE)
        return 0;
    char *behind = note_move(position, move, notes, i);
    if (advances >> flag & 1) {
        unsigned captured = position->men[to];
        ends[side ^ 1] -= man_widths[man_type(captured)];
        position_advance(position, PAWN, from, to, captured);
        if (flag == MOVE_DOUBLE_PUSH)
            position_note_en_passant(position, to);
    } else {
        position_play(position, move);
        ends[WHITE] = find_ends(position, WHITE);
        ends[BLACK] = find_ends(position, BLACK);
    }
    note_check(position, behind, notes, i);
    return 1;
}

/* One move by the plain functions. Returns 0 where they say NO_MOVE. */
INLINED int run_any(struct position *position, unsigned index, uint64_t ends[2],
                    const struct run_notes *notes, size_t i)
{
    chess_move move = move_byte_decode_played(position, (uint8_t)index);
    if (move == NO_MOVE)
        return 0;
    char *behind = note_move(position, move, notes, i);
    position_play(position, move);
    ends[WHITE] = find_ends(position, WHITE);
    ends[BLACK] = find_ends(position, BLACK);
    note_check(position, behind, notes, i);
    return 1;
}

/* A king's step. */
INLINED int run_king(struct position *position, unsigned index, uint64_t ends[2],
                     const struct run_notes *notes, size_t i)
{
    chess_move move = square_index_decode_king(position, index);
    unsigned captured = position->men[move_to(move)];
    if (move == NO_MOVE)
        return 0;
    char *behind = note_move(position, move, notes, i);
    ends[position->side ^ 1] -= man_widths[man_type(captured)];
    position_advance(position, KING, move_from(move), move_to(move), captured);
    note_check(position, behind, notes, i);
    return 1;
}

INLINED int run_one(struct position *position, unsigned index, uint64_t ends[2],
                    const struct run_notes *notes, size_t i)
{
    uint64_t own_ends = ends[position->side];
    if (index < SQUARE_INDEX_KING || is_wide(own_ends))
        return run_any(position, index, ends, notes, i);
    if (index < SQUARE_INDEX_PAWNS)
        return run_king(position, index, ends, notes, i);
    unsigned type = find_type(index, own_ends);
    if (type == PAWN)
        return run_pawn(position, index, ends, notes, i);
    return type <= QUEEN && run_piece(position, index, ends, type, notes, i);
}

INLINED size_t run(struct position *position, const uint8_t *bytes, size_t count,
                   const struct run_notes *notes)
{
    uint64_t ends[2] = {find_ends(position, WHITE), find_ends(position, BLACK)};
    for (size_t i = 0; i < count; i++)
        if (!run_one(position, bytes[i], ends, notes, i))
            return i;
    return count;
}

static inline size_t play_run(struct position *position, const uint8_t *bytes, size_t count,
                              chess_move *moves)
{
    const struct run_notes notes = {moves, NULL};
    return run(position, bytes, count, &notes);
}

static inline size_t write_run(struct position *position, const uint8_t *bytes, size_t count,
                               struct san_text *sans)
{
    const struct run_notes notes = {NULL, sans};
    return run(position, bytes, count, &notes);
}

INLINED uint8_t byte_of(const struct plain_move *made, uint64_t ends)
{
    unsigned type = made->type;
    unsigned from = move_from(made->move);
    unsigned to = move_to(made->move);
    unsigned number =
        type == PAWN ? (to > from ? to - from : from - to) - 7 : empty_board_rank(type, from, to);
    if (type == KING)
        return (uint8_t)(move_is_castling(made->move) ? move_flag(made->move) & 1
                                                      : SQUARE_INDEX_KING + number);
    return (uint8_t)(square_index_base(ends << 12 | SQUARE_INDEX_PAWNS, type) +
                     made->place * block_sizes[type] + number);
}

static inline int encode_run(const struct position *before, const struct plain_move *moves, size_t count,
                             uint8_t *bytes)
{
    uint64_t ends[2] = {find_ends(before, WHITE), find_ends(before, BLACK)};
    unsigned side = before->side;
    if (is_wide(ends[WHITE]) || is_wide(ends[BLACK]))
        return 0;
    for (size_t i = 0; i < count; i++) {
        bytes[i] = byte_of(&moves[i], ends[side]);
        side ^= 1;
        ends[side] -= man_widths[moves[i].captured];
    }
    return 1;
}

#endif
