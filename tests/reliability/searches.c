/*
 * Searches for positions, and opening trees, against a plain table of all positions of all games (plain_games.h): the same
 * games with position columns inside, with none, with an index beside the database, with one of another database, with
 * damage; and where a wrong column has a right checksum, the test of the file finds it or it does no harm.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "container/sections/bcgn_format.h"
#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "lib/search/search.h"
#include "reliability/plain_games.h"
#include "reliability/reliability.h"
#include "shared/reseal.h"
#include "shared/sample.h"
#include "util/bytes.h"

enum { WAYS_MAX = 16 };

/* One way to the same games. */
struct way {
    const char *name;
    struct bytes file;
    struct pgnpack_reader *reader;
    int uses_index;
    struct pgnpack_search *search; /* asks again and again, so that it keeps what it has read */
    struct pgnpack_query *query;   /* the last one that it was asked */
    struct pgnpack_tree *tree;
};

struct subject {
    struct way ways[WAYS_MAX];
    size_t way_count;
    struct plain_games plain;
    uint8_t *expected; /* a game each: 1, it has the position */
    uint32_t *plies;   /* where */
    unsigned long sought, found;
};

/* ---- Files ---- */

static void index_path(char *path, size_t size)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/pgnpack-searches-%ld.idx", folder == NULL ? "/tmp" : folder, (long)getpid());
}

/* The index that the library makes for the file. */
static int make_index(const struct bytes *file, struct bytes *index)
{
    char path[4096];
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    index_path(path, sizeof path);
    int done = reader != NULL &&
               pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size)) == PGNPACK_OK &&
               pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_PATH(path)) == PGNPACK_OK &&
               bytes_append_file(index, path);
    pgnpack_free(reader);
    remove(path);
    return done;
}

static enum pgnpack_status use_index(struct pgnpack_reader *reader, const struct bytes *index)
{
    char path[4096];
    index_path(path, sizeof path);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(index->data, 1, index->size, file) != index->size || fclose(file) != 0)
        abort();
    enum pgnpack_status status = pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path));
    remove(path); /* the reader has it open */
    return status;
}

/* Where the blocks of a file of one segment end. */
static size_t end_of_blocks(const struct bytes *file)
{
    size_t at = BCGN_FILE_HEADER_SIZE;
    while (at + BCGN_BLOCK_HEADER_SIZE <= file->size && load_le64(file->data + at) == BCGN_SYNC_MARKER)
        at += load_le32(file->data + at + 8);
    return at;
}

/* The footer and the end mark are written anew for blocks whose sizes have changed. */
static void write_end_anew(struct bytes *file)
{
    struct memory memory;
    struct block_index index;
    struct buffer out;
    struct error error;
    size_t end = end_of_blocks(file);
    memory_init(&memory, NULL, 0);
    block_index_init(&index, &memory);
    buffer_init(&out, &memory);
    error_clear(&error);
    for (size_t at = BCGN_FILE_HEADER_SIZE; at < end; at += load_le32(file->data + at + 8)) {
        const uint8_t *block = file->data + at;
        const struct index_entry entry = {.offset = at,
                                          .block_size = load_le32(block + 8),
                                          .text_size = load_le32(block + 12),
                                          .game_count = load_le32(block + 32),
                                          .flags = block[50]};
        block_index_add(&index, &entry);
    }
    footer_write(&index, 0, &out, &error);
    const struct end_mark mark = {.segment_size = end + out.size + BCGN_END_MARK_SIZE,
                                  .game_count = index.game_count,
                                  .footer_size = (uint32_t)out.size,
                                  .kind.profile = file->data[5]};
    end_mark_write(&mark, &out);
    file->size = end;
    bytes_append(file, out.data, out.size);
    buffer_free(&out);
    block_index_free(&index);
}

/* A section of the file. */
struct section_place {
    size_t at, size;
    uint8_t type;
};

