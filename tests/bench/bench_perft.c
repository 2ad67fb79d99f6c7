/* bench_perft: leaves a second of bulk-counting perft over well-known positions. Exit status 1: a wrong count. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_support.h"
#include "chess/fen.h"
#include "shared/perft.h"

struct tree {
    const char *name;
    const char *fen;
    unsigned depth;
    uint64_t leaves;
};

/* Published counts, as in tests/perft. */
static const struct tree trees[] = {
    {"perft, start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
    {"perft, Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    {"perft, position 3 (endgame)", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083},
    {"perft, position 4 (promotions)", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5,
     15833292},
    {"perft, position 6 (middlegame)",
     "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
};

enum { TREE_COUNT = sizeof trees / sizeof trees[0] };

static double count_tree(const struct tree *tree)
{
    struct position position;
    if (fen_parse(tree->fen, strlen(tree->fen), &position, NULL) != FEN_OK)
        exit(2);
    double begin = bench_seconds();
    uint64_t leaves = perft(&position, tree->depth);
    double seconds = bench_seconds() - begin;
    if (leaves != tree->leaves) {
        fprintf(stderr, "bench_perft: %s: %" PRIu64 " leaves instead of %" PRIu64 "\n", tree->name, leaves,
                tree->leaves);
        exit(1);
    }
    return seconds;
}

int main(void)
{
    double seconds[TREE_COUNT + 1][BENCH_RUNS];
    double all_leaves = 0;
    for (size_t run = 0; run < BENCH_RUNS; run++) {
        seconds[TREE_COUNT][run] = 0;
        for (size_t i = 0; i < TREE_COUNT; i++) {
            seconds[i][run] = count_tree(&trees[i]);
            seconds[TREE_COUNT][run] += seconds[i][run];
        }
    }
    for (size_t i = 0; i < TREE_COUNT; i++) {
        double leaves = (double)trees[i].leaves;
        all_leaves += leaves;
        bench_print(&(struct bench_row){.name = trees[i].name,
                                        .size = "",
                                        .forward = leaves / bench_median(seconds[i], BENCH_RUNS) / 1e6,
                                        .unit = "M nodes/s"});
    }
    bench_print(
        &(struct bench_row){.name = "perft, all of them",
                            .size = "",
                            .forward = all_leaves / bench_median(seconds[TREE_COUNT], BENCH_RUNS) / 1e6,
                            .unit = "M nodes/s"});
    return EXIT_SUCCESS;
}
