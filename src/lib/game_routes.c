#include "lib/game_routes.h"

#include "container/work_costs.h"

/* More than what fits into a section of origins, and a few for each thing that there is. */
enum { STEPS_LEAST = 1 << 22, STEPS_A_PART = 8 };

enum pgnpack_status game_routes_step(struct game_routes *routes, struct error *error)
{
    if (++routes->steps > routes->most)
        return error_set(error, PGNPACK_ERROR_LIMIT,
                         "ids of games lead from version to version in too many ways: make the copy without "
                         "ids (pgnpack --drop-ids)");
    return work_spend(routes->work, WORK_ROUTE, error);
}

size_t game_routes_before(const struct game_routes *routes, uint64_t end)
{
    size_t low = 0, high = routes->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (routes->pieces[middle].first >= end)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A piece before all that are there. Returns 0 when there is no memory. */
static int add_piece(struct game_routes *routes, uint64_t first, uint64_t end, uint64_t new_first)
{
    struct copy_place *last = routes->count == 0 ? NULL : &routes->pieces[routes->count - 1];
    if (last != NULL && last->first == end && last->new_first == new_first + (end - first)) {
        *last = (struct copy_place){first, last->count + (end - first), new_first};
        return 1;
    }
    if (!MEMORY_GROW(routes->memory, routes->pieces, routes->capacity, routes->count + 1))
        return 0;
    routes->pieces[routes->count++] = (struct copy_place){first, end - first, new_first};
    return 1;
}

/* ---- Games that fare alike ---- */

/* Games from `first` to before `end`: what comes of them. */
struct stretch {
    uint64_t first, end;
    enum { STRETCH_LOST, STRETCH_COPIED, STRETCH_FOLLOWED } way;
    uint64_t to; /* where the first one is copied to, or its newer version is in the database */
};

static void begin_at_least(struct stretch *stretch, uint64_t first)
{
    if (first > stretch->first)
        stretch->first = first;
}

/* Is the last game of the stretch deleted? It becomes that of games of which all are, or none is. */
static int is_deleted(const struct deleted_games *deleted, struct stretch *stretch)
{
    const struct game_range_list *list = &deleted->deleted;
    const struct game_range *range = deleted_games_from(deleted, stretch->end - 1);
    if (range != NULL && range->first < stretch->end) {
        begin_at_least(stretch, range->first);
        return 1;
    }
    const struct game_range *after = range == NULL ? list->ranges + list->count : range;
    if (after != list->ranges)
        begin_at_least(stretch, after[-1].end);
    return 0;
}

/* Do its games, which are deleted and of this segment, have newer versions? */
static int has_newer(const struct routed_games *games, const struct segment *segment, struct stretch *stretch)
{
    struct origin_run run;
    if (!segment->has_identity)
        return 0;
    int is_found = game_origins_find_run(games->origins, segment->identity,
                                         stretch->end - 1 - segment->first_game, &run);
    begin_at_least(stretch, segment->first_game + run.old_first);
    uint64_t first = run.new_first + (stretch->first - segment->first_game - run.old_first);
    if (!is_found || first <= stretch->first) /* versions before it are no newer ones */
        return 0;
    stretch->to = first;
    return 1;
}

static int is_placed(const struct routed_games *games, struct stretch *stretch)
{
    size_t low = 0, high = games->place_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (games->places[middle].first < stretch->end)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    const struct copy_place *place = &games->places[low - 1];
    if (place->first + place->count < stretch->end) {
        begin_at_least(stretch, place->first + place->count);
        return 0;
    }
    begin_at_least(stretch, place->first);
    stretch->to = place->new_first + (stretch->first - place->first);
    return 1;
}

/* The longest one that ends before game `end`. */
static struct stretch stretch_before(const struct routed_games *games, uint64_t end)
{
    const struct segment *segment = segment_list_of_game(&games->reader->segments, end - 1);
    struct stretch stretch = {segment->first_game, end, STRETCH_LOST, 0};
    if (is_deleted(&games->reader->deleted, &stretch) && has_newer(games, segment, &stretch))
        stretch.way = STRETCH_FOLLOWED;
    else if (is_placed(games, &stretch))
        stretch.way = STRETCH_COPIED;
    return stretch;
}

/* ---- Following ---- */

/* Games from `first` to before `end` go where those go that come `shift` games later, all of which are known. */
static enum pgnpack_status follow_part(struct game_routes *routes, uint64_t first, uint64_t end,
                                       uint64_t shift, struct error *error)
{
    size_t i = game_routes_before(routes, end + shift), known = routes->count;
    enum pgnpack_status status = PGNPACK_OK;
    for (; i < known && status == PGNPACK_OK; i++) {
        struct copy_place piece = routes->pieces[i];
        uint64_t from = piece.first > first + shift ? piece.first : first + shift;
        uint64_t to = piece.first + piece.count < end + shift ? piece.first + piece.count : end + shift;
        if (to <= from)
            break;
        if (!add_piece(routes, from - shift, to - shift, piece.new_first + (from - piece.first)))
            return error_no_memory(error);
        status = game_routes_step(routes, error);
    }
    return status;
}

/* A stretch that leads into itself is followed part by part, from its end. */
static enum pgnpack_status follow(struct game_routes *routes, const struct stretch *stretch,
                                  struct error *error)
{
    uint64_t shift = stretch->to - stretch->first, end = stretch->end;
    enum pgnpack_status status = PGNPACK_OK;
    while (end > stretch->first && status == PGNPACK_OK) {
        uint64_t first = end - stretch->first > shift ? end - shift : stretch->first;
        status = follow_part(routes, first, end, shift, error);
        if (status == PGNPACK_OK)
            status = game_routes_step(routes, error);
        end = first;
    }
    return status;
}

enum pgnpack_status game_routes_make(struct game_routes *routes, const struct routed_games *games,
                                     struct memory *memory, struct work_count *work, struct error *error)
{
    const struct pgnpack_reader *reader = games->reader;
    uint64_t parts = (uint64_t)games->place_count + games->origins->count + reader->segments.count +
                     reader->deleted.deleted.count;
    enum pgnpack_status status = PGNPACK_OK;
    *routes =
        (struct game_routes){.memory = memory, .work = work, .most = STEPS_LEAST + parts * STEPS_A_PART};
    for (uint64_t end = reader->index.game_count; end != 0 && status == PGNPACK_OK;) {
        const struct stretch stretch = stretch_before(games, end);
        status = game_routes_step(routes, error);
        if (status == PGNPACK_OK && stretch.way == STRETCH_FOLLOWED)
            status = follow(routes, &stretch, error);
        if (stretch.way == STRETCH_COPIED && !add_piece(routes, stretch.first, stretch.end, stretch.to))
            status = error_no_memory(error);
        end = stretch.first;
    }
    return status;
}

void game_routes_free(struct game_routes *routes)
{
    memory_release(routes->memory, routes->pieces, routes->capacity * sizeof *routes->pieces);
    routes->pieces = NULL;
    routes->count = routes->capacity = 0;
}
