#include "chess/fen.h"

#include <string.h>

#include "util/bits.h"
#include "util/decimal.h"
#include "util/text.h"

/* Men by code: types.h orders them P p N n B b R r Q q K k. */
static const char man_letters[] = "PpNnBbRrQqKk";

enum { FIELD_COUNT = 6, COUNTER_DIGITS_MAX = 9 };

/* Splits the text at spaces. Missing fields are empty. Returns 0 if there are more than FIELD_COUNT. */
static int split_fields(const char *text, size_t size, struct text fields[FIELD_COUNT])
{
    size_t at = 0;
    for (unsigned i = 0; i <= FIELD_COUNT; i++) {
        while (at < size && is_white_space(text[at]))
            at++;
        size_t begin = at;
        while (at < size && !is_white_space(text[at]))
            at++;
        if (i < FIELD_COUNT)
            fields[i] = (struct text){text + begin, at - begin};
        else
            return at == begin;
    }
    return 0;
}

/* ---- Reading ---- */

/* What crazyhouse has behind the board, from its first byte on: "[Qnp]" or "/Qnp". */
static int is_hand(struct text text)
{
    if (text.data[0] == '[')
        return text.data[text.size - 1] == ']';
    for (size_t i = 1; i < text.size; i++)
        if (text.data[i] == '\0' || strchr(man_letters, text.data[i]) == NULL)
            return 0;
    return text.data[0] == '/';
}

/* `file` runs to 8 at most: a rank's men and digits must add up to exactly eight. */
static enum fen_status read_placement(struct text field, struct position *position)
{
    unsigned rank = 7;
    unsigned file = 0;
    for (size_t i = 0; i < field.size; i++) {
        char c = field.data[i];
        const char *letter = c == '\0' ? NULL : strchr(man_letters, c);
        if (rank == 0 && file == 8 && is_hand((struct text){field.data + i, field.size - i})) {
            return FEN_OK;
        } else if (c == '/') {
            if (file != 8 || rank == 0)
                return FEN_BAD_PLACEMENT;
            rank--;
            file = 0;
        } else if (c == '~' && i > 0 && strchr(man_letters, field.data[i - 1]) != NULL) {
            continue; /* crazyhouse: that man was a pawn once */
        } else if (c >= '1' && c <= '8') {
            file += (unsigned)(c - '0');
        } else if (letter != NULL && file < 8) {
            position_put_man(position, square_of(file, rank), (unsigned)(letter - man_letters));
            file++;
        } else {
            return FEN_BAD_PLACEMENT;
        }
        if (file > 8)
            return FEN_BAD_PLACEMENT;
    }
    return rank == 0 && file == 8 ? FEN_OK : FEN_BAD_PLACEMENT;
}

static enum fen_status read_side(struct text field, struct position *position)
{
    if (field.size == 0 || text_is(field, "w"))
        position->side = WHITE;
    else if (text_is(field, "b"))
        position->side = BLACK;
    else
        return FEN_BAD_SIDE;
    return FEN_OK;
}

static enum fen_status check_men(struct position *position)
{
    if (!position_find_kings(position))
        return FEN_BAD_KINGS;
    if (position->types[PAWN] & (rank_bits(0) | rank_bits(7)))
        return FEN_BAD_PAWNS;
    return FEN_OK;
}

static int opponent_in_check(const struct position *position)
{
    unsigned side = position->side;
    uint64_t attackers =
        position_attackers(position, position->king_square[side ^ 1], side, position_occupied(position));
    return attackers != 0;
}

static uint64_t home_rank(unsigned colour)
{
    return rank_bits(7 * colour);
}

/* Rooks at home on that side of their king, which must be at home too. */
static uint64_t castling_rooks(const struct position *position, unsigned colour, unsigned queen_side)
{
    uint64_t king = square_bit(position->king_square[colour]);
    uint64_t side = queen_side ? king - 1 : ~(king | (king - 1));
    if ((king & home_rank(colour)) == 0)
        return 0;
    return position_men(position, ROOK, colour) & home_rank(colour) & side;
}

static unsigned outermost_rook(uint64_t rooks, unsigned queen_side)
{
    return queen_side ? lowest_bit(rooks) : highest_bit(rooks);
}

