#include "lib/search/search_line.h"

#include "moves/index/index_run_ends.h"

void search_line_init(struct search_line *search, struct memory *memory)
{
    *search = (struct search_line){.plies = 0};
    line_stack_init(&search->line, memory);
    search_written_init(&search->written, memory);
}

void search_line_free(struct search_line *search)
{
    struct memory *memory = search->line.memory;
    memory_release(memory, search->states, search->state_capacity * sizeof *search->states);
    line_stack_free(&search->line);
    search_written_free(&search->written);
    search_line_init(search, memory);
}

/* Where the walk through a game stands. */
struct walk_place {
    const struct query_steps *steps;
    unsigned variant; /* of the steps, or STEPS_ANY_VARIANT */
    const struct game *game;
    size_t item;
    size_t line_start; /* behind a bracket that no half-move follows yet; SIZE_MAX: elsewhere */
    struct steps_state state, before; /* the last half-move */
    struct written_trail trail, trail_before;
    uint32_t plies_left; /* of the main line */
};

/* Does no half-move follow item `i` in its line? */
static int is_last(const struct walk_place *place, const struct search_line *search)
{
    const struct game *game = place->game;
    unsigned depth = 0;
    if (search->line.walk.depth == 0)
        return place->plies_left == 0;
    for (size_t i = place->item + 1; i < game->item_count; i++) {
        unsigned kind = game->items[i].kind;
        if (kind == ITEM_VARIATION_END && depth-- == 0)
            return 1;
        depth += kind == ITEM_VARIATION_BEGIN;
        if (depth == 0 && item_kind_is_ply(kind))
            return 0;
    }
    return 1;
}

/* What stands behind the half-move `ply`, as search_written_read() says. Returns NULL where nobody asks. */
static const struct written *read_written(struct search_line *search, struct walk_place *place, size_t ply)
{
    if (search->written.asks == 0)
        return NULL;
    place->trail_before = place->trail;
    search_written_read(&search->written, place->game,
                        place->line_start != SIZE_MAX ? place->line_start : ply, ply, &place->trail);
    place->line_start = SIZE_MAX;
    return &search->written.written;
}

/* `ply`: the item of the half-move that led here; SIZE_MAX: none. */
static int visit(struct search_line *search, struct walk_place *place, const struct index_step *step,
                 size_t ply)
{
    const struct board_view view = {
        .position = &search->line.position,
        .ply = search->line.walk.ply,
        .move = step->move,
        .mover = step->mover,
        .taken = step->taken,
        .is_last = (uint8_t)is_last(place, search),
        .unchanged = (uint8_t)(step->move == NO_MOVE ? 0 : board_unchanged_by(step->move, step->mover)),
        .written = read_written(search, place, ply)};
    steps_copy(place->steps, &place->before, &place->state);
    return steps_visit(place->steps, place->variant, &place->state, &view);
}

static unsigned taken_by(const struct position *position, chess_move move)
{
    if (move_is_castling(move))
        return NO_MAN;
    return move_flag(move) == MOVE_EN_PASSANT ? man_of(PAWN, position->side ^ 1)
                                              : position->men[move_to(move)];
}

/* A half-move. Returns 1 where the steps are fulfilled. */
static int visit_ply(struct search_line *search, struct walk_place *place, const struct game_item *item)
{
    char san[SAN_SIZE_MAX];
    struct index_step step = {NO_MOVE, NO_MAN, NO_MAN};
    if (item->kind == ITEM_MOVE) {
        step.move = item->value;
        step.mover = search->line.position.men[move_from(step.move)];
        step.taken = (uint8_t)taken_by(&search->line.position, step.move);
        line_stack_make(&search->line, step.move);
    } else if (item->kind == ITEM_DROP) {
        line_stack_make_drop(&search->line, item->value, san);
    } else {
        line_stack_make_null(&search->line);
    }
    search->plies++;
    if (search->line.walk.depth == 0)
        place->plies_left--;
    return visit(search, place, &step, place->item);
}

