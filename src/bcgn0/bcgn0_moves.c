#include "bcgn0/bcgn0_moves.h"

#include "bcgn0/bcgn0_bits.h"
#include "chess/movegen.h"
#include "encoding/compressed16.h"
#include "encoding/piece_target.h"
#include "encoding/square_index.h"
#include "game/walk.h"
#include "util/bytes.h"

enum { BYTES_PER_PLY_MAX = 2 }; /* in every scheme */

/* ---------------------------------------------------------------------------------------------------------
 * Encoding
 * ------------------------------------------------------------------------------------------------------ */

struct move_writer {
    struct position position;
    struct bcgn0_bit_writer bits; /* schemes 0 and 1 put whole bytes at bits.at */
    unsigned ep_square;           /* scheme 2 */
};

static void put_fixed(struct move_writer *writer, chess_move move)
{
    store_be16(writer->bits.at, compressed16_encode(move));
    writer->bits.at += 2;
}

/* Returns 0 if the index has no room: one byte holds the moves of 16 men, but not of every start position. */
static int put_index(struct move_writer *writer, chess_move move)
{
    unsigned index = square_index_encode(&writer->position, move);
    if (square_index_is_wide(&writer->position)) {
        store_be16(writer->bits.at, (uint16_t)index);
        writer->bits.at += 2;
        return 1;
    }
    *writer->bits.at++ = (uint8_t)index;
    return index <= UINT8_MAX;
}

static void put_variable(struct move_writer *writer, chess_move move)
{
    struct move_code code = piece_target_encode(&writer->position, move, writer->ep_square);
    bcgn0_bits_put(&writer->bits, code.value, code.width);
    writer->ep_square = piece_target_ep_after(&writer->position, move);
}

static int put_move(struct move_writer *writer, enum pgnpack_bcgn0_scheme scheme, chess_move move)
{
    int fits = 1;
    if (scheme == PGNPACK_BCGN0_INDEX)
        fits = put_index(writer, move);
    else if (scheme == PGNPACK_BCGN0_FIXED)
        put_fixed(writer, move);
    else
        put_variable(writer, move);
    position_make(&writer->position, move);
    return fits;
}

/* Counts an item that is no move of the main line. */
static void note_other(struct bcgn0_other_items *others, const struct game_item *item)
{
    switch (item->kind) {
    case ITEM_COMMENT:
    case ITEM_LINE_COMMENT:
    case ITEM_ESCAPE:
        others->comments++;
        break;
    case ITEM_NAG:
    case ITEM_SUFFIX:
    case ITEM_TOKEN:
        others->nags++;
        break;
    case ITEM_VARIATION_BEGIN:
        others->variations++;
        break;
    default:
        break;
    }
}

enum pgnpack_status bcgn0_moves_encode(enum pgnpack_bcgn0_scheme scheme, const struct game *game,
                                       const struct position *start, struct buffer *out,
                                       unsigned *ply_count_ret, struct bcgn0_other_items *others_ret,
                                       struct error *error)
{
    if (game->ply_count > BCGN0_PLIES_MAX)
        return error_set(error, PGNPACK_ERROR_LOSSY, "the game has %u plies; BCGN 0 holds %d at most",
                         (unsigned)game->ply_count, BCGN0_PLIES_MAX);
    if (!buffer_reserve(out, BYTES_PER_PLY_MAX * game->ply_count + 1))
        return error_no_memory(error);

    struct move_writer writer = {.position = *start,
                                 .bits = {.at = out->data + out->size},
                                 .ep_square = piece_target_ep_at_start(start)};
    struct walk walk;
    walk_start(&walk);
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        walk_pass(&walk, item->kind);
        unsigned plies = walk.ply;
        if (item->kind == ITEM_MOVE && walk.depth == 0 && plies <= game->ply_count) {
            if (!put_move(&writer, scheme, item->value))
                return error_set(error, PGNPACK_ERROR_LOSSY,
                                 "ply %u: more than 16 men, and the move's index does not fit a byte", plies);
        } else if (item->kind == ITEM_NULL_MOVE && walk.depth == 0) {
            return error_set(error, PGNPACK_ERROR_LOSSY, "ply %u: BCGN 0 has no null moves", plies);
        } else if (item->kind == ITEM_DROP && walk.depth == 0) {
            return error_set(error, PGNPACK_ERROR_LOSSY, "ply %u: BCGN 0 has no drops", plies);
        } else {
            note_other(others_ret, item);
        }
    }
    bcgn0_bits_finish(&writer.bits);
    out->size = (size_t)(writer.bits.at - out->data);
    *ply_count_ret = walk_main_ply(&walk);
    return PGNPACK_OK;
}

