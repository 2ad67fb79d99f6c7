#include "base/name_list.h"

#include <stdint.h>

#include "util/xxh64.h"

void name_list_init(struct name_list *list, struct memory *memory)
{
    *list = (struct name_list){.memory = memory, .limit = NAME_LIST_MAX};
    buffer_init(&list->bytes, memory);
}

void name_list_free(struct name_list *list)
{
    memory_release(list->memory, list->starts, list->capacity * sizeof *list->starts);
    memory_release(list->memory, list->slots, list->slot_capacity * sizeof *list->slots);
    buffer_free(&list->bytes);
    name_list_init(list, list->memory);
}

const char *name_list_string(const struct name_list *list, size_t n)
{
    return (const char *)list->bytes.data + list->starts[n];
}

size_t name_list_size(const struct name_list *list, size_t n)
{
    size_t end = n + 1 < list->count ? list->starts[n + 1] : list->bytes.size;
    return end - list->starts[n] - 1;
}

static struct text name_at(const struct name_list *list, size_t n)
{
    return (struct text){name_list_string(list, n), name_list_size(list, n)};
}

/* The slot of the name, or the free one where it belongs. */
static size_t find_slot(const struct name_list *list, struct text name)
{
    size_t slot = (size_t)xxh64(name.data, name.size) & (list->slot_count - 1);
    while (list->slots[slot] != 0 && !text_equal(name_at(list, list->slots[slot] - 1), name))
        slot = (slot + 1) & (list->slot_count - 1);
    return slot;
}

/* Keeps half of the slots free. Returns 0 when there is no memory. */
static int grow_slots(struct name_list *list)
{
    enum { SLOTS_MIN = 16 };
    size_t count = list->slot_count == 0 ? SLOTS_MIN : 2 * list->slot_count;
    if (2 * (list->count + 1) <= list->slot_count)
        return 1;
    if (!MEMORY_GROW(list->memory, list->slots, list->slot_capacity, count))
        return 0;
    list->slot_count = count;
    memset(list->slots, 0, count * sizeof *list->slots);
    for (size_t i = 0; i < list->count; i++)
        list->slots[find_slot(list, name_at(list, i))] = (uint32_t)i + 1;
    return 1;
}

size_t name_list_enter(struct name_list *list, struct text name)
{
    if (!grow_slots(list))
        return SIZE_MAX;
    size_t slot = find_slot(list, name);
    if (list->slots[slot] != 0)
        return list->slots[slot] - 1;
    if (list->count == list->limit ||
        !MEMORY_GROW(list->memory, list->starts, list->capacity, list->count + 1) ||
        !buffer_reserve(&list->bytes, name.size + 1))
        return SIZE_MAX;
    list->starts[list->count] = list->bytes.size;
    buffer_append(&list->bytes, name.data, name.size);
    buffer_append_byte(&list->bytes, '\0');
    list->slots[slot] = (uint32_t)list->count + 1;
    return list->count++;
}
