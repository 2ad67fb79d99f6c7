#include "shape/shape_codec.h"

#include "container/work_costs.h"
#include "game/game.h"

enum { DEPTH_MAX = 32 }; /* of what is kept of open variations: deeper ones are coded knowing less */

/* What is known before an element: all of it follows from the elements before, and the games' results. */
struct shape_walk {
    struct shape_model model;
    uint32_t game;
    unsigned result;
    unsigned ply; /* of the present line, from 0 where the game starts */
    unsigned depth;
    unsigned plies[DEPTH_MAX]; /* where the open variations began */
    unsigned moves;            /* since the last element that is none */
    unsigned others;           /* the last four of these, 4 bits each, the newest lowest */
    unsigned nag;              /* the last one */
};

/* A walk over all elements, in either direction. */
struct shape_coder {
    struct mixed_model *model;
    struct bit_coder bits;
    const struct shape_block *block;
    struct shape_walk walk;
    struct shape_sources in;   /* packing */
    struct shape_streams *out; /* unpacking; else NULL */
    uint64_t elements_left;
    size_t size_limit;
    struct work_count *work; /* unpacking */
    int failed;
};

static int packs(const struct shape_coder *coder)
{
    return coder->out == NULL;
}

static int is_behind_games(const struct shape_coder *coder)
{
    return coder->walk.game == coder->block->game_count;
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
    struct shape_walk *walk = &coder->walk;
    walk->result = byte_source_peek(&coder->block->results, walk->game);
    walk->ply = 0;
    walk->depth = 0;
}

static void open_variation(struct shape_walk *walk)
{
    if (walk->depth < DEPTH_MAX)
        walk->plies[walk->depth] = walk->ply;
    walk->depth++;
    walk->ply -= walk->ply > 0;
}

static void close_variation(struct shape_walk *walk)
{
    if (walk->depth > 0 && --walk->depth < DEPTH_MAX)
        walk->ply = walk->plies[walk->depth];
}

static void learn_moves(struct shape_walk *walk, uint64_t count)
{
    walk->ply += (unsigned)count;
    walk->moves += (unsigned)count;
}

static void learn_other(struct shape_coder *coder, uint8_t kind)
{
    struct shape_walk *walk = &coder->walk;
    walk->others = (walk->others << 4 | kind) & 0xffff;
    walk->moves = 0;
    switch (kind) {
    case ITEM_NULL_MOVE:
    case ITEM_DROP:
        walk->ply++;
        break;
    case ITEM_VARIATION_BEGIN:
        open_variation(walk);
        break;
    case ITEM_VARIATION_END:
        close_variation(walk);
        break;
    case BCGN_SHAPE_END:
    case BCGN_SHAPE_BROKEN_END:
        walk->game++;
        start_game(coder);
        break;
    default:
        break;
    }
}

/* ---- Values ---- */

enum { SET_RUN, SET_PHASE, SET_REST, SET_KIND, SET_NAG, SET_END };

/* Sizes that are alike. */
static unsigned size_class(unsigned size)
{
    unsigned halvings = 0;
    for (; size > 3; size >>= 1)
        halvings++;
    return 4 * halvings + size;
}

static struct mixed_context context_of(const struct shape_walk *walk, unsigned set, uint32_t known)
{
    const struct shape_model *model = &walk->model;
    uint32_t expected = known << 4 | shape_guess(model);
    uint32_t here = (expected << 4 | model->before_that) << 4 | model->before;
    uint32_t depth = walk->depth < 3 ? walk->depth : 3;
    uint32_t side = (walk->result << 1 | (walk->ply & 1)) << 2 | depth;
    uint32_t two_others = walk->others & 0xff;
    struct mixed_context context = {.set = set};
    mixed_context_add(&context, here << 2 | depth);
    mixed_context_add(&context, here << 5 | side);
    mixed_context_add(&context, mixed_hash(here, (two_others << 7 | size_class(walk->moves)) << 2 | depth));
    mixed_context_add(&context, mixed_hash(here, (walk->nag << 8 | two_others) << 5 | side));
    mixed_context_add(&context, mixed_hash(here, walk->nag));
    mixed_context_add(&context, mixed_hash(here, size_class(walk->ply) << 5 | side));
    mixed_context_add(&context, mixed_hash(here, walk->others << 2 | depth));
    mixed_context_add(&context, expected);
    return context;
}

