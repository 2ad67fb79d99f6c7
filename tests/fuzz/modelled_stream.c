#include "fuzz/modelled_stream.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "fuzz/kept_memory.h"

enum { GAMES_MAX = MOVE_GROUP_SIZE + 2, PLIES_MAX = 24 };

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "QQQQQQQ1/Q5Q1/8/Q1Q1Q3/7k/Q1Q1Q3/8/KQQ2Q2 w - - 0 1",
};

enum { FEN_COUNT = sizeof fens / sizeof *fens };

/* How many games, of how many plies at most: few moves, as each costs some microseconds, or more games than a group has. */
static const struct {
    uint8_t games;
    uint8_t plies;
} shapes[] = {{1, 6}, {2, 3}, {1, 12}, {4, 2}, {1, PLIES_MAX}, {GAMES_MAX, 1}, {3, 4}, {7, 1}};

struct played_game {
    const struct position *start;
    struct policy_hints hints;
    chess_move moves[PLIES_MAX];
    unsigned count;
};

static struct position starts[FEN_COUNT];
static struct played_game games[GAMES_MAX];
static unsigned game_count, ply_max;

static void require(int condition)
{
    if (!condition)
        abort();
}

static void read_positions(void)
{
    static int are_read;
    for (unsigned i = 0; i < FEN_COUNT && !are_read; i++)
        require(fen_parse(fens[i], strlen(fens[i]), &starts[i], NULL) == FEN_OK);
    are_read = 1;
}

static void start_games(uint8_t choice)
{
    game_count = shapes[choice & 7].games;
    ply_max = shapes[choice & 7].plies;
    for (unsigned i = 0; i < game_count; i++) {
        unsigned number = i + (choice >> 3 & 15);
        games[i].start = &starts[number % FEN_COUNT];
        games[i].hints =
            (struct policy_hints){.rating[WHITE] = (uint16_t)(90 * number), .result = number % 4};
        games[i].count = 0;
    }
}

/* A man goes where none of its own and no king stands; what else there is to chess, tables do not know. */
static int is_move(const struct position *position, chess_move move)
{
    uint64_t own = position->colours[position->side], to = square_bit(move_to(move));
    return (own & square_bit(move_from(move))) != 0 && (move_is_castling(move) || !(own & to)) &&
           move_to(move) != position->king_square[position->side ^ 1];
}

/* As many moves as there are, or as fit. By tables they need not be legal, and come back all the same. */
static void read_game(struct move_reader *reader, struct played_game *game)
{
    struct position position = *game->start;
    int is_table = reader->codec == MOVE_CODEC_TABLE;
    move_reader_start_game(reader, &game->hints);
    while (game->count < ply_max && (is_table || legal_exists(&position))) {
        chess_move move = move_reader_next(reader, &position, game->count);
        require((move == NO_MOVE) == (reader->failed != 0));
        if (move == NO_MOVE)
            return;
        require(is_table ? is_move(&position, move) : move_is_legal(&position, move));
        position_make(&position, move);
        game->moves[game->count++] = move;
    }
}

/* A move for each byte. */
static void choose_game(struct byte_source *choices, struct played_game *game)
{
    struct position position = *game->start;
    while (game->count < ply_max && byte_source_left(choices) > 0) {
        struct move_targets targets;
        legal_targets(&position, &targets);
        if (targets.count == 0)
            return;
        chess_move move = legal_nth(&position, &targets, byte_source_byte(choices) % targets.count);
        position_make(&position, move);
        game->moves[game->count++] = move;
    }
}

static void check_game(struct move_reader *reader, const struct played_game *game)
{
    struct position position = *game->start;
    move_reader_start_game(reader, &game->hints);
    for (unsigned i = 0; i < game->count; i++) {
        require(move_reader_next(reader, &position, i) == game->moves[i]);
        position_make(&position, game->moves[i]);
    }
}

static void write_games(enum move_codec codec, unsigned net, struct buffer *out)
{
    struct move_writer writer;
    move_writer_init(&writer, out->memory);
    move_writer_start(&writer, codec, net);
    for (unsigned i = 0; i < game_count; i++) {
        struct position position = *games[i].start;
        move_writer_start_game(&writer, &games[i].hints);
        for (unsigned ply = 0; ply < games[i].count; ply++) {
            require(move_writer_add(&writer, &position, ply, games[i].moves[ply]));
            position_make(&position, games[i].moves[ply]);
        }
    }
    struct move_pieces pieces;
    require(move_writer_finish(&writer, &pieces) && pieces.count == 1);
    buffer_append(out, pieces.pieces[0].bytes, pieces.pieces[0].size);
    require(!buffer_failed(out));
    move_writer_free(&writer);
}

static void start_reading(struct move_reader *reader, enum move_codec codec, const uint8_t *bytes,
                          size_t size, void *state)
{
    const struct move_pieces pieces = {.pieces = {{0, bytes, size}}, .count = 1};
    move_reader_start(reader, codec, &pieces, game_count, state, NULL);
}

static void fill_games(enum move_codec codec, void *state, uint8_t choice, struct byte_source in)
{
    struct move_reader reader;
    start_games(choice);
    if (choice & 0x80) {
        for (unsigned i = 0; i < game_count; i++)
            choose_game(&in, &games[i]);
        return;
    }
    start_reading(&reader, codec, in.at, byte_source_left(&in), state);
    for (unsigned i = 0; i < game_count && !reader.failed; i++)
        read_game(&reader, &games[i]);
}

/* Whatever kernel wrote, each of this machine's reads it. (The best codec begins too late for this.) */
static void choose_kernel(enum move_codec codec, void *state, size_t choice)
{
    enum { KERNELS_MAX = 4 };
    const struct policy_kernel *kernel = policy_kernel_number(choice % KERNELS_MAX);
    if (codec == MOVE_CODEC_MODEL && kernel != NULL)
        ((struct policy_coder *)state)->odds.kernel = kernel;
}

void fuzz_modelled_stream(enum move_codec codec, unsigned net, void *state, const uint8_t *data, size_t size)
{
    struct memory memory;
    struct buffer out;
    struct move_reader reader;
    if (size == 0)
        return;
    memory_init(&memory, &kept_allocator, 0);
    buffer_init(&out, &memory);
    read_positions();
    fill_games(codec, state, data[0], byte_source_of(data + 1, size - 1));
    write_games(codec, net, &out);
    start_reading(&reader, codec, out.data, out.size, state);
    require(!reader.failed);
    choose_kernel(codec, state, size);
    for (unsigned i = 0; i < game_count; i++)
        check_game(&reader, &games[i]);
    require(move_reader_at_end(&reader));
    buffer_free(&out);
    require(memory.held == 0 && kept_memory_held() == 0);
}
