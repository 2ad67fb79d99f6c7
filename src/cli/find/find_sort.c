#include "cli/find/find_sort.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/find_key.h"
#include "cli/base/growth.h"

/* ---- The list ---- */

/* Within the memory limit? Arrays grow to twice of what is needed. */
static int may_have(const struct find_list *list, size_t count, size_t size)
{
    uint64_t limit = list->run->context->options->memory_limit;
    return limit == 0 || 2 * count <= limit / 4 / size;
}

/* Behind its size. */
static int keep_bytes(struct find_list *list, const char *bytes, size_t count)
{
    uint32_t number = (uint32_t)count;
    size_t size = list->text_size + sizeof number + count;
    if (!may_have(list, size, 1) || !GROW(list->texts, list->text_capacity, size))
        return 0;
    memcpy(list->texts + list->text_size, &number, sizeof number);
    if (count != 0)
        memcpy(list->texts + list->text_size + sizeof number, bytes, count);
    list->text_size = size;
    return 1;
}

static int keep(struct find_list *list, const struct pgnpack_game *game, const struct pgnpack_hit *hit,
                uint32_t file)
{
    const struct find_keys *keys = &list->run->options->sort;
    struct find_entry entry = {.hit = *hit, .file = file, .key = list->text_size};
    int done =
        may_have(list, list->count + 1, sizeof entry) && GROW(list->entries, list->capacity, list->count + 1);
    for (size_t i = 0; i < keys->count && done; i++) {
        size_t size = 0;
        done = (game == NULL || find_key_write(&keys->keys[i], game, &list->room, &size)) &&
               keep_bytes(list, list->room.bytes, size);
        list->is_known[i] |= size != 0;
    }
    if (done)
        list->entries[list->count++] = entry;
    return done;
}

/* A game whose tags are damaged has no key, which is told. */
static enum exit_status add_hit(struct find_list *list, struct pgnpack_cursor *cursor,
                                const struct pgnpack_hit *hit, struct database *database, uint32_t file)
{
    const struct pgnpack_game *game = NULL;
    enum exit_status status = EXIT_FINE;
    if (pgnpack_cursor_range(cursor, hit->game, 1) != PGNPACK_OK ||
        pgnpack_cursor_next(cursor, &game) != PGNPACK_OK) {
        status = find_run_judge(list->run, database, pgnpack_error(cursor));
        game = NULL;
    }
    if (status == EXIT_FINE && !keep(list, game, hit, file))
        status = command_no_memory(list->run->context);
    return status;
}

enum exit_status find_list_add(struct find_list *list, struct database *database, uint32_t file,
                               const struct pgnpack_hit *hits, size_t count)
{
    const char *tags[2 * FIND_KEYS_MAX];
    size_t tag_count = find_keys_tags(&list->run->options->sort, tags);
    struct pgnpack_cursor *cursor =
        pgnpack_cursor_new(database->reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE);
    if (cursor == NULL)
        return command_no_memory(list->run->context);
    enum exit_status status = EXIT_FINE;
    if (pgnpack_cursor_tags(cursor, tags, tag_count) != PGNPACK_OK)
        status = find_run_judge(list->run, database, pgnpack_error(cursor));
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        status = add_hit(list, cursor, &hits[i], database, file);
    pgnpack_free(cursor);
    return status;
}

/* For the comparisons, which qsort() tells of entries only; sorting is the first thread's. */
static const struct find_list *sorted_list;

/* In the order of the databases. */
static int compare_places(const struct find_entry *a, const struct find_entry *b)
{
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->hit.game > b->hit.game) - (a->hit.game < b->hit.game);
}

/* Two games' bytes for a key, and goes behind them; without some a game comes last. */
static int compare_key(const char **first, const char **second, int descending)
{
    uint32_t sizes[2];
    memcpy(&sizes[0], *first, sizeof *sizes);
    memcpy(&sizes[1], *second, sizeof *sizes);
    const char *a = *first + sizeof *sizes, *b = *second + sizeof *sizes;
    *first = a + sizes[0];
    *second = b + sizes[1];
    if (sizes[0] == 0 || sizes[1] == 0)
        return (sizes[0] == 0) - (sizes[1] == 0);
    int order = memcmp(a, b, sizes[0] < sizes[1] ? sizes[0] : sizes[1]);
    if (order == 0)
        order = (sizes[0] > sizes[1]) - (sizes[0] < sizes[1]);
    return descending ? -order : order;
}

static int compare_entries(const void *first, const void *second)
{
    const struct find_keys *keys = &sorted_list->run->options->sort;
    const struct find_entry *a = first, *b = second;
    const char *key_a = sorted_list->texts + a->key, *key_b = sorted_list->texts + b->key;
    int order = 0;
    for (size_t i = 0; i < keys->count && order == 0; i++)
        order = compare_key(&key_a, &key_b, keys->keys[i].descending);
    return order != 0 ? order : compare_places(a, b);
}

void find_list_sort(struct find_list *list)
{
    const struct find_keys *keys = &list->run->options->sort;
    for (size_t i = 0; i < keys->count && list->count != 0; i++)
        if (keys->keys[i].by == PGNPACK_ORDER_TAG && !list->is_known[i])
            command_warn_of_tag(list->run->context, "--sort", keys->keys[i].tag, NULL);
    sorted_list = list;
    if (list->count != 0)
        qsort(list->entries, list->count, sizeof *list->entries, compare_entries);
}

void find_list_free(struct find_list *list)
{
    free(list->entries);
    free(list->texts);
    free(list->room.bytes);
}