/* Short runs one by one, others by what they leave modulo 4, which says whose move the last one was, and the rest. */
static uint64_t code_run(struct shape_coder *coder, uint64_t run)
{
    enum { SHORT_RUNS = 4, PHASE_BITS = 2, REST_MAX_BITS = 60 };
    struct mixed_context context = context_of(&coder->walk, SET_RUN, 0);
    for (unsigned i = 0; i < SHORT_RUNS; i++)
        if (!mixed_code_bit(coder->model, &coder->bits, &context, i, run > i))
            return i;
    run -= SHORT_RUNS;
    context = context_of(&coder->walk, SET_PHASE, 0);
    unsigned phase = mixed_code_symbol(coder->model, &coder->bits, &context, PHASE_BITS, (unsigned)run & 3);
    context = context_of(&coder->walk, SET_REST, phase);
    uint64_t rest = mixed_code_natural(coder->model, &coder->bits, &context, run >> PHASE_BITS);
    coder->failed |= rest >> REST_MAX_BITS != 0;
    return (rest << PHASE_BITS) + phase + SHORT_RUNS;
}

static uint8_t code_kind(struct shape_coder *coder, uint8_t kind)
{
    enum { KIND_BITS = 4 };
    struct mixed_context context = context_of(&coder->walk, SET_KIND, 0);
    return (uint8_t)mixed_code_symbol(coder->model, &coder->bits, &context, KIND_BITS, kind);
}

static unsigned code_nag(struct shape_coder *coder, uint8_t kind, unsigned nag)
{
    enum { NAG_BITS = 8, LARGE = 255 };
    struct mixed_context context = context_of(&coder->walk, SET_NAG, kind);
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
    if (!packs(coder)) {
        varint_append(&coder->out->nags, nag);
        coder->failed |= coder->out->nags.size > coder->size_limit;
    }
    coder->walk.nag = nag;
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
    shape_learn(&coder->walk.model, kind);
    if (kind == ITEM_MOVE)
        learn_moves(&coder->walk, 1);
    else
        learn_other(coder, kind);
}

/* `count` elements as they are guessed. */
static void take_guessed(struct shape_coder *coder, uint64_t count)
{
    while (count > 0 && !coder->failed && !is_behind_games(coder)) {
        if (shape_is_sure_of_moves(&coder->walk.model) && count_elements(coder, count)) {
            learn_moves(&coder->walk, count);
            return;
        }
        take_element(coder, shape_guess(&coder->walk.model));
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
           shape_guess(&coder->walk.model) >= BCGN_SHAPE_RESULT) {
        struct mixed_context context = context_of(&coder->walk, SET_END, 0);
        count_work(coder, WORK_MODELLED);
        *goes_on_ret = (int)mixed_code_bit(coder->model, &coder->bits, &context, 0, run > taken);
        if (!*goes_on_ret)
            return taken;
        take_element(coder, shape_guess(&coder->walk.model));
        taken++;
    }
    return taken;
}

static void take_run(struct shape_coder *coder)
{
    uint64_t run = 0;
    if (packs(coder) && byte_source_left(&coder->in.runs) != 0)
        run = byte_source_varint(&coder->in.runs);
    int goes_on;
    uint64_t taken = take_ends(coder, run, &goes_on);
    uint64_t more = goes_on && !is_behind_games(coder) ? code_run(coder, run - taken) : 0;
    if (!packs(coder)) {
        varint_append(&coder->out->runs, taken + more);
        coder->failed |= coder->out->runs.size > coder->size_limit;
    }
    uint64_t left = coder->elements_left;
    take_guessed(coder, more);
    count_work(coder, WORK_MODELLED + (left - coder->elements_left) * WORK_ELEMENT);
}

static void take_other(struct shape_coder *coder)
{
    uint8_t kind = code_kind(coder, packs(coder) ? byte_source_byte(&coder->in.kinds) : 0);
    coder->failed |= kind >= BCGN_SHAPE_KIND_COUNT;
    count_work(coder, WORK_MODELLED);
    if (coder->failed)
        return;
    if (!packs(coder))
        buffer_append_byte(&coder->out->kinds, kind);
    take_element(coder, kind);
}

static void take_all(struct shape_coder *coder)
{
    shape_model_init(&coder->walk.model);
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
                                  struct byte_source packed, uint64_t element_limit, size_t size_limit,
                                  struct shape_streams *streams, struct error *error)
{
    struct shape_coder coder = {.model = model, .block = block, .out = streams};
    struct work_count uncounted;
    work_start(&uncounted, WORK_NO_LIMIT);
    coder.work = block->work == NULL ? &uncounted : block->work;
    coder.elements_left = element_limit;
    coder.size_limit = size_limit;
    int has_memory = mixed_model_start(model);
    bit_coder_start_decoding(&coder.bits, packed);
    if (has_memory)
        take_all(&coder);
    if (!has_memory || streams_failed(streams))
        return error_no_memory(error);
    if (coder.work->done > coder.work->limit)
        return work_limit_passed(error);
    if (coder.failed || !bit_coder_at_end(&coder.bits))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's shapes are not in order");
    return PGNPACK_OK;
}
