/* LD_PRELOAD shim: each look at the monotonic clock is 150 ms after the one before, so that what is drawn now and then is drawn. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_long looks;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock != CLOCK_MONOTONIC)
        return (int)syscall(SYS_clock_gettime, clock, now);
    long milliseconds = 150 * (atomic_fetch_add(&looks, 1) + 1);
    now->tv_sec = milliseconds / 1000;
    now->tv_nsec = milliseconds % 1000 * 1000000;
    return 0;
}
