/*
 * Any bytes as the moves of one game. First byte: encoding, whether the number of plies is given, and the start position; second:
 * result and that number. What comes back has to encode to the same bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ENCODINGS = PGNPACK_ENCODING_NET_WIDE, PLIES = 200 };

static const char *const starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/2RK3R b HChb - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",
    "kbQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1",
};

enum { STARTS = sizeof starts / sizeof starts[0] };

/* One of each, made once: coders carry nothing from game to game. */
static struct pgnpack_moves_coder *coders[ENCODINGS][2];
static struct pgnpack_board *boards[STARTS];

static void make_all(void)
{
    for (int encoding = 0; encoding < ENCODINGS; encoding++)
        for (int given = 0; given < 2; given++) {
            struct pgnpack_moves_options options = {.size = sizeof options,
                                                    .encoding = (enum pgnpack_encoding)(encoding + 1),
                                                    .plies_given = given};
            coders[encoding][given] = pgnpack_moves_coder_new(NULL, &options);
        }
    for (int i = 0; i < STARTS; i++) {
        boards[i] = pgnpack_board_new(NULL);
        pgnpack_board_set(boards[i], starts[i], strlen(starts[i]), NULL);
    }
}

/* What was decoded is played on a board of its own, which knows which moves are legal. */
static void check_moves(const struct pgnpack_board *start, const uint16_t *moves, size_t count)
{
    char fen[PGNPACK_FEN_SIZE];
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    size_t fen_size = pgnpack_board_fen(start, fen);
    if (pgnpack_board_set(board, fen, fen_size, NULL) != PGNPACK_OK)
        abort();
    for (size_t i = 0; i < count; i++)
        if (pgnpack_board_make(board, moves[i]) != PGNPACK_OK)
            abort();
    pgnpack_free(board);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint16_t moves[PLIES];
    size_t count = 0, again_size = 0;
    if (boards[0] == NULL)
        make_all();
    if (size < 2)
        return 0;
    struct pgnpack_moves_coder *coder = coders[data[0] % ENCODINGS][data[0] / ENCODINGS & 1];
    struct pgnpack_moves_game game = {.size = sizeof game,
                                      .start = boards[data[0] / (2 * ENCODINGS) % STARTS],
                                      .result = (enum pgnpack_result)(data[1] & 3),
                                      .plies = data[1] >> 2};
    enum pgnpack_status status = pgnpack_moves_decode(coder, &game, data + 2, size - 2, moves, PLIES, &count);
    if (status != PGNPACK_OK && status != PGNPACK_ERROR_CORRUPT && status != PGNPACK_ERROR_TRUNCATED &&
        status != PGNPACK_ERROR_LIMIT)
        abort();
    if (status != PGNPACK_OK)
        return 0;
    check_moves(game.start, moves, count);
    uint8_t *again = malloc(size);
    if (again == NULL ||
        pgnpack_moves_encode(coder, &game, moves, count, again, size, &again_size) != PGNPACK_OK ||
        again_size != size - 2 || (again_size != 0 && memcmp(again, data + 2, again_size) != 0))
        abort();
    free(again);
    return 0;
}
