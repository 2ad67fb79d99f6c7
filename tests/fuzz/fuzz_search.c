/*
 * Searches and opening trees. Input: a byte, then for
 *   0  any bytes, as a database: whatever it is, questions are answered or refused
 *   1  optional sections of a database of a few games: those of types 128 and 130 in its block, others in an annex
 *   2  the same in an index beside it
 * with sections of type (128 + 0 to 3), index, 2 bytes size (lowest byte first), bytes; checksums are right. Where the test of
 * the file with these sections inside finds nothing wrong, all answers are those of the file without them.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "fuzz/kept_memory.h"
#include "lib/open/reader.h"
#include "shared/packing.h"
#include "util/bytes.h"
#include "util/varint.h"
#include "util/xxh64.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SECTIONS_MAX = 24, ANSWERS_MAX = 2000 };

static void require(int condition)
{
    if (!condition)
        abort();
}

/* ---- The database ---- */

static const char games[] =
    "[Event \"a\"]\n[Date \"2001.02.03\"]\n[WhiteElo \"2500\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. "
    "Bb5 a6 4. Bxc6 dxc6 1-0\n\n"
    "[Event \"b\"]\n[BlackElo \"2400\"]\n[Result \"0-1\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 4. O-O Nxe4 "
    "0-1\n\n"
    "[Event \"c\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 (1... e5 2. Nf3 Nc6 3. Bb5) 2. e5 d5 3. exd6 exd6 "
    "1/2-1/2\n\n"
    "[Event \"d\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/7p/4K3 w - - 0 1\"]\n[Result \"*\"]\n\n1. a8=Q+ Kd7 "
    "2. Qb7+ *\n\n"
    "[Event \"e\"]\n[Result \"*\"]\n\n1. e4 -- 2. e5 d5 *\n\n"
    "[Event \"f\"]\n[FEN \"nonsense\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n"
    "[Event \"g\"]\n[Result \"*\"]\n\n*\n\n"
    "[Event \"h\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 Be7 6. e3 c6 7. "
    "Bxf6 Bxf6 1-0\n\n"
    "[Event \"i\"]\n[Result \"1-0\"]\n\n1. c4 e6 2. d4 d5 3. cxd5 exd5 4. Nc3 Nf6 5. Qx 1-0\n\n";

struct question {
    const char *name, *value;
};

static const struct question questions[] = {
    {"moves", "e4 e5 Nf3 Nc6 Bb5"},
    {"fen", "rnbqkbnr/pp2pppp/8/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6"},
    {"fen", "Q7/3k4/8/8/8/8/7p/4K3 w - -"},
    {"pattern", "Pe5"},
    {"material", "Q1"},
    {"attack", "[BN] > a k"},
    {"hanging", "p"},
    {"balance", "..-1"},
    {"final", NULL},
};

static const char *const tree_fens[] = {NULL, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
                                        "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -"};

/* ---- Questions ---- */

struct answers {
    uint64_t numbers[ANSWERS_MAX];
    size_t count;
    int is_whole; /* no question was refused */
};

static void note(struct answers *answers, uint64_t number)
{
    if (answers->count < ANSWERS_MAX)
        answers->numbers[answers->count++] = number;
}

static void check_status(struct answers *answers, enum pgnpack_status status)
{
    require(status == PGNPACK_OK || status == PGNPACK_END || status == PGNPACK_ERROR_CORRUPT ||
            status == PGNPACK_ERROR_LIMIT || status == PGNPACK_ERROR_UNSUPPORTED);
    answers->is_whole &= status == PGNPACK_OK || status == PGNPACK_END;
}

static const struct pgnpack_options options = {
    .size = sizeof options, .allocator = &kept_allocator, .memory_limit = 64 << 20, .work_limit = 50000000};

static void search(const struct pgnpack_reader *reader, const struct question *question, int variations,
                   struct answers *answers)
{
    struct pgnpack_hit hit;
    enum pgnpack_status status;
    uint64_t last = 0;
    struct pgnpack_query *query = pgnpack_query_new(&options);
    require(query != NULL && pgnpack_query_add(query, question->name, question->value) == PGNPACK_OK);
    if (variations)
        require(pgnpack_query_add(query, "variations", NULL) == PGNPACK_OK);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    require(search != NULL);
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK) {
        require(hit.game > last && hit.game <= pgnpack_reader_info(reader)->game_count);
        last = hit.game;
        note(answers, hit.game << 32 | hit.ply);
        note(answers, (uint64_t)hit.last_ply << 32 | hit.move);
    }
    check_status(answers, status);
    pgnpack_free(search);
    pgnpack_free(query);
}

