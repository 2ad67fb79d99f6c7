/* The index's ranges of dates and ratings, which let a search pass over whole blocks. */
#ifndef PGNPACK_LIB_GAMES_GAME_SUMMARY_H
#define PGNPACK_LIB_GAMES_GAME_SUMMARY_H

#include "container/file/file_format.h"
#include "game/game.h"

/* What a Date tag says, year * 10,000 + month * 100 + day, what is unknown being 0; 0 if that is no date. */
uint32_t summary_date(struct text value);

/* The same of Date and UTCDate: that of the first, if it is one, else of the second. */
static inline uint32_t summary_date_of(struct text date, struct text utc_date)
{
    uint32_t first = summary_date(date);
    return first != 0 ? first : summary_date(utc_date);
}

/*
 * What a tag of ratings says, 1 to 9999: behind white space one to four digits, whatever follows them ("1500?", "1500P"). 0 if
 * that is none, or digits are not known ("24??").
 */
uint32_t summary_elo(struct text value);

/* Widens the block's ranges by the game's Date (or UTCDate), WhiteElo and BlackElo. */
void summarise_game(struct index_entry *entry, const struct game *game);

#endif
