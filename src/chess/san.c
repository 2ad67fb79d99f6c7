#include "chess/san.h"

#include <string.h>

#include "chess/movegen.h"
#include "chess/san_read.h"
#include "chess/san_write.h"
#include "util/bits.h"

enum { NOT_SAID = 8 };

/* ---- Reading: the text ---- */

#define LETTER(type) (((type) + 1) << SAN_PIECE_SHIFT)

const uint8_t san_characters[256] = {
    ['a'] = SAN_FILE,
    ['b'] = SAN_FILE,
    ['c'] = SAN_FILE,
    ['d'] = SAN_FILE,
    ['e'] = SAN_FILE,
    ['f'] = SAN_FILE,
    ['g'] = SAN_FILE,
    ['h'] = SAN_FILE,
    ['1'] = SAN_RANK,
    ['2'] = SAN_RANK,
    ['3'] = SAN_RANK,
    ['4'] = SAN_RANK,
    ['5'] = SAN_RANK,
    ['6'] = SAN_RANK,
    ['7'] = SAN_RANK,
    ['8'] = SAN_RANK,
    ['x'] = SAN_SEPARATOR,
    [':'] = SAN_SEPARATOR | SAN_FOREIGN,
    ['-'] = SAN_SEPARATOR | SAN_FOREIGN,
    ['P'] = LETTER(PAWN) | SAN_FOREIGN,
    ['N'] = LETTER(KNIGHT),
    ['B'] = LETTER(BISHOP),
    ['R'] = LETTER(ROOK),
    ['Q'] = LETTER(QUEEN),
    ['K'] = LETTER(KING),
};

/*
 * What stands behind the piece letter: F a file, R a rank, X a separator; the last F R is the target.
 * The form follows from the classes of four san_characters, so that common moves need no branch.
 */
enum form {
    NO_FORM,
    FORM_FR,    /* e4, Nf3 */
    FORM_XFR,   /* Nxf3 */
    FORM_FFR,   /* Nbd2 */
    FORM_RFR,   /* N1d2 */
    FORM_FXFR,  /* exd5, Nbxd2 */
    FORM_RXFR,  /* N1xd2 */
    FORM_FRFR,  /* e2e4, Nb1d2 */
    FORM_FRXFR, /* e2-e4, Nb1xd2 */
    FORM_COUNT
};

#define SIX_TIMES(form) form, form, form, form, form, form
#define RANK_FIRST(form) 0, 0, 0, 0, 0, 0, 0, 0, form, form, form, form, 0, 0, 0, 0
#define FILE_THEN_RANK(form) 0, 0, 0, 0, 0, 0, form, 0, 0, 0, 0, 0, 0, 0, 0, 0

/* Rows by the classes of san_characters 0 and 1, columns by those of 2 and 3; the earlier class counts four times. */
static const uint8_t form_table[16][16] = {
    [SAN_FILE * 4 + SAN_RANK] = {SIX_TIMES(FORM_FR), FORM_FRFR, SIX_TIMES(FORM_FR), FORM_FRXFR, FORM_FR,
                                 FORM_FR},
    [SAN_SEPARATOR * 4 + SAN_FILE] = {RANK_FIRST(FORM_XFR)},
    [SAN_FILE * 4 + SAN_FILE] = {RANK_FIRST(FORM_FFR)},
    [SAN_RANK * 4 + SAN_FILE] = {RANK_FIRST(FORM_RFR)},
    [SAN_FILE * 4 + SAN_SEPARATOR] = {FILE_THEN_RANK(FORM_FXFR)},
    [SAN_RANK * 4 + SAN_SEPARATOR] = {FILE_THEN_RANK(FORM_RXFR)},
};

/* Offsets behind the piece letter; 0 for what a form does not have (FORM_FR: all). A from-file always stands first. */
struct form_layout {
    uint8_t target;
    uint8_t separator, has_separator;
    uint8_t has_file;
    uint8_t rank, has_rank;
};

static const struct form_layout layouts[FORM_COUNT] = {
    [FORM_XFR] = {.target = 1, .has_separator = 1},
    [FORM_FFR] = {.target = 1, .has_file = 1},
    [FORM_RFR] = {.target = 1, .has_rank = 1},
    [FORM_FXFR] = {.target = 2, .separator = 1, .has_separator = 1, .has_file = 1},
    [FORM_RXFR] = {.target = 2, .separator = 1, .has_separator = 1, .has_rank = 1},
    [FORM_FRFR] = {.target = 2, .has_file = 1, .rank = 1, .has_rank = 1},
    [FORM_FRXFR] = {.target = 3, .separator = 2, .has_separator = 1, .has_file = 1, .rank = 1, .has_rank = 1},
};

/* Longest text of a move ("Pe7xd8(Q)++"), rounded up; shorter inputs are copied so that no scan needs bounds. */
enum { SCAN_WINDOW = 16 };

