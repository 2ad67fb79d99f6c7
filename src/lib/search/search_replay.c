#include "lib/search/search_replay.h"

#include <string.h>

#include "util/inlined.h"

void search_replay_init(struct search_replay *replay, struct search_source *source)
{
    *replay = (struct search_replay){.run = index_run_best(), .source = source};
    position_start(&replay->start);
}

static size_t prefixes_size(void)
{
    return sizeof(struct replay_prefixes);
}

void search_replay_free(struct search_replay *replay)
{
    memory_release(replay->source->memory, replay->prefixes, prefixes_size());
    replay->prefixes = NULL;
}

void search_replay_start(struct search_replay *replay)
{
    struct memory *memory = replay->source->memory;
    replay->question += 1 << STEPS_VARIANTS_MAX;
    if (replay->prefixes != NULL ||
        (memory->limit != 0 && memory->limit - memory->held <= 2 * prefixes_size()))
        return;
    replay->prefixes = memory_get(memory, prefixes_size());
    if (replay->prefixes != NULL)
        memset(replay->prefixes->turns, 0, sizeof replay->prefixes->turns);
}

/* ---- Bytes ---- */

/* The bytes of the next plies of the game, as far as one stripe has them. NULL: *error, or the line is at its end. */
static const uint8_t *next_bytes(struct search_replay *replay, size_t *count_ret, struct error *error)
{
    struct search_block *block = replay->block;
    const struct block_lines *lines = &block->lines;
    unsigned stripe = 0;
    *count_ret = 0;
    if (replay->ply == replay->ply_count)
        return NULL;
    while (replay->ply >= lines->first_plies[stripe + 1])
        stripe++;
    uint32_t end = lines->first_plies[stripe + 1];
    if (end > replay->ply_count)
        end = replay->ply_count;
    const uint8_t *bytes = block->stripes[stripe].bytes;
    if (bytes == NULL)
        bytes = search_block_stripe(replay->source, block, stripe, error);
    if (bytes == NULL) {
        replay->is_broken = 1;
        return NULL;
    }
    *count_ret = end - replay->ply;
    uint32_t first = lines->first_plies[stripe];
    return bytes + lines->starts[replay->game][stripe] + (replay->ply - first);
}

/* The move behind the present position; NO_MOVE: there is none. Plays it. */
static chess_move play_next(struct search_replay *replay, struct error *error)
{
    chess_move move = NO_MOVE;
    size_t count;
    const uint8_t *bytes = next_bytes(replay, &count, error);
    if (bytes == NULL || replay->run->play(&replay->state, &replay->position, bytes, 1, &move) != 1)
        return NO_MOVE;
    return move;
}

/* ---- First plies ---- */

/* Where is kept how far the first plies led, or where it may be: *is_known_ret. */
static struct replay_prefix *find_prefix(const struct search_replay *replay, const uint8_t *bytes,
                                         size_t count, int *is_known_ret)
{
    uint64_t key = 0;
    memcpy(&key, bytes, count);
    size_t slot = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) % PREFIX_COUNT;
    struct replay_prefix *prefix = &replay->prefixes->prefixes[slot];
    uint64_t *turn = &replay->prefixes->turns[slot];
    *is_known_ret = *turn == replay->turn && prefix->bytes == key;
    *turn = *is_known_ret ? *turn : 0;
    prefix->bytes = key;
    return prefix;
}

static void enter_prefix(struct search_replay *replay, const struct replay_prefix *prefix)
{
    replay->position = prefix->position;
    replay->state = prefix->state;
    replay->ply = prefix->plies;
}

/* The first plies led to the present place. */
static void keep_prefix(const struct search_replay *replay, struct replay_prefix *prefix, enum index_seek end)
{
    replay->prefixes->turns[prefix - replay->prefixes->prefixes] = replay->turn;
    prefix->end = (uint8_t)end;
    prefix->plies = (uint8_t)replay->ply;
    prefix->position = replay->position;
    prefix->state = replay->state;
}

/* ---- One position ---- */

static enum replay_result found_at(struct search_replay *replay, uint32_t ply, uint32_t last_ply,
                                   struct search_place *place_ret, struct error *error)
{
    *place_ret = (struct search_place){.ply = ply, .last_ply = last_ply, .move = play_next(replay, error)};
    return replay->is_broken ? REPLAY_FAILED : REPLAY_FOUND;
}

static int is_at_goal(const struct search_replay *replay, const struct query_goal *goal, enum index_seek end)
{
    return end == INDEX_SEEK_FOUND && position_same(&replay->position, goal->position);
}

static size_t seek_on(struct search_replay *replay, const struct query_goal *goal, const uint8_t *bytes,
                      size_t count, enum index_seek *end_ret)
{
    size_t done = replay->run->seek(&replay->state, &replay->position, bytes, count, &goal->men, end_ret);
    replay->ply += (uint32_t)done;
    replay->plies += done;
    return done;
}

