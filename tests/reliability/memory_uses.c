#include "reliability/memory_uses.h"

#include <stdio.h>
#include <string.h>

/* ---- What is packed ---- */

static const char *const rich_games[] = {
    "[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n\n1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. Qh5 "
    "{ "
    "[%clk 0:02:57] } 2... Nc6 { [%clk 0:02:58] } 3. Bc4 { [%clk 0:02:55] } 3... Nf6 { [%clk 0:02:59] } 4. "
    "Qxf7# "
    "{ [%clk 0:02:54] } 1-0\n\n",
    "[ECO \"B01\"]\n[Opening \"Scandinavian\"]\n\n1. e4 { [%eval 0.31] [%clk 0:01:00] } 1... d5 { [%eval "
    "0.4] [%clk "
    "0:00:59] } 2. exd5 { [%eval 0.28] [%clk 0:00:58] } 2... Qxd5 { [%eval -1.25] [%clk 0:00:58] } 3. Nc3 { "
    "[%eval "
    "#-3] a blunder } 3... Qa5 *\n\n",
    "[ECO \"C44\"]\n[Opening \"King's Pawn\"]\n\n1. e4 {d=12, pv=e4 e5 Nf3 Nc6 Bb5 a6, mt=17} e5 {d=13, "
    "pv=e5 Nf3 Nc6 "
    "Bb5 Nf6, mt=4}\n2. Nf3 {d=12, pv=Nf3 Nc6 Bb5 a6 Ba4, mt=25} Nc6 {d=14, pv=Nc6 Bb5 Nf6 O-O Nxe4, "
    "mt=3}\n3. Bc4 "
    "{d=9, pv=Bc4 Bc5 c3 Nf6 and so on, mt=1} Bc5 {d=15, pv=Bc5 c3 Nf6 d4, mt=6} 1/2-1/2\n\n",
    "[ECO \"D35\"]\n[Opening \"Queen's Gambit\"]\n\n1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6) 2... e6) 2. c4 $1 "
    "e6! 3. Nc3 "
    "Nf6?! 4. Bg5 {pinned}\n; the rest is easy\n4... Be7 $14 $146 5. e3 O-O { +0.25/12 3.1s } 6. Nf3 { "
    "+0.31/13 2.9s "
    "} h6 { +0.22/11 4.0s } 7. Bh4 { +0.19/12 0.7s } 1-0 {behind the result}\n\n",
    "[ECO \"C00\"]\r\n[Opening \"French\"]\r\n\r\n1.e4 e6 2.d4 d5 3.Nc3 Bb4 4.e5   c5 5.a3\tBxc3+ 6.bxc3 "
    "Ne7\r\n1-0\r\n"
    "\r\n",
    "[ECO \"A00\"]\n[Opening \"Barnes\"]\n[Opening \"twice\"]\n[Note \"a \\\"quoted\\\" \\\\ "
    "value\"]\n[Broken line]\n"
    "[Empty \"\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n",
    "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w "
    "HFhf - 2 "
    "9\"]\n[Opening \"?\"]\n\n9. e4 O-O 10. Nf3 Ne7 11. O-O *\n\n",
    "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/K6p/8 w - - 0 40\"]\n[Opening \"?\"]\n\n40. a8=Q h1=N 41. Qb7+ Kg6 "
    "1-0\n\n",
    "[Opening \"King's Pawn\"]\n[ECO \"C20\"]\n\n1. e4 e5 2. -- Nc6 3. Nge2 { null } 3... d6 4. Ke3 { no "
    "such move } Ke6 "
    "*\n\n",
    "[Opening \"King's Pawn\"]\n[ECO \"C20\"]\n\n1. e2e4 e7e5 2. 0-0 {open\n\n",
};

