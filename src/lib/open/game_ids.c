#include "lib/open/game_ids.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#ifndef PGNPACK_NO_THREADS
#include <pthread.h>
#endif

#include "container/sections/work_costs.h"
#include "lib/open/annex_section.h"
#include "lib/open/history.h"
#include "lib/open/reader_records.h"

struct game_ids {
    struct memory memory;
#ifndef PGNPACK_NO_THREADS
    pthread_mutex_t mutex; /* held while something is read */
#endif
    uint64_t opening; /* of the reader that was read; 0: none */
    int is_sorted, has_owners, has_history;
    struct error error;  /* of reading: it stays, but for want of memory */
    struct error damage; /* of what was read, the first */
    struct id_list own;  /* by games: all that have ids */
    struct id_list there,
        gone;             /* once an id is looked for: games that are there, and deleted ones, by ids, and: */
    struct id_list by_id; /* all of them, once it is asked which games have an id */
    struct id_links further; /* ids of games that are gone, in the order of the segments */
    size_t *further_ends;    /* where those of each segment end */
    size_t ends_size;
    struct history history; /* once a deleted game's id is looked for */
};

struct game_ids *game_ids_new(const struct memory *like)
{
    struct game_ids *ids = job_new_like(like, sizeof *ids);
    if (ids == NULL)
        return NULL;
#ifndef PGNPACK_NO_THREADS
    if (pthread_mutex_init(&ids->mutex, NULL) != 0) {
        handle_free(ids, sizeof *ids);
        return NULL;
    }
#endif
    id_list_init(&ids->own, &ids->memory);
    id_list_init(&ids->there, &ids->memory);
    id_list_init(&ids->gone, &ids->memory);
    id_list_init(&ids->by_id, &ids->memory);
    id_links_init(&ids->further, &ids->memory);
    return ids;
}

static void forget(struct game_ids *ids)
{
    id_list_free(&ids->own);
    id_list_free(&ids->there);
    id_list_free(&ids->gone);
    id_list_free(&ids->by_id);
    id_links_free(&ids->further);
    memory_release(&ids->memory, ids->further_ends, ids->ends_size);
    ids->further_ends = NULL;
    ids->ends_size = 0;
    if (ids->history.memory != NULL)
        history_free(&ids->history);
    ids->is_sorted = ids->has_owners = ids->has_history = 0;
    error_clear(&ids->error);
    error_clear(&ids->damage);
    memory_forget_refusal(&ids->memory);
}

void game_ids_free(struct game_ids *ids)
{
    if (ids == NULL)
        return;
    forget(ids);
#ifndef PGNPACK_NO_THREADS
    pthread_mutex_destroy(&ids->mutex);
#endif
    handle_free(ids, sizeof *ids);
}

/* ---- Reading ---- */

struct reading {
    struct game_ids *ids;
    const struct pgnpack_reader *reader;
    const struct segment *segment;
    struct section_unpacker unpacker;
    struct work_count work;
    size_t own_start, further_start; /* of the segment: each has runs of its own */
    uint64_t end;                    /* games of the segment before this one have been told of */
    int is_unknown;                  /* a part of its games' ids cannot be read */
};

static int add_run(struct reading *reading, const struct id_run *run)
{
    struct id_list *own = &reading->ids->own;
    return own->count == reading->own_start ? id_list_add_alone(own, run) : id_list_add(own, run);
}

static int add_link(struct reading *reading, const struct id_link *link)
{
    struct id_links *further = &reading->ids->further;
    return further->count == reading->further_start ? id_links_add_alone(further, link)
                                                    : id_links_add(further, link);
}

/* The segment's games up to this one, which nothing was told of, have the ids of their places. */
static int add_places(struct reading *reading, uint64_t end)
{
    const struct segment *segment = reading->segment;
    const struct id_run run = {segment->identity, reading->end, end - reading->end,
                               segment->first_game + reading->end};
    int is_done = run.count == 0 || !segment->has_identity || add_run(reading, &run);
    reading->end = end;
    return is_done;
}

/* Of a game that was told of before, this is passed over. */
static int add_own(struct reading *reading, struct id_run run)
{
    uint64_t passed = run.game < reading->end ? reading->end - run.game : 0;
    if (passed >= run.count)
        return 1;
    run.game += passed;
    run.number += passed;
    run.count -= passed;
    if (!add_places(reading, run.game))
        return 0;
    reading->end = run.game + run.count;
    run.game += reading->segment->first_game;
    return add_run(reading, &run);
}

