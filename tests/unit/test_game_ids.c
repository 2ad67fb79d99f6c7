/* Ids of games: their sections, how they are looked up, and what becomes of them in all that happens to a database. */
#define _GNU_SOURCE /* memmem */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "container/segments/id_list.h"
#include "container/segments/segment_list.h"
#include "lib/open/game_ids.h"
#include "shared/changed_file.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { GAMES = 10 };

static struct memory memory;
static char *folder, *path;

static void set_up(void)
{
    memory_init(&memory, NULL, 0);
    folder = make_temporary_folder();
    path = join_path(folder, "games.bcgn");
}

static void tear_down(void)
{
    remove_folder(folder);
    free(path);
    free(folder);
}

/* ---- Sections ---- */

static void take(struct buffer *out, struct bytes *bytes)
{
    bytes->size = 0;
    bytes_append(bytes, out->data, out->size);
    buffer_free(out);
}

static enum pgnpack_status read_section(const struct bytes *bytes, unsigned kind, uint64_t games,
                                        struct id_run *runs, struct id_link *links, size_t *count_ret)
{
    struct id_section_reader reader;
    struct error error;
    size_t count = 0;
    error_clear(&error);
    enum pgnpack_status status =
        id_section_open(&reader, bytes->data, bytes->size, kind, games, &memory, &error);
    while (status == PGNPACK_OK) {
        status = kind == ID_OWN ? id_section_next_run(&reader, &runs[count], &error)
                                : id_section_next_link(&reader, &links[count], &error);
        count += status == PGNPACK_OK;
    }
    id_section_free(&reader);
    *count_ret = count;
    return status;
}

static uint64_t some_number(uint64_t *random)
{
    return random_below(random, 2) == 0 ? random_below(random, 300) : next_random(random) >> 2;
}

START_TEST(sections_come_back)
{
    uint64_t random = 3;
    for (unsigned round = 0; round < 200; round++) {
        struct id_run runs[40], found[40];
        struct id_link links[40], found_links[40];
        struct bytes bytes = {0};
        struct buffer out;
        size_t count = random_below(&random, 40), found_count;
        uint64_t end = 0;
        for (size_t i = 0; i < count; i++) {
            uint64_t games = 1 + random_below(&random, 50);
            runs[i] = (struct id_run){1 + random_below(&random, 5), some_number(&random), games,
                                      end + random_below(&random, 3) * random_below(&random, 100)};
            end = runs[i].game + games;
            links[i] = (struct id_link){1 + random_below(&random, 5), some_number(&random), games,
                                        3 + random_below(&random, 5), some_number(&random)};
        }
        buffer_init(&out, &memory);
        ck_assert(id_section_write_own(runs, count, &out));
        take(&out, &bytes);
        ck_assert_int_eq(read_section(&bytes, ID_OWN, end, found, NULL, &found_count), PGNPACK_END);
        ck_assert_uint_eq(found_count, count);
        ck_assert(count == 0 || memcmp(runs, found, count * sizeof *runs) == 0);
        if (count != 0)
            ck_assert_int_eq(read_section(&bytes, ID_OWN, end - 1, found, NULL, &found_count),
                             PGNPACK_ERROR_CORRUPT);
        ck_assert(id_section_write_further(links, count, &out));
        take(&out, &bytes);
        ck_assert_int_eq(read_section(&bytes, ID_FURTHER, 0, NULL, found_links, &found_count), PGNPACK_END);
        ck_assert_uint_eq(found_count, count);
        ck_assert(count == 0 || memcmp(links, found_links, count * sizeof *links) == 0);
        bytes_free(&bytes);
    }
}
END_TEST

/* Identities, and runs of so many numbers as the kind has, up to a negative one; and what is read of it. */
static void check_section(enum pgnpack_status wanted, unsigned kind, uint64_t identities,
                          const int64_t *numbers)
{
    enum { RUNS_MOST = 8 };
    struct bytes bytes = {0}, columns[ID_COLUMNS_MOST] = {{0}};
    struct id_run runs[RUNS_MOST];
    struct id_link links[RUNS_MOST];
    unsigned column_count = kind == ID_OWN ? 4 : 5;
    size_t count = 0, found;
    for (; numbers[count * column_count] >= 0; count++)
        for (unsigned i = 0; i < column_count; i++)
            bytes_append_varint(&columns[i], (uint64_t)numbers[count * column_count + i]);
    bytes_append_varint(&bytes, identities);
    for (uint64_t i = 0; i < identities && i < 3; i++)
        bytes_append_number(&bytes, i + 1);
    bytes_append_varint(&bytes, count);
    for (unsigned i = 0; i < column_count; i++) {
        bytes_append_varint(&bytes, columns[i].size);
        bytes_append(&bytes, columns[i].data, columns[i].size);
        bytes_free(&columns[i]);
    }
    ck_assert_int_eq(read_section(&bytes, kind, GAMES, runs, links, &found), wanted);
    for (size_t size = 0; size < bytes.size && wanted == PGNPACK_END; size++) { /* cut anywhere */
        const struct bytes part = {bytes.data, size, 0};
        ck_assert_int_eq(read_section(&part, kind, GAMES, runs, links, &found), PGNPACK_ERROR_CORRUPT);
    }
    bytes_append_varint(&bytes, 0); /* a byte too many */
    ck_assert_int_eq(read_section(&bytes, kind, GAMES, runs, links, &found), PGNPACK_ERROR_CORRUPT);
    bytes_free(&bytes);
}

