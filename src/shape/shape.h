/*
 * Shapes: what elements a game's movetext has, in their order. An adaptive guess foresees nearly every element;
 * stored are the lengths of the runs of right guesses, and the elements that were not foreseen.
 * docs/FORMAT.md, "Shapes".
 */
#ifndef PGNPACK_SHAPE_SHAPE_H
#define PGNPACK_SHAPE_SHAPE_H

#include "container/sections/bcgn_format.h"
#include "game/game.h"
#include "util/buffer.h"
#include "util/bytes.h"
#include "util/varint.h"

/* The guess by the two elements before, and how often it was right lately. */
struct shape_model {
    uint8_t guess[BCGN_SHAPE_KIND_COUNT][BCGN_SHAPE_KIND_COUNT];
    uint8_t trust[BCGN_SHAPE_KIND_COUNT][BCGN_SHAPE_KIND_COUNT];
    uint8_t before;
    uint8_t before_that;
};

static inline void shape_model_init(struct shape_model *model)
{
    *model = (struct shape_model){.before = BCGN_SHAPE_END, .before_that = BCGN_SHAPE_END};
}

enum { SHAPE_TRUST_MAX = 3 };

static inline uint8_t shape_guess(const struct shape_model *model)
{
    return model->guess[model->before_that][model->before];
}

/* Learns what really came. */
static inline void shape_learn(struct shape_model *model, uint8_t kind)
{
    uint8_t *guess = &model->guess[model->before_that][model->before];
    uint8_t *trust = &model->trust[model->before_that][model->before];
    if (*guess == kind)
        *trust = (uint8_t)(*trust + (*trust < SHAPE_TRUST_MAX));
    else if (*trust > 0)
        --*trust;
    else
        *guess = kind;
    model->before_that = model->before;
    model->before = kind;
}

/* Every guess will be a move until it is wrong, and nothing is learnt from right ones. */
static inline int shape_is_sure_of_moves(const struct shape_model *model)
{
    enum { MOVE_KIND = 0 };
    return model->before == MOVE_KIND && model->before_that == MOVE_KIND &&
           model->guess[MOVE_KIND][MOVE_KIND] == MOVE_KIND &&
           model->trust[MOVE_KIND][MOVE_KIND] == SHAPE_TRUST_MAX;
}

/* Passes over moves, a byte each; returns how many. */
static inline uint64_t shape_skip_moves(struct byte_source *elements)
{
    const uint8_t *start = elements->at;
    while (byte_source_left(elements) >= sizeof(uint64_t) && load_le64(elements->at) == 0) /* of ITEM_MOVE */
        elements->at += sizeof(uint64_t);
    while (byte_source_left(elements) != 0 && *elements->at == ITEM_MOVE)
        elements->at++;
    return (uint64_t)(elements->at - start);
}

/*
 * Of elements, a byte each: takes the next run of right guesses, and the literal behind it (BCGN_SHAPE_KIND_COUNT:
 * they end without one).
 */
static inline uint64_t shape_next_run(struct shape_model *model, struct byte_source *elements,
                                      uint8_t *literal_ret)
{
    uint64_t run = 0;
    *literal_ret = BCGN_SHAPE_KIND_COUNT;
    while (byte_source_left(elements) != 0) {
        uint64_t moves = shape_is_sure_of_moves(model) ? shape_skip_moves(elements) : 0;
        run += moves;
        if (moves != 0)
            continue;
        uint8_t kind = byte_source_byte(elements);
        int is_guessed = shape_guess(model) == kind;
        shape_learn(model, kind);
        if (!is_guessed) {
            *literal_ret = kind;
            break;
        }
        run++;
    }
    return run;
}

/* Appends runs and literals as their sections have them. */
static inline void shapes_write(struct byte_source elements, struct buffer *runs, struct buffer *kinds)
{
    struct shape_model model;
    uint8_t literal;
    shape_model_init(&model);
    while (byte_source_left(&elements) != 0) {
        varint_append(runs, shape_next_run(&model, &elements, &literal));
        if (literal != BCGN_SHAPE_KIND_COUNT)
            buffer_append_byte(kinds, literal);
    }
}

/* Small and plain, so that a copy is a place to come back to. */
struct shape_decoder {
    struct shape_model model;
    uint64_t run; /* right guesses that are left */
    int has_run;  /* it was read: what comes behind it is a literal */
    struct byte_source runs;
    struct byte_source kinds;
};

/* The run behind a literal is read where more is wanted: none is stored behind the last element. */
static inline void shape_decode_run(struct shape_decoder *decoder)
{
    decoder->run = byte_source_varint(&decoder->runs);
    decoder->has_run = !decoder->runs.failed;
}

static inline void shape_decode_start(struct shape_decoder *decoder, struct byte_source runs,
                                      struct byte_source kinds)
{
    shape_model_init(&decoder->model);
    decoder->runs = runs;
    decoder->kinds = kinds;
    decoder->run = 0;
    decoder->has_run = 0;
}

