/*
 * The games that a training run learns from and is tested with: main lines only, all in memory (2 bytes a ply).
 *
 * What is read is said by a list, one file a line: NAME ROLE [NUMBER]. Roles:
 *     train          all of it is learnt, NUMBER times as often as it stands there (default 1)
 *     test           all of it is for tests
 *     first COUNT    the first COUNT games are for tests, the others are learnt
 *     players        games are for tests or learnt by the one of its two players who has more games in the file:
 *                    one player in eight, by a hash of the name, is for tests
 * A file NAME is looked for as it is and with ".zst" behind its name. No game is learnt whose moves are those of
 * a test game.
 */
#ifndef PGNPACK_TRAIN_COLLECTION_H
#define PGNPACK_TRAIN_COLLECTION_H

#include <stddef.h>
#include <stdint.h>

#include "net/features/policy_features.h"

enum { COLLECTION_FILES_MAX = 64, COLLECTION_NAME_SIZE = 64 };

struct collected_game {
    uint64_t moves_hash;
    uint64_t owner; /* hash of the player with more games */
    size_t first_move;
    uint32_t move_count;
    uint32_t start; /* number of the start position; 0: the orthodox one */
    struct policy_hints hints;
    uint8_t file;
    uint8_t is_test;
    uint8_t copies; /* to be learnt; 0: not at all */
};

struct collected_file {
    char name[COLLECTION_NAME_SIZE];
    size_t first_game;
    size_t game_count;
};

struct collection {
    struct collected_file files[COLLECTION_FILES_MAX];
    unsigned file_count;
    struct collected_game *games;
    size_t game_count, game_capacity;
    chess_move *moves;
    size_t move_count, move_capacity;
    struct position *starts;
    size_t start_count, start_capacity;
};

/* Reads what `list` names from `folder`. Prints and returns 0 when something is missing. */
int collection_read(struct collection *collection, const char *list, const char *folder);

void collection_free(struct collection *collection);

#endif