/* A bit of the position's rights, whose king is at home. */
static void hold_right(struct position *position, unsigned right, unsigned rook)
{
    unsigned index = lowest_bit(right);
    position->castling |= (uint8_t)right;
    position->rook_home[index] = (uint8_t)rook;
    position->castling_squares |= square_bit(position->king_square[index / 2]) | square_bit(rook);
}

/* One castling letter without its colour (upper case). Nothing is held when its king or rook is not at home. */
static enum fen_status read_castling_letter(char letter, unsigned colour, struct position *position,
                                            unsigned *notes)
{
    unsigned king = position->king_square[colour];
    unsigned queen_side = letter == 'Q';
    unsigned rook = NO_SQUARE;
    if (letter >= 'A' && letter <= 'H') {
        rook = square_of((unsigned)(letter - 'A'), 7 * colour);
        queen_side = square_file(rook) < square_file(king);
    } else if (letter != 'K' && letter != 'Q') {
        return FEN_BAD_CASTLING;
    }
    uint64_t rooks = castling_rooks(position, colour, queen_side);
    if (rook == NO_SQUARE && rooks != 0)
        rook = outermost_rook(rooks, queen_side);
    if (rook == NO_SQUARE || (rooks & square_bit(rook)) == 0) {
        *notes |= FEN_NOTE_RIGHT_DROPPED;
        return FEN_OK;
    }
    unsigned right = castling_right_of(colour, queen_side);
    if (position->castling & right)
        return FEN_BAD_CASTLING;
    hold_right(position, right, rook);
    return FEN_OK;
}

static enum fen_status read_castling(struct text field, struct position *position, unsigned *notes)
{
    if (field.size == 0 || text_is(field, "-"))
        return FEN_OK;
    if (field.size > 4)
        return FEN_BAD_CASTLING;
    for (size_t i = 0; i < field.size; i++) {
        char c = field.data[i];
        int is_black = c >= 'a' && c <= 'z';
        enum fen_status status = read_castling_letter((char)(is_black ? c - 'a' + 'A' : c),
                                                      is_black ? BLACK : WHITE, position, notes);
        if (status != FEN_OK)
            return status;
    }
    return FEN_OK;
}

/* A double push can just have passed `square`, and a pawn of the side to move attacks it. */
static int en_passant_is_possible(const struct position *position, unsigned square)
{
    unsigned side = position->side;
    if (square_rank(square) != (side == WHITE ? 5u : 2u))
        return 0;
    uint64_t way = square_bit(square) | square_bit(side == WHITE ? square + 8 : square - 8);
    return position->men[square ^ 8] == man_of(PAWN, side ^ 1) && (position_occupied(position) & way) == 0 &&
           (attack_tables.pawn[side ^ 1][square] & position_men(position, PAWN, side)) != 0;
}

static enum fen_status read_en_passant(struct text field, struct position *position, unsigned *notes)
{
    position->ep_square = NO_SQUARE;
    if (field.size == 0 || text_is(field, "-"))
        return FEN_OK;
    if (field.size != 2 || field.data[0] < 'a' || field.data[0] > 'h' ||
        (field.data[1] != '3' && field.data[1] != '6'))
        return FEN_BAD_EN_PASSANT;
    unsigned square = square_of((unsigned)(field.data[0] - 'a'), (unsigned)(field.data[1] - '1'));
    if (en_passant_is_possible(position, square))
        position->ep_square = (uint8_t)square;
    else
        *notes |= FEN_NOTE_EN_PASSANT_DROPPED;
    return FEN_OK;
}

static enum fen_status read_counter(struct text field, uint32_t missing, uint32_t *value_ret)
{
    uint32_t value = 0;
    if (field.size > COUNTER_DIGITS_MAX)
        return FEN_BAD_COUNTER;
    for (size_t i = 0; i < field.size; i++) {
        if (field.data[i] < '0' || field.data[i] > '9')
            return FEN_BAD_COUNTER;
        value = 10 * value + (uint32_t)(field.data[i] - '0');
    }
    *value_ret = field.size == 0 ? missing : value;
    return FEN_OK;
}

