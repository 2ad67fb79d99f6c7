/* pgndb split. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/change/change_split.h"
#include "cli/change/change_output.h"
#include "cli/base/find_key.h"
#include "cli/base/messages.h"

enum { LABEL_SIZE = 24, NO_LABEL = 0x7fffffff };

/* A game, and the file that it comes to. */
struct split_game {
    uint64_t number;
    uint32_t label;
};

struct splitting {
    struct command_context *context;
    struct database database;
    char *stem; /* of the files' names */
    uint64_t files, games;
};

/* ---- Files ---- */

static const char ending[] = ".bcgn";

/* The name that -o gives, or the input's, without its ending. */
static char *stem_of(const char *name)
{
    size_t size = strlen(name), end = sizeof ending - 1;
    if (size > end && strcmp(name + size - end, ending) == 0)
        size -= end;
    char *stem = malloc(size + 1);
    if (stem != NULL) {
        memcpy(stem, name, size);
        stem[size] = '\0';
    }
    return stem;
}

/* "STEM-LABEL.bcgn"; the caller frees it. */
static char *part_name(const struct splitting *splitting, const char *label)
{
    size_t size = strlen(splitting->stem) + strlen(label) + sizeof ending + 1;
    char *name = malloc(size);
    if (name != NULL)
        snprintf(name, size, "%s-%s%s", splitting->stem, label, ending);
    return name;
}

/* What `add` adds becomes the file of that label. */
static enum exit_status write_part(struct splitting *splitting, const char *label,
                                   enum pgnpack_status (*add)(struct pgnpack_copy *copy, void *opaque),
                                   void *opaque)
{
    struct change_output output = {.context = splitting->context};
    char *name = part_name(splitting, label);
    if (name == NULL)
        return command_no_memory(splitting->context);
    enum exit_status status = change_output_open(&output, splitting->context, name);
    output.input = splitting->database.file.name;
    output.is_one_of_many = 1;
    if (status == EXIT_FINE && add(output.copy, opaque) != PGNPACK_OK)
        status = change_output_report(&output, splitting->database.file.name);
    if (status == EXIT_FINE)
        status = change_output_finish(&output);
    if (status == EXIT_FINE) {
        splitting->files++;
        splitting->games += pgnpack_copy_totals(output.copy)->games;
    }
    change_output_close(&output);
    free(name);
    return status;
}

/* ---- So many games each ---- */

struct game_run {
    const struct pgnpack_reader *reader;
    uint64_t first, count;
};

static enum pgnpack_status add_run(struct pgnpack_copy *copy, void *opaque)
{
    const struct game_run *run = opaque;
    return pgnpack_copy_games(copy, run->reader, run->first, run->count);
}

/* The first game at or after `at` that is not deleted; one more than there are games: there is none. */
static uint64_t next_live(const struct pgnpack_reader *reader, uint64_t at)
{
    uint64_t first, count;
    return pgnpack_reader_deleted_range(reader, at, &first, &count) && first <= at ? first + count : at;
}

/* How many games from `first` on have `size` that are not deleted, or all that are left; deleted ones behind them included. */
static uint64_t run_of(const struct pgnpack_reader *reader, uint64_t first, uint64_t size)
{
    uint64_t games = pgnpack_reader_info(reader)->game_count, at = next_live(reader, first), deleted, count;
    while (at <= games && size != 0) {
        int is_there = pgnpack_reader_deleted_range(reader, at, &deleted, &count);
        uint64_t live = (is_there ? deleted : games + 1) - at;
        uint64_t taken = live < size ? live : size;
        size -= taken;
        at = next_live(reader, at + taken);
    }
    return at - first;
}

static enum exit_status split_by_games(struct splitting *splitting)
{
    const struct pgnpack_reader *reader = splitting->database.reader;
    uint64_t games = pgnpack_reader_info(reader)->game_count,
             size = splitting->context->options->change.split_games;
    enum exit_status status = EXIT_FINE;
    uint64_t first = 1;
    for (uint64_t part = 1; status == EXIT_FINE && (first <= games || part == 1); part++) {
        char label[LABEL_SIZE];
        struct game_run run = {reader, first, run_of(reader, first, size)};
        snprintf(label, sizeof label, "%04" PRIu64, part);
        status = write_part(splitting, label, add_run, &run);
        first += run.count;
    }
    return status;
}

/* ---- By a tag ---- */

static uint32_t date_label(const struct pgnpack_game *game, enum split split)
{
    const struct find_key key = find_key_of("date");
    uint32_t date = (uint32_t)find_key_number(&key, game);
    if (date < 10000)
        return NO_LABEL;
    if (split == SPLIT_YEAR)
        return date / 10000;
    return date / 100 % 100 <= 12 ? date / 100 : date / 10000 * 100; /* else of no known month */
}

static uint32_t eco_label(const struct pgnpack_game *game, enum split split)
{
    struct pgnpack_text eco;
    pgnpack_game_find_tag(game, "ECO", &eco);
    if (eco.size < 3 || eco.data[0] < 'A' || eco.data[0] > 'E' || eco.data[1] < '0' || eco.data[1] > '9' ||
        eco.data[2] < '0' || eco.data[2] > '9')
        return NO_LABEL;
    uint32_t letter = (uint32_t)(eco.data[0] - 'A');
    return split == SPLIT_LETTER
               ? letter
               : 100 * letter + 10 * (uint32_t)(eco.data[1] - '0') + (uint32_t)(eco.data[2] - '0');
}