START_TEST(sections_that_are_not_in_order)
{
    const enum pgnpack_status good = PGNPACK_END, bad = PGNPACK_ERROR_CORRUPT;
    check_section(good, ID_OWN, 0, (const int64_t[]){-1});
    check_section(good, ID_OWN, 2, (const int64_t[]){0, 1, 0, GAMES - 4, 0, 0, 4, 2, -1});
    check_section(bad, ID_OWN, 2, (const int64_t[]){0, 1, 0, GAMES - 4, 0, 0, 4, 3, -1});
    check_section(bad, ID_OWN, 4, (const int64_t[]){-1}); /* there are three */
    check_section(bad, ID_OWN, INT64_MAX, (const int64_t[]){-1});
    check_section(bad, ID_OWN, (uint64_t)1 << 61, (const int64_t[]){0, 0, 0, 0, -1}); /* of 2^64 bytes */
    check_section(bad, ID_OWN, 0, (const int64_t[]){0, 0, 0, 0, -1});
    check_section(bad, ID_OWN, 2, (const int64_t[]){0, 2, 0, 0, -1});
    check_section(bad, ID_OWN, 1, (const int64_t[]){0, 0, 0, GAMES, -1});
    check_section(bad, ID_OWN, 1, (const int64_t[]){GAMES, 0, 0, 0, -1});
    check_section(bad, ID_OWN, 1, (const int64_t[]){GAMES + 1, 0, 0, 0, -1});
    check_section(bad, ID_OWN, 1, (const int64_t[]){9, 0, 0, 1, -1});
    check_section(bad, ID_OWN, 1, (const int64_t[]){0, 0, 1, 0, -1});              /* before the first game */
    check_section(good, ID_OWN, 1, (const int64_t[]){0, 0, 8, 0, 0, 0, 9, 0, -1}); /* back by 5, to 0 */
    check_section(bad, ID_OWN, 1, (const int64_t[]){0, 0, 8, 0, 0, 0, 11, 0, -1});
    check_section(good, ID_OWN, 1, (const int64_t[]){0, 0, INT64_MAX - 1, 0, 0, 0, INT64_MAX - 3, 0, -1});
    check_section(bad, ID_OWN, 1, (const int64_t[]){0, 0, INT64_MAX - 1, 0, 0, 0, INT64_MAX - 1, 1, -1});
    check_section(bad, ID_OWN, 1, (const int64_t[]){0, 0, 0, INT64_MAX, -1});
    check_section(good, ID_FURTHER, 2, (const int64_t[]){0, 8, 1, 4, 70000, 1, 0, 1, 1, 0, -1});
    check_section(bad, ID_FURTHER, 2, (const int64_t[]){0, 8, 2, 4, 0, -1});
    check_section(bad, ID_FURTHER, 2, (const int64_t[]){2, 8, 1, 4, 0, -1});
    check_section(bad, ID_FURTHER, 2, (const int64_t[]){0, 1, 1, 4, 0, -1});
    check_section(bad, ID_FURTHER, 2, (const int64_t[]){0, 8, 1, 1, 0, -1});
    check_section(good, ID_FURTHER, 1, (const int64_t[]){0, 0, 0, 0, INT64_MAX - 1, -1});
    check_section(bad, ID_FURTHER, 1, (const int64_t[]){0, 2, 0, 0, INT64_MAX - 1, -1});
    check_section(bad, ID_FURTHER, 1, (const int64_t[]){0, 0, 0, 2, INT64_MAX - 1, -1});
    check_section(bad, ID_FURTHER, 1, (const int64_t[]){0, 0, 0, 0, INT64_MAX, -1});
}
END_TEST

/* ---- Lists ---- */

/* All runs of an id are found, against a look at each of them. */
START_TEST(ids_are_looked_up)
{
    uint64_t random = 4;
    for (unsigned round = 0; round < 100; round++) {
        struct id_list list;
        struct id_run runs[60];
        size_t count = random_below(&random, 60);
        id_list_init(&list, &memory);
        for (size_t i = 0; i < count; i++) {
            runs[i] = (struct id_run){10 * (1 + random_below(&random, 3)), random_below(&random, 50),
                                      1 + random_below(&random, random_below(&random, 4) == 0 ? 40 : 4),
                                      1000 * (1 + i)};
            ck_assert(id_list_add(&list, &runs[i]));
        }
        ck_assert(id_list_sort_by_id(&list));
        for (uint64_t identity = 9; identity <= 31; identity++) {
            uint64_t next = 0, wanted_next = 0;
            for (size_t i = 0; i < count; i++)
                if (runs[i].identity >= identity && (wanted_next == 0 || runs[i].identity < wanted_next))
                    wanted_next = runs[i].identity;
            ck_assert_int_eq(id_list_identity(&list, identity, &next), wanted_next != 0);
            ck_assert_uint_eq(next, wanted_next);
            for (uint64_t number = 0; number < 95; number++) {
                size_t at = id_list_start(&list, identity, number), found = 0, wanted = 0;
                uint64_t sum = 0, wanted_sum = 0;
                for (const struct id_run *run; (run = id_list_next(&list, identity, number, &at)) != NULL;
                     found++)
                    sum += run->game + (number - run->number);
                for (size_t i = 0; i < count; i++) {
                    unsigned has = runs[i].identity == identity && number >= runs[i].number &&
                                   number < runs[i].number + runs[i].count;
                    wanted += has;
                    wanted_sum += has ? runs[i].game + (number - runs[i].number) : 0;
                }
                ck_assert_uint_eq(found, wanted);
                ck_assert_uint_eq(sum, wanted_sum);
            }
        }
        id_list_free(&list);
    }
}
END_TEST

/* Of all runs that have an id the one that leads to the latest game is found; of links the last one. */
START_TEST(the_latest_is_found)
{
    uint64_t random = 5;
    for (unsigned round = 0; round < 200; round++) {
        struct id_list all, latest;
        struct id_links links;
        struct id_run runs[40];
        size_t count = random_below(&random, 40), range = 10 + random_below(&random, 300);
        id_list_init(&all, &memory);
        id_list_init(&latest, &memory);
        id_links_init(&links, &memory);
        for (size_t i = 0; i < count; i++) {
            runs[i] = (struct id_run){10 * (1 + random_below(&random, 3)), random_below(&random, range),
                                      1 + random_below(&random, random_below(&random, 4) == 0 ? 40 : 4),
                                      1000 * (1 + i)};
            ck_assert(id_list_add(&all, &runs[i]));
            ck_assert(id_links_add(&links, &(struct id_link){runs[i].identity, runs[i].number, runs[i].count,
                                                             7, 1000 * (1 + i)}));
        }
        ck_assert(id_list_latest(&latest, &all));
        ck_assert(id_links_sort(&links));
        for (uint64_t identity = 9; identity <= 31; identity++)
            for (uint64_t number = 0; number < range + 45; number++) {
                uint64_t game = 0, wanted = 0, to_identity = identity, to_number = number;
                for (size_t i = 0; i < count; i++)
                    if (runs[i].identity == identity && number >= runs[i].number &&
                        number < runs[i].number + runs[i].count)
                        wanted = runs[i].game + (number - runs[i].number);
                ck_assert_int_eq(id_list_find(&latest, identity, number, &game), wanted != 0);
                ck_assert_uint_eq(game, wanted);
                ck_assert_int_eq(id_links_follow(&links, &to_identity, &to_number), wanted != 0);
                ck_assert(wanted == 0 || (to_identity == 7 && to_number == wanted));
            }
        id_list_free(&all);
        id_list_free(&latest);
        id_links_free(&links);
    }
}
END_TEST