/* The next element; BCGN_SHAPE_KIND_COUNT when the data is not in order. */
static inline uint8_t shape_decode(struct shape_decoder *decoder)
{
    uint8_t kind;
    if (!decoder->has_run) {
        shape_decode_run(decoder);
        if (decoder->runs.failed)
            return BCGN_SHAPE_KIND_COUNT;
    }
    if (decoder->run > 0) {
        decoder->run--;
        kind = shape_guess(&decoder->model);
    } else {
        kind = byte_source_byte(&decoder->kinds);
        if (decoder->kinds.failed || kind >= BCGN_SHAPE_KIND_COUNT)
            return BCGN_SHAPE_KIND_COUNT;
        decoder->has_run = 0;
    }
    shape_learn(&decoder->model, kind);
    return kind;
}

/*
 * Takes as many elements as are surely moves that were foreseen, at once; returns their number, perhaps 0. The same
 * as shape_decode() so many times.
 */
static inline uint64_t shape_decode_moves(struct shape_decoder *decoder)
{
    if (!shape_is_sure_of_moves(&decoder->model))
        return 0;
    if (!decoder->has_run)
        shape_decode_run(decoder);
    uint64_t count = decoder->run;
    decoder->run = 0;
    return count;
}

/* Moves and brackets change where we are in a game; these don't. */
static inline int shape_is_remark(uint8_t kind)
{
    return kind < BCGN_SHAPE_RESULT && !item_kind_is_ply(kind) && kind != ITEM_VARIATION_BEGIN &&
           kind != ITEM_VARIATION_END;
}

/* Every guess will be a move or one kind of remark, in turn, until it is wrong, and nothing is learnt from right ones. */
static inline int shape_is_sure_of_remarked_moves(const struct shape_model *model)
{
    uint8_t last = model->before, other = model->before_that, remark = last != ITEM_MOVE ? last : other;
    return (last == ITEM_MOVE) != (other == ITEM_MOVE) && shape_is_remark(remark) &&
           model->guess[other][last] == other && model->trust[other][last] == SHAPE_TRUST_MAX &&
           model->guess[last][other] == last && model->trust[last][other] == SHAPE_TRUST_MAX;
}

/*
 * The same of moves that are foreseen with a remark each, too, and of those remarks: returns how many elements, *moves_ret:
 * how many of them are moves.
 */
static inline uint64_t shape_decode_foreseen(struct shape_decoder *decoder, uint64_t *moves_ret)
{
    struct shape_model *model = &decoder->model;
    if (!shape_is_sure_of_remarked_moves(model))
        return *moves_ret = shape_decode_moves(decoder);
    if (!decoder->has_run)
        shape_decode_run(decoder);
    uint64_t count = decoder->run;
    decoder->run = 0;
    *moves_ret = (count + (model->before != ITEM_MOVE)) / 2;
    if (count % 2 != 0) {
        uint8_t last = model->before;
        model->before = model->before_that;
        model->before_that = last;
    }
    return count;
}

/*
 * Behind a game's end: the guesses are such that games of moves and a result alone cost a run and a literal each, and
 * change nothing that matters to the next one.
 */
static inline int shape_foresees_plain_games(const struct shape_decoder *decoder)
{
    const struct shape_model *model = &decoder->model;
    enum { MOVE = ITEM_MOVE, RESULT = BCGN_SHAPE_RESULT, END = BCGN_SHAPE_END, MAX = SHAPE_TRUST_MAX };
    return decoder->has_run && model->before_that == RESULT && model->before == END &&
           model->guess[RESULT][END] == MOVE && model->trust[RESULT][END] == MAX &&
           model->guess[END][MOVE] == MOVE && model->trust[END][MOVE] == MAX &&
           model->guess[MOVE][RESULT] == END && model->trust[MOVE][RESULT] == MAX &&
           model->guess[MOVE][MOVE] == MOVE && model->trust[MOVE][MOVE] >= MAX - 1;
}

enum { SHAPE_PLAIN_PLIES_MAX = 255 };

/*
 * Where plain games are foreseen: takes the next game if it is one with 3 to SHAPE_PLAIN_PLIES_MAX moves, and returns their
 * number; else takes nothing and returns 0. The third move makes up for the trust in moves that the result takes away.
 */
static inline unsigned shape_decode_plain_game(struct shape_decoder *decoder)
{
    uint64_t moves = decoder->run;
    struct byte_source runs = decoder->runs;
    if (moves < 3 || moves > SHAPE_PLAIN_PLIES_MAX || byte_source_left(&decoder->kinds) == 0 ||
        *decoder->kinds.at != BCGN_SHAPE_RESULT)
        return 0;
    uint64_t run =
        byte_source_left(&runs) != 0 && *runs.at <= VARINT_BYTE_MAX ? *runs.at++ : byte_source_varint(&runs);
    if (run == 0)
        return 0;
    decoder->kinds.at++;
    decoder->runs = runs;
    decoder->run = run - 1;
    return (unsigned)moves;
}

#endif
