/* walk_game < FILE: the first game of a PGN text, one item a line: moves as SAN and UCI with the FEN after them. */
#include <errno.h>
#include <stdio.h>

#include <pgnpack.h>

static int read_file(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    *size_ret = fread(bytes, 1, size, opaque);
    return ferror((FILE *)opaque) ? EIO : 0;
}

/* A move's text is asked for before the board takes the move. */
static enum pgnpack_status show_move(struct pgnpack_board *board, const struct pgnpack_item *item, int depth)
{
    char san[PGNPACK_SAN_SIZE], uci[PGNPACK_SAN_SIZE], fen[PGNPACK_FEN_SIZE];
    pgnpack_board_san(board, item->value, san);
    pgnpack_board_uci(board, item->value, uci);
    enum pgnpack_status status = pgnpack_board_step(board, item);
    pgnpack_board_fen(board, fen);
    printf("%*s%-8s %-6s %s\n", 4 * depth, "", san, uci, fen);
    return status;
}

/* Every item goes through the board, which remembers where a variation began and where it ends. */
static int walk(struct pgnpack_board *board, const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    int depth = 0;
    pgnpack_board_start(board, game);
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        enum pgnpack_status status;
        if (item.kind == PGNPACK_ITEM_VARIATION_END)
            depth--;
        if (item.kind == PGNPACK_ITEM_MOVE) {
            status = show_move(board, &item, depth);
        } else {
            printf("%*s%.*s\n", 4 * depth, "", (int)item.text.size, item.text.data);
            status = pgnpack_board_step(board, &item);
        }
        if (item.kind == PGNPACK_ITEM_VARIATION_BEGIN)
            depth++;
        if (status != PGNPACK_OK)
            return 1;
    }
    return 0;
}

static void show_tags(const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    for (size_t i = 0; i < pgnpack_game_tag_count(game); i++) {
        pgnpack_game_tag(game, i, &name, &value);
        printf("%.*s = %.*s\n", (int)name.size, name.data, (int)value.size, value.data);
    }
}

int main(void)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const struct pgnpack_game *game;
    int status = 1;
    if (reader != NULL && board != NULL) {
        pgnpack_pgn_reader_open(reader, read_file, stdin);
        if (pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK) {
            show_tags(game);
            status = walk(board, game);
        }
    }
    pgnpack_board_free(board);
    pgnpack_pgn_reader_free(reader);
    return status;
}