/* Far more than what comes from games that there were: a small file could ask for any memory. */
enum { LINKS_LEAST = 1 << 20, LINKS_A_GAME = 8 };

static enum pgnpack_status check_measure(struct reading *reading, struct error *error)
{
    if (reading->ids->further.count >= LINKS_LEAST + LINKS_A_GAME * reading->reader->index.game_count)
        return error_set(error, PGNPACK_ERROR_LIMIT,
                         "there are far more ids of games that are gone than games");
    return work_spend(&reading->work, WORK_ID, error);
}

static enum pgnpack_status take_ids(struct reading *reading, const struct buffer *bytes, unsigned kind,
                                    struct error *error)
{
    struct memory *memory = &reading->ids->memory;
    struct id_section_reader section;
    struct id_run run;
    struct id_link link;
    uint64_t games = reading->segment->game_count;
    int is_done = 1;
    enum pgnpack_status status = id_section_check(bytes->data, bytes->size, kind, games, memory, error);
    if (status != PGNPACK_OK)
        return status;
    status = id_section_open(&section, bytes->data, bytes->size, kind, games, memory, error);
    while (is_done && status == PGNPACK_OK) {
        status = kind == ID_OWN ? id_section_next_run(&section, &run, error)
                                : id_section_next_link(&section, &link, error);
        if (status == PGNPACK_OK)
            status = check_measure(reading, error);
        if (status == PGNPACK_OK)
            is_done = kind == ID_OWN ? add_own(reading, run) : add_link(reading, &link);
    }
    id_section_free(&section);
    return !is_done ? error_no_memory(error) : status == PGNPACK_END ? PGNPACK_OK : status;
}

static void note_damage(struct reading *reading, size_t block, const struct error *trouble)
{
    struct error *damage = &reading->ids->damage;
    if (damage->status != PGNPACK_OK)
        return;
    error_set(damage, trouble->status,
              "the ids of games that are told here are not known (pgndb compact --drop-ids makes a file "
              "without any): "
              "%.90s",
              trouble->text);
    error_locate(damage, 0, 0, reading->reader->index.entries[block].offset);
}

/* What is damaged leads nowhere. */
static enum pgnpack_status read_section(struct reading *reading, size_t block, unsigned kind,
                                        struct error *error)
{
    struct buffer bytes;
    struct error trouble;
    error_clear(&trouble);
    buffer_init(&bytes, &reading->ids->memory);
    enum pgnpack_status status = annex_section_read(reading->reader, block, BCGN_SECTION_IDS, (uint16_t)kind,
                                                    &reading->unpacker, &reading->work, &bytes, &trouble);
    if (status == PGNPACK_OK && bytes.size != 0)
        status = take_ids(reading, &bytes, kind, &trouble);
    buffer_free(&bytes);
    if (status == PGNPACK_OK)
        return PGNPACK_OK;
    if (!status_is_damage(status)) {
        *error = trouble;
        return status;
    }
    reading->is_unknown |= kind == ID_OWN;
    note_damage(reading, block, &trouble);
    return PGNPACK_OK;
}

static enum pgnpack_status read_segment(struct reading *reading, struct error *error)
{
    const struct segment *segment = reading->segment;
    struct id_list *own = &reading->ids->own;
    size_t end = segment->first_block + segment->block_count;
    enum pgnpack_status status = PGNPACK_OK;
    reading->end = 0;
    reading->own_start = own->count;
    reading->further_start = reading->ids->further.count;
    reading->is_unknown = 0;
    for (size_t block = reader_record_start(reading->reader, segment); block < end && status == PGNPACK_OK;
         block++)
        for (unsigned kind = 0; kind < ID_KINDS && status == PGNPACK_OK; kind++)
            status = read_section(reading, block, kind, error);
    if (status == PGNPACK_OK && !add_places(reading, segment->game_count))
        status = error_no_memory(error);
    if (reading->is_unknown)
        own->count = reading->own_start;
    return status;
}

static enum pgnpack_status read_all(struct game_ids *ids, const struct pgnpack_reader *reader,
                                    struct error *error)
{
    struct reading reading = {.ids = ids, .reader = reader};
    enum pgnpack_status status = PGNPACK_OK;
    size_t size = (reader->segments.count + 1) * sizeof *ids->further_ends;
    ids->further_ends = memory_get(&ids->memory, size);
    if (ids->further_ends == NULL)
        return error_no_memory(error);
    ids->ends_size = size;
    work_start(&reading.work, work_limit_left(reader->work_limit, 0));
    section_unpacker_init(&reading.unpacker, &ids->memory);
    for (size_t i = 0; i < reader->segments.count && status == PGNPACK_OK; i++) {
        reading.segment = &reader->segments.segments[i];
        status = read_segment(&reading, error);
        ids->further_ends[i] = ids->further.count;
    }
    section_unpacker_free(&reading.unpacker);
    return status;
}