static void append_rich_tags(struct bytes *text, unsigned n)
{
    static const char *const players[] = {"Morphy, Paul", "Anderssen", "Menchik, Vera",
                                          "D\xc3\xbcr\xc3\xbcst"};
    char tags[600];
    snprintf(
        tags, sizeof tags,
        "[Event \"Club championship\"]\n[Site \"Hall %u\"]\n[Date \"2021.03.%02u\"]\n[Round "
        "\"%u.%u\"]\n[White "
        "\"%s\"]\n[Black \"%s\"]\n[Result \"*\"]\n[WhiteElo \"%u\"]\n[BlackElo \"%u\"]\n[PlyCount \"%u\"]\n"
        "[UTCTime \"10:%02u:09\"]\n[GameId \"k%uX7b%u\"]\n",
        n / 7, 1 + n % 28, 1 + n / 4, 1 + n % 4, players[n % 4], players[(n + 1 + n / 4) % 4],
        1800 + 17 * n % 600, 1700 + 23 * n % 600, n == 5 ? 4 : 10 + n, n % 60, n * 7919, n);
    bytes_append_text(text, tags);
    if (n % 10 == 5) /* two of ten may say how they end */
        bytes_append_text(text,
                          "[FinalFEN \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"]\n");
}

void append_rich_text(struct bytes *text, unsigned rounds)
{
    enum { GAME_COUNT = sizeof rich_games / sizeof *rich_games };
    bytes_append_text(text, "% Not a game at all.\n\n");
    for (unsigned n = 0; n < rounds * GAME_COUNT; n++) {
        append_rich_tags(text, n);
        bytes_append_text(text, rich_games[n % GAME_COUNT]);
    }
    bytes_append_text(text, "\x01\xff\n((( the end, {\n");
}

/* ---- What was learnt ---- */

static void tell_bytes(struct bytes *answer, const void *bytes, size_t size)
{
    uint64_t size_told = size;
    bytes_append(answer, &size_told, sizeof size_told);
    bytes_append(answer, bytes, size);
}

static void tell_number(struct bytes *answer, uint64_t number)
{
    bytes_append(answer, &number, sizeof number);
}

static void tell_game(struct bytes *answer, const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    struct pgnpack_item item;
    tell_number(answer, pgnpack_game_ply_count(game));
    tell_number(answer, pgnpack_game_result(game));
    for (size_t i = 0; pgnpack_game_tag(game, i, &name, &value); i++) {
        tell_bytes(answer, name.data, name.size);
        tell_bytes(answer, value.data, value.size);
    }
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        tell_number(answer, item.kind);
        tell_number(answer, item.value);
        tell_bytes(answer, item.text.data, item.text.size);
    }
}

/* ---- Packing and unpacking ---- */

static enum pgnpack_status write_pieces(struct pgnpack_writer *writer, const struct memory_use *use,
                                        size_t begin, size_t end)
{
    enum pgnpack_status status = PGNPACK_OK;
    size_t piece = use->setup.piece;
    for (size_t at = begin; at < end && status == PGNPACK_OK; at += piece)
        status = pgnpack_writer_write(writer, use->input->data + at, end - at < piece ? end - at : piece);
    return status;
}

enum pgnpack_status use_writer(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                               struct bytes *answer)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_writer_options writer_options = {.size = sizeof writer_options,
                                                    .level = use->setup.level,
                                                    .moves = use->setup.moves,
                                                    .threads = use->setup.threads,
                                                    .block_size = use->setup.block_size,
                                                    .verify = use->setup.verify};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(&options, &writer_options, PGNPACK_TO_FUNCTION(bytes_write, answer));
    if (writer == NULL)
        return PGNPACK_ERROR_MEMORY;
    size_t middle = use->input->size / 2;
    enum pgnpack_status status = pgnpack_writer_begin_file(writer, "first.pgn", 9, NULL);
    if (status == PGNPACK_OK)
        status = write_pieces(writer, use, 0, middle);
    if (status == PGNPACK_OK)
        status = pgnpack_writer_begin_file(writer, "nothing", 7, NULL);
    if (status == PGNPACK_OK)
        status = pgnpack_writer_begin_file(writer, "", 0, NULL);
    if (status == PGNPACK_OK)
        status = write_pieces(writer, use, middle, use->input->size);
    if (status == PGNPACK_OK)
        status = pgnpack_writer_finish(writer);
    if (pgnpack_error(writer)->status != status)
        status = PGNPACK_ERROR_INTERNAL;
    pgnpack_free(writer);
    return status;
}

