/* What the benchmarks share: the clock, medians, and the one table that all of them add rows to. */
#ifndef PGNPACK_BENCH_SUPPORT_H
#define PGNPACK_BENCH_SUPPORT_H

#include <stddef.h>

/* Every figure is the median of so many runs; what is compared takes turns within a run. */
enum { BENCH_RUNS = 5 };

/* Seconds of this processor that the program has used: other programs on the machine do not count. */
double bench_seconds(void);

/* The same of the children that have ended. */
double bench_children_seconds(void);

/* Seconds by the clock on the wall, from any beginning. */
double bench_wall_seconds(void);

/* Reorders the values. */
double bench_median(double *values, size_t count);

/* A whole file; `program` is named in the message when it cannot be read, and the program ends then. */
char *bench_read_file(const char *program, const char *path, size_t *size_ret);

/*
 * A row of the table (tests/bench/README.md). `size` is "" or a text of its own, e.g. bits a ply. `ratio` is
 * text size / packed size, `back` the part of the text's size that comes back, `forward` and `backward` are in
 * `unit`; 0 leaves a column empty.
 */
struct bench_row {
    const char *name;
    const char *size;
    double ratio, back;
    double forward, backward;
    const char *unit;
};

void bench_print(const struct bench_row *row);

#endif
