/*
 * The loops of index_run.h, to be compiled for several processors: a file that includes this says first what the compiler may
 * use, and how a set bit is found by its number, INDEX_RUN_NTH_BIT(bits, n), if there is a better way than nth_bit().
 */
#ifndef PGNPACK_MOVES_INDEX_INDEX_RUN_BODY_H
#define PGNPACK_MOVES_INDEX_INDEX_RUN_BODY_H

#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/san_write.h"
#include "encoding/move_byte.h"
#include "moves/index/index_run_ends.h"
#include "moves/index/index_run_state.h"
#include "util/inlined.h"
#include "util/nth_bit.h"

#ifndef INDEX_RUN_NTH_BIT
#define INDEX_RUN_NTH_BIT nth_bit
#endif

/*
 * Where a side's blocks end: five fields of 12 bits, the first index behind the pawns, knights, bishops, rooks and
 * queens. What a man of each type (and none) adds to them:
 */
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

/* A run: where it stands, and where it notes its moves: as one or the other, which the compiler is to know everywhere. */
struct run {
    struct position *position;
    struct index_run_state *state;
    chess_move *moves;
    struct san_text *sans;
    chess_move last;
};

enum notes { NOTES_MOVES, NOTES_SAN, NOTES_LAST };

/* A decoded move of a man of `type`, no castling, that is not yet played ... */
INLINED char *note_move(struct run *run, enum notes notes, unsigned side, unsigned type, chess_move move,
                        size_t i)
{
    if (notes == NOTES_MOVES)
        run->moves[i] = move;
    run->last = move;
    if (notes != NOTES_SAN)
        return NULL;
    struct san_text *san = &run->sans[i];
    memcpy(san->move, &move, sizeof move);
    return type == PAWN ? san_write_pawn_move(move, san->text)
                        : san_write_piece_move(run->position, side, type, move, san->text);
}

/* ... and when it is, `behind` being the end of its text. */
INLINED void note_check(const struct run *run, enum notes notes, unsigned side, char *behind, size_t i)
{
    if (notes != NOTES_SAN)
        return;
    struct san_text *san = &run->sans[i];
    run->position->checkers = position_find_checkers(run->position, side ^ 1);
    if (position_in_check(run->position))
        *behind++ = (char)san_check_sign(run->position);
    san->size = (uint8_t)(behind - san->text);
}

/* The type whose block has an index that is not below SQUARE_INDEX_PAWNS; KING: none has. */
INLINED unsigned find_type(unsigned index, uint64_t ends)
{
    const uint64_t guards = SQUARE_INDEX_LIMIT * SQUARE_INDEX_ONES;
    return popcount64(((index + SQUARE_INDEX_LIMIT) * SQUARE_INDEX_ONES - ends) & guards);
}

/* The man of that type whose block it is; *number_ret: the move's number there. */
INLINED unsigned find_man(const struct run *run, unsigned side, unsigned index, unsigned type,
                          unsigned *number_ret)
{
    unsigned offset = index - square_index_base(run->state->ends[side] << 12 | SQUARE_INDEX_PAWNS, type);
    unsigned place = square_index_divide(offset, type);
    *number_ret = offset - place * block_sizes[type];
    return INDEX_RUN_NTH_BIT(position_men(run->position, type, side), place);
}

/* A move that position_advance() makes. */
INLINED void advance(struct run *run, enum notes notes, unsigned side, unsigned type, chess_move move,
                     size_t i)
{
    unsigned captured = run->position->men[move_to(move)];
    if (notes == NOTES_LAST)
        run->state->taken = (uint8_t)captured;
    char *behind = note_move(run, notes, side, type, move, i);
    run->state->ends[side ^ 1] -= man_widths[man_type(captured)];
    position_advance_side(run->position, side, type, move_from(move), move_to(move), captured);
    if (type == PAWN && move_flag(move) == MOVE_DOUBLE_PUSH)
        position_note_en_passant(run->position, move_to(move));
    note_check(run, notes, side, behind, i);
}

/* Plays one move by the plain functions, and notes its SAN where there is room for it; or returns NO_MOVE. */
static __attribute__((noinline)) chess_move play_any(struct position *position, struct index_run_state *state,
                                                     unsigned index, struct san_text *san)
{
    chess_move move = move_byte_decode_played(position, (uint8_t)index);
    if (move == NO_MOVE)
        return NO_MOVE;
    state->taken = move_is_castling(move) ? NO_MAN : position->men[move_to(move)];
    if (san != NULL) {
        char text[SAN_SIZE_MAX] = {0};
        san->size = (uint8_t)san_write_and_make(position, move, text, &state->word);
        memcpy(san->text, text, SAN_TEXT_SIZE);
        memcpy(san->move, &move, sizeof move);
    } else {
        state->word = position_make(position, move);
    }
    if (!move_is_castling(move)) {
        state->ends[WHITE] = find_ends(position, WHITE);
        state->ends[BLACK] = find_ends(position, BLACK);
    }
    return move;
}

