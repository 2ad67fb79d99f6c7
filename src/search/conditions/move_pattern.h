/*
 * Moves that are looked for: one ("Bxh7+", "e8=N", "O-O"), or a manoeuvre: several of one man, with any moves of others in
 * between ("Nb1-d2-f1-g3"). It ends where the man is taken, or goes somewhere else.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_MOVE_PATTERN_H
#define PGNPACK_SEARCH_CONDITIONS_MOVE_PATTERN_H

#include "search/conditions/board_view.h"
#include "util/error.h"
#include "util/text.h"

enum { MANOEUVRE_SQUARES_MAX = 16 };

enum castling_wings { CASTLES_KING_SIDE = 1, CASTLES_QUEEN_SIDE = 2 };

struct move_pattern {
    uint64_t from, to;  /* of a single move */
    uint64_t on_path;   /* squares of a manoeuvre */
    uint16_t men;       /* bits by man, of both colours where it does not matter whose move it is */
    uint16_t takes;     /* of a single move: it takes one of these men; 0: as it may be */
    uint16_t captures;  /* bits by move, from the first on: it takes something */
    uint8_t promotions; /* bits by piece type: the last move promotes to one of them; 0: as it may be */
    uint8_t castles;    /* bits of enum castling_wings; 0: it is another move */
    uint8_t gives_check;
    uint8_t gives_mate;
    uint8_t square_count; /* of a manoeuvre: at least 3; 0: a single move */
    uint8_t squares[MANOEUVRE_SQUARES_MAX];
};

/* "[white|black] MOVE". Returns 0, with the cause in *error, where it is not understood. */
int move_pattern_read(struct text text, struct move_pattern *pattern, struct error *error);

/* The same of a word without a side. */
int move_word_read(struct text word, struct move_pattern *pattern, struct error *error);

struct text_place;

/* Takes "white", "us" and so on off the text, if it begins so, sets the men that may move, and returns the next word. */
struct text move_side_read(struct text_place *place, unsigned *men_ret);

/* Is the view's move such a one? Of single moves. */
int move_pattern_holds(const struct move_pattern *pattern, const struct board_view *view);

/*
 * How far men have come on a manoeuvre's way: bit n: one stands on squares[n], having come over those before. Starts with 0.
 * Returns the bits behind the view's move, the last one of which is set (MANOEUVRE_DONE) right behind the manoeuvre's end.
 */
enum { MANOEUVRE_DONE = 1 << (MANOEUVRE_SQUARES_MAX - 1) };
unsigned manoeuvre_follow(const struct move_pattern *pattern, unsigned progress,
                          const struct board_view *view);

void move_pattern_reverse(struct move_pattern *pattern);
void move_pattern_mirror(struct move_pattern *pattern);

/* ---- The end of a game ---- */

/* Of the side to move, whatever `checkers` says. */
int board_is_check(const struct position *position);
int board_is_mate(const struct position *position);
int board_is_stalemate(const struct position *position);

#endif
