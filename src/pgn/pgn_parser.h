/*
 * PGN import: one game from text in memory. Visits every byte once, allocates nothing per game (the game's
 * arrays are reused), and never fails on bad text: what it does not understand is marked in the game.
 */
#ifndef PGNPACK_PGN_PGN_PARSER_H
#define PGNPACK_PGN_PGN_PARSER_H

#include <stddef.h>

#include "game/game.h"
#include "game/line_stack.h"

struct pgn_parser {
    struct line_stack line;
    line_visit_function visit; /* NULL, or set by the caller behind pgn_parser_init() */
    line_visit_run_function
        visit_run; /* the same; NULL: `visit`, if there is one, sees all moves one by one */
    void *visit_opaque;
};

enum pgn_status {
    PGN_GAME,      /* one game was read */
    PGN_NEED_MORE, /* the text ends inside a game and is not the input's end */
    PGN_END,       /* nothing but white space (or nothing at all) was left; `text` of the game covers it */
    PGN_NO_MEMORY
};

void pgn_parser_init(struct pgn_parser *parser, struct memory *memory);
void pgn_parser_free(struct pgn_parser *parser);

/*
 * Reads the game that begins at `text`. `final`: the text ends where the input ends. game->text says how many
 * bytes it took: white space before the game and the line end behind it are part of it, so that the games'
 * texts, one after the other, are the whole input. At most 4 GiB of text at once.
 */
enum pgn_status pgn_parse(struct pgn_parser *parser, const char *text, size_t size, int final,
                          struct game *game);

/* ---- Where texts are cut ---- */

/* Bytes at a text's end in which a cut cannot be seen yet, because its sign may be incomplete. */
enum { PGN_SPLIT_TAIL = 8 };

/*
 * The first place behind `from` where a game begins for certain: "[Event " in the first column, without another tag in the line before
 * (the text's own beginning does not count). 0 when there is none.
 */
size_t pgn_find_split(const char *text, size_t size, size_t from);

/*
 * Where the game whose tags begin at `at` takes over from the one before: behind the line end of the last line that
 * is not empty, as the parser has it. `at` itself if nothing but line ends stands before it.
 */
size_t pgn_game_begin(const char *text, size_t at);

/* A weaker sign, for games without tags: the first place behind an empty line. 0 when there is none. */
size_t pgn_find_gap(const char *text, size_t size, size_t from);

/*
 * Does a game begin at `at`, behind an empty line: any tag, or a first move without tags before it? Not in less than PGN_SPLIT_TAIL bytes.
 */
int pgn_game_is_likely(const char *text, size_t size, size_t at);

#endif
