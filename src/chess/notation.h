/* UCI notation. */
#ifndef PGNPACK_CHESS_NOTATION_H
#define PGNPACK_CHESS_NOTATION_H

#include <stddef.h>

#include "chess/position.h"
#include "chess/san.h"

/* "e2e4", "e7e8q", "e1g1"; castling as king takes rook ("e1h1") when `chess960`. Not terminated; returns the length. */
size_t uci_write(chess_move move, int chess960, char out[SAN_SIZE_MAX]);

/* Reads UCI text; castling is understood both ways. Only legal moves come back. "0000" is SAN_SYNTAX. */
enum san_status uci_parse(const struct position *position, const char *text, size_t size,
                          chess_move *move_ret);

#endif
