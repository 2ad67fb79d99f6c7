#include "bench/rank_code.h"

#include <string.h>

/* ---- The order of moves ---- */

static const int values[] = {100, 300, 310, 500, 900, 0, 0};

/* 0 in the corners to 6 in the middle. */
static int centre(unsigned square)
{
    unsigned file = square_file(square), rank = square_rank(square);
    return (int)((file < 4 ? file : 7 - file) + (rank < 4 ? rank : 7 - rank));
}

/* What a man is worth on a square, as its owner sees the board. */
static int worth(unsigned type, unsigned square, unsigned side)
{
    static const int by_centre[] = {2, 8, 5, 2, 1, -8};
    unsigned own = side == WHITE ? square : square ^ 56;
    int advance = (int)square_rank(own);
    int forward = type == PAWN ? 3 * advance : type == KING ? -6 * advance : 2 * (advance != 0);
    return by_centre[type] * centre(square) + forward;
}

static uint64_t pawn_guards(const struct position *position)
{
    uint64_t pawns = position_men(position, PAWN, position->side ^ 1u);
    uint64_t left = pawns & ~FILE_A, right = pawns & ~FILE_H;
    return position->side == WHITE ? left >> 9 | right >> 7 : left << 7 | right << 9;
}

static int score(const struct position *position, chess_move move, uint64_t guards)
{
    unsigned from = move_from(move), to = move_to(move), side = position->side;
    unsigned type = man_type(position->men[from]);
    if (move_is_castling(move))
        return 60;
    int sum = worth(type, to, side) - worth(type, from, side);
    if (move_is_promotion(move))
        sum += move_promotion(move) == QUEEN ? 2000 : -2000;
    if (move_is_capture(move))
        sum += 100 + values[move_flag(move) == MOVE_EN_PASSANT ? PAWN : man_type(position->men[to])];
    if (type != PAWN && (guards & square_bit(to)))
        sum -= values[type];
    if (type != PAWN && (guards & square_bit(from)))
        sum += values[type] / 2;
    return sum;
}

/* Keys that sort as the moves do: the score, and the earlier of two equal ones first. */
static unsigned score_all(const struct position *position, chess_move moves[MOVE_LIST_CAPACITY],
                          uint32_t keys[MOVE_LIST_CAPACITY])
{
    unsigned count = legal_list(position, moves);
    uint64_t guards = pawn_guards(position);
    for (unsigned i = 0; i < count; i++)
        keys[i] = (uint32_t)(score(position, moves[i], guards) + (1 << 15)) << 12 | (MOVE_LIST_CAPACITY - i);
    return count;
}

unsigned rank_of_move(const struct position *position, chess_move move)
{
    chess_move moves[MOVE_LIST_CAPACITY];
    uint32_t keys[MOVE_LIST_CAPACITY];
    unsigned count = score_all(position, moves, keys), place = 0, rank = 0;
    while (place < count && moves[place] != move)
        place++;
    for (unsigned i = 0; i < count; i++)
        rank += keys[i] > keys[place];
    return rank;
}

chess_move rank_move(const struct position *position, unsigned rank)
{
    chess_move moves[MOVE_LIST_CAPACITY];
    uint32_t keys[MOVE_LIST_CAPACITY];
    unsigned count = score_all(position, moves, keys);
    for (unsigned done = 0; done < count; done++) {
        unsigned best = 0;
        for (unsigned i = 1; i < count; i++)
            best = keys[i] > keys[best] ? i : best;
        if (done == rank)
            return moves[best];
        keys[best] = 0;
    }
    return NO_MOVE;
}

/* ---- The code ---- */

static void find_widths(struct rank_code *code)
{
    uint32_t weights[RANK_SYMBOLS];
    unsigned group[RANK_SYMBOLS]; /* of each symbol: its tree's number */
    for (unsigned i = 0; i < RANK_SYMBOLS; i++) {
        weights[i] = code->counts[i] != 0 ? code->counts[i] : 1;
        group[i] = i;
        code->widths[i] = 0;
    }
    for (unsigned joins = 1; joins < RANK_SYMBOLS; joins++) {
        unsigned a = RANK_SYMBOLS, b = RANK_SYMBOLS; /* the two lightest trees */
        for (unsigned i = 0; i < RANK_SYMBOLS; i++) {
            if (weights[i] == 0)
                continue;
            if (a == RANK_SYMBOLS || weights[i] < weights[a]) {
                b = a;
                a = i;
            } else if (b == RANK_SYMBOLS || weights[i] < weights[b]) {
                b = i;
            }
        }
        weights[a] += weights[b];
        weights[b] = 0;
        for (unsigned i = 0; i < RANK_SYMBOLS; i++) {
            if (group[i] != a && group[i] != b)
                continue;
            group[i] = a;
            code->widths[i]++;
        }
    }
}

void rank_code_make(struct rank_code *code)
{
    uint32_t next = 0;
    unsigned place = 0;
    find_widths(code);
    for (unsigned width = 1; width <= 32; width++) {
        next <<= 1;
        code->first_code[width] = next;
        code->first_place[width] = (uint16_t)place;
        for (unsigned i = 0; i < RANK_SYMBOLS; i++) {
            if (code->widths[i] != width)
                continue;
            code->codes[i] = next++;
            code->by_code[place++] = (uint8_t)i;
        }
        code->of_width[width] = (uint16_t)(place - code->first_place[width]);
    }
}

static void put(struct rank_writer *writer, uint32_t value, unsigned width)
{
    writer->bits = writer->bits << width | value;
    writer->count += width;
    for (; writer->count >= 8; writer->count -= 8)
        *writer->at++ = (uint8_t)(writer->bits >> (writer->count - 8));
}

void rank_write(struct rank_writer *writer, const struct rank_code *code, unsigned rank)
{
    unsigned symbol = rank_symbol(rank);
    put(writer, code->codes[symbol], code->widths[symbol]);
    if (symbol == RANK_ESCAPE)
        put(writer, rank, 16);
}

void rank_write_end(struct rank_writer *writer)
{
    if (writer->count != 0)
        put(writer, 0, 8 - writer->count);
}

static uint32_t get(struct rank_reader *reader, unsigned width)
{
    for (; reader->count < width; reader->count += 8)
        reader->bits = reader->bits << 8 | *reader->at++;
    reader->count -= width;
    return (uint32_t)(reader->bits >> reader->count) & ((1u << width) - 1);
}

unsigned rank_read(struct rank_reader *reader, const struct rank_code *code)
{
    uint32_t value = 0;
    for (unsigned width = 1; width <= 32; width++) {
        value = value << 1 | get(reader, 1);
        uint32_t place = value - code->first_code[width];
        if (value >= code->first_code[width] && place < code->of_width[width]) {
            unsigned symbol = code->by_code[code->first_place[width] + place];
            return symbol == RANK_ESCAPE ? get(reader, 16) : symbol;
        }
    }
    return RANK_ESCAPE;
}
