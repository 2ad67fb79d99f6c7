/*
 * bench_encodings FILE.pgn: bits a ply and million plies a second of every move encoding, both ways, over the
 * main lines of the file's first games. Both directions include position_make(): "make only" is what that
 * costs. Exit status 1 when a move does not come back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_support.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/san.h"
#include "encoding/compressed16.h"
#include "encoding/extended_move.h"
#include "encoding/legal_index.h"
#include "encoding/move_byte.h"
#include "encoding/piece_target.h"
#include "encoding/pseudo_legal_index.h"
#include "encoding/square_index.h"
#include "encoding/square_order_index.h"
#include "encoding/target_direction.h"
#include "encoding/total_index.h"
#include "pgn/pgn_reader.h"

/* Enough plies for steady figures, few enough for a short run. */
enum { GAMES_MAX = 20000, PLIES_MAX = 250000, TEXT_SIZE = 16 };

struct bench_game {
    struct position start;
    struct position end; /* for E12 */
    size_t first_ply;
    size_t ply_count;
};

/* One slot a ply in each array. */
struct corpus {
    struct bench_game *games;
    chess_move *moves;
    struct move_code *codes;
    char (*texts)[TEXT_SIZE];
    size_t game_count;
    size_t ply_count;
};

/* Where a pass stands. */
struct bench_walk {
    struct position position;
    struct move_code code; /* made by the encoder, read by the decoder */
    char *text;            /* for E2: one length byte and the text */
    unsigned ep_square;    /* BCGN 0's, for E7 */
};

typedef void (*encode_function)(struct bench_walk *walk, chess_move move);
typedef chess_move (*decode_function)(struct bench_walk *walk);

struct result {
    double encode_seconds[BENCH_RUNS], decode_seconds[BENCH_RUNS];
    uint64_t bits;
    size_t wrong; /* moves that did not come back */
};

/* Inlined into one function an encoding, so that the calls through the pointers become direct ones. */
static inline __attribute__((always_inline)) uint64_t encode_pass(struct corpus *corpus,
                                                                  encode_function encode)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < corpus->game_count; i++) {
        const struct bench_game *game = &corpus->games[i];
        struct bench_walk walk = {.position = game->start,
                                  .ep_square = piece_target_ep_at_start(&game->start)};
        for (size_t ply = game->first_ply; ply < game->first_ply + game->ply_count; ply++) {
            walk.text = corpus->texts[ply];
            encode(&walk, corpus->moves[ply]);
            corpus->codes[ply] = walk.code;
            bits += walk.code.width;
            position_make(&walk.position, corpus->moves[ply]);
        }
    }
    return bits;
}

static inline __attribute__((always_inline)) size_t decode_pass(struct corpus *corpus, decode_function decode)
{
    size_t wrong = 0;
    for (size_t i = 0; i < corpus->game_count; i++) {
        const struct bench_game *game = &corpus->games[i];
        struct bench_walk walk = {.position = game->start,
                                  .ep_square = piece_target_ep_at_start(&game->start)};
        for (size_t ply = game->first_ply; ply < game->first_ply + game->ply_count; ply++) {
            walk.text = corpus->texts[ply];
            walk.code = corpus->codes[ply];
            chess_move move = decode(&walk);
            wrong += move != corpus->moves[ply];
            if (move == NO_MOVE)
                break;
            position_make(&walk.position, move);
        }
    }
    return wrong;
}

static inline __attribute__((always_inline)) struct result
measure(struct corpus *corpus, encode_function encode, decode_function decode)
{
    struct result result = {.wrong = 0};
    for (int run = 0; run < BENCH_RUNS; run++) {
        double begin = bench_seconds();
        result.bits = encode_pass(corpus, encode);
        double middle = bench_seconds();
        result.wrong += decode_pass(corpus, decode);
        result.encode_seconds[run] = middle - begin;
        result.decode_seconds[run] = bench_seconds() - middle;
    }
    return result;
}

