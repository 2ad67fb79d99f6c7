#include "train/table_trainer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/table_coder.h"
#include "util/xxh64.h"

#define RATE_FIRST 0.1f
#define RATE_LAST 0.003f
#define ADAGRAD_START 0.1f
#define SMALL_ERROR 0.002f
#define LOGIT_UNIT 256
#define LOG2_E 1.44269504f

enum { STREAMS = 64, TEST_GAMES = 1000, ROW_WEIGHTS = TABLE_PHASES * POLICY_ROW_COUNT };

/* Natural logarithms. A row's weight is the sum of what all phases share and of the phase's own part. */
struct learnt {
    float shared[POLICY_ROW_COUNT];
    float rows[ROW_WEIGHTS];
    float classes[TABLE_CLASSES];
};

struct table_trainer {
    struct learnt weights;
    struct learnt squares; /* of gradients */
    float rate;
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

static unsigned find_played(const uint16_t *moves, unsigned count, uint16_t code)
{
    unsigned i = 0;
    while (i < count && moves[i] != code)
        i++;
    if (i == count) {
        fputs("train: a played move is no candidate\n", stderr);
        abort();
    }
    return i;
}

/* ---- Learning ---- */

static void step(float *weight, float *square, float error, float rate)
{
    *square += error * error;
    *weight += rate * error / sqrtf(*square + ADAGRAD_START);
}

/* Learns one ply; returns what it cost before, in bits. */
static float learn_ply(struct table_trainer *trainer, struct replay *replay)
{
    static struct table_features features;
    static float chances[POLICY_MOVES_CAPACITY];
    struct learnt *weights = &trainer->weights;
    struct learnt *squares = &trainer->squares;
    chess_move move = next_move(replay);
    struct policy_history history = policy_past_look(&replay->past, &replay->position);
    table_features_fill(&features, &replay->position, &history);
    unsigned played = find_played(features.moves, features.count, policy_code_of(&replay->position, move));
    size_t first = (size_t)table_phase(&replay->position, replay->next) * POLICY_ROW_COUNT;
    float best = -1e9f, sum = 0;
    for (unsigned i = 0; i < features.count; i++) {
        unsigned row = features.rows[i];
        chances[i] =
            weights->shared[row] + weights->rows[first + row] + weights->classes[features.classes[i]];
        best = chances[i] > best ? chances[i] : best;
    }
    for (unsigned i = 0; i < features.count; i++)
        sum += chances[i] = expf(chances[i] - best);
    for (unsigned i = 0; i < features.count; i++) {
        float error = (float)(i == played) - chances[i] / sum;
        unsigned row = features.rows[i];
        if (fabsf(error) < SMALL_ERROR)
            continue;
        step(&weights->shared[row], &squares->shared[row], error, trainer->rate);
        step(&weights->rows[first + row], &squares->rows[first + row], error, trainer->rate);
        step(&weights->classes[features.classes[i]], &squares->classes[features.classes[i]], error,
             trainer->rate);
    }
    go_on(replay, move);
    return LOG2_E * logf(sum / chances[played]);
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
    for (size_t i = 0; i < ROW_WEIGHTS; i++)
        words[i] = rounded(learnt->shared[i % POLICY_ROW_COUNT] + learnt->rows[i]);
    for (size_t i = 0; i < TABLE_CLASSES; i++)
        words[ROW_WEIGHTS + i] = rounded(learnt->classes[i]);
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
static double cost_of(const struct table_weights *weights, struct replay *replay)
{
    static struct table_ply ply;
    chess_move move = next_move(replay);
    struct policy_history history = policy_past_look(&replay->past, &replay->position);
    double chances = 0;
    table_ply_fill(&ply, &replay->position, table_phase(&replay->position, replay->next), &history, weights);
    unsigned played = find_played(ply.moves, ply.count, policy_code_of(&replay->position, move));
    for (unsigned i = 0; i < ply.count; i++)
        chances += exp2((double)(ply.logits[i] - ply.logits[played]) / LOGIT_UNIT);
    go_on(replay, move);
    return log2(chances);
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
    static int16_t words[ROW_WEIGHTS + TABLE_CLASSES];
    struct table_trainer *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL)
        exit(1);
    learn(trainer, collection, course);
    round_all(&trainer->weights, words);
    free(trainer);
    const struct table_weights weights = {words, words + ROW_WEIGHTS};
    int done = write_words(words, sizeof words / sizeof *words, path);
    test(&weights, collection);
    return done;
}

int table_test(const struct collection *collection)
{
    test(&move_tables, collection);
    return 1;
}