static void count_moves(const struct pgnpack_reader *reader, struct answers *answers)
{
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    struct pgnpack_board *board = pgnpack_board_new(&options);
    struct pgnpack_tree_move move;
    require(tree != NULL && board != NULL);
    for (size_t i = 0; i < sizeof tree_fens / sizeof *tree_fens; i++) {
        const char *fen = tree_fens[i];
        require(pgnpack_board_set(board, fen, fen == NULL ? 0 : strlen(fen), NULL) == PGNPACK_OK);
        check_status(answers, pgnpack_tree_position(tree, board));
        for (size_t k = 0; pgnpack_tree_move(tree, k, &move); k++) {
            note(answers, (uint64_t)move.move << 48 | move.counts.games << 24 | move.counts.rating_sum);
            note(answers, move.counts.white_wins << 40 | move.counts.draws << 20 | move.counts.last_year);
        }
    }
    pgnpack_free(board);
    pgnpack_free(tree);
}

static void ask(const struct pgnpack_reader *reader, struct answers *answers)
{
    answers->count = 0;
    answers->is_whole = 1;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        search(reader, &questions[i], i % 2 == 0, answers);
    count_moves(reader, answers);
}

/* ---- Files ---- */

struct section_list {
    struct section_entry entries[SECTIONS_MAX];
    const uint8_t *bytes[SECTIONS_MAX];
    unsigned count;
};

static void add_section(struct section_list *list, struct section_entry entry, const uint8_t *bytes)
{
    if (list->count == SECTIONS_MAX)
        return;
    entry.checksum = (uint32_t)xxh64(bytes, entry.stored_size);
    list->entries[list->count] = entry;
    list->bytes[list->count++] = bytes;
}

static void read_sections(struct byte_source in, struct section_list *block, struct section_list *annex,
                          int beside)
{
    while (byte_source_left(&in) >= 4) {
        const uint8_t *head = byte_source_take(&in, 4);
        uint32_t size = (uint32_t)(head[2] | head[3] << 8);
        if (size > byte_source_left(&in))
            size = (uint32_t)byte_source_left(&in);
        struct section_entry entry = {.type = (uint8_t)(BCGN_SECTION_POSITIONS + head[0] % 4),
                                      .index = head[1],
                                      .raw_size = size,
                                      .stored_size = size};
        const uint8_t *bytes = byte_source_take(&in, size);
        add_section(entry.type == BCGN_SECTION_POSITIONS || (beside && entry.type == BCGN_SECTION_INDEX_OF)
                        ? block
                        : annex,
                    entry, bytes);
    }
}

static void append_block(struct block_header header, const struct section_list *list,
                         struct block_index *index, struct buffer *out)
{
    uint64_t size = 0;
    header.section_count = (uint16_t)list->count;
    for (unsigned i = 0; i < list->count; i++)
        size += list->entries[i].stored_size;
    header.block_size = (uint32_t)(BCGN_BLOCK_HEADER_SIZE + block_table_size(&header) + size);
    const struct index_entry entry = {.offset = out->size,
                                      .block_size = header.block_size,
                                      .text_size = header.text_size,
                                      .game_count = header.game_count,
                                      .flags = header.flags};
    block_header_write(&header, list->entries, out);
    for (unsigned i = 0; i < list->count; i++)
        buffer_append(out, list->bytes[i], list->entries[i].stored_size);
    require(block_index_add(index, &entry));
}

/* A file of a block and an annex. */
static void write_file(const struct block_header *header, const struct section_list *block,
                       const struct section_list *annex, struct buffer *out)
{
    struct block_index index;
    struct error error;
    struct block_header annex_header = {
        .flags = BCGN_BLOCK_ANNEX, .games_before = header->game_count, .text_before = header->text_size};
    error_clear(&error);
    block_index_init(&index, out->memory);
    file_header_write(BCGN_PROFILE_SIMPLE, out);
    append_block(*header, block, &index, out);
    append_block(annex_header, annex, &index, out);
    size_t start = out->size;
    require(footer_write(&index, 0, out, &error) == PGNPACK_OK);
    const struct end_mark mark = {.segment_size = out->size + BCGN_END_MARK_SIZE,
                                  .game_count = index.game_count,
                                  .footer_size = (uint32_t)(out->size - start)};
    end_mark_write(&mark, out);
    require(!buffer_failed(out));
    block_index_free(&index);
}

/* The block of the games, made once: without optional sections. */
struct database {
    struct bytes packed;
    struct block_header header;
    struct section_list sections;
    struct answers answers;
};

