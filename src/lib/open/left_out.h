/*
 * Which games of a database are left out: the deleted ones, unless its reader was told to keep them, and those of damaged blocks that
 * it was told to skip. Games are counted from 0.
 */
#ifndef PGNPACK_LIB_OPEN_LEFT_OUT_H
#define PGNPACK_LIB_OPEN_LEFT_OUT_H

#include "lib/open/reader.h"

/* Games from `first` to before `end` are known to be there: so a look at the list serves for many of them. */
struct games_there {
    uint64_t first, end;
};

/* Are there deleted games that are? */
static inline int left_out_deleted(const struct pgnpack_reader *reader)
{
    return reader->deleted.count != 0 && !reader->with_deleted;
}

static inline int left_out_any(const struct pgnpack_reader *reader)
{
    return left_out_deleted(reader) || reader->skipped.count != 0;
}

/* How many of the games from `first` to before `end` are in damaged blocks that are skipped. */
static inline uint64_t left_out_skipped(const struct pgnpack_reader *reader, uint64_t first, uint64_t end)
{
    return reader->skipped.count == 0 ? 0 : deleted_games_between(&reader->skipped, first, end);
}

/* How many of these games are left out. */
uint64_t left_out_between(const struct pgnpack_reader *reader, uint64_t first, uint64_t end);

/* The first game from `number` on that is not left out; perhaps behind the last game. `there` begins as zero. */
uint64_t left_out_pass(const struct pgnpack_reader *reader, struct games_there *there, uint64_t number);

/* How many of the block's games. */
static inline uint64_t left_out_of_block(const struct pgnpack_reader *reader, const struct index_entry *entry)
{
    return left_out_between(reader, entry->games_before, entry->games_before + entry->game_count);
}

/* Clears the bytes, one for each game of the block, of those that are deleted; with `others` of all others. All of a skipped block. */
void left_out_clear(const struct pgnpack_reader *reader, const struct index_entry *entry, int others,
                    uint8_t *games);

#endif