static void write_label(enum split split, uint32_t label, char text[LABEL_SIZE])
{
    char letter = (char)('A' + (split == SPLIT_LETTER ? label : label / 100) % 26);
    if (label == NO_LABEL)
        snprintf(text, LABEL_SIZE, "unknown");
    else if (split == SPLIT_YEAR)
        snprintf(text, LABEL_SIZE, "%04u", (unsigned)label);
    else if (split == SPLIT_MONTH)
        snprintf(text, LABEL_SIZE, label % 100 == 0 ? "%04u-unknown" : "%04u-%02u", (unsigned)(label / 100),
                 (unsigned)(label % 100));
    else if (split == SPLIT_LETTER)
        snprintf(text, LABEL_SIZE, "%c", letter);
    else
        snprintf(text, LABEL_SIZE, "%c%02u", letter, (unsigned)(label % 100));
}

static int compare_games(const void *a, const void *b)
{
    const struct split_game *first = a, *second = b;
    if (first->label != second->label)
        return first->label < second->label ? -1 : 1;
    return (first->number > second->number) - (first->number < second->number);
}

/* Finds out where each game belongs. */
static enum exit_status label_games(struct splitting *splitting, struct split_game *games, size_t *count_ret)
{
    static const char *const tags[] = {"Date", "UTCDate", "ECO"};
    struct database *database = &splitting->database;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(database->reader, PGNPACK_PART_TAGS);
    enum split split = splitting->context->options->change.split;
    const struct pgnpack_game *game;
    enum exit_status status = EXIT_FINE;
    *count_ret = 0;
    if (cursor == NULL)
        return command_no_memory(splitting->context);
    int is_fine = pgnpack_cursor_tags(cursor, tags, sizeof tags / sizeof *tags) == PGNPACK_OK;
    while (is_fine && pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        uint32_t label =
            split == SPLIT_YEAR || split == SPLIT_MONTH ? date_label(game, split) : eco_label(game, split);
        games[(*count_ret)++] = (struct split_game){pgnpack_cursor_game_number(cursor), label};
    }
    if (pgnpack_error(cursor)->status != PGNPACK_END)
        status = command_report(splitting->context, database->file.name, pgnpack_error(cursor));
    pgnpack_free(cursor);
    return status;
}

struct gathered_part {
    struct pgnpack_gather *gather;
    uint64_t count;
};

static enum pgnpack_status add_gathered(struct pgnpack_copy *copy, void *opaque)
{
    const struct gathered_part *part = opaque;
    return pgnpack_copy_gathered(copy, part->gather, part->count);
}

static enum exit_status write_parts(struct splitting *splitting, struct pgnpack_gather *gather,
                                    const struct split_game *games, size_t count)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0, end = 0; i < count && status == EXIT_FINE; i = end) {
        char label[LABEL_SIZE];
        while (end < count && games[end].label == games[i].label)
            end++;
        struct gathered_part part = {gather, end - i};
        write_label(splitting->context->options->change.split, games[i].label, label);
        status = write_part(splitting, label, add_gathered, &part);
    }
    return status;
}

static enum exit_status split_games(struct splitting *splitting, struct split_game *games, uint64_t *numbers)
{
    struct database *database = &splitting->database;
    size_t count;
    enum exit_status status = label_games(splitting, games, &count);
    if (status != EXIT_FINE)
        return status;
    qsort(games, count, sizeof *games, compare_games);
    for (size_t i = 0; i < count; i++)
        numbers[i] = games[i].number;
    struct pgnpack_gather *gather = pgnpack_gather_new(database->reader);
    if (gather == NULL)
        return command_no_memory(splitting->context);
    database_begin_pass(database);
    if (pgnpack_gather_numbers(gather, numbers, count) != PGNPACK_OK)
        status = command_report(splitting->context, database->file.name, pgnpack_error(gather));
    else
        status = write_parts(splitting, gather, games, count);
    pgnpack_free(gather);
    return status;
}

static enum exit_status split_by_tag(struct splitting *splitting)
{
    uint64_t count = pgnpack_reader_info(splitting->database.reader)->game_count;
    uint64_t limit = splitting->context->options->memory_limit, size = sizeof(struct split_game) + 8;
    if (count >= SIZE_MAX / size || (limit != 0 && count > limit / 2 / size))
        return command_no_memory(splitting->context);
    struct split_game *games = malloc((size_t)(count + 1) * sizeof *games);
    uint64_t *numbers = malloc((size_t)(count + 1) * sizeof *numbers);
    enum exit_status status = games != NULL && numbers != NULL ? split_games(splitting, games, numbers)
                                                               : command_no_memory(splitting->context);
    free(games);
    free(numbers);
    return status;
}

enum exit_status change_split(struct command_context *context, const char *input)
{
    const struct options *options = context->options;
    struct splitting splitting = {.context = context};
    if (options->output == NULL && input_is_standard(input)) {
        message_error(context->messages, NULL, "give the parts of standard input a name: '-o NAME.bcgn'");
        return EXIT_FAILED;
    }
    enum exit_status status = change_input_open(&splitting.database, context, input);
    if (status != EXIT_FINE)
        return status;
    splitting.stem = stem_of(options->output != NULL ? options->output : input);
    if (splitting.stem == NULL)
        status = command_no_memory(context);
    else
        status = options->change.split == SPLIT_GAMES ? split_by_games(&splitting) : split_by_tag(&splitting);
    if (status == EXIT_FINE)
        message_notice(context->messages, IN_FILE(input), "%s %s in %s", COUNTED(splitting.games, "game"),
                       options->change.dry_run ? "would be" : IS_OR_ARE(splitting.games),
                       COUNTED(splitting.files, "file"));
    free(splitting.stem);
    database_close(&splitting.database);
    return status;
}
