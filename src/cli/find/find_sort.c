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

static int keep_text(struct find_list *list, struct find_entry *entry, struct pgnpack_text value)
{
    size_t size = list->text_size + value.size;
    if (!may_have(list, size, 1) || !GROW(list->texts, list->text_capacity, size))
        return 0;
    entry->key = list->text_size;
    entry->text_size = (uint32_t)value.size;
    if (value.size != 0)
        memcpy(list->texts + list->text_size, value.data, value.size);
    list->text_size += value.size;
    return 1;
}

static int keep(struct find_list *list, const struct find_key *key, const struct pgnpack_game *game,
                const struct pgnpack_hit *hit, uint32_t file)
{
    struct find_entry entry = {.hit = *hit, .file = file};
    struct pgnpack_text value;
    int done =
        may_have(list, list->count + 1, sizeof entry) && GROW(list->entries, list->capacity, list->count + 1);
    if (game != NULL)
        entry.key = find_key_number(key, game);
    if (done && game != NULL && key->kind == FIND_KEY_TAG &&
        pgnpack_game_find_tag(game, key->tags[0], &value))
        done = keep_text(list, &entry, value);
    if (done)
        list->entries[list->count++] = entry;
    return done;
}

/* A game whose tags are damaged has no key, which is told. */
static enum exit_status add_hit(struct find_list *list, struct pgnpack_cursor *cursor,
                                const struct find_key *key, const struct pgnpack_hit *hit,
                                struct database *database, uint32_t file)
{
    const struct pgnpack_game *game = NULL;
    enum exit_status status = EXIT_FINE;
    if (pgnpack_cursor_range(cursor, hit->game, 1) != PGNPACK_OK ||
        pgnpack_cursor_next(cursor, &game) != PGNPACK_OK) {
        status = find_run_judge(list->run, database, pgnpack_error(cursor));
        game = NULL;
    }
    if (status == EXIT_FINE && !keep(list, key, game, hit, file))
        status = command_no_memory(list->run->context);
    return status;
}

enum exit_status find_list_add(struct find_list *list, struct database *database, uint32_t file,
                               const struct pgnpack_hit *hits, size_t count)
{
    const struct find_key key = find_key_of(list->run->options->sort);
    struct pgnpack_cursor *cursor =
        pgnpack_cursor_new(database->reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE);
    if (cursor == NULL)
        return command_no_memory(list->run->context);
    enum exit_status status = EXIT_FINE;
    if (pgnpack_cursor_tags(cursor, key.tags, key.tag_count) != PGNPACK_OK)
        status = find_run_judge(list->run, database, pgnpack_error(cursor));
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        status = add_hit(list, cursor, &key, &hits[i], database, file);
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

static int compare_numbers(const void *first, const void *second)
{
    const struct find_entry *a = first, *b = second;
    int order = (a->key == 0) - (b->key == 0);
    if (order != 0)
        return order;
    order = (a->key > b->key) - (a->key < b->key);
    if (order == 0)
        return compare_places(a, b);
    return sorted_list->run->options->reverse ? -order : order;
}

static int compare_texts(const void *first, const void *second)
{
    const struct find_entry *a = first, *b = second;
    size_t size = a->text_size < b->text_size ? a->text_size : b->text_size;
    int order = (a->text_size == 0) - (b->text_size == 0);
    if (order != 0)
        return order;
    order = size != 0 ? memcmp(sorted_list->texts + a->key, sorted_list->texts + b->key, size) : 0;
    if (order == 0)
        order = (a->text_size > b->text_size) - (a->text_size < b->text_size);
    if (order == 0)
        return compare_places(a, b);
    return sorted_list->run->options->reverse ? -order : order;
}

void find_list_sort(struct find_list *list)
{
    const struct find_key key = find_key_of(list->run->options->sort);
    int is_tag = key.kind == FIND_KEY_TAG;
    if (is_tag && list->text_size == 0 && list->count != 0)
        command_warn_of_tag(list->run->context, "--sort", key.tags[0], NULL);
    sorted_list = list;
    if (list->count != 0)
        qsort(list->entries, list->count, sizeof *list->entries, is_tag ? compare_texts : compare_numbers);
}

void find_list_free(struct find_list *list)
{
    free(list->entries);
    free(list->texts);
}
