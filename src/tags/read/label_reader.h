/*
 * Labels (tag_labels.h) as they stand in section TAG_BY_MOVES: in groups of games, each with a stream of its own and a
 * state that begins anew, but for the columns' dictionaries, which are known from the beginning. docs/FORMAT.md,
 * "Labels". Within a group games come in their order; a group can be begun again.
 *
 * The section: the number of label columns; if it is not 0, the games of a group; for each group its stream's size and
 * how many strings of each column it takes; the streams.
 */
#ifndef PGNPACK_TAGS_READ_LABEL_READER_H
#define PGNPACK_TAGS_READ_LABEL_READER_H

#include "tags/model/tag_labels.h"
#include "util/text.h"
#include "util/varint.h"

/* For the packer, and at least, so that not too many groups begin by clearing the state. */
enum { LABEL_GROUP_GAMES = 2500, LABEL_GROUP_GAMES_MIN = 1000 };

/* The strings of a column. */
struct label_strings {
    const char *text;
    uint32_t *ends; /* offsets in it, by number */
    size_t capacity;
    uint32_t count;
};

/* Before a group. */
struct label_place {
    uint64_t game; /* its first one */
    struct byte_source heads;
    const uint8_t *stream;
    uint32_t taken[LABEL_COLUMN_COUNT_MAX]; /* strings of those before */
};

struct label_reader {
    struct memory *memory;
    struct label_strings strings[LABEL_COLUMN_COUNT_MAX];
    unsigned column_count;
    uint32_t game_count;
    uint64_t group_games;
    struct label_place first_group, next_group;

    struct tag_labels labels; /* of the present group: */
    struct bit_coder coder;
    uint32_t taken[LABEL_COLUMN_COUNT_MAX];
    uint64_t next_game;
};

void label_reader_init(struct label_reader *reader, struct memory *memory);
void label_reader_free(struct label_reader *reader);

/* The strings of a column, to be called before label_reader_start(); passes over them. Returns 0: no memory. */
int label_reader_set_strings(struct label_reader *reader, unsigned column, struct byte_source *strings);

/* Returns 0 when the section is not in order; its streams are not looked at. */
int label_reader_start(struct label_reader *reader, struct byte_source section, unsigned column_count,
                       uint32_t game_count);

/* The first game of the group that game `game` is in. */
static inline uint32_t label_reader_first_game(const struct label_reader *reader, uint32_t game)
{
    return (uint32_t)(game - game % reader->group_games);
}

/* Begins the group whose first game is `game`. Returns 0: no memory. */
int label_reader_start_group(struct label_reader *reader, uint32_t game);

/* The next label of the present game, in label column `column`. Returns 0 when it is not in order. */
int label_reader_next(struct label_reader *reader, unsigned column, struct text *text_ret);

/* Returns 0 when the game was the group's last one, and something is left of it. */
int label_reader_end_game(struct label_reader *reader);

#endif