/* Runs that go on with each other are one; by games, each game has its own. */
START_TEST(runs_are_joined_and_sorted)
{
    static const struct id_run runs[] = {{7, 0, 5, 20},  {7, 5, 5, 25},  {7, 10, 1, 31},
                                         {8, 11, 1, 32}, {8, 13, 1, 33}, {9, 0, 10, 3}};
    struct id_list list;
    id_list_init(&list, &memory);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
        ck_assert(id_list_add(&list, &runs[i]));
    ck_assert_uint_eq(list.count, 5);
    id_list_sort_by_game(&list);
    ck_assert_ptr_null(id_list_before(&list, 2));
    ck_assert_uint_eq(id_list_before(&list, 3)->identity, 9);
    ck_assert_uint_eq(id_list_before(&list, 19)->identity, 9);
    ck_assert_uint_eq(id_list_before(&list, 29)->game, 20);
    ck_assert_uint_eq(id_list_before(&list, 29)->count, 10);
    ck_assert_uint_eq(id_list_before(&list, 1000)->number, 13);
    id_list_free(&list);
}
END_TEST

/* ---- Names of segments ---- */

START_TEST(names_of_segments)
{
    static const uint64_t identities[] = {0, 1, UINT64_MAX, 0x47b1bfb1a25bb5f4u, (uint64_t)1 << 63};
    for (size_t i = 0; i < sizeof identities / sizeof identities[0]; i++) {
        char name[SEGMENT_NAME_SIZE], full[SEGMENT_NAME_FULL_SIZE];
        uint64_t read;
        segment_name(identities[i], name);
        segment_name_full(identities[i], full);
        ck_assert(strncmp(name, full, strlen(name)) == 0);
        ck_assert_uint_eq(strlen(full), 13);
        ck_assert_uint_eq(segment_name_read(full, 13, &read), 65);
        ck_assert_uint_eq(read, identities[i]);
        for (unsigned size = 0; size <= 12; size++) {
            unsigned bits = segment_name_read(full, size, &read);
            ck_assert_uint_eq(bits, size < 4 ? 0 : 5 * size);
            ck_assert(bits == 0 || read == (identities[i] & ~(UINT64_MAX >> bits)));
        }
        full[12]++; /* a bit behind the last: of even letters, another one of the alphabet */
        ck_assert_uint_eq(segment_name_read(full, 13, &read), 0);
    }
    ck_assert_uint_eq(segment_name_read("8yrvzcd0000000", 14, &(uint64_t){0}), 0);
}
END_TEST

/* ---- Forged files ---- */

static struct bytes plain, record, file;

static struct pgnpack_reader *open_bytes(const struct bytes *bytes)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    enum pgnpack_status status = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(bytes->data, bytes->size));
    ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(reader)->text);
    return reader;
}

static uint64_t identity_of(size_t segment)
{
    struct pgnpack_segment_info info;
    struct pgnpack_reader *reader = open_bytes(&file);
    ck_assert(pgnpack_reader_segment(reader, segment, &info));
    pgnpack_free(reader);
    return info.identity;
}

/* A segment of ten games, which is the file so far; its identity. */
static uint64_t begin_file(void)
{
    struct bytes text = {0};
    append_games(&text, GAMES, 4);
    plain = file = record = (struct bytes){0};
    pack_whole(&(struct pack_setup){0}, &text, &plain);
    bytes_append(&file, plain.data, plain.size);
    bytes_free(&text);
    return identity_of(0);
}

static void end_file(void)
{
    bytes_free(&plain);
    bytes_free(&record);
    bytes_free(&file);
}

static void check_id(struct pgnpack_reader *reader, uint64_t game, uint64_t identity, uint64_t number)
{
    char id[PGNPACK_ID_SIZE], wanted[PGNPACK_ID_SIZE], name[SEGMENT_NAME_SIZE];
    segment_name(identity, name);
    snprintf(wanted, sizeof wanted, "%s:%" PRIu64, name, number);
    ck_assert_int_eq(pgnpack_reader_game_id(reader, game, id), 1);
    ck_assert_str_eq(id, wanted);
}

static enum pgnpack_status find(struct pgnpack_reader *reader, uint64_t identity, uint64_t number,
                                uint64_t *game_ret)
{
    char id[PGNPACK_ID_SIZE], name[SEGMENT_NAME_FULL_SIZE];
    segment_name_full(identity, name);
    snprintf(id, sizeof id, "%s:%" PRIu64, name, number);
    return pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, game_ret);
}

/* The first and the last game that have the id themselves; 0: none. */
static enum pgnpack_status games_of_id(struct pgnpack_reader *reader, const char *id, uint64_t *first_ret,
                                       uint64_t *last_ret)
{
    enum pgnpack_status status = pgnpack_reader_find_id(reader, id, PGNPACK_ID_FIRST, first_ret);
    ck_assert_int_eq(pgnpack_reader_find_id(reader, id, PGNPACK_ID_LAST, last_ret), status);
    return status;
}

static void check_leads(struct pgnpack_reader *reader, uint64_t identity, uint64_t number, uint64_t wanted)
{
    uint64_t game;
    enum pgnpack_status status = find(reader, identity, number, &game);
    ck_assert_int_eq(status, wanted == 0 ? PGNPACK_END : PGNPACK_OK);
    ck_assert_uint_eq(game, wanted);
}

/* What several blocks of a record say of one game: the first one counts. What is damaged leaves no ids of the whole segment. */
START_TEST(several_blocks_of_ids)
{
    static const uint64_t other = 77;
    static const uint64_t runs[3][1][4] = {{{2, 0, 2 * 100, 3}}, {{0, 0, 2 * 196, 7}}, {{0, 0, 0, GAMES}}};
    for (unsigned damaged = 0; damaged < 2; damaged++) {
        struct bytes ids[3] = {{0}}, records[3] = {{0}};
        uint64_t identity = begin_file(), own;
        char id[PGNPACK_ID_SIZE];
        for (unsigned i = 0; i < 3; i++) {
            append_ids(&ids[i], &other, 1, runs[i][0], 4, 1);
            append_change(&records[i], 2, &(struct bytes){0}, 0);
        }
        append_changed_by(&plain, records, ids, 2 + damaged, &file);
        own = identity_of(1);
        struct pgnpack_reader *reader = open_bytes(&file);
        check_id(reader, 3, identity, 3);
        if (damaged) {
            for (uint64_t game = 1; game <= GAMES; game++)
                ck_assert(!pgnpack_reader_game_id(reader, GAMES + game, id) && id[0] == '\0');
            ck_assert_uint_eq(pgnpack_reader_ids_from(reader, GAMES + 2), GAMES - 1);
            check_leads(reader, other, 101, 0);
        } else {
            check_id(reader, GAMES + 1, own, 1); /* of which the second block speaks too late */
            check_id(reader, GAMES + 2, own, 2);
            check_id(reader, GAMES + 3, other, 101);
            check_id(reader, GAMES + 6, other, 104); /* which the second block names, too */
            check_id(reader, GAMES + 7, other, 203);
            check_id(reader, GAMES + 8, other, 204);
            check_id(reader, GAMES + 9, own, 9);
            ck_assert_uint_eq(pgnpack_reader_ids_from(reader, GAMES + 4), 3);
            ck_assert_uint_eq(pgnpack_reader_ids_from(reader, GAMES + 9), 2);
            check_leads(reader, other, 203, GAMES + 7);
            check_leads(reader, other, 201, 0);
        }
        ck_assert_uint_eq(pgnpack_reader_ids_from(reader, 0), 0);
        ck_assert_uint_eq(pgnpack_reader_ids_from(reader, 2 * GAMES + 1), 0);
        pgnpack_free(reader);
        for (unsigned i = 0; i < 3; i++) {
            bytes_free(&ids[i]);
            bytes_free(&records[i]);
        }
        end_file();
    }
}
END_TEST

