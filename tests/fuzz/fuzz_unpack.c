/*
 * Any bytes as a BCGN 1 file, by a stream, a reader, cursors and batches: no crash, no leak, no fault of the library's, no
 * more work than the limit allows, and the ways agree on what is in order. The first byte chooses: bit 0, checksums and
 * sizes are made to fit first, so that what is behind them is reached; bits 1 to 3, how the file is read (`readings`). Mutations change the inside of sections more often
 * than not; seeds have their sections unpacked for that.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "container/sections/bcgn_format.h"
#include "fuzz/kept_memory.h"
#include "shared/batch_check.h"
#include "shared/packing.h"
#include "shared/reseal.h"
#include "util/bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed);

/* libFuzzer's; not there when inputs are only replayed. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t size_max) __attribute__((weak));

static void require(int condition)
{
    if (!condition)
        abort();
}

/* Some milliseconds: a small file may well take hours. */
enum { WORK_LIMIT = 10 * 1000 * 1000 };

static void unpack(const struct bytes *file, int salvage, uint64_t work_limit, struct unpacked *unpacked)
{
    const struct unpack_setup setup = {
        .allocator = &kept_allocator, .salvage = salvage, .work_limit = work_limit};
    unpack_bytes(&setup, file->data, file->size, unpacked);
    require(unpacked->status != PGNPACK_ERROR_INTERNAL && unpacked->status != PGNPACK_ERROR_ARGUMENT);
    require(unpacked->text.size == unpacked->totals.text_size);
    require(unpacked->totals.damaged == 0 || unpacked->status != PGNPACK_OK);
}

/* Where in the text a piece of it begins, from `at` on; its size if it does not occur. */
static size_t find_in(const struct bytes *text, size_t at, struct pgnpack_text piece)
{
    while (at + piece.size <= text->size && memcmp(text->data + at, piece.data, piece.size) != 0)
        at++;
    return at + piece.size <= text->size ? at : text->size;
}

/* What cursors give of a file that unpacks is in its text, in order. (Its index may be wrong: then they give less.) */
static void check_cursor(const struct bytes *file, const struct bytes *text)
{
    struct pgnpack_options options = {
        .size = sizeof options, .allocator = &kept_allocator, .work_limit = WORK_LIMIT};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size));
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const struct pgnpack_game *game;
    struct pgnpack_text piece;
    size_t at = 0;
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK &&
           pgnpack_cursor_text(cursor, &piece) == PGNPACK_OK) {
        at = find_in(text, at, piece);
        require(piece.size == 0 || at < text->size);
        at += piece.size;
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
}

/* With less work than it takes, a file does not unpack. */
static void check_limit(const struct bytes *file, uint64_t work)
{
    struct unpacked unpacked;
    if (work < 2)
        return;
    unpack(file, 0, work - 1, &unpacked);
    require(unpacked.status == PGNPACK_ERROR_LIMIT);
    unpacked_free(&unpacked);
}

/* A file that unpacks has nothing to salvage. What is salvaged begins with what unpacks before the damage. */
static void unpack_and_salvage(const struct bytes *file)
{
    struct unpacked exact, salvaged;
    unpack(file, 0, WORK_LIMIT, &exact);
    unpack(file, 1, WORK_LIMIT, &salvaged);
    require(exact.status != PGNPACK_OK ||
            (salvaged.status == PGNPACK_OK && salvaged.text.size == exact.text.size));
    require(salvaged.text.size >= exact.text.size);
    require(exact.text.size == 0 || memcmp(exact.text.data, salvaged.text.data, exact.text.size) == 0);
    if (exact.status == PGNPACK_OK) {
        check_limit(file, exact.totals.work);
        check_cursor(file, &exact.text);
    }
    unpacked_free(&exact);
    unpacked_free(&salvaged);
}

static void unpack_one_way(const struct bytes *file, int salvage)
{
    struct unpacked unpacked;
    unpack(file, salvage, WORK_LIMIT, &unpacked);
    unpacked_free(&unpacked);
}