static int tell_file(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    (void)time;
    tell_bytes(opaque, name, name_size);
    return 0;
}

static int tell_damage(void *opaque, const struct pgnpack_damage *damage)
{
    tell_number(opaque, damage->offset);
    tell_number(opaque, damage->size);
    tell_number(opaque, damage->game_count);
    return 0;
}

static enum pgnpack_status unpack(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                                  int salvage, struct bytes *answer)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_unpacker_options unpacker_options = {.size = sizeof unpacker_options,
                                                        .threads = use->setup.threads,
                                                        .salvage = salvage,
                                                        .begin_file = tell_file,
                                                        .damage = tell_damage,
                                                        .opaque = answer};
    struct bytes_source source = {use->input->data, use->input->size, 0, 0};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&options, &unpacker_options);
    if (unpacker == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                                      PGNPACK_TO_FUNCTION(bytes_write, answer));
    pgnpack_free(unpacker);
    return status;
}

enum pgnpack_status use_unpacker(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                                 struct bytes *answer)
{
    return unpack(use, allocator, 0, answer);
}

enum pgnpack_status use_salvage(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                                struct bytes *answer)
{
    return unpack(use, allocator, 1, answer);
}

/* ---- Reading ---- */

/* Opens the database; *opened_ret is the status, which may be PGNPACK_ERROR_TRUNCATED. NULL: it was not opened. */
static struct pgnpack_reader *open_reader(const struct memory_use *use,
                                          const struct pgnpack_allocator *allocator, struct bytes *answer,
                                          enum pgnpack_status *opened_ret)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    *opened_ret = PGNPACK_ERROR_MEMORY;
    if (reader == NULL)
        return NULL;
    *opened_ret = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(use->input->data, use->input->size));
    if (*opened_ret == PGNPACK_ERROR_MEMORY && use->goes_on) /* a reader may be opened again */
        *opened_ret = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(use->input->data, use->input->size));
    if (*opened_ret == PGNPACK_OK || *opened_ret == PGNPACK_ERROR_TRUNCATED) {
        tell_number(answer, *opened_ret);
        tell_number(answer, pgnpack_reader_info(reader)->game_count);
        return reader;
    }
    pgnpack_free(reader);
    return NULL;
}

/* All games from `first` on. */
static enum pgnpack_status tell_games(const struct memory_use *use, struct pgnpack_cursor *cursor,
                                      uint64_t first, struct bytes *answer)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    int attempts = 1 + use->goes_on;
    uint64_t number = first;
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK) {
        size_t size_before = answer->size;
        status = pgnpack_cursor_next(cursor, &game);
        if (status == PGNPACK_OK)
            tell_game(answer, game);
        if (status == PGNPACK_OK && (use->parts & PGNPACK_PART_TEXT)) {
            status = pgnpack_cursor_text(cursor, &text);
            tell_bytes(answer, text.data, status == PGNPACK_OK ? text.size : 0);
        }
        if (status == PGNPACK_OK)
            number++;
        else if (pgnpack_error(cursor)->status != status)
            return PGNPACK_ERROR_INTERNAL;
        if (status == PGNPACK_ERROR_MEMORY) {
            answer->size = size_before;
            status = --attempts > 0 ? pgnpack_cursor_seek(cursor, number) : status;
        }
    }
    return status;
}

enum pgnpack_status use_cursor(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                               struct bytes *answer)
{
    enum pgnpack_status status;
    struct pgnpack_reader *reader = open_reader(use, allocator, answer, &status);
    if (reader == NULL)
        return status;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, use->parts);
    status = cursor == NULL ? PGNPACK_ERROR_MEMORY : tell_games(use, cursor, 1, answer);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    return status;
}

