/* Makes the checksums of a changed file fit again, so that what is behind them can be tried. */
#ifndef PGNPACK_TESTS_SHARED_RESEAL_H
#define PGNPACK_TESTS_SHARED_RESEAL_H

#include <stddef.h>
#include <stdint.h>

/*
 * Walks the elements of a file as far as their sizes lead, and corrects in place: sync markers, checksums of
 * the header, the blocks' headers, tables and sections, of the footer and the end mark, sizes that follow
 * from others, and the counts of games and text before each block. Never reads or writes outside of the
 * bytes.
 */
void reseal_file(uint8_t *bytes, size_t size);

/* One block, of `size` bytes at most, that begins here. Returns its size, or 0 if it does not fit. */
size_t reseal_block(uint8_t *block, size_t size, uint64_t games_before, uint64_t text_before);

#endif
