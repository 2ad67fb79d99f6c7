#include "lib/game_ids.h"

#include <stdlib.h>
#include <string.h>

#include "lib/annex_section.h"
#include "lib/reader_records.h"

/* ---- Reading ---- */

static enum pgnpack_status take_origins(struct game_origins *origins, const struct buffer *bytes,
                                        const struct segment *segment, struct error *error)
{
    struct origins_reader reader;
    struct origin_run run;
    enum pgnpack_status status =
        origins_reader_open(&reader, bytes->data, bytes->size, segment->game_count, origins->memory, error);
    while (status == PGNPACK_OK && (status = origins_reader_next(&reader, &run, error)) == PGNPACK_OK) {
        run.new_first += segment->first_game;
        if (!game_origins_add(origins, &run))
            status = error_no_memory(error);
    }
    origins_reader_free(&reader);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static enum pgnpack_status read_block(struct game_origins *origins, struct section_unpacker *unpacker,
                                      struct work_count *work, const struct pgnpack_reader *reader,
                                      const struct segment *segment, size_t block, struct error *error)
{
    struct buffer bytes;
    buffer_init(&bytes, origins->memory);
    enum pgnpack_status status =
        annex_section_read(reader, block, BCGN_SECTION_ORIGINS, unpacker, work, &bytes, error);
    if (status == PGNPACK_OK && bytes.size != 0)
        status = take_origins(origins, &bytes, segment, error);
    buffer_free(&bytes);
    return status;
}

/* Origins that are damaged lead nowhere. */
static enum pgnpack_status read_segment(struct game_origins *origins, struct section_unpacker *unpacker,
                                        struct work_count *work, const struct pgnpack_reader *reader,
                                        const struct segment *segment, struct error *error)
{
    size_t end = segment->first_block + segment->block_count;
    for (size_t block = reader_record_start(reader, segment); block < end; block++) {
        struct error trouble;
        error_clear(&trouble);
        enum pgnpack_status status = read_block(origins, unpacker, work, reader, segment, block, &trouble);
        if (status != PGNPACK_OK && !status_is_damage(status)) {
            *error = trouble;
            return status;
        }
    }
    return PGNPACK_OK;
}

enum pgnpack_status game_origins_read(struct game_origins *origins, const struct pgnpack_reader *reader,
                                      struct work_count *work, struct error *error)
{
    struct section_unpacker unpacker;
    enum pgnpack_status status = PGNPACK_OK;
    section_unpacker_init(&unpacker, origins->memory);
    for (size_t i = 0; i < reader->segments.count && status == PGNPACK_OK; i++)
        status = read_segment(origins, &unpacker, work, reader, &reader->segments.segments[i], error);
    section_unpacker_free(&unpacker);
    if (status == PGNPACK_OK && !game_origins_sort(origins))
        status = error_no_memory(error);
    return status;
}

/* ---- Finding ---- */

static enum pgnpack_status no_id(const char *id, struct error *error)
{
    return error_set(
        error, PGNPACK_ERROR_ARGUMENT,
        "\"%.40s\" is no id: it has 4 to 7 letters and digits, a colon, and a number, as 8f2k1qz:1042", id);
}

/* "name:number"; the number becomes one from 0. Returns the bits of the name that are known; 0: it is no id. */
static unsigned read_id(const char *id, uint64_t *identity, uint64_t *number)
{
    const char *colon = strchr(id, ':');
    uint64_t value = 0;
    if (colon == NULL || colon[1] == '\0' || colon[1] == '0')
        return 0;
    for (const char *at = colon + 1; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || value > INT64_MAX / 10 - 1)
            return 0;
        value = 10 * value + (uint64_t)(*at - '0');
    }
    *number = value - 1;
    return segment_name_read(id, (size_t)(colon - id), identity);
}

/* The whole identity that the bits begin, among segments that are there and those that games came from. */
static size_t complete(const struct pgnpack_reader *reader, const struct game_origins *origins, unsigned bits,
                       uint64_t *identity)
{
    const struct segment *segment;
    uint64_t first = *identity, last = first | UINT64_MAX >> bits, its;
    size_t count = segment_list_match(&reader->segments, first, bits, &segment);
    if (count != 0)
        *identity = segment->identity;
    for (uint64_t from = first; game_origins_next(origins, from, &its) && its <= last; from = its + 1) {
        if (segment_list_find(&reader->segments, its, SIZE_MAX) == NULL) {
            *identity = its;
            count++;
        }
        if (its == UINT64_MAX)
            break;
    }
    return count;
}

/* From version to version, as long as the game was deleted, and another one comes from it. */
static int follow(const struct pgnpack_reader *reader, const struct game_origins *origins, uint64_t identity,
                  uint64_t number, uint64_t *game_ret)
{
    const struct segment *last = segment_list_find(&reader->segments, identity, SIZE_MAX), *segment = last;
    uint64_t next;
    int is_found = segment != NULL && number < segment->game_count;
    for (uint64_t i = 1; is_found && segment != NULL; i++) {
        *game_ret = segment->first_game + number;
        if (!deleted_games_have(&reader->deleted, *game_ret))
            return 1; /* of a segment that is there several times, the last one that has it */
        segment = segment_list_twin_before(&reader->segments, last, i);
    }
    if (is_found)
        *game_ret = last->first_game + number;
    while ((!is_found || deleted_games_have(&reader->deleted, *game_ret)) &&
           game_origins_find(origins, identity, number, &next) && (!is_found || next > *game_ret)) {
        *game_ret = next;
        is_found = 1;
        segment = segment_list_of_game(&reader->segments, next);
        identity = segment->identity;
        number = next - segment->first_game;
    }
    return is_found;
}

enum pgnpack_status game_id_find(struct pgnpack_reader *reader, const char *id, uint64_t *number_ret,
                                 struct error *error)
{
    uint64_t identity, number;
    unsigned bits = read_id(id, &identity, &number);
    if (bits == 0)
        return no_id(id, error);
    if (!reader->has_origins) {
        struct work_count work;
        work_start(&work, work_limit_left(reader->work_limit, 0));
        game_origins_free(&reader->origins);
        if (game_origins_read(&reader->origins, reader, &work, error) != PGNPACK_OK)
            return error->status;
        reader->has_origins = 1;
    }
    size_t count = complete(reader, &reader->origins, bits, &identity);
    if (count > 1)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "the id \"%.40s\" may be of several segments: write more of its first part", id);
    if (count == 0 || !follow(reader, &reader->origins, identity, number, number_ret))
        return error_set(error, PGNPACK_ERROR_ARGUMENT, "no game of this database has the id \"%.40s\"", id);
    return PGNPACK_OK;
}