/* Section number `n` of those that only searches read. Returns 0 when there are not so many. */
static int find_section(const struct bytes *file, size_t n, struct section_place *place_ret)
{
    size_t end = end_of_blocks(file);
    for (size_t at = BCGN_FILE_HEADER_SIZE; at < end; at += load_le32(file->data + at + 8)) {
        const uint8_t *entry = file->data + at + BCGN_BLOCK_HEADER_SIZE;
        size_t count = (size_t)(file->data[at + 48] | file->data[at + 49] << 8);
        size_t place = at + BCGN_BLOCK_HEADER_SIZE + count * BCGN_SECTION_ENTRY_SIZE;
        for (size_t i = 0; i < count; i++, entry += BCGN_SECTION_ENTRY_SIZE) {
            size_t size = load_le32(entry + 8);
            *place_ret = (struct section_place){place, size, entry[0]};
            if (entry[0] >= BCGN_SECTION_POSITIONS && size != 0 && n-- == 0)
                return 1;
            place += size;
        }
    }
    return 0;
}

/* Changes a byte of one of those sections. Returns its type; 0: there is none. */
static unsigned change_section(struct bytes *file, uint64_t *random)
{
    struct section_place place;
    size_t count = 0;
    while (find_section(file, count, &place))
        count++;
    size_t chosen = count == 0 || random_below(random, 3) == 0 ? count - 1 : random_below(random, count);
    if (count == 0 || !find_section(file, chosen, &place))
        return 0;
    uint8_t *byte = file->data + place.at + random_below(random, place.size);
    unsigned way = (unsigned)random_below(random, 3);
    *byte = (uint8_t)(way == 0   ? *byte ^ 1u << random_below(random, 8)
                      : way == 1 ? *byte + 1u
                                 : next_random(random));
    return place.type;
}

/* ---- Ways ---- */

/* `index` NULL: none. */
static void add_way(struct subject *subject, const char *name, const struct bytes *file,
                    const struct bytes *index)
{
    struct way *way = &subject->ways[subject->way_count++];
    *way = (struct way){.name = name};
    bytes_append(&way->file, file->data, file->size);
    way->reader = pgnpack_reader_new(NULL);
    if (!expect(pgnpack_reader_open(way->reader, PGNPACK_FROM_MEMORY(way->file.data, way->file.size)) ==
                    PGNPACK_OK,
                "searches: %s cannot be opened", name))
        subject->way_count--;
    else if (index != NULL)
        way->uses_index = use_index(way->reader, index) == PGNPACK_OK;
    way->tree = pgnpack_tree_new(way->reader, NULL, NULL);
}

static void free_way(struct way *way)
{
    pgnpack_free(way->search);
    pgnpack_free(way->query);
    pgnpack_free(way->tree);
    pgnpack_free(way->reader);
    bytes_free(&way->file);
}

static void free_subject(struct subject *subject)
{
    for (size_t i = 0; i < subject->way_count; i++)
        free_way(&subject->ways[i]);
    plain_games_free(&subject->plain);
    free(subject->expected);
    free(subject->plies);
}

static int indexes_used(const struct subject *subject)
{
    int count = 0;
    for (size_t i = 0; i < subject->way_count; i++)
        count += subject->ways[i].uses_index;
    return count;
}

/* ---- One position ---- */

static void expect_games(struct subject *subject, const struct plain_position *position, int variations)
{
    const struct plain_games *plain = &subject->plain;
    const struct plain_place *place = plain_games_find(plain, position);
    const struct plain_place *end = plain->places + plain->count;
    uint64_t hash = plain_hash(position);
    memset(subject->expected, 0, plain->game_count + 1);
    for (; place != NULL && place < end && place->hash == hash; place++) {
        if (subject->expected[place->game] || (place->is_variation && !variations))
            continue;
        subject->expected[place->game] = 1;
        subject->plies[place->game] = place->ply;
        subject->found++;
    }
}