/* Once it was tried, that is how it is, but for want of memory, and where the medium failed. */
static int is_final(enum pgnpack_status status)
{
    return status == PGNPACK_OK || status == PGNPACK_ERROR_LIMIT;
}

enum pgnpack_status game_ids_read(const struct pgnpack_reader *reader, struct error *error)
{
    struct game_ids *ids = reader->ids;
#ifndef PGNPACK_NO_THREADS
    pthread_mutex_lock(&ids->mutex);
#endif
    if (ids->opening != reader->openings) {
        forget(ids);
        read_all(ids, reader, &ids->error);
        memory_check(&ids->memory, &ids->error);
        memory_forget_refusal(&ids->memory);
        if (is_final(ids->error.status))
            ids->opening = reader->openings;
    }
    if (ids->error.status != PGNPACK_OK)
        *error = ids->error;
#ifndef PGNPACK_NO_THREADS
    pthread_mutex_unlock(&ids->mutex);
#endif
    return error->status;
}

enum pgnpack_status game_ids_read_all(const struct pgnpack_reader *reader, struct error *error)
{
    const struct error *damage = NULL;
    if (game_ids_read(reader, error) == PGNPACK_OK && (damage = game_ids_damage(reader)) != NULL)
        *error = *damage;
    return error->status;
}

int game_ids_from(const struct pgnpack_reader *reader, uint64_t game, struct id_run *run_ret)
{
    const struct id_list *own = &reader->ids->own;
    const struct id_run *run = id_list_before(own, game), *after = run == NULL ? own->runs : run + 1;
    if (run != NULL && game - run->game < run->count) {
        uint64_t passed = game - run->game;
        *run_ret = (struct id_run){run->identity, run->number + passed, run->count - passed, game};
        return 1;
    }
    int is_last = own->count == 0 || after == own->runs + own->count;
    *run_ret =
        (struct id_run){.game = game, .count = (is_last ? reader->index.game_count : after->game) - game};
    return 0;
}

const struct id_link *game_ids_further(const struct pgnpack_reader *reader, size_t first, size_t end,
                                       size_t *count_ret)
{
    const struct game_ids *ids = reader->ids;
    size_t start = first == 0 ? 0 : ids->further_ends[first - 1];
    *count_ret = end <= first ? 0 : ids->further_ends[end - 1] - start;
    return *count_ret == 0 ? NULL : ids->further.links + start;
}

const struct error *game_ids_damage(const struct pgnpack_reader *reader)
{
    return reader->ids->damage.status == PGNPACK_OK ? NULL : &reader->ids->damage;
}

/* ---- From an id to a game ---- */

/* Where memory was refused, that is why; it is asked for anew the next time. */
static enum pgnpack_status take_refusal(struct game_ids *ids, struct error *error)
{
    memory_check(&ids->memory, error);
    memory_forget_refusal(&ids->memory);
    return error->status;
}

/* The parts of a run whose games are deleted, or are not. Returns 0 when there is no memory. */
static int add_parts(const struct pgnpack_reader *reader, struct id_run run, int are_deleted,
                     struct id_list *list)
{
    int is_done = 1;
    while (run.count != 0 && is_done) {
        const struct game_range *range = deleted_games_from(&reader->deleted, run.game);
        int is_deleted = range != NULL && range->first <= run.game;
        uint64_t left = range == NULL ? run.count : (is_deleted ? range->end : range->first) - run.game;
        struct id_run part = run;
        part.count = left < run.count ? left : run.count;
        is_done = is_deleted != are_deleted || id_list_add(list, &part);
        run = (struct id_run){run.identity, run.number + part.count, run.count - part.count,
                              run.game + part.count};
    }
    return is_done;
}

static int sort_games(const struct pgnpack_reader *reader, int are_deleted, struct id_list *latest)
{
    const struct id_list *own = &reader->ids->own;
    struct id_list all;
    int is_done = 1;
    id_list_init(&all, &reader->ids->memory);
    id_list_free(latest);
    for (size_t i = 0; i < own->count && is_done; i++)
        is_done = add_parts(reader, own->runs[i], are_deleted, &all);
    is_done = is_done && id_list_latest(latest, &all);
    id_list_free(&all);
    return is_done;
}

