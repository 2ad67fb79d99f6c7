/* The main line of a game by itself, half-move by half-move on a board. */
#ifndef PGNPACK_BINDINGS_FUNCTIONS_GAME_LINE_H
#define PGNPACK_BINDINGS_FUNCTIONS_GAME_LINE_H

#include "pgnpack.h"

struct game_line {
    struct pgnpack_board *board;
    const struct pgnpack_game *game;
    size_t item;             /* behind `ply` */
    struct pgnpack_item ply; /* the half-move that comes next */
};

/* Before the first half-move; 0: the game's FEN is no position. */
int game_line_start(struct game_line *line, struct pgnpack_board *board, const struct pgnpack_game *game);

/* Looks for the next half-move, which is not played yet; 0: there is none. */
int game_line_next(struct game_line *line);

/* Plays it. */
int game_line_play(struct game_line *line);

/* The board goes to ply `ply` of the game, from the end if that is negative, -1 being the last position; 0: the game has none such. */
int game_line_go_to(struct pgnpack_board *board, const struct pgnpack_game *game, int64_t ply);

/* SAN or UCI of the half-move that comes next, as columns have them. */
void game_line_text(const struct game_line *line, enum pgnpack_notation notation,
                    char text[PGNPACK_SAN_SIZE]);

/* The man that makes it, as in a FEN; '\0': none, of a null move. */
char game_line_mover(const struct game_line *line);

/* The next NAG that stands behind it, from item *at on, which goes behind that; -1: there is none. At first *at is line->item. */
int game_line_nag(const struct game_line *line, size_t *at);

#endif