/* Many programs write move number 0 where they don't know it; it is taken as 1. */
static enum fen_status read_counters(const struct text fields[2], struct position *position)
{
    uint32_t clock;
    if (read_counter(fields[0], 0, &clock) != FEN_OK || clock > UINT16_MAX ||
        read_counter(fields[1], 1, &position->move_number) != FEN_OK)
        return FEN_BAD_COUNTER;
    position->halfmove_clock = (uint16_t)clock;
    if (position->move_number == 0)
        position->move_number = 1;
    return FEN_OK;
}

enum fen_status fen_parse(const char *text, size_t size, struct position *position, unsigned *notes_ret)
{
    struct text fields[FIELD_COUNT];
    unsigned notes = 0;
    int all_fields_fit = split_fields(text, size, fields);
    memset(position, 0, sizeof *position);
    memset(position->men, NO_MAN, sizeof position->men);

    enum fen_status status = read_placement(fields[0], position);
    if (status == FEN_OK)
        status = read_side(fields[1], position);
    if (status == FEN_OK)
        status = check_men(position);
    if (status == FEN_OK)
        status = read_castling(fields[2], position, &notes);
    if (status == FEN_OK)
        status = read_en_passant(fields[3], position, &notes);
    if (status == FEN_OK)
        status = read_counters(fields + 4, position);
    if (status == FEN_OK && !all_fields_fit)
        status = FEN_TRAILING_TEXT;
    if (status == FEN_OK) {
        position_finish(position); /* cannot fail after the checks above; sets what follows from the men */
        notes |= opponent_in_check(position) ? FEN_NOTE_OPPONENT_IN_CHECK : 0;
    }
    if (notes_ret != NULL)
        *notes_ret = notes;
    return status;
}

/* ---- Fields that are missing ---- */

enum { FIELD_MEN, FIELD_SIDE, FIELD_CASTLING, FIELD_EN_PASSANT };

/* How many fields there are. */
static unsigned count_fields(const char *text, size_t size)
{
    struct text fields[FIELD_COUNT];
    unsigned count = 0;
    split_fields(text, size, fields);
    while (count < FIELD_COUNT && fields[count].size != 0)
        count++;
    return count;
}

struct open_fen {
    unsigned fields; /* that there are */
    fen_take_function take;
    void *opaque;
};

/* These three return 0 where no more are wanted. */
static int take_position(const struct open_fen *open, struct position position, unsigned en_passant)
{
    position.ep_square = (uint8_t)en_passant;
    position_finish(&position);
    return open->take(open->opaque, &position);
}

/* Each square that a pawn may just have passed, and none. */
static int each_en_passant(const struct open_fen *open, const struct position *position)
{
    if (open->fields > FIELD_EN_PASSANT)
        return take_position(open, *position, position->ep_square);
    for (unsigned file = 0; file < 8; file++) {
        unsigned square = square_of(file, position->side == WHITE ? 5 : 2);
        if (en_passant_is_possible(position, square) && !take_position(open, *position, square))
            return 0;
    }
    return take_position(open, *position, NO_SQUARE);
}

/* Right `index`, and those behind it: held with any rook, or not. */
static int each_right(const struct open_fen *open, const struct position *position, unsigned index)
{
    if (open->fields > FIELD_CASTLING || index == 4)
        return each_en_passant(open, position);
    for (uint64_t rooks = castling_rooks(position, index / 2, index % 2); rooks != 0; rooks &= rooks - 1) {
        struct position held = *position;
        hold_right(&held, 1u << index, lowest_bit(rooks));
        if (!each_right(open, &held, index + 1))
            return 0;
    }
    return each_right(open, position, index + 1);
}

enum fen_status fen_parse_open(const char *text, size_t size, fen_take_function take, void *opaque)
{
    const struct open_fen open = {count_fields(text, size), take, opaque};
    struct position position;
    enum fen_status status = fen_parse(text, size, &position, NULL);
    if (status != FEN_OK || !each_right(&open, &position, 0) || open.fields > FIELD_SIDE)
        return status;
    position.side = BLACK;
    each_right(&open, &position, 0);
    return FEN_OK;
}

