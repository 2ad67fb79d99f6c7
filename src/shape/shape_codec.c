#include "shape/shape_codec.h"

#include "container/sections/work_costs.h"
#include "game/walk.h"

/* What is known before an element: all of it follows from the elements before, and the games' results. */
struct shape_history {
    struct shape_model model;
    struct walk walk;
    uint32_t game;
    unsigned result;
    unsigned others; /* the last two elements that are no moves, 4 bits each, the newest lowest */
    unsigned nag;    /* the last one */
};

/* A pass over all elements, in either direction. */
struct shape_coder {
    struct mixed_model *model;
    struct bit_coder bits;
    const struct shape_block *block;
    struct shape_history history;
    uint64_t elements_left;
    uint8_t newer_kind; /* not 0: unpacking met a kind of element that this version does not know */
    int failed;
    /* Packing: the run to be told is counted first, so elements are taken up to behind it and its literal. */
    struct shape_sources in;
    struct shape_model ahead;
    uint8_t literal;
    /* Unpacking. */
    struct shape_streams *out; /* NULL: packing */
    struct work_count *work;
};

static int packs(const struct shape_coder *coder)
{
    return coder->out == NULL;
}

static int is_behind_games(const struct shape_coder *coder)
{
    return coder->history.game == coder->block->game_count;
}

/* Fails when it was too much. */
static void count_work(struct shape_coder *coder, uint64_t cost)
{
    if (packs(coder))
        return;
    coder->work->done += cost;
    coder->failed |= coder->work->done > coder->work->limit;
}

/* ---- What is known ---- */

static void start_game(struct shape_coder *coder)
{
    struct shape_history *history = &coder->history;
    history->result = byte_source_peek(&coder->block->results, history->game);
    walk_start(&history->walk);
}

static void learn_other(struct shape_coder *coder, uint8_t kind)
{
    struct shape_history *history = &coder->history;
    history->others = (history->others << 4 | kind) & 0xff;
    coder->failed |= !walk_pass(&history->walk, kind);
    if (kind == BCGN_SHAPE_END || kind == BCGN_SHAPE_BROKEN_END) {
        history->game++;
        start_game(coder);
    }
}

/* ---- Values ---- */

enum { SET_RUN, SET_PHASE, SET_REST, SET_KIND, SET_NAG, SET_END };

static struct mixed_context context_of(const struct shape_history *history, unsigned set, uint32_t known)
{
    const struct shape_model *model = &history->model;
    uint32_t expected = known << 4 | shape_guess(model);
    uint32_t here = (expected << 4 | model->before_that) << 4 | model->before;
    uint32_t depth = history->walk.depth < 3 ? history->walk.depth : 3;
    uint32_t side = (history->result << 1 | (history->walk.ply & 1)) << 2 | depth;
    struct mixed_context context = {.set = set};
    mixed_context_add(&context, here << 2 | depth);
    mixed_context_add(&context, hash32(here, (history->nag << 8 | history->others) << 5 | side));
    mixed_context_add(&context, expected);
    return context;
}

/* Short runs one by one, others by what they leave modulo 4, which says whose move the last one was, and the rest. */
static uint64_t code_run(struct shape_coder *coder, uint64_t run)
{
    enum { SHORT_RUNS = 4, PHASE_BITS = 2, REST_MAX_BITS = 60 };
    struct mixed_context context = context_of(&coder->history, SET_RUN, 0);
    for (unsigned i = 0; i < SHORT_RUNS; i++)
        if (!mixed_code_bit(coder->model, &coder->bits, &context, i, run > i))
            return i;
    run -= SHORT_RUNS;
    context = context_of(&coder->history, SET_PHASE, 0);
    unsigned phase = mixed_code_symbol(coder->model, &coder->bits, &context, PHASE_BITS, (unsigned)run & 3);
    context = context_of(&coder->history, SET_REST, phase);
    uint64_t rest = mixed_code_natural(coder->model, &coder->bits, &context, run >> PHASE_BITS);
    coder->failed |= rest >> REST_MAX_BITS != 0;
    return (rest << PHASE_BITS) + phase + SHORT_RUNS;
}

static uint8_t code_kind(struct shape_coder *coder, uint8_t kind)
{
    enum { KIND_BITS = 4 };
    struct mixed_context context = context_of(&coder->history, SET_KIND, 0);
    return (uint8_t)mixed_code_symbol(coder->model, &coder->bits, &context, KIND_BITS, kind);
}

static unsigned code_nag(struct shape_coder *coder, uint8_t kind, unsigned nag)
{
    enum { NAG_BITS = 8, LARGE = 255 };
    struct mixed_context context = context_of(&coder->history, SET_NAG, kind);
    unsigned symbol =
        mixed_code_symbol(coder->model, &coder->bits, &context, NAG_BITS, nag < LARGE ? nag : LARGE);
    if (symbol < LARGE)
        return symbol;
    uint64_t more = mixed_code_natural(coder->model, &coder->bits, &context, nag - LARGE);
    coder->failed |= more > UINT16_MAX - LARGE;
    return (unsigned)more + LARGE;
}

/* ---- Elements ---- */

static void take_nag(struct shape_coder *coder, uint8_t kind)
{
    count_work(coder, WORK_MODELLED);
    unsigned nag = packs(coder) ? (unsigned)byte_source_varint_max(&coder->in.nags, UINT16_MAX) : 0;
    nag = code_nag(coder, kind, nag);
    if (!packs(coder))
        varint_append(&coder->out->nags, nag);
    coder->history.nag = nag;
}

