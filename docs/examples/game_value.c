/*
 * game_value < FILE: the main line of each game of a PGN text as a few bytes, in hex, as a database's row could hold it; and
 * back from there, as SAN.
 */
#include <errno.h>
#include <stdio.h>

#include <pgnpack_extra.h>

enum { MOVES_MAX = 2000, BYTES_MAX = 8 * MOVES_MAX + 8 };

static int read_file(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    *size_ret = fread(bytes, 1, size, (FILE *)opaque);
    return ferror((FILE *)opaque) ? EIO : 0;
}

/* Moves of the main line, up to a null move. */
static size_t main_line(const struct pgnpack_game *game, uint16_t moves[MOVES_MAX])
{
    struct pgnpack_item item;
    size_t count = 0;
    int depth = 0;
    for (size_t i = 0; pgnpack_game_item(game, i, &item) && count < MOVES_MAX; i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
        if (depth == 0 && item.kind == PGNPACK_ITEM_NULL_MOVE)
            break;
        if (depth == 0 && item.kind == PGNPACK_ITEM_MOVE)
            moves[count++] = item.value;
    }
    return count;
}

static void show_bytes(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    printf(" (%zu bytes)\n", size);
}

/* Takes the board along: from the start position, or the game's FEN. */
static void show_moves(struct pgnpack_board *board, const uint16_t *moves, size_t count)
{
    char san[PGNPACK_SAN_SIZE];
    for (size_t i = 0; i < count; i++) {
        pgnpack_board_text(board, moves[i], PGNPACK_NOTATION_SAN, san);
        pgnpack_board_make(board, moves[i]);
        printf("%s%c", san, i + 1 < count ? ' ' : '\n');
    }
}

/* There and back. A row would hold the bytes, and the result in a column of its own. */
static int show_game(struct pgnpack_moves_coder *coder, struct pgnpack_board *board,
                     const struct pgnpack_game *game)
{
    static uint16_t moves[MOVES_MAX];
    static unsigned char bytes[BYTES_MAX];
    size_t size, count = main_line(game, moves);
    /* Of the columns beside the bytes. */
    struct pgnpack_moves_game known = {
        .size = sizeof known, .start = board, .result = pgnpack_game_result(game)};
    if (pgnpack_board_start(board, game) != PGNPACK_OK ||
        pgnpack_moves_encode(coder, &known, moves, count, bytes, sizeof bytes, &size) != PGNPACK_OK)
        return 0;
    show_bytes(bytes, size);
    if (pgnpack_moves_decode(coder, &known, bytes, size, moves, MOVES_MAX, &count) != PGNPACK_OK)
        return 0;
    show_moves(board, moves, count);
    return 1;
}

int main(void)
{
    struct pgnpack_moves_options options = {.size = sizeof options, .encoding = PGNPACK_ENCODING_NET};
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_moves_coder *coder = pgnpack_moves_coder_new(NULL, &options);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const struct pgnpack_game *game;
    int status = 1;
    if (reader != NULL && coder != NULL && board != NULL) {
        pgnpack_pgn_reader_open(reader, PGNPACK_FROM_STREAM(read_file, stdin));
        status = 0;
        while (status == 0 && pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK)
            if (!show_game(coder, board, game)) {
                fprintf(stderr, "game_value: %s\n", pgnpack_error(coder)->text);
                status = 1;
            }
    }
    pgnpack_free(board);
    pgnpack_free(coder);
    pgnpack_free(reader);
    return status;
}
