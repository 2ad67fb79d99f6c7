#include "train/collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "net/features/policy_hints.h"
#include "pgn/pgn_reader.h"
#include "util/xxh64.h"

enum role { ROLE_TRAIN, ROLE_TEST, ROLE_FIRST, ROLE_PLAYERS };

enum { OWNERS_TESTED = 8 };

/* How a file's games are divided. */
struct division {
    enum role role;
    unsigned long number;
};

static void *grow(void *array, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity == 0 ? 1024 : 2 * *capacity;
    array = realloc(array, *capacity * size);
    if (array == NULL) {
        fputs("train: out of memory\n", stderr);
        exit(1);
    }
    return array;
}

/* ---- Source: a file, or what is in it behind zstd ---- */

struct source {
    FILE *file;
    ZSTD_DStream *stream; /* NULL: plain text */
    ZSTD_inBuffer in;
    uint8_t bytes[1 << 16];
};

static int open_source(struct source *source, const char *folder, const char *name)
{
    char path[4096];
    memset(source, 0, sizeof *source);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    source->file = fopen(path, "rb");
    if (source->file != NULL)
        return 1;
    snprintf(path, sizeof path, "%s/%s.zst", folder, name);
    source->file = fopen(path, "rb");
    source->stream = ZSTD_createDStream();
    source->in.src = source->bytes;
    return source->file != NULL && source->stream != NULL;
}

static void close_source(struct source *source)
{
    if (source->file != NULL)
        fclose(source->file);
    ZSTD_freeDStream(source->stream);
}

static int read_source(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct source *source = opaque;
    if (source->stream == NULL) {
        *size_ret = fread(bytes, 1, size, source->file);
        return ferror(source->file) ? 5 : 0;
    }
    ZSTD_outBuffer out = {bytes, size, 0};
    while (out.pos == 0) {
        if (source->in.pos == source->in.size) {
            source->in.size = fread(source->bytes, 1, sizeof source->bytes, source->file);
            source->in.pos = 0;
        }
        if (source->in.size == 0)
            break;
        if (ZSTD_isError(ZSTD_decompressStream(source->stream, &out, &source->in)))
            return 5;
    }
    *size_ret = out.pos;
    return 0;
}

/* ---- Games ---- */

static uint64_t hash_of_tag(const struct game *game, const char *name)
{
    const struct game_tag *tag = game_find_tag(game, name);
    return tag == NULL || tag->value.size == 0 ? 0 : xxh64(tag->value.data, tag->value.size);
}

/* Main-line moves up to the first null move or drop; returns their number. */
static uint32_t add_moves(struct collection *collection, const struct game *game)
{
    struct walk walk;
    size_t before = collection->move_count;
    walk_start(&walk);
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        walk_pass(&walk, item->kind);
        if (walk.depth == 0 && item_kind_is_ply(item->kind) && item->kind != ITEM_MOVE)
            break;
        if (walk.depth != 0 || item->kind != ITEM_MOVE)
            continue;
        collection->moves = grow(collection->moves, &collection->move_capacity, collection->move_count,
                                 sizeof *collection->moves);
        collection->moves[collection->move_count++] = item->value;
    }
    return (uint32_t)(collection->move_count - before);
}

static uint32_t add_start(struct collection *collection, const struct game *game)
{
    if (!game->has_start)
        return 0;
    collection->starts = grow(collection->starts, &collection->start_capacity, collection->start_count,
                              sizeof *collection->starts);
    collection->starts[collection->start_count++] = game->start;
    return (uint32_t)(collection->start_count - 1);
}

/* Both players' hashes are kept in `owner` and `moves_hash` until all games of the file are there. */
static void add_game(struct collection *collection, const struct game *game)
{
    collection->games = grow(collection->games, &collection->game_capacity, collection->game_count,
                             sizeof *collection->games);
    struct collected_game *added = &collection->games[collection->game_count++];
    memset(added, 0, sizeof *added);
    added->first_move = collection->move_count;
    added->move_count = add_moves(collection, game);
    added->start = add_start(collection, game);
    added->hints = policy_hints_of(game);
    added->file = (uint8_t)(collection->file_count - 1);
    added->owner = hash_of_tag(game, "White");
    added->moves_hash = hash_of_tag(game, "Black");
}

/* ---- Players ---- */

