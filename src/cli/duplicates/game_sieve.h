/* Games of a database that come to a writer, but for those that are left out. A block of which none is comes byte for byte. */
#ifndef PGNPACK_CLI_DUPLICATES_GAME_SIEVE_H
#define PGNPACK_CLI_DUPLICATES_GAME_SIEVE_H

#include "cli/run/command.h"

/* A game that comes with another text than it has. */
struct sieve_text {
    uint64_t game;
    char *bytes;
    size_t size;
};

/* Zero it, set what is to be done, and free it. */
struct game_sieve {
    struct command_context *context;
    const char *name, *writer_name; /* in messages */
    struct pgnpack_reader *reader;
    struct pgnpack_writer *writer;
    uint64_t *dropped; /* numbers of games that are left out, ascending */
    size_t dropped_count, dropped_capacity;
    struct sieve_text *texts; /* by ascending numbers */
    size_t text_count, text_capacity;
    /* On the way: */
    size_t next_dropped, next_text;
    char *file_name; /* of the file that is to begin with the next bytes; NULL: none */
    size_t file_name_size;
    int has_named; /* a file with a name began */
    int file_has_time;
    int64_t file_time;
};

/* Adds a game that is left out, or one with another text: in ascending order. Failures are reported. */
enum exit_status game_sieve_drop(struct game_sieve *sieve, uint64_t game);
enum exit_status game_sieve_change(struct game_sieve *sieve, uint64_t game, struct pgnpack_text text);

/* All games that are not left out. Failures are reported. */
enum exit_status game_sieve_run(struct game_sieve *sieve);

/* The game's number among those that come; it is one of them. */
uint64_t game_sieve_number(const struct game_sieve *sieve, uint64_t game);

void game_sieve_free(struct game_sieve *sieve);

#endif
