/*
 * Linked into a copy of the extension (-Wl,--wrap): its memory, and no one else's, runs out where the environment says. In
 * PGNPACK_FAULT stands "TRIAL N" or "TRIAL N on": since the variable changed last, the allocation N (from 1) fails, and with
 * "on" all behind it.
 */

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *piece, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *piece, size_t size);

static int fails(void)
{
    static char trial[64];
    static atomic_ulong count;
    const char *wanted = getenv("PGNPACK_FAULT");
    if (wanted == NULL || strlen(wanted) >= sizeof trial)
        return 0;
    if (strcmp(wanted, trial) != 0) {
        strcpy(trial, wanted);
        count = 0;
    }
    char *end;
    strtoul(wanted, &end, 10);
    unsigned long at = strtoul(end, &end, 10), now = atomic_fetch_add(&count, 1) + 1;
    return now == at || (now > at && strcmp(end, " on") == 0);
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *piece, size_t size)
{
    return fails() ? NULL : __real_realloc(piece, size);
}