/* What goes on in the next segment, where it goes on in ids too, is that one's. */
START_TEST(segments_have_their_own)
{
    static const uint64_t other = 77;
    static const uint64_t runs[2][1][4] = {{{0, 0, 0, GAMES - 1}}, {{0, 0, 2 * GAMES, 4}}};
    for (unsigned damaged = 0; damaged < 2; damaged++) {
        struct bytes own[3] = {{0}}, further[2] = {{0}}, records[2] = {{0}};
        uint64_t identity = begin_file();
        const uint64_t identities[] = {other, identity};
        struct error error;
        size_t count;
        char id[PGNPACK_ID_SIZE];
        error_clear(&error);
        for (unsigned i = 0; i < 2; i++) {
            const uint64_t link[5] = {0, 2 * (100 + i), 1, 2 * i, 0};
            append_ids(&own[i], &other, 1, runs[i][0], 4, 1);
            append_ids(&further[i], identities, 2, link, 5, 1);
            append_change(&records[i], 2 + i, &(struct bytes){0}, 0);
        }
        append_with_ids(&plain, &records[0], &own[0], &further[0], &file);
        if (damaged)
            append_changed_by(&plain, (const struct bytes[]){records[1], records[1]},
                              (const struct bytes[]){own[1], {own[1].data, 3, 0}}, 2, &file);
        else
            append_with_ids(&plain, &records[1], &own[1], &further[1], &file);
        struct pgnpack_reader *reader = open_bytes(&file);
        check_id(reader, GAMES + 1, other, 1);
        check_id(reader, 2 * GAMES, other, GAMES);
        ck_assert_uint_eq(pgnpack_reader_ids_from(reader, GAMES + 1), GAMES);
        if (damaged) {
            ck_assert(!pgnpack_reader_game_id(reader, 2 * GAMES + 1, id));
            struct pgnpack_error trouble;
            ck_assert_int_eq(pgnpack_reader_load_ids(reader, &trouble), PGNPACK_ERROR_CORRUPT);
            ck_assert_ptr_nonnull(strstr(trouble.text, "--drop-ids"));
        } else {
            check_id(reader, 2 * GAMES + 1, other, GAMES + 1);
            ck_assert_int_eq(game_ids_read(reader, &error), PGNPACK_OK);
            for (size_t i = 1; i < 3; i++) {
                const struct id_link *links = game_ids_further(reader, i, i + 1, &count);
                ck_assert(count == 1 && links->number == 99 + i && links->count == 1);
            }
        }
        pgnpack_free(reader);
        for (unsigned i = 0; i < 2; i++) {
            bytes_free(&own[i]);
            bytes_free(&further[i]);
            bytes_free(&records[i]);
        }
        end_file();
    }
}
END_TEST

/* Links to games, to each other, in circles, to nothing; damaged ones lead nowhere. */
START_TEST(further_ids_lead_on)
{
    uint64_t identity = begin_file();
    const uint64_t identities[] = {identity, 77};
    /* 77:1..3 to games 4..6; 77:11 to 77:1; 77:21 to 77:22 and back; 77:31 to a game that is not there. */
    static const uint64_t runs[][5] = {{1, 0, 0, 2 * 3, 2},
                                       {1, 2 * 7, 1, 0, 0},
                                       {1, 2 * 9, 1, 2 * 20, 0},
                                       {1, 0, 1, 1 + 2 * 1, 0},
                                       {1, 2 * 8, 0, 2 * 100, 0}};
    for (unsigned damaged = 0; damaged < 2; damaged++) {
        struct bytes ids = {0};
        file.size = record.size = 0;
        bytes_append(&file, plain.data, plain.size);
        append_deletion(&record, identity, 4, 1); /* its fifth game */
        append_ids(&ids, identities, 2, runs[0], 5, 5);
        if (damaged)
            ids.data[17]++; /* the number of runs */
        append_with_ids(&plain, &record, NULL, &ids, &file);
        struct pgnpack_reader *reader = open_bytes(&file);
        check_leads(reader, 77, 1, damaged ? 0 : 4);
        check_leads(reader, 77, 2, damaged ? 0 : 5); /* deleted, and nothing else is known */
        check_leads(reader, 77, 3, damaged ? 0 : 6);
        check_leads(reader, 77, 4, 0);
        check_leads(reader, 77, 11, damaged ? 0 : 4);
        check_leads(reader, 77, 21, 0);
        check_leads(reader, 77, 22, 0);
        check_leads(reader, 77, 31, 0);
        check_leads(reader, identity, 5, 5);
        check_leads(reader, identity, 6, 6);
        pgnpack_free(reader);
        bytes_free(&ids);
    }
    end_file();
}
END_TEST

