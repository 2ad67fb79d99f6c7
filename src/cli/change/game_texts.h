/* Texts that games of a database are to get: read from a file of PGN, looked at, and shown beside the old ones. */
#ifndef PGNPACK_CLI_CHANGE_GAME_TEXTS_H
#define PGNPACK_CLI_CHANGE_GAME_TEXTS_H

#include "cli/run/command.h"
#include "cli/run/view_text.h"

/* What is wrong with a game's text (bits). */
enum text_fault {
    FAULT_MOVES = 1,    /* they make no sense to their end */
    FAULT_TAGS = 2,     /* a line that begins with [ is no tag */
    FAULT_UNCLOSED = 4, /* a comment or variation */
    FAULT_NO_GAME = 8   /* no tag, move or result */
};

unsigned game_faults(const struct pgnpack_game *game);

struct game_text {
    size_t start, size; /* in the bytes, without white space around it */
    uint64_t line;      /* where it begins, from 1 */
    unsigned faults;
    uint64_t fault_line;
    char fault[160]; /* the first one, in words */
};

/* Zeroed, there are none. */
struct game_texts {
    char *bytes;
    size_t size, capacity;
    struct game_text *games;
    size_t count, game_capacity;
};

void game_texts_free(struct game_texts *texts);

/* Adds bytes; a further game's begin with an empty line. */
enum exit_status game_texts_add(struct game_texts *texts, struct command_context *context,
                                struct pgnpack_text bytes);

/* A file's bytes, or those of standard input, in place of what there was. Reports failures. */
enum exit_status game_texts_read(struct game_texts *texts, struct command_context *context, const char *name);

/* Finds the games in the bytes. `name`: of the file, for messages. Reports failures. */
enum exit_status game_texts_split(struct game_texts *texts, struct command_context *context,
                                  const char *name);

struct pgnpack_text game_text_of(const struct game_texts *texts, size_t i);

/* A game's text without white space around it. */
struct pgnpack_text game_text_core(struct pgnpack_text text);
int game_texts_equal(struct pgnpack_text a, struct pgnpack_text b);

/* Lines that went with '-', and that came with '+', between those that stay. */
void game_text_show(struct view_text *view, struct pgnpack_text old_text, struct pgnpack_text new_text);

#endif
