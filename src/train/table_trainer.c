#include "train/table_trainer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moves/table_coder.h"
#include "util/xxh64.h"

#define RATE_FIRST 0.1f
#define RATE_LAST 0.003f
#define ADAGRAD_START 0.1f
#define SMALL_ERROR 0.002f
#define LOGIT_UNIT 256
#define LOG2_E 1.44269504f

enum { STREAMS = 64, TEST_GAMES = 1000 };

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

struct replay {
    const struct collection *collection;
    const struct collected_game *game;
    struct position position;
    struct policy_past past;
    uint32_t next;
};

static void start_replay(struct replay *replay, const struct collection *collection,
                         const struct collected_game *game)
{
    replay->collection = collection;
    replay->game = game;
    replay->position = collection->starts[game->start];
    replay->next = 0;
    policy_past_start_game(&replay->past);
}

static void go_on(struct replay *replay, chess_move move)
{
    policy_past_add(&replay->past, &replay->position, move);
    position_make(&replay->position, move);
    replay->next++;
}

static chess_move next_move(const struct replay *replay)
{
    return replay->collection->moves[replay->game->first_move + replay->next];
}

/* What a ply's move is made of. */
struct seen_move {
    struct table_men men;
    struct table_targets targets;
    unsigned man, target; /* the places of what was played */
    unsigned phase;
};

static void not_there(void)
{
    fputs("train: a played move is not to be had\n", stderr);
    abort();
}

static void see_move(struct seen_move *seen, const struct replay *replay)
{
    struct policy_history history = policy_past_look(&replay->past, &replay->position);
    unsigned code = policy_code_of(&replay->position, next_move(replay));
    seen->phase = table_phase(&replay->position, replay->next);
    table_men_fill(&seen->men, &replay->position, &history);
    for (seen->man = 0; table_man_square(&seen->men, seen->man) != (code >> 6 & 63); seen->man++)
        if (seen->man + 1 >= seen->men.count)
            not_there();
    table_targets_fill(&seen->targets, &seen->men, seen->man);
    for (seen->target = 0; seen->targets.moves[seen->target] != code; seen->target++)
        if (seen->target + 1 >= seen->targets.count)
            not_there();
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

static float learn_ply(struct table_trainer *trainer, struct replay *replay)
{
    static struct seen_move seen;
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
    float cost = learn_choice(trainer, &man) + learn_choice(trainer, &target);
    go_on(replay, next_move(replay));
    return cost;
}

static void learn(struct table_trainer *trainer, const struct collection *collection, struct course *course)
{
    enum { STEP = 4096, REPORT = 1000000 };
    struct deck deck;
    struct replay *replays = calloc(STREAMS, sizeof *replays);
    double cost = 0, part;
    if (replays == NULL)
        exit(1);
    course_start(course);
    deck_start(&deck, collection, 2);
    for (unsigned i = 0; i < STREAMS; i++)
        start_replay(&replays[i], collection, deck_draw(&deck));
    for (uint64_t ply = 0; ply % STEP != 0 || (part = course_part_done(course, ply)) < 1; ply++) {
        struct replay *replay = &replays[ply % STREAMS];
        if (ply % STEP == 0)
            trainer->rate = RATE_FIRST + (RATE_LAST - RATE_FIRST) * (float)part;
        if (replay->next == replay->game->move_count)
            start_replay(replay, collection, deck_draw(&deck));
        else
            cost += (double)learn_ply(trainer, replay);
        if ((ply + 1) % REPORT == 0) {
            printf("%4u M plies, %.4f bits, %.0f s\n", (unsigned)((ply + 1) / REPORT), cost / REPORT,
                   course_seconds(course));
            fflush(stdout);
            cost = 0;
        }
    }
    free(replays);
    deck_free(&deck);
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

static int write_words(const int16_t *words, size_t count, const char *path)
{
    uint8_t *all = malloc(2 * count);
    FILE *file = fopen(path, "wb");
    if (all == NULL || file == NULL) {
        fprintf(stderr, "train: cannot write %s\n", path);
        free(all);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        all[2 * i] = (uint8_t)((uint16_t)words[i] & 255);
        all[2 * i + 1] = (uint8_t)((uint16_t)words[i] >> 8);
    }
    int done = fwrite(all, 1, 2 * count, file) == 2 * count;
    done = fclose(file) == 0 && done;
    printf("%s: %zu bytes, XXH64 %016" PRIx64 "\n", path, 2 * count, xxh64(all, 2 * count));
    free(all);
    return done;
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

static double cost_of(const struct table_weights *weights, struct replay *replay)
{
    static struct seen_move seen;
    see_move(&seen, replay);
    double cost = cost_of_choice(seen.men.rows, weights->man_rows + seen.phase * TABLE_MAN_ROWS,
                                 seen.men.classes, weights->man_classes, seen.men.count, seen.man);
    cost += cost_of_choice(seen.targets.rows, weights->move_rows + seen.phase * POLICY_ROW_COUNT,
                           seen.targets.classes, weights->move_classes, seen.targets.count, seen.target);
    go_on(replay, next_move(replay));
    return cost;
}

static void test_file(const struct table_weights *weights, const struct collection *collection,
                      unsigned number)
{
    static struct replay replay;
    const struct collected_file *file = &collection->files[number];
    const struct collected_game *games = &collection->games[file->first_game];
    size_t tests = 0, tested = 0;
    double cost = 0;
    uint64_t plies = 0;
    for (size_t i = 0; i < file->game_count; i++)
        tests += games[i].is_test;
    size_t every = tests / TEST_GAMES + 1;
    for (size_t i = 0; i < file->game_count; i++)
        if (games[i].is_test && tested++ % every == 0)
            for (start_replay(&replay, collection, &games[i]); replay.next < games[i].move_count; plies++)
                cost += cost_of(weights, &replay);
    if (plies != 0)
        printf("%-28s %6zu for tests  %.4f bits a ply\n", file->name, tests, cost / (double)plies);
    fflush(stdout);
}

static void test(const struct table_weights *weights, const struct collection *collection)
{
    for (unsigned i = 0; i < collection->file_count; i++)
        test_file(weights, collection, i);
}

int table_train(const struct collection *collection, struct course *course, const char *path)
{
    static int16_t words[TABLE_WEIGHTS];
    struct table_trainer *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL)
        exit(1);
    learn(trainer, collection, course);
    round_all(&trainer->learnt, words);
    free(trainer);
    const struct table_weights weights = table_weights_at(words);
    int done = write_words(words, TABLE_WEIGHTS, path);
    test(&weights, collection);
    return done;
}

int table_test(const struct collection *collection)
{
    test(&move_tables, collection);
    return 1;
}
