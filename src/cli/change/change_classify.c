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
#include "cli/openings/opening_file.h"
#include "cli/run/change_database.h"
#include "pgnpack_extra.h"

enum { ROWS = 1024, KEYS_AT_FIRST = 1 << 16, KEYS_MAX = 1 << 25, VARIANT = CLASSIFY_TAGS, TAGS };

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
    uint64_t first_key; /* of the start position */
    struct rewrite *rewrite;
    uint8_t *marks;   /* of games that are chosen; NULL: all */
    uint64_t *chosen; /* their numbers, then */
    struct pgnpack_batch *batch;
    uint64_t numbers[ROWS];
    struct pgnpack_text *views[TAGS];
    uint32_t offsets[ROWS + 1];
    uint64_t *keys;
    size_t key_capacity;
    struct tag_text plain[TAGS];
    struct tally tally;
};

/* ---- A game ---- */

/* The last position that has a name. */
static int find_opening(const struct scan *scan, size_t row, struct opening *opening)
{
    for (size_t i = scan->offsets[row + 1]; i-- > scan->offsets[row];)
        if (opening_table_find(scan->table, scan->keys[i], opening))
            return 1;
    return 0;
}

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
    size_t first = scan->offsets[row];
    tally->chosen++;
    if (!read_values(scan, row, values))
        return command_no_memory(scan->context);
    if (!classify_is_chess(values[VARIANT])) {
        tally->variants++;
        return EXIT_FINE;
    }
    if (first == scan->offsets[row + 1] || scan->keys[first] != scan->first_key) {
        tally->elsewhere++;
        return EXIT_FINE;
    }
    if (!find_opening(scan, row, &opening)) {
        tally->unnamed++;
        return EXIT_FINE;
    }
    tally->named++;
    classify_compare(&tally->agreement, values[CLASSIFY_ECO], opening.eco);
    if (classify_edits(values, &opening, scan->context->options->change.keep_tags, edits))
        return edit_game(scan, scan->numbers[row], edits);
    tally->equal++;
    return EXIT_FINE;
}

/* ---- All games ---- */

/* Room for the keys of a game that has more of them. 0: it is no use. */
static int grow_keys(struct scan *scan)
{
    size_t wanted = scan->key_capacity == 0 ? KEYS_AT_FIRST : 4 * scan->key_capacity;
    uint64_t *grown = wanted > KEYS_MAX ? NULL : realloc(scan->keys, wanted * sizeof *grown);
    if (grown == NULL)
        return 0;
    scan->keys = grown;
    scan->key_capacity = wanted;
    return 1;
}

static enum exit_status classify_games(struct scan *scan)
{
    size_t count;
    for (;;) {
        const struct pgnpack_columns columns = {.size = sizeof columns,
                                                .capacity = ROWS,
                                                .numbers = scan->numbers,
                                                .views = scan->views,
                                                .keys = {scan->keys, scan->key_capacity, scan->offsets}};
        enum pgnpack_status found = pgnpack_batch_next(scan->batch, &columns, &count);
        if (found == PGNPACK_END)
            return EXIT_FINE;
        if (found == PGNPACK_ERROR_LIMIT && grow_keys(scan))
            continue;
        if (found != PGNPACK_OK)
            return command_report_path(scan->context, scan->name, pgnpack_error(scan->batch));
        for (size_t row = 0; row < count; row++) {
            enum exit_status status = classify_game(scan, row);
            if (status != EXIT_FINE)
                return status;
        }
    }
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
    if (scan->batch == NULL || !grow_keys(scan))
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
    struct pgnpack_text *values = calloc(TAGS * ROWS, sizeof *values);
    for (size_t i = 0; i < TAGS; i++)
        scan->views[i] = values == NULL ? NULL : &values[i * ROWS];
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
    free(scan->keys);
    free(scan->chosen);
    return status;
}

/* What the tables are asked for all databases. */
struct job {
    const struct opening_table *table;
    uint64_t first_key;
};

static enum exit_status classify_one(struct command_context *context, const char *name, void *opaque)
{
    const struct job *job = opaque;
    enum exit_status status;
    struct scan *scan = calloc(1, sizeof *scan);
    if (scan == NULL)
        return command_no_memory(context);
    scan->context = context;
    scan->table = job->table;
    scan->first_key = job->first_key;
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
    struct opening_table *table = change->opening_table == NULL
                                      ? opening_lines_read(change->openings, context->messages, &options)
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
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_board *board = pgnpack_board_new(&options);
    if (board == NULL)
        return command_no_memory(context);
    struct job job = {.first_key = pgnpack_board_key(board, PGNPACK_KEY_BCGN)};
    pgnpack_free(board);
    struct opening_table *table = read_table(context);
    if (table == NULL)
        return EXIT_FAILED;
    job.table = table;
    enum exit_status status = command_each_input(context, classify_one, &job);
    opening_table_free(table);
    return status;
}
