/*
 * run_measured IN OUT COMMAND...: runs a command from one file to another and prints its processor time
 * (user + system) and wall-clock time in seconds, its peak of resident memory in KiB, and the user part of the time. A small program does
 * this because a child's peak counts from the fork on, when it still is as large as who started it.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench_support.h"

static void become(const char *input, const char *output, char **command)
{
    int from = open(input, O_RDONLY);
    int to = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (from < 0 || to < 0 || dup2(from, STDIN_FILENO) < 0 || dup2(to, STDOUT_FILENO) < 0) {
        perror("run_measured");
        _exit(126);
    }
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "run_measured IN OUT COMMAND...\n");
        return 2;
    }
    double begin = bench_wall_seconds();
    pid_t child = fork();
    if (child == 0)
        become(argv[1], argv[2], argv + 3);
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "run_measured: %s failed\n", argv[3]);
        return 1;
    }
    double wall = bench_wall_seconds() - begin;
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    double user = (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
    printf("%.6f %.6f %ld %.6f\n", bench_children_seconds(), wall, usage.ru_maxrss, user);
    return EXIT_SUCCESS;
}
