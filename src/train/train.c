/*
 * Trains a policy net: train [--net NUMBER] [--plies COUNT] [--minutes COUNT] LIST FOLDER OUTPUT
 * NUMBER says which shape: 0 narrow, 1 wide (policy_weights.h).
 * Reads the games that LIST names from FOLDER (collection.h), learns, writes the weights to OUTPUT and prints what
 * test games cost. The same program, games and options give the same weights, but for --minutes: then it ends after
 * that time at the latest, and the rate falls with the time.
 * Without OUTPUT: only tests the built-in weights of that number.
 * With "--net tables" it is the tables of codec "table" that are learnt and tested.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/policy_coder.h"
#include "net/policy_net.h"
#include "train/collection.h"
#include "train/deck.h"
#include "train/float_net.h"
#include "train/table_trainer.h"
#include "train/weights_file.h"

enum { STREAMS = 64, TEST_GAMES = 1000 };

#define RATE_FIRST 0.04f
#define RATE_LAST 0.0012f /* 3 % of it */

/* A game being replayed. */
struct replay {
    const struct collection *collection;
    const struct collected_game *game;
    struct policy_hints hints;
    struct position position;
    struct policy_past past;
    enum policy_sight sight;
    uint32_t next;
    struct policy_ply ply;
    struct net_sample sample;
};

static void start_replay(struct replay *replay, const struct collection *collection,
                         const struct collected_game *game)
{
    replay->collection = collection;
    replay->game = game;
    replay->hints = game->hints;
    replay->position = collection->starts[game->start];
    replay->next = 0;
    policy_past_start_game(&replay->past);
}

static void add_input(struct net_sample *sample, unsigned row)
{
    sample->inputs[sample->input_count++] = (uint16_t)row;
}

static void fill_inputs(struct net_sample *sample, const struct position *position,
                        const struct policy_hints *hints, const struct policy_ply *ply)
{
    unsigned side = position->side;
    uint16_t known[3];
    sample->input_count = 0;
    for (uint64_t men = position_occupied(position); men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        unsigned man = position->men[square];
        add_input(sample, policy_man_input(side, man_type(man), man_colour(man), square));
    }
    for (unsigned rights = position->castling; rights != 0; rights &= rights - 1)
        add_input(sample, policy_castling_input(side, lowest_bit(rights)));
    policy_hint_inputs(hints, side, known);
    for (unsigned i = 0; i < 3; i++)
        add_input(sample, known[i]);
    for (unsigned i = 0; i < ply->input_count; i++)
        add_input(sample, ply->inputs[i]);
}

/* Makes the next ply's sample and goes on. Returns 0 at the game's end, 1 for a sample, 2 for a ply without. */
static int next_sample(struct replay *replay)
{
    if (replay->next == replay->game->move_count)
        return 0;
    chess_move move = replay->collection->moves[replay->game->first_move + replay->next++];
    struct policy_history history = policy_past_look(&replay->past, &replay->position);
    struct policy_ply *ply = &replay->ply;
    struct net_sample *sample = &replay->sample;
    if (replay->sight == POLICY_SIGHT_FAR)
        policy_past_look_far(&replay->past, &replay->position, &history);
    policy_ply_fill(ply, &replay->position, &history, replay->sight);
    int has_sample = ply->count > 1 && ply->count <= POLICY_MOVES_MAX;
    if (has_sample) {
        uint16_t code = policy_code_of(&replay->position, move);
        sample->ply = ply;
        sample->played = 0;
        while (sample->played < ply->count && ply->moves[sample->played] != code)
            sample->played++;
        if (sample->played == ply->count) {
            fputs("train: a played move is not among the legal ones\n", stderr);
            abort();
        }
        fill_inputs(sample, &replay->position, &replay->hints, ply);
    }
    policy_past_add(&replay->past, &replay->position, move);
    position_make(&replay->position, move);
    return has_sample ? 1 : 2;
}

/* ---- Learning ---- */

/* Ratings are hidden in one game of eight, and the result in another, so that the net can do without. */
static void start_learning(struct replay *replay, struct deck *deck)
{
    start_replay(replay, deck->collection, deck_draw(deck));
    uint64_t lot = random_next(&deck->random);
    if ((lot & 7) == 0)
        replay->hints.rating[WHITE] = replay->hints.rating[BLACK] = 0;
    if ((lot >> 3 & 7) == 0)
        replay->hints.result = 0;
}

static void begin_streams(struct replay *replays, struct deck *deck, enum policy_sight sight)
{
    for (unsigned i = 0; i < STREAMS; i++) {
        replays[i].sight = sight;
        start_learning(&replays[i], deck);
    }
}

