#include "train/table_trainer.h"

#include <math.h>
#include <stdlib.h>

#include "moves/table_coder.h"
#include "train/weights_file.h"

#define ADAGRAD_START 0.1f
#define SMALL_ERROR 0.002f
#define LOGIT_UNIT 256
#define LOG2_E 1.44269504f

/* Natural logarithms, in the order of struct table_weights. Rows have besides a part that all phases share. */
struct learnt {
    float weights[TABLE_WEIGHTS];
    float shared_men[TABLE_MAN_ROWS];
    float shared_moves[POLICY_ROW_COUNT];
};

struct table_trainer {
    struct learnt learnt;
    struct learnt squares; /* of gradients */
    float rate;
};

/* First places of the four kinds of weights. */
enum {
    MAN_ROWS = 0,
    MAN_CLASSES = TABLE_PHASES * TABLE_MAN_ROWS,
    MOVE_ROWS = MAN_CLASSES + TABLE_MAN_CLASSES,
    MOVE_CLASSES = MOVE_ROWS + TABLE_PHASES * POLICY_ROW_COUNT
};

/* What a ply's move is made of. */
struct seen_move {
    struct table_men men;
    struct table_targets targets;
    unsigned man, target; /* the places of what was played */
    unsigned phase;
};

static void see_move(struct seen_move *seen, const struct replay *replay)
{
    struct policy_history history = policy_past_look(&replay->past, &replay->position);
    unsigned code = policy_code_of(&replay->position, replay_move(replay));
    seen->phase = table_phase(&replay->position, replay->next);
    table_men_fill(&seen->men, &replay->position, &history);
    for (seen->man = 0; table_man_square(&seen->men, seen->man) != (code >> 6 & 63); seen->man++)
        if (seen->man + 1 >= seen->men.count)
            replay_has_no_such_move();
    table_targets_fill(&seen->targets, &seen->men, seen->man);
    for (seen->target = 0; seen->targets.moves[seen->target] != code; seen->target++)
        if (seen->target + 1 >= seen->targets.count)
            replay_has_no_such_move();
}

/* ---- Learning ---- */

static void step(float *weight, float *square, float error, float rate)
{
    *square += error * error;
    *weight += rate * error / sqrtf(*square + ADAGRAD_START);
}

/* Where the weights of one choice are. */
struct choice {
    unsigned count, chosen;
    const uint16_t *rows, *classes;
    size_t first_row, first_class;
    float *shared, *shared_squares;
};

/* Learns one choice; returns what it cost before, in bits. */
static float learn_choice(struct table_trainer *trainer, const struct choice *choice)
{
    float *weights = trainer->learnt.weights;
    float *squares = trainer->squares.weights;
    float chances[TABLE_MEN_MAX];
    float best = -1e9f, sum = 0;
    for (unsigned i = 0; i < choice->count; i++) {
        unsigned row = choice->rows[i];
        chances[i] = choice->shared[row] + weights[choice->first_row + row] +
                     weights[choice->first_class + choice->classes[i]];
        best = chances[i] > best ? chances[i] : best;
    }
    for (unsigned i = 0; i < choice->count; i++)
        sum += chances[i] = expf(chances[i] - best);
    for (unsigned i = 0; i < choice->count; i++) {
        float error = (float)(i == choice->chosen) - chances[i] / sum;
        unsigned row = choice->rows[i];
        size_t phase_row = choice->first_row + row;
        size_t class = choice->first_class + choice->classes[i];
        if (fabsf(error) < SMALL_ERROR)
            continue;
        step(&choice->shared[row], &choice->shared_squares[row], error, trainer->rate);
        step(&weights[phase_row], &squares[phase_row], error, trainer->rate);
        step(&weights[class], &squares[class], error, trainer->rate);
    }
    return LOG2_E * logf(sum / chances[choice->chosen]);
}

static float learn(void *opaque, const struct replay *replay, float rate)
{
    static struct seen_move seen;
    struct table_trainer *trainer = opaque;
    trainer->rate = rate;
    see_move(&seen, replay);
    const struct choice man = {.count = seen.men.count,
                               .chosen = seen.man,
                               .rows = seen.men.rows,
                               .classes = seen.men.classes,
                               .first_row = MAN_ROWS + (size_t)seen.phase * TABLE_MAN_ROWS,
                               .first_class = MAN_CLASSES,
                               .shared = trainer->learnt.shared_men,
                               .shared_squares = trainer->squares.shared_men};
    const struct choice target = {.count = seen.targets.count,
                                  .chosen = seen.target,
                                  .rows = seen.targets.rows,
                                  .classes = seen.targets.classes,
                                  .first_row = MOVE_ROWS + (size_t)seen.phase * POLICY_ROW_COUNT,
                                  .first_class = MOVE_CLASSES,
                                  .shared = trainer->learnt.shared_moves,
                                  .shared_squares = trainer->squares.shared_moves};
    return learn_choice(trainer, &man) + learn_choice(trainer, &target);
}

static int16_t rounded(float weight)
{
    float bits = roundf(weight * LOG2_E * LOGIT_UNIT);
    return (int16_t)(bits > INT16_MAX / 2 ? INT16_MAX / 2 : bits < INT16_MIN / 2 ? INT16_MIN / 2 : bits);
}

static void round_all(const struct learnt *learnt, int16_t *words)
{
    for (size_t i = 0; i < TABLE_WEIGHTS; i++) {
        float shared = i < MAN_CLASSES ? learnt->shared_men[i % TABLE_MAN_ROWS]
                       : i >= MOVE_ROWS && i < MOVE_CLASSES
                           ? learnt->shared_moves[(i - MOVE_ROWS) % POLICY_ROW_COUNT]
                           : 0;
        words[i] = rounded(learnt->weights[i] + shared);
    }
}

/* ---- Testing ---- */

/* In bits, without the range coder's rounding. */
static double cost_of_choice(const uint16_t *rows, const int16_t *row_weights, const uint16_t *classes,
                             const int16_t *class_weights, unsigned count, unsigned chosen)
{
    int best = row_weights[rows[chosen]] + class_weights[classes[chosen]];
    double chances = 0;
    for (unsigned i = 0; i < count; i++)
        chances += exp2((double)(row_weights[rows[i]] + class_weights[classes[i]] - best) / LOGIT_UNIT);
    return log2(chances);
}

static double cost_of(const void *opaque, const struct replay *replay)
{
    static struct seen_move seen;
    const struct table_weights *weights = opaque;
    see_move(&seen, replay);
    double cost = cost_of_choice(seen.men.rows, weights->man_rows + seen.phase * TABLE_MAN_ROWS,
                                 seen.men.classes, weights->man_classes, seen.men.count, seen.man);
    cost += cost_of_choice(seen.targets.rows, weights->move_rows + seen.phase * POLICY_ROW_COUNT,
                           seen.targets.classes, weights->move_classes, seen.targets.count, seen.target);
    return cost;
}

int table_train(const struct collection *collection, struct course *course, const char *path)
{
    static int16_t words[TABLE_WEIGHTS];
    struct table_trainer *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL)
        exit(1);
    const struct learner learner = {
        .trainer = trainer, .rate_first = 0.1f, .rate_last = 0.003f, .learn = learn};
    lesson_learn(&learner, collection, course);
    round_all(&trainer->learnt, words);
    free(trainer);
    const struct table_weights weights = table_weights_at(words);
    int done = weights_file_write(NULL, 0, words, TABLE_WEIGHTS, path);
    lesson_test(cost_of, &weights, collection);
    return done;
}

void table_test(const struct collection *collection)
{
    lesson_test(cost_of, &move_tables, collection);
}
