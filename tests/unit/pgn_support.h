/* For the tests of PGN: games as short text, sources that give their text in pieces, memory that runs out. */
#ifndef PGNPACK_TESTS_UNIT_PGN_SUPPORT_H
#define PGNPACK_TESTS_UNIT_PGN_SUPPORT_H

#include <stddef.h>

#include "game/game.h"
#include "pgn/pgn_reader.h"
#include "util/buffer.h"

/*
 * Appends the game in one line: [Name=value] tags, moves as "e2e4" (castling as king takes rook), "--", $n, s1..s6
 * for suffixes, {comment}, ;comment; %escape% ( ) <token>, the result, the trouble as "illegal@offset", and
 * oddities as "+word". "h" before a comment: it stands in the header; "a": behind the result.
 */
void describe_game(const struct game *game, struct buffer *out);

/*
 * Appends all games of the text, a line each. Fails the test if the games' texts are not the whole input, or if
 * what is read differs when the text comes in pieces.
 */
void describe_games(const char *text, size_t size, struct buffer *out);

/* Fails the test if the text's games are not described so. The first one is for zero-terminated texts. */
void expect_games(const char *text, const char *expected);
void expect_games_of_bytes(const char *text, size_t size, const char *expected);

/* A source of text, `piece` bytes at a time. */
struct text_source {
    const char *text;
    size_t size;
    size_t piece;
    size_t at;
    int cause; /* 0, or the errno value that reading fails with when the text is at its end */
};

int read_text_source(void *opaque, void *bytes, size_t size, size_t *size_ret);

#endif
