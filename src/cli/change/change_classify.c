/* pgndb classify: ECO, Opening and Variation by the last position of each game that a table names. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/tag_text.h"
#include "cli/change/change_rewrite.h"
#include "cli/change/change_tasks.h"
#include "cli/change/classify_tags.h"
#include "cli/openings/game_opening.h"
#include "cli/openings/opening_file.h"
#include "cli/run/change_database.h"
#include "pgnpack_extra.h"

enum { VARIANT = CLASSIFY_TAGS, TAGS };

/* What became of the games. */
struct tally {
    uint64_t chosen;
    uint64_t deleted; /* of those that were named: not chosen */
    uint64_t named;
    uint64_t equal; /* had all of it already */
    uint64_t variants, elsewhere, unnamed;
    struct classify_agreement agreement;
};

/* Tags and position keys of all games, or of those chosen. */
struct scan {
    struct command_context *context;
    const struct opening_table *table;
    const char *name;
    struct rewrite *rewrite;
    uint8_t *marks;   /* of games that are chosen; NULL: all */
    uint64_t *chosen; /* their numbers, then */
    struct pgnpack_batch *batch;
    uint64_t numbers[GAME_KEYS_ROWS];
    struct pgnpack_text *views[TAGS];
    struct game_keys keys;
    struct tag_text plain[TAGS];
    struct tally tally;
};

/* ---- A game ---- */

/* Its values without escapes. */
static int read_values(struct scan *scan, size_t row, struct pgnpack_text values[TAGS])
{
    for (size_t i = 0; i < TAGS; i++) {
        values[i] = scan->views[i][row];
        if (values[i].data == NULL)
            continue;
        values[i] = tag_text_plain(&scan->plain[i], values[i]);
        if (values[i].data == NULL)
            return 0;
    }
    return 1;
}

static enum exit_status edit_game(struct scan *scan, uint64_t number,
                                  const struct classify_edit edits[CLASSIFY_TAGS])
{
    enum exit_status status;
    struct pgnpack_editor *editor = rewrite_take(scan->rewrite, number, &status);
    if (editor == NULL)
        return status;
    for (size_t i = 0; i < CLASSIFY_TAGS; i++) {
        const char *value = edits[i].action == CLASSIFY_SET ? edits[i].value.data : NULL;
        if (edits[i].action != CLASSIFY_LEAVE &&
            pgnpack_editor_set_tag(editor, classify_tag_names[i], value, edits[i].value.size) != PGNPACK_OK)
            return rewrite_leave(scan->rewrite);
    }
    return rewrite_put(scan->rewrite);
}

static enum exit_status classify_game(struct scan *scan, size_t row)
{
    struct tally *tally = &scan->tally;
    struct pgnpack_text values[TAGS];
    struct classify_edit edits[CLASSIFY_TAGS];
    struct opening opening;
    tally->chosen++;
    if (!read_values(scan, row, values))
        return command_no_memory(scan->context);
    if (!game_is_chess(values[VARIANT])) {
        tally->variants++;
        return EXIT_FINE;
    }
    enum game_opening found = game_opening_find(&scan->keys, row, scan->table, &opening);
    tally->elsewhere += found == GAME_FROM_ELSEWHERE;
    tally->unnamed += found == GAME_UNNAMED;
    if (found != GAME_NAMED)
        return EXIT_FINE;
    tally->named++;
    classify_compare(&tally->agreement, values[CLASSIFY_ECO], opening.eco);
    if (classify_edits(values, &opening, scan->context->options->change.keep_tags, edits))
        return edit_game(scan, scan->numbers[row], edits);
    tally->equal++;
    return EXIT_FINE;
}

/* ---- All games ---- */

static enum exit_status classify_games(struct scan *scan)
{
    struct pgnpack_columns columns = {.numbers = scan->numbers, .views = scan->views};
    size_t count;
    enum pgnpack_status found;
    while ((found = game_keys_next(&scan->keys, scan->batch, &columns, &count)) == PGNPACK_OK)
        for (size_t row = 0; row < count; row++) {
            enum exit_status status = classify_game(scan, row);
            if (status != EXIT_FINE)
                return status;
        }
    return found == PGNPACK_END ? EXIT_FINE
                                : command_report_path(scan->context, scan->name, pgnpack_error(scan->batch));
}

/* Those that are marked, and there. */
static enum exit_status pick(struct scan *scan)
{
    const struct pgnpack_reader *reader = rewrite_reader(scan->rewrite);
    uint64_t games = pgnpack_reader_info(reader)->game_count;
    size_t count = 0;
    scan->chosen = malloc((size_t)(games + 1) * sizeof *scan->chosen);
    if (scan->chosen == NULL)
        return command_no_memory(scan->context);
    for (uint64_t number = 1; number <= games; number++) {
        if (!game_is_marked(scan->marks, number))
            continue;
        if (pgnpack_reader_is_deleted(reader, number))
            scan->tally.deleted++;
        else
            scan->chosen[count++] = number;
    }
    if (pgnpack_batch_pick(scan->batch, scan->chosen, count) == PGNPACK_OK)
        return EXIT_FINE;
    return command_report_path(scan->context, scan->name, pgnpack_error(scan->batch));
}

