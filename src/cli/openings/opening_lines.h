/* The table built in, as text: data/openings.txt, in pgndb and pgnfind only. opening_lines_read() reads it. */
#ifndef PGNPACK_CLI_OPENINGS_OPENING_LINES_H
#define PGNPACK_CLI_OPENINGS_OPENING_LINES_H

extern const unsigned char opening_lines[];
extern const unsigned long opening_lines_size;

#endif
