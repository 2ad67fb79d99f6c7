/* Games as lines of JSON: tags by a cursor, SAN of main lines by a batch. */
#ifndef PGNPACK_CLI_FORMS_JSON_GAMES_H
#define PGNPACK_CLI_FORMS_JSON_GAMES_H

#include "cli/run/rows.h"
#include "cli/base/tag_text.h"
#include "cli/run/view_text.h"
#include "pgnpack.h"

/* Lines at a time; of so many tags of a game none comes twice. */
enum { JSON_GAMES = 64, JSON_TAGS_COMPARED = 256 };

struct json_games {
    struct view_text *text;
    const struct row_place
        *place; /* as that of rows.h: with one, "file", "ply" and "last_ply" are given, too */
    struct pgnpack_cursor *cursor;
    struct pgnpack_batch *batch; /* NULL: lines without moves */
    int batch_failed;            /* and not the cursor */
    struct tag_text plain;       /* a value without escapes */
    char *san;
    size_t san_capacity;
    uint32_t san_offsets[JSON_GAMES + 1];
    size_t line, line_count; /* the next game's line, of those in `san` */
};

/* NULL: no memory. */
struct json_games *json_games_new(struct view_text *text, const struct pgnpack_reader *reader,
                                  int with_moves);
void json_games_free(struct json_games *json);

/*
 * The games `first` to `last`, one object on a line of its own each: number, plies, result, tags (the first of each name)
 * and the moves of the main line in SAN, an array. PGNPACK_END: all are written. Else *next_ret is the first game that is
 * not. Failures to write are the text's.
 */
enum pgnpack_status json_games_write(struct json_games *json, uint64_t first, uint64_t last,
                                     uint64_t *next_ret);

/* Of the last call that failed. */
const struct pgnpack_error *json_games_error(struct json_games *json);

#endif