static enum exit_status open_batch(struct scan *scan)
{
    const char *tags[TAGS] = {[VARIANT] = "Variant"};
    memcpy(tags, classify_tag_names, sizeof classify_tag_names);
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = tags, .tag_count = TAGS, .parts = PGNPACK_BATCH_KEYS};
    scan->batch = pgnpack_batch_new(rewrite_reader(scan->rewrite), &options);
    const struct pgnpack_options library = command_library_options(scan->context);
    if (scan->batch == NULL || !game_keys_start(&scan->keys, &library))
        return command_no_memory(scan->context);
    return scan->marks != NULL ? pick(scan) : EXIT_FINE;
}

/* ---- What is told ---- */

/* "12.3" of a hundred. */
static const char *percent(uint64_t part, uint64_t whole, char text[NUMBER_TEXT_SIZE])
{
    uint64_t tenths = whole == 0 ? 0 : (part * 1000 + whole / 2) / whole;
    snprintf(text, NUMBER_TEXT_SIZE, "%" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
    return text;
}

static void tell_agreement(const struct scan *scan)
{
    const struct classify_agreement *agreement = &scan->tally.agreement;
    char same[NUMBER_TEXT_SIZE], same_ten[NUMBER_TEXT_SIZE];
    if (agreement->codes == 0)
        return;
    message_notice(scan->context->messages, IN_FILE(scan->name),
                   "%" PRIu64 " (%s %%) of %s that games have %s as found, %" PRIu64
                   " (%s %%) in letter and first digit",
                   agreement->same, percent(agreement->same, agreement->codes, same),
                   COUNTED(agreement->codes, "ECO code"), IS_OR_ARE(agreement->same), agreement->same_ten,
                   percent(agreement->same_ten, agreement->codes, same_ten));
}

static void tell(const struct scan *scan)
{
    const struct tally *tally = &scan->tally;
    struct messages *messages = scan->context->messages;
    if (tally->deleted != 0)
        rewrite_warn_of_deleted(scan->context, scan->name, tally->deleted);
    message_notice(messages, IN_FILE(scan->name),
                   "%" PRIu64 " of %s %s a position with a name; %" PRIu64 " had these tags already",
                   tally->named, COUNTED(tally->chosen, "game"), tally->named == 1 ? "reaches" : "reach",
                   tally->equal);
    if (tally->named != tally->chosen)
        message_notice(messages, IN_FILE(scan->name),
                       "left as they are: %" PRIu64 " without such a position, %" PRIu64
                       " from another start position, %" PRIu64 " of a variant",
                       tally->unnamed, tally->elsewhere, tally->variants);
    if (scan->context->options->change.dry_run)
        tell_agreement(scan);
}

/* ---- A database ---- */

static enum exit_status classify_in(struct scan *scan)
{
    struct pgnpack_text *values = calloc(TAGS * GAME_KEYS_ROWS, sizeof *values);
    for (size_t i = 0; i < TAGS; i++)
        scan->views[i] = values == NULL ? NULL : &values[i * GAME_KEYS_ROWS];
    enum exit_status status = values == NULL ? command_no_memory(scan->context) : open_batch(scan);
    if (status == EXIT_FINE)
        status = classify_games(scan);
    if (scan->batch != NULL)
        pgnpack_free(scan->batch); /* the commit takes its reader away */
    if (status == EXIT_FINE)
        status = rewrite_finish(scan->rewrite);
    for (size_t i = 0; i < TAGS; i++)
        free(scan->plain[i].bytes);
    free(values);
    game_keys_free(&scan->keys);
    free(scan->chosen);
    return status;
}

static enum exit_status classify_one(struct command_context *context, const char *name, void *table)
{
    enum exit_status status;
    struct scan *scan = calloc(1, sizeof *scan);
    if (scan == NULL)
        return command_no_memory(context);
    scan->context = context;
    scan->table = table;
    scan->name = name;
    scan->rewrite = rewrite_open(context, name, &status);
    if (scan->rewrite != NULL)
        status = game_marks_make(context, name, rewrite_reader(scan->rewrite), &scan->marks);
    if (status == EXIT_FINE)
        status = classify_in(scan);
    if (status == EXIT_FINE)
        tell(scan);
    free(scan->marks);
    rewrite_free(scan->rewrite);
    free(scan);
    return change_tell_damage(context, name, status);
}

/* NULL: reported. */
static struct opening_table *read_table(struct command_context *context)
{
    const struct change_options *change = &context->options->change;
    const struct pgnpack_options options = command_library_options(context);
    struct opening_table *table =
        change->opening_table == NULL
            ? opening_lines_read(context->options->openings, context->messages, &options)
            : opening_file_read(change->opening_table, context->messages, &options);
    if (table != NULL && opening_table_replaced(table) != 0)
        message_information(context->messages, IN_FILE(change->opening_table),
                            "%s of the table %s given up for later names of the same position",
                            COUNTED(opening_table_replaced(table), "name"),
                            WAS_OR_WERE(opening_table_replaced(table)));
    return table;
}

enum exit_status change_classify(struct command_context *context)
{
    struct opening_table *table = read_table(context);
    if (table == NULL)
        return EXIT_FAILED;
    enum exit_status status = command_each_input(context, classify_one, table);
    opening_table_free(table);
    return status;
}