/* The same as a move of the run. Returns 0 where it is none. */
INLINED int run_any(struct run *run, enum notes notes, unsigned index, size_t i)
{
    run->last = play_any(run->position, run->state, index, notes == NOTES_SAN ? &run->sans[i] : NULL);
    if (notes == NOTES_MOVES)
        run->moves[i] = run->last;
    return run->last != NO_MOVE;
}

/* One move of a knight, bishop, rook or queen. Returns 0 where piece_block_move() says NO_MOVE. */
INLINED int run_piece(struct run *run, enum notes notes, unsigned side, unsigned index, unsigned type,
                      size_t i)
{
    unsigned number;
    unsigned from = find_man(run, side, index, type, &number);
    unsigned to = empty_board_target(type, from, number);
    enum target_kind target = target_kind_of(side, run->position->men[to]);
    if (target == TARGET_BARRED)
        return 0;
    advance(run, notes, side, type, move_of(from, to, target == TARGET_PREY ? MOVE_CAPTURE : MOVE_QUIET), i);
    return 1;
}

/* The same of a king's step. */
INLINED int run_king(struct run *run, enum notes notes, unsigned side, unsigned index, size_t i)
{
    unsigned from = run->position->king_square[side];
    unsigned to = empty_board_target(KING, from, index - SQUARE_INDEX_KING);
    enum target_kind target = target_kind_of(side, run->position->men[to]);
    if (target == TARGET_BARRED)
        return 0;
    advance(run, notes, side, KING, move_of(from, to, target == TARGET_PREY ? MOVE_CAPTURE : MOVE_QUIET), i);
    return 1;
}

/* One move of a pawn. Returns 0 where pawn_block_move() says NO_MOVE. */
INLINED int run_pawn(struct run *run, enum notes notes, unsigned side, unsigned index, size_t i)
{
    const struct position *position = run->position;
    unsigned number;
    unsigned from = find_man(run, side, index, PAWN, &number);
    unsigned step = number + 7;
    unsigned to = (side == WHITE ? from + step : from - step) & 63;
    enum target_kind target = target_kind_of(side, position->men[to]);
    unsigned flag = MOVE_QUIET;
    if (square_rank(from) == (side == WHITE ? 6u : 1u))
        return run_any(run, notes, index, i);
    if (step == 16) {
        if (square_rank(from) != (side == WHITE ? 1u : 6u) || position->men[(from + to) / 2] != NO_MAN)
            return 0;
        flag = MOVE_DOUBLE_PUSH;
    } else if (step != 8) {
        if (target == TARGET_FREE || !(attack_tables.pawn[side][from] >> to & 1))
            return run_any(run, notes, index, i); /* en passant, or nothing */
        target -= TARGET_PREY;
        flag = MOVE_CAPTURE;
    }
    if (target != TARGET_FREE)
        return 0;
    advance(run, notes, side, PAWN, move_of(from, to, flag), i);
    return 1;
}

INLINED int run_one(struct run *run, enum notes notes, unsigned side, unsigned index, size_t i)
{
    uint64_t ends = run->state->ends[side];
    if (index < SQUARE_INDEX_KING || is_wide(ends))
        return run_any(run, notes, index, i);
    if (index < SQUARE_INDEX_PAWNS)
        return run_king(run, notes, side, index, i);
    unsigned type = find_type(index, ends);
    if (type == PAWN)
        return run_pawn(run, notes, side, index, i);
    return type <= QUEEN && run_piece(run, notes, side, index, type, i);
}

/* Is the move's word not that of position_word()? */
INLINED int has_own_word(chess_move move)
{
    return move_is_castling(move) || move_is_promotion(move) || move_flag(move) == MOVE_EN_PASSANT;
}

/* The moves from number `i` up to `limit`; returns where they end. */
INLINED size_t run_bytes(struct run *run, enum notes notes, const uint8_t *bytes, size_t i, size_t limit)
{
    unsigned side = run->position->side;
    for (; i < limit; i++, side ^= 1)
        if (!(side == WHITE ? run_one(run, notes, WHITE, bytes[i], i)
                            : run_one(run, notes, BLACK, bytes[i], i)))
            break;
    return i;
}

static void find_all_ends(struct index_run_state *state, const struct position *position)
{
    state->ends[WHITE] = find_ends(position, WHITE);
    state->ends[BLACK] = find_ends(position, BLACK);
    state->knows_ends = 1;
}