static void learn(struct float_trainer *trainer, const struct collection *collection, struct course *course,
                  uint64_t seed)
{
    enum { STEP = 4096, REPORT = 1000000 };
    struct deck deck;
    struct replay *replays = calloc(STREAMS, sizeof *replays);
    double cost = 0, part;
    if (replays == NULL)
        exit(1);
    course_start(course);
    deck_start(&deck, collection, seed);
    begin_streams(replays, &deck, trainer->net.shape.sight);
    for (uint64_t ply = 0; ply % STEP != 0 || (part = course_part_done(course, ply)) < 1; ply++) {
        struct replay *replay = &replays[ply % STREAMS];
        if (ply % STEP == 0)
            trainer->rate = RATE_FIRST + (RATE_LAST - RATE_FIRST) * (float)part;
        int state = next_sample(replay);
        if (state == 1)
            cost += (double)float_trainer_learn(trainer, &replay->sample);
        else if (state == 0)
            start_learning(replay, &deck);
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

/* ---- Testing ---- */

/* Plies and what they cost, by what the test games have in common. */
struct score {
    double cost;
    uint64_t plies;
};

static struct score phase_scores[POLICY_PHASES];
static struct score rating_scores[POLICY_RATING_BUCKETS];

static void count(struct score *score, double cost)
{
    score->cost += cost;
    score->plies++;
}

static double mean(const struct score *score)
{
    return score->plies == 0 ? 0 : score->cost / (double)score->plies;
}

/* What the move costs: the format's logits, with neither temperatures nor the range coder's rounding. */
static double cost_of(const struct policy_weights *net, struct replay *replay)
{
    const struct policy_kernel *kernel = policy_kernel_best();
    const struct net_sample *sample = &replay->sample;
    struct policy_ply *ply = &replay->ply;
    int16_t sum[POLICY_WIDTH_MAX];
    int32_t logits[POLICY_MOVES_MAX + POLICY_PADDING];
    double chances = 0;
    memcpy(sum, net->bias, net->shape.width * sizeof *sum);
    kernel->update(net, sum, sample->inputs, sample->input_count - ply->input_count, NULL, 0);
    kernel->evaluate(net, sum, ply, logits);
    for (unsigned i = 0; i < ply->count; i++)
        chances += exp2((double)(logits[i] - logits[sample->played]) / POLICY_LOGIT_UNIT);
    return log2(chances);
}

static void test_game(const struct policy_weights *net, struct replay *replay, struct score *score)
{
    for (;;) {
        unsigned phase = policy_phase(&replay->position);
        unsigned bucket = policy_rating_bucket(replay->hints.rating[replay->position.side]);
        int state = next_sample(replay);
        if (state == 0)
            return;
        double cost = state == 1 ? cost_of(net, replay) : 0;
        count(score, cost);
        count(&phase_scores[phase], cost);
        count(&rating_scores[bucket], cost);
    }
}

/* At most TEST_GAMES of a file's test games, evenly spread over it. */
static void test_file(const struct policy_weights *net, const struct collection *collection, unsigned number)
{
    static struct replay replay;
    const struct collected_file *file = &collection->files[number];
    const struct collected_game *games = &collection->games[file->first_game];
    struct score score = {0, 0};
    size_t tests = 0, tested = 0, learnt = 0;
    for (size_t i = 0; i < file->game_count; i++) {
        tests += games[i].is_test;
        learnt += games[i].copies != 0;
    }
    size_t step = tests / TEST_GAMES + 1;
    replay.sight = net->shape.sight;
    for (size_t i = 0; i < file->game_count; i++)
        if (games[i].is_test && tested++ % step == 0) {
            start_replay(&replay, collection, &games[i]);
            test_game(net, &replay, &score);
        }
    printf("%-28s %7zu learnt %6zu for tests", file->name, learnt, tests);
    if (score.plies != 0)
        printf("  %.4f bits a ply", mean(&score));
    putchar('\n');
    fflush(stdout);
}

static void test(const struct policy_weights *net, const struct collection *collection)
{
    for (unsigned i = 0; i < collection->file_count; i++)
        test_file(net, collection, i);
    for (unsigned i = 0; i < POLICY_PHASES; i++)
        printf("phase %u: %.4f bits a ply\n", i, mean(&phase_scores[i]));
    for (unsigned i = 0; i < POLICY_RATING_BUCKETS; i++)
        printf("rating bucket %2u: %.4f bits a ply of %llu\n", i, mean(&rating_scores[i]),
               (unsigned long long)rating_scores[i].plies);
}

/* Learns, writes what was learnt, tests it. */
static int train(const struct collection *collection, const struct policy_shape *shape, struct course *course,
                 const char *path)
{
    struct float_trainer trainer;
    int8_t *bytes = malloc(policy_byte_count(shape));
    int16_t *words = malloc(policy_word_count(shape) * sizeof *words);
    if (bytes == NULL || words == NULL)
        exit(1);
    float_trainer_start(&trainer, shape, 1);
    learn(&trainer, collection, course, 2);
    float_net_round(&trainer.net, bytes, words);
    int written = weights_file_write(shape, bytes, words, path);
    struct policy_weights weights = policy_weights_at(shape, bytes, words);
    test(&weights, collection);
    float_trainer_free(&trainer);
    free(bytes);
    free(words);
    return written;
}

int main(int argc, char **argv)
{
    static struct collection collection;
    struct course course = {.plies = 50000000};
    const struct policy_weights *built_in = &policy_net;
    int wants_tables = 0;
    int at = 1;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--plies") == 0)
            course.plies = strtoull(argv[at + 1], NULL, 10);
        else if (strcmp(argv[at], "--minutes") == 0)
            course.minutes = strtod(argv[at + 1], NULL);
        else if (strcmp(argv[at], "--net") == 0 && strcmp(argv[at + 1], "tables") == 0)
            wants_tables = 1;
        else if (strcmp(argv[at], "--net") == 0)
            built_in = policy_net_find((unsigned)strtoul(argv[at + 1], NULL, 10));
        else
            break;
    }
    if (argc - at < 2 || argc - at > 3 || course.plies == 0 || built_in == NULL) {
        fputs("usage: train [--net NUMBER] [--plies COUNT] [--minutes COUNT] LIST FOLDER [OUTPUT]\n", stderr);
        return 2;
    }
    if (!collection_read(&collection, argv[at], argv[at + 1]))
        return 1;
    printf("%zu games, %zu plies\n", collection.game_count, collection.move_count);
    int done = 1;
    if (wants_tables)
        done = argc - at == 3 ? table_train(&collection, &course, argv[at + 2]) : table_test(&collection);
    else if (argc - at == 3)
        done = train(&collection, &built_in->shape, &course, argv[at + 2]);
    else
        test(built_in, &collection);
    collection_free(&collection);
    return done ? 0 : 1;
}
