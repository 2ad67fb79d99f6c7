/* Numbers for people: "1,234,567". */
#ifndef PGNPACK_CLI_BASE_NUMBER_TEXT_H
#define PGNPACK_CLI_BASE_NUMBER_TEXT_H

#include <stdint.h>

enum { NUMBER_TEXT_SIZE = 28, COUNTED_SIZE = 80 };

/* Returns `text`. */
const char *number_text(uint64_t number, char text[NUMBER_TEXT_SIZE]);

/* "1 game", "2 games": as messages count. `noun` has up to 50 bytes. Returns `text`. */
const char *counted_text(uint64_t count, const char *noun, char text[COUNTED_SIZE]);

/* The same in a text that lasts as long as the block does. */
#define COUNTED(count, noun) counted_text((count), (noun), (char[COUNTED_SIZE]){0})

/* "1 game is", "2 games are". */
#define PLURAL_S(count) ((count) == 1 ? "" : "s")
#define IS_OR_ARE(count) ((count) == 1 ? "is" : "are")
#define WAS_OR_WERE(count) ((count) == 1 ? "was" : "were")

enum { TIME_TEXT_SIZE = 80 };

/* "2024-05-01T12:30:00Z" of seconds since 1970. Returns 0 for times that are not so written. */
int date_time_text(int64_t seconds, char text[TIME_TEXT_SIZE]);

#endif
