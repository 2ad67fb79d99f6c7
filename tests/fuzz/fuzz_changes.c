/*
 * Records and ids of changes, as any bytes: in a file of three segments, twins and one that has them, opened by the public
 * functions. Input: a byte, the size of the record; the record; the same of the ids of games; the rest: ids of games that are
 * gone. A byte 255 first: the bytes stand alone as what follows a segment, which may be a broken-off change. Whatever they say,
 * games are deleted by ranges that are in order, and ids lead to games.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/kept_memory.h"
#include "pgnpack.h"
#include "shared/changed_file.h"
#include "shared/packing.h"
#include "util/bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES = 5 };

static void require(int condition)
{
    if (!condition)
        abort();
}

/* Of the first segment; bytes "IIIIIIII" stand for it in inputs. */
static void put_identities(struct bytes *bytes, uint64_t identity)
{
    for (size_t i = 0; i + 8 <= bytes->size; i++)
        if (memcmp(bytes->data + i, "IIIIIIII", 8) == 0)
            store_le64(bytes->data + i, identity);
}

/* A packed file of five games, made once. */
static const struct bytes *plain_file(void)
{
    static struct bytes packed;
    struct bytes text = {0};
    if (packed.size == 0) {
        for (int i = 0; i < GAMES; i++)
            bytes_append_text(&text, "[Event \"x\"]\n\n1. e4 *\n\n");
        require(pack_bytes(&(struct pack_setup){.level = 3}, text.data, text.size, &packed) == PGNPACK_OK);
        bytes_free(&text);
    }
    return &packed;
}

static void check_ranges(const struct pgnpack_reader *reader)
{
    uint64_t count = 0, first, size, games = pgnpack_reader_info(reader)->game_count, at = 1;
    while (pgnpack_reader_deleted_range(reader, at, &first, &size)) {
        require(first >= at && size != 0 && size <= games && first - 1 <= games - size);
        require(pgnpack_reader_is_deleted(reader, first) &&
                pgnpack_reader_is_deleted(reader, first + size - 1));
        require(!pgnpack_reader_is_deleted(reader, first + size));
        count += size;
        at = first + size;
    }
    require(count == pgnpack_reader_info(reader)->deleted_count);
}

static uint64_t identity_of(const struct bytes *file)
{
    struct pgnpack_segment_info info;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    require(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size)) == PGNPACK_OK);
    require(pgnpack_reader_segment(reader, 0, &info) && info.identity != 0);
    pgnpack_free(reader);
    return info.identity;
}

static void check_segments(const struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info info;
    uint64_t games = 0, deleted = 0, n = 0;
    for (; pgnpack_reader_segment(reader, n, &info); n++) {
        require(info.first_game == games + 1 && info.deleted_count <= info.game_count);
        games += info.game_count;
        deleted += info.deleted_count;
        require(info.command.size <= 4096 && !(info.is_damaged && !info.is_change));
    }
    require(games == pgnpack_reader_info(reader)->game_count &&
            deleted == pgnpack_reader_info(reader)->deleted_count);
    require(n == pgnpack_reader_info(reader)->segment_count);
}

/*
 * The ids of all games lead to games; of those that are there, to themselves or to a later twin. Ids may name another segment
 * whose identity begins in the same way: then the id is of both.
 */
static void check_ids(struct pgnpack_reader *reader)
{
    char id[PGNPACK_ID_SIZE];
    uint64_t games = pgnpack_reader_info(reader)->game_count, number;
    for (uint64_t i = 1; i <= games; i++) {
        if (!pgnpack_reader_game_id(reader, i, id))
            continue;
        enum pgnpack_status status = pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, &number);
        require(status == PGNPACK_OK || status == PGNPACK_ERROR_ARGUMENT);
        if (status != PGNPACK_OK)
            continue;
        require(number >= 1 && number <= games);
        require(pgnpack_reader_is_deleted(reader, i) || number >= i);
    }
}

/*
 * Compacted, the database has the games that are not deleted, in their order, and ids that led to one of them lead to it. (Those of its own
 * segment are its own; an id that is of several segments may come to be of fewer.)
 */
static void check_compacted(struct pgnpack_reader *reader)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &kept_allocator};
    const struct pgnpack_copy_options copy_options = {
        .size = sizeof copy_options, .level = 3, .time = 1, .threads = 1};
    uint64_t games = pgnpack_reader_info(reader)->game_count, live = 0, number, new_number;
    struct bytes out = {0};
    struct pgnpack_copy *copy =
        pgnpack_copy_new(&options, &copy_options, PGNPACK_TO_FUNCTION(bytes_write, &out));
    enum pgnpack_status status = pgnpack_copy_compact(copy, reader);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_finish(copy);
    pgnpack_free(copy);
    require(status != PGNPACK_ERROR_INTERNAL && status != PGNPACK_ERROR_ARGUMENT);
    struct pgnpack_reader *compacted = pgnpack_reader_new(&options);
    if (status == PGNPACK_OK) {
        require(pgnpack_reader_open(compacted, PGNPACK_FROM_MEMORY(out.data, out.size)) == PGNPACK_OK);
        require(pgnpack_reader_info(compacted)->game_count ==
                games - pgnpack_reader_info(reader)->deleted_count);
    }
    for (uint64_t i = 1; i <= games && status == PGNPACK_OK; i++) {
        char id[PGNPACK_ID_SIZE];
        live += !pgnpack_reader_is_deleted(reader, i);
        if (!pgnpack_reader_is_deleted(reader, i) && pgnpack_reader_game_id(reader, i, id) &&
            pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, &number) == PGNPACK_OK && number == i)
            require(pgnpack_reader_find_id(compacted, id, PGNPACK_ID_NOW, &new_number) == PGNPACK_OK &&
                    new_number == live);
    }
    pgnpack_free(compacted);
    bytes_free(&out);
}

static void open_file(const struct bytes *file)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &kept_allocator};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    enum pgnpack_status status = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size));
    require(status != PGNPACK_ERROR_INTERNAL && status != PGNPACK_ERROR_ARGUMENT);
    if (status == PGNPACK_OK) {
        check_ranges(reader);
        check_segments(reader);
        check_ids(reader);
        check_compacted(reader);
    }
    pgnpack_free(reader);
}

/* Bytes behind a byte that is their number, or as many as there are. */
static const uint8_t *take_sized(const uint8_t *at, const uint8_t *end, struct bytes *bytes)
{
    if (at == end)
        return at;
    size_t left = (size_t)(end - at) - 1, size = at[0] < left ? at[0] : left;
    bytes_append(bytes, at + 1, size);
    return at + 1 + size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes file = {0}, record = {0}, own = {0}, further = {0};
    if (size == 0)
        return 0;
    static uint64_t identity;
    const struct bytes *plain = plain_file();
    identity = identity != 0 ? identity : identity_of(plain);
    bytes_append(&file, plain->data, plain->size);
    bytes_append(&file, plain->data, plain->size);
    if (data[0] == 255) {
        bytes_append(&file, data + 1, size - 1);
    } else {
        const uint8_t *at = data, *end = data + size;
        at = take_sized(at, end, &record);
        at = take_sized(at, end, &own);
        bytes_append(&further, at, (size_t)(end - at));
        put_identities(&record, identity);
        put_identities(&own, identity);
        put_identities(&further, identity);
        append_with_ids(plain, &record, own.size != 0 ? &own : NULL, further.size != 0 ? &further : NULL,
                        &file);
    }
    open_file(&file);
    bytes_free(&file);
    bytes_free(&record);
    bytes_free(&own);
    bytes_free(&further);
    require(kept_memory_held() == 0);
    return 0;
}
