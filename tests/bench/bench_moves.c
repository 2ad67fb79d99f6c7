/*
 * bench_moves [--plies N] FILE.pgn...: every move codec of the container over the main lines of each file's first
 * games: bits a ply, alone and with the ends of games, and million plies a second, both ways. Beside them what any
 * list of legal moves takes, and ranks in a static Huffman code. Exit status 1 when a move does not come back.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "container/sections/block_format.h"
#include "bench/bench_support.h"
#include "bench/rank_code.h"
#include "chess/san.h"
#include "encoding/legal_index.h"
#include "moves/streams/move_stream.h"
#include "net/features/policy_hints.h"
#include "game/game.h"
#include "pgn/pgn_parser.h"

/* A codec is not run again once its runs have taken so long. */
enum { PLIES_DEFAULT = 250000, SECONDS_PER_CODEC = 1 };

struct line {
    struct position start;
    struct policy_hints hints;
    size_t first, count;
};

/* The main lines of a file, and a text that holds nothing else than what codecs use. */
struct corpus {
    struct line *lines;
    size_t line_count, line_capacity;
    chess_move *moves;
    size_t move_count, move_capacity;
    struct memory memory;
    struct buffer text;
};

struct figures {
    const char *name;
    double bits, bits_with_end; /* of all plies; 0: not known */
    double encode_seconds[BENCH_RUNS], decode_seconds[BENCH_RUNS];
    size_t runs;
    int is_wrong;
};

static void fail(const char *what)
{
    fprintf(stderr, "bench_moves: %s\n", what);
    exit(2);
}

/* ---- Reading ---- */

static void *grow(void *array, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity == 0 ? 4096 : 2 * *capacity;
    array = realloc(array, *capacity * size);
    if (array == NULL)
        fail("no memory");
    return array;
}

static void add_tags(struct buffer *text, const struct game *game)
{
    static const char *const names[] = {"WhiteElo", "BlackElo", "FEN"};
    for (size_t i = 0; i < game->tag_count; i++)
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++) {
            if (!text_is(game->tags[i].name, names[j]))
                continue;
            buffer_append_string(text, "[");
            buffer_append_string(text, names[j]);
            buffer_append_string(text, " \"");
            buffer_append(text, game->tags[i].value.data, game->tags[i].value.size);
            buffer_append_string(text, "\"]\n");
        }
}

static void add_move(struct corpus *corpus, struct position *position, chess_move move)
{
    char san[SAN_SIZE_MAX];
    corpus->moves = grow(corpus->moves, &corpus->move_capacity, corpus->move_count, sizeof *corpus->moves);
    corpus->moves[corpus->move_count++] = move;
    buffer_append(&corpus->text, san, san_write(position, move, san));
    buffer_append_string(&corpus->text, " ");
    position_make(position, move);
}

/* The main line up to the first null move or drop. */
static void add_line(struct corpus *corpus, const struct game *game)
{
    corpus->lines = grow(corpus->lines, &corpus->line_capacity, corpus->line_count, sizeof *corpus->lines);
    struct line *line = &corpus->lines[corpus->line_count++];
    *line = (struct line){.start = game->start, .hints = policy_hints_of(game), .first = corpus->move_count};
    struct position position = game->start;
    struct text result = game_result_text(game->result);
    unsigned depth = 0;
    add_tags(&corpus->text, game);
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        depth += item->kind == ITEM_VARIATION_BEGIN;
        depth -= item->kind == ITEM_VARIATION_END;
        if (depth == 0 && (item->kind == ITEM_NULL_MOVE || item->kind == ITEM_DROP))
            break;
        if (depth == 0 && item->kind == ITEM_MOVE)
            add_move(corpus, &position, item->value);
    }
    line->count = corpus->move_count - line->first;
    buffer_append(&corpus->text, result.data, result.size);
    buffer_append_string(&corpus->text, "\n\n");
}

