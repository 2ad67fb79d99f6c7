#include "lib/open/change_games.h"

#include <inttypes.h>

#include "lib/open/reader_records.h"

/* What is told of a change, and of those around it. */
enum game_set {
    ADDED,  /* the games that came with it */
    NAMED,  /* those that any list says to have been added */
    BEFORE, /* what was deleted before it */
    OWN,    /* what it deleted, and, as DELETION_ADDED, what it brought back */
    NOW,    /* what is deleted; `change` 1: by the change itself, or one that took another back */
    FREE,   /* of those added, what is there */
    GAME_SETS
};

/* A change of the database, told by all of its records. */
struct telling {
    const struct pgnpack_reader *reader;
    struct memory *memory;
    uint64_t number;
    size_t segment;       /* that tells of the change; SIZE_MAX: none has so far */
    int is_here, is_over; /* lists are those of the change; of later ones */
    int is_undo;          /* ... of one that takes another back */
    int is_last;          /* it is its segment's last change */
    int lacks_old; /* games that it replaced are gone: with the new ones nothing would be left of them */
    uint64_t last; /* number of the database's last one */
    uint64_t gone;
    struct deleted_games sets[GAME_SETS];
};

void change_games_init(struct change_games *games, struct memory *memory)
{
    *games = (struct change_games){.memory = memory};
}

void change_games_free(struct change_games *games)
{
    memory_release(games->memory, games->steps, games->capacity * sizeof *games->steps);
    change_games_init(games, games->memory);
}

/* ---- What records tell ---- */

static enum pgnpack_status take_change(void *opaque, size_t segment, const struct record_change *change,
                                       struct error *error)
{
    struct telling *telling = opaque;
    (void)error;
    telling->is_over |= telling->is_here;
    telling->is_here = change->number != 0 && change->number == telling->number;
    telling->is_undo = change->takes_back != 0;
    if (telling->is_here)
        telling->segment = segment;
    if (change->number != 0 && segment == telling->segment)
        telling->is_last = telling->is_here;
    if (change->number != 0)
        telling->last = change->number;
    return PGNPACK_OK;
}

/* Adds the list's ranges to a set, all as of one kind; DELETION_NONE: as they are. */
static int add_as(struct telling *telling, enum game_set set, const struct record_list *list, int kind)
{
    struct game_range_list copy = {NULL, 0, 0};
    int is_done = 1;
    for (size_t i = 0; i < list->ranges.count && is_done; i++) {
        struct game_range range = list->ranges.ranges[i];
        range.change = set == NOW && (telling->is_here || telling->is_undo);
        if (kind != DELETION_NONE) {
            range.kind = (uint8_t)kind;
            range.target = 0;
        }
        is_done = game_range_list_add(&copy, telling->memory, range);
    }
    if (is_done && copy.count != 0)
        return deleted_games_add(&telling->sets[set], &copy);
    game_range_list_free(&copy, telling->memory);
    return is_done;
}

static enum pgnpack_status take_list(void *opaque, size_t segment, struct record_list *list,
                                     struct error *error)
{
    struct telling *telling = opaque;
    int is_done = 1;
    (void)segment;
    if (telling->is_here) {
        telling->gone += list->gone;
        telling->lacks_old |= list->kind == DELETION_REPLACED && list->gone != 0;
    }
    if (list->kind == DELETION_ADDED)
        is_done = add_as(telling, NAMED, list, DELETION_BY_HAND) &&
                  (!telling->is_here || add_as(telling, ADDED, list, DELETION_BY_HAND));
    else
        is_done = add_as(telling, NOW, list, DELETION_NONE);
    if (list->kind != DELETION_ADDED && telling->is_here)
        is_done = is_done &&
                  add_as(telling, OWN, list, list->kind == DELETION_NONE ? DELETION_ADDED : DELETION_NONE);
    else if (list->kind != DELETION_ADDED && !telling->is_over)
        is_done = is_done && add_as(telling, BEFORE, list, DELETION_NONE);
    return is_done ? PGNPACK_OK : error_no_memory(error);
}

/* Games of a segment that no list says to be added came with its last change. */
static int add_unnamed(struct telling *telling)
{
    const struct segment *segment = &telling->reader->segments.segments[telling->segment];
    const struct game_range all = {.first = segment->first_game,
                                   .end = segment->first_game + segment->game_count,
                                   .kind = DELETION_BY_HAND};
    struct game_range_list list = {NULL, 0, 0};
    if (!deleted_games_finish(&telling->sets[NAMED]))
        return 0;
    if (telling->is_last && deleted_games_others(&telling->sets[NAMED], all, &list, telling->memory) &&
        list.count != 0)
        return deleted_games_add(&telling->sets[ADDED], &list);
    game_range_list_free(&list, telling->memory);
    return 1;
}

/* ---- Steps ---- */

/* The first games of the range of which all, or none, moved by `shift` are in the set. */
static struct game_range first_part(const struct deleted_games *set, struct game_range range, uint64_t shift,
                                    int *is_inside_ret)
{
    const struct game_range *next = deleted_games_from(set, range.first + shift);
    uint64_t end = range.end;
    *is_inside_ret = next != NULL && next->first <= range.first + shift;
    if (*is_inside_ret)
        end = next->end - shift;
    else if (next != NULL)
        end = next->first - shift;
    range.end = end < range.end ? end : range.end;
    return range;
}

