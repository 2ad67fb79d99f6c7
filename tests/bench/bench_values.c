/*
 * bench_values [--games N] [--san FILE] [--encoding N] PGN...: the moves of single games as values, in every encoding, over each file's
 * first games from the start position: bytes a game and bits a ply, with the number of plies given and without, and thousand
 * plies a second both ways. The last rows begin and end with SAN. --san FILE writes the games' moves, a game a line, for other
 * programs; --encoding N is one encoding only, once: for callgrind, --toggle-collect=encode_pass or decode_pass. Exit status 1
 * when a move does not come back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_support.h"
#include "pgnpack_extra.h"

enum { GAMES_DEFAULT = 1000, PLIES_MAX = 1000, BYTES_MAX = 8 * PLIES_MAX + 8, SECONDS_PER_ENCODING = 1 };

struct one_game {
    uint16_t moves[PLIES_MAX];
    size_t count;
    char *san; /* moves, a space behind each */
    struct pgnpack_moves_game known;
    uint8_t *bytes; /* BYTES_MAX of them */
    size_t size;
};

struct corpus {
    struct one_game *games;
    size_t count, limit;
    uint64_t plies;
};

static const char *const names[] = {
    [PGNPACK_ENCODING_MOVE16] = "E1  16 bits",
    [PGNPACK_ENCODING_EXTENDED] = "E1x extended",
    [PGNPACK_ENCODING_COMPRESSED] = "E3  BCGN compressed",
    [PGNPACK_ENCODING_LEGAL_BYTE] = "E4  legal list, byte",
    [PGNPACK_ENCODING_LEGAL_BITS] = "E5  legal list, bits",
    [PGNPACK_ENCODING_PSEUDO_LEGAL_BITS] = "E6  pseudo-legal list, bits",
    [PGNPACK_ENCODING_PIECE_TARGET] = "E7  piece, target",
    [PGNPACK_ENCODING_BYTE_INDEX] = "E8  byte index",
    [PGNPACK_ENCODING_SQUARE_ORDER] = "E9  by squares",
    [PGNPACK_ENCODING_TOTAL] = "E10 total number",
    [PGNPACK_ENCODING_DIRECTION] = "E11 target, direction",
    [PGNPACK_ENCODING_REVERSIBLE] = "E12 reversible",
    [PGNPACK_ENCODING_TABLE] = "    tables",
    [PGNPACK_ENCODING_NET] = "E13 net",
    [PGNPACK_ENCODING_NET_WIDE] = "E13 wide net",
};

enum { ENCODINGS = sizeof names / sizeof names[0] };

static void fail(const char *what)
{
    fprintf(stderr, "bench_values: %s\n", what);
    exit(2);
}

static void *get_memory(size_t count, size_t size)
{
    void *piece = calloc(count, size);
    if (piece == NULL)
        fail("no memory");
    return piece;
}

/* ---- Reading ---- */

static unsigned rating_of(const struct pgnpack_game *game, const char *name)
{
    struct pgnpack_text value;
    unsigned rating = 0;
    if (pgnpack_game_find_tag(game, name, &value))
        for (size_t i = 0; i < value.size && value.data[i] >= '0' && value.data[i] <= '9' && i < 4; i++)
            rating = 10 * rating + (unsigned)(value.data[i] - '0');
    return rating;
}

/* The main line as moves. Returns 0 for a game that is none, or not from the start position, or has null moves. */
static int take_moves(const struct pgnpack_game *game, struct one_game *out)
{
    struct pgnpack_text fen;
    struct pgnpack_item item;
    struct pgnpack_game_details details;
    int depth = 0;
    out->count = 0;
    pgnpack_game_details(game, &details);
    if (pgnpack_game_find_tag(game, "FEN", &fen) || details.trouble != NULL)
        return 0;
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
        if (depth != 0)
            continue;
        if (item.kind == PGNPACK_ITEM_NULL_MOVE || item.kind == PGNPACK_ITEM_DROP || out->count == PLIES_MAX)
            return 0;
        if (item.kind == PGNPACK_ITEM_MOVE)
            out->moves[out->count++] = item.value;
    }
    return out->count != 0;
}

/* Writes the moves' SAN, a space behind each. */
static size_t write_san(struct pgnpack_board *board, const uint16_t *moves, size_t count, char *out)
{
    size_t size = 0;
    pgnpack_board_set(board, NULL, 0, NULL);
    for (size_t i = 0; i < count; i++) {
        struct pgnpack_item item = {.kind = PGNPACK_ITEM_MOVE, .value = moves[i]};
        size += pgnpack_board_text(board, moves[i], PGNPACK_NOTATION_SAN, out + size);
        out[size++] = ' ';
        pgnpack_board_step(board, &item);
    }
    out[size] = '\0';
    return size;
}