/* So that ids may be looked for. */
static enum pgnpack_status prepare(const struct pgnpack_reader *reader, struct error *error)
{
    struct game_ids *ids = reader->ids;
    if (game_ids_read(reader, error) != PGNPACK_OK || ids->is_sorted)
        return error->status;
    ids->is_sorted = sort_games(reader, 0, &ids->there) && sort_games(reader, 1, &ids->gone) &&
                     id_links_sort(&ids->further);
    return ids->is_sorted ? PGNPACK_OK : take_refusal(ids, error);
}

/* So that all games that have an id may be looked for. */
static enum pgnpack_status prepare_owners(const struct pgnpack_reader *reader, struct error *error)
{
    struct game_ids *ids = reader->ids;
    if (prepare(reader, error) != PGNPACK_OK || ids->has_owners)
        return error->status;
    id_list_free(&ids->by_id);
    int is_done = 1;
    for (size_t i = 0; i < ids->own.count && is_done; i++)
        is_done = id_list_add(&ids->by_id, &ids->own.runs[i]);
    ids->has_owners = is_done && id_list_sort_by_id(&ids->by_id);
    return ids->has_owners ? PGNPACK_OK : take_refusal(ids, error);
}

/* The game that a deleted one is a duplicate of, or was replaced by. PGNPACK_END: it is not known. */
static enum pgnpack_status find_target(const struct pgnpack_reader *reader, uint64_t game,
                                       uint64_t *target_ret, struct error *error)
{
    struct game_ids *ids = reader->ids;
    if (!ids->has_history) {
        if (ids->history.memory == NULL)
            history_init(&ids->history, &ids->memory);
        history_free(&ids->history);
        history_read(&ids->history, reader, error);
        if (take_refusal(ids, error) != PGNPACK_OK)
            return error->status;
        ids->has_history = 1;
    }
    const struct game_range *range = deleted_games_from(&ids->history.deleted, game);
    if (range == NULL || range->first > game || range->target == 0)
        return PGNPACK_END;
    *target_ret = range->target - 1 + (game - range->first);
    return PGNPACK_OK;
}

/* The same of the last deleted game that has the id and a target. An undone version has none, but an older one may. */
static enum pgnpack_status find_last_target(const struct pgnpack_reader *reader, uint64_t identity,
                                            uint64_t number, struct work_count *work, uint64_t *target_ret,
                                            struct error *error)
{
    const struct id_list *list = &reader->ids->by_id;
    const struct id_run *run;
    uint64_t last = 0, target;
    int is_found = 0;
    if (prepare_owners(reader, error) != PGNPACK_OK)
        return error->status;
    size_t at = id_list_start(list, identity, number);
    while ((run = id_list_next(list, identity, number, &at)) != NULL) {
        uint64_t game = run->game + (number - run->number);
        if (work_spend(work, WORK_ID, error) != PGNPACK_OK)
            return error->status;
        if (!deleted_games_have(&reader->deleted, game) || (is_found && game < last))
            continue;
        enum pgnpack_status status = find_target(reader, game, &target, error);
        if (status == PGNPACK_OK) {
            *target_ret = target;
            last = game;
            is_found = 1;
        } else if (status != PGNPACK_END) {
            return status;
        }
    }
    return is_found ? PGNPACK_OK : PGNPACK_END;
}

/* So many ids are followed from one to the next (docs/FORMAT.md, chapter 30): they may lead in a circle. */
enum { STEPS_MOST = 100 };

