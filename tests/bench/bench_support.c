#include "bench/bench_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double clock_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_seconds(void)
{
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_wall_seconds(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

double bench_children_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

double bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

char *bench_read_file(const char *program, const char *path, size_t *size_ret)
{
    FILE *file = fopen(path, "rb");
    long size = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    char *bytes = size < 0 ? NULL : malloc((size_t)size + 1);
    if (bytes == NULL || fseek(file, 0, SEEK_SET) != 0 ||
        fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        fprintf(stderr, "%s: cannot read %s\n", program, path);
        exit(2);
    }
    fclose(file);
    *size_ret = (size_t)size;
    return bytes;
}

static void print_number(const char *format, const char *blank, double number)
{
    if (number > 0)
        printf(format, number);
    else
        fputs(blank, stdout);
}

void bench_print(const struct bench_row *row)
{
    printf("  %-42s %12s", row->name, row->size);
    print_number(" %7.2f", "        ", row->ratio);
    print_number(" %7.1f%%", "         ", 100 * row->back);
    print_number(" %8.1f", "         ", row->forward);
    print_number(" %8.1f", "         ", row->backward);
    printf("  %s\n", row->unit);
    fflush(stdout);
}
