#include "fuzz/kept_memory.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER
#endif
#endif

#ifdef HAS_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

/* Smaller pieces come from malloc(), which is quick. `KEPT_MAX` pieces are as many as targets hold at once. */
enum { KEPT_SIZE_MIN = 16 << 10, KEPT_SIZE_MAX = 16 << 20, KEPT_MAX = 64 };

/* Stands before each piece. The rest is poisoned: reads before the piece show. */
struct head {
    size_t size; /* of the piece that was asked for */
    size_t room; /* for a piece; 0: it is not to be kept */
    max_align_t guard;
};

static struct head *kept[KEPT_MAX];
static unsigned kept_count;
static size_t held;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Memory that other libraries give back shall not go to the system either. */
__attribute__((constructor)) static void keep_what_is_freed(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/* The smallest piece that is large enough and not much too large. */
static struct head *take_kept(size_t size)
{
    unsigned best = kept_count;
    for (unsigned i = 0; i < kept_count; i++)
        if (kept[i]->room >= size && kept[i]->room / 2 <= size &&
            (best == kept_count || kept[i]->room < kept[best]->room))
            best = i;
    if (best == kept_count)
        return NULL;
    struct head *head = kept[best];
    kept[best] = kept[--kept_count];
    return head;
}

static struct head *make_head(size_t size)
{
    struct head *head = size > SIZE_MAX - sizeof *head ? NULL : malloc(sizeof *head + size);
    if (head != NULL)
        head->room = size < KEPT_SIZE_MIN || size > KEPT_SIZE_MAX ? 0 : size;
    return head;
}

static void *allocate(void *opaque, size_t size)
{
    (void)opaque;
    pthread_mutex_lock(&mutex);
    struct head *head = size < KEPT_SIZE_MIN ? NULL : take_kept(size);
    if (head == NULL)
        head = make_head(size);
    held += head != NULL;
    pthread_mutex_unlock(&mutex);
    if (head == NULL)
        return NULL;
    head->size = size;
    ASAN_UNPOISON_MEMORY_REGION(head + 1, size);
    ASAN_POISON_MEMORY_REGION(&head->guard, sizeof head->guard);
    return head + 1;
}

static void release(void *opaque, void *piece)
{
    (void)opaque;
    struct head *head = (struct head *)piece - 1;
    pthread_mutex_lock(&mutex);
    held--;
    if (head->room != 0 && kept_count < KEPT_MAX) {
        ASAN_POISON_MEMORY_REGION(piece, head->room);
        kept[kept_count++] = head;
        head = NULL;
    }
    pthread_mutex_unlock(&mutex);
    if (head == NULL)
        return;
    ASAN_UNPOISON_MEMORY_REGION(&head->guard, sizeof head->guard);
    free(head);
}

size_t kept_memory_held(void)
{
    return held;
}

const struct pgnpack_allocator kept_allocator = {allocate, release, NULL};
