/* Games that are found, written as PGN: as they are, or with marks, without flags, in export format. */
#ifndef PGNPACK_CLI_FIND_FIND_PGN_H
#define PGNPACK_CLI_FIND_FIND_PGN_H

#include "cli/search/find_run.h"

struct find_pgn;

/* As the run's options say. NULL: no memory. */
struct find_pgn *find_pgn_new(struct find_run *run);
void find_pgn_free(struct find_pgn *pgn);

/* Puts a game, of which `text` is the text, behind the run's text. */
enum exit_status find_pgn_put(struct find_pgn *pgn, const char *file, struct pgnpack_text text,
                              const struct pgnpack_hit *hit);

#endif
