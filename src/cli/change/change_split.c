/* pgndb split. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/change/change_split.h"
#include "cli/change/change_output.h"
#include "cli/change/change_tags.h"
#include "cli/change/split_labels.h"
#include "cli/base/find_key.h"
#include "cli/base/messages.h"

/* More are hardly meant. */
enum { FILES_MAX = 10000, UNKNOWN = FILES_MAX };

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
    char tag[TAG_NAME_SIZE_MAX + 1]; /* of SPLIT_TAG, as what follows */
    uint64_t letters;                /* 0: all of the value */
    struct split_texts values;       /* a file each */
    struct split_texts used;         /* labels */
    struct tag_text room;
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
        char label[SPLIT_LABEL_SIZE];
        struct game_run run = {reader, first, run_of(reader, first, size)};
        snprintf(label, sizeof label, "%04" PRIu64, part);
        status = write_part(splitting, label, add_run, &run);
        first += run.count;
    }
    return status;
}

/* ---- By a tag ---- */

static const struct pgnpack_text unknown = {"unknown", 7};

/* "2019", or "2019-05", or "2019-unknown". */
static int date_value(struct splitting *splitting, const struct pgnpack_game *game, enum split split,
                      struct pgnpack_text *value_ret)
{
    const struct pgnpack_order_key date = {.by = PGNPACK_ORDER_DATE};
    char year[5] = "", month[3] = "";
    size_t size;
    if (!find_key_write(&date, game, &splitting->room, &size) || !tag_text_reserve(&splitting->room, 32))
        return 0;
    if (size != 0) {
        memcpy(year, splitting->room.bytes, 4);
        memcpy(month, splitting->room.bytes + 4, 2);
    }
    int is_month = size != 0 && split == SPLIT_MONTH;
    size = (size_t)snprintf(splitting->room.bytes, 32, "%s%s%s", year, is_month ? "-" : "",
                            !is_month                  ? ""
                            : strcmp(month, "00") == 0 ? unknown.data
                                                       : month);
    *value_ret = (struct pgnpack_text){splitting->room.bytes, size};
    return 1;
}

/* "B", or "B90". */
static void eco_value(const struct pgnpack_game *game, enum split split, struct pgnpack_text *value_ret)
{
    struct pgnpack_text eco;
    pgnpack_game_find_tag(game, "ECO", &eco);
    if (eco.size >= 3 && eco.data[0] >= 'A' && eco.data[0] <= 'E' && eco.data[1] >= '0' &&
        eco.data[1] <= '9' && eco.data[2] >= '0' && eco.data[2] <= '9')
        *value_ret = (struct pgnpack_text){eco.data, split == SPLIT_LETTER ? 1 : 3};
}

static int tag_value(struct splitting *splitting, const struct pgnpack_game *game,
                     struct pgnpack_text *value_ret)
{
    struct pgnpack_text value;
    size_t size;
    if (!pgnpack_game_find_tag(game, splitting->tag, &value))
        return 1;
    if (splitting->letters != 0)
        return split_letters(splitting->tag, value, splitting->letters, &splitting->room, value_ret);
    if (!find_key_write_value(splitting->tag, value, &splitting->room, &size))
        return 0;
    if (size != 0)
        *value_ret = tag_text_plain(&splitting->room, value);
    return size == 0 || value_ret->data != NULL;
}

/* What the game is put into a file by, until the next one; of size 0: that is unknown. 0: no memory. */
static int value_of(struct splitting *splitting, const struct pgnpack_game *game,
                    struct pgnpack_text *value_ret)
{
    enum split split = splitting->context->options->change.split;
    *value_ret = (struct pgnpack_text){NULL, 0};
    if (split == SPLIT_TAG)
        return tag_value(splitting, game, value_ret);
    if (split == SPLIT_YEAR || split == SPLIT_MONTH)
        return date_value(splitting, game, split, value_ret);
    eco_value(game, split, value_ret);
    return 1;
}

static enum exit_status fail_too_many(const struct splitting *splitting)
{
    const char *tag = splitting->tag;
    struct messages *messages = splitting->context->messages;
    const char *file = splitting->database.file.name;
    if (splitting->context->options->change.split != SPLIT_TAG)
        message_error(messages, IN_FILE(file), "more than %d files would come of it", FILES_MAX);
    else if (splitting->letters != 0)
        message_error(messages, IN_FILE(file),
                      "more than %d files would come of it: take fewer letters, as in %s:1", FILES_MAX, tag);
    else
        message_error(messages, IN_FILE(file),
                      "more than %d files would come of it, one for each value of %s: take first letters, as "
                      "in %s:1",
                      FILES_MAX, tag, tag);
    return EXIT_LIMIT;
}

