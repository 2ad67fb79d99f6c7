#include "value/value_move.h"

#include "chess/movegen.h"
#include "encoding/compressed16.h"
#include "encoding/extended_move.h"
#include "encoding/legal_index.h"
#include "encoding/move_byte.h"
#include "encoding/piece_target.h"
#include "encoding/pseudo_legal_index.h"
#include "encoding/square_index.h"
#include "encoding/square_order_index.h"
#include "encoding/target_direction.h"
#include "encoding/total_index.h"

enum { DIRECTION_WIDTH = 10 };

void value_place_start(struct value_place *place, const struct position *start)
{
    place->position = *start;
    place->ep_square = piece_target_ep_at_start(start);
}

/* Goes on behind a legal move. Returns the word that takes it back. */
static reversible_move value_place_make(struct value_place *place, enum value_encoding encoding,
                                        chess_move move)
{
    if (encoding == VALUE_PIECE_TARGET)
        place->ep_square = piece_target_ep_after(&place->position, move);
    return position_make(&place->position, move);
}

static unsigned square_order_width(const struct position *position)
{
    return square_index_count(position) > MOVE_BYTE_VALUES ? 16 : 8;
}

/* ---- Writing ---- */

static void write_word(struct bit_writer *writer, reversible_move word)
{
    write_bits(writer, (uint32_t)(word >> 32), 32);
    write_bits(writer, (uint32_t)word, 32);
}

static struct move_code code_of(uint32_t value, unsigned width)
{
    return (struct move_code){value, width};
}

/* The code of a legal move; REVERSIBLE and bytes apart. */
static struct move_code code_of_move(const struct value_place *place, enum value_encoding encoding,
                                     chess_move move)
{
    const struct position *position = &place->position;
    switch (encoding) {
    case VALUE_EXTENDED:
        return code_of(extended_move_of(position, move, 0), 32);
    case VALUE_COMPRESSED:
        return code_of(compressed16_encode(move), 16);
    case VALUE_LEGAL_BITS:
        return legal_bits_encode(position, move);
    case VALUE_PSEUDO_LEGAL:
        return pseudo_legal_encode(position, move);
    case VALUE_PIECE_TARGET:
        return piece_target_encode(position, move, place->ep_square);
    case VALUE_SQUARE_ORDER:
        return code_of(square_order_index_encode(position, move), square_order_width(position));
    case VALUE_TOTAL:
        return code_of(total_index_encode(position, move), 16);
    case VALUE_DIRECTION:
        return code_of(target_direction_encode(position, move), DIRECTION_WIDTH);
    default:
        return code_of(move, 16);
    }
}

int value_move_write(struct value_place *place, enum value_encoding encoding, chess_move move,
                     struct bit_writer *writer)
{
    uint8_t byte = 0;
    if (encoding == VALUE_REVERSIBLE) {
        write_word(writer, value_place_make(place, encoding, move));
        return 1;
    }
    struct move_code code;
    if (encoding == VALUE_LEGAL_BYTE || encoding == VALUE_BYTE_INDEX) {
        int has_byte = encoding == VALUE_LEGAL_BYTE ? legal_byte_encode(&place->position, move, &byte)
                                                    : move_byte_encode(&place->position, move, &byte);
        if (!has_byte)
            return 0;
        code = code_of(byte, 8);
    } else {
        code = code_of_move(place, encoding, move);
    }
    write_bits(writer, code.value, code.width);
    value_place_make(place, encoding, move);
    return 1;
}

/* ---- Reading ---- */

/* A number of a list of `targets`; NO_MOVE past its end. Both lists are in the same order. */
static chess_move read_number(const struct position *position, const struct move_targets *targets,
                              struct bit_reader *reader)
{
    if (targets->count == 0)
        return NO_MOVE;
    return legal_nth(position, targets, read_bits(reader, legal_bits_width(targets->count)));
}