/* ---- The encodings ---------------------------------------------------------------------------------- */

static inline struct move_code code_of(unsigned value, unsigned width)
{
    return (struct move_code){value, width};
}

static inline void encode_plain(struct bench_walk *walk, chess_move move)
{
    walk->code = code_of(move, 16);
}

static inline chess_move decode_plain(struct bench_walk *walk)
{
    return (chess_move)walk->code.value;
}

static inline void encode_extended(struct bench_walk *walk, chess_move move)
{
    walk->code = code_of(extended_move_of(&walk->position, move, 0), 32);
}

static inline chess_move decode_extended(struct bench_walk *walk)
{
    return extended_move_plain(walk->code.value);
}

/* A space behind each move counts too. */
static inline void encode_san(struct bench_walk *walk, chess_move move)
{
    size_t size = san_write(&walk->position, move, walk->text + 1);
    walk->text[0] = (char)size;
    walk->code = code_of(0, 8 * ((unsigned)size + 1));
}

static inline chess_move decode_san(struct bench_walk *walk)
{
    chess_move move = NO_MOVE;
    if (san_parse(&walk->position, walk->text + 1, (size_t)walk->text[0], &move) != SAN_OK)
        return NO_MOVE;
    return move;
}

static inline void encode_uci(struct bench_walk *walk, chess_move move)
{
    size_t size = uci_write(move, 1, walk->text + 1);
    walk->text[0] = (char)size;
    walk->code = code_of(0, 8 * ((unsigned)size + 1));
}

static inline chess_move decode_uci(struct bench_walk *walk)
{
    chess_move move = NO_MOVE;
    if (uci_parse(&walk->position, walk->text + 1, (size_t)walk->text[0], &move) != SAN_OK)
        return NO_MOVE;
    return move;
}

static inline void encode_compressed(struct bench_walk *walk, chess_move move)
{
    walk->code = code_of(compressed16_encode(move), 16);
}

static inline chess_move decode_compressed(struct bench_walk *walk)
{
    return compressed16_decode(&walk->position, (uint16_t)walk->code.value);
}

static inline void encode_legal_byte(struct bench_walk *walk, chess_move move)
{
    uint8_t byte = 0;
    legal_byte_encode(&walk->position, move, &byte);
    walk->code = code_of(byte, 8);
}

static inline chess_move decode_legal_byte(struct bench_walk *walk)
{
    return legal_byte_decode(&walk->position, (uint8_t)walk->code.value);
}

static inline void encode_legal_bits(struct bench_walk *walk, chess_move move)
{
    walk->code = legal_bits_encode(&walk->position, move);
}

static inline chess_move decode_legal_bits(struct bench_walk *walk)
{
    struct move_targets targets;
    legal_targets(&walk->position, &targets);
    return legal_bits_decode(&walk->position, &targets, walk->code.value);
}

static inline void encode_pseudo_legal(struct bench_walk *walk, chess_move move)
{
    walk->code = pseudo_legal_encode(&walk->position, move);
}

static inline chess_move decode_pseudo_legal(struct bench_walk *walk)
{
    struct move_targets targets;
    pseudo_legal_targets(&walk->position, &targets);
    return pseudo_legal_decode(&walk->position, &targets, walk->code.value);
}

static inline void encode_piece_target(struct bench_walk *walk, chess_move move)
{
    walk->code = piece_target_encode(&walk->position, move, walk->ep_square);
    walk->ep_square = piece_target_ep_after(&walk->position, move);
}

static inline chess_move decode_piece_target(struct bench_walk *walk)
{
    struct piece_choices choices;
    unsigned rest = walk->code.width - piece_target_piece_width(&walk->position);
    if (!piece_target_choices(&walk->position, walk->code.value >> rest, walk->ep_square, &choices))
        return NO_MOVE;
    unsigned value = walk->code.value & ((1u << piece_target_width(&choices)) - 1);
    chess_move move = piece_target_decode(&walk->position, &choices, value);
    walk->ep_square = piece_target_ep_after(&walk->position, move);
    return move;
}