enum pgnpack_status use_tag_cursor(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                                   struct bytes *answer)
{
    static const char *const names[] = {"White", "Opening", "FinalFEN", "UTCTime"};
    enum pgnpack_status status;
    struct pgnpack_reader *reader = open_reader(use, allocator, answer, &status);
    if (reader == NULL)
        return status;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, use->parts);
    status = cursor == NULL ? PGNPACK_ERROR_MEMORY : pgnpack_cursor_tags(cursor, names, 4);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_range(cursor, 6, 3);
    if (status == PGNPACK_OK)
        status = tell_games(use, cursor, 6, answer);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    return status;
}

/* A game a call, with everything that there is of it. */
enum pgnpack_status use_batch(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                              struct bytes *answer)
{
    enum { ROOM = 4000 };
    static const char *const names[] = {"White", "Opening", "FinalFEN", "UTCTime"};
    static uint16_t moves[ROOM];
    static int32_t numbers[2][ROOM];
    static char texts[6][ROOM];
    uint32_t offsets[9][2];
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = names, .tag_count = 4, .parts = 127};
    struct pgnpack_bytes_column tags[4];
    for (size_t i = 0; i < 4; i++)
        tags[i] = (struct pgnpack_bytes_column){texts[i], ROOM, offsets[i], NULL};
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = 1,
                                            .tags = tags,
                                            .moves = {moves, ROOM, offsets[4]},
                                            .san = {texts[4], ROOM, offsets[5], NULL},
                                            .uci = {texts[5], ROOM, offsets[6], NULL},
                                            .clocks = {numbers[0], ROOM, offsets[7]},
                                            .evals = {numbers[1], ROOM, offsets[8]}};
    enum pgnpack_status status;
    struct pgnpack_reader *reader = open_reader(use, allocator, answer, &status);
    if (reader == NULL)
        return status;
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    status = batch == NULL ? PGNPACK_ERROR_MEMORY : PGNPACK_OK;
    while (status == PGNPACK_OK && (status = pgnpack_batch_next(batch, &columns, NULL)) == PGNPACK_OK) {
        for (size_t i = 0; i < 4; i++)
            tell_bytes(answer, texts[i], offsets[i][1]);
        tell_bytes(answer, moves, offsets[4][1] * sizeof *moves);
        tell_bytes(answer, texts[4], offsets[5][1]);
        tell_bytes(answer, texts[5], offsets[6][1]);
        tell_bytes(answer, numbers[0], offsets[7][1] * sizeof *numbers[0]);
        tell_bytes(answer, numbers[1], offsets[8][1] * sizeof *numbers[1]);
    }
    pgnpack_free(batch);
    pgnpack_free(reader);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static enum pgnpack_status tell_block(struct pgnpack_block_reader *blocks, uint64_t n, struct bytes *answer)
{
    struct pgnpack_text text;
    struct pgnpack_block_details details;
    enum pgnpack_status status = pgnpack_block_reader_text(blocks, n, &text);
    if (status != PGNPACK_OK)
        return status;
    tell_bytes(answer, text.data, text.size);
    status = pgnpack_block_reader_details(blocks, n, &details);
    if (status != PGNPACK_OK)
        return status;
    tell_bytes(answer, details.file_name.data, details.file_name.size);
    tell_number(answer, details.tags_size);
    tell_number(answer, details.moves_size);
    return PGNPACK_OK;
}

static enum pgnpack_status tell_columns(struct pgnpack_block_reader *blocks, struct bytes *answer)
{
    struct pgnpack_column column;
    size_t count;
    enum pgnpack_status status = pgnpack_block_reader_columns(blocks, &count);
    for (size_t i = 0; status == PGNPACK_OK && pgnpack_block_reader_column(blocks, i, &column); i++) {
        tell_bytes(answer, column.name.data, column.name.size);
        tell_number(answer, column.packed_size);
    }
    return status;
}