/* Returns 1 where the position stands before the last of the first plies: then *place_ret has it, and no move was made. */
static int seek_prefix(struct search_replay *replay, const struct query_goal *goal, const uint8_t *bytes,
                       enum index_seek *end_ret, struct search_place *place_ret, struct error *error)
{
    int is_known;
    struct replay_prefix *prefix = find_prefix(replay, bytes, PREFIX_PLIES_SOUGHT, &is_known);
    if (!is_known) {
        seek_on(replay, goal, bytes, PREFIX_PLIES_SOUGHT, end_ret);
        keep_prefix(replay, prefix, *end_ret);
        prefix->is_hit = replay->ply < PREFIX_PLIES_SOUGHT && is_at_goal(replay, goal, *end_ret);
        prefix->move = prefix->is_hit ? play_next(replay, error) : NO_MOVE;
    } else if (!prefix->is_hit) {
        enter_prefix(replay, prefix);
        *end_ret = (enum index_seek)prefix->end;
    }
    *place_ret = (struct search_place){.ply = prefix->plies, .last_ply = prefix->plies, .move = prefix->move};
    return prefix->is_hit;
}

/* Rights to castle don't come back. */
static int lacks_rights(const struct search_replay *replay, const struct query_goal *goal)
{
    return (goal->position->castling & ~replay->position.castling) != 0;
}

static enum replay_result seek(struct search_replay *replay, const struct query_goal *goal,
                               struct search_place *place_ret, struct error *error)
{
    enum index_seek end = INDEX_SEEK_ON;
    if (position_same(&replay->position, goal->position))
        return found_at(replay, 0, 0, place_ret, error);
    while (end != INDEX_SEEK_LEFT && !lacks_rights(replay, goal)) {
        size_t count;
        const uint8_t *bytes = next_bytes(replay, &count, error);
        if (bytes == NULL)
            return replay->is_broken ? REPLAY_FAILED : REPLAY_NOT_FOUND;
        if (replay->ply != 0 || count < PREFIX_PLIES_SOUGHT || replay->prefixes == NULL)
            seek_on(replay, goal, bytes, count, &end);
        else if (seek_prefix(replay, goal, bytes, &end, place_ret, error))
            return REPLAY_FOUND;
        if (end == INDEX_SEEK_BROKEN) {
            replay->is_broken = 1;
            return REPLAY_FAILED;
        }
        if (is_at_goal(replay, goal, end))
            return found_at(replay, replay->ply, replay->ply, place_ret, error);
    }
    return REPLAY_NOT_FOUND;
}

/* ---- Any steps ---- */

struct visit {
    struct search_replay *replay;
    const struct query_steps *steps;
    unsigned variant; /* of the steps, or STEPS_ANY_VARIANT */
    struct steps_state state;
    int is_found;
};

/*
 * An index_visit_function. What the move leaves as it was need not be asked again, though positions may have been passed over in
 * between: had they fulfilled it, the first one of them would have been shown.
 */
INLINED int see_with(struct visit *visit, const struct position *position, const struct index_step *step,
                     size_t i, const struct search_numbers *numbers)
{
    const struct search_replay *replay = visit->replay;
    uint32_t ply = replay->ply + (uint32_t)i + 1;
    struct written written;
    if (numbers != NULL)
        search_numbers_get(numbers, replay->game, ply, &written);
    const struct board_view view = {.position = position,
                                    .ply = ply,
                                    .move = step->move,
                                    .mover = step->mover,
                                    .taken = step->taken,
                                    .is_last = ply == replay->ply_count,
                                    .unchanged = (uint8_t)board_unchanged_by(step->move, step->mover),
                                    .written = numbers != NULL ? &written : NULL};
    visit->is_found = steps_visit(visit->steps, visit->variant, &visit->state, &view);
    return !visit->is_found;
}

static int see(void *opaque, const struct position *position, const struct index_step *step, size_t i)
{
    return see_with(opaque, position, step, i, NULL);
}

/* The same with the game's numbers. */
static int see_measured(void *opaque, const struct position *position, const struct index_step *step,
                        size_t i)
{
    const struct visit *visit = opaque;
    return see_with(opaque, position, step, i, visit->replay->numbers);
}

static enum index_seek visit_on(struct visit *visit, const struct index_visit *seen, const uint8_t *bytes,
                                size_t count)
{
    struct search_replay *replay = visit->replay;
    enum index_seek end;
    size_t done = replay->run->visit(&replay->state, &replay->position, bytes, count, seen, &end);
    replay->ply += (uint32_t)done;
    replay->plies += done;
    return end;
}

