#include "train/table_trainer.h"

#include <math.h>
#include <stdlib.h>

#include "moves/table/table_coder.h"
#include "moves/table/table_weights_fill.h"
#include "train/weights_file.h"
#include "util/bits.h"

#define ADAGRAD_START 0.1f
#define SMALL_ERROR 0.002f
#define LOG2_E 1.44269504f

/* Natural logarithms, in the order of data/tables-0.bin. Rows have besides a part that all phases share. */
enum {
    TYPES = 0,
    MAN_ROWS = TYPES + TABLE_TYPE_ROWS * TABLE_TYPES,
    MAN_CLASSES = MAN_ROWS + TABLE_PHASES * TABLE_MAN_ROWS,
    MOVE_ROWS = MAN_CLASSES + TABLE_MAN_CLASSES,
    MOVE_CLASSES = MOVE_ROWS + TABLE_PHASES * POLICY_ROW_COUNT,
    SHARED_MEN = TABLE_BYTES, /* behind what is stored */
    SHARED_MOVES = SHARED_MEN + TABLE_MAN_ROWS,
    LEARNT = SHARED_MOVES + POLICY_ROW_COUNT
};

struct table_trainer {
    float weights[LEARNT];
    float squares[LEARNT]; /* of gradients */
    float rate;
};

/* What a ply's move is made of. */
struct seen_move {
    struct table_sight sight;
    uint16_t types[TABLE_TYPE_KINDS];
    struct table_places men, targets;
    unsigned type, man, target; /* of what was played; the places of the others */
    unsigned man_count, target_count;
};

static void see_move(struct seen_move *seen, const struct replay *replay)
{
    const struct position *position = &replay->position;
    struct table_last last = table_last_of(&replay->past, position);
    struct table_choice choice;
    unsigned code = policy_code_of(position, replay_move(replay));
    seen->type = man_type(position->men[move_from(replay_move(replay))]);
    table_see_types(&seen->sight, position, replay->next, &last, seen->types);
    table_see_men(&seen->sight, seen->type, &choice, &seen->men);
    seen->man_count = choice.count;
    for (seen->man = 0; seen->sight.squares[seen->man] != (code >> 6 & 63); seen->man++)
        if (seen->man + 1 >= choice.count)
            replay_has_no_such_move();
    table_see_targets(&seen->sight, seen->man, &choice, &seen->targets);
    seen->target_count = choice.count;
    for (seen->target = 0; choice.moves[seen->target] != code; seen->target++)
        if (seen->target + 1 >= choice.count)
            replay_has_no_such_move();
}

/* ---- Learning ---- */

/* The weights that a choice's possibilities are the sums of. */
enum { PARTS_MAX = TABLE_TYPE_KINDS > 3 ? TABLE_TYPE_KINDS : 3 };

struct choice {
    unsigned count, chosen, parts;
    uint32_t places[TABLE_MEN_MAX][PARTS_MAX];
};

static void step(struct table_trainer *trainer, uint32_t place, float error)
{
    float *square = &trainer->squares[place];
    *square += error * error;
    trainer->weights[place] += trainer->rate * error / sqrtf(*square + ADAGRAD_START);
}

/* Learns one choice; returns what it cost before, in bits. */
static float learn_choice(struct table_trainer *trainer, const struct choice *choice)
{
    float chances[TABLE_MEN_MAX];
    float best = -1e9f, sum = 0;
    for (unsigned i = 0; i < choice->count; i++) {
        chances[i] = 0;
        for (unsigned part = 0; part < choice->parts; part++)
            chances[i] += trainer->weights[choice->places[i][part]];
        best = chances[i] > best ? chances[i] : best;
    }
    for (unsigned i = 0; i < choice->count; i++)
        sum += chances[i] = expf(chances[i] - best);
    for (unsigned i = 0; i < choice->count; i++) {
        float error = (float)(i == choice->chosen) - chances[i] / sum;
        for (unsigned part = 0; part < choice->parts && fabsf(error) >= SMALL_ERROR; part++)
            step(trainer, choice->places[i][part], error);
    }
    return LOG2_E * logf(sum / chances[choice->chosen]);
}

