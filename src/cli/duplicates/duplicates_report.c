#include "cli/duplicates/duplicates_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/option_values.h"
#include "cli/forms/count_row.h"
#include "cli/forms/csv.h"
#include "cli/run/game_items.h"
#include "cli/run/game_choice.h"
#include "pgnpack_extra.h"

/* So many pairs are written at once: games that are kept are read in the order of their numbers. */
enum { PAIRS_MAX = 20000, TAGS_MAX = 100 };

/* One game of a pair. */
struct side {
    size_t reader;
    uint64_t game;
    char *tags; /* names and values by turns, each with a zero byte behind it */
    unsigned tag_count;
    uint32_t plies;
    enum pgnpack_result result;
    uint64_t text_size;
    uint64_t remarks; /* of comments, glyphs and variations: a hash */
};

struct pair {
    struct side dropped, kept;
    enum pgnpack_duplicate_kind kind;
};

struct report {
    struct command_context *context;
    const struct duplicates_database *databases;
    struct pair *pairs;
    struct side **order; /* of the sides that are kept */
    size_t count;
    struct view_text *text;
};

/* ---- Games ---- */

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes; /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* What stands beside the moves of the main line, and where. */
static uint64_t hash_remarks(const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    unsigned depth = 0;
    uint32_t ply = 0;
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
        if (item_is_ply(&item) && depth == 0) {
            ply++;
            continue;
        }
        const uint32_t place[3] = {ply, (uint32_t)item.kind, item.value};
        hash = hash_bytes(hash, place, sizeof place);
        if (!item_is_ply(&item))
            hash = hash_bytes(hash, item.text.data, item.text.size);
    }
    return hash;
}

/* A tag's value without escapes. Returns what follows. */
static char *put_value(char *to, struct pgnpack_text value)
{
    char *end = to + pgnpack_tag_unescape(value, to);
    for (; to < end; to++)
        if (*to == '\0')
            *to = ' ';
    *end = '\0';
    return end + 1;
}

/* Returns 0 when there is no memory. */
static int set_tags(struct side *side, const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    unsigned count = 0;
    size_t size = 1;
    for (; count < TAGS_MAX && pgnpack_game_tag(game, count, &name, &value); count++)
        size += name.size + value.size + 2;
    char *to = side->tags = malloc(size);
    if (to == NULL)
        return 0;
    for (unsigned i = 0; i < count; i++) {
        pgnpack_game_tag(game, i, &name, &value);
        to = put_value(put_value(to, name), value);
    }
    side->tag_count = count;
    return 1;
}

static enum exit_status read_side(struct report *report, struct pgnpack_cursor *cursor, struct side *side)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    if (pgnpack_cursor_seek(cursor, side->game) != PGNPACK_OK ||
        pgnpack_cursor_next(cursor, &game) != PGNPACK_OK || pgnpack_cursor_text(cursor, &text) != PGNPACK_OK)
        return command_report_path(report->context, report->databases[side->reader].name,
                                   pgnpack_error(cursor));
    side->plies = pgnpack_game_ply_count(game);
    side->result = pgnpack_game_result(game);
    side->text_size = text.size;
    side->remarks = hash_remarks(game);
    return set_tags(side, game) ? EXIT_FINE : command_no_memory(report->context);
}

/* Reads games in the order of databases and numbers. */
static enum exit_status read_sides(struct report *report, struct side *const *sides, size_t count)
{
    enum exit_status status = EXIT_FINE;
    struct pgnpack_cursor *cursor = NULL;
    for (size_t i = 0; i < count && status == EXIT_FINE; i++) {
        if (i == 0 || sides[i]->reader != sides[i - 1]->reader) {
            pgnpack_free(cursor);
            cursor = pgnpack_cursor_new(report->databases[sides[i]->reader].reader, PGNPACK_PART_TEXT);
        }
        status = cursor == NULL ? command_no_memory(report->context) : read_side(report, cursor, sides[i]);
    }
    pgnpack_free(cursor);
    return status;
}

static int compare_sides(const void *a, const void *b)
{
    const struct side *first = *(struct side *const *)a, *second = *(struct side *const *)b;
    if (first->reader != second->reader)
        return first->reader < second->reader ? -1 : 1;
    return (first->game > second->game) - (first->game < second->game);
}

static enum exit_status read_pairs(struct report *report)
{
    for (size_t i = 0; i < report->count; i++)
        report->order[i] = &report->pairs[i].dropped;
    enum exit_status status = read_sides(report, report->order, report->count);
    for (size_t i = 0; i < report->count; i++)
        report->order[i] = &report->pairs[i].kept;
    qsort(report->order, report->count, sizeof(struct side *), compare_sides);
    return status == EXIT_FINE ? read_sides(report, report->order, report->count) : status;
}

/* ---- Lines ---- */

static void put_field(struct report *report, const char *text)
{
    csv_put_string(report->text, text);
    view_text_put(report->text, ",", 1);
}

static void put_number(struct report *report, uint64_t number)
{
    view_text_print(report->text, "%" PRIu64 ",", number);
}