static enum index_seek visit_prefix(struct visit *visit, const struct index_visit *seen, const uint8_t *bytes)
{
    struct search_replay *replay = visit->replay;
    int is_known;
    struct replay_prefix *prefix = find_prefix(replay, bytes, PREFIX_PLIES_VISITED, &is_known);
    if (is_known) {
        enter_prefix(replay, prefix);
        memcpy(&visit->state, prefix->steps, sizeof prefix->steps);
        return (enum index_seek)prefix->end;
    }
    enum index_seek end = visit_on(visit, seen, bytes, PREFIX_PLIES_VISITED);
    if (end == INDEX_SEEK_ON || end == INDEX_SEEK_LEFT) {
        keep_prefix(replay, prefix, end);
        memcpy(prefix->steps, &visit->state, sizeof prefix->steps);
    }
    return end;
}

static struct index_visit index_visit_of(struct visit *visit, const struct query_screens *screens)
{
    return (struct index_visit){.see = visit->replay->numbers != NULL ? see_measured : see,
                                .opaque = visit,
                                .irreversible_only = !steps_ask_each_ply(visit->steps),
                                .shows_all = screens->shows_all,
                                .men_max = screens->men_max,
                                .pawn_squares = screens->pawn_squares,
                                .touched = screens->touched,
                                .screen_count = screens->count,
                                .screens = screens->screens};
}

/* First plies are kept of walks that ask all variants. */
static int has_prefix(const struct search_replay *replay, const struct query_steps *steps, unsigned variant,
                      size_t count)
{
    return variant == STEPS_ANY_VARIANT && !steps->are_spaced && replay->numbers == NULL &&
           replay->ply == 0 && count >= PREFIX_PLIES_VISITED && replay->prefixes != NULL &&
           replay->ply_count > PREFIX_PLIES_VISITED;
}

static enum replay_result visit_variant(struct search_replay *replay, const struct query_steps *steps,
                                        unsigned variant, const struct query_screens *screens,
                                        struct search_place *place_ret, struct error *error)
{
    struct visit visit = {.replay = replay, .steps = steps, .variant = variant};
    const struct index_visit seen = index_visit_of(&visit, screens);
    struct written written;
    if (replay->numbers != NULL)
        search_numbers_get(replay->numbers, replay->game, 0, &written);
    const struct board_view start = {.position = &replay->position,
                                     .move = NO_MOVE,
                                     .mover = NO_MAN,
                                     .taken = NO_MAN,
                                     .is_last = replay->ply_count == 0,
                                     .written = replay->numbers != NULL ? &written : NULL};
    enum index_seek end = INDEX_SEEK_ON;
    steps_start(steps, &visit.state, replay->left_out);
    visit.is_found = steps_visit(steps, variant, &visit.state, &start);
    while (!visit.is_found) {
        size_t count;
        if (end == INDEX_SEEK_LEFT || replay->ply >= screens->ply_max)
            return REPLAY_NOT_FOUND;
        const uint8_t *bytes = next_bytes(replay, &count, error);
        if (bytes == NULL)
            return replay->is_broken ? REPLAY_FAILED : REPLAY_NOT_FOUND;
        if (count > screens->ply_max - replay->ply)
            count = screens->ply_max - replay->ply;
        end = has_prefix(replay, steps, variant, count) ? visit_prefix(&visit, &seen, bytes)
                                                        : visit_on(&visit, &seen, bytes, count);
        if (end == INDEX_SEEK_BROKEN) {
            replay->is_broken = 1;
            return REPLAY_FAILED;
        }
    }
    enum replay_result result =
        found_at(replay, visit.state.first_ply, visit.state.last_ply, place_ret, error);
    place_ret->as_black = (uint8_t)steps_hit_is_reversed(steps, &visit.state);
    return result;
}

static void go_to_start(struct search_replay *replay)
{
    replay->position = replay->start;
    replay->state.knows_ends = 0;
    replay->ply = 0;
}

static enum replay_result visit_all(struct search_replay *replay, const struct query_steps *steps,
                                    const struct query_screens *screens, struct search_place *place_ret,
                                    struct error *error)
{
    enum replay_result result = visit_variant(replay, steps, STEPS_ANY_VARIANT, screens, place_ret, error);
    if (!steps_ask_each_variant(steps, 0))
        return result;
    for (unsigned i = 0; result == REPLAY_FOUND && i < steps->variants; i++) {
        struct search_place place;
        go_to_start(replay);
        enum replay_result other = visit_variant(replay, steps, i, screens, &place, error);
        if (other == REPLAY_FAILED)
            result = other;
        else if (other == REPLAY_FOUND && search_place_is_earlier(&place, place_ret))
            *place_ret = place;
    }
    return result;
}

enum replay_result search_replay_find(struct search_replay *replay, struct search_block *block, uint32_t game,
                                      const struct query_steps *steps, const struct query_screens *screens,
                                      const struct query_goal *goal, struct search_place *place_ret,
                                      struct error *error)
{
    go_to_start(replay);
    replay->block = block;
    replay->game = game;
    replay->ply_count = block->lines.plies[game];
    replay->is_broken = 0;
    replay->turn = replay->question | replay->left_out;
    return goal != NULL ? seek(replay, goal, place_ret, error)
                        : visit_all(replay, steps, screens, place_ret, error);
}