enum pgnpack_status game_ids_follow(const struct pgnpack_reader *reader, uint64_t identity, uint64_t number,
                                    struct work_count *work, uint64_t *game_ret, struct error *error)
{
    const struct game_ids *ids = reader->ids;
    int has_deleted = 0;
    uint64_t deleted = 0, target = 0;
    struct id_run its;
    enum pgnpack_status status = prepare(reader, error);
    for (unsigned step = 0; step < STEPS_MOST && status == PGNPACK_OK; step++) {
        if (work_spend(work, WORK_ID, error) != PGNPACK_OK)
            return error->status;
        if (id_list_find(&ids->there, identity, number, game_ret))
            return PGNPACK_OK;
        int is_deleted = id_list_find(&ids->gone, identity, number, &deleted);
        if (!has_deleted)
            *game_ret = deleted;
        has_deleted |= is_deleted;
        status = is_deleted ? find_target(reader, deleted, &target, error) : PGNPACK_END;
        if (is_deleted && status == PGNPACK_END)
            status = find_last_target(reader, identity, number, work, &target, error);
        if (status == PGNPACK_OK && !deleted_games_have(&reader->deleted, target)) {
            *game_ret = target;
            return PGNPACK_OK;
        }
        if (status == PGNPACK_OK && !game_ids_from(reader, target, &its))
            break;
        if (status == PGNPACK_OK) {
            identity = its.identity;
            number = its.number;
        } else if (status == PGNPACK_END && id_links_follow(&ids->further, &identity, &number)) {
            status = PGNPACK_OK;
        }
    }
    return status != PGNPACK_OK && status != PGNPACK_END ? status : has_deleted ? PGNPACK_OK : PGNPACK_END;
}

/* ---- As text ---- */

static enum pgnpack_status no_id(const char *id, struct error *error)
{
    return error_set(
        error, PGNPACK_ERROR_ARGUMENT,
        "\"%.40s\" is no id: it has 4 to 13 letters and digits, a colon, and a number, as 8f2k1qz:1042", id);
}

static enum pgnpack_status no_game(const struct pgnpack_reader *reader, const char *id, struct error *error)
{
    return error_set(error, PGNPACK_END, "no game of this database has the id \"%.40s\"%s", id,
                     game_ids_damage(reader) == NULL ? "" : "; but the file is damaged where ids are told");
}

/* "name:number"; the number becomes one from 0. Returns the bits of the name that are known; 0: it is no id. */
static unsigned read_id(const char *id, struct id_run *id_ret)
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
    id_ret->number = value - 1;
    return segment_name_read(id, (size_t)(colon - id), &id_ret->identity);
}

/* Of those that begin with these bits. */
static uint64_t last_identity(uint64_t identity, unsigned bits)
{
    return identity | (bits >= 64 ? 0 : UINT64_MAX >> bits);
}

enum { NAMES_SHOWN = 4 };

/* The lowest identity of an id that is at least this one: *identity. 0: there is none. */
static int next_identity(const struct game_ids *ids, uint64_t *identity)
{
    const struct id_list *lists[] = {&ids->there, &ids->gone, &ids->further.by_id};
    uint64_t lowest = 0, its;
    int is_found = 0;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (!id_list_identity(lists[i], *identity, &its) || (is_found && its >= lowest))
            continue;
        lowest = its;
        is_found = 1;
    }
    *identity = lowest;
    return is_found;
}

/* The whole identities that the bits begin, of those that ids have: their number, or one too many to show, with *identity the first one and
   their names as text. */
static size_t complete(const struct game_ids *ids, unsigned bits, uint64_t *identity, char *names,
                       size_t size)
{
    uint64_t last = last_identity(*identity, bits), at = *identity;
    size_t count = 0;
    while (count <= NAMES_SHOWN && next_identity(ids, &at) && at <= last) {
        char name[SEGMENT_NAME_FULL_SIZE];
        segment_name_full(at, name);
        if (count == 0)
            *identity = at;
        if (count++ < NAMES_SHOWN)
            snprintf(names + strlen(names), size - strlen(names), "%s%s", count == 1 ? "" : ", ", name);
        if (at++ == UINT64_MAX)
            break;
    }
    return count;
}

/* The id that the text names, of which there is a game, or was one. */
static enum pgnpack_status understand(const struct pgnpack_reader *reader, const char *text,
                                      struct id_run *id_ret, struct error *error)
{
    char names[NAMES_SHOWN * (SEGMENT_NAME_FULL_SIZE + 2)] = "";
    unsigned bits = read_id(text, id_ret);
    if (bits == 0)
        return no_id(text, error);
    if (prepare(reader, error) != PGNPACK_OK)
        return error->status;
    size_t count = complete(reader->ids, bits, &id_ret->identity, names, sizeof names);
    if (count > 1)
        return error_set(
            error, PGNPACK_ERROR_ARGUMENT,
            "the id \"%.40s\" may be of several segments: write more of its first part, one of %s%s", text,
            names, count > NAMES_SHOWN ? ", ..." : "");
    return count == 0 ? no_game(reader, text, error) : PGNPACK_OK;
}