static int add_step(struct change_games *games, struct game_range range, struct game_range before,
                    int is_free)
{
    if (!MEMORY_GROW(games->memory, games->steps, games->capacity, games->count + 1))
        return 0;
    games->steps[games->count++] = (struct change_step){range, before, is_free};
    return 1;
}

/* Games that came with the change. Those that are deleted, by itself or a later one, are left; and so are all where they may be new versions of games that are gone. */
static int step_added(struct telling *telling, struct change_games *games, struct game_range range)
{
    int is_done = 1;
    range.kind = DELETION_ADDED;
    for (int is_deleted; range.first < range.end && is_done;) {
        struct game_range part = first_part(&telling->sets[NOW], range, 0, &is_deleted);
        is_done = add_step(games, part, (struct game_range){.kind = DELETION_NONE},
                           !is_deleted && !telling->lacks_old);
        range.first = part.end;
    }
    return is_done;
}

/* Are the games of the range, which are deleted now, or none of them, deleted for what the change did, and not by a later one? */
static int is_as_left(const struct telling *telling, const struct game_range *range)
{
    const struct game_range *next = deleted_games_from(&telling->sets[NOW], range->first);
    const struct game_range now = game_range_from(*next, range->first);
    return now.kind == range->kind && now.target == range->target && now.change != 0;
}

/* Games that it deleted. An old version comes back only if the new one goes. */
static int step_deleted(struct telling *telling, struct change_games *games, struct game_range range)
{
    int is_done = 1;
    for (int is_deleted, is_free; range.first < range.end && is_done;) {
        struct game_range part = first_part(&telling->sets[NOW], range, 0, &is_deleted);
        is_free = range.kind != DELETION_REPLACED;
        if (!is_free && range.target != 0)
            part = first_part(&telling->sets[FREE], part, range.target - 1 - range.first, &is_free);
        is_free = is_free && is_deleted && is_as_left(telling, &part);
        is_done = add_step(games, part, (struct game_range){.kind = DELETION_NONE}, is_free);
        range = game_range_from(range, part.end);
    }
    return is_done;
}

/* Games that it brought back, which are to be deleted for what they were before. */
static int step_back(struct telling *telling, struct change_games *games, struct game_range range)
{
    int is_done = 1;
    range.kind = DELETION_NONE;
    for (int is_deleted, was_deleted; range.first < range.end && is_done;) {
        struct game_range part = first_part(&telling->sets[NOW], range, 0, &is_deleted);
        struct game_range before = {.kind = DELETION_NONE};
        part = first_part(&telling->sets[BEFORE], part, 0, &was_deleted);
        if (was_deleted) {
            before = game_range_from(*deleted_games_from(&telling->sets[BEFORE], part.first), part.first);
            before.end = part.end;
        }
        is_done = add_step(games, part, before, was_deleted && !is_deleted);
        range.first = part.end;
    }
    return is_done;
}

static int make_steps(struct telling *telling, struct change_games *games)
{
    const struct game_range_list *added = &telling->sets[ADDED].deleted, *own = &telling->sets[OWN].deleted;
    struct game_range_list free = {NULL, 0, 0};
    int is_done = 1;
    for (size_t i = 0; i < added->count && is_done; i++)
        is_done = step_added(telling, games, added->ranges[i]);
    for (size_t i = 0; i < games->count && is_done; i++)
        if (games->steps[i].is_free)
            is_done = game_range_list_add(&free, telling->memory, games->steps[i].games);
    if (is_done && free.count != 0)
        is_done = deleted_games_add(&telling->sets[FREE], &free);
    else
        game_range_list_free(&free, telling->memory);
    is_done = is_done && deleted_games_finish(&telling->sets[FREE]);
    for (size_t i = 0; i < own->count && is_done; i++)
        is_done = own->ranges[i].kind == DELETION_ADDED ? step_back(telling, games, own->ranges[i])
                                                        : step_deleted(telling, games, own->ranges[i]);
    return is_done;
}

/* ---- All ---- */

static enum pgnpack_status tell(struct telling *telling, struct change_games *games, struct error *error)
{
    const struct record_visitor visitor = {.change = take_change, .list = take_list, .opaque = telling};
    struct work_count work;
    work_start(&work, work_limit_left(telling->reader->work_limit, 0));
    enum pgnpack_status status =
        reader_visit_records(telling->reader, telling->memory, &work, &visitor, error);
    if (status != PGNPACK_OK)
        return status;
    if (telling->segment == SIZE_MAX)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "there is no change %" PRIu64 ": the last one is %" PRIu64, telling->number,
                         telling->last);
    games->gone = telling->gone;
    int is_done = add_unnamed(telling);
    for (unsigned i = 0; i < GAME_SETS && is_done; i++)
        is_done = deleted_games_finish(&telling->sets[i]);
    return is_done && make_steps(telling, games) ? PGNPACK_OK : error_no_memory(error);
}

enum pgnpack_status change_games_read(struct change_games *games, const struct pgnpack_reader *reader,
                                      uint64_t number, struct error *error)
{
    struct telling telling = {
        .reader = reader, .memory = games->memory, .number = number, .segment = SIZE_MAX};
    for (unsigned i = 0; i < GAME_SETS; i++)
        deleted_games_init(&telling.sets[i], games->memory);
    change_games_free(games);
    enum pgnpack_status status = tell(&telling, games, error);
    for (unsigned i = 0; i < GAME_SETS; i++)
        deleted_games_free(&telling.sets[i]);
    return status;
}