/* ---------------------------------------------------------------------------------------------------------
 * Decoding
 * ------------------------------------------------------------------------------------------------------ */

struct move_reader {
    struct position position;
    struct bcgn0_bit_reader bits; /* schemes 0 and 1 take whole bytes from bits.at */
    unsigned ep_square;           /* scheme 2 */
};

/* The getters return 0 at the movetext's end, and NO_MOVE in *move_ret for a value that is no move. */

static int get_fixed(struct move_reader *reader, chess_move *move_ret)
{
    if (reader->bits.end - reader->bits.at < 2)
        return 0;
    *move_ret = compressed16_decode(&reader->position, load_be16(reader->bits.at));
    reader->bits.at += 2;
    return 1;
}

static int get_index(struct move_reader *reader, chess_move *move_ret)
{
    int size = 1 + square_index_is_wide(&reader->position);
    if (reader->bits.end - reader->bits.at < size)
        return 0;
    unsigned index = size == 1 ? reader->bits.at[0] : load_be16(reader->bits.at);
    *move_ret = square_index_decode(&reader->position, index);
    reader->bits.at += size;
    return 1;
}

static int get_variable(struct move_reader *reader, chess_move *move_ret)
{
    unsigned piece, choice;
    struct piece_choices choices;
    *move_ret = NO_MOVE;
    if (!bcgn0_bits_get(&reader->bits, piece_target_piece_width(&reader->position), &piece))
        return 0;
    if (!piece_target_choices(&reader->position, piece, reader->ep_square, &choices))
        return 1;
    if (!bcgn0_bits_get(&reader->bits, piece_target_width(&choices), &choice))
        return 0;
    *move_ret = piece_target_decode(&reader->position, &choices, choice);
    reader->ep_square = piece_target_ep_after(&reader->position, *move_ret);
    return 1;
}

static int get_move(struct move_reader *reader, enum pgnpack_bcgn0_scheme scheme, chess_move *move_ret)
{
    if (scheme == PGNPACK_BCGN0_INDEX)
        return get_index(reader, move_ret);
    if (scheme == PGNPACK_BCGN0_FIXED)
        return get_fixed(reader, move_ret);
    return get_variable(reader, move_ret);
}

/*
 * True if a move that the decoder gave is legal. Schemes 1 and 2 know the man, the target, a pawn's move and
 * castling; what is left is a slider's way (between[] is empty or free for the other men) and the own king's
 * safety.
 */
static int is_legal(const struct position *position, enum pgnpack_bcgn0_scheme scheme, chess_move move)
{
    unsigned from = move_from(move);
    unsigned to = move_to(move);
    if (scheme == PGNPACK_BCGN0_FIXED)
        return move_is_legal(position, move);
    if (from == position->king_square[position->side])
        return move_is_castling(move) || position_king_may_move(position, to);
    if (move_flag(move) == MOVE_EN_PASSANT)
        return position_en_passant_is_safe(position, from);
    return (attack_tables.between[from][to] & position_occupied(position)) == 0 &&
           position_man_may_move(position, from, to);
}

static int add_move(struct game *game, chess_move move)
{
    struct game_item *item = game_add_item(game);
    if (item == NULL)
        return 0;
    *item = (struct game_item){.kind = ITEM_MOVE, .value = move};
    return 1;
}

enum pgnpack_status bcgn0_moves_decode(enum pgnpack_bcgn0_scheme scheme, const struct bcgn0_entry *entry,
                                       struct game *game, struct error *error)
{
    struct move_reader reader = {.position = game->start,
                                 .bits = {.at = entry->moves, .end = entry->moves + entry->moves_size},
                                 .ep_square = piece_target_ep_at_start(&game->start)};
    for (unsigned ply = 1; ply <= entry->ply_count; ply++) {
        chess_move move;
        if (!get_move(&reader, scheme, &move))
            return error_set(error, PGNPACK_ERROR_CORRUPT, "the entry ends before ply %u of %u", ply,
                             entry->ply_count);
        if (move == NO_MOVE || !is_legal(&reader.position, scheme, move))
            return error_set(error, PGNPACK_ERROR_CORRUPT, "ply %u is not a legal move", ply);
        if (!add_move(game, move))
            return error_no_memory(error);
        position_make(&reader.position, move);
    }
    if (!bcgn0_bits_at_end(&reader.bits))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "the entry has more than its %u plies",
                         entry->ply_count);
    game->ply_count = entry->ply_count;
    return PGNPACK_OK;
}