static enum form find_form(const char *text)
{
    unsigned first = san_class(text[0]) * 4 + san_class(text[1]);
    unsigned second = san_class(text[2]) * 4 + san_class(text[3]);
    enum form form = form_table[first][second];
    if (form == FORM_FRXFR && san_class(text[4]) != SAN_RANK)
        form = FORM_FR;
    return form;
}

/* "=Q" "Q" "(Q)" "/Q"; returns the length. A small letter only where the squares leave no doubt ("e7e8q"). */
static size_t scan_promotion(const char *text, int small_letters, uint8_t *promotion_ret)
{
    char opener = text[0];
    size_t at = opener == '=' || opener == '/' || opener == '(';
    char c = text[at];
    if (small_letters && (c == 'q' || c == 'r' || c == 'b' || c == 'n'))
        c = (char)(c - 'a' + 'A');
    if (c != 'Q' && c != 'R' && c != 'B' && c != 'N')
        return 0;
    if (opener == '(' && text[at + 1] != ')')
        return 0;
    *promotion_ret = (uint8_t)((san_characters[(uint8_t)c] >> SAN_PIECE_SHIFT) - 1);
    return at + 1 + (opener == '(');
}

static size_t scan_check_signs(const char *text, struct san *san)
{
    if (!san_is_check_sign(text[0]))
        return 0;
    size_t length = san_is_check_sign(text[1]) ? 2 : 1;
    san->plain &= length == 1;
    san->check = (uint8_t)text[length - 1];
    return length;
}

static int is_castling_letter(char c)
{
    return c == 'O' || c == '0' || c == 'o';
}

static size_t scan_castling(const char *text, struct san *san)
{
    if (text[1] != '-' || !is_castling_letter(text[2]))
        return 0;
    int is_long = text[3] == '-' && is_castling_letter(text[4]);
    size_t length = is_long ? 5 : 3;
    int plain = text[0] == 'O' && text[2] == 'O' && (!is_long || text[4] == 'O');
    *san = (struct san){KING, (uint8_t)(1 + is_long), 0, NOT_SAID, NOT_SAID, NO_PIECE_TYPE, 0, 0,
                        0,    (uint8_t)plain};
    return length + scan_check_signs(text + length, san);
}

/* `text` has SCAN_WINDOW readable bytes. */
static size_t scan_window(const char *text, struct san *san)
{
    if (is_castling_letter(text[0]))
        return scan_castling(text, san);
    unsigned first = san_characters[(uint8_t)text[0]];
    unsigned letter = first >> SAN_PIECE_SHIFT;
    size_t has_letter = letter != 0;
    const char *squares = text + has_letter;
    enum form form = find_form(squares);
    const struct form_layout *layout = &layouts[form];
    char separator = squares[layout->separator];
    int is_dash = layout->has_separator & (separator == '-');
    if ((form == NO_FORM) | (is_dash & (form != FORM_FRXFR)) | ((form == FORM_XFR) & !has_letter))
        return 0;

    const char *target = squares + layout->target;
    unsigned to_rank = san_line_number(target[1]);
    san->piece = (uint8_t)(letter - has_letter);
    san->castling = 0;
    san->to = (uint8_t)square_of(san_line_number(target[0]), to_rank);
    san->from_file = layout->has_file ? (uint8_t)san_line_number(squares[0]) : NOT_SAID;
    san->from_rank = layout->has_rank ? (uint8_t)san_line_number(squares[layout->rank]) : NOT_SAID;
    san->promotion = NO_PIECE_TYPE;
    san->check = 0;
    san->captures = (uint8_t)(layout->has_separator & !is_dash);
    san->any_piece = (uint8_t)(!has_letter & (form >= FORM_FRFR));
    san->plain = ((first | san_characters[(uint8_t)separator]) & SAN_FOREIGN) == 0;
    const char *at = target + 2;
    if (san->piece == PAWN && (to_rank == 0 || to_rank == 7)) {
        san->plain &= at[0] == '=';
        at += scan_promotion(at, san->any_piece, &san->promotion);
    }
    return (size_t)(at - text) + scan_check_signs(at, san);
}

size_t san_scan(const char *text, const char *end, struct san *san)
{
    size_t size = (size_t)(end - text);
    if (size >= SCAN_WINDOW)
        return scan_window(text, san);
    char window[SCAN_WINDOW] = {0};
    memcpy(window, text, size);
    return scan_window(window, san);
}

/* ---- Reading: the position ---- */

/* Own men of `type` (no pawn) that reach `to`. */
static uint64_t reaching_men(const struct position *position, unsigned type, unsigned to)
{
    uint64_t men = attack_tables.reach[type][to] & position_men(position, type, position->side);
    return unobstructed(men, to, position_occupied(position));
}

