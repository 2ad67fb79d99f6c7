/*
 * legal_moves [FEN [MOVE ...]]: a position's legal moves, each with the number of answers to it; then the position's keys.
 * Moves, in SAN or UCI, are made first.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <pgnpack.h>

static int complain(struct pgnpack_board *board, const char *text)
{
    fprintf(stderr, "legal_moves: '%s': %s\n", text, pgnpack_error(board)->text);
    return 1;
}

/* A move as a person writes it. */
static int play(struct pgnpack_board *board, const char *text)
{
    uint16_t move;
    if (pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, text, strlen(text), &move) != PGNPACK_OK &&
        pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, text, strlen(text), &move) != PGNPACK_OK)
        return 0;
    return pgnpack_board_make(board, move) == PGNPACK_OK;
}

static void show_moves(struct pgnpack_board *board)
{
    uint16_t moves[PGNPACK_BOARD_MOVES_MAX];
    char san[PGNPACK_SAN_SIZE];
    size_t count = pgnpack_board_moves(board, moves, PGNPACK_BOARD_MOVES_MAX);
    for (size_t i = 0; i < count; i++) {
        pgnpack_board_text(board, moves[i], PGNPACK_NOTATION_SAN, san);
        pgnpack_board_make(board, moves[i]);
        printf("%-8s %zu\n", san, pgnpack_board_moves(board, NULL, 0));
        pgnpack_board_undo(board);
    }
}

static void show_position(const struct pgnpack_board *board)
{
    char fen[PGNPACK_FEN_SIZE];
    pgnpack_board_fen(board, fen);
    printf("%s\nkey %016" PRIx64 ", Polyglot %016" PRIx64 ", material %u : %u\n", fen,
           pgnpack_board_key(board, PGNPACK_KEY_BCGN), pgnpack_board_key(board, PGNPACK_KEY_POLYGLOT),
           pgnpack_board_material(board, PGNPACK_SIDE_WHITE),
           pgnpack_board_material(board, PGNPACK_SIDE_BLACK));
    unsigned state = pgnpack_board_state(board);
    if (state & PGNPACK_STATE_CHECKMATE)
        puts("checkmate");
    else if (state & PGNPACK_STATE_STALEMATE)
        puts("stalemate");
    else if (state & PGNPACK_STATE_NO_MATERIAL)
        puts("neither side can mate");
}

int main(int argc, char **argv)
{
    int status = 1;
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    if (board == NULL)
        return 1;
    if (argc > 1 && pgnpack_board_set(board, argv[1], strlen(argv[1]), NULL) != PGNPACK_OK) {
        complain(board, argv[1]);
    } else {
        status = 0;
        for (int i = 2; i < argc && status == 0; i++)
            if (!play(board, argv[i]))
                status = complain(board, argv[i]);
    }
    if (status == 0) {
        show_moves(board);
        show_position(board);
    }
    pgnpack_free(board);
    return status;
}