static void read_corpus(struct corpus *corpus, const char *path, size_t ply_limit)
{
    struct pgn_parser parser;
    struct game game;
    size_t size;
    char *text = bench_read_file("bench_moves", path, &size);
    memset(corpus, 0, sizeof *corpus);
    memory_init(&corpus->memory, NULL, 0);
    buffer_init(&corpus->text, &corpus->memory);
    pgn_parser_init(&parser, &corpus->memory);
    game_init(&game, &corpus->memory);
    for (size_t at = 0; at < size && corpus->move_count < ply_limit; at += game.text.size) {
        if (pgn_parse(&parser, text + at, size - at, 1, &game) != PGN_GAME)
            break;
        add_line(corpus, &game);
    }
    game_free(&game);
    pgn_parser_free(&parser);
    free(text);
}

static void free_corpus(struct corpus *corpus)
{
    free(corpus->lines);
    free(corpus->moves);
    buffer_free(&corpus->text);
}

/* ---- Without a codec ---- */

/* A byte for the number of plies, two from 255 on. */
static unsigned end_bits(const struct line *line)
{
    return line->count < 255 ? 8 : 16;
}

/* What telling each of n legal moves alike takes, as it is and in whole bits. */
static void measure_counts(const struct corpus *corpus, struct figures *exact, struct figures *whole)
{
    *exact = (struct figures){.name = "log2 n"};
    *whole = (struct figures){.name = "ceil(log2 n)"};
    double ends = 0;
    for (size_t i = 0; i < corpus->line_count; i++) {
        struct position position = corpus->lines[i].start;
        ends += end_bits(&corpus->lines[i]);
        for (size_t ply = 0; ply < corpus->lines[i].count; ply++) {
            unsigned count = legal_count(&position);
            exact->bits += log2(count);
            whole->bits += legal_bits_width(count);
            position_make(&position, corpus->moves[corpus->lines[i].first + ply]);
        }
    }
    exact->bits_with_end = exact->bits + ends;
    whole->bits_with_end = whole->bits + ends;
}

/* ---- Ranks ---- */

static void count_ranks(const struct corpus *corpus, struct rank_code *code)
{
    memset(code, 0, sizeof *code);
    for (size_t i = 0; i < corpus->line_count; i++) {
        struct position position = corpus->lines[i].start;
        for (size_t ply = 0; ply < corpus->lines[i].count; ply++) {
            chess_move move = corpus->moves[corpus->lines[i].first + ply];
            code->counts[rank_symbol(rank_of_move(&position, move))]++;
            position_make(&position, move);
        }
    }
    rank_code_make(code);
}

static size_t encode_ranks(const struct corpus *corpus, const struct rank_code *code, uint8_t *out)
{
    struct rank_writer writer = {.at = out};
    for (size_t i = 0; i < corpus->line_count; i++) {
        struct position position = corpus->lines[i].start;
        for (size_t ply = 0; ply < corpus->lines[i].count; ply++) {
            chess_move move = corpus->moves[corpus->lines[i].first + ply];
            rank_write(&writer, code, rank_of_move(&position, move));
            position_make(&position, move);
        }
        rank_write_end(&writer);
    }
    return (size_t)(writer.at - out);
}

static int decode_ranks(const struct corpus *corpus, const struct rank_code *code, const uint8_t *in)
{
    struct rank_reader reader = {.at = in};
    for (size_t i = 0; i < corpus->line_count; i++) {
        struct position position = corpus->lines[i].start;
        reader.count = 0;
        for (size_t ply = 0; ply < corpus->lines[i].count; ply++) {
            chess_move move = rank_move(&position, rank_read(&reader, code));
            if (move != corpus->moves[corpus->lines[i].first + ply])
                return 0;
            position_make(&position, move);
        }
    }
    return 1;
}

