#include "cli/novel/reference_games.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/tag_text.h"

int game_lines_start(struct game_lines *lines, struct find_run *run)
{
    const struct pgnpack_options options = command_library_options(run->context);
    return game_keys_start(&lines->keys, &options);
}

void game_lines_free(struct game_lines *lines)
{
    game_keys_free(&lines->keys);
}

static struct pgnpack_batch *open_batch(const struct database *database)
{
    static const char *const tags[] = {"Date"};
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = tags, .tag_count = 1, .parts = PGNPACK_BATCH_KEYS};
    return pgnpack_batch_new(database->reader, &options);
}

/* Those that the batch gives. */
static enum exit_status take_games(struct game_lines *lines, struct find_run *run, struct database *database,
                                   struct pgnpack_batch *batch, game_lines_function take, void *opaque)
{
    struct pgnpack_text *const views[] = {lines->dates};
    struct pgnpack_columns columns = {.numbers = lines->numbers, .views = views};
    enum exit_status status = EXIT_FINE;
    enum pgnpack_status read = PGNPACK_OK;
    size_t count;
    while (status == EXIT_FINE &&
           (read = game_keys_next(&lines->keys, batch, &columns, &count)) == PGNPACK_OK)
        for (size_t i = 0; i < count && status == EXIT_FINE; i++) {
            const uint32_t first = lines->keys.offsets[i], end = lines->keys.offsets[i + 1];
            status = take(opaque, lines->numbers[i], text_date(lines->dates[i]), lines->keys.keys + first,
                          end - first);
        }
    if (status != EXIT_FINE || read == PGNPACK_END)
        return status;
    return find_run_judge(run, database, pgnpack_error(batch));
}

enum exit_status game_lines_pick(struct game_lines *lines, struct find_run *run, struct database *database,
                                 const uint64_t *numbers, size_t count, game_lines_function take,
                                 void *opaque)
{
    struct pgnpack_batch *batch = open_batch(database);
    enum exit_status status = batch != NULL ? EXIT_FINE : command_no_memory(run->context);
    for (size_t i = 0, end; i < count && status == EXIT_FINE; i = end) {
        const uint64_t block_end = database_block_end(database, numbers[i]);
        for (end = i + 1; end < count && numbers[end] < block_end;)
            end++;
        status = pgnpack_batch_pick(batch, numbers + i, end - i) == PGNPACK_OK
                     ? take_games(lines, run, database, batch, take, opaque)
                     : find_run_judge(run, database, pgnpack_error(batch));
    }
    pgnpack_free(batch);
    return status;
}

enum exit_status game_lines_all(struct game_lines *lines, struct find_run *run, struct database *database,
                                game_lines_function take, void *opaque)
{
    struct pgnpack_batch *batch = open_batch(database);
    struct pgnpack_block_info info;
    enum exit_status status = batch != NULL ? EXIT_FINE : command_no_memory(run->context);
    for (uint64_t i = 0; status == EXIT_FINE && pgnpack_reader_block(database->reader, i, &info); i++)
        if (info.game_count != 0)
            status = pgnpack_batch_range(batch, info.first_game, info.game_count) == PGNPACK_OK
                         ? take_games(lines, run, database, batch, take, opaque)
                         : find_run_judge(run, database, pgnpack_error(batch));
    pgnpack_free(batch);
    return status;
}

/* ---- Labels ---- */

enum { WHITE, BLACK, EVENT, DATE, TAGS };

/* The known tags one after the other; the caller frees the text. NULL: no memory. */
static char *join(const struct pgnpack_text values[TAGS])
{
    static const char *const before[TAGS] = {"", " - ", ", ", ", "};
    struct tag_text room = {NULL, 0};
    size_t size = 1, at = 0;
    for (size_t i = 0; i < TAGS; i++)
        size += values[i].size + strlen(before[i]);
    char *label = malloc(size);
    for (size_t i = 0; i < TAGS && label != NULL; i++) {
        const struct pgnpack_text plain = tag_text_plain(&room, values[i]);
        if (plain.data == NULL || !text_is_known(plain) || (i == DATE && plain.data[0] == '?'))
            continue;
        if (at != 0) {
            memcpy(label + at, before[i], strlen(before[i]));
            at += strlen(before[i]);
        }
        memcpy(label + at, plain.data, plain.size);
        at += plain.size;
    }
    if (label != NULL)
        label[at] = '\0';
    free(room.bytes);
    return label;
}

int game_labels_start(struct game_labels *labels, struct find_run *run, struct database *database)
{
    static const char *const tags[TAGS] = {"White", "Black", "Event", "Date"};
    const struct pgnpack_batch_options options = {.size = sizeof options, .tags = tags, .tag_count = TAGS};
    *labels = (struct game_labels){run, database, pgnpack_batch_new(database->reader, &options)};
    return labels->batch != NULL;
}

void game_labels_end(struct game_labels *labels)
{
    pgnpack_free(labels->batch);
    labels->batch = NULL;
}

enum exit_status game_labels_make(struct game_labels *labels, uint64_t number, char **label_ret)
{
    struct pgnpack_text values[TAGS], *views[TAGS];
    size_t count;
    for (size_t i = 0; i < TAGS; i++)
        views[i] = &values[i];
    const struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 1, .views = views};
    if (pgnpack_batch_range(labels->batch, number, 1) != PGNPACK_OK ||
        pgnpack_batch_next(labels->batch, &columns, &count) != PGNPACK_OK)
        return find_run_judge(labels->run, labels->database, pgnpack_error(labels->batch));
    *label_ret = join(values);
    return *label_ret != NULL ? EXIT_FINE : command_no_memory(labels->run->context);
}
