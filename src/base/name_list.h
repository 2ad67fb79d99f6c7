/* Names, each once, in the order in which they came; zero-terminated for callers. */
#ifndef PGNPACK_BASE_NAME_LIST_H
#define PGNPACK_BASE_NAME_LIST_H

#include "util/buffer.h"
#include "util/text.h"

struct name_list {
    struct memory *memory;
    struct buffer bytes;
    size_t *starts; /* in `bytes` */
    size_t count, capacity;
    size_t limit;    /* of `count`: NAME_LIST_MAX, or what the owner sets, at most UINT32_MAX - 1 */
    uint32_t *slots; /* by hash: 1 + a name's place; 0 is free */
    size_t slot_count, slot_capacity;
};

void name_list_init(struct name_list *list, struct memory *memory);
void name_list_free(struct name_list *list);

enum { NAME_LIST_MAX = 1 << 20 };

/* The name's place, entered if it is new. SIZE_MAX: no memory, or as many names as may be. */
size_t name_list_enter(struct name_list *list, struct text name);

/* The n-th, with a zero byte behind it (and perhaps some inside); its size. */
const char *name_list_string(const struct name_list *list, size_t n);
size_t name_list_size(const struct name_list *list, size_t n);

#endif
