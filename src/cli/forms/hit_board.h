/* The board of the place where a game was found, and the half-move that led there. */
#ifndef PGNPACK_CLI_FORMS_HIT_BOARD_H
#define PGNPACK_CLI_FORMS_HIT_BOARD_H

#include "cli/run/command.h"
#include "pgnpack.h"

struct hit_board {
    struct pgnpack_cursor *cursor;   /* of the database */
    const struct pgnpack_game *game; /* its tags, and all its moves; it lives until the next one */
    struct pgnpack_board *board;     /* as it stood there */
    char fen[PGNPACK_FEN_SIZE];
    char move[PGNPACK_SAN_SIZE]; /* empty: the place is before the first one; "--": a null move */
    unsigned number;             /* of that move, as a score sheet has it */
    enum pgnpack_side mover;
};

/* NULL: no memory. */
struct hit_board *hit_board_new(const struct pgnpack_reader *reader, const struct pgnpack_options *options);
void hit_board_free(struct hit_board *at);

/*
 * Goes to the place of the hit: of its first step in the main line, or of its last in a variation; where nothing was asked of the
 * board (`has_place` 0) to the end of the main line. A game whose FEN is no position has the start position, and no moves.
 */
enum pgnpack_status hit_board_go_to(struct hit_board *at, const struct pgnpack_hit *hit, int has_place);
const struct pgnpack_error *hit_board_error(struct hit_board *at);

/* "12. Nf3", "12... Nf6"; empty where no move led there. */
enum { HIT_MOVE_SIZE = PGNPACK_SAN_SIZE + 16 };
void hit_board_move_text(const struct hit_board *at, char text[HIT_MOVE_SIZE]);

#endif