static void measure_ranks(const struct corpus *corpus, struct figures *figures)
{
    enum { CODE_SIZE_MAX = 6, SPARE = 8 };
    struct rank_code code;
    uint8_t *bytes = malloc(corpus->move_count * CODE_SIZE_MAX + corpus->line_count + SPARE);
    if (bytes == NULL)
        fail("no memory");
    count_ranks(corpus, &code);
    *figures = (struct figures){.name = "ranks, static Huffman"};
    for (unsigned i = 0; i < RANK_SYMBOLS; i++)
        figures->bits += (double)code.counts[i] * (code.widths[i] + (i == RANK_ESCAPE ? 16 : 0));
    for (; figures->runs < BENCH_RUNS; figures->runs++) {
        double start = bench_seconds();
        figures->bits_with_end = 8 * (double)encode_ranks(corpus, &code, bytes);
        double middle = bench_seconds();
        figures->is_wrong |= !decode_ranks(corpus, &code, bytes);
        figures->encode_seconds[figures->runs] = middle - start;
        figures->decode_seconds[figures->runs] = bench_seconds() - middle;
    }
    for (size_t i = 0; i < corpus->line_count; i++)
        figures->bits_with_end += end_bits(&corpus->lines[i]);
    free(bytes);
}

/* ---- Codecs ---- */

static void encode(const struct corpus *corpus, struct move_writer *writer, enum move_codec codec,
                   struct move_pieces *out)
{
    move_writer_start(writer, codec, POLICY_NET_ID);
    for (size_t i = 0; i < corpus->line_count; i++) {
        const struct line *line = &corpus->lines[i];
        struct position position = line->start;
        move_writer_start_game(writer, &line->hints);
        for (size_t ply = 0; ply < line->count; ply++) {
            chess_move move = corpus->moves[line->first + ply];
            move_writer_add(writer, &position, (uint32_t)ply, move);
            position_make(&position, move);
        }
    }
    if (!move_writer_finish(writer, out))
        fail("no memory");
}

static int decode(const struct corpus *corpus, enum move_codec codec, const struct move_pieces *stream,
                  void *state)
{
    struct move_reader reader;
    move_reader_start(&reader, codec, stream, corpus->line_count, state, NULL);
    for (size_t i = 0; i < corpus->line_count; i++) {
        const struct line *line = &corpus->lines[i];
        struct position position = line->start;
        move_reader_start_game(&reader, &line->hints);
        for (size_t ply = 0; ply < line->count; ply++) {
            chess_move move = move_reader_next(&reader, &position, (uint32_t)ply);
            if (move != corpus->moves[line->first + ply])
                return 0;
            position_make(&position, move);
        }
    }
    return move_reader_at_end(&reader);
}

static int append(void *opaque, const void *bytes, size_t size)
{
    struct buffer *buffer = opaque;
    buffer_append(buffer, bytes, size);
    return buffer_failed(buffer);
}

/* The text packed with that codec, at a level that has it or is like it. */
static void pack(const struct corpus *corpus, enum move_codec codec, struct buffer *packed)
{
    static const int lowest_levels[MOVE_CODEC_COUNT] = {[MOVE_CODEC_INDEX] = PGNPACK_LEVEL_DEFAULT,
                                                        [MOVE_CODEC_BITS] = PGNPACK_LEVEL_DEFAULT,
                                                        [MOVE_CODEC_TABLE] = 4,
                                                        [MOVE_CODEC_MODEL] = 6,
                                                        [MOVE_CODEC_BEST] = PGNPACK_LEVEL_MAX};
    struct pgnpack_writer_options options = {
        .size = sizeof options, .threads = 1, .level = lowest_levels[codec]};
    options.moves = (enum pgnpack_moves)(codec + PGNPACK_MOVES_INDEX);
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(append, packed));
    if (pgnpack_writer_write(writer, corpus->text.data, corpus->text.size) != PGNPACK_OK ||
        pgnpack_writer_finish(writer) != PGNPACK_OK)
        fail("packing failed");
    pgnpack_free(writer);
}