/* The query belongs to the way from now on. */
static void ask(struct way *way, struct pgnpack_query *query)
{
    if (way->search == NULL)
        way->search = pgnpack_search_new(way->reader, query);
    else
        search_ask(way->search, query);
    pgnpack_free(way->query);
    way->query = query;
}

static int finds_expected(const struct subject *subject, struct way *way, int variations)
{
    struct pgnpack_hit hit;
    uint64_t next = 0;
    enum pgnpack_status status;
    while ((status = pgnpack_search_next(way->search, &hit, 1, NULL)) == PGNPACK_OK) {
        while (next < hit.game - 1 && !subject->expected[next])
            next++;
        if (next != hit.game - 1 || !subject->expected[next] ||
            (!variations && hit.ply != subject->plies[next]))
            return 0;
        next++;
    }
    while (next < subject->plain.game_count && !subject->expected[next])
        next++;
    return status == PGNPACK_END && next == subject->plain.game_count;
}

/* NULL: the FEN is refused. */
static struct pgnpack_query *query_of(const char *fen, int variations)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    if (query != NULL && pgnpack_query_add(query, "fen", fen) == PGNPACK_OK &&
        (!variations || pgnpack_query_add(query, "variations", NULL) == PGNPACK_OK))
        return query;
    pgnpack_free(query);
    return NULL;
}

static void seek(struct subject *subject, const struct plain_position *position, int variations, int is_there)
{
    char fen[PLAIN_FEN_SIZE];
    plain_fen(position, fen);
    expect_games(subject, position, variations);
    subject->sought++;
    for (size_t i = 0; i < subject->way_count; i++) {
        struct way *way = &subject->ways[i];
        struct pgnpack_query *query = query_of(fen, variations);
        if (query == NULL) {
            expect(!is_there, "searches: \"%s\" is refused", fen);
            continue;
        }
        ask(way, query);
        expect(finds_expected(subject, way, variations), "searches: %s: \"%s\"%s", way->name, fen,
               variations ? " with variations" : "");
    }
}

/* ---- Near misses ---- */

static void move_man(struct plain_position *position, uint64_t *random)
{
    size_t from = random_below(random, 64), to = random_below(random, 64);
    while (position->men[from] == '.')
        from = (from + 1) % 64;
    while (position->men[to] != '.' ||
           (strchr("Pp", position->men[from]) != NULL && (to / 8 == 0 || to / 8 == 7)))
        to = (to + 1) % 64;
    position->men[to] = position->men[from];
    position->men[from] = '.';
}

/* A pawn one or two squares on or back. */
static void move_pawn(struct plain_position *position, uint64_t *random)
{
    static const int steps[] = {8, -8, 16, -16};
    int step = steps[random_below(random, 4)];
    size_t first = random_below(random, 64);
    for (size_t i = 0; i < 64; i++) {
        int from = (int)((first + i) % 64), to = from + step;
        if (strchr("Pp", position->men[from]) == NULL || to < 8 || to >= 56 || position->men[to] != '.')
            continue;
        position->men[to] = position->men[from];
        position->men[from] = '.';
        return;
    }
}

static void change_right(struct plain_position *position, uint64_t *random)
{
    size_t i = random_below(random, PLAIN_RIGHTS);
    static const uint8_t corners[PLAIN_RIGHTS] = {7, 0, 63, 56};
    position->rooks[i] = position->rooks[i] == PLAIN_NONE ? corners[i] : PLAIN_NONE;
}

static struct plain_position near_miss(const struct plain_position *position, uint64_t *random)
{
    struct plain_position miss = *position;
    size_t way = random_below(random, 6);
    if (way == 0)
        move_man(&miss, random);
    else if (way == 1)
        miss.is_black = !miss.is_black;
    else if (way == 2)
        change_right(&miss, random);
    else if (way == 3)
        miss.men[random_below(random, 48) + 8] = "PpNnBbRrQq."[random_below(random, 11)];
    else
        move_pawn(&miss, random);
    if (random_below(random, 8) == 0)
        miss.en_passant = (uint8_t)((miss.is_black ? 16 : 40) + random_below(random, 8));
    plain_position_tidy(&miss);
    return miss;
}

