/*
 * Tags of a game's text that are set and removed: of the text nothing else changes. What is made is text, and has to be read
 * to be sure of it: whoever asks for a tag "FEN" may get other moves, say.
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

#endif