/* Moves and shapes of a packed file of nothing but these games: what moves and their ends take in the container. */
static double packed_bits(struct corpus *corpus, enum move_codec codec)
{
    struct buffer packed;
    struct pgnpack_column column;
    double size = 0;
    size_t count;
    buffer_init(&packed, &corpus->memory);
    pack(corpus, codec, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    if (pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)) != PGNPACK_OK)
        fail("opening failed");
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    if (pgnpack_block_reader_columns(blocks, &count) != PGNPACK_OK)
        fail("columns are missing");
    for (size_t i = 0; pgnpack_block_reader_column(blocks, i, &column); i++)
        if (strcmp(column.part, "moves") == 0 || strcmp(column.part, "shape") == 0)
            size += (double)column.packed_size;
    pgnpack_free(blocks);
    pgnpack_free(reader);
    buffer_free(&packed);
    return 8 * size;
}

static void measure_codec(struct corpus *corpus, enum move_codec codec, struct figures *figures)
{
    struct move_pieces stream = {.count = 0};
    struct move_writer writer;
    size_t size = 0;
    void *state = malloc(move_codec_state_size(codec) + 1);
    double begin = bench_seconds();
    move_writer_init(&writer, &corpus->memory);
    *figures = (struct figures){.name = section_codec_name(codec)};
    for (; figures->runs < BENCH_RUNS && bench_seconds() - begin < SECONDS_PER_CODEC; figures->runs++) {
        double start = bench_seconds();
        encode(corpus, &writer, codec, &stream);
        double middle = bench_seconds();
        figures->is_wrong |= !decode(corpus, codec, &stream, state);
        figures->encode_seconds[figures->runs] = middle - start;
        figures->decode_seconds[figures->runs] = bench_seconds() - middle;
    }
    for (unsigned i = 0; i < stream.count; i++)
        size += stream.pieces[i].size;
    figures->bits = 8 * (double)size;
    figures->bits_with_end = packed_bits(corpus, codec);
    move_writer_free(&writer);
    free(state);
}

/* ---- The table ---- */

static void print_speed(const struct corpus *corpus, const double *seconds, size_t runs)
{
    double copy[BENCH_RUNS];
    memcpy(copy, seconds, sizeof copy);
    if (runs == 0)
        printf(" %10s", "-");
    else
        printf(" %10.2f", (double)corpus->move_count / bench_median(copy, runs) / 1e6);
}

static int print_figures(const struct corpus *corpus, const struct figures *figures)
{
    double plies = (double)corpus->move_count;
    printf("  %-24s %9.4f %9.4f", figures->name, figures->bits / plies, figures->bits_with_end / plies);
    print_speed(corpus, figures->encode_seconds, figures->runs);
    print_speed(corpus, figures->decode_seconds, figures->runs);
    printf("%s\n", figures->is_wrong ? "  WRONG" : "");
    fflush(stdout);
    return figures->is_wrong;
}

static int measure_file(const char *path, size_t ply_limit)
{
    struct corpus corpus;
    struct figures exact, whole, figures;
    int is_wrong = 0;
    read_corpus(&corpus, path, ply_limit);
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    printf("  %s: %zu games, %zu plies\n", name, corpus.line_count, corpus.move_count);
    if (corpus.move_count != 0) {
        measure_counts(&corpus, &exact, &whole);
        print_figures(&corpus, &exact);
        print_figures(&corpus, &whole);
        measure_ranks(&corpus, &figures);
        is_wrong |= print_figures(&corpus, &figures);
        for (unsigned codec = 0; codec < MOVE_CODEC_COUNT; codec++) {
            measure_codec(&corpus, (enum move_codec)codec, &figures);
            is_wrong |= print_figures(&corpus, &figures);
        }
    }
    free_corpus(&corpus);
    return is_wrong;
}

int main(int argc, char **argv)
{
    size_t limit = PLIES_DEFAULT;
    int is_wrong = 0;
    printf("  %-24s %9s %9s %10s %10s\n", "", "bits/ply", "with end", "encode M/s", "decode M/s");
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--plies") == 0 && i + 1 < argc)
            limit = strtoull(argv[++i], NULL, 10);
        else
            is_wrong |= measure_file(argv[i], limit);
    }
    return is_wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