/* ---- Trees ---- */

struct plain_row {
    uint16_t move;
    uint64_t games, results[4], rated, rating_sum;
    unsigned last_year;
};

enum { ROWS_MAX = 1200 };

static struct plain_row *row_of(struct plain_row *rows, size_t *count, uint16_t move)
{
    for (size_t i = 0; i < *count; i++)
        if (rows[i].move == move)
            return &rows[i];
    rows[*count] = (struct plain_row){.move = move};
    return &rows[(*count)++];
}

static size_t count_plainly(const struct plain_games *plain, const struct plain_position *position,
                            struct plain_row rows[ROWS_MAX])
{
    const struct plain_place *place = plain_games_find(plain, position), *last = NULL;
    const struct plain_place *end = plain->places + plain->count;
    uint64_t hash = plain_hash(position);
    size_t count = 0;
    for (; place != NULL && place < end && place->hash == hash && !place->is_variation; place++) {
        const struct plain_game *game = &plain->games[place->game];
        if (last != NULL && last->game == place->game)
            continue;
        last = place;
        struct plain_row *row = row_of(rows, &count, place->move);
        unsigned elo = game->elo[position->is_black];
        row->games++;
        row->results[game->result]++;
        row->rated += elo != 0;
        row->rating_sum += elo;
        if (game->year > row->last_year)
            row->last_year = game->year;
    }
    return count;
}

static int tree_is(const struct pgnpack_tree *tree, struct plain_row *rows, size_t count)
{
    struct pgnpack_tree_move move;
    if (pgnpack_tree_move(tree, count, NULL) || (count != 0 && !pgnpack_tree_move(tree, count - 1, NULL)))
        return 0;
    for (size_t i = 0; pgnpack_tree_move(tree, i, &move); i++) {
        const struct plain_row *row = row_of(rows, &count, move.move);
        const struct pgnpack_tree_counts *counts = &move.counts;
        if (counts->games != row->games || counts->white_wins != row->results[PGNPACK_RESULT_WHITE] ||
            counts->black_wins != row->results[PGNPACK_RESULT_BLACK] ||
            counts->draws != row->results[PGNPACK_RESULT_DRAW] || counts->rated != row->rated ||
            counts->rating_sum != row->rating_sum || counts->last_year != row->last_year)
            return 0;
    }
    return 1;
}

static void count_moves(struct subject *subject, const struct plain_position *position)
{
    static struct plain_row rows[ROWS_MAX];
    char fen[PLAIN_FEN_SIZE];
    plain_fen(position, fen);
    size_t count = count_plainly(&subject->plain, position, rows);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    if (pgnpack_board_set(board, fen, strlen(fen), NULL) == PGNPACK_OK)
        for (size_t i = 0; i < subject->way_count; i++) {
            struct way *way = &subject->ways[i];
            expect(pgnpack_tree_position(way->tree, board) == PGNPACK_OK && tree_is(way->tree, rows, count),
                   "searches: tree: %s: \"%s\"", way->name, fen);
        }
    pgnpack_free(board);
}

/* ---- Many positions ---- */

static void start_subject(struct subject *subject)
{
    struct plain_games *plain = &subject->plain;
    expect(subject->way_count != 0 && plain_games_read(plain, subject->ways[0].reader),
           "searches: reading games");
    plain_games_sort(plain);
    subject->expected = calloc(plain->game_count + 1, 1);
    subject->plies = calloc(plain->game_count + 1, sizeof *subject->plies);
}

