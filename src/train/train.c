/*
 * Trains a policy net: train [--net NUMBER] [--plies COUNT] [--minutes COUNT] [--state FILE] LIST FOLDER OUTPUT
 * NUMBER says which shape: 0 narrow, 1 wide (policy_weights.h).
 * Reads the games that LIST names from FOLDER (collection.h), learns, writes the weights to OUTPUT and prints what
 * test games cost. The same program, games and options give the same weights, but for --minutes: then it ends after
 * that time at the latest, and the rate falls with the time.
 * --state: weights on their way are kept in FILE every four million plies, and a run that finds it goes on from there
 * with a new order of the games.
 * Without OUTPUT: only tests the built-in weights of that number.
 * With "--net tables" it is the tables of codec "table" that are learnt and tested.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/odds/policy_net.h"
#include "train/net_trainer.h"
#include "train/table_trainer.h"

int main(int argc, char **argv)
{
    static struct collection collection;
    struct course course = {.plies = 50000000};
    const struct policy_weights *built_in = &policy_net;
    const char *state = NULL;
    int wants_tables = 0;
    int at = 1;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--plies") == 0)
            course.plies = strtoull(argv[at + 1], NULL, 10);
        else if (strcmp(argv[at], "--minutes") == 0)
            course.minutes = strtod(argv[at + 1], NULL);
        else if (strcmp(argv[at], "--state") == 0)
            state = argv[at + 1];
        else if (strcmp(argv[at], "--net") == 0 && strcmp(argv[at + 1], "tables") == 0)
            wants_tables = 1;
        else if (strcmp(argv[at], "--net") == 0)
            built_in = policy_net_find((unsigned)strtoul(argv[at + 1], NULL, 10));
        else
            break;
    }
    if (argc - at < 2 || argc - at > 3 || course.plies == 0 || built_in == NULL) {
        fputs("usage: train [--net NUMBER] [--plies COUNT] [--minutes COUNT] [--state FILE] LIST FOLDER "
              "[OUTPUT]\n",
              stderr);
        return 2;
    }
    if (!collection_read(&collection, argv[at], argv[at + 1]))
        return 1;
    printf("%zu games, %zu plies\n", collection.game_count, collection.move_count);
    const char *output = argv[at + 2];
    int done = 1;
    if (output != NULL)
        done = wants_tables ? table_train(&collection, &course, output)
                            : net_train(&collection, &built_in->shape, &course, output, state);
    else if (wants_tables)
        table_test(&collection);
    else
        net_test(built_in, &collection);
    collection_free(&collection);
    return done ? 0 : 1;
}
