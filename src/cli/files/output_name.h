/* Names for outputs that were given none, and paths. */
#ifndef PGNPACK_CLI_FILES_OUTPUT_NAME_H
#define PGNPACK_CLI_FILES_OUTPUT_NAME_H

#include <stddef.h>

#include "cli/files/name_choice.h"

/*
 * games.pgn -> games.bcgn, games.pgn.gz -> games.bcgn, games.txt -> games.txt.bcgn. `unwraps` 0: endings of
 * wrappers are nothing special. The caller frees the name; NULL when there is no memory.
 */
char *output_name_packed(const char *input, int unwraps);

/*
 * The name that a file packed alone is to come back under, where it does not end in .pgn: games.txt.gz -> games.txt
 * if it was unwrapped. Empty where games.bcgn says enough. It points into `input`.
 */
struct name_text output_name_stored(const char *input, int unwraps);

/*
 * games.bcgn -> games.pgn, games.bcgn.gz -> games.pgn; NULL for others, and when there is no memory. With a stored name
 * its ending counts: twic.bcgn with "TWIC.PGN" -> twic.PGN, games.txt.bcgn with "games.txt" -> games.txt.
 */
char *output_name_unpacked(const char *input, int unwraps, struct name_text stored);

/* With a zero byte at its end. The caller frees it; NULL when there is no memory. */
char *name_copy(struct name_text name);

/* "FOLDER/NAME". The caller frees it; NULL when there is no memory. */
char *path_join(const char *folder, const char *name, size_t name_size);

/* Does the name end in .bcgn? */
int output_name_is_bcgn(const char *name);

/* The same, wrapped or not. */
int output_name_is_packed(const char *input);

/* Does it end in .pgn, wrapped or not? */
int output_name_is_pgn(const char *input);

#endif
