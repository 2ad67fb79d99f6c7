/*
 * The move codecs alone: bits a ply and plies a second, both ways, main lines of PGN files.
 * Usage: bench_policy [--kernel NAME] FILE...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_support.h"
#include "codec/move_stream.h"
#include "codec/policy_hints.h"
#include "game/game.h"
#include "pgn/pgn_parser.h"

enum { CODEC_COUNT = 3 };

static const char *const names[CODEC_COUNT] = {"index", "bits", "model"};

/* All main lines of a file. */
struct line {
    struct position start;
    struct policy_hints hints;
    size_t first, count;
};

static struct line *lines;
static size_t line_count, line_capacity;
static chess_move *moves;
static size_t move_count, move_capacity;

static void *grow(void *array, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity == 0 ? 4096 : 2 * *capacity;
    array = realloc(array, *capacity * size);
    if (array == NULL)
        exit(2);
    return array;
}

static void add_line(const struct game *game)
{
    lines = grow(lines, &line_capacity, line_count, sizeof *lines);
    struct line *line = &lines[line_count++];
    *line = (struct line){.start = game->start, .hints = policy_hints_of(game), .first = move_count};
    unsigned depth = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        depth += item->kind == ITEM_VARIATION_BEGIN;
        depth -= item->kind == ITEM_VARIATION_END;
        if (depth == 0 && item->kind == ITEM_NULL_MOVE)
            break;
        if (depth != 0 || item->kind != ITEM_MOVE)
            continue;
        moves = grow(moves, &move_capacity, move_count, sizeof *moves);
        moves[move_count++] = item->value;
    }
    line->count = move_count - line->first;
}

static void read_lines(const char *path, size_t game_limit)
{
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    size_t size;
    char *text = bench_read_file("bench_policy", path, &size);
    memory_init(&memory, NULL, 0);
    pgn_parser_init(&parser, &memory);
    game_init(&game, &memory);
    line_count = move_count = 0;
    for (size_t at = 0; at < size && line_count < game_limit; at += game.text.size) {
        if (pgn_parse(&parser, text + at, size - at, 1, &game) != PGN_GAME)
            break;
        add_line(&game);
    }
    game_free(&game);
    pgn_parser_free(&parser);
    free(text);
}

static void encode(struct move_writer *writer, enum move_codec codec, struct buffer *out)
{
    move_writer_start(writer, codec);
    for (size_t i = 0; i < line_count; i++) {
        struct position position = lines[i].start;
        move_writer_start_game(writer, &lines[i].hints);
        for (size_t ply = 0; ply < lines[i].count; ply++) {
            chess_move move = moves[lines[i].first + ply];
            move_writer_add(writer, &position, move);
            position_make(&position, move);
        }
    }
    buffer_clear(out);
    move_writer_finish(writer, out);
}

static int decode(enum move_codec codec, const struct buffer *stream, struct policy_coder *policy)
{
    struct move_reader reader;
    move_reader_start(&reader, codec, stream->data, stream->size, line_count, policy);
    for (size_t i = 0; i < line_count; i++) {
        struct position position = lines[i].start;
        move_reader_start_game(&reader, &lines[i].hints);
        for (size_t ply = 0; ply < lines[i].count; ply++) {
            chess_move move = move_reader_next(&reader, &position);
            if (move != moves[lines[i].first + ply])
                return 0;
            position_make(&position, move);
        }
    }
    return move_reader_at_end(&reader);
}

static void measure(const char *path)
{
    struct memory memory;
    struct buffer stream;
    struct move_writer writer;
    struct policy_coder *policy = malloc(sizeof *policy);
    memory_init(&memory, NULL, 0);
    buffer_init(&stream, &memory);
    move_writer_init(&writer, &memory);
    for (unsigned codec = 0; codec < CODEC_COUNT; codec++) {
        double start = bench_seconds();
        encode(&writer, codec, &stream);
        double middle = bench_seconds();
        int same = decode(codec, &stream, policy);
        double end = bench_seconds();
        printf("%-40s %-6s %8.4f bits/ply %8.2f %8.2f Mply/s%s\n", path, names[codec],
               8.0 * (double)stream.size / (double)move_count, (double)move_count / 1e6 / (middle - start),
               (double)move_count / 1e6 / (end - middle), same ? "" : "  DIFFERENT");
    }
    fflush(stdout);
    move_writer_free(&writer);
    buffer_free(&stream);
    free(policy);
}

int main(int argc, char **argv)
{
    size_t limit = SIZE_MAX;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--games") == 0 && i + 1 < argc) {
            limit = strtoull(argv[++i], NULL, 10);
            continue;
        }
        read_lines(argv[i], limit);
        measure(argv[i]);
    }
    return 0;
}
