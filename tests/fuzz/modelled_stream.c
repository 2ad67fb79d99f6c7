#include "fuzz/modelled_stream.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"

enum { GAMES = MOVE_GROUP_SIZE + 2, PLIES = 24 };

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "QQQQQQQ1/Q5Q1/8/Q1Q1Q3/7k/Q1Q1Q3/8/KQQ2Q2 w - - 0 1",
};

struct played_game {
    struct position start;
    struct policy_hints hints;
    chess_move moves[PLIES];
    unsigned count;
};

static struct played_game games[GAMES];

static void require(int condition)
{
    if (!condition)
        abort();
}

static void start_games(void)
{
    for (unsigned i = 0; i < GAMES; i++) {
        const char *fen = fens[i % (sizeof fens / sizeof *fens)];
        require(fen_parse(fen, strlen(fen), &games[i].start, NULL) == FEN_OK);
        games[i].hints.rating[WHITE] = (uint16_t)(90 * i);
        games[i].hints.result = i % 4;
    }
}

/* As many moves as there are, or as fit. */
static void read_game(struct move_reader *reader, struct played_game *game)
{
    struct position position = game->start;
    move_reader_start_game(reader, &game->hints);
    game->count = 0;
    while (game->count < PLIES && legal_exists(&position)) {
        chess_move move = move_reader_next(reader, &position);
        require((move == NO_MOVE) == (reader->failed != 0));
        if (move == NO_MOVE)
            return;
        require(move_is_legal(&position, move));
        position_make(&position, move);
        game->moves[game->count++] = move;
    }
}

static void check_game(struct move_reader *reader, const struct played_game *game)
{
    struct position position = game->start;
    move_reader_start_game(reader, &game->hints);
    for (unsigned i = 0; i < game->count; i++) {
        require(move_reader_next(reader, &position) == game->moves[i]);
        position_make(&position, game->moves[i]);
    }
}

static void write_games(enum move_codec codec, unsigned net, struct buffer *out)
{
    struct move_writer writer;
    move_writer_init(&writer, out->memory);
    move_writer_start(&writer, codec, net);
    for (unsigned i = 0; i < GAMES; i++) {
        struct position position = games[i].start;
        move_writer_start_game(&writer, &games[i].hints);
        for (unsigned ply = 0; ply < games[i].count; ply++) {
            require(move_writer_add(&writer, &position, games[i].moves[ply]));
            position_make(&position, games[i].moves[ply]);
        }
    }
    move_writer_finish(&writer, out);
    require(!buffer_failed(out));
    move_writer_free(&writer);
}

void fuzz_modelled_stream(enum move_codec codec, unsigned net, void *state, const uint8_t *data, size_t size)
{
    struct memory memory;
    struct buffer out;
    struct move_reader reader;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    start_games();
    move_reader_start(&reader, codec, data, size, GAMES, state);
    for (unsigned i = 0; i < GAMES; i++)
        read_game(&reader, &games[i]);
    write_games(codec, net, &out);
    move_reader_start(&reader, codec, out.data, out.size, GAMES, state);
    require(!reader.failed);
    for (unsigned i = 0; i < GAMES; i++)
        check_game(&reader, &games[i]);
    require(move_reader_at_end(&reader));
    buffer_free(&out);
}