static enum exit_status label_game(struct splitting *splitting, const struct pgnpack_game *game,
                                   uint32_t *label_ret)
{
    struct pgnpack_text value;
    *label_ret = UNKNOWN;
    if (!value_of(splitting, game, &value))
        return command_no_memory(splitting->context);
    if (value.size == 0)
        return EXIT_FINE;
    const uint32_t *label = split_texts_enter(&splitting->values, value);
    if (label == NULL)
        return command_no_memory(splitting->context);
    *label_ret = *label;
    return splitting->values.count > FILES_MAX ? fail_too_many(splitting) : EXIT_FINE;
}

static int compare_games(const void *a, const void *b)
{
    const struct split_game *first = a, *second = b;
    if (first->label != second->label)
        return first->label < second->label ? -1 : 1;
    return (first->number > second->number) - (first->number < second->number);
}

/* By label, those in the order of their values, not as they came. */
static void sort_games(const struct splitting *splitting, struct split_game *games, size_t count)
{
    uint32_t places[FILES_MAX + 1];
    places[UNKNOWN] = UNKNOWN;
    for (size_t i = 0; i < splitting->values.count; i++)
        places[splitting->values.texts[i].number] = (uint32_t)i;
    for (size_t i = 0; i < count; i++)
        games[i].label = places[games[i].label];
    qsort(games, count, sizeof *games, compare_games);
}

/* Finds out where each game belongs. */
static enum exit_status label_games(struct splitting *splitting, struct split_game *games, size_t *count_ret)
{
    const char *const tags[] = {"Date", "UTCDate", "ECO", splitting->tag};
    struct database *database = &splitting->database;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(database->reader, PGNPACK_PART_TAGS);
    const struct pgnpack_game *game;
    enum exit_status status = EXIT_FINE;
    *count_ret = 0;
    if (cursor == NULL)
        return command_no_memory(splitting->context);
    int is_fine = pgnpack_cursor_tags(cursor, tags, splitting->tag[0] != '\0' ? 4 : 3) == PGNPACK_OK;
    while (is_fine && status == EXIT_FINE && pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        struct split_game *labelled = &games[(*count_ret)++];
        labelled->number = pgnpack_cursor_game_number(cursor);
        status = label_game(splitting, game, &labelled->label);
    }
    if (status == EXIT_FINE && pgnpack_error(cursor)->status != PGNPACK_END)
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

/* Of the value at this place. "unknown" is taken by games without one. */
static int make_label(struct splitting *splitting, uint32_t place, char label[SPLIT_LABEL_SIZE])
{
    const struct split_text *value = &splitting->values.texts[place];
    return (splitting->used.count != 0 ||
            split_label_make(&splitting->used, &splitting->room, unknown, label)) &&
           split_label_make(&splitting->used, &splitting->room,
                            (struct pgnpack_text){value->bytes, value->size}, label);
}

static enum exit_status write_parts(struct splitting *splitting, struct pgnpack_gather *gather,
                                    const struct split_game *games, size_t count)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0, end = 0; i < count && status == EXIT_FINE; i = end) {
        char label[SPLIT_LABEL_SIZE] = "unknown";
        uint32_t place = games[i].label;
        while (end < count && games[end].label == place)
            end++;
        struct gathered_part part = {gather, end - i};
        status = place == UNKNOWN || make_label(splitting, place, label)
                     ? write_part(splitting, label, add_gathered, &part)
                     : command_no_memory(splitting->context);
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
    sort_games(splitting, games, count);
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

/* What is said of a tag, which some game has to have. */
static enum exit_status take_tag(struct splitting *splitting)
{
    const struct change_options *options = &splitting->context->options->change;
    size_t size;
    if (options->split != SPLIT_TAG || !option_split_tag(options->split_tag, &size, &splitting->letters))
        return EXIT_FINE;
    memcpy(splitting->tag, options->split_tag, size);
    return change_check_tag(splitting->context, &splitting->database, splitting->tag, 1);
}

static enum exit_status split_by_tag(struct splitting *splitting)
{
    uint64_t count = pgnpack_reader_info(splitting->database.reader)->game_count;
    uint64_t limit = splitting->context->options->memory_limit, size = sizeof(struct split_game) + 8;
    if (count >= SIZE_MAX / size || (limit != 0 && count > limit / 2 / size))
        return command_no_memory(splitting->context);
    enum exit_status status = take_tag(splitting);
    if (status != EXIT_FINE)
        return status;
    struct split_game *games = malloc((size_t)(count + 1) * sizeof *games);
    uint64_t *numbers = malloc((size_t)(count + 1) * sizeof *numbers);
    status = games != NULL && numbers != NULL ? split_games(splitting, games, numbers)
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
    split_texts_free(&splitting.values);
    split_texts_free(&splitting.used);
    free(splitting.room.bytes);
    free(splitting.stem);
    database_close(&splitting.database);
    return status;
}