/* Of a main line's first plies, or (also) of a variation, as far as there are such. */
static const struct plain_position *choose(const struct subject *subject, size_t ply_limit, int is_variation,
                                           uint64_t *random)
{
    const struct plain_place *place;
    size_t tries = 0;
    do
        place = &subject->plain.places[random_below(random, subject->plain.count)];
    while ((place->ply >= ply_limit || place->is_variation < is_variation) && tries++ < 1000);
    return &place->position;
}

static void seek_many(struct subject *subject, unsigned long count, int with_trees, uint64_t *random)
{
    for (unsigned long i = 0; i < count && subject->plain.count != 0; i++) {
        const struct plain_position *position = choose(subject, SIZE_MAX, i % 4 == 3, random);
        const struct plain_position miss = near_miss(position, random);
        int variations = i % 4 == 3;
        seek(subject, position, variations, 1);
        seek(subject, &miss, variations, 0);
        if (with_trees && i % 4 == 0)
            count_moves(subject, choose(subject, i % 8 == 0 ? 12 : SIZE_MAX, 0, random));
    }
}

/* ---- Right ways ---- */

/* As many games of the same size, so that blocks are the same ones, but with other first moves. */
static void turn_text(const struct bytes *text, struct bytes *out)
{
    static const char *const moves[][2] = {
        {"1. e4 ", "1. d4 "}, {"1. d4 ", "1. e4 "}, {"1. Nf3 ", "1. Nh3 "}};
    bytes_append(out, text->data, text->size);
    for (size_t at = 0; at + 8 < out->size; at++)
        for (size_t i = 0; i < 3; i++)
            if (memcmp(text->data + at, moves[i][0], strlen(moves[i][0])) == 0)
                memcpy(out->data + at, moves[i][1], strlen(moves[i][1]));
}

static void change_anything(struct bytes *file, uint64_t *random)
{
    size_t end = end_of_blocks(file);
    for (size_t n = 1 + random_below(random, 8); n > 0; n--)
        file->data[BCGN_FILE_HEADER_SIZE + random_below(random, end - BCGN_FILE_HEADER_SIZE)] ^=
            (uint8_t)(1u << random_below(random, 8));
}

/* Wrong columns and trees in an index, with right checksums and the right hashes of blocks. */
static void make_false_index(const struct bytes *index, uint64_t *random, struct bytes *out)
{
    unpack_sections(index, out);
    for (size_t n = 0; n < 50; n++) {
        struct bytes before = {0};
        bytes_append(&before, out->data, out->size);
        if (change_section(out, random) == BCGN_SECTION_INDEX_OF)
            memcpy(out->data, before.data, before.size);
        bytes_free(&before);
    }
    reseal_file(out->data, out->size);
    write_end_anew(out);
}

/* A database whose columns are damaged, which their checksums tell. */
static void add_damaged_way(struct subject *subject, const struct bytes *file, uint64_t *random)
{
    struct bytes damaged = {0};
    bytes_append(&damaged, file->data, file->size);
    for (size_t n = 0; n < 6; n++)
        change_section(&damaged, random);
    add_way(subject, "damaged columns", &damaged, NULL);
    bytes_free(&damaged);
}

static void add_other_indexes(struct subject *subject, const struct bytes *text, const struct bytes *bare,
                              const struct bytes *with, uint64_t block_size, uint64_t *random)
{
    struct bytes turned = {0}, packed = {0}, stale = {0}, index = {0}, lying = {0};
    const struct pack_setup setup = {.level = 3, .index = PGNPACK_INDEX_NONE, .block_size = block_size};
    turn_text(text, &turned);
    expect(pack_bytes(&setup, turned.data, turned.size, &packed) == PGNPACK_OK &&
               make_index(&packed, &stale) && make_index(bare, &index),
           "searches: an index is not made");
    make_false_index(&index, random, &lying);
    add_way(subject, "index beside it", bare, &index);
    add_way(subject, "index of another database", bare, &stale);
    add_way(subject, "columns, and a false index", with, &lying);
    change_anything(&index, random);
    add_way(subject, "damaged index", bare, &index);
    bytes_free(&turned);
    bytes_free(&packed);
    bytes_free(&stale);
    bytes_free(&index);
    bytes_free(&lying);
}