/* NULL: there is no such tag. */
static const char *tag_of(const struct side *side, const char *name)
{
    const char *at = side->tags;
    for (unsigned i = 0; i < side->tag_count; i++) {
        const char *value = at + strlen(at) + 1;
        if (strcmp(at, name) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

static void put_side(struct report *report, const struct side *side)
{
    static const char *const tags[] = {"White", "Black", "Date"};
    const struct duplicates_database *database = &report->databases[side->reader];
    char id[PGNPACK_ID_SIZE];
    put_field(report, database->name);
    put_number(report, side->game);
    int has_id = !database->is_added && pgnpack_reader_game_id(database->reader, side->game, id);
    put_field(report, has_id ? id : "");
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        const char *value = tag_of(side, tags[i]);
        put_field(report, value == NULL ? "" : value);
    }
    put_field(report, result_text(side->result));
    put_number(report, side->plies);
    put_number(report, side->text_size);
}

static void put_word(struct report *report, const char *word, int *count)
{
    view_text_put(report->text, " ", (*count)++ != 0);
    view_text_string(report->text, word);
}

/* Names of the tags that `side` has and `other` has not, or, unless only these are asked for, has otherwise. */
static void put_tags(struct report *report, const struct side *side, const struct side *other,
                     int only_missing, int *count)
{
    const char *at = side->tags;
    for (unsigned i = 0; i < side->tag_count; i++) {
        const char *name = at, *value = at + strlen(at) + 1, *found = tag_of(other, name);
        at = value + strlen(value) + 1;
        if (found == NULL || (!only_missing && strcmp(found, value) != 0))
            put_word(report, name, count);
    }
}

/* What differs, in words; names of tags need no quotes. */
static void put_differences(struct report *report, const struct pair *pair)
{
    int count = 0;
    put_tags(report, &pair->dropped, &pair->kept, 0, &count);
    put_tags(report, &pair->kept, &pair->dropped, 1, &count);
    if (pair->dropped.result != pair->kept.result && tag_of(&pair->dropped, "Result") == NULL &&
        tag_of(&pair->kept, "Result") == NULL)
        put_word(report, "Result", &count);
    if (pair->kind == PGNPACK_DUPLICATE_VERSION)
        put_word(report, "moves", &count);
    if (pair->dropped.remarks != pair->kept.remarks)
        put_word(report, "comments", &count);
    view_text_put(report->text, "\n", 1);
}

static void free_pairs(struct report *report)
{
    for (size_t i = 0; i < report->count; i++) {
        free(report->pairs[i].dropped.tags);
        free(report->pairs[i].kept.tags);
    }
    report->count = 0;
}

/* The pairs so far. */
static enum exit_status write_pairs(struct report *report)
{
    enum exit_status status = report->count == 0 ? EXIT_FINE : read_pairs(report);
    for (size_t i = 0; i < report->count && status == EXIT_FINE; i++) {
        const struct pair *pair = &report->pairs[i];
        put_side(report, &pair->dropped);
        put_side(report, &pair->kept);
        put_field(report, option_duplicates_word(pair->kind));
        put_differences(report, pair);
        status = report->text->status;
    }
    free_pairs(report);
    return status;
}

/* ---- The report ---- */

static enum exit_status write_all(struct report *report, struct duplicates *duplicates)
{
    struct pgnpack_duplicate found;
    enum exit_status status = EXIT_FINE;
    view_text_string(report->text,
                     "File,Game,Id,White,Black,Date,Result,Plies,Size,KeptFile,KeptGame,KeptId,KeptWhite,"
                     "KeptBlack,KeptDate,KeptResult,KeptPlies,KeptSize,Kind,Differs\n");
    duplicates_rewind(duplicates);
    while (status == EXIT_FINE && duplicates_next(duplicates, &found)) {
        report->pairs[report->count++] =
            (struct pair){.dropped = {.reader = found.reader, .game = found.game},
                          .kept = {.reader = found.kept_reader, .game = found.kept_game},
                          .kind = found.kind};
        if (report->count == PAIRS_MAX)
            status = write_pairs(report);
    }
    return status == EXIT_FINE ? write_pairs(report) : status;
}

/* Ids are told of games that are not added only. */
static enum exit_status load_ids(const struct duplicates *duplicates)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < duplicates->count && status == EXIT_FINE; i++)
        if (!duplicates->databases[i].is_added)
            status = game_ids_load(duplicates->context, duplicates->databases[i].name,
                                   duplicates->databases[i].reader, command_report_path);
    return status;
}

enum exit_status duplicates_report(struct duplicates *duplicates)
{
    struct command_context *context = duplicates->context;
    struct report report = {.context = context, .databases = duplicates->databases};
    enum exit_status status = load_ids(duplicates);
    if (status == EXIT_FINE)
        report.text = view_text_open(context, context->options->change.report, &status);
    if (status != EXIT_FINE)
        return status;
    report.pairs = malloc(PAIRS_MAX * sizeof *report.pairs);
    report.order = malloc(PAIRS_MAX * sizeof(struct side *));
    status = report.pairs == NULL || report.order == NULL ? command_no_memory(context)
                                                          : write_all(&report, duplicates);
    free_pairs(&report);
    free(report.pairs);
    free(report.order);
    return view_text_close(report.text, status, status == EXIT_FINE);
}