/* Plays the game's moves as a program would. */
static void walk_game(struct pgnpack_board *board, const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    char san[PGNPACK_SAN_SIZE], fen[PGNPACK_FEN_SIZE];
    pgnpack_board_start(board, game);
    for (size_t n = 0; pgnpack_game_item(game, n, &item); n++) {
        if (item.kind == PGNPACK_ITEM_MOVE) {
            size_t size = pgnpack_board_text(board, item.value, PGNPACK_NOTATION_SAN, san);
            require(size == strlen(san) &&
                    (pgnpack_board_text(board, item.value, PGNPACK_NOTATION_UCI, san) == 0) == (size == 0));
        }
        require(pgnpack_board_fen(board, fen) == strlen(fen));
        if (pgnpack_board_step(board, &item) != PGNPACK_OK)
            return;
    }
}

/* What a game tells of itself agrees. */
static void look_at_game(const struct pgnpack_game *game)
{
    struct pgnpack_text name, value, found;
    struct pgnpack_item item;
    struct pgnpack_game_details details;
    char first[64];
    size_t items = 0;
    for (size_t n = 0; pgnpack_game_tag(game, n, &name, &value); n++) {
        if (name.size >= sizeof first || memchr(name.data, 0, name.size) != NULL)
            continue;
        memcpy(first, name.data, name.size);
        first[name.size] = '\0';
        require(pgnpack_game_find_tag(game, first, &found));
        require(n != 0 || (found.data == value.data && found.size == value.size));
    }
    while (pgnpack_game_item(game, items, &item))
        items++;
    require(!pgnpack_game_item(game, items + 1, &item));
    pgnpack_game_details(game, &details);
    require(pgnpack_game_ply_count(game) <= items || items == 0);
    require((unsigned)pgnpack_game_result(game) <= 3);
    for (unsigned bits = details.oddities; bits != 0; bits &= bits - 1)
        require(*pgnpack_oddity_text((enum pgnpack_oddity)(bits & ~(bits - 1))) != '\0');
    require(details.trouble == NULL || *details.trouble != '\0');
}

/* All tags, or only some. */
static void read_games(const struct pgnpack_reader *reader, struct pgnpack_board *board, unsigned parts,
                       int some_tags)
{
    static const char *const names[] = {"White", "Date", "Opening"};
    enum { FAILURES_MAX = 4 };
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, parts);
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    uint64_t number = 0;
    if (some_tags)
        pgnpack_cursor_tags(cursor, names, sizeof names / sizeof names[0]);
    for (int failures = 0; failures < FAILURES_MAX;) {
        enum pgnpack_status status = pgnpack_cursor_next(cursor, &game);
        if (status == PGNPACK_END)
            break;
        number++;
        if (status == PGNPACK_OK && (parts & PGNPACK_PART_TEXT))
            status = pgnpack_cursor_text(cursor, &text);
        if (status == PGNPACK_OK && parts == PGNPACK_PART_MOVES)
            walk_game(board, game);
        if (status == PGNPACK_OK)
            look_at_game(game);
        require(pgnpack_error(cursor)->status == status);
        if (status == PGNPACK_OK)
            continue;
        failures++;
        pgnpack_cursor_seek(cursor, number + 1);
    }
    pgnpack_free(cursor);
}

/* Their sizes add up to the file's, whatever the blocks are like; a reader that did not open, or whose limit is passed, has none. */
static void read_columns(const struct pgnpack_reader *reader, int is_open, size_t file_size)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_column column;
    uint64_t sum = 0;
    size_t count;
    enum pgnpack_status status = pgnpack_block_reader_columns(blocks, &count);
    require(pgnpack_error(blocks)->status == status);
    for (size_t i = 0; pgnpack_block_reader_column(blocks, i, &column); i++)
        sum += column.packed_size;
    require(sum == (is_open && status != PGNPACK_ERROR_LIMIT ? file_size : 0) &&
            (is_open || status == PGNPACK_ERROR_ARGUMENT));
    pgnpack_free(blocks);
}

