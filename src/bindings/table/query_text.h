/*
 * Query words as one text: "player=Kasparov eco=B90-B99 not result=1/2".
 *
 * Words stand between blanks (spaces, tabs, line ends). What is before a word's first '=' is the condition's name, as
 * docs/QUERIES.md has them, what is behind it the value; a condition without a value is its name alone. In double quotes blanks
 * belong to the value: player="Kasparov, Garry". Quotes may stand around any part of a value; a quote itself is two of them
 * within quotes: event="the ""Candidates""". All other characters mean themselves.
 */
#ifndef PGNPACK_BINDINGS_TABLE_QUERY_TEXT_H
#define PGNPACK_BINDINGS_TABLE_QUERY_TEXT_H

#include "bindings/table/memory.h"
#include "bindings/table/table.h"

/* Is it a FEN, in the place of query words or of a game? Its first field has seven strokes, or eight with a hand; no condition's name begins so, and no game but with a comment. */
int query_text_is_fen(struct pgnpack_text text);

/* Adds all words to the query. `text` NULL: none. */
enum pgnpack_status query_text_add(struct pgnpack_query *query, const char *text,
                                   const struct pgnpack_allocator *allocator, struct table_error *error);

#endif
