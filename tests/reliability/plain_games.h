/*
 * All positions of a database's games, found by a plain board of letters that shares nothing with the library but the squares
 * of its moves. Searches and opening trees are held against them.
 */
#ifndef PGNPACK_TESTS_PLAIN_GAMES_H
#define PGNPACK_TESTS_PLAIN_GAMES_H

#include "pgnpack.h"

enum { PLAIN_RIGHTS = 4, PLAIN_NONE = 64 };

/* What makes two positions the same one. */
struct plain_position {
    char men[64]; /* letters of a FEN, '.' where there is no man */
    uint8_t rooks
        [PLAIN_RIGHTS]; /* squares of those that may castle: white's short and long, black's; or PLAIN_NONE */
    uint8_t en_passant; /* where a pawn may be taken legally, or PLAIN_NONE */
    uint8_t is_black;   /* to move */
};

/* A position of a game. */
struct plain_place {
    uint64_t hash;
    uint32_t game; /* from 0 */
    uint32_t ply;
    uint16_t move; /* that is played there; 0: none */
    uint8_t is_variation;
    struct plain_position position;
};

struct plain_game {
    enum pgnpack_result result;
    unsigned elo[2], year;
};

struct plain_games {
    struct plain_place
        *places; /* game by game; plain_games_sort(): by hash, main lines first, then by game and ply */
    size_t count, capacity;
    struct plain_game *games;
    size_t game_count;
};

/* Reads all games. Returns 0 if the library fails. Ends the program when there is no memory. */
int plain_games_read(struct plain_games *games, const struct pgnpack_reader *reader);
void plain_games_free(struct plain_games *games);
void plain_games_sort(struct plain_games *games);

/* The first place of the sorted ones whose position that is, or NULL; the others follow. */
const struct plain_place *plain_games_find(const struct plain_games *games,
                                           const struct plain_position *position);

uint64_t plain_hash(const struct plain_position *position);

/* Takes away rights without king or rook, and an en-passant square where nothing can be taken legally. */
void plain_position_tidy(struct plain_position *position);

enum { PLAIN_FEN_SIZE = 100 };

/* X-FEN without counters. */
void plain_fen(const struct plain_position *position, char out[PLAIN_FEN_SIZE]);

#endif