/* Deleted games that are each other's duplicates, or replaced by each other: ids and copies come to an end. */
START_TEST(targets_in_circles)
{
    uint64_t identity = begin_file();
    struct bytes lists = {0}, out = {0};
    for (unsigned i = 0; i < 2; i++) { /* games 1 to 9 of games 2 to 10; and 10 of 1 */
        append_list_head(&lists, 2 + i, 1, identity, 0);
        bytes_append_number(&lists, identity);
        bytes_append_varint(&lists, 0);
        bytes_append_varint(&lists, i == 0 ? 0 : GAMES - 1);
        bytes_append_varint(&lists, i == 0 ? GAMES - 2 : 0);
        bytes_append_varint(&lists, i == 0 ? 2 : 0);
    }
    append_change(&record, 2, &lists, 2);
    append_changed(&plain, &record, NULL, &file);
    struct pgnpack_reader *reader = open_bytes(&file);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->deleted_count, GAMES);
    for (uint64_t number = 1; number <= GAMES; number++)
        check_leads(reader, identity, number, number);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_compact(copy, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    pgnpack_free(copy);
    pgnpack_free(reader);
    reader = open_bytes(&out);
    for (uint64_t number = 1; number <= GAMES; number++)
        check_leads(reader, identity, number, 0);
    pgnpack_free(reader);
    bytes_free(&lists);
    bytes_free(&out);
    end_file();
}
END_TEST

/* So many ids that lead to themselves: what following them takes is bounded, not how many there are. */
START_TEST(many_ids_in_circles)
{
    uint64_t identity = begin_file();
    const uint64_t identities[] = {identity, 77}, counts[] = {1000, 30000};
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t run[] = {1, 0, 1, 0, counts[i] - 1};
        struct bytes ids = {0}, out = {0};
        file.size = record.size = 0;
        bytes_append(&file, plain.data, plain.size);
        append_deletion(&record, identity, 4, 1);
        append_ids(&ids, identities, 2, run, 5, 1);
        append_with_ids(&plain, &record, NULL, &ids, &file);
        struct pgnpack_reader *reader = open_bytes(&file);
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
        ck_assert_int_eq(pgnpack_copy_compact(copy, reader), i == 0 ? PGNPACK_OK : PGNPACK_ERROR_LIMIT);
        pgnpack_free(copy);
        pgnpack_free(reader);
        bytes_free(&ids);
        bytes_free(&out);
    }
    end_file();
}
END_TEST

/* Identities that begin alike: who abbreviates is told what there is, in full. */
START_TEST(several_segments_begin_alike)
{
    uint64_t identity = begin_file(), number;
    const uint64_t alike[] = {identity ^ 1, identity ^ (uint64_t)1 << 20};
    static const uint64_t runs[][4] = {{0, 0, 0, 0}, {0, 1, 0, 0}};
    char id[2 * PGNPACK_ID_SIZE], full[SEGMENT_NAME_FULL_SIZE], name[SEGMENT_NAME_SIZE];
    struct bytes ids = {0};
    append_change(&record, 2, &(struct bytes){0}, 0);
    append_ids(&ids, alike, 2, runs[0], 4, 2);
    append_changed(&plain, &record, &ids, &file);
    struct pgnpack_reader *reader = open_bytes(&file);
    segment_name(identity, name);
    snprintf(id, sizeof id, "%s:1", name);
    ck_assert_int_eq(pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, &number), PGNPACK_ERROR_ARGUMENT);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t its = i == 0 ? identity : alike[i - 1];
        segment_name_full(its, full);
        ck_assert_ptr_nonnull(strstr(pgnpack_error(reader)->text, full));
    }
    check_leads(reader, identity, 1, 1);
    check_leads(reader, alike[0], 1, GAMES + 1);
    check_leads(reader, alike[1], 1, GAMES + 2);
    uint64_t first = 9, last = 9;
    ck_assert_int_eq(games_of_id(reader, id, &first, &last), PGNPACK_OK);
    ck_assert(first == 1 && last == GAMES + 2);
    ck_assert_int_eq(games_of_id(reader, id, NULL, NULL), PGNPACK_OK);
    snprintf(id, sizeof id, "%s:2", full);
    ck_assert_int_eq(games_of_id(reader, id, &first, &last), PGNPACK_END);
    ck_assert(first == 0 && last == 0);
    ck_assert_int_eq(games_of_id(reader, "none", &first, &last), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(games_of_id(reader, NULL, &first, &last), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_reader_find_id(reader, id, (enum pgnpack_id_game)5, &number),
                     PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(reader)->text, "game is 5"));
    ck_assert_uint_eq(number, 0);
    struct pgnpack_segment_info info;
    ck_assert_int_eq(pgnpack_reader_segment(reader, 0, &info), 1);
    ck_assert_str_eq(info.name, name);
    ck_assert_int_eq(pgnpack_reader_segment(reader, 2, &info), 0);
    ck_assert_str_eq(info.name, "");
    pgnpack_free(reader);
    bytes_free(&ids);
    end_file();
}
END_TEST

/* ---- All that happens to a database, against a model ---- */

enum { MODEL_GAMES = 3000, MODEL_IDS = 3000, NONE = -1 };

/* What there is, as the model knows it: each game is recognized by a mark in its text. */
static struct model {
    struct model_game {
        int id; /* index of its id */
        unsigned mark;
        int is_deleted, is_duplicate;
        int target; /* the game that it is a duplicate of, or was replaced by */
    } games[MODEL_GAMES];
    int count;
    char ids[MODEL_IDS][PGNPACK_ID_SIZE];
    int links[MODEL_IDS]; /* of an id of games that are gone: the id to which it leads */
    int id_count;
    unsigned marks;
} model;

static uint64_t chance;

static int some(int count)
{
    return (int)random_below(&chance, (size_t)count);
}

static struct pgnpack_database *database;

static struct pgnpack_reader *reader_now(void)
{
    return pgnpack_database_reader(database);
}

static void open_again(void)
{
    database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
}

static void must(enum pgnpack_status status)
{
    ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(database)->text);
}

static void commit(void)
{
    must(pgnpack_database_commit(database, "a change", 1000000000));
}

/* A new game comes last. */
static void write_game(struct pgnpack_writer *writer, int id)
{
    char text[100];
    struct model_game *game = &model.games[model.count++];
    ck_assert_int_lt(model.count, MODEL_GAMES - 10);
    *game = (struct model_game){id, ++model.marks, 0, 0, NONE};
    snprintf(text, sizeof text, "[Event \"mark %u.\"]\n\n1. e4 e5 *\n\n", game->mark);
    ck_assert_int_eq(pgnpack_writer_write(writer, text, strlen(text)), PGNPACK_OK);
}

/* Ids of the new games, which they will have for ever. */
static void learn_ids(int first)
{
    for (int i = first; i < model.count; i++) {
        if (model.games[i].id != NONE)
            continue;
        ck_assert_int_lt(model.id_count, MODEL_IDS);
        ck_assert(pgnpack_reader_game_id(reader_now(), (uint64_t)i + 1, model.ids[model.id_count]));
        model.links[model.id_count] = NONE;
        model.games[i].id = model.id_count++;
    }
}

