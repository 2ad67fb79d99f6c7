/* Games that were found in one database, written in the form that was asked for. */
#ifndef PGNPACK_CLI_FIND_FIND_WRITER_H
#define PGNPACK_CLI_FIND_FIND_WRITER_H

#include "cli/search/find_run.h"

struct find_writer;

/* What comes before all games: the head of a table. */
void find_writer_head(struct find_run *run);

/* Behind all games. */
void find_writer_end(struct find_run *run);

/* NULL: no memory. */
struct find_writer *find_writer_new(struct find_run *run, struct database *database);
void find_writer_free(struct find_writer *writer);

/* Damage is told, and the game left out. */
enum exit_status find_writer_put(struct find_writer *writer, const struct pgnpack_hit *hit);

#endif
