/*
 * Surnames of players, as they are compared. Names are written "Carlsen, Magnus", "Carlsen,M", "Magnus Carlsen", "M. Carlsen" or
 * "CARLSEN M": the surname is what stands before the first comma, and without a comma the last word of at least two letters. Of
 * it the letters and digits count, without case and accents (search/text/text_fold.h): "Ter-Petrosjan" is "terpetrosjan",
 * "O'Kelly de Galway, A" is "okellydegalway".
 */
#ifndef PGNPACK_SEARCH_TEXT_SURNAME_H
#define PGNPACK_SEARCH_TEXT_SURNAME_H

#include <stdint.h>

#include "search/text/text_fold.h"

/*
 * Writes the surname, of at most text_fold_size_max(name.size) bytes, and returns its size; 0: the name is unknown ("?", "").
 */
size_t surname_fold(struct text name, char *out);

/*
 * The first letter of what is left without the surname, folded: of the given name, titles (GM, Dr) passed over. "Magnus Carlsen",
 * "GM M. Carlsen" and "Carlsen, M." have an m. 0: there is none, or one behind U+07FF. `room`: as for surname_fold().
 */
uint32_t surname_initial(struct text name, char *room);

#endif