static void add_some(void)
{
    int first = model.count;
    struct pgnpack_writer *writer = pgnpack_database_append(database, NULL);
    for (int i = 1 + some(6); i > 0; i--)
        write_game(writer, NONE);
    commit();
    learn_ids(first);
}

/* How many small segments became one. */
static uint64_t merge_small(void)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .small_only = 1};
    struct pgnpack_copy_totals totals;
    must(pgnpack_database_compact(database, &options, &totals));
    return totals.merged_segments;
}

/* So many changes that small segments are made one, with all that they tell. */
static void add_many(void)
{
    for (unsigned i = 0; i < 70; i++) {
        int first = model.count;
        write_game(pgnpack_database_append(database, NULL), NONE);
        commit();
        merge_small();
        learn_ids(first);
    }
}

/* NONE: there is none such. */
static int some_game(int is_deleted)
{
    int first = model.count == 0 ? 0 : some(model.count);
    for (int i = 0; i < model.count; i++)
        if (model.games[(first + i) % model.count].is_deleted == is_deleted)
            return (first + i) % model.count;
    return NONE;
}

static void edit_some(void)
{
    struct pgnpack_writer *writer = pgnpack_database_append(database, NULL);
    int first = model.count, is_done[MODEL_GAMES] = {0};
    for (int i = 1 + some(3); i > 0; i--) {
        int game = some_game(0);
        if (game == NONE || game >= first || is_done[game])
            continue;
        is_done[game] = 1;
        uint64_t added = (uint64_t)(model.count - first) + 1;
        must(pgnpack_database_delete(database, (uint64_t)game + 1, 1, PGNPACK_REASON_REPLACED,
                                     (uint64_t)model.count + 1));
        must(pgnpack_database_set_origin(database, added, 1, (uint64_t)game + 1));
        model.games[game].is_deleted = 1;
        model.games[game].is_duplicate = 0;
        model.games[game].target = model.count;
        write_game(writer, model.games[game].id);
    }
    commit();
}

static void delete_some(int as_duplicates)
{
    for (int i = 1 + some(4); i > 0; i--) {
        int game = some_game(0), target = some(2) ? some_game(0) : some(model.count + 1) - 1;
        if (game == NONE || (as_duplicates && (target == NONE || target == game)))
            continue;
        must(as_duplicates
                 ? pgnpack_database_delete(database, (uint64_t)game + 1, 1, PGNPACK_REASON_DUPLICATE,
                                           (uint64_t)target + 1)
                 : pgnpack_database_delete(database, (uint64_t)game + 1, 1, PGNPACK_REASON_HAND, 0));
        struct model_game *its = &model.games[game];
        *its = (struct model_game){its->id, its->mark, 1, as_duplicates, as_duplicates ? target : NONE};
    }
    commit();
}

/* What was replaced stays so. */
static void bring_back_some(void)
{
    for (int i = 1 + some(4); i > 0; i--) {
        int game = some_game(1);
        if (game == NONE)
            continue;
        struct model_game *its = &model.games[game];
        if (its->target != NONE && !its->is_duplicate)
            continue;
        must(pgnpack_database_undelete(database, (uint64_t)game + 1, 1,
                                       its->is_duplicate ? PGNPACK_REASON_DUPLICATE : PGNPACK_REASON_HAND));
        *its = (struct model_game){its->id, its->mark, 0, 0, NONE};
    }
    commit();
}

/* The game to which an id leads; NONE. *is_there_ret: it is not deleted. */
static int lead(int id, int *is_there_ret)
{
    int first_deleted = NONE;
    *is_there_ret = 0;
    for (unsigned steps = 0; steps < 100; steps++) {
        int last[2] = {NONE, NONE}, target = NONE;
        for (int i = 0; i < model.count; i++) {
            if (model.games[i].id != id)
                continue;
            last[model.games[i].is_deleted] = i;
            if (model.games[i].is_deleted && model.games[i].target != NONE)
                target = model.games[i].target;
        }
        if (last[0] != NONE) {
            *is_there_ret = 1;
            return last[0];
        }
        first_deleted = first_deleted == NONE ? last[1] : first_deleted;
        if (target != NONE && !model.games[target].is_deleted) {
            *is_there_ret = 1;
            return target;
        }
        id = target != NONE ? model.games[target].id : model.links[id];
        if (id == NONE)
            break;
    }
    return first_deleted;
}

/* Deleted games go; the others come in this order. */
static void leave_out(const int *order, int count)
{
    int links[MODEL_IDS];
    static struct model_game left[MODEL_GAMES];
    for (int id = 0; id < model.id_count; id++) {
        int is_there, game = lead(id, &is_there);
        links[id] = game != NONE && is_there && model.games[game].id != id ? model.games[game].id : NONE;
    }
    memcpy(model.links, links, (size_t)model.id_count * sizeof *links);
    for (int i = 0; i < count; i++)
        left[i] = model.games[order[i]];
    memcpy(model.games, left, (size_t)count * sizeof *left);
    model.count = count;
}

static int live_games(int *order)
{
    int count = 0;
    for (int i = 0; i < model.count; i++)
        if (!model.games[i].is_deleted)
            order[count++] = i;
    return count;
}

static void compact(void)
{
    const struct pgnpack_copy_options options = {
        .size = sizeof options, .level = some(2) ? 0 : 3, .time = 1000000000, .threads = 1};
    int order[MODEL_GAMES], count = live_games(order);
    must(pgnpack_database_compact(database, &options, NULL));
    leave_out(order, count);
}

/* Into another file, in another order. */
static void sort(void)
{
    const struct pgnpack_copy_options options = {
        .size = sizeof options, .ids = PGNPACK_IDS_KEEP, .time = 1000000000, .threads = 1};
    int order[MODEL_GAMES], count = live_games(order);
    uint64_t numbers[MODEL_GAMES];
    struct bytes out = {0};
    for (int i = count - 1; i > 0; i--) {
        int k = some(i + 1), game = order[i];
        order[i] = order[k];
        order[k] = game;
    }
    for (int i = 0; i < count; i++)
        numbers[i] = (uint64_t)order[i] + 1;
    struct pgnpack_gather *gather = pgnpack_gather_new(reader_now());
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &out));
    must(pgnpack_gather_numbers(gather, numbers, (size_t)count));
    must(pgnpack_copy_gathered(copy, gather, (uint64_t)count));
    must(pgnpack_copy_finish(copy));
    pgnpack_free(copy);
    pgnpack_free(gather);
    pgnpack_free(database);
    write_file(path, out.data, out.size);
    bytes_free(&out);
    open_again();
    leave_out(order, count);
}

