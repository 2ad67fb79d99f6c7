#include "train/lesson.h"

#include <stdio.h>
#include <stdlib.h>

#include "train/deck.h"

static void start(struct replay *replay, const struct collection *collection,
                  const struct collected_game *game)
{
    replay->game = game;
    replay->moves = collection->moves + game->first_move;
    replay->hints = game->hints;
    replay->position = collection->starts[game->start];
    replay->next = 0;
    policy_past_start_game(&replay->past);
}

static int is_over(const struct replay *replay)
{
    return replay->next == replay->game->move_count;
}

static void go_on(struct replay *replay)
{
    policy_past_add(&replay->past, &replay->position, replay_move(replay));
    position_make(&replay->position, replay_move(replay));
    replay->next++;
}

void replay_has_no_such_move(void)
{
    fputs("train: a played move is not among the legal ones\n", stderr);
    abort();
}

/* ---- Learning ---- */

static double seconds_of(const struct course *course)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - course->began.tv_sec) + 1e-9 * (double)(now.tv_nsec - course->began.tv_nsec);
}

/* From 0 to 1. */
static double part_done(const struct course *course, uint64_t ply)
{
    double part = (double)ply / (double)course->plies;
    double part_of_time = course->minutes > 0 ? seconds_of(course) / (60 * course->minutes) : 0;
    return part > part_of_time ? part : part_of_time;
}

static void begin_game(const struct learner *learner, struct replay *replay, struct deck *deck)
{
    start(replay, deck->collection, deck_draw(deck));
    if (learner->begin != NULL)
        learner->begin(replay, &deck->random);
}

void lesson_learn(const struct learner *learner, const struct collection *collection, struct course *course)
{
    enum { STREAMS = 64, STEP = 4096, REPORT = 1000000, KEEP = 1024 * STEP, SEED = 2 };
    struct deck deck;
    struct replay *replays = calloc(STREAMS, sizeof *replays);
    double cost = 0, part;
    float rate = 0;
    if (replays == NULL)
        exit(1);
    clock_gettime(CLOCK_MONOTONIC, &course->began);
    deck_start(&deck, collection, SEED + course->first);
    for (unsigned i = 0; i < STREAMS; i++)
        begin_game(learner, &replays[i], &deck);
    for (uint64_t ply = course->first; ply % STEP != 0 || (part = part_done(course, ply)) < 1; ply++) {
        struct replay *replay = &replays[ply % STREAMS];
        if (ply % STEP == 0)
            rate = learner->rate_first + (learner->rate_last - learner->rate_first) * (float)part;
        if (is_over(replay)) {
            begin_game(learner, replay, &deck);
        } else {
            cost += (double)learner->learn(learner->trainer, replay, rate);
            go_on(replay);
        }
        if ((ply + 1) % REPORT == 0) {
            printf("%4u M plies, %.4f bits, %.0f s\n", (unsigned)((ply + 1) / REPORT), cost / REPORT,
                   seconds_of(course));
            fflush(stdout);
            cost = 0;
        }
        if ((ply + 1) % KEEP == 0 && learner->keep != NULL)
            learner->keep(learner->trainer, ply + 1);
    }
    free(replays);
    deck_free(&deck);
}

/* ---- Testing ---- */

/* A part of the file's test games, evenly spread over it. */
static void test_file(lesson_cost_function cost_of, const void *weights, const struct collection *collection,
                      const struct collected_file *file)
{
    enum { TEST_GAMES = 1000 };
    static struct replay replay;
    const struct collected_game *games = &collection->games[file->first_game];
    size_t tests = 0, tested = 0, learnt = 0;
    uint64_t plies = 0;
    double cost = 0;
    for (size_t i = 0; i < file->game_count; i++) {
        tests += games[i].is_test;
        learnt += games[i].copies != 0;
    }
    size_t step = tests / TEST_GAMES + 1;
    for (size_t i = 0; i < file->game_count; i++)
        if (games[i].is_test && tested++ % step == 0)
            for (start(&replay, collection, &games[i]); !is_over(&replay); go_on(&replay), plies++)
                cost += cost_of(weights, &replay);
    printf("%-28s %7zu learnt %6zu for tests", file->name, learnt, tests);
    if (plies != 0)
        printf("  %.4f bits a ply", cost / (double)plies);
    putchar('\n');
    fflush(stdout);
}

void lesson_test(lesson_cost_function cost_of, const void *weights, const struct collection *collection)
{
    for (unsigned i = 0; i < collection->file_count; i++)
        test_file(cost_of, weights, collection, &collection->files[i]);
}
