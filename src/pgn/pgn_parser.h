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

#endif