/* The file behind itself: games and what was done to them come twice. */
static void join_twice(void)
{
    struct bytes bytes = {0};
    int count = model.count;
    pgnpack_free(database);
    for (int i = 0; i < count; i++) {
        model.games[count + i] = model.games[i];
        if (model.games[i].target != NONE)
            model.games[count + i].target += count;
    }
    model.count = 2 * count;
    size_t size;
    char *file_bytes = read_file(path, &size);
    for (unsigned i = 0; i < 2; i++)
        bytes_append(&bytes, file_bytes, size);
    free(file_bytes);
    write_file(path, bytes.data, bytes.size);
    bytes_free(&bytes);
    open_again();
}

static void check_text(uint64_t number, unsigned mark)
{
    char wanted[40];
    struct pgnpack_text text;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader_now(), PGNPACK_PART_TEXT);
    snprintf(wanted, sizeof wanted, "\"mark %u.\"", mark);
    pgnpack_reader_set_deleted(reader_now(), PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, number), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &text), PGNPACK_OK);
    ck_assert_ptr_nonnull(memmem(text.data, text.size, wanted, strlen(wanted)));
    pgnpack_reader_set_deleted(reader_now(), PGNPACK_DELETED_LEFT_OUT);
    pgnpack_free(cursor);
}

/* Who changes a game by its id means that game, and no other. */
static void check_own(int id)
{
    uint64_t number, count[2] = {0, 0}, first[2] = {0, 0}, last[2] = {0, 0};
    for (int i = 0; i < model.count; i++) {
        int is_deleted = model.games[i].is_deleted;
        if (model.games[i].id == id && count[is_deleted]++ == 0)
            first[is_deleted] = (uint64_t)i + 1;
        last[is_deleted] = model.games[i].id == id ? (uint64_t)i + 1 : last[is_deleted];
    }
    uint64_t wanted = count[0] == 1 ? last[0] : count[0] == 0 ? last[1] : 0;
    uint64_t wanted_deleted = count[1] != 0 ? last[1] : wanted;
    int is_there;
    enum pgnpack_status none = lead(id, &is_there) == NONE ? PGNPACK_END : PGNPACK_ERROR_ARGUMENT;
    ck_assert_int_eq(pgnpack_reader_find_id(reader_now(), model.ids[id], PGNPACK_ID_OWN, &number),
                     wanted == 0 ? none : PGNPACK_OK);
    ck_assert_uint_eq(number, wanted);
    ck_assert_int_eq(pgnpack_reader_find_id(reader_now(), model.ids[id], PGNPACK_ID_OWN_DELETED, &number),
                     wanted_deleted == 0 ? none : PGNPACK_OK);
    ck_assert_uint_eq(number, wanted_deleted);
    uint64_t lowest = count[0] != 0 ? first[0] : 0, from, to;
    ck_assert_int_eq(games_of_id(reader_now(), model.ids[id], &from, &to),
                     count[0] == 0 ? PGNPACK_END : PGNPACK_OK);
    ck_assert(from == lowest && to == last[0]);
    if (count[1] != 0 && (lowest == 0 || first[1] < lowest))
        lowest = first[1];
    pgnpack_reader_set_deleted(reader_now(), PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(games_of_id(reader_now(), model.ids[id], &from, &to),
                     count[0] + count[1] == 0 ? PGNPACK_END : PGNPACK_OK);
    ck_assert(from == lowest && to == (last[1] > last[0] ? last[1] : last[0]));
    pgnpack_reader_set_deleted(reader_now(), PGNPACK_DELETED_LEFT_OUT);
}

static void check_all(void)
{
    ck_assert_uint_eq(pgnpack_reader_info(reader_now())->game_count, (uint64_t)model.count);
    for (int i = 0; i < model.count; i++) {
        char id[PGNPACK_ID_SIZE];
        uint64_t number = (uint64_t)i + 1;
        ck_assert(pgnpack_reader_game_id(reader_now(), number, id));
        ck_assert_str_eq(id, model.ids[model.games[i].id]);
        ck_assert_int_eq(pgnpack_reader_is_deleted(reader_now(), number), model.games[i].is_deleted);
        if (some(20) == 0)
            check_text(number, model.games[i].mark);
    }
    for (int id = 0; id < model.id_count; id++) {
        int is_there, game = lead(id, &is_there);
        uint64_t number;
        enum pgnpack_status status =
            pgnpack_reader_find_id(reader_now(), model.ids[id], PGNPACK_ID_NOW, &number);
        ck_assert_int_eq(status, game == NONE ? PGNPACK_END : PGNPACK_OK);
        ck_assert_uint_eq(number, (uint64_t)(game + 1));
        if (some(10) == 0)
            check_own(id);
    }
}

START_TEST(ids_are_for_ever)
{
    model.count = model.id_count = 0;
    model.marks = 0;
    chance = (uint64_t)_i + 1;
    struct bytes none = {0}, packed = {0};
    pack_whole(&(struct pack_setup){0}, &none, &packed);
    write_file(path, packed.data, packed.size);
    bytes_free(&packed);
    open_again();
    for (unsigned step = 0, joined = 0; step < 60; step++) {
        int way = some(20);
        if (way < 7)
            add_some();
        else if (way < 10)
            edit_some();
        else if (way < 14)
            delete_some(way < 12);
        else if (way < 16)
            bring_back_some();
        else if (way < 18)
            compact();
        else if (way == 18)
            sort();
        else if (joined % 2 == 0 && model.count < 200) {
            join_twice();
            joined++;
        } else if (joined < 4) {
            add_many();
            joined++;
        }
        check_all();
    }
    pgnpack_free(database);
}
END_TEST

/* ---- What is kept ---- */

/* How many ids of games that are gone a database has. */
static uint64_t further_ids(const struct pgnpack_reader *reader)
{
    struct error error;
    size_t count;
    uint64_t sum = 0;
    error_clear(&error);
    ck_assert_int_eq(game_ids_read(reader, &error), PGNPACK_OK);
    const struct id_link *links = game_ids_further(reader, 0, reader->segments.count, &count);
    for (size_t i = 0; i < count; i++)
        sum += links[i].count;
    return sum;
}

/* Ids are kept that lead to a game of the copy, and no others. */
START_TEST(copies_keep_ids_that_lead_to_games)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .time = 1000000000, .threads = 1};
    static const uint64_t left[4][2] = {{5, 1}, {6, 1}, {5, 2}, {7, 4}}, wanted[4] = {2, 1, 3, 0};
    uint64_t identity = begin_file();
    write_file(path, file.data, file.size);
    open_again();
    must(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_DUPLICATE, 5));
    must(pgnpack_database_delete(database, 2, 1, PGNPACK_REASON_DUPLICATE, 5));
    must(pgnpack_database_delete(database, 3, 1, PGNPACK_REASON_DUPLICATE, 6));
    must(pgnpack_database_delete(database, 4, 1, PGNPACK_REASON_HAND, 0));
    commit();
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < 4; i++) {
            uint64_t first = left[i][0] - (pass == 0 ? 0 : 4);
            struct bytes out = {0};
            struct pgnpack_copy *copy =
                pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &out));
            must(pgnpack_copy_games(copy, reader_now(), first, left[i][1]));
            must(pgnpack_copy_finish(copy));
            pgnpack_free(copy);
            struct pgnpack_reader *reader = open_bytes(&out);
            check_id(reader, 1, identity, left[i][0]);
            ck_assert_uint_eq(further_ids(reader), wanted[i]);
            pgnpack_free(reader);
            bytes_free(&out);
        }
        must(pgnpack_database_compact(database, &options, NULL));
        ck_assert_uint_eq(further_ids(reader_now()), 3);
    }
    must(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_HAND, 0));
    commit();
    must(pgnpack_database_compact(database, &options, NULL));
    ck_assert_uint_eq(further_ids(reader_now()), 1);
    pgnpack_free(database);
    end_file();
}
END_TEST