static inline void encode_square_index(struct bench_walk *walk, chess_move move)
{
    unsigned width = square_index_is_wide(&walk->position) ? 16 : 8;
    walk->code = code_of(square_index_encode(&walk->position, move), width);
}

static inline chess_move decode_square_index(struct bench_walk *walk)
{
    return square_index_decode(&walk->position, walk->code.value);
}

static inline void encode_move_byte(struct bench_walk *walk, chess_move move)
{
    uint8_t byte = 0;
    move_byte_encode(&walk->position, move, &byte);
    walk->code = code_of(byte, 8);
}

static inline chess_move decode_move_byte(struct bench_walk *walk)
{
    return move_byte_decode(&walk->position, (uint8_t)walk->code.value);
}

static inline void encode_square_order(struct bench_walk *walk, chess_move move)
{
    unsigned width = square_index_count(&walk->position) > 256 ? 16 : 8;
    walk->code = code_of(square_order_index_encode(&walk->position, move), width);
}

static inline chess_move decode_square_order(struct bench_walk *walk)
{
    return square_order_index_decode(&walk->position, walk->code.value);
}

static inline void encode_total(struct bench_walk *walk, chess_move move)
{
    walk->code = code_of(total_index_encode(&walk->position, move), 16);
}

static inline chess_move decode_total(struct bench_walk *walk)
{
    return total_index_decode(&walk->position, walk->code.value);
}

static inline void encode_direction(struct bench_walk *walk, chess_move move)
{
    walk->code = code_of(target_direction_encode(&walk->position, move), 10);
}

static inline chess_move decode_direction(struct bench_walk *walk)
{
    return target_direction_decode(&walk->position, walk->code.value);
}

/* E12 has no position to decode from: forth with make, and back to the start from the words alone. */
static void make_all(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->game_count; i++) {
        struct bench_game *game = &corpus->games[i];
        struct position position = game->start;
        for (size_t ply = game->first_ply; ply < game->first_ply + game->ply_count; ply++) {
            reversible_move word = position_make(&position, corpus->moves[ply]);
            memcpy(corpus->texts[ply], &word, sizeof word);
        }
        game->end = position;
    }
}

static size_t unmake_all(const struct corpus *corpus)
{
    size_t wrong = 0;
    for (size_t i = 0; i < corpus->game_count; i++) {
        const struct bench_game *game = &corpus->games[i];
        struct position position = game->end;
        for (size_t ply = game->first_ply + game->ply_count; ply > game->first_ply; ply--) {
            reversible_move word;
            memcpy(&word, corpus->texts[ply - 1], sizeof word);
            position_unmake(&position, word);
        }
        wrong += !position_same(&position, &game->start);
    }
    return wrong;
}

static struct result measure_reversible(struct corpus *corpus)
{
    struct result result = {.bits = 64 * (uint64_t)corpus->ply_count};
    for (int run = 0; run < BENCH_RUNS; run++) {
        double begin = bench_seconds();
        make_all(corpus);
        double middle = bench_seconds();
        result.wrong += unmake_all(corpus);
        result.encode_seconds[run] = middle - begin;
        result.decode_seconds[run] = bench_seconds() - middle;
    }
    return result;
}

/* ---- The table -------------------------------------------------------------------------------------- */

static size_t print_row(const char *name, const struct corpus *corpus, struct result result)
{
    double plies = (double)corpus->ply_count;
    char size[32];
    snprintf(size, sizeof size, "%.2f b/ply", (double)result.bits / plies);
    bench_print(&(struct bench_row){.name = name,
                                    .size = size,
                                    .forward = plies / bench_median(result.encode_seconds, BENCH_RUNS) / 1e6,
                                    .backward = plies / bench_median(result.decode_seconds, BENCH_RUNS) / 1e6,
                                    .unit = result.wrong == 0 ? "M plies/s" : "M plies/s, WRONG"});
    return result.wrong;
}