static void choose_type(struct choice *choice, const struct seen_move *seen)
{
    choice->count = 0;
    choice->parts = TABLE_TYPE_KINDS;
    for (unsigned type = PAWN; type <= KING; type++) {
        if (!table_type_counts(&seen->sight, type))
            continue;
        if (type == seen->type)
            choice->chosen = choice->count;
        for (unsigned kind = 0; kind < TABLE_TYPE_KINDS; kind++)
            choice->places[choice->count][kind] = (uint32_t)(TYPES + seen->types[kind] * TABLE_TYPES) + type;
        choice->count++;
    }
}

static void choose_man(struct choice *choice, const struct seen_move *seen)
{
    choice->count = seen->man_count;
    choice->chosen = seen->man;
    choice->parts = 3;
    for (unsigned i = 0; i < choice->count && choice->count > 1; i++) {
        choice->places[i][0] = SHARED_MEN + seen->men.rows[i];
        choice->places[i][1] = MAN_ROWS + seen->sight.phase * TABLE_MAN_ROWS + seen->men.rows[i];
        choice->places[i][2] = MAN_CLASSES + seen->men.classes[i];
    }
}

static void choose_target(struct choice *choice, const struct seen_move *seen)
{
    choice->count = seen->target_count;
    choice->chosen = seen->target;
    choice->parts = 3;
    for (unsigned i = 0; i < choice->count; i++) {
        choice->places[i][0] = SHARED_MOVES + seen->targets.rows[i];
        choice->places[i][1] = MOVE_ROWS + seen->sight.phase * POLICY_ROW_COUNT + seen->targets.rows[i];
        choice->places[i][2] = MOVE_CLASSES + seen->targets.classes[i];
    }
}

static float learn(void *opaque, const struct replay *replay, float rate)
{
    static struct seen_move seen;
    static struct choice choice;
    struct table_trainer *trainer = opaque;
    trainer->rate = rate;
    see_move(&seen, replay);
    choose_type(&choice, &seen);
    float cost = learn_choice(trainer, &choice);
    if (seen.man_count > 1) {
        choose_man(&choice, &seen);
        cost += learn_choice(trainer, &choice);
    }
    choose_target(&choice, &seen);
    return cost + learn_choice(trainer, &choice);
}

/* ---- Storing: costs instead of logarithms ---- */

/*
 * Adding a number to all that stand together in choices changes none: the best of them costs nothing. In `groups`: the number of
 * each weight's group.
 */
static void store(const float *weights, const uint16_t *groups, size_t count, unsigned most, uint8_t *costs)
{
    static float best[1 << 16];
    for (unsigned i = 0; i < 1 << 16; i++)
        best[i] = -1e9f;
    for (size_t i = 0; i < count; i++)
        best[groups[i]] = weights[i] > best[groups[i]] ? weights[i] : best[groups[i]];
    for (size_t i = 0; i < count; i++) {
        float cost = roundf((best[groups[i]] - weights[i]) * LOG2_E * TABLE_COST_UNIT);
        costs[i] = (uint8_t)(cost > (float)most ? (float)most : cost);
    }
}

/* Moves' rows that stand together: those of a man on a square, and all of the king's, castling too. */
static void group_move_rows(uint16_t groups[POLICY_ROW_COUNT])
{
    enum { PROMOTIONS = 8 };
    for (unsigned row = 0; row < POLICY_ROW_COUNT; row++)
        groups[row] = KING * 64;
    for (unsigned type = KNIGHT; type < KING; type++)
        for (unsigned from = 0; from < 64; from++)
            for (unsigned i = 0; i < popcount64(empty_board_tables.targets[type][from]); i++)
                groups[policy_piece_row(type, from) + i] = (uint16_t)(type * 64 + from);
    for (unsigned row = POLICY_ROW_PAWN; row < POLICY_ROW_PROMOTION; row++)
        groups[row] = (uint16_t)(PROMOTIONS + (row - POLICY_ROW_PAWN) / 4);
    for (unsigned row = POLICY_ROW_PROMOTION; row < POLICY_ROW_COUNT; row++)
        groups[row] = (uint16_t)((row - POLICY_ROW_PROMOTION) / 12);
}