static enum san_status resolve_castling(const struct position *position, unsigned queen_side,
                                        chess_move *move_ret)
{
    unsigned side = position->side;
    if (!position_can_castle(position, queen_side))
        return SAN_ILLEGAL;
    unsigned rook = position->rook_home[lowest_bit(castling_right_of(side, queen_side))];
    *move_ret = move_of(position->king_square[side], rook, MOVE_CASTLE_KING_SIDE + queen_side);
    return SAN_OK;
}

static int says_origin(const struct san *san)
{
    return (san->from_file & san->from_rank) != NOT_SAID;
}

static uint64_t said_squares(const struct san *san)
{
    uint64_t file = san->from_file == NOT_SAID ? UINT64_MAX : file_bits(san->from_file & 7);
    uint64_t rank = san->from_rank == NOT_SAID ? UINT64_MAX : rank_bits(san->from_rank & 7);
    return file & rank;
}

static uint64_t en_passant_bit(const struct position *position)
{
    return (uint64_t)(position->ep_square != NO_SQUARE) << (position->ep_square & 63);
}

/* Own pawns that can be pushed to `to_bit`: one at most. */
static uint64_t pushed_pawn(const struct position *position, uint64_t to_bit)
{
    unsigned side = position->side;
    uint64_t pawns = position_men(position, PAWN, side);
    uint64_t empty = ~position_occupied(position);
    uint64_t one_back = side == WHITE ? to_bit >> 8 : to_bit << 8;
    uint64_t two_back = side == WHITE ? to_bit >> 16 : to_bit << 16;
    uint64_t second_rank = rank_bits(side == WHITE ? 1 : 6);
    uint64_t single_push = one_back & pawns;
    uint64_t double_push = one_back & empty ? two_back & pawns & second_rank : 0;
    return to_bit & empty ? single_push | double_push : 0;
}

/* Own pawns that can take on `to`. */
static uint64_t taking_pawns(const struct position *position, unsigned to)
{
    unsigned side = position->side;
    uint64_t prey = position->colours[side ^ 1] & ~position->types[KING];
    uint64_t targets = prey | en_passant_bit(position);
    uint64_t takers = attack_tables.pawn[side ^ 1][to] & position_men(position, PAWN, side);
    return targets & square_bit(to) ? takers : 0;
}

/* Without a from-file, or with the target's own, a pawn is pushed; else it takes. One pawn fits at most. */
static enum san_status resolve_pawn(const struct position *position, const struct san *san,
                                    chess_move *move_ret, int *canonical_ret)
{
    unsigned to = san->to;
    int is_push = san->from_file == NOT_SAID || san->from_file == square_file(to);
    int promotes = san->promotion != NO_PIECE_TYPE;
    int on_last_rank = square_rank(to) == 0 || square_rank(to) == 7;
    uint64_t pawn = is_push ? pushed_pawn(position, square_bit(to)) : taking_pawns(position, to);
    pawn &= said_squares(san);
    if (pawn == 0 || promotes != on_last_rank)
        return SAN_ILLEGAL;

    unsigned from = lowest_bit(pawn);
    unsigned flag = is_push ? MOVE_QUIET : MOVE_CAPTURE;
    *canonical_ret = san->plain & (san->captures != is_push) & (san->from_rank == NOT_SAID) &
                     ((san->from_file == NOT_SAID) == is_push);
    if (!is_push && to == position->ep_square) {
        if (!position_en_passant_is_safe(position, from))
            return SAN_ILLEGAL;
        *move_ret = move_of(from, to, MOVE_EN_PASSANT);
        return SAN_OK;
    }
    if (!position_man_may_move(position, from, to))
        return SAN_ILLEGAL;
    if (promotes)
        flag += MOVE_PROMOTION + (unsigned)san->promotion - KNIGHT;
    else if (is_push && ((from ^ to) & 8) == 0)
        flag = MOVE_DOUBLE_PUSH;
    *move_ret = move_of(from, to, flag);
    return SAN_OK;
}

/* Is the from-square said in the shortest way? `reaching`: all own men of the type that reach the target. */
static int origin_is_shortest(const struct position *position, const struct san *san, unsigned from,
                              uint64_t reaching)
{
    uint64_t others = san_keep_legal(position, reaching & ~square_bit(from), san->to);
    struct san_origin shortest = san_shortest_origin(from, others);
    return shortest.file == (san->from_file != NOT_SAID) && shortest.rank == (san->from_rank != NOT_SAID);
}

