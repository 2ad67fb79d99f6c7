#include "unit/reference_movegen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { KING_WING = 0, QUEEN_WING = 1 };

struct move_list {
    struct reference_move *moves;
    int count;
};

static int is_white(char man)
{
    return isupper((unsigned char)man) != 0;
}

static int is_own(const struct reference_board *board, int square)
{
    return board->squares[square] != '.' && is_white(board->squares[square]) == board->white_to_move;
}

static int is_enemy(const struct reference_board *board, int square)
{
    return board->squares[square] != '.' && !is_own(board, square);
}

static int on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static int find_king(const struct reference_board *board, int white)
{
    const char *square = memchr(board->squares, white ? 'K' : 'k', 64);
    return square == NULL ? -1 : (int)(square - board->squares);
}

/* ---- FEN ---- */

static int rook_of_right(const struct reference_board *board, char letter)
{
    int white = is_white(letter);
    int first = white ? 0 : 56;
    int king = find_king(board, white);
    char rook = white ? 'R' : 'r';
    int wing = toupper((unsigned char)letter);
    if (wing == 'K') {
        for (int square = first + 7; square > king; square--)
            if (board->squares[square] == rook)
                return square;
    } else if (wing == 'Q') {
        for (int square = first; square < king; square++)
            if (board->squares[square] == rook)
                return square;
    }
    return first + wing - 'A';
}

static const char *read_placement(struct reference_board *board, const char *fen)
{
    int file = 0, rank = 7;
    memset(board->squares, '.', 64);
    for (; *fen != ' '; fen++) {
        if (*fen == '/') {
            file = 0;
            rank--;
        } else if (isdigit((unsigned char)*fen)) {
            file += *fen - '0';
        } else {
            board->squares[rank * 8 + file++] = *fen;
        }
    }
    return fen + 1;
}

void reference_read_fen(struct reference_board *board, const char *fen)
{
    fen = read_placement(board, fen);
    board->white_to_move = *fen == 'w';
    board->rook_home[0][0] = board->rook_home[0][1] = board->rook_home[1][0] = board->rook_home[1][1] = -1;
    for (fen += 2; *fen != ' '; fen++) {
        if (*fen == '-')
            continue;
        int white = is_white(*fen);
        int rook = rook_of_right(board, *fen);
        board->rook_home[white ? 0 : 1][rook > find_king(board, white) ? KING_WING : QUEEN_WING] = rook;
    }
    fen++;
    board->en_passant = *fen == '-' ? -1 : (fen[1] - '1') * 8 + (fen[0] - 'a');
}

/* ---- Pseudo-legal moves ---- */

/* Kings are never taken, even where the side that is not to move is in check. */
static int is_king(const struct reference_board *board, int square)
{
    return tolower((unsigned char)board->squares[square]) == 'k';
}

static void add(struct move_list *list, int from, int to, char promotion)
{
    list->moves[list->count++] = (struct reference_move){from, to, promotion};
}

static void add_steps(const struct reference_board *board, struct move_list *list, int from,
                      const int (*steps)[2], int step_count, int slides)
{
    for (int i = 0; i < step_count; i++) {
        int file = from % 8 + steps[i][0];
        int rank = from / 8 + steps[i][1];
        while (on_board(file, rank)) {
            int to = rank * 8 + file;
            if (!is_own(board, to) && !is_king(board, to))
                add(list, from, to, 0);
            if (!slides || board->squares[to] != '.')
                break;
            file += steps[i][0];
            rank += steps[i][1];
        }
    }
}

static void add_pawn_move(struct move_list *list, int from, int to)
{
    if (to / 8 != 0 && to / 8 != 7) {
        add(list, from, to, 0);
        return;
    }
    for (const char *piece = "NBRQ"; *piece != '\0'; piece++)
        add(list, from, to, *piece);
}

static void add_pawn_moves(const struct reference_board *board, struct move_list *list, int from)
{
    int up = board->white_to_move ? 1 : -1;
    int file = from % 8;
    int rank = from / 8 + up;
    if (board->squares[rank * 8 + file] == '.') {
        add_pawn_move(list, from, rank * 8 + file);
        int at_home = from / 8 == (board->white_to_move ? 1 : 6);
        if (at_home && board->squares[(rank + up) * 8 + file] == '.')
            add(list, from, (rank + up) * 8 + file, 0);
    }
    for (int aside = -1; aside <= 1; aside += 2) {
        int to = rank * 8 + file + aside;
        if (on_board(file + aside, rank) && !is_king(board, to) &&
            (is_enemy(board, to) || to == board->en_passant))
            add_pawn_move(list, from, to);
    }
}