static void store_all(const float *weights, uint8_t bytes[TABLE_BYTES])
{
    static uint16_t groups[TABLE_BYTES];
    static float rows[TABLE_BYTES];
    for (unsigned i = 0; i < TABLE_BYTES; i++)
        rows[i] = weights[i];
    for (unsigned i = TYPES; i < MAN_ROWS; i++)
        groups[i] = (uint16_t)((i - TYPES) / TABLE_TYPES);
    store(rows, groups, MAN_ROWS, TABLE_TYPE_COST_MAX, bytes);
    for (unsigned i = MAN_ROWS; i < MAN_CLASSES; i++) {
        rows[i] += weights[SHARED_MEN + (i - MAN_ROWS) % TABLE_MAN_ROWS];
        groups[i] = (uint16_t)((i - MAN_ROWS) / 64);
    }
    store(rows + MAN_ROWS, groups + MAN_ROWS, MAN_CLASSES - MAN_ROWS, TABLE_COST_MAX, bytes + MAN_ROWS);
    for (unsigned i = MAN_CLASSES; i < MOVE_ROWS; i++)
        groups[i] = (uint16_t)((i - MAN_CLASSES) / (TABLE_MAN_CLASSES / TABLE_MAN_TYPES));
    store(rows + MAN_CLASSES, groups + MAN_CLASSES, TABLE_MAN_CLASSES, TABLE_COST_MAX, bytes + MAN_CLASSES);
    group_move_rows(groups);
    for (unsigned phase = 0; phase < TABLE_PHASES; phase++) {
        unsigned first = MOVE_ROWS + phase * POLICY_ROW_COUNT;
        for (unsigned row = 0; row < POLICY_ROW_COUNT; row++)
            rows[first + row] += weights[SHARED_MOVES + row];
        store(rows + first, groups, POLICY_ROW_COUNT, TABLE_COST_MAX, bytes + first);
    }
    for (unsigned i = 0; i < TABLE_MOVE_CLASSES; i++)
        groups[i] = (uint16_t)(i / (6 * 32));
    store(rows + MOVE_CLASSES, groups, TABLE_MOVE_CLASSES, TABLE_COST_MAX, bytes + MOVE_CLASSES);
}

/* ---- Testing ---- */

/* In bits, without the range coder's rounding. */
static double cost_of_choice(const struct table_choice *choice, unsigned chosen)
{
    return choice->count > 1
               ? log2((double)table_choice_total(choice) / (double)table_choice_size(choice, chosen))
               : 0;
}

static double cost_of(const void *opaque, const struct replay *replay)
{
    static struct seen_move seen;
    const struct table_weights *weights = opaque;
    struct table_choice choice;
    struct table_last last = table_last_of(&replay->past, &replay->position);
    see_move(&seen, replay);
    table_weigh_types(&seen.sight, &replay->position, replay->next, &last, weights, &choice);
    double cost = cost_of_choice(&choice, seen.type);
    table_weigh_men(&seen.sight, seen.type, weights, &choice);
    cost += cost_of_choice(&choice, seen.man);
    table_weigh_targets(&seen.sight, seen.man, weights, &choice);
    return cost + cost_of_choice(&choice, seen.target);
}

int table_train(const struct collection *collection, struct course *course, const char *path)
{
    static uint8_t bytes[TABLE_BYTES];
    static struct table_weights weights;
    struct table_trainer *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL)
        exit(1);
    const struct learner learner = {
        .trainer = trainer, .rate_first = 0.1f, .rate_last = 0.003f, .learn = learn};
    lesson_learn(&learner, collection, course);
    store_all(trainer->weights, bytes);
    free(trainer);
    table_weights_fill(&weights, bytes);
    int done = weights_file_write((const int8_t *)bytes, sizeof bytes, NULL, 0, path);
    lesson_test(cost_of, &weights, collection);
    return done;
}

void table_test(const struct collection *collection)
{
    lesson_test(cost_of, &move_tables, collection);
}