/* The same, and the game that it means. */
static enum pgnpack_status find(const struct pgnpack_reader *reader, const char *text, struct id_run *id_ret,
                                uint64_t *game_ret, struct error *error)
{
    struct work_count work;
    work_start(&work, work_limit_left(reader->work_limit, 0));
    enum pgnpack_status status = understand(reader, text, id_ret, error);
    if (status == PGNPACK_OK)
        status = game_ids_follow(reader, id_ret->identity, id_ret->number, &work, game_ret, error);
    return status == PGNPACK_END ? no_game(reader, text, error) : status;
}

enum pgnpack_status game_id_find(const struct pgnpack_reader *reader, const char *id, uint64_t *game_ret,
                                 struct error *error)
{
    struct id_run wanted;
    return find(reader, id, &wanted, game_ret, error);
}

/* ---- Games that have an id ---- */

/* From the first to the last of so many games. */
struct span {
    uint64_t count, first, last;
};

static void widen(struct span *span, uint64_t game)
{
    span->first = span->count == 0 || game < span->first ? game : span->first;
    span->last = span->count == 0 || game > span->last ? game : span->last;
    span->count++;
}

/* The games that have an id themselves: those that are there, and deleted ones. */
struct owners {
    struct span there, deleted;
};

/* Of the ids that begin with these bits. */
static enum pgnpack_status find_owners(const struct pgnpack_reader *reader, const struct id_run *id,
                                       unsigned bits, struct owners *owners, struct error *error)
{
    const struct id_list *list = &reader->ids->by_id;
    const uint64_t last = last_identity(id->identity, bits);
    const struct id_run *run;
    struct work_count work;
    uint64_t identity = id->identity;
    work_start(&work, work_limit_left(reader->work_limit, 0));
    if (prepare_owners(reader, error) != PGNPACK_OK)
        return error->status;
    while (id_list_identity(list, identity, &identity) && identity <= last) {
        size_t start = id_list_start(list, identity, id->number), at = start;
        while ((run = id_list_next(list, identity, id->number, &at)) != NULL) {
            uint64_t game = run->game + (id->number - run->number);
            widen(deleted_games_have(&reader->deleted, game) ? &owners->deleted : &owners->there, game);
        }
        if (work_spend(&work, (start - at + 1) * WORK_ID, error) != PGNPACK_OK)
            return error->status;
        if (identity++ == UINT64_MAX)
            break;
    }
    return PGNPACK_OK;
}

enum pgnpack_status game_id_span(const struct pgnpack_reader *reader, const char *id, uint64_t *first_ret,
                                 uint64_t *last_ret, struct error *error)
{
    struct id_run wanted = {.count = 1};
    struct owners owners = {{0, 0, 0}, {0, 0, 0}};
    unsigned bits = read_id(id, &wanted);
    if (bits == 0)
        return no_id(id, error);
    if (find_owners(reader, &wanted, bits, &owners, error) != PGNPACK_OK)
        return error->status;
    struct span *span = &owners.there;
    if (reader->with_deleted && owners.deleted.count != 0) {
        widen(span, owners.deleted.first);
        widen(span, owners.deleted.last);
    }
    *first_ret = span->first;
    *last_ret = span->last;
    return span->count != 0 ? PGNPACK_OK : PGNPACK_END;
}

enum pgnpack_status game_id_find_own(const struct pgnpack_reader *reader, const char *id, int wants_deleted,
                                     uint64_t *game_ret, struct error *error)
{
    struct owners owners = {{0, 0, 0}, {0, 0, 0}};
    struct id_run wanted;
    if (find(reader, id, &wanted, game_ret, error) != PGNPACK_OK ||
        find_owners(reader, &wanted, 64, &owners, error) != PGNPACK_OK)
        return error->status;
    if (owners.deleted.count != 0 && (wants_deleted || owners.there.count == 0))
        *game_ret = owners.deleted.last;
    else if (owners.there.count > 1)
        error_set(error, PGNPACK_ERROR_ARGUMENT,
                  "the id \"%.40s\" is that of several games, games %" PRIu64 " and %" PRIu64
                  " among them (the file was put together from copies of one, or a duplicate came back): "
                  "say by its number which is meant",
                  id, owners.there.first + 1, owners.there.last + 1);
    else if (owners.there.count == 0)
        error_set(error, PGNPACK_ERROR_ARGUMENT,
                  "the game with the id \"%.40s\" is gone; game %" PRIu64
                  ", to which the id leads, is another one: if it is meant, name it by its own id or number",
                  id, *game_ret + 1);
    return error->status;
}
