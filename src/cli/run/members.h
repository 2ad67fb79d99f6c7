/* The files that were packed together with their names: the members of a database. */
#ifndef PGNPACK_CLI_RUN_MEMBERS_H
#define PGNPACK_CLI_RUN_MEMBERS_H

#include "cli/run/database.h"

struct member {
    char *name; /* as it is stored, and ended by a zero byte; "": it has none */
    uint64_t first_block, block_count;
    uint64_t first_file; /* of those of its first block; of the others it is the first one */
    uint64_t first_game, games;
    uint64_t text_size;
    uint64_t packed_size; /* of its blocks, or by its share of their text */
    int has_time;
    int64_t time; /* of modification, in seconds since 1970 */
};

struct members {
    struct member *list; /* in the order of the database */
    size_t count;
    size_t named; /* how many have names */
    int with_sizes;
    int is_between; /* the last text read is of no file */
};

/*
 * Reads the header of each member's first block; for the sizes of texts blocks that several members share are unpacked. Returns 0, and what
 * there is so far, when there is no memory.
 */
int members_read(struct members *members, const struct pgnpack_reader *reader, int with_sizes);

/*
 * Is a member asked for by one of the patterns? They are the shell's; without a slash they are of the last part of the
 * name.
 */
int member_is_wanted(const char *name, const struct input_list *patterns);

/* Reports that `database` has none of the members that were asked for. */
enum exit_status member_report_none(const struct command_context *context, const char *database);

/* The name of the only file in a database, which the caller frees; NULL if there is none, or several. Says nothing. */
char *member_lone_name(const struct command_context *context, const char *input);

void members_free(struct members *members);

#endif
