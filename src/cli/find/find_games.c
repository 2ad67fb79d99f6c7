#include "cli/find/find_games.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/search/find_databases.h"
#include "cli/search/find_search.h"
#include "cli/find/find_sort.h"
#include "cli/find/find_writer.h"
#include "cli/base/number_text.h"

enum { HELD_SIZE = 64 << 20, TEXT_OF_A_GAME = 700 };

/* ---- As they are found ---- */

static enum exit_status write_found(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct find_writer *writer = opaque;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        status = find_writer_put(writer, &hits[i]);
    return status;
}

struct counted {
    struct find_run *run;
    struct find_writer *writer;
};

/* What was found so far goes out, for who waits for it. */
static enum exit_status take_found(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct counted *counted = opaque;
    counted->run->found += count;
    enum exit_status status = write_found(counted->writer, hits, count);
    enum exit_status flushed = view_text_flush(&counted->run->text);
    return status == EXIT_FINE ? flushed : status;
}

static void put_count(struct find_run *run, const char *name, uint64_t count)
{
    view_text_number(&run->text, count);
    if (run->options->common.inputs.count > 1) {
        view_text_string(&run->text, " ");
        view_text_string(&run->text, name);
    }
    view_text_string(&run->text, "\n");
}

/* A find_database_function. */
static enum exit_status find_in_file(struct find_run *run, struct database *database, void *unused)
{
    (void)unused;
    uint64_t before = run->found;
    struct counted counted = {run, find_writer_new(run, database)};
    enum exit_status status =
        counted.writer == NULL
            ? command_no_memory(run->context)
            : find_search(run, database, run->options->first - before, take_found, &counted);
    if (status == EXIT_FINE && run->options->form == FIND_AS_COUNT)
        put_count(run, database->file.name, run->found - before);
    find_writer_free(counted.writer);
    return status;
}

static enum exit_status find_in_order(struct find_run *run)
{
    enum exit_status status = find_each_database(run, find_in_file, NULL);
    if (run->options->form == FIND_AS_COUNT && run->options->common.inputs.count > 1)
        put_count(run, "total", run->found);
    return status;
}

/* ---- Sorted: all are found first, and then written ---- */

struct sorting {
    struct find_run *run;
    struct find_list list;
    struct database *databases; /* by number of input */
    uint8_t *is_open;
    uint32_t file; /* that is searched */
};

/* An entry that is to be written, and where its text is held. */
struct turn {
    const struct find_entry *entry;
    size_t start, end;
};

static enum exit_status take_sorted(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct sorting *sorting = opaque;
    return find_list_add(&sorting->list, &sorting->databases[sorting->file], sorting->file, hits, count);
}

static int compare_turns(const void *first, const void *second)
{
    const struct find_entry *a = (*(struct turn *const *)first)->entry;
    const struct find_entry *b = (*(struct turn *const *)second)->entry;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->hit.game > b->hit.game) - (a->hit.game < b->hit.game);
}

/* Reads games in the order of the databases, so that each block is decoded once. Their text is held. */
static enum exit_status hold_texts(struct sorting *sorting, struct turn **order, size_t count)
{
    struct find_writer *writer = NULL;
    struct held_text *held = sorting->run->text.held;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < count && status == EXIT_FINE; i++) {
        uint32_t file = order[i]->entry->file;
        if (i == 0 || file != order[i - 1]->entry->file) {
            find_writer_free(writer);
            writer = find_writer_new(sorting->run, &sorting->databases[file]);
        }
        order[i]->start = held->size;
        status = writer != NULL ? find_writer_put(writer, &order[i]->entry->hit)
                                : command_no_memory(sorting->run->context);
        order[i]->end = held->size;
    }
    find_writer_free(writer);
    return status;
}

static enum exit_status write_turns(struct sorting *sorting, struct turn *turns, struct turn **order,
                                    size_t count)
{
    struct view_text *text = &sorting->run->text;
    struct held_text held = {NULL, 0, 0};
    qsort(order, count, sizeof *order, compare_turns);
    text->held = &held;
    enum exit_status status = hold_texts(sorting, order, count);
    text->held = NULL;
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        view_text_put(text, held.bytes + turns[i].start, turns[i].end - turns[i].start);
    free(held.bytes);
    return status == EXIT_FINE ? text->status : status;
}

