/* How games are learnt and tested, whatever learns from them: a net (net_trainer.h) or tables (table_trainer.h). */
#ifndef PGNPACK_TRAIN_LESSON_H
#define PGNPACK_TRAIN_LESSON_H

#include <time.h>

#include "net/features/policy_history.h"
#include "train/collection.h"
#include "train/random.h"

/* A game being replayed. */
struct replay {
    const struct collected_game *game;
    const chess_move *moves;
    struct policy_hints hints;
    struct position position; /* before the move that comes next */
    struct policy_past past;
    uint32_t next;
};

static inline chess_move replay_move(const struct replay *replay)
{
    return replay->moves[replay->next];
}

/* A program that learns ends here: the next move is not among those that it knows. */
void replay_has_no_such_move(void);

struct course {
    uint64_t plies;
    uint64_t first; /* plies learnt before, by a run that was interrupted */
    double minutes; /* 0: as long as it takes */
    struct timespec began;
};

struct learner {
    void *trainer;
    float rate_first, rate_last;
    void (*begin)(struct replay *replay, struct random *random); /* of each game; NULL: nothing to do */
    float (*learn)(void *trainer, const struct replay *replay,
                   float rate);                  /* the next move; its cost before */
    void (*keep)(void *trainer, uint64_t plies); /* now and then, for a later run to go on; NULL: nothing */
};

/* Learns from many games at once, a ply each in turn; prints how it goes. */
void lesson_learn(const struct learner *learner, const struct collection *collection, struct course *course);

/* What the next move costs, in bits. */
typedef double (*lesson_cost_function)(const void *weights, const struct replay *replay);

/* Prints what a part of each file's test games costs. */
void lesson_test(lesson_cost_function cost_of, const void *weights, const struct collection *collection);

#endif