static const int king_steps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
static const int knight_steps[8][2] = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                       {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

static void add_man_moves(const struct reference_board *board, struct move_list *list, int from)
{
    switch (tolower((unsigned char)board->squares[from])) {
    case 'p':
        add_pawn_moves(board, list, from);
        break;
    case 'n':
        add_steps(board, list, from, knight_steps, 8, 0);
        break;
    case 'b':
        add_steps(board, list, from, king_steps + 4, 4, 1);
        break;
    case 'r':
        add_steps(board, list, from, king_steps, 4, 1);
        break;
    case 'q':
        add_steps(board, list, from, king_steps, 8, 1);
        break;
    case 'k':
        add_steps(board, list, from, king_steps, 8, 0);
        break;
    default:
        break;
    }
}

/* ---- Attacks, castling ---- */

static int path_is_free(const struct reference_board *board, int from, int to, int file_step, int rank_step)
{
    for (int at = from + file_step + 8 * rank_step; at != to; at += file_step + 8 * rank_step)
        if (board->squares[at] != '.')
            return 0;
    return 1;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* The man on `from` attacks `to`, whoever stands there. */
static int attacks(const struct reference_board *board, int from, int to)
{
    int files = to % 8 - from % 8;
    int ranks = to / 8 - from / 8;
    int straight = (files == 0) != (ranks == 0);
    int slanted = files != 0 && abs(files) == abs(ranks);
    char man = board->squares[from];
    switch (tolower((unsigned char)man)) {
    case 'p':
        return abs(files) == 1 && ranks == (is_white(man) ? 1 : -1);
    case 'n':
        return abs(files * ranks) == 2;
    case 'k':
        return from != to && abs(files) <= 1 && abs(ranks) <= 1;
    case 'b':
        return slanted && path_is_free(board, from, to, sign(files), sign(ranks));
    case 'r':
        return straight && path_is_free(board, from, to, sign(files), sign(ranks));
    case 'q':
        return (straight || slanted) && path_is_free(board, from, to, sign(files), sign(ranks));
    default:
        return 0;
    }
}

static int is_attacked(const struct reference_board *board, int square, int by_white)
{
    for (int from = 0; from < 64; from++)
        if (board->squares[from] != '.' && is_white(board->squares[from]) == by_white &&
            attacks(board, from, square))
            return 1;
    return 0;
}

int reference_in_check(const struct reference_board *board)
{
    return is_attacked(board, find_king(board, board->white_to_move), !board->white_to_move);
}

static int king_target(int side, int wing)
{
    return side * 56 + (wing == KING_WING ? 6 : 2);
}

static int rook_target(int side, int wing)
{
    return side * 56 + (wing == KING_WING ? 5 : 3);
}

/* Squares from a to b are empty, except for the two castling men. */
static int way_is_free(const struct reference_board *board, int a, int b, int king, int rook)
{
    for (int square = a < b ? a : b; square <= (a < b ? b : a); square++)
        if (square != king && square != rook && board->squares[square] != '.')
            return 0;
    return 1;
}

/* That the king is safe at the end is seen when the move is tried, as for any other move. */
static void add_castling(const struct reference_board *board, struct move_list *list, int wing)
{
    int side = board->white_to_move ? 0 : 1;
    int rook = board->rook_home[side][wing];
    int king = find_king(board, board->white_to_move);
    if (rook < 0 || !way_is_free(board, king, king_target(side, wing), king, rook) ||
        !way_is_free(board, rook, rook_target(side, wing), king, rook))
        return;
    int step = sign(king_target(side, wing) - king);
    for (int square = king; square != king_target(side, wing); square += step)
        if (is_attacked(board, square, !board->white_to_move))
            return;
    if (!is_attacked(board, king, !board->white_to_move))
        add(list, king, rook, 0);
}

/* ---- Making moves ---- */

static void forget_rights(struct reference_board *board, int square)
{
    for (int side = 0; side < 2; side++)
        for (int wing = 0; wing < 2; wing++)
            if (board->rook_home[side][wing] == square || find_king(board, side == 0) == square)
                board->rook_home[side][wing] = -1;
}

static int is_castling(const struct reference_board *board, struct reference_move move)
{
    return is_own(board, move.from) && is_own(board, move.to);
}

static void castle(struct reference_board *board, struct reference_move move)
{
    int side = board->white_to_move ? 0 : 1;
    int wing = move.to > move.from ? KING_WING : QUEEN_WING;
    board->squares[move.from] = '.';
    board->squares[move.to] = '.';
    board->squares[king_target(side, wing)] = side == 0 ? 'K' : 'k';
    board->squares[rook_target(side, wing)] = side == 0 ? 'R' : 'r';
    board->rook_home[side][KING_WING] = board->rook_home[side][QUEEN_WING] = -1;
}

static void move_man(struct reference_board *board, struct reference_move move)
{
    char man = board->squares[move.from];
    int is_pawn = tolower((unsigned char)man) == 'p';
    if (is_pawn && move.to == board->en_passant)
        board->squares[move.from / 8 * 8 + move.to % 8] = '.';
    forget_rights(board, move.from);
    forget_rights(board, move.to);
    if (move.promotion != 0)
        man = board->white_to_move ? move.promotion : (char)tolower((unsigned char)move.promotion);
    board->squares[move.from] = '.';
    board->squares[move.to] = man;
    board->en_passant = is_pawn && abs(move.to - move.from) == 16 ? (move.to + move.from) / 2 : -1;
}

void reference_make(struct reference_board *board, struct reference_move move)
{
    if (is_castling(board, move)) {
        castle(board, move);
        board->en_passant = -1;
    } else {
        move_man(board, move);
    }
    board->white_to_move = !board->white_to_move;
}

static int is_legal(const struct reference_board *board, struct reference_move move)
{
    struct reference_board after = *board;
    reference_make(&after, move);
    return !is_attacked(&after, find_king(&after, board->white_to_move), after.white_to_move);
}

static int promotion_order(char promotion)
{
    return promotion == 0 ? 0 : (int)(strchr("NBRQ", promotion) - "NBRQ");
}

static int compare_moves(const void *a, const void *b)
{
    const struct reference_move *left = a, *right = b;
    if (left->from != right->from)
        return left->from - right->from;
    if (left->to != right->to)
        return left->to - right->to;
    return promotion_order(left->promotion) - promotion_order(right->promotion);
}

int reference_legal_moves(const struct reference_board *board,
                          struct reference_move moves[REFERENCE_MOVES_MAX])
{
    struct move_list list = {moves, 0};
    for (int square = 0; square < 64; square++)
        if (is_own(board, square))
            add_man_moves(board, &list, square);
    add_castling(board, &list, KING_WING);
    add_castling(board, &list, QUEEN_WING);
    int kept = 0;
    for (int i = 0; i < list.count; i++)
        if (is_legal(board, moves[i]))
            moves[kept++] = moves[i];
    qsort(moves, (size_t)kept, sizeof *moves, compare_moves);
    return kept;
}

unsigned long long reference_perft(const struct reference_board *board, int depth)
{
    struct reference_move moves[REFERENCE_MOVES_MAX];
    int count = reference_legal_moves(board, moves);
    if (depth == 1)
        return (unsigned long long)count;
    unsigned long long leaves = 0;
    for (int i = 0; i < count; i++) {
        struct reference_board after = *board;
        reference_make(&after, moves[i]);
        leaves += reference_perft(&after, depth - 1);
    }
    return leaves;
}

/* ---- Notation ---- */

/* "", "b", "1" or "b1": the shortest of them, in this order, that leaves one legal move of such a man. */
static char *write_origin(const struct reference_board *board, struct reference_move move, char *out)
{
    struct reference_move moves[REFERENCE_MOVES_MAX];
    int count = reference_legal_moves(board, moves);
    int rivals = 0, same_file = 0, same_rank = 0;
    for (int i = 0; i < count; i++) {
        if (moves[i].to != move.to || moves[i].from == move.from ||
            board->squares[moves[i].from] != board->squares[move.from] || is_castling(board, moves[i]))
            continue;
        rivals++;
        same_file += moves[i].from % 8 == move.from % 8;
        same_rank += moves[i].from / 8 == move.from / 8;
    }
    if (rivals > 0 && (same_file == 0 || same_rank > 0))
        *out++ = (char)('a' + move.from % 8);
    if (rivals > 0 && same_file > 0)
        *out++ = (char)('1' + move.from / 8);
    return out;
}

static char *write_man_move(const struct reference_board *board, struct reference_move move, char *out)
{
    char piece = (char)toupper((unsigned char)board->squares[move.from]);
    int captures = board->squares[move.to] != '.' || (piece == 'P' && move.from % 8 != move.to % 8);
    if (piece != 'P') {
        *out++ = piece;
        out = write_origin(board, move, out);
    } else if (captures) {
        *out++ = (char)('a' + move.from % 8);
    }
    if (captures)
        *out++ = 'x';
    *out++ = (char)('a' + move.to % 8);
    *out++ = (char)('1' + move.to / 8);
    if (move.promotion != 0) {
        *out++ = '=';
        *out++ = move.promotion;
    }
    return out;
}

void reference_san(const struct reference_board *board, struct reference_move move, char out[16])
{
    struct reference_board after = *board;
    struct reference_move replies[REFERENCE_MOVES_MAX];
    if (is_castling(board, move)) {
        strcpy(out, move.to > move.from ? "O-O" : "O-O-O");
        out += strlen(out);
    } else {
        out = write_man_move(board, move, out);
    }
    reference_make(&after, move);
    if (reference_in_check(&after))
        *out++ = reference_legal_moves(&after, replies) > 0 ? '+' : '#';
    *out = '\0';
}
