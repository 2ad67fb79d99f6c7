#include "lib/copy_origins.h"

#include <stdlib.h>

#include "lib/game_ids.h"

void copy_origins_init(struct copy_origins *origins, struct memory *memory)
{
    *origins = (struct copy_origins){.memory = memory};
}

void copy_origins_free(struct copy_origins *origins)
{
    memory_release(origins->memory, origins->places, origins->place_capacity * sizeof *origins->places);
    memory_release(origins->memory, origins->runs, origins->run_capacity * sizeof *origins->runs);
    copy_origins_init(origins, origins->memory);
}

void copy_origins_clear(struct copy_origins *origins)
{
    origins->place_count = origins->run_count = 0;
}

int copy_origins_place(struct copy_origins *origins, uint64_t first, uint64_t count, uint64_t new_first)
{
    struct copy_place *last = origins->place_count == 0 ? NULL : &origins->places[origins->place_count - 1];
    if (last != NULL && last->first + last->count == first && last->new_first + last->count == new_first) {
        last->count += count;
        return 1;
    }
    if (!MEMORY_GROW(origins->memory, origins->places, origins->place_capacity, origins->place_count + 1))
        return 0;
    origins->places[origins->place_count++] = (struct copy_place){first, count, new_first};
    return 1;
}

static int add_run(struct copy_origins *origins, uint64_t identity, uint64_t old_first, uint64_t new_first,
                   uint64_t count)
{
    if (!MEMORY_GROW(origins->memory, origins->runs, origins->run_capacity, origins->run_count + 1))
        return 0;
    origins->runs[origins->run_count++] = (struct origin_run){identity, old_first, new_first, count};
    return 1;
}

/* ---- Ids of the segments that games were in ---- */

static int add_direct(struct copy_origins *origins, const struct pgnpack_reader *reader,
                      const struct copy_place *place)
{
    int is_done = 1;
    for (uint64_t done = 0; done < place->count && is_done;) {
        const struct segment *segment = segment_list_of_game(&reader->segments, place->first + done);
        uint64_t inside = place->first + done - segment->first_game;
        uint64_t rest = segment->game_count - inside, wanted = place->count - done;
        uint64_t count = rest < wanted ? rest : wanted;
        if (segment->has_identity)
            is_done = add_run(origins, segment->identity, inside, place->new_first + done, count);
        done += count;
    }
    return is_done;
}

/* ---- Ids that led to them before ---- */

static int compare_places(const void *a, const void *b)
{
    const struct copy_place *left = a, *right = b;
    return (left->first > right->first) - (left->first < right->first);
}

/* The first place that ends behind the game; the number of places: there is none. */
static size_t find_place(const struct copy_origins *origins, uint64_t game)
{
    size_t low = 0, high = origins->place_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (origins->places[middle].first + origins->places[middle].count <= game)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The newest version of a game that was deleted; itself, if there is none. */
static uint64_t newest_of(const struct pgnpack_reader *reader, const struct game_origins *known,
                          uint64_t game)
{
    uint64_t next;
    while (deleted_games_have(&reader->deleted, game)) {
        const struct segment *segment = segment_list_of_game(&reader->segments, game);
        if (!segment->has_identity ||
            !game_origins_find(known, segment->identity, game - segment->first_game, &next) || next <= game)
            break;
        game = next;
    }
    return game;
}

/* An id that led to a deleted game. */
static int add_followed(struct copy_origins *origins, const struct pgnpack_reader *reader,
                        const struct game_origins *known, uint64_t identity, uint64_t old, uint64_t game)
{
    game = newest_of(reader, known, game);
    size_t i = find_place(origins, game);
    if (i == origins->place_count || origins->places[i].first > game)
        return 1;
    const struct copy_place *place = &origins->places[i];
    return add_run(origins, identity, old, place->new_first + (game - place->first), 1);
}

/* Games from `first` to before `end`, which are not deleted; the run's `old_first` is of the first one. */
static int add_placed(struct copy_origins *origins, const struct origin_run *run, uint64_t first,
                      uint64_t end)
{
    int is_done = 1;
    for (size_t i = find_place(origins, first); is_done && i < origins->place_count; i++) {
        const struct copy_place *place = &origins->places[i];
        uint64_t from = place->first > first ? place->first : first;
        uint64_t to = place->first + place->count < end ? place->first + place->count : end;
        if (from >= to)
            break;
        is_done = add_run(origins, run->identity, run->old_first + (from - run->new_first),
                          place->new_first + (from - place->first), to - from);
    }
    return is_done;
}

/* What led to the games of this run. */
static int add_inherited(struct copy_origins *origins, const struct pgnpack_reader *reader,
                         const struct game_origins *known, const struct origin_run *run)
{
    uint64_t at = run->new_first, end = run->new_first + run->count;
    int is_done = 1;
    while (is_done && at < end) {
        const struct game_range *deleted = deleted_games_from(&reader->deleted, at);
        uint64_t live_end = deleted == NULL || deleted->first >= end ? end : deleted->first;
        uint64_t next = deleted == NULL || deleted->end > end ? end : deleted->end;
        if (at < live_end)
            is_done = add_placed(origins, run, at, live_end);
        else
            live_end = at;
        for (at = live_end; is_done && at < next && live_end < end; at++)
            is_done = add_followed(origins, reader, known, run->identity,
                                   run->old_first + (at - run->new_first), at);
    }
    return is_done;
}

enum pgnpack_status copy_origins_settle(struct copy_origins *origins, const struct pgnpack_reader *reader,
                                        struct error *error)
{
    struct game_origins known;
    int is_done = 1;
    game_origins_init(&known, origins->memory);
    enum pgnpack_status status = PGNPACK_OK;
    if (origins->place_count != 0)
        status = game_origins_read(&known, reader, error);
    for (size_t i = 0; i < origins->place_count && is_done; i++)
        is_done = add_direct(origins, reader, &origins->places[i]);
    if (known.count != 0 && origins->place_count != 0)
        qsort(origins->places, origins->place_count, sizeof *origins->places, compare_places);
    for (size_t i = 0; i < known.count && is_done && status == PGNPACK_OK; i++)
        is_done = add_inherited(origins, reader, &known, &known.runs[i]);
    game_origins_free(&known);
    origins->place_count = 0;
    return is_done ? status : error_no_memory(error);
}

/* ---- Writing ---- */

static int compare_runs(const void *a, const void *b)
{
    const struct origin_run *left = a, *right = b;
    if (left->new_first != right->new_first)
        return left->new_first < right->new_first ? -1 : 1;
    if (left->identity != right->identity)
        return left->identity < right->identity ? -1 : 1;
    return (left->old_first > right->old_first) - (left->old_first < right->old_first);
}

/* Runs that go on where the one before ended become one. */
static void join_runs(struct copy_origins *origins)
{
    size_t kept = 0;
    for (size_t i = 0; i < origins->run_count; i++) {
        struct origin_run *last = kept == 0 ? NULL : &origins->runs[kept - 1];
        const struct origin_run run = origins->runs[i];
        if (last != NULL && last->identity == run.identity &&
            last->old_first + last->count == run.old_first && last->new_first + last->count == run.new_first)
            last->count += run.count;
        else
            origins->runs[kept++] = run;
    }
    origins->run_count = kept;
}

int copy_origins_write(struct copy_origins *origins, struct buffer *out)
{
    if (origins->run_count == 0)
        return 1;
    qsort(origins->runs, origins->run_count, sizeof *origins->runs, compare_runs);
    join_runs(origins);
    return origins_write(origins->runs, origins->run_count, out);
}
