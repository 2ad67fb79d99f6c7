/*
 * E6, the index into the ordered list of pseudo-legal moves in just enough bits: faster than E5, a little
 * larger.
 *
 * Pseudo-legal: men move as they do, not onto own men or a king; whether the own king is safe is not asked.
 * The en-passant square is the position's. Castling: the right is held, and the ways of king and rook to
 * their targets are free; attacked squares are not asked about. Order as for legal moves: ascending
 * from-square, to-square, promotion N B R Q, castling at (king's square, rook's square).
 */
#ifndef PGNPACK_ENCODING_PSEUDO_LEGAL_INDEX_H
#define PGNPACK_ENCODING_PSEUDO_LEGAL_INDEX_H

#include <stdint.h>

#include "chess/movegen.h"
#include "encoding/move_code.h"

/* All pseudo-legal moves; legal_nth() and legal_index() work on these targets too. */
void pseudo_legal_targets(const struct position *position, struct move_targets *targets);

/* The code of a pseudo-legal move. Width: legal_bits_width(number of pseudo-legal moves). */
struct move_code pseudo_legal_encode(const struct position *position, chess_move move);

/*
 * The move of a value that was read in legal_bits_width(targets->count) bits, `targets` being the position's
 * pseudo_legal_targets(). NO_MOVE past the last move. The move may leave the own king in check.
 */
chess_move pseudo_legal_decode(const struct position *position, const struct move_targets *targets,
                               uint32_t value);

#endif
