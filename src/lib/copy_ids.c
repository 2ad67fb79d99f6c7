#include "lib/copy_ids.h"

#include <stdlib.h>

#include "container/work_costs.h"
#include "lib/game_ids.h"

void copy_ids_init(struct copy_ids *ids, struct memory *memory)
{
    *ids = (struct copy_ids){.memory = memory};
    id_list_init(&ids->own, memory);
    id_links_init(&ids->further, memory);
}

void copy_ids_free(struct copy_ids *ids)
{
    memory_release(ids->memory, ids->places, ids->place_capacity * sizeof *ids->places);
    id_list_free(&ids->own);
    id_links_free(&ids->further);
    copy_ids_init(ids, ids->memory);
}

void copy_ids_clear(struct copy_ids *ids)
{
    ids->place_count = ids->own.count = ids->further.count = 0;
}

int copy_ids_place(struct copy_ids *ids, uint64_t first, uint64_t count, uint64_t new_first)
{
    struct copy_place *last = ids->place_count == 0 ? NULL : &ids->places[ids->place_count - 1];
    if (last != NULL && last->first + last->count == first && last->new_first + last->count == new_first) {
        last->count += count;
        return 1;
    }
    if (!MEMORY_GROW(ids->memory, ids->places, ids->place_capacity, ids->place_count + 1))
        return 0;
    ids->places[ids->place_count++] = (struct copy_place){first, count, new_first};
    return 1;
}

/* ---- Ids that games have ---- */

static int keep_own(struct copy_ids *ids, const struct pgnpack_reader *reader, const struct copy_place *place)
{
    struct id_run run;
    for (uint64_t done = 0; done < place->count; done += run.count) {
        int has_ids = game_ids_from(reader, place->first + done, &run);
        if (run.count > place->count - done)
            run.count = place->count - done;
        run.game = place->new_first + done;
        if (has_ids && !id_list_add(&ids->own, &run))
            return 0;
    }
    return 1;
}

/* ---- Ids that lead to them ---- */

static int compare_places(const void *a, const void *b)
{
    const struct copy_place *left = a, *right = b;
    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    return (left->new_first > right->new_first) - (left->new_first < right->new_first);
}

/* By the games that they were; games that were copied several times count once. */
static void sort_places(struct copy_ids *ids)
{
    struct copy_place *places = ids->places;
    uint64_t done = 0;
    size_t kept = 0;
    if (ids->place_count > 1)
        qsort(places, ids->place_count, sizeof *places, compare_places);
    for (size_t i = 0; i < ids->place_count; i++) {
        struct copy_place place = places[i];
        uint64_t passed = place.first < done ? done - place.first : 0;
        if (passed >= place.count)
            continue;
        places[kept++] =
            (struct copy_place){place.first + passed, place.count - passed, place.new_first + passed};
        done = place.first + place.count;
    }
    ids->place_count = kept;
}

/* Was the game of the database copied? */
static int is_placed(const struct copy_ids *ids, uint64_t game)
{
    size_t low = 0, high = ids->place_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ids->places[middle].first <= game)
            low = middle + 1;
        else
            high = middle;
    }
    return low != 0 && game - ids->places[low - 1].first < ids->places[low - 1].count;
}

struct settling {
    struct copy_ids *ids;
    const struct pgnpack_reader *reader;
    enum copy_share share;
    struct work_count work;
    uint64_t steps, most; /* files that are as they should be come nowhere near */
};

/* More than what fits into a section, and some for each game. */
enum { STEPS_LEAST = 1 << 22, STEPS_A_GAME = 8 };

/* The id of a game that is gone, or goes now. */
static enum pgnpack_status keep_further(struct settling *settling, uint64_t identity, uint64_t number,
                                        struct error *error)
{
    const struct pgnpack_reader *reader = settling->reader;
    struct id_run its;
    uint64_t game;
    if (++settling->steps > settling->most)
        return error_set(error, PGNPACK_ERROR_LIMIT,
                         "there are far more ids of games that are gone than games: make the copy without "
                         "ids (pgnpack --drop-ids)");
    enum pgnpack_status status = game_ids_follow(reader, identity, number, &settling->work, &game, error);
    if (status != PGNPACK_OK)
        return status == PGNPACK_END ? PGNPACK_OK : status;
    int is_placed_now = is_placed(settling->ids, game);
    if ((settling->share == COPY_PART || deleted_games_have(&reader->deleted, game)) && !is_placed_now)
        return PGNPACK_OK;
    if (!game_ids_from(reader, game, &its) || (its.identity == identity && its.number == number))
        return PGNPACK_OK; /* it comes along with that game */
    const struct id_link link = {identity, number, 1, its.identity, its.number};
    return id_links_add(&settling->ids->further, &link) ? PGNPACK_OK : error_no_memory(error);
}

/* Deleted games that stay behind, of those from `first` to before `end`. */
static enum pgnpack_status keep_deleted(struct settling *settling, uint64_t first, uint64_t end,
                                        struct error *error)
{
    const struct deleted_games *deleted = &settling->reader->deleted;
    enum pgnpack_status status = PGNPACK_OK;
    const struct game_range *range;
    struct id_run run;
    for (uint64_t game = first; game < end && status == PGNPACK_OK; game++) {
        range = deleted_games_from(deleted, game);
        if (range == NULL || range->first >= end)
            break;
        game = range->first > game ? range->first : game;
        if (!is_placed(settling->ids, game) && game_ids_from(settling->reader, game, &run))
            status = keep_further(settling, run.identity, run.number, error);
    }
    return status;
}

static enum pgnpack_status keep_links(struct settling *settling, const struct id_link *links, size_t count,
                                      struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < count && status == PGNPACK_OK; i++) {
        if (settling->share == COPY_EVERYTHING && !id_links_add(&settling->ids->further, &links[i]))
            return error_no_memory(error);
        for (uint64_t n = 0; settling->share != COPY_EVERYTHING && n < links[i].count && status == PGNPACK_OK;
             n++)
            status = keep_further(settling, links[i].identity, links[i].number + n, error);
    }
    return status;
}

enum pgnpack_status copy_ids_settle(struct copy_ids *ids, const struct pgnpack_reader *reader, size_t first,
                                    size_t end, enum copy_share share, struct error *error)
{
    struct settling settling = {.ids = ids, .reader = reader, .share = share};
    const struct segment *segments = reader->segments.segments;
    size_t link_count;
    if (first == end)
        return PGNPACK_OK;
    if (game_ids_read_all(reader, error) != PGNPACK_OK)
        return error->status;
    for (size_t i = 0; i < ids->place_count; i++)
        if (!keep_own(ids, reader, &ids->places[i]))
            return error_no_memory(error);
    work_start(&settling.work, work_limit_left(reader->work_limit, 0));
    settling.most = STEPS_LEAST + reader->index.game_count * STEPS_A_GAME;
    sort_places(ids);
    const struct id_link *links = game_ids_further(reader, first, end, &link_count);
    enum pgnpack_status status = PGNPACK_OK;
    if (share != COPY_EVERYTHING)
        status = keep_deleted(&settling, segments[first].first_game,
                              segments[end - 1].first_game + segments[end - 1].game_count, error);
    if (status == PGNPACK_OK)
        status = keep_links(&settling, links, link_count, error);
    ids->place_count = 0;
    return status;
}
