/* Learns the tables of codec "table" (moves/table/table_moves.h): a softmax over each position's candidates. */
#ifndef PGNPACK_TRAIN_TABLE_TRAINER_H
#define PGNPACK_TRAIN_TABLE_TRAINER_H

#include "train/lesson.h"

/* Learns, writes what was learnt to `path`, tests it. Returns 0 if it cannot be written. */
int table_train(const struct collection *collection, struct course *course, const char *path);

/* Tests the built-in tables. */
void table_test(const struct collection *collection);

#endif