/* `count` moves, of which the last one may be taken back. */
INLINED size_t run_all(struct run *run, enum notes notes, const uint8_t *bytes, size_t count)
{
    struct index_run_state *state = run->state;
    if (!state->knows_ends)
        find_all_ends(state, run->position);
    struct position before = *run->position; /* the last move */
    size_t done = 0;
    for (size_t limit = count > 1 ? count - 1 : count;; limit = count) {
        if (done != 0)
            before = *run->position;
        done = run_bytes(run, notes, bytes, done, limit);
        if (done < limit || limit == count)
            break;
    }
    if (count == 0 || done < count)
        return done;
    chess_move last = notes == NOTES_MOVES ? run->moves[count - 1] : run->last;
    struct position_past past = position_past(&before, before.men[move_to(last)]);
    if (!has_own_word(last))
        state->word = position_word(run->position, last, &past);
    return done;
}

static inline size_t play_run(struct index_run_state *state, struct position *position, const uint8_t *bytes,
                              size_t count, chess_move *moves)
{
    struct run run = {.position = position, .state = state, .moves = moves};
    return run_all(&run, NOTES_MOVES, bytes, count);
}

static inline size_t write_run(struct index_run_state *state, struct position *position, const uint8_t *bytes,
                               size_t count, struct san_text *sans)
{
    struct run run = {.position = position, .state = state, .sans = sans};
    return run_all(&run, NOTES_SAN, bytes, count);
}

/* Pieces that are missing may come back by promotion, as far as there are more pawns than the goal has. */
static __attribute__((noinline)) int lacks_promotions(const struct position *position,
                                                      const struct index_goal *goal, unsigned side)
{
    int pawns_to_spare = (int)popcount64(position_men(position, PAWN, side)) - goal->pawns[side];
    for (unsigned type = KNIGHT; type <= QUEEN; type++) {
        int wanted = (int)(goal->men[side] >> (12 * type) & 0xfff) / (int)block_sizes[type];
        int there = (int)popcount64(position_men(position, type, side));
        pawns_to_spare -= wanted > there ? wanted - there : 0;
    }
    return pawns_to_spare < 0;
}

/* Has a side lost what it must have in the goal? */
INLINED int lacks_men(const struct position *position, const struct index_run_state *state,
                      const struct index_goal *goal, unsigned side)
{
    const uint64_t guards = SQUARE_INDEX_LIMIT * SQUARE_INDEX_ONES;
    uint64_t pawns = position_men(position, PAWN, side);
    if ((goal->home_pawns[side] & ~pawns) != 0 ||
        popcount64(pawns & goal->pawn_origins[side]) < goal->pawns[side])
        return 1;
    uint64_t men = state->ends[side] - (state->ends[side] << 12 | SQUARE_INDEX_PAWNS);
    return ((men + guards - goal->men[side]) & guards) != guards && lacks_promotions(position, goal, side);
}

/* What the position behind a move is to the goal; men and pawns are lost where the clock begins anew. */
INLINED enum index_seek judge(const struct run *run, const struct index_goal *goal)
{
    const struct position *position = run->position;
    if (position->colours[WHITE] == goal->colours[WHITE] && position->colours[BLACK] == goal->colours[BLACK])
        return INDEX_SEEK_FOUND;
    if (position->halfmove_clock == 0 &&
        (lacks_men(position, run->state, goal, WHITE) || lacks_men(position, run->state, goal, BLACK)))
        return INDEX_SEEK_LEFT;
    return INDEX_SEEK_ON;
}

static inline size_t seek_run(struct index_run_state *state, struct position *position, const uint8_t *bytes,
                              size_t count, const struct index_goal *goal, enum index_seek *end_ret)
{
    struct run run = {.position = position, .state = state};
    unsigned side = position->side;
    size_t i = 0;
    if (!state->knows_ends)
        find_all_ends(state, position);
    *end_ret = INDEX_SEEK_ON;
    for (; i < count && *end_ret == INDEX_SEEK_ON; i++, side ^= 1) {
        if (!(side == WHITE ? run_one(&run, NOTES_LAST, WHITE, bytes[i], i)
                            : run_one(&run, NOTES_LAST, BLACK, bytes[i], i))) {
            *end_ret = INDEX_SEEK_BROKEN;
            break;
        }
        *end_ret = judge(&run, goal);
    }
    return i;
}

INLINED int loses_men(chess_move move)
{
    return move_is_capture(move) || move_is_promotion(move);
}

/* With more men on the board there are pawns left that may become what a side lacks, or else the question is a rare one. */
enum { FEW_MEN = 16 };

