/* pgnfind: its options, its output, and what is done between. */
#ifndef PGNPACK_CLI_FIND_FIND_H
#define PGNPACK_CLI_FIND_FIND_H

/* All of it. Returns the exit status. */
int find_main(int argument_count, char **arguments);

#endif