/* Levels whose moves are stored otherwise, with columns or an index beside them. */
static void add_level(struct subject *subject, int level, const struct bytes *text, uint64_t block_size)
{
    struct bytes file = {0}, index = {0};
    const struct pack_setup setup = {.level = level,
                                     .index = level <= 4 ? PGNPACK_INDEX_ALWAYS : PGNPACK_INDEX_NONE,
                                     .block_size = block_size};
    expect(pack_bytes(&setup, text->data, text->size, &file) == PGNPACK_OK, "searches: level %d", level);
    if (level > 4)
        expect(make_index(&file, &index), "searches: index of level %d", level);
    add_way(subject, level <= 4 ? "another level's columns" : "another level's index", &file,
            level <= 4 ? NULL : &index);
    bytes_free(&file);
    bytes_free(&index);
}

/* Two files joined: trees are of two segments. */
static void add_joined(struct subject *subject, const struct bytes *text, const struct pack_setup *setup)
{
    struct bytes file = {0};
    static const char beginning[] = "\n[Event ";
    size_t at = text->size / 3;
    while (at + sizeof beginning < text->size &&
           memcmp(text->data + at, beginning, sizeof beginning - 1) != 0)
        at++;
    expect(pack_bytes(setup, text->data, at + 1, &file) == PGNPACK_OK &&
               pack_bytes(setup, text->data + at + 1, text->size - at - 1, &file) == PGNPACK_OK,
           "searches: joining");
    add_way(subject, "joined", &file, NULL);
    struct way *way = &subject->ways[subject->way_count - 1];
    if (pgnpack_reader_info(way->reader)->game_count !=
        pgnpack_reader_info(subject->ways[0].reader)->game_count) {
        free_way(way); /* the text was cut inside a game */
        subject->way_count--;
    }
    bytes_free(&file);
}

static void seek_in_text(const struct bytes *text, uint64_t block_size, int last_level, unsigned long count,
                         uint64_t *random)
{
    struct subject subject = {.way_count = 0};
    struct bytes bare = {0}, with = {0};
    const struct pack_setup bare_setup = {.level = 3, .index = PGNPACK_INDEX_NONE, .block_size = block_size};
    const struct pack_setup with_setup = {
        .level = 3, .index = PGNPACK_INDEX_ALWAYS, .block_size = block_size};
    expect(pack_bytes(&bare_setup, text->data, text->size, &bare) == PGNPACK_OK &&
               pack_bytes(&with_setup, text->data, text->size, &with) == PGNPACK_OK,
           "searches: packing");
    add_way(&subject, "no columns", &bare, NULL);
    add_way(&subject, "columns", &with, NULL);
    add_other_indexes(&subject, text, &bare, &with, block_size, random);
    add_damaged_way(&subject, &with, random);
    add_joined(&subject, text, &with_setup);
    for (int level = 4; level <= last_level; level++)
        add_level(&subject, level, text, block_size);
    start_subject(&subject);
    seek_many(&subject, count, 1, random);
    report("searches: %lu positions in %zu games, %zu ways (%d of them with indexes), %lu hits each",
           subject.sought, subject.plain.game_count, subject.way_count, indexes_used(&subject),
           subject.found);
    free_subject(&subject);
    bytes_free(&bare);
    bytes_free(&with);
}

/* ---- Wrong columns and trees ---- */

