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
    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    return (left->new_first > right->new_first) - (left->new_first < right->new_first);
}

/* Of a game that was copied several times, the first copy in this order gets what led to it. */
static void sort_places(struct copy_origins *origins)
{
    struct copy_place *places = origins->places;
    uint64_t done = 0;
    size_t kept = 0;
    if (origins->place_count > 1)
        qsort(places, origins->place_count, sizeof *places, compare_places);
    for (size_t i = 0; i < origins->place_count; i++) {
        struct copy_place place = places[i];
        uint64_t passed = place.first < done ? done - place.first : 0;
        if (passed >= place.count)
            continue;
        places[kept++] =
            (struct copy_place){place.first + passed, place.count - passed, place.new_first + passed};
        done = place.first + place.count;
    }
    origins->place_count = kept;
}

/*
 * Old games of the run from `at` on: are they there, and not deleted, so that their ids name them and no later copy? *end_ret: up to where
 * that is so. Of a segment that is there several times, one copy is enough.
 */
static enum pgnpack_status are_there(const struct pgnpack_reader *reader, struct game_routes *routes,
                                     const struct origin_run *run, uint64_t at, uint64_t *end_ret,
                                     int *result_ret, struct error *error)
{
    const struct segment_list *list = &reader->segments;
    const struct segment *last = segment_list_find(list, run->identity, SIZE_MAX), *segment = last;
    *end_ret = run->old_first + run->count;
    *result_ret = 0;
    if (last == NULL || at >= last->game_count)
        return PGNPACK_OK;
    if (last->game_count < *end_ret)
        *end_ret = last->game_count;
    for (uint64_t twin = 1; segment != NULL && segment->game_count == last->game_count; twin++) {
        uint64_t game = segment->first_game + at;
        const struct game_range *range = deleted_games_from(&reader->deleted, game);
        *result_ret = range == NULL || range->first > game;
        uint64_t change = range == NULL ? UINT64_MAX : *result_ret ? range->first : range->end;
        if (change != UINT64_MAX && change - segment->first_game < *end_ret)
            *end_ret = change - segment->first_game;
        if (game_routes_step(routes, error) != PGNPACK_OK)
            return error->status;
        if (*result_ret)
            break;
        segment = segment_list_twin_before(list, last, twin);
    }
    return PGNPACK_OK;
}

/* What led to the games of this run. */
static enum pgnpack_status add_inherited(struct copy_origins *origins, struct game_routes *routes,
                                         const struct origin_run *run, struct error *error)
{
    uint64_t first = run->new_first, end = run->new_first + run->count;
    for (size_t i = game_routes_before(routes, end); i < routes->count; i++) {
        const struct copy_place *piece = &routes->pieces[i];
        uint64_t from = piece->first > first ? piece->first : first;
        uint64_t to = piece->first + piece->count < end ? piece->first + piece->count : end;
        if (to <= from)
            break;
        if (game_routes_step(routes, error) != PGNPACK_OK)
            return error->status;
        if (!add_run(origins, run->identity, run->old_first + (from - first),
                     piece->new_first + (from - piece->first), to - from))
            return error_no_memory(error);
    }
    return PGNPACK_OK;
}

/* ... but for those of its old games that are there themselves. */
static enum pgnpack_status inherit_run(struct copy_origins *origins, const struct pgnpack_reader *reader,
                                       struct game_routes *routes, const struct origin_run *run,
                                       struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    uint64_t at = run->old_first, end = run->old_first + run->count, next = at;
    for (; at < end && status == PGNPACK_OK; at = next) {
        int is_there;
        status = are_there(reader, routes, run, at, &next, &is_there, error);
        const struct origin_run part = {run->identity, at, run->new_first + (at - run->old_first), next - at};
        if (status == PGNPACK_OK && !is_there)
            status = add_inherited(origins, routes, &part, error);
    }
    return status;
}

static enum pgnpack_status inherit(struct copy_origins *origins, const struct pgnpack_reader *reader,
                                   const struct game_origins *known, struct work_count *work,
                                   struct error *error)
{
    struct game_routes routes;
    if (known->count == 0)
        return PGNPACK_OK;
    sort_places(origins);
    const struct routed_games games = {reader, known, origins->places, origins->place_count};
    enum pgnpack_status status = game_routes_make(&routes, &games, origins->memory, work, error);
    for (size_t i = 0; i < known->count && status == PGNPACK_OK; i++)
        status = inherit_run(origins, reader, &routes, &known->runs[i], error);
    game_routes_free(&routes);
    return status;
}

enum pgnpack_status copy_origins_settle(struct copy_origins *origins, const struct pgnpack_reader *reader,
                                        struct error *error)
{
    struct game_origins known;
    struct work_count work;
    int is_done = 1;
    if (origins->place_count == 0)
        return PGNPACK_OK;
    work_start(&work, work_limit_left(reader->work_limit, 0));
    game_origins_init(&known, origins->memory);
    enum pgnpack_status status = game_origins_read(&known, reader, &work, error);
    for (size_t i = 0; i < origins->place_count && is_done && status == PGNPACK_OK; i++)
        is_done = add_direct(origins, reader, &origins->places[i]);
    if (status == PGNPACK_OK)
        status = is_done ? inherit(origins, reader, &known, &work, error) : error_no_memory(error);
    game_origins_free(&known);
    origins->place_count = 0;
    return status;
}

/* ---- The end ---- */

static int compare_runs(const void *a, const void *b)
{
    const struct origin_run *left = a, *right = b;
    if (left->new_first != right->new_first)
        return left->new_first < right->new_first ? -1 : 1;
    if (left->identity != right->identity)
        return left->identity < right->identity ? -1 : 1;
    if (left->old_first != right->old_first)
        return left->old_first < right->old_first ? -1 : 1;
    return (left->count < right->count) - (left->count > right->count);
}

/* Runs that go on where the one before ended become one; what was told already is not told again. */
static void join_runs(struct copy_origins *origins)
{
    size_t kept = 0;
    for (size_t i = 0; i < origins->run_count; i++) {
        struct origin_run *last = kept == 0 ? NULL : &origins->runs[kept - 1];
        const struct origin_run run = origins->runs[i];
        uint64_t passed = last == NULL ? 0 : run.new_first - last->new_first;
        int is_like = last != NULL && last->identity == run.identity && passed <= last->count &&
                      last->old_first + passed == run.old_first;
        if (is_like && passed + run.count > last->count)
            last->count = passed + run.count;
        if (!is_like)
            origins->runs[kept++] = run;
    }
    origins->run_count = kept;
}

void copy_origins_finish(struct copy_origins *origins)
{
    if (origins->run_count != 0)
        qsort(origins->runs, origins->run_count, sizeof *origins->runs, compare_runs);
    join_runs(origins);
}