static enum san_status resolve_piece(const struct position *position, const struct san *san,
                                     chess_move *move_ret, int *canonical_ret)
{
    unsigned side = position->side;
    unsigned to = san->to;
    uint64_t to_bit = square_bit(to);
    uint64_t reaching = reaching_men(position, san->piece, to);
    uint64_t candidates = reaching & said_squares(san);
    uint64_t barred = position->colours[side] | position->types[KING];
    if (candidates == 0 || (barred & to_bit) != 0 || san->promotion != NO_PIECE_TYPE)
        return SAN_ILLEGAL;
    if (has_several_bits(candidates)) {
        candidates = san_keep_legal(position, candidates, to);
        if (has_several_bits(candidates))
            return SAN_AMBIGUOUS;
        if (candidates == 0)
            return SAN_ILLEGAL;
    }
    unsigned from = lowest_bit(candidates);
    if (san->piece == KING ? !position_king_may_move(position, to)
                           : !position_man_may_move(position, from, to))
        return SAN_ILLEGAL;
    int captures = (position->colours[side ^ 1] & to_bit) != 0;
    *canonical_ret &= san->captures == captures;
    if (says_origin(san)) /* where nothing is said, nothing was needed: there is one legal candidate */
        *canonical_ret &= origin_is_shortest(position, san, from, reaching);
    *move_ret = move_of(from, to, captures ? MOVE_CAPTURE : MOVE_QUIET);
    return SAN_OK;
}

/* The side (0 king's, 1 queen's) of a castling written as the king's from and to, or -1. */
static int castling_of_squares(const struct position *position, unsigned from, unsigned to)
{
    unsigned side = position->side;
    for (unsigned queen_side = 0; queen_side <= 1; queen_side++) {
        unsigned right = castling_right_of(side, queen_side);
        if ((position->castling & right) != 0 && position->rook_home[lowest_bit(right)] == to)
            return (int)queen_side;
    }
    for (unsigned queen_side = 0; queen_side <= 1; queen_side++) {
        int is_step = (attack_tables.king[from] & square_bit(to)) != 0 || from == to;
        if ((position->castling & castling_right_of(side, queen_side)) != 0 && !is_step &&
            castling_king_target(side, queen_side) == to)
            return (int)queen_side;
    }
    return -1;
}

/* Both squares are said: LAN and UCI text. */
static enum san_status resolve_from_to(const struct position *position, const struct san *san,
                                       chess_move *move_ret, int *canonical_ret)
{
    unsigned from = square_of(san->from_file, san->from_rank);
    unsigned man = position->men[from];
    struct san found = *san;
    if (man == NO_MAN || man_colour(man) != position->side ||
        (!san->any_piece && man_type(man) != san->piece))
        return SAN_ILLEGAL;
    found.piece = (uint8_t)man_type(man);
    if (found.piece == PAWN)
        return resolve_pawn(position, &found, move_ret, canonical_ret);
    if (found.piece == KING && found.promotion == NO_PIECE_TYPE) {
        int queen_side = castling_of_squares(position, from, san->to);
        *canonical_ret = 0;
        if (queen_side >= 0)
            return resolve_castling(position, (unsigned)queen_side, move_ret);
    }
    return resolve_piece(position, &found, move_ret, canonical_ret);
}

enum san_status san_resolve(const struct position *position, const struct san *san, chess_move *move_ret,
                            int *canonical_ret)
{
    if (san->piece == PAWN && !san->any_piece)
        return resolve_pawn(position, san, move_ret, canonical_ret);
    *canonical_ret = san->plain & !san->any_piece;
    if (san->castling != 0)
        return resolve_castling(position, san->castling - 1u, move_ret);
    if (san->from_file != NOT_SAID && san->from_rank != NOT_SAID)
        return resolve_from_to(position, san, move_ret, canonical_ret);
    return resolve_piece(position, san, move_ret, canonical_ret);
}

enum san_status san_parse(const struct position *position, const char *text, size_t size,
                          chess_move *move_ret)
{
    struct san san;
    int canonical;
    if (size == 0 || san_scan(text, text + size, &san) != size)
        return SAN_SYNTAX;
    return san_resolve(position, &san, move_ret, &canonical);
}

/* ---- Writing ---- */

char *san_write_origin(const struct position *position, unsigned from, unsigned to, uint64_t others,
                       char *out)
{
    others = san_keep_legal(position, unobstructed(others, to, position_occupied(position)), to);
    struct san_origin shortest = san_shortest_origin(from, others);
    if (shortest.file)
        *out++ = (char)('a' + square_file(from));
    if (shortest.rank)
        *out++ = (char)('1' + square_rank(from));
    return out;
}

size_t san_write_and_make(struct position *position, chess_move move, char out[SAN_SIZE_MAX],
                          reversible_move *word_ret)
{
    char *at = san_write_move(position, move, out);
    *word_ret = position_make(position, move);
    *at = (char)san_check_sign(position);
    return (size_t)(at - out) + (*at != '\0');
}

size_t san_write(const struct position *position, chess_move move, char out[SAN_SIZE_MAX])
{
    struct position after = *position;
    reversible_move word;
    return san_write_and_make(&after, move, out, &word);
}
