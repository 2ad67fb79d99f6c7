/* Numbers for people: "1,234,567". */
#ifndef PGNPACK_CLI_NUMBER_TEXT_H
#define PGNPACK_CLI_NUMBER_TEXT_H

#include <stdint.h>

enum { NUMBER_TEXT_SIZE = 28 };

/* Returns `text`. */
const char *number_text(uint64_t number, char text[NUMBER_TEXT_SIZE]);

#endif