/* Trees are held against the games at once, and while these are unpacked: with the same result, if they can be. */
static int trees_pass(const struct bytes *file, int unpacks)
{
    const struct pgnpack_unpacker_options options = {.size = sizeof options, .threads = 2};
    const struct pgnpack_source *source = PGNPACK_FROM_MEMORY(file->data, file->size);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    int is_open = pgnpack_reader_open(reader, source) == PGNPACK_OK;
    int passes = is_open && pgnpack_reader_check_trees(reader, NULL) == PGNPACK_OK;
    if (unpacks && is_open) {
        int passes_later = pgnpack_reader_check_trees(reader, unpacker) == PGNPACK_OK &&
                           pgnpack_unpacker_run(unpacker, source, NULL) == PGNPACK_OK;
        expect(passes == passes_later, "trees: %s, while they are unpacked %s", passes ? "right" : "wrong",
               passes_later ? "right" : "wrong");
        expect(pgnpack_unpacker_run(unpacker, source, NULL) == PGNPACK_OK, "trees: the run after that");
    }
    pgnpack_free(unpacker);
    pgnpack_free(reader);
    return passes;
}

/* The full test, as pgnunpack -t makes it. */
static int test_passes(const struct bytes *file)
{
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = 1, .check_columns = 1};
    struct bytes_source source = {file->data, file->size, 0, 0};
    struct bytes text = {0};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    enum pgnpack_status status = pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                                      PGNPACK_TO_FUNCTION(bytes_write, &text));
    pgnpack_free(unpacker);
    bytes_free(&text);
    return trees_pass(file, status == PGNPACK_OK) && status == PGNPACK_OK;
}

/* What the test of a file lets pass makes no answer wrong. (But it does not look at what a tree counts.) */
static void try_false_columns(const struct bytes *text, uint64_t block_size, unsigned long count,
                              uint64_t *random)
{
    const struct pack_setup setup = {.level = 3, .index = PGNPACK_INDEX_ALWAYS, .block_size = block_size};
    struct bytes packed = {0}, whole = {0};
    unsigned long found = 0, changed = 0, trees = 0, trees_found = 0;
    expect(pack_bytes(&setup, text->data, text->size, &packed) == PGNPACK_OK, "false columns: packing");
    unpack_sections(&packed, &whole);
    write_end_anew(&whole);
    expect(test_passes(&whole), "false columns: the whole file does not pass");
    for (unsigned long i = 0; i < count; i++) {
        struct bytes file = {0};
        bytes_append(&file, whole.data, whole.size);
        unsigned type = change_section(&file, random);
        reseal_file(file.data, file.size);
        write_end_anew(&file);
        if (memcmp(file.data, whole.data, whole.size) != 0) {
            changed += type != BCGN_SECTION_TREE;
            trees += type == BCGN_SECTION_TREE;
            if (!test_passes(&file)) {
                found += type != BCGN_SECTION_TREE;
                trees_found += type == BCGN_SECTION_TREE;
            } else {
                struct subject subject = {.way_count = 0};
                add_way(&subject, "false columns that pass", &file, NULL);
                start_subject(&subject);
                seek_many(&subject, 30, 1, random);
                free_subject(&subject);
            }
        }
        bytes_free(&file);
    }
    expect(found > changed / 3, "false columns: of %lu only %lu are found", changed, found);
    report("false columns: %lu of %lu are found by the test, the others do no harm; false trees: %lu of %lu",
           found, changed, trees_found, trees);
    bytes_free(&packed);
    bytes_free(&whole);
}

/* ---- All ---- */