INLINED int has_few_men(const struct position *position)
{
    return popcount64(position_occupied(position)) <= FEW_MEN;
}

/* Has the game lost, by its last move, what it must have kept to come to such a position? */
static inline int is_out_of_reach(const struct position *position, const struct index_run_state *state,
                                  chess_move last, const struct index_screen *screen)
{
    const uint64_t pawns[2] = {position_men(position, PAWN, WHITE), position_men(position, PAWN, BLACK)};
    for (unsigned i = 0; i < screen->pawn_count; i++)
        if (popcount64(pawns[screen->pawns[i].colour] & screen->pawns[i].squares) < screen->pawns[i].least)
            return 1;
    if (!loses_men(last) || !has_few_men(position))
        return 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        if (screen->kept_by[side] && (popcount64(position->colours[side]) < screen->men_min[side] ||
                                      lacks_men(position, state, &screen->kept, side)))
            return 1;
    return 0;
}

/* Bits of those screens of `open` that the game may still come to. */
static __attribute__((noinline)) unsigned within_reach(const struct position *position,
                                                       const struct index_run_state *state, chess_move last,
                                                       const struct index_visit *visit, unsigned open)
{
    for (unsigned i = 0; i < visit->screen_count; i++)
        if ((open >> i & 1) && is_out_of_reach(position, state, last, &visit->screens[i]))
            open &= ~(1u << i);
    return open;
}

/* `touched`: squares that the move to the position goes from or to; all of them in castling. */
INLINED int passes_screen(const struct position *position, const struct index_screen *screen,
                          uint64_t touched, unsigned mover)
{
    if ((touched & screen->touched) == 0 || !(screen->movers >> mover & 1))
        return 0;
    for (unsigned i = 0; i < screen->men_count; i++) {
        const struct index_men *men = &screen->men[i];
        if ((position_men(position, men->type, men->colour) & men->squares) != men->wanted)
            return 0;
    }
    return 1;
}

/* The man that made the move, as it stood before. */
INLINED unsigned mover_of(const struct position *position, chess_move move, unsigned side)
{
    return move_is_promotion(move)  ? man_of(PAWN, side)
           : move_is_castling(move) ? man_of(KING, side)
                                    : position->men[move_to(move)];
}

/* Shows the position behind move `i` if it matters. `open`: bits of the screens that count. Returns 0 to end the walk. */
static __attribute__((noinline)) int show(const struct position *position, chess_move last, unsigned taken,
                                          const struct index_visit *visit, uint64_t touched, unsigned open,
                                          size_t i)
{
    unsigned mover = mover_of(position, last, position->side ^ 1);
    const struct index_step step = {
        last, (uint8_t)mover,
        (uint8_t)(move_flag(last) == MOVE_EN_PASSANT ? man_of(PAWN, position->side) : taken)};
    int passes = visit->shows_all;
    for (unsigned k = 0; k < visit->screen_count && !passes; k++)
        passes = (open >> k & 1) && passes_screen(position, &visit->screens[k], touched, mover);
    return !passes || visit->see(visit->opaque, position, &step, i);
}

static inline size_t visit_run(struct index_run_state *state, struct position *position, const uint8_t *bytes,
                               size_t count, const struct index_visit *visit, enum index_seek *end_ret)
{
    struct run run = {.position = position, .state = state};
    unsigned side = position->side;
    unsigned open = (1u << visit->screen_count) - 1;
    size_t i = 0;
    if (!state->knows_ends)
        find_all_ends(state, position);
    *end_ret = INDEX_SEEK_ON;
    for (; i < count && *end_ret == INDEX_SEEK_ON; i++, side ^= 1) {
        if (!(side == WHITE ? run_one(&run, NOTES_LAST, WHITE, bytes[i], i)
                            : run_one(&run, NOTES_LAST, BLACK, bytes[i], i))) {
            *end_ret = INDEX_SEEK_BROKEN;
            break;
        }
        uint64_t touched = move_is_castling(run.last)
                               ? UINT64_MAX
                               : square_bit(move_from(run.last)) | square_bit(move_to(run.last));
        if (position->halfmove_clock == 0) {
            if ((touched & visit->pawn_squares) != 0 || (loses_men(run.last) && has_few_men(position)))
                open = within_reach(position, state, run.last, visit, open);
            if (open == 0)
                *end_ret = INDEX_SEEK_LEFT;
        } else if (visit->irreversible_only) {
            continue;
        }
        if ((touched & visit->touched) != 0 && popcount64(position_occupied(position)) <= visit->men_max &&
            !show(position, run.last, state->taken, visit, touched, open, i))
            *end_ret = INDEX_SEEK_FOUND;
    }
    return i;
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