enum pgnpack_status use_block_reader(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                                     struct bytes *answer)
{
    enum pgnpack_status status;
    struct pgnpack_reader *reader = open_reader(use, allocator, answer, &status);
    if (reader == NULL)
        return status;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    status = blocks == NULL ? PGNPACK_ERROR_MEMORY : PGNPACK_OK;
    for (uint64_t n = 0; status == PGNPACK_OK; n++) {
        size_t size_before = answer->size;
        status = tell_block(blocks, n, answer);
        if (status == PGNPACK_ERROR_MEMORY && use->goes_on) {
            answer->size = size_before;
            status = tell_block(blocks, n, answer);
        }
    }
    if (status == PGNPACK_END) {
        status = tell_columns(blocks, answer);
        if (status == PGNPACK_ERROR_MEMORY && use->goes_on)
            status = tell_columns(blocks, answer);
    }
    pgnpack_free(blocks);
    pgnpack_free(reader);
    return status;
}

/* ---- PGN and BCGN 0 ---- */

/* Follows the game on a board, whose FEN it tells at each item. */
static enum pgnpack_status walk(struct pgnpack_board *board, const struct pgnpack_game *game,
                                struct bytes *answer)
{
    struct pgnpack_item item;
    char fen[PGNPACK_FEN_SIZE];
    enum pgnpack_status status = PGNPACK_OK;
    pgnpack_board_start(board, game);
    for (size_t i = 0; status == PGNPACK_OK && pgnpack_game_item(game, i, &item); i++) {
        status = pgnpack_board_step(board, &item);
        if (status == PGNPACK_OK)
            tell_bytes(answer, fen, pgnpack_board_fen(board, fen));
    }
    return status;
}

enum pgnpack_status use_pgn(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                            struct bytes *answer)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    const struct pgnpack_game *game;
    struct bytes walks = {0};
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(&options);
    struct pgnpack_pgn_writer *writer =
        pgnpack_pgn_writer_new(&options, PGNPACK_TO_FUNCTION(bytes_write, answer));
    struct pgnpack_board *board = pgnpack_board_new(&options);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    if (reader != NULL && writer != NULL && board != NULL) {
        pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(use->input->data, use->input->size));
        do {
            status = pgnpack_pgn_reader_next(reader, &game);
            if (status == PGNPACK_OK)
                status = pgnpack_pgn_writer_add(writer, game);
            if (status == PGNPACK_OK)
                status = walk(board, game, &walks);
        } while (status == PGNPACK_OK);
        if (status == PGNPACK_END)
            status = pgnpack_pgn_writer_finish(writer);
    }
    bytes_append(answer, walks.data, status == PGNPACK_OK ? walks.size : 0);
    bytes_free(&walks);
    pgnpack_free(board);
    pgnpack_free(writer);
    pgnpack_free(reader);
    return status;
}

enum pgnpack_status use_bcgn0_writer(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                                     struct bytes *answer)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_bcgn0_options bcgn0_options = {
        .size = sizeof bcgn0_options, .scheme = use->scheme, .lossy = 1};
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(&options, &bcgn0_options, PGNPACK_TO_FUNCTION(bytes_write, answer));
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    if (reader != NULL && writer != NULL) {
        pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(use->input->data, use->input->size));
        status = PGNPACK_OK;
        while (status == PGNPACK_OK && (status = pgnpack_pgn_reader_next(reader, &game)) == PGNPACK_OK) {
            status = pgnpack_bcgn0_writer_add(writer, game);
            if (status == PGNPACK_ERROR_LOSSY) /* this game is left out */
                status = PGNPACK_OK;
        }
        if (status == PGNPACK_END)
            status = pgnpack_bcgn0_writer_finish(writer);
        if (status == PGNPACK_OK)
            tell_number(answer, pgnpack_bcgn0_writer_losses(writer)->games_written);
    }
    pgnpack_free(writer);
    pgnpack_free(reader);
    return status;
}

enum pgnpack_status use_bcgn0_reader(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                                     struct bytes *answer)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    const struct pgnpack_game *game;
    struct pgnpack_bcgn0_reader *reader = pgnpack_bcgn0_reader_new(&options);
    if (reader == NULL)
        return PGNPACK_ERROR_MEMORY;
    pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_MEMORY(use->input->data, use->input->size));
    enum pgnpack_status status;
    while ((status = pgnpack_bcgn0_reader_next(reader, &game)) == PGNPACK_OK)
        tell_game(answer, game);
    pgnpack_free(reader);
    return status;
}
