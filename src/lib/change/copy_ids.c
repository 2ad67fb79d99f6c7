#include "lib/change/copy_ids.h"

#include "container/sections/work_costs.h"
#include "lib/open/game_ids.h"

void copy_ids_init(struct copy_ids *ids, struct memory *memory)
{
    id_list_init(&ids->places, memory);
    id_list_init(&ids->own, memory);
    id_links_init(&ids->further, memory);
}

void copy_ids_free(struct copy_ids *ids)
{
    id_list_free(&ids->places);
    id_list_free(&ids->own);
    id_links_free(&ids->further);
}

void copy_ids_clear(struct copy_ids *ids)
{
    ids->places.count = ids->own.count = ids->further.count = 0;
}

int copy_ids_place(struct copy_ids *ids, uint64_t first, uint64_t count, uint64_t new_first)
{
    return id_list_add(&ids->places, &(struct id_run){.number = new_first, .count = count, .game = first});
}

/* ---- Ids that games have ---- */

static int keep_own(struct copy_ids *ids, const struct pgnpack_reader *reader, const struct id_run *place)
{
    struct id_run run;
    for (uint64_t done = 0; done < place->count; done += run.count) {
        int has_ids = game_ids_from(reader, place->game + done, &run);
        if (run.count > place->count - done)
            run.count = place->count - done;
        run.game = place->number + done;
        if (has_ids && !id_list_add(&ids->own, &run))
            return 0;
    }
    return 1;
}

/* ---- Ids that lead to them ---- */

/* By the games that they were; games that were copied several times count once. */
static void sort_places(struct id_list *places)
{
    uint64_t done = 0;
    size_t kept = 0;
    id_list_sort_by_game(places);
    for (size_t i = 0; i < places->count; i++) {
        struct id_run place = places->runs[i];
        uint64_t passed = place.game < done ? done - place.game : 0;
        if (passed >= place.count)
            continue;
        done = place.game + place.count;
        places->runs[kept++] = (struct id_run){
            .number = place.number + passed, .count = place.count - passed, .game = place.game + passed};
    }
    places->count = kept;
}

/* Was the game of the database copied? */
static int is_placed(const struct copy_ids *ids, uint64_t game)
{
    const struct id_run *place = id_list_before(&ids->places, game);
    return place != NULL && game - place->game < place->count;
}

struct settling {
    struct copy_ids *ids;
    const struct pgnpack_reader *reader;
    enum copy_share share;
    struct work_count work;
    uint64_t work_most; /* files that are as they should be come nowhere near */
};

/* From one id to the next: so many, and some for each game. Forged ones may lead in circles. */
enum { STEPS_LEAST = 1 << 20, STEPS_A_GAME = 16 };

/* The id of a game that is gone, or goes now. */
static enum pgnpack_status keep_further(struct settling *settling, uint64_t identity, uint64_t number,
                                        struct error *error)
{
    const struct pgnpack_reader *reader = settling->reader;
    struct id_run its;
    uint64_t game;
    if (settling->work.done > settling->work_most)
        return error_set(error, PGNPACK_ERROR_LIMIT,
                         "there are far more ids of games that are gone than games: make the copy without "
                         "ids (pgndb compact --drop-ids)");
    enum pgnpack_status status = game_ids_follow(reader, identity, number, &settling->work, &game, error);
    if (status != PGNPACK_OK)
        return status == PGNPACK_END ? PGNPACK_OK : status;
    if ((settling->share == COPY_PART || deleted_games_have(&reader->deleted, game)) &&
        !is_placed(settling->ids, game))
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
    for (size_t i = 0; i < count && status == PGNPACK_OK; i++)
        for (uint64_t n = 0; n < links[i].count && status == PGNPACK_OK; n++)
            status = keep_further(settling, links[i].identity, links[i].number + n, error);
    return status;
}

/* Nothing goes: links stay as they are, also those to deleted games. */
static enum pgnpack_status keep_all_links(struct copy_ids *ids, const struct id_link *links, size_t count,
                                          struct error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!id_links_add(&ids->further, &links[i]))
            return error_no_memory(error);
    return PGNPACK_OK;
}

enum pgnpack_status copy_ids_settle(struct copy_ids *ids, const struct pgnpack_reader *reader, size_t first,
                                    size_t end, enum copy_share share, struct error *error)
{
    const struct segment *segments = reader->segments.segments;
    size_t link_count;
    if (first == end)
        return PGNPACK_OK;
    if (game_ids_read_all(reader, error) != PGNPACK_OK)
        return error->status;
    for (size_t i = 0; i < ids->places.count; i++)
        if (!keep_own(ids, reader, &ids->places.runs[i]))
            return error_no_memory(error);
    const struct id_link *links = game_ids_further(reader, first, end, &link_count);
    struct settling settling = {.ids = ids,
                                .reader = reader,
                                .share = share,
                                .work_most =
                                    (STEPS_LEAST + reader->index.game_count * STEPS_A_GAME) * WORK_ID};
    enum pgnpack_status status = PGNPACK_OK;
    if (share == COPY_EVERYTHING) {
        status = keep_all_links(ids, links, link_count, error);
    } else {
        work_start(&settling.work, work_limit_left(reader->work_limit, 0));
        sort_places(&ids->places);
        status = keep_deleted(&settling, segments[first].first_game,
                              segments[end - 1].first_game + segments[end - 1].game_count, error);
        if (status == PGNPACK_OK)
            status = keep_links(&settling, links, link_count, error);
    }
    ids->places.count = 0;
    return status;
}