static chess_move read_piece_target(const struct value_place *place, struct bit_reader *reader)
{
    const struct position *position = &place->position;
    struct piece_choices choices;
    unsigned piece = read_bits(reader, piece_target_piece_width(position));
    if (!piece_target_choices(position, piece, place->ep_square, &choices))
        return NO_MOVE;
    return piece_target_decode(position, &choices, read_bits(reader, piece_target_width(&choices)));
}

/* A move that may be none of this position's; REVERSIBLE apart. */
static chess_move read_any(const struct value_place *place, enum value_encoding encoding,
                           struct bit_reader *reader)
{
    const struct position *position = &place->position;
    struct move_targets targets;
    switch (encoding) {
    case VALUE_EXTENDED: {
        extended_move value = read_bits(reader, 32);
        chess_move move = extended_move_plain(value);
        int is_whole = move_is_legal(position, move) && extended_move_of(position, move, 0) == value;
        return is_whole ? move : NO_MOVE;
    }
    case VALUE_COMPRESSED:
        return compressed16_decode(position, (uint16_t)read_bits(reader, 16));
    case VALUE_LEGAL_BYTE:
        return legal_byte_decode(position, (uint8_t)read_bits(reader, 8));
    case VALUE_LEGAL_BITS:
        legal_targets(position, &targets);
        return read_number(position, &targets, reader);
    case VALUE_PSEUDO_LEGAL:
        pseudo_legal_targets(position, &targets);
        return read_number(position, &targets, reader);
    case VALUE_PIECE_TARGET:
        return read_piece_target(place, reader);
    case VALUE_BYTE_INDEX:
        return move_byte_decode(position, (uint8_t)read_bits(reader, 8));
    case VALUE_SQUARE_ORDER:
        return square_order_index_decode(position, read_bits(reader, square_order_width(position)));
    case VALUE_TOTAL:
        return total_index_decode(position, read_bits(reader, 16));
    case VALUE_DIRECTION:
        return target_direction_decode(position, read_bits(reader, DIRECTION_WIDTH));
    default:
        return (chess_move)read_bits(reader, 16);
    }
}

/* The move that a word tells of, if it is one: two piece moves, as position.h describes. */
static chess_move move_of_word(const struct position *position, reversible_move word)
{
    unsigned from = word & 63, to = word >> 6 & 63;
    unsigned second_from = word >> 20 & 63, second_to = word >> 26 & 63, second_man = word >> 32 & 15;
    unsigned type = man_type(position->men[from]);
    if (second_man >= NO_MAN)
        return move_classify(position, from, to, NO_PIECE_TYPE);
    if (type == KING)
        return move_classify(position, from, second_from, NO_PIECE_TYPE);
    if (second_from == second_to)
        return move_classify(position, from, to, man_type(second_man));
    return move_classify(position, from, second_to, NO_PIECE_TYPE);
}

/* The word has to be the very one that making the move gives. */
static chess_move read_reversible(struct value_place *place, struct bit_reader *reader)
{
    reversible_move word = (reversible_move)read_bits(reader, 32) << 32;
    word |= read_bits(reader, 32);
    if (place->position.men[word & 63] == NO_MAN)
        return NO_MOVE;
    chess_move move = move_of_word(&place->position, word);
    if (reader->in.failed || !move_is_legal(&place->position, move))
        return NO_MOVE;
    return value_place_make(place, VALUE_REVERSIBLE, move) == word ? move : NO_MOVE;
}

/* Encodings whose numbers are those of legal moves prove it; EXTENDED has been looked at. */
static int proves_legality(enum value_encoding encoding)
{
    return encoding == VALUE_LEGAL_BYTE || encoding == VALUE_LEGAL_BITS || encoding == VALUE_EXTENDED;
}

chess_move value_move_read(struct value_place *place, enum value_encoding encoding, struct bit_reader *reader)
{
    if (encoding == VALUE_REVERSIBLE)
        return read_reversible(place, reader);
    chess_move move = read_any(place, encoding, reader);
    if (move == NO_MOVE || reader->in.failed)
        return NO_MOVE;
    if (!proves_legality(encoding) && !move_is_legal(&place->position, move))
        return NO_MOVE;
    value_place_make(place, encoding, move);
    return move;
}