/* A reader that opens another database has that one's ids. */
START_TEST(ids_of_the_database_that_is_open)
{
    uint64_t identity = begin_file();
    struct bytes text = {0}, other = {0};
    struct pgnpack_reader *reader = open_bytes(&file);
    check_leads(reader, identity, 3, 3);
    append_games(&text, 2 * GAMES, 5);
    pack_whole(&(struct pack_setup){0}, &text, &other);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(other.data, other.size)), PGNPACK_OK);
    check_leads(reader, identity, 3, 0);
    char id[PGNPACK_ID_SIZE];
    ck_assert(pgnpack_reader_game_id(reader, 2 * GAMES, id));
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(other.data, 5)),
                     PGNPACK_ERROR_TRUNCATED);
    ck_assert(!pgnpack_reader_game_id(reader, 1, id));
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&other);
    end_file();
}
END_TEST

/* Who gathers games twice loses no id that leads to them. */
START_TEST(games_that_are_gathered_twice)
{
    const struct pgnpack_copy_options options = {
        .size = sizeof options, .ids = PGNPACK_IDS_KEEP, .time = 1000000000, .threads = 1};
    static const uint64_t numbers[] = {4, 5, 6, 7, 8, 5, 9};
    uint64_t identity = begin_file();
    struct bytes out = {0};
    write_file(path, file.data, file.size);
    open_again();
    must(pgnpack_database_delete(database, 1, 1, PGNPACK_REASON_DUPLICATE, 7));
    commit();
    struct pgnpack_gather *gather = pgnpack_gather_new(reader_now());
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &out));
    must(pgnpack_gather_numbers(gather, numbers, 7));
    must(pgnpack_copy_gathered(copy, gather, 7));
    must(pgnpack_copy_finish(copy));
    struct pgnpack_reader *reader = open_bytes(&out);
    check_leads(reader, identity, 1, 4);
    check_leads(reader, identity, 5, 6); /* the last one */
    pgnpack_free(reader);
    pgnpack_free(copy);
    pgnpack_free(gather);
    pgnpack_free(database);
    bytes_free(&out);
    end_file();
}
END_TEST

/* An id that leads to a deleted game, which may come back, does so when small segments are made one. */
START_TEST(merging_keeps_what_leads_to_deleted_games)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .time = 1000000000, .threads = 1};
    uint64_t first, number, merged = 0;
    char id[PGNPACK_ID_SIZE];
    struct bytes text = {0}, packed = {0};
    append_games(&text, 20000, 4); /* a segment that stays */
    pack_whole(&(struct pack_setup){0}, &text, &packed);
    write_file(path, packed.data, packed.size);
    bytes_free(&text);
    bytes_free(&packed);
    open_again();
    model.count = model.id_count = 0;
    model.marks = 0;
    write_game(pgnpack_database_append(database, NULL), NONE);
    commit();
    first = pgnpack_reader_info(reader_now())->game_count;
    ck_assert(pgnpack_reader_game_id(reader_now(), first, id));
    must(pgnpack_database_delete(database, first, 1, PGNPACK_REASON_DUPLICATE, 3));
    commit();
    must(pgnpack_database_compact(database, &options, NULL));
    ck_assert_uint_eq(pgnpack_reader_info(reader_now())->segment_count, 2);
    must(pgnpack_database_delete(database, 3, 1, PGNPACK_REASON_HAND, 0));
    commit();
    for (unsigned i = 0; i < 70 && merged == 0; i++) {
        write_game(pgnpack_database_append(database, NULL), NONE);
        commit();
        merged = merge_small();
    }
    ck_assert_uint_ne(merged, 0);
    ck_assert_uint_ge(pgnpack_reader_info(reader_now())->segment_count, 2);
    must(pgnpack_reader_find_id(reader_now(), id, PGNPACK_ID_NOW, &number));
    ck_assert_uint_eq(number, 3);
    must(pgnpack_database_undelete(database, 3, 1, PGNPACK_REASON_HAND));
    commit();
    must(pgnpack_reader_find_id(reader_now(), id, PGNPACK_ID_NOW, &number));
    ck_assert_uint_eq(number, 3);
    pgnpack_free(database);
}
END_TEST

Suite *game_ids_suite(void)
{
    Suite *suite = suite_create("game_ids");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, sections_come_back);
    tcase_add_test(all, sections_that_are_not_in_order);
    tcase_add_test(all, ids_are_looked_up);
    tcase_add_test(all, the_latest_is_found);
    tcase_add_test(all, runs_are_joined_and_sorted);
    tcase_add_test(all, names_of_segments);
    tcase_add_test(all, several_blocks_of_ids);
    tcase_add_test(all, segments_have_their_own);
    tcase_add_test(all, games_that_are_gathered_twice);
    tcase_add_test(all, merging_keeps_what_leads_to_deleted_games);
    tcase_add_test(all, further_ids_lead_on);
    tcase_add_test(all, targets_in_circles);
    tcase_add_test(all, many_ids_in_circles);
    tcase_add_test(all, several_segments_begin_alike);
    tcase_add_test(all, copies_keep_ids_that_lead_to_games);
    tcase_add_test(all, ids_of_the_database_that_is_open);
    tcase_add_loop_test(all, ids_are_for_ever, 0, 12);
    suite_add_tcase(suite, all);
    return suite;
}