/* Returns 0 when there is no memory. */
static int open_variation(struct search_line *search, struct walk_place *place)
{
    unsigned depth = search->line.walk.depth;
    if (!MEMORY_GROW(search->line.memory, search->states, search->state_capacity, depth + (size_t)1))
        return 0;
    steps_copy(place->steps, &search->states[depth].state, &place->state);
    steps_copy(place->steps, &search->states[depth].before, &place->before);
    steps_copy(place->steps, &place->state, &place->before);
    search->states[depth].trail = place->trail;
    search->states[depth].trail_before = place->trail_before;
    place->trail = place->trail_before;
    place->line_start = place->item + 1;
    return line_stack_open(&search->line) == LINE_OK;
}

static void close_variation(struct search_line *search, struct walk_place *place)
{
    line_stack_close(&search->line);
    const struct line_states *states = &search->states[search->line.walk.depth];
    steps_copy(place->steps, &place->state, &states->state);
    steps_copy(place->steps, &place->before,
               &states->before); /* of the last half-move, to which there may be further alternatives */
    place->line_start = SIZE_MAX;
    place->trail = states->trail;
    place->trail_before = states->trail_before;
}

/* The half-move that is played in the position, from item `i` on; NO_MOVE: none, or a null move. */
static chess_move move_played(const struct game *game, size_t i)
{
    for (; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        if (item->kind == ITEM_VARIATION_END)
            return NO_MOVE;
        if (item->kind == ITEM_VARIATION_BEGIN)
            i = game_variation_end(game, i);
        else if (item_kind_is_ply(item->kind))
            return item->kind == ITEM_NULL_MOVE ? NO_MOVE : item->value;
    }
    return NO_MOVE;
}

/* `next`: the first item behind the one that led here. */
static int set_place(const struct search_line *search, const struct walk_place *place, size_t next,
                     struct search_place *place_ret)
{
    place_ret->ply = place->state.first_ply;
    place_ret->last_ply = place->state.last_ply;
    place_ret->text = (uint32_t)next;
    place_ret->item = search->line.walk.depth == 0 ? 0 : place_ret->text;
    place_ret->move = move_played(place->game, next);
    place_ret->as_black = (uint8_t)steps_hit_is_reversed(place->steps, &place->state);
    return 1;
}

static int find_variant(struct search_line *search, const struct query_steps *steps, unsigned variant,
                        const struct game *game, int variations, struct search_place *place_ret)
{
    struct walk_place place = {
        .steps = steps, .variant = variant, .game = game, .plies_left = game->ply_count};
    struct position start = game->start;
    if (game->trouble == TROUBLE_FEN)
        return 0;
    if (!game->has_start)
        position_start(&start);
    line_stack_start(&search->line, &start, LINE_BOARDS);
    steps_start(steps, &place.state, search->left_out);
    search->written.asks = steps->asks;
    search_written_start(&search->written, game, &place.trail);
    if (visit(search, &place, &(struct index_step){NO_MOVE, NO_MAN, NO_MAN}, SIZE_MAX))
        return set_place(search, &place, 0, place_ret);
    for (; place.item < game->item_count; place.item++) {
        const struct game_item *item = &game->items[place.item];
        if (item_kind_is_ply(item->kind) && visit_ply(search, &place, item))
            return set_place(search, &place, place.item + 1, place_ret);
        if (item->kind == ITEM_VARIATION_BEGIN && !variations)
            place.item = game_variation_end(game, place.item);
        else if (item->kind == ITEM_VARIATION_BEGIN && !open_variation(search, &place))
            return 0;
        else if (item->kind == ITEM_VARIATION_END && search->line.walk.depth != 0)
            close_variation(search, &place);
    }
    return 0;
}

int search_line_find(struct search_line *search, const struct query_steps *steps, const struct game *game,
                     int variations, struct search_place *place_ret)
{
    struct search_place place;
    if (!find_variant(search, steps, STEPS_ANY_VARIANT, game, variations, place_ret))
        return 0;
    for (unsigned i = 0; steps_ask_each_variant(steps, variations) && i < steps->variants; i++)
        if (find_variant(search, steps, i, game, variations, &place) &&
            search_place_is_earlier(&place, place_ret))
            *place_ret = place;
    return 1;
}