/* A block's details are the size of the block, its text is as long as the reader says; shards have all games. */
static void read_blocks(const struct pgnpack_reader *reader)
{
    enum { SHARDS = 3 };
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    struct pgnpack_text text;
    struct pgnpack_shard shard;
    uint64_t games = 0, n;
    for (n = 0; pgnpack_reader_block(reader, n, &info); n++) {
        if (pgnpack_block_reader_details(blocks, n, &details) == PGNPACK_OK)
            require(details.tags_size + details.moves_size + details.comments_size + details.other_size ==
                    info.size);
        if (pgnpack_block_reader_text(blocks, n, &text) == PGNPACK_OK)
            require(text.size == info.text_size);
        require(info.first_game == games + 1);
        games += info.game_count;
    }
    require(n == pgnpack_reader_info(reader)->block_count &&
            games == pgnpack_reader_info(reader)->game_count);
    for (n = 0; n < SHARDS; n++) {
        require(pgnpack_reader_shard(reader, n, SHARDS, &shard));
        games -= shard.game_count;
    }
    require(games == 0);
    pgnpack_free(blocks);
}

/* Names of tags are what the blocks name; batches give what cursors give, as far as these come. */
static void read_batches(const struct pgnpack_reader *reader, int with_lines)
{
    static const char *const tags[] = {"White",    "Black",    "Result", "Date",
                                       "WhiteElo", "BlackElo", "Event",  "x"};
    const struct batch_check checks[] = {
        {.tags = tags, .tag_count = 8, .parts = 3, .capacity = 9, .room = 64, .is_hostile = 1},
        {.tags = tags,
         .tag_count = 2,
         .parts = 1023,
         .capacity = 3,
         .room = 64,
         .is_hostile = 1,
         .keep_escapes = 1},
        {.tags = tags,
         .tag_count = 5,
         .parts = 1,
         .capacity = 64,
         .room = 1,
         .is_hostile = 1,
         .by_views = 1}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (with_lines || checks[i].parts <= 3)
            require(batch_check(reader, &checks[i], NULL) == NULL);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_text name;
    size_t count;
    enum pgnpack_status status = pgnpack_block_reader_tag_names(blocks, &count);
    require(pgnpack_error(blocks)->status == status);
    for (size_t i = 0; i < count; i++)
        require(pgnpack_block_reader_tag_name(blocks, i, &name) && name.data[name.size] == '\0');
    pgnpack_free(blocks);
}

enum {
    BATCHES = 1 << 12,
    SOME_TAGS = 1 << 8,
    COLUMNS = 1 << 9,
    STREAM = 1 << 10,
    SALVAGE = 1 << 11,
    OTHERS = SOME_TAGS - 1
};

/* What one input is read as: parts for cursors, a number of times, and the rest. */
struct reading {
    unsigned ways;
    unsigned parts[4];
};

static const struct reading readings[8] = {
    {STREAM, {0}},
    {SALVAGE, {0}},
    {COLUMNS | BATCHES, {PGNPACK_PART_TAGS}},
    {0, {PGNPACK_PART_SHAPE, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES | SOME_TAGS}},
    {BATCHES, {PGNPACK_PART_MOVES}},
    {0, {PGNPACK_PART_TEXT}},
    {0, {PGNPACK_PART_TAGS | SOME_TAGS, PGNPACK_PART_SHAPE}},
    {STREAM | SALVAGE | COLUMNS,
     {PGNPACK_PART_TAGS, PGNPACK_PART_MOVES, PGNPACK_PART_TEXT, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES}},
};

static void read_database(const struct bytes *file, const struct reading *reading)
{
    struct pgnpack_options options = {
        .size = sizeof options, .allocator = &kept_allocator, .work_limit = WORK_LIMIT};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    struct pgnpack_board *board = pgnpack_board_new(&options);
    enum pgnpack_status status = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size));
    require(status != PGNPACK_ERROR_INTERNAL && status != PGNPACK_ERROR_ARGUMENT);
    for (size_t i = 0; i < sizeof reading->parts / sizeof *reading->parts; i++)
        if (reading->parts[i] != 0)
            read_games(reader, board, reading->parts[i] & OTHERS, (reading->parts[i] & SOME_TAGS) != 0);
    if (reading->ways & COLUMNS) {
        read_columns(reader, status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED, file->size);
        read_blocks(reader);
    }
    if (reading->ways & BATCHES)
        read_batches(reader, reading->parts[0] == PGNPACK_PART_MOVES);
    pgnpack_free(board);
    pgnpack_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes file = {0};
    if (size < 1)
        return 0;
    const struct reading *reading = &readings[data[0] >> 1 & 7];
    file.size = size - 1;
    file.data = malloc(file.size + (file.size == 0)); /* no more, so that reads behind the end show */
    require(file.data != NULL);
    if (file.size != 0)
        memcpy(file.data, data + 1, file.size);
    if (data[0] & 1)
        reseal_file(file.data, file.size);
    if ((reading->ways & STREAM) && (reading->ways & SALVAGE))
        unpack_and_salvage(&file);
    else if (reading->ways & (STREAM | SALVAGE))
        unpack_one_way(&file, reading->ways == SALVAGE);
    if (reading->parts[0] != 0)
        read_database(&file, reading);
    bytes_free(&file);
    require(kept_memory_held() == 0);
    return 0;
}

