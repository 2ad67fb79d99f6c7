/* Forsyth-Edwards Notation in and out: FEN, X-FEN and Shredder-FEN. Every FEN is hostile input. */
#ifndef PGNPACK_CHESS_FEN_H
#define PGNPACK_CHESS_FEN_H

#include <stddef.h>

#include "chess/position.h"

enum fen_status {
    FEN_OK = 0,
    FEN_BAD_PLACEMENT, /* not eight ranks of eight squares, or an unknown man */
    FEN_BAD_SIDE,
    FEN_BAD_CASTLING,
    FEN_BAD_EN_PASSANT,
    FEN_BAD_COUNTER,
    FEN_BAD_KINGS,     /* not one king a side */
    FEN_BAD_PAWNS,     /* a pawn on the first or last rank */
    FEN_TRAILING_TEXT, /* more than six fields */
    /* Of fen_check_fields(). */
    FEN_NO_SIDE,
    FEN_NO_CASTLING,
    FEN_NO_EN_PASSANT
};

/*
 * Oddities of a position that is usable all the same (bits).
 * What was dropped is not in it although the FEN says it.
 */
enum fen_note {
    FEN_NOTE_RIGHT_DROPPED = 1, /* a castling right without its king or rook at home */
    FEN_NOTE_EN_PASSANT_DROPPED =
        2,                         /* an en-passant square that no pawn attacks, or without its pushed pawn */
    FEN_NOTE_OPPONENT_IN_CHECK = 4 /* the side that is not to move is in check: no move can have led here */
};

/* Longest text that fen_write() makes, without a terminator. */
enum { FEN_SIZE_MAX = 128 };

enum fen_style {
    FEN_X,       /* X-FEN: KQkq where the rook is the outermost one on its side, else its file's letter */
    FEN_SHREDDER /* always the rooks' files (HAha) */
};

/*
 * Reads one FEN of `size` bytes. Fields are separated by spaces; trailing fields may be missing: rights "-",
 * en passant "-", clock 0, move number 1, and the side too (white). Surrounding white space is skipped.
 * Castling rights are read as KQkq (outermost rook on that side of the king), as file letters A-H a-h, or mixed.
 * What crazyhouse adds, a hand behind the board and a '~' behind promoted men, is passed over.
 * On any status but FEN_OK *position is undefined. `notes_ret` may be NULL.
 */
enum fen_status fen_parse(const char *text, size_t size, struct position *position, unsigned *notes_ret);

/*
 * What a diagram does not show, a FEN need not say: hands each position to `take` that a FEN fits whose last fields are missing, but
 * for the counters. `take` returns 0 to end that. On any status but FEN_OK none was handed over.
 */
typedef int (*fen_take_function)(void *opaque, const struct position *position);
enum fen_status fen_parse_open(const char *text, size_t size, fen_take_function take, void *opaque);

/*
 * Of a FEN that fen_parse() has read: which field is missing although the men leave more than one choice for it? FEN_OK: none. Of
 * castling rights those of orthodox chess count.
 */
enum fen_status fen_check_fields(const char *text, size_t size, const struct position *position);

/* The cause in words, for messages. */
const char *fen_status_text(enum fen_status status);

/*
 * Writes the FEN, zero-terminated, and returns its length. The en-passant square is written only where a
 * capture is legal.
 */
size_t fen_write(const struct position *position, enum fen_style style, char out[FEN_SIZE_MAX + 1]);

#endif
