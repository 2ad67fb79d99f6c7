/*
 * Standard Algebraic Notation. Reading is split: san_scan() is lexical, san_resolve() asks the position.
 * Writing follows the PGN standard's export format: minimal disambiguation over *legal* moves (file, else
 * rank, else both), "=Q" promotions, "O-O", `+` and `#`.
 */
#ifndef PGNPACK_CHESS_SAN_H
#define PGNPACK_CHESS_SAN_H

#include <stddef.h>
#include <stdint.h>

#include "chess/movegen.h"
#include "chess/position.h"

/* What a move's text says. */
struct san {
    uint8_t piece;     /* piece type; KING for castling; PAWN too for LAN and UCI from-to text ("e2e4") */
    uint8_t castling;  /* 0 none, 1 king side, 2 queen side */
    uint8_t to;        /* target square, unless castling */
    uint8_t from_file; /* 0..7, 8: not said */
    uint8_t from_rank; /* 0..7, 8: not said */
    uint8_t promotion; /* piece type, NO_PIECE_TYPE: none */
    uint8_t check;     /* 0 nothing, '+' or '#' as written (the last such sign) */
    uint8_t captures;  /* 1 if 'x' or ':' was written */
    uint8_t any_piece; /* 1: from-to text without a piece letter, the man on the from-square moves */
    uint8_t plain;     /* 1: no letter or sign that san_write() never uses ("P" ':' "0-0" "e8Q" "++") */
};

/* Room for any text that san_write() makes; the longest is "e7xf8=Q#". */
enum { SAN_SIZE_MAX = 12 };

/* The text of one move among many: what stands behind its `size` bytes says nothing. */
enum { SAN_TEXT_SIZE = 8 };
struct san_text {
    char text[SAN_TEXT_SIZE];
    uint8_t size;
    uint8_t move[sizeof(chess_move)]; /* which it is of, as one writer in a row tells; no alignment */
};

enum san_status {
    SAN_OK = 0,
    SAN_SYNTAX,   /* not a move's text */
    SAN_ILLEGAL,  /* no legal move fits */
    SAN_AMBIGUOUS /* two or more legal moves fit: never guessed */
};

/*
 * Reads the text of one move at `text`, not past `end`, and returns its length, 0 if it is none. The longest
 * match is taken, the check sign (`+`, `++`, `#`) included; suffixes `!?` are not. Understood: SAN with any
 * disambiguation, "e8=Q" "e8Q" "e8(Q)" "e8/Q", "O-O" "0-0" "o-o" and the long ones, "e2-e4" "Ng1-f3" "Ng1xf3",
 * UCI "e2e4" "e7e8q". A trailing "e.p." is not part of the match.
 */
size_t san_scan(const char *text, const char *end, struct san *san);

/*
 * Finds the one legal move that fits. Only squares, pieces and promotion count: an `x` or a check sign too many
 * or too few does not matter. A pawn without a from-file is pushed; one on its last rank has to say what it
 * becomes. A king's from-to text onto its own castling rook, or two and more squares onto its castling target,
 * is castling.
 *
 * *canonical_ret: 1 if the text is what san_write() gives as far as the position before the move tells: all
 * but the check sign, which is san_check_sign() of the position behind it.
 */
enum san_status san_resolve(const struct position *position, const struct san *san, chess_move *move_ret,
                            int *canonical_ret);

/* What the move that led to this position has at its end: '+', '#', or 0. */
static inline uint8_t san_check_sign(const struct position *after)
{
    if (!position_in_check(after))
        return 0;
    return legal_exists(after) ? '+' : '#';
}

/* san_scan() over all `size` bytes, then san_resolve(). */
enum san_status san_parse(const struct position *position, const char *text, size_t size,
                          chess_move *move_ret);

/* Writes a legal move's SAN, not terminated, and returns its length. */
size_t san_write(const struct position *position, chess_move move, char out[SAN_SIZE_MAX]);

/* The same, and makes the move on the position: no second look is needed for the check sign. */
size_t san_write_and_make(struct position *position, chess_move move, char out[SAN_SIZE_MAX],
                          reversible_move *word_ret);

#endif
