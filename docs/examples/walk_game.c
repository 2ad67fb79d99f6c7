/*
 * walk_game DATABASE N: game N, one item a line, with its variations: moves as SAN and UCI, the position after them as FEN and
 * key.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <pgnpack.h>

/* A move's text is asked for before the board takes the move. */
static int show_move(struct pgnpack_board *board, const struct pgnpack_item *item, int depth)
{
    char san[PGNPACK_SAN_SIZE], uci[PGNPACK_SAN_SIZE], fen[PGNPACK_FEN_SIZE];
    pgnpack_board_text(board, item->value, PGNPACK_NOTATION_SAN, san);
    pgnpack_board_text(board, item->value, PGNPACK_NOTATION_UCI, uci);
    if (pgnpack_board_step(board, item) != PGNPACK_OK)
        return 0;
    pgnpack_board_fen(board, fen);
    printf("%*s%-8s %-6s %s %016" PRIx64 "\n", 4 * depth, "", san, uci, fen,
           pgnpack_board_key(board, PGNPACK_KEY_BCGN));
    return 1;
}

/* Every item goes through the board, which remembers where a variation began and where it ends. */
static int walk(struct pgnpack_board *board, const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    int depth = 0;
    int fits = pgnpack_board_start(board, game) == PGNPACK_OK;
    for (size_t i = 0; fits && pgnpack_game_item(game, i, &item); i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
        if (item.kind == PGNPACK_ITEM_MOVE)
            fits = show_move(board, &item, depth);
        else
            fits = pgnpack_board_step(board, &item) == PGNPACK_OK;
        if (item.kind == PGNPACK_ITEM_COMMENT)
            printf("%*s{%.*s}\n", 4 * depth, "", (int)item.text.size, item.text.data);
    }
    return fits;
}

static void show_tags(const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    for (size_t i = 0; pgnpack_game_tag(game, i, &name, &value); i++) {
        printf("%.*s = %.*s\n", (int)name.size, name.data, (int)value.size, value.data);
    }
}

static int walk_number(const struct pgnpack_reader *reader, uint64_t number)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const struct pgnpack_game *game;
    int done = 0;
    if (cursor == NULL || board == NULL) {
        fprintf(stderr, "no memory\n");
    } else if (pgnpack_cursor_seek(cursor, number) == PGNPACK_OK &&
               pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        show_tags(game);
        done = walk(board, game);
        if (!done)
            fprintf(stderr, "%s\n", pgnpack_error(board)->text);
    } else {
        fprintf(stderr, "no game %" PRIu64 " %s\n", number, pgnpack_error(cursor)->text);
    }
    pgnpack_free(board);
    pgnpack_free(cursor);
    return done;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count != 3 || reader == NULL)
        fprintf(stderr, "usage: walk_game DATABASE N\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) == PGNPACK_OK)
        done = walk_number(reader, strtoull(arguments[2], NULL, 10));
    else
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    pgnpack_free(reader);
    return done ? 0 : 1;
}
