/*
 * Tag values that BCGN 0 stores as numbers. A field is used if and only if its printed form is exactly the
 * source's string; the all-unknown value of each field means that there is no tag, so no string parses to it.
 */
#ifndef PGNPACK_BCGN0_BCGN0_FIELDS_H
#define PGNPACK_BCGN0_BCGN0_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "util/text.h"

/* Room for any printed field. */
enum { BCGN0_FIELD_SIZE_MAX = 16 };

/* 0: that part is unknown. */
struct bcgn0_date {
    uint16_t year;
    uint8_t month;
    uint8_t day;
};

struct bcgn0_eco {
    uint8_t letter; /* 'A' to 'E' */
    uint8_t number; /* 0 to 99; A00 means unknown */
};

/* The parsers return 0, and set nothing, where the text must be kept as it is. */
int bcgn0_date_parse(struct text text, struct bcgn0_date *date);
int bcgn0_number_parse(struct text text, uint16_t *number);
int bcgn0_eco_parse(struct text text, struct bcgn0_eco *eco);

/* The printers return the length, 0 for the unknown value; no terminator. */
size_t bcgn0_date_print(struct bcgn0_date date, char out[BCGN0_FIELD_SIZE_MAX]);
size_t bcgn0_number_print(uint16_t number, char out[BCGN0_FIELD_SIZE_MAX]);
size_t bcgn0_eco_print(struct bcgn0_eco eco, char out[BCGN0_FIELD_SIZE_MAX]);

#endif
