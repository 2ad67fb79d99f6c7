/*
 * Tags, the result and comments of a game's text that are set and removed: of the text nothing else changes. What is made is text, and has
 * to be read to be sure of it: whoever asks for a tag "FEN" may get other moves, say.
 */
#ifndef PGNPACK_PGN_PGN_EDIT_H
#define PGNPACK_PGN_PGN_EDIT_H

#include "game/game.h"
#include "util/buffer.h"

/*
 * Writes the game's text, all its tags of that name with this value, which comes without escapes. Where there are none, one
 * is added: one of the Seven Tag Roster behind those that come before it there, any other behind the last tag; spaced as its
 * neighbours are, with the text's own line ends. Where `out` fails there is no memory.
 */
void pgn_edit_set_tag(const struct game *game, struct text name, struct text value, struct buffer *out);

/* Writes the game's text without the tags of that name, and without the lines that had nothing else. */
void pgn_edit_remove_tag(const struct game *game, struct text name, struct buffer *out);

/* Writes the game's text with this result token behind its moves, in place of the one that is there, if one is. */
void pgn_edit_set_result(const struct game *game, struct text token, struct buffer *out);

/* Where a comment stands, among the game's items. */
struct comment_place {
    size_t at;    /* so many are before it */
    int is_there; /* it is the next one */
};

/* The place behind so many half-moves of the main line, and behind their NAGs. Returns 0 where there are not so many. */
int pgn_find_comment(const struct game *game, uint32_t ply, struct comment_place *place);

/* Writes the game's text with what stands between the braces of the comment there; NULL: with none. */
void pgn_edit_set_comment(const struct game *game, uint32_t ply, const struct comment_place *place,
                          const struct text *text, struct buffer *out);

#endif