/* Returns 0 when the block cannot have so many more elements. */
static int count_elements(struct shape_coder *coder, uint64_t count)
{
    coder->failed |= count > coder->elements_left;
    coder->elements_left -= coder->failed ? 0 : count;
    return !coder->failed;
}

static void take_element(struct shape_coder *coder, uint8_t kind)
{
    if (!count_elements(coder, 1))
        return;
    if (kind == ITEM_NAG || kind == ITEM_SUFFIX)
        take_nag(coder, kind);
    shape_learn(&coder->history.model, kind);
    if (kind == ITEM_MOVE)
        walk_plies(&coder->history.walk, 1);
    else
        learn_other(coder, kind);
}

/* `count` elements as they are guessed. */
static void take_guessed(struct shape_coder *coder, uint64_t count)
{
    while (count > 0 && !coder->failed && !is_behind_games(coder)) {
        if (shape_is_sure_of_moves(&coder->history.model) && count_elements(coder, count)) {
            walk_plies(&coder->history.walk, count);
            return;
        }
        take_element(coder, shape_guess(&coder->history.model));
        count--;
    }
    coder->failed |= count != 0;
}

/*
 * Guessed elements that end a game are told one by one, so that what is told of the run behind them is told as of
 * the game that it is of. Returns how many there are of `run`; *goes_on_ret: the run may go on behind them.
 */
static uint64_t take_ends(struct shape_coder *coder, uint64_t run, int *goes_on_ret)
{
    uint64_t taken = 0;
    *goes_on_ret = 1;
    while (!coder->failed && !is_behind_games(coder) &&
           shape_guess(&coder->history.model) >= BCGN_SHAPE_RESULT) {
        struct mixed_context context = context_of(&coder->history, SET_END, 0);
        count_work(coder, WORK_MODELLED);
        *goes_on_ret = (int)mixed_code_bit(coder->model, &coder->bits, &context, 0, run > taken);
        if (!*goes_on_ret)
            return taken;
        take_element(coder, shape_guess(&coder->history.model));
        taken++;
    }
    return taken;
}

static void take_run(struct shape_coder *coder)
{
    uint64_t run = 0;
    if (packs(coder))
        run = shape_next_run(&coder->ahead, &coder->in.elements, &coder->literal);
    int goes_on;
    uint64_t taken = take_ends(coder, run, &goes_on);
    uint64_t more = goes_on && !is_behind_games(coder) ? code_run(coder, run - taken) : 0;
    if (!packs(coder))
        varint_append(&coder->out->runs, taken + more);
    uint64_t left = coder->elements_left;
    take_guessed(coder, more);
    count_work(coder, WORK_MODELLED + (left - coder->elements_left) * WORK_ELEMENT);
}

static void take_other(struct shape_coder *coder)
{
    uint8_t kind = code_kind(coder, packs(coder) ? coder->literal : 0);
    coder->newer_kind = kind >= BCGN_SHAPE_KIND_COUNT ? kind : 0;
    coder->failed |= coder->newer_kind != 0;
    count_work(coder, WORK_MODELLED);
    if (coder->failed)
        return;
    if (!packs(coder))
        buffer_append_byte(&coder->out->kinds, kind);
    take_element(coder, kind);
}

static void take_all(struct shape_coder *coder)
{
    shape_model_init(&coder->history.model);
    start_game(coder);
    while (!is_behind_games(coder) && !coder->failed && !bit_coder_failed(&coder->bits)) {
        take_run(coder);
        if (!is_behind_games(coder) && !coder->failed)
            take_other(coder);
    }
}

int shapes_pack(struct mixed_model *model, const struct shape_block *block,
                const struct shape_sources *sources, struct buffer *out)
{
    struct shape_coder coder = {.model = model, .block = block, .in = *sources, .elements_left = UINT64_MAX};
    shape_model_init(&coder.ahead);
    if (!mixed_model_start(model))
        return 0;
    bit_coder_start_encoding(&coder.bits, out);
    take_all(&coder);
    bit_coder_finish(&coder.bits);
    return !buffer_failed(out);
}

static int streams_failed(const struct shape_streams *streams)
{
    return buffer_failed(&streams->runs) || buffer_failed(&streams->kinds) || buffer_failed(&streams->nags);
}

enum pgnpack_status shapes_unpack(struct mixed_model *model, const struct shape_block *block,
                                  struct byte_source packed, uint64_t element_limit,
                                  struct shape_streams *streams, struct error *error)
{
    struct shape_coder coder = {.model = model, .block = block, .out = streams};
    struct work_count uncounted;
    work_start(&uncounted, WORK_NO_LIMIT);
    coder.work = block->work == NULL ? &uncounted : block->work;
    coder.elements_left = element_limit;
    int has_memory = mixed_model_start(model);
    bit_coder_start_decoding(&coder.bits, packed);
    if (has_memory)
        take_all(&coder);
    if (!has_memory || streams_failed(streams))
        return error_no_memory(error);
    if (coder.work->done > coder.work->limit)
        return work_limit_passed(error);
    if (coder.newer_kind != 0 && !bit_coder_failed(&coder.bits))
        return error_newer(error, "kind of element", coder.newer_kind);
    if (coder.failed || !bit_coder_at_end(&coder.bits))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's shapes are not in order");
    return PGNPACK_OK;
}