static size_t print_table(struct corpus *corpus)
{
    size_t wrong = 0;
#define ROW(name, function)                                                                                  \
    wrong += print_row(name, corpus, measure(corpus, encode_##function, decode_##function))
    ROW("E1  from-to with flags (make only)", plain);
    ROW("E1x extended move", extended);
    ROW("E2  SAN text", san);
    ROW("E2  UCI text", uci);
    ROW("E3  BCGN compressed move", compressed);
    ROW("E4  legal list, byte", legal_byte);
    ROW("E5  legal list, ceil(log2 n) bits", legal_bits);
    ROW("E6  pseudo-legal list, ceil(log2 n) bits", pseudo_legal);
    ROW("E7  piece then target (BCGN 0 scheme 2)", piece_target);
    ROW("E8  per piece and square (BCGN 0 scheme 1)", square_index);
    ROW("E8  the same, always a byte (BCGN 1)", move_byte);
    ROW("E9  by squares", square_order);
    ROW("E10 total number", total);
    ROW("E11 target and direction", direction);
#undef ROW
    return wrong + print_row("E12 reversible word (make, unmake)", corpus, measure_reversible(corpus));
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

static int read_stream(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    *size_ret = fread(bytes, 1, size, opaque);
    return 0;
}

/* The main line up to the first null move, drop or trouble. */
static void add_game(struct corpus *corpus, const struct game *game)
{
    struct bench_game *added = &corpus->games[corpus->game_count];
    unsigned depth = 0;
    *added = (struct bench_game){.start = game->start, .first_ply = corpus->ply_count};
    if (!game->has_start)
        position_start(&added->start);
    for (size_t i = 0; i < game->item_count && corpus->ply_count < PLIES_MAX; i++) {
        const struct game_item *item = &game->items[i];
        depth += item->kind == ITEM_VARIATION_BEGIN;
        depth -= item->kind == ITEM_VARIATION_END;
        if (depth == 0 && (item->kind == ITEM_NULL_MOVE || item->kind == ITEM_DROP))
            break;
        if (depth == 0 && item->kind == ITEM_MOVE)
            corpus->moves[corpus->ply_count++] = item->value;
    }
    added->ply_count = corpus->ply_count - added->first_ply;
    corpus->game_count++;
}

static int read_corpus(const char *path, struct corpus *corpus)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    struct pgn_reader reader;
    const struct game *game;
    corpus->game_count = corpus->ply_count = 0;
    pgn_reader_init(&reader, read_stream, file, NULL, 0);
    while (corpus->game_count < GAMES_MAX && corpus->ply_count < PLIES_MAX &&
           pgn_reader_next(&reader, &game) == PGNPACK_OK)
        add_game(corpus, game);
    pgn_reader_free(&reader);
    fclose(file);
    return 1;
}

static void *get_memory(size_t count, size_t size)
{
    void *piece = calloc(count, size);
    if (piece == NULL) {
        fprintf(stderr, "bench_encodings: no memory\n");
        exit(2);
    }
    return piece;
}

int main(int argc, char **argv)
{
    struct corpus corpus = {.games = get_memory(GAMES_MAX, sizeof *corpus.games),
                            .moves = get_memory(PLIES_MAX, sizeof *corpus.moves),
                            .codes = get_memory(PLIES_MAX, sizeof *corpus.codes),
                            .texts = get_memory(PLIES_MAX, sizeof *corpus.texts)};
    if (argc != 2 || !read_corpus(argv[1], &corpus)) {
        fprintf(stderr, "bench_encodings FILE.pgn: cannot open the file\n");
        return 2;
    }
    size_t wrong = corpus.ply_count != 0 ? print_table(&corpus) : 0;
    free(corpus.games);
    free(corpus.moves);
    free(corpus.codes);
    free(corpus.texts);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