static void add_game(struct corpus *corpus, const struct pgnpack_game *read, struct pgnpack_board *board)
{
    static char san[PLIES_MAX * PGNPACK_SAN_SIZE + 1];
    struct one_game *game = &corpus->games[corpus->count];
    if (!take_moves(read, game))
        return;
    corpus->count++;
    corpus->plies += game->count;
    game->known = (struct pgnpack_moves_game){.size = sizeof game->known,
                                              .result = pgnpack_game_result(read),
                                              .white_elo = rating_of(read, "WhiteElo"),
                                              .black_elo = rating_of(read, "BlackElo"),
                                              .plies = game->count};
    size_t size = write_san(board, game->moves, game->count, san);
    game->san = memcpy(get_memory(size + 1, 1), san, size + 1);
    game->bytes = get_memory(BYTES_MAX, 1);
}

static void read_corpus(struct corpus *corpus, const char *path)
{
    const struct pgnpack_game *game;
    size_t size;
    char *text = bench_read_file("bench_values", path, &size);
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    corpus->games = get_memory(corpus->limit, sizeof *corpus->games);
    corpus->count = 0;
    corpus->plies = 0;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, size));
    while (corpus->count < corpus->limit && pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK)
        add_game(corpus, game, board);
    pgnpack_free(board);
    pgnpack_free(reader);
    free(text);
}

static void free_corpus(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++) {
        free(corpus->games[i].san);
        free(corpus->games[i].bytes);
    }
    free(corpus->games);
}

/* ---- Passes: functions of their own, so that callgrind can be told which to count ---- */

struct pass {
    struct corpus *corpus;
    struct pgnpack_moves_coder *coder;
    struct pgnpack_board *board;
    int with_hints, with_san;
    uint64_t size;
    size_t wrong;
};

static struct pgnpack_moves_game known_of(const struct pass *pass, const struct one_game *game)
{
    if (pass->with_hints)
        return game->known;
    return (struct pgnpack_moves_game){.size = sizeof game->known, .plies = game->count};
}

static size_t read_san(struct pgnpack_board *board, const char *san, uint16_t *moves)
{
    size_t count = 0;
    pgnpack_board_set(board, NULL, 0, NULL);
    while (*san != '\0') {
        size_t size = strcspn(san, " ");
        struct pgnpack_item item = {.kind = PGNPACK_ITEM_MOVE};
        if (pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, san, size, &item.value) != PGNPACK_OK)
            fail("SAN does not come back");
        pgnpack_board_step(board, &item);
        moves[count++] = item.value;
        san += size + 1;
    }
    return count;
}

__attribute__((noinline)) static void encode_pass(struct pass *pass)
{
    uint16_t read[PLIES_MAX];
    pass->size = 0;
    for (size_t i = 0; i < pass->corpus->count; i++) {
        struct one_game *game = &pass->corpus->games[i];
        struct pgnpack_moves_game known = known_of(pass, game);
        const uint16_t *moves = game->moves;
        size_t count = game->count;
        if (pass->with_san) {
            count = read_san(pass->board, game->san, read);
            moves = read;
        }
        if (pgnpack_moves_encode(pass->coder, &known, moves, count, game->bytes, BYTES_MAX, &game->size) !=
            PGNPACK_OK)
            fail(pgnpack_error(pass->coder)->text);
        pass->size += game->size;
    }
}

__attribute__((noinline)) static void decode_pass(struct pass *pass)
{
    static char san[PLIES_MAX * PGNPACK_SAN_SIZE + 1];
    uint16_t moves[PLIES_MAX];
    for (size_t i = 0; i < pass->corpus->count; i++) {
        const struct one_game *game = &pass->corpus->games[i];
        struct pgnpack_moves_game known = known_of(pass, game);
        size_t count = 0;
        enum pgnpack_status status =
            pgnpack_moves_decode(pass->coder, &known, game->bytes, game->size, moves, PLIES_MAX, &count);
        pass->wrong += status != PGNPACK_OK || count != game->count ||
                       memcmp(moves, game->moves, count * sizeof *moves) != 0;
        if (!pass->with_san)
            continue;
        write_san(pass->board, moves, count, san);
        pass->wrong += strcmp(san, game->san) != 0;
    }
}

/* ---- The table ---- */

static struct pgnpack_moves_coder *coder_of(int encoding, int plies_given)
{
    struct pgnpack_moves_options options = {
        .size = sizeof options, .encoding = (enum pgnpack_encoding)encoding, .plies_given = plies_given};
    struct pgnpack_moves_coder *coder = pgnpack_moves_coder_new(NULL, &options);
    if (coder == NULL)
        fail("no memory");
    return coder;
}