static int may_castle(const struct position *position)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        uint64_t corners = square_bit(SQ_A1 + 56 * colour) | square_bit(SQ_H1 + 56 * colour);
        if (position->king_square[colour] == SQ_E1 + 56 * colour &&
            (position_men(position, ROOK, colour) & corners) != 0)
            return 1;
    }
    return 0;
}

enum fen_status fen_check_fields(const char *text, size_t size, const struct position *position)
{
    unsigned fields = count_fields(text, size);
    if (fields <= FIELD_SIDE)
        return FEN_NO_SIDE;
    if (fields <= FIELD_CASTLING && may_castle(position))
        return FEN_NO_CASTLING;
    for (unsigned file = 0; file < 8 && fields <= FIELD_EN_PASSANT; file++)
        if (en_passant_is_possible(position, square_of(file, position->side == WHITE ? 5 : 2)))
            return FEN_NO_EN_PASSANT;
    return FEN_OK;
}

const char *fen_status_text(enum fen_status status)
{
    switch (status) {
    case FEN_OK:
        return "no fault";
    case FEN_BAD_PLACEMENT:
        return "the men are not eight ranks of eight squares";
    case FEN_BAD_SIDE:
        return "the side to move is neither w nor b";
    case FEN_BAD_CASTLING:
        return "the castling rights cannot be read";
    case FEN_BAD_EN_PASSANT:
        return "the en-passant square is not a square of the third or sixth rank";
    case FEN_BAD_COUNTER:
        return "the half-move clock or the move number is not a number in range";
    case FEN_BAD_KINGS:
        return "not one king a side";
    case FEN_BAD_PAWNS:
        return "a pawn on the first or last rank";
    case FEN_TRAILING_TEXT:
        return "more than six fields";
    case FEN_NO_SIDE:
        return "the side to move is missing, w or b behind the men";
    case FEN_NO_CASTLING:
        return "the castling rights are missing, KQkq, those of them that there are, or - behind the side to "
               "move";
    case FEN_NO_EN_PASSANT:
        return "the en-passant square is missing, or - behind the castling rights";
    }
    return "unknown fault";
}

/* ---- Writing ---- */

static char *write_placement(const struct position *position, char *out)
{
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < 8; file++) {
            unsigned man = position->men[square_of(file, rank)];
            if (man == NO_MAN) {
                empty++;
                continue;
            }
            if (empty != 0)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = man_letters[man];
        }
        if (empty != 0)
            *out++ = (char)('0' + empty);
        if (rank != 0)
            *out++ = '/';
    }
    return out;
}

static char castling_letter(const struct position *position, unsigned index, enum fen_style style)
{
    unsigned colour = index / 2;
    unsigned queen_side = index % 2;
    unsigned rook = position->rook_home[index];
    uint64_t rooks = castling_rooks(position, colour, queen_side);
    char letter = (char)('A' + square_file(rook));
    if (style == FEN_X && outermost_rook(rooks, queen_side) == rook)
        letter = queen_side ? 'Q' : 'K';
    return (char)(colour == WHITE ? letter : letter - 'A' + 'a');
}

static char *write_castling(const struct position *position, enum fen_style style, char *out)
{
    if (position->castling == 0)
        *out++ = '-';
    for (unsigned rights = position->castling; rights != 0; rights &= rights - 1)
        *out++ = castling_letter(position, lowest_bit(rights), style);
    return out;
}

static char *write_en_passant(const struct position *position, char *out)
{
    if (!position_en_passant_is_legal(position)) {
        *out++ = '-';
        return out;
    }
    return square_write(position->ep_square, out);
}

size_t fen_write(const struct position *position, enum fen_style style, char out[FEN_SIZE_MAX + 1])
{
    char *at = write_placement(position, out);
    *at++ = ' ';
    *at++ = position->side == WHITE ? 'w' : 'b';
    *at++ = ' ';
    at = write_castling(position, style, at);
    *at++ = ' ';
    at = write_en_passant(position, at);
    *at++ = ' ';
    at += decimal_write(position->halfmove_clock, at);
    *at++ = ' ';
    at += decimal_write(position->move_number, at);
    *at = '\0';
    return (size_t)(at - out);
}