static void make_database(struct database *database)
{
    const struct pack_setup setup = {.level = 3, .index = PGNPACK_INDEX_NONE};
    struct error error;
    error_clear(&error);
    require(pack_bytes(&setup, games, sizeof games - 1, &database->packed) == PGNPACK_OK);
    const uint8_t *block = database->packed.data + BCGN_FILE_HEADER_SIZE;
    struct section_entry entries[SECTIONS_MAX];
    require(block_header_read(block, &database->header, &error) == PGNPACK_OK &&
            database->header.section_count <= SECTIONS_MAX / 2 &&
            block_table_read(block + BCGN_BLOCK_HEADER_SIZE, &database->header, entries, &error) ==
                PGNPACK_OK);
    const uint8_t *at = block + BCGN_BLOCK_HEADER_SIZE + block_table_size(&database->header);
    for (unsigned i = 0; i < database->header.section_count; at += entries[i++].stored_size)
        add_section(&database->sections, entries[i], at);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    require(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(database->packed.data, database->packed.size)) ==
            PGNPACK_OK);
    ask(reader, &database->answers);
    require(database->answers.is_whole && database->answers.count != 0);
    pgnpack_free(reader);
}

/* ---- The three ways ---- */

static int test_passes(const struct buffer *file)
{
    const struct pgnpack_unpacker_options checks = {.size = sizeof checks, .threads = 1, .check_columns = 1};
    struct bytes_source source = {file->data, file->size, 0, 0};
    struct bytes text = {0};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&options, &checks);
    enum pgnpack_status status = pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                                      PGNPACK_TO_FUNCTION(bytes_write, &text));
    require(status != PGNPACK_OK ||
            (text.size == sizeof games - 1 && memcmp(text.data, games, text.size) == 0));
    pgnpack_free(unpacker);
    bytes_free(&text);
    return status == PGNPACK_OK;
}

static void require_same(const struct answers *a, const struct answers *b)
{
    require(a->count == b->count && memcmp(a->numbers, b->numbers, a->count * sizeof *a->numbers) == 0);
}

static void ask_bytes(const uint8_t *bytes, size_t size)
{
    static struct answers answers;
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    enum pgnpack_status status = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(bytes, size));
    if (status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED)
        ask(reader, &answers);
    pgnpack_free(reader);
}

static void ask_with_sections(const struct database *database, struct byte_source in, struct memory *memory)
{
    static struct answers answers;
    struct section_list block = database->sections, annex = {.count = 0};
    struct buffer file;
    buffer_init(&file, memory);
    read_sections(in, &block, &annex, 0);
    write_file(&database->header, &block, &annex, &file);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    require(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file.data, file.size)) == PGNPACK_OK);
    ask(reader, &answers);
    require(answers.is_whole);
    if (test_passes(&file))
        require_same(&answers, &database->answers);
    pgnpack_free(reader);
    buffer_free(&file);
}

static void ask_with_index(const struct database *database, struct byte_source in, struct memory *memory)
{
    static struct answers answers;
    struct section_list block = {.count = 0}, annex = {.count = 0};
    struct buffer file;
    uint8_t hash[8], all[8];
    const struct section_entry bound = {.type = BCGN_SECTION_INDEX_OF, .raw_size = 8, .stored_size = 8};
    const struct block_header header = {.flags = BCGN_BLOCK_ANNEX};
    buffer_init(&file, memory);
    store_le64(hash, database->header.text_hash);
    store_le64(all, xxh64(hash, sizeof hash));
    read_sections(in, &block, &annex, 1);
    add_section(&block, bound, hash);
    add_section(&annex, bound, all);
    write_file(&header, &block, &annex, &file);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options), *index = pgnpack_reader_new(&options);
    require(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(database->packed.data, database->packed.size)) ==
                PGNPACK_OK &&
            pgnpack_reader_open(index, PGNPACK_FROM_MEMORY(file.data, file.size)) == PGNPACK_OK);
    reader->search_index = index;
    ask(reader, &answers);
    require(answers.is_whole);
    pgnpack_free(reader);
    buffer_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct database database;
    struct memory memory;
    if (size < 2)
        return 0;
    if (database.packed.size == 0)
        make_database(&database);
    memory_init(&memory, &kept_allocator, 0);
    if (data[0] % 3 == 0)
        ask_bytes(data + 1, size - 1);
    else if (data[0] % 3 == 1)
        ask_with_sections(&database, byte_source_of(data + 1, size - 1), &memory);
    else
        ask_with_index(&database, byte_source_of(data + 1, size - 1), &memory);
    require(memory.held == 0 && kept_memory_held() == 0);
    return 0;
}
