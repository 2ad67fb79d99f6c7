/* What the unpacker reads: the elements of a file, and what it does when one of them is damaged. */
#ifndef PGNPACK_LIB_READ_UNPACK_ELEMENTS_H
#define PGNPACK_LIB_READ_UNPACK_ELEMENTS_H

#include "lib/read/unpacker.h"

/*
 * Reads the next element of the file: header, block, or footer with end mark. A failure is in
 * unpacker->damage_error where it is the file's, in unpacker->error where it came from the jobs.
 */
enum pgnpack_status unpacker_read_element(struct pgnpack_unpacker *unpacker, int *at_end_ret);

/*
 * After unpacker->damage_error: passes over what is damaged up to the next element that is whole, which may stand
 * where we are and only be unexpected, and reports it. All jobs must be finished.
 */
enum pgnpack_status unpacker_recover(struct pgnpack_unpacker *unpacker, int *at_end_ret);

#endif
