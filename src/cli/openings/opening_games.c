#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/tag_text.h"
#include "cli/base/growth.h"
#include "cli/openings/opening_forms.h"

enum { VALUES = 4 };

/* A table in PGN, game by game. */
struct games {
    struct opening_reading *reading;
    struct pgnpack_pgn_reader *pgn;
    char *bytes; /* of the values of a game */
    size_t capacity;
};

/* Variation and SubVariation become one value. */
static int read_tags(struct games *games, const struct pgnpack_game *game, struct opening *opening)
{
    static const char *const tags[VALUES] = {"ECO", "Opening", "Variation", "SubVariation"};
    struct pgnpack_text values[VALUES], plain[VALUES];
    size_t size = 2, at = 0;
    for (size_t i = 0; i < VALUES; i++) {
        if (!pgnpack_game_find_tag(game, tags[i], &values[i]) || !text_is_known(values[i]))
            values[i].size = 0;
        size += values[i].size;
    }
    if (!GROW(games->bytes, games->capacity, size))
        return opening_fail_of_memory(games->reading);
    for (size_t i = 0; i < VALUES; i++) {
        if (i == 3 && plain[2].size != 0 && values[3].size != 0) {
            memcpy(games->bytes + at, ", ", 2);
            at += 2;
        }
        plain[i] = (struct pgnpack_text){
            games->bytes + at, values[i].size == 0 ? 0 : pgnpack_tag_unescape(values[i], games->bytes + at)};
        at += plain[i].size;
    }
    *opening =
        (struct opening){plain[0], plain[1], {plain[2].data, (size_t)(games->bytes + at - plain[2].data)}};
    return 1;
}

/* To the end of the main line. */
static int play(struct games *games, const struct pgnpack_game *game)
{
    struct opening_reading *reading = games->reading;
    struct pgnpack_game_details details;
    struct pgnpack_place place;
    struct pgnpack_text fen;
    struct pgnpack_item item;
    pgnpack_game_details(game, &details);
    if (details.trouble != NULL) {
        pgnpack_pgn_reader_place(games->pgn, details.trouble_offset, &place);
        reading->line = place.line;
        return opening_fail(reading, details.trouble);
    }
    if (pgnpack_game_find_tag(game, "FEN", &fen))
        return opening_fail(reading, "the game begins from another position; openings begin from the first");
    enum pgnpack_status status = pgnpack_board_start(reading->moves.board, game);
    for (size_t i = 0; status == PGNPACK_OK && pgnpack_game_item(game, i, &item); i++)
        status = pgnpack_board_step(reading->moves.board, &item);
    return status == PGNPACK_OK || opening_fail(reading, pgnpack_error(reading->moves.board)->text);
}

static int take_game(struct games *games, const struct pgnpack_game *game)
{
    struct pgnpack_game_details details;
    struct pgnpack_place place;
    struct opening opening;
    pgnpack_game_details(game, &details);
    pgnpack_pgn_reader_place(games->pgn, details.lead_size, &place);
    games->reading->line = place.line;
    if (!read_tags(games, game, &opening))
        return 0;
    if (opening.eco.size == 0 && opening.name.size == 0)
        return opening_fail(games->reading, "the game has no tag ECO and no tag Opening");
    return play(games, game) && opening_take(games->reading, opening);
}

int opening_read_games(struct opening_reading *reading, const struct pgnpack_options *options)
{
    struct games games = {.reading = reading, .pgn = pgnpack_pgn_reader_new(options)};
    const struct pgnpack_game *game;
    int is_read = 1;
    if (games.pgn == NULL)
        return opening_fail_of_memory(reading);
    enum pgnpack_status status =
        pgnpack_pgn_reader_open(games.pgn, PGNPACK_FROM_MEMORY(reading->text.data, reading->text.size));
    while (is_read && status == PGNPACK_OK &&
           (status = pgnpack_pgn_reader_next(games.pgn, &game)) == PGNPACK_OK)
        is_read = take_game(&games, game);
    if (is_read && status != PGNPACK_END)
        is_read = opening_fail(reading, pgnpack_error(games.pgn)->text);
    pgnpack_free(games.pgn);
    free(games.bytes);
    return is_read;
}