/* As many at a time as are held easily, as far as one can tell. */
static enum exit_status write_entries(struct sorting *sorting, const struct find_entry *entries, size_t count)
{
    struct turn *turns = calloc(count, sizeof *turns);
    struct turn **order = calloc(count, sizeof *order);
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < count && turns != NULL && order != NULL; i++) {
        turns[i].entry = &entries[i];
        order[i] = &turns[i];
    }
    status = turns != NULL && order != NULL ? write_turns(sorting, turns, order, count)
                                            : command_no_memory(sorting->run->context);
    free(turns);
    free(order);
    return status;
}

static enum exit_status write_sorted(struct sorting *sorting)
{
    struct find_run *run = sorting->run;
    const size_t batch = HELD_SIZE / TEXT_OF_A_GAME;
    enum exit_status status = EXIT_FINE;
    find_list_sort(&sorting->list);
    run->found = sorting->list.count < run->options->first ? sorting->list.count : run->options->first;
    for (size_t i = 0; i < run->found && status == EXIT_FINE; i += batch) {
        size_t count = (size_t)run->found - i;
        status = write_entries(sorting, &sorting->list.entries[i], count < batch ? count : batch);
    }
    return status;
}

/* Returns the status of the first failure; one of memory stops. */
static enum exit_status find_all(struct sorting *sorting)
{
    struct find_run *run = sorting->run;
    const struct input_list *inputs = &run->options->common.inputs;
    enum exit_status first_failure = EXIT_FINE;
    for (size_t i = 0; i < inputs->count && first_failure != EXIT_LIMIT; i++) {
        sorting->file = (uint32_t)i;
        enum exit_status status = find_open_database(run, &sorting->databases[i], inputs->names[i], 0);
        sorting->is_open[i] = status == EXIT_FINE;
        if (status == EXIT_FINE)
            status = find_search(run, &sorting->databases[i], UINT64_MAX, take_sorted, sorting);
        if (first_failure == EXIT_FINE)
            first_failure = status;
    }
    return first_failure;
}

static enum exit_status find_sorted(struct find_run *run)
{
    const size_t count = run->options->common.inputs.count;
    struct sorting sorting = {.run = run, .list = {.run = run}};
    enum exit_status status = EXIT_FINE, first_failure;
    sorting.databases = calloc(count, sizeof *sorting.databases);
    sorting.is_open = calloc(count, 1);
    int has_memory = sorting.databases != NULL && sorting.is_open != NULL;
    first_failure = has_memory ? find_all(&sorting) : command_no_memory(run->context);
    if (sorting.list.count != 0)
        status = write_sorted(&sorting);
    for (size_t i = 0; i < count && has_memory; i++)
        if (sorting.is_open[i])
            database_close(&sorting.databases[i]);
    find_list_free(&sorting.list);
    free(sorting.databases);
    free(sorting.is_open);
    return first_failure == EXIT_FINE ? status : first_failure;
}

static void tell(const struct find_run *run)
{
    char found[NUMBER_TEXT_SIZE], games[NUMBER_TEXT_SIZE], replayed[NUMBER_TEXT_SIZE],
        plies[NUMBER_TEXT_SIZE];
    message_information(
        run->context->messages, NULL, "%s game%s of %s; %s of them were played through, %s %s",
        number_text(run->found, found), PLURAL_S(run->found), number_text(run->counts.games, games),
        number_text(run->counts.games_replayed, replayed), number_text(run->counts.plies, plies),
        run->counts.plies == 1 ? "ply" : "plies");
}

enum exit_status find_games(struct find_run *run)
{
    find_writer_head(run);
    int sorts = run->options->sort != NULL && run->options->form != FIND_AS_COUNT;
    enum exit_status status = sorts ? find_sorted(run) : find_in_order(run);
    enum exit_status flushed = view_text_flush(&run->text);
    find_writer_end(run);
    tell(run);
    return status == EXIT_FINE ? flushed : status;
}