struct timing {
    double encode[BENCH_RUNS], decode[BENCH_RUNS];
    size_t runs;
};

static void measure(struct pass *pass, size_t most_runs, struct timing *timing)
{
    double begin = bench_seconds();
    timing->runs = 0;
    for (; timing->runs < most_runs && bench_seconds() - begin < SECONDS_PER_ENCODING; timing->runs++) {
        double start = bench_seconds();
        encode_pass(pass);
        double middle = bench_seconds();
        decode_pass(pass);
        timing->encode[timing->runs] = middle - start;
        timing->decode[timing->runs] = bench_seconds() - middle;
    }
}

/* With the number of plies in the bytes. */
static double size_alone(struct pass *pass, int encoding)
{
    pass->coder = coder_of(encoding, 0);
    encode_pass(pass);
    pgnpack_free(pass->coder);
    return (double)pass->size;
}

static size_t print_encoding(struct corpus *corpus, int encoding, int with_hints, int with_san, int once)
{
    struct pass pass = {.corpus = corpus, .with_hints = with_hints, .with_san = with_san};
    struct timing timing;
    double plies = (double)corpus->plies, games = (double)corpus->count;
    pass.board = pgnpack_board_new(NULL);
    double whole_size = once ? 0 : size_alone(&pass, encoding);
    pass.coder = coder_of(encoding, 1);
    measure(&pass, once ? 1 : BENCH_RUNS, &timing);
    printf("  %-28s%-9s %8.2f %8.3f %8.2f %8.3f %9.0f %9.0f%s\n", names[encoding],
           with_san     ? " and SAN"
           : with_hints ? " hints"
                        : "",
           (double)pass.size / games, 8 * (double)pass.size / plies, whole_size / games,
           8 * whole_size / plies, plies / bench_median(timing.encode, timing.runs) / 1e3,
           plies / bench_median(timing.decode, timing.runs) / 1e3, pass.wrong != 0 ? "  WRONG" : "");
    fflush(stdout);
    pgnpack_free(pass.coder);
    pgnpack_free(pass.board);
    return pass.wrong;
}

/* `only`: 0, or one encoding. */
static size_t measure_file(const char *path, size_t limit, int only, FILE *san)
{
    struct corpus corpus = {.limit = limit};
    size_t wrong = 0;
    read_corpus(&corpus, path);
    const char *slash = strrchr(path, '/');
    printf("  %s: %zu games, %llu plies\n", slash == NULL ? path : slash + 1, corpus.count,
           (unsigned long long)corpus.plies);
    for (size_t i = 0; san != NULL && i < corpus.count; i++)
        fprintf(san, "%s\n", corpus.games[i].san);
    for (int encoding = 1; corpus.count != 0 && encoding < ENCODINGS; encoding++)
        if (only == 0 || only == encoding)
            wrong += print_encoding(&corpus, encoding, 0, 0, only != 0);
    for (int encoding = PGNPACK_ENCODING_NET; corpus.count != 0 && only == 0 && encoding < ENCODINGS;
         encoding++)
        wrong += print_encoding(&corpus, encoding, 1, 0, 0);
    for (int encoding = PGNPACK_ENCODING_BYTE_INDEX; corpus.count != 0 && only == 0 && encoding < ENCODINGS;
         encoding++)
        if (encoding == PGNPACK_ENCODING_BYTE_INDEX || encoding >= PGNPACK_ENCODING_TABLE)
            wrong += print_encoding(&corpus, encoding, 0, 1, 0);
    free_corpus(&corpus);
    return wrong;
}

int main(int argc, char **argv)
{
    size_t limit = GAMES_DEFAULT, wrong = 0;
    int only = 0;
    FILE *san = NULL;
    printf("  %-37s %17s %17s %19s\n", "", "plies given", "alone", "1,000 plies/s");
    printf("  %-37s %8s %8s %8s %8s %9s %9s\n", "", "B/game", "bits/ply", "B/game", "bits/ply", "encode",
           "decode");
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--games") == 0 && i + 1 < argc)
            limit = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--encoding") == 0 && i + 1 < argc)
            only = atoi(argv[++i]);
        else if (strcmp(argv[i], "--san") == 0 && i + 1 < argc)
            san = fopen(argv[++i], "w");
        else
            wrong += measure_file(argv[i], limit, only, san);
    }
    if (san != NULL && fclose(san) != 0)
        fail("cannot write the SAN");
    return wrong != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