static int compare_hashes(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Where a hash begins in a sorted list. */
static size_t find_hash(const uint64_t *hashes, size_t count, uint64_t hash)
{
    size_t low = 0;
    while (count > 0) {
        size_t half = count / 2;
        if (hashes[low + half] < hash) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

static size_t count_hash(const uint64_t *hashes, size_t count, uint64_t hash)
{
    return find_hash(hashes, count, hash + 1) - find_hash(hashes, count, hash);
}

static void find_owners(struct collected_game *games, size_t count)
{
    uint64_t *players = malloc((2 * count + 1) * sizeof *players);
    if (players == NULL)
        exit(1);
    for (size_t i = 0; i < count; i++) {
        players[2 * i] = games[i].owner;
        players[2 * i + 1] = games[i].moves_hash;
    }
    qsort(players, 2 * count, sizeof *players, compare_hashes);
    for (size_t i = 0; i < count; i++)
        if (count_hash(players, 2 * count, games[i].moves_hash) >
            count_hash(players, 2 * count, games[i].owner))
            games[i].owner = games[i].moves_hash;
    free(players);
}

static void divide(struct collection *collection, size_t first, const struct division *division)
{
    struct collected_game *games = collection->games + first;
    size_t count = collection->game_count - first;
    find_owners(games, count);
    for (size_t i = 0; i < count; i++) {
        struct collected_game *game = &games[i];
        game->moves_hash = xxh64(collection->moves + game->first_move, game->move_count * sizeof(chess_move));
        game->is_test = division->role == ROLE_TEST ||
                        (division->role == ROLE_FIRST && i < division->number) ||
                        (division->role == ROLE_PLAYERS && game->owner % OWNERS_TESTED == 0);
        game->copies = game->is_test ? 0 : division->role == ROLE_TRAIN ? (uint8_t)division->number : 1;
    }
}

/* ---- The list ---- */

static int read_file(struct collection *collection, const char *folder, const char *name,
                     const struct division *division)
{
    static struct source source;
    struct pgn_reader reader;
    const struct game *game;
    enum pgnpack_status status;
    size_t first = collection->game_count;
    if (collection->file_count == COLLECTION_FILES_MAX || !open_source(&source, folder, name)) {
        fprintf(stderr, "train: cannot open %s/%s\n", folder, name);
        return 0;
    }
    struct collected_file *file = &collection->files[collection->file_count++];
    snprintf(file->name, sizeof file->name, "%s", name);
    pgn_reader_init(&reader, read_source, &source, NULL, 0);
    while ((status = pgn_reader_next(&reader, &game)) == PGNPACK_OK || status == PGNPACK_ERROR_LIMIT)
        if (status == PGNPACK_OK)
            add_game(collection, game);
    pgn_reader_free(&reader);
    close_source(&source);
    divide(collection, first, division);
    file->first_game = first;
    file->game_count = collection->game_count - first;
    if (status != PGNPACK_END)
        fprintf(stderr, "train: %s: cannot be read\n", name);
    return status == PGNPACK_END;
}

static int parse_line(const char *line, char name[COLLECTION_NAME_SIZE], struct division *division)
{
    static const char *const roles[] = {"train", "test", "first", "players"};
    char role[16];
    division->number = 1;
    if (sscanf(line, "%63s %15s %lu", name, role, &division->number) < 2)
        return 0;
    for (unsigned i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(role, roles[i]) == 0) {
            division->role = (enum role)i;
            return 1;
        }
    return 0;
}

static void drop_tested(struct collection *collection)
{
    uint64_t *hashes = malloc((collection->game_count + 1) * sizeof *hashes);
    size_t count = 0;
    if (hashes == NULL)
        exit(1);
    for (size_t i = 0; i < collection->game_count; i++)
        if (collection->games[i].is_test)
            hashes[count++] = collection->games[i].moves_hash;
    qsort(hashes, count, sizeof *hashes, compare_hashes);
    for (size_t i = 0; i < collection->game_count; i++)
        if (count_hash(hashes, count, collection->games[i].moves_hash) != 0)
            collection->games[i].copies = 0;
    free(hashes);
}

int collection_read(struct collection *collection, const char *list, const char *folder)
{
    FILE *file = fopen(list, "r");
    char line[512];
    char name[COLLECTION_NAME_SIZE];
    struct division division;
    int done = file != NULL;
    memset(collection, 0, sizeof *collection);
    collection->starts = grow(NULL, &collection->start_capacity, 0, sizeof *collection->starts);
    position_start(&collection->starts[collection->start_count++]);
    while (done && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        done = parse_line(line, name, &division) && read_file(collection, folder, name, &division);
    }
    if (!done)
        fprintf(stderr, "train: %s is not in order\n", list);
    if (file != NULL)
        fclose(file);
    drop_tested(collection);
    return done;
}

void collection_free(struct collection *collection)
{
    free(collection->games);
    free(collection->moves);
    free(collection->starts);
}
