/* Where games leave what was played before: their positions beside those of a reference database. */
#ifndef PGNPACK_CLI_NOVEL_NOVELTIES_H
#define PGNPACK_CLI_NOVEL_NOVELTIES_H

#include "cli/run/database.h"
#include "cli/search/find_run.h"

/* Of a game. */
struct novelty {
    uint32_t
        ply; /* half-moves before the first position that is new, as are all behind it; 0: there is none */
    uint64_t games;   /* of the reference that had the position before it, earlier */
    uint64_t last;    /* the last of them, by date; of one date the last number */
    char *last_label; /* "White - Black, Event, Date", as the tags say; NULL: not known */
};

/*
 * Finds the novelties of `count` games, which ascend by number. A game of the reference counts where its date is before the game's;
 * where one of both is not known it counts, too. *novelties_ret: an array for the caller, who frees it with novelties_free(). Damage of the
 * reference was reported, and costs no other blocks.
 */
enum exit_status novelties_find(struct find_run *run, struct database *reference, struct database *database,
                                const struct pgnpack_hit *hits, size_t count, struct novelty **novelties_ret);
void novelties_free(struct novelty *novelties, size_t count);

#endif
