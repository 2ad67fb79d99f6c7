/*
 * A second, slow opinion on the rules of chess, for tests: a mailbox of FEN letters, pseudo-legal moves that
 * take no king, and a move is legal if the enemy could not take the king after it. Shares no code with
 * src/chess, not even the FEN reader.
 */
#ifndef PGNPACK_TESTS_UNIT_REFERENCE_MOVEGEN_H
#define PGNPACK_TESTS_UNIT_REFERENCE_MOVEGEN_H

#include <stddef.h>

struct reference_board {
    char squares[64]; /* a1 first; FEN letters, '.' for none */
    int white_to_move;
    int rook_home
        [2][2]; /* by side (0 white) and wing (0 king's): the castling rook's square, -1 without the right */
    int en_passant; /* square behind a pawn that was just pushed two squares, or -1 */
};

/* Castling goes from the king's square to its rook's. */
struct reference_move {
    int from, to;
    char promotion; /* 'N' 'B' 'R' 'Q', or 0 */
};

enum { REFERENCE_MOVES_MAX = 1088 };

/* Shredder-FEN, X-FEN or plain FEN, well formed. */
void reference_read_fen(struct reference_board *board, const char *fen);

/* Legal moves by from-square, to-square, promotion (N B R Q). Returns their number. */
int reference_legal_moves(const struct reference_board *board,
                          struct reference_move moves[REFERENCE_MOVES_MAX]);

void reference_make(struct reference_board *board, struct reference_move move);

int reference_in_check(const struct reference_board *board);

/* Standard algebraic notation by trying all moves; zero-terminated. */
void reference_san(const struct reference_board *board, struct reference_move move, char out[16]);

unsigned long long reference_perft(const struct reference_board *board, int depth);

#endif