/* What the samples do not have. */
static const char odd_games[] =
    "\n[Event \"promotion\"]\n\n1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Ng8 5. hxg8=Q e6 6. Qh7 d6 7. Qhd3 Nc6 "
    "8. Qg6 *\n"
    "\n[Event \"variations\"]\n\n1. e4 (1. d4 d5 2. c4 (2. Nf3 Nf6) 2... e6 3. Nc3 Nf6 4. cxd5 exd5) 1... e5 "
    "2. Nf3 (2. f4 "
    "exf4 3. Nf3 g5 4. h4 g4 5. Ne5) 2... Nc6 *\n"
    "\n[Event \"no position\"]\n[FEN \"nonsense\"]\n\n1. e4 e5 *\n"
    "\n[Event \"960\"]\n[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1\"]\n[SetUp \"1\"]\n"
    "[Variant \"Chess960\"]\n\n1. g3 g6 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. b3 b6 *\n"
    "\n[Event \"inner rook\"]\n[FEN \"1r2k1rr/8/8/8/8/8/8/1R2K1RR w Gg - 0 1\"]\n\n1. Rh2 Rh7 2. O-O Rh8 *\n"
    "\n[Event \"drops\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@e7 P@h3 5. "
    "exf8=Q+ Kxf8 "
    "6. P@e7+ Nxe7 7. Nb5 P@a3 *\n"
    "\n[Event \"null moves\"]\n\n1. e4 -- 2. e5 d5 3. -- -- 4. exd6 *\n"
    "\n[Event \"transposed\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3 Nc6 *\n"
    "\n[Event \"pinned\"]\n[FEN \"8/3p4/8/K1P4r/8/8/8/4k3 b - - 0 1\"]\n\n1... d5 2. Kb4 *\n"
    "\n[Event \"taken\"]\n\n1. e4 Nf6 2. e5 d5 (2... f5 3. exf6) 3. Nc3 (3. exd6) 3... d4 4. b4 dxc3 *\n"
    "\n[Event \"broken\"]\n\n1. e4 e5 2. Nf3 Qxh7 3. d4 *\n"
    "\n[Event \"none\"]\n\n*\n";

/* Enough short games that openings are worth a tree. */
static void append_openings(struct bytes *text, unsigned count, uint64_t *random)
{
    static const char *const lines[] = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
                                        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5",
                                        "1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6",
                                        "1. e4 c5 2. Nf3 d6 3. d4 cxd4",
                                        "1. d4 Nf6 2. c4 e6 3. Nf3 b6",
                                        "1. c4 e6 2. Nf3 Nf6 3. d4 b6",
                                        "1. e4 e5 2. Nf3 Nf6 3. Nc3 Nc6",
                                        "1. e4 e6 2. e5 d5 3. exd6 cxd6",
                                        "1. e4",
                                        "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 -- 4. d4"};
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    char game[300];
    for (unsigned i = 0; i < count; i++) {
        const char *result = results[random_below(random, 4)];
        snprintf(game, sizeof game,
                 "[Event \"%u\"]\n[Date \"%d.01.??\"]\n[Result \"%s\"]\n[WhiteElo \"%d\"]\n[BlackElo "
                 "\"%d\"]\n\n%s %s\n\n",
                 i, 1990 + (int)random_below(random, 30), result, (int)random_below(random, 3) * 800,
                 (int)random_below(random, 3) * 790, lines[random_below(random, 10)], result);
        bytes_append_text(text, game);
    }
}

static void try_openings(unsigned long count, uint64_t *random)
{
    struct bytes text = {0};
    append_openings(&text, 1300, random);
    seek_in_text(&text, text.size / 5, 3, count, random);
    try_false_columns(&text, text.size / 5, count, random);
    bytes_free(&text);
}

void try_searches(unsigned long count, int last_level)
{
    uint64_t random = 77;
    struct bytes text = {0};
    bytes_append_text(&text, odd_games);
    seek_in_text(&text, text.size / 2, 3, 4 * count, &random);
    bytes_free(&text);
    append_games(&text, 60, 5);
    bytes_append_text(&text, odd_games);
    seek_in_text(&text, 3000, last_level, count, &random);
    try_false_columns(&text, 4000, count, &random);
    try_openings(count, &random);
    bytes_free(&text);
}

void try_searches_in_file(const char *path, unsigned long count, size_t size_limit)
{
    uint64_t random = 78;
    struct bytes text = {0};
    if (!expect(bytes_append_file(&text, path), "cannot read %s", path))
        return;
    if (text.size > size_limit)
        text.size = size_limit;
    report("searches in %s", path);
    seek_in_text(&text, text.size / 7, 4, count, &random);
    bytes_free(&text);
}
