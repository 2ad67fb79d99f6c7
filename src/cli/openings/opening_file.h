/* Tables of openings from files of users, and the one that is built in. */
#ifndef PGNPACK_CLI_OPENINGS_OPENING_FILE_H
#define PGNPACK_CLI_OPENINGS_OPENING_FILE_H

#include "cli/base/messages.h"
#include "cli/openings/opening_table.h"

/*
 * Reads the file ("-": standard input), in whichever of the forms of opening_forms.h it is. NULL: failures were reported, with their
 * lines.
 */
struct opening_table *opening_file_read(const char *file, struct messages *messages,
                                        const struct pgnpack_options *options);

/* The same of the lines of data/openings.txt, which says how they are to be read. NULL: no memory, or they are wrong; reported. */
struct opening_table *opening_lines_read(struct pgnpack_text lines, struct messages *messages,
                                         const struct pgnpack_options *options);

#endif