/* ---- Mutations of sections ---- */

/* Where a section of the first block stands. */
struct section_place {
    size_t entry;
    size_t at;
    size_t size;
};

static int find_section(const uint8_t *file, size_t size, unsigned choice, struct section_place *place)
{
    const size_t block = BCGN_FILE_HEADER_SIZE;
    if (size < block + BCGN_BLOCK_HEADER_SIZE)
        return 0;
    size_t count = (size_t)(file[block + 48] | file[block + 49] << 8);
    size_t at = block + BCGN_BLOCK_HEADER_SIZE + count * BCGN_SECTION_ENTRY_SIZE;
    if (count == 0 || at > size)
        return 0;
    for (size_t i = 0;; i++) {
        place->entry = block + BCGN_BLOCK_HEADER_SIZE + i * BCGN_SECTION_ENTRY_SIZE;
        place->at = at;
        place->size = load_le32(file + place->entry + 8);
        if (place->size > size - at)
            return 0;
        if (i == choice % count)
            return 1;
        at += place->size;
    }
}

/*
 * Mutates one section alone; its entry gets the new size. Returns the file's new size, 0 if there is no such
 * section.
 */
static size_t mutate_section(uint8_t *file, size_t size, size_t size_max, unsigned seed)
{
    struct section_place place;
    if (!find_section(file, size, seed >> 8, &place))
        return 0;
    size_t room = place.size + (size_max - size < 200 ? size_max - size : 200);
    size_t rest = size - place.at - place.size;
    uint8_t *section = malloc(room + 1);
    require(section != NULL);
    memcpy(section, file + place.at, place.size);
    size_t section_size = room == 0 ? 0 : LLVMFuzzerMutate(section, place.size, room);
    memmove(file + place.at + section_size, file + place.at + place.size, rest);
    memcpy(file + place.at, section, section_size);
    store_le32(file + place.entry + 8, (uint32_t)section_size);
    free(section);
    return place.at + section_size + rest;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed)
{
    if (size > 0 && seed / 4 % 2 != 0)
        data[0] = (uint8_t)((data[0] & ~0x0eu) | (seed / 8 % 8) << 1);
    if (size > 1 && (data[0] & 1) && seed % 4 != 0) {
        size_t mutated = mutate_section(data + 1, size - 1, size_max - 1, seed);
        if (mutated != 0)
            return mutated + 1;
    }
    return LLVMFuzzerMutate(data, size, size_max);
}
