/* pgndb rename: names replaced by a table, in the games that have them. */
#include "cli/names/change_rename.h"

#include <stdlib.h>

#include "cli/names/names_tasks.h"
#include "cli/run/change_database.h"
#include "cli/change/change_rewrite.h"
#include "cli/names/name_table.h"
#include "cli/base/messages.h"
#include "cli/base/tag_text.h"
#include "pgnpack_extra.h"

enum { ROWS = 1024 };

/* Tags of all games, column by column. */
struct scan {
    struct command_context *context;
    struct name_table *table;
    const char *name;
    struct rewrite *rewrite;
    uint8_t *marks; /* of games that are looked at; NULL: all */
    struct pgnpack_batch *batch;
    size_t tag_count;
    const char *tags[NAME_TABLE_TAGS_MAX];
    struct pgnpack_text *views[NAME_TABLE_TAGS_MAX];
    uint64_t numbers[ROWS];
    struct tag_text plain;
};

/* ---- A name ---- */

/* What replaces the value; `data` NULL: it stays. */
static struct pgnpack_text find_new(struct scan *scan, size_t tag, struct pgnpack_text value,
                                    enum exit_status *status)
{
    const struct pgnpack_text nothing = {NULL, 0};
    if (value.data == NULL || value.size == 0)
        return nothing;
    struct pgnpack_text to = nothing;
    value = tag_text_plain(&scan->plain, value);
    if (value.data == NULL || !name_table_replace(scan->table, tag, value, &to))
        *status = command_no_memory(scan->context);
    return to;
}

/* ---- A game ---- */

/* A rewrite_row_function. */
static enum exit_status rename_game(void *opaque, size_t row)
{
    struct scan *scan = opaque;
    enum exit_status status = EXIT_FINE;
    struct pgnpack_editor *editor = NULL;
    for (size_t tag = 0; tag < scan->tag_count && status == EXIT_FINE; tag++) {
        const struct pgnpack_text to = find_new(scan, tag, scan->views[tag][row], &status);
        if (to.data == NULL)
            continue;
        if (editor == NULL && (editor = rewrite_take(scan->rewrite, scan->numbers[row], &status)) == NULL)
            return status;
        if (pgnpack_editor_set_tag(editor, scan->tags[tag], to.data, to.size) != PGNPACK_OK)
            return rewrite_leave(scan->rewrite);
    }
    return status == EXIT_FINE && editor != NULL ? rewrite_put(scan->rewrite) : status;
}

static enum exit_status rename_games(struct scan *scan)
{
    const struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = ROWS, .numbers = scan->numbers, .views = scan->views};
    return rewrite_each_marked(scan->rewrite, scan->batch, &columns, scan->marks, rename_game, scan);
}

/* ---- A database ---- */

static enum exit_status rename_in(struct scan *scan)
{
    enum exit_status status;
    struct pgnpack_text *values = malloc(scan->tag_count * ROWS * sizeof *values);
    for (size_t i = 0; i < scan->tag_count; i++) {
        scan->tags[i] = name_table_tag(scan->table, i);
        scan->views[i] = values == NULL ? NULL : &values[i * ROWS];
    }
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = scan->tags, .tag_count = scan->tag_count};
    scan->batch = pgnpack_batch_new(rewrite_reader(scan->rewrite), &options);
    if (values == NULL || scan->batch == NULL)
        status = command_no_memory(scan->context);
    else
        status = rename_games(scan);
    pgnpack_free(scan->batch); /* the commit takes its reader away */
    if (status == EXIT_FINE)
        status = rewrite_finish(scan->rewrite);
    free(values);
    free(scan->plain.bytes);
    return status;
}

/* Which renamings met their names, and how often, with --dry-run; names that no game has. Counts begin again. */
static void tell_renamings(const struct scan *scan)
{
    struct renaming *entry;
    const struct renaming *missing = NULL;
    size_t missing_count = 0;
    for (size_t i = 0; (entry = name_table_entry(scan->table, i)) != NULL; i++) {
        if (entry->count != 0 && scan->context->options->change.dry_run)
            message_notice(scan->context->messages, IN_FILE(scan->name), "%s \"%.*s\" would be \"%.*s\"%s",
                           COUNTED(entry->count, "value"), (int)entry->from.size, entry->from.data,
                           (int)entry->to.size, entry->to.data,
                           entry->line == 0 ? ", of which it is the beginning" : "");
        if (entry->count == 0 && entry->line != 0 && missing_count++ == 0)
            missing = entry;
        entry->count = 0;
    }
    if (missing_count != 0)
        message_warning(scan->context->messages, WARNING_OTHER, IN_FILE(scan->name),
                        "%s of the table %s in none of these games, beginning with \"%.*s\"",
                        COUNTED(missing_count, "name"), IS_OR_ARE(missing_count), (int)missing->from.size,
                        missing->from.data);
}

/* Which rules met names, and how many, with --dry-run. Counts begin again. */
static void tell_rules(const struct scan *scan)
{
    struct name_rule *rule;
    for (size_t i = 0; (rule = name_table_rule(scan->table, i)) != NULL; i++) {
        if (rule->count != 0 && scan->context->options->change.dry_run)
            message_notice(scan->context->messages, IN_FILE(scan->name),
                           "%s would be corrected by %%%s \"%.*s\" \"%.*s\"", COUNTED(rule->count, "value"),
                           rule->word, (int)rule->from.size, rule->from.data, (int)rule->to.size,
                           rule->to.data);
        rule->count = 0;
    }
}

enum exit_status rename_by_table(struct command_context *context, const char *name, struct name_table *table)
{
    enum exit_status status;
    struct scan scan = {
        .context = context, .table = table, .name = name, .tag_count = name_table_tag_count(table)};
    scan.rewrite = rewrite_open(context, name, &status);
    if (scan.rewrite == NULL)
        return status;
    status = game_marks_make(context, name, rewrite_reader(scan.rewrite), &scan.marks);
    if (status == EXIT_FINE)
        status = rename_in(&scan);
    if (status == EXIT_FINE) {
        tell_rules(&scan);
        tell_renamings(&scan);
    }
    free(scan.marks);
    rewrite_free(scan.rewrite);
    return change_tell_damage(context, name, status);
}

static enum exit_status rename_one(struct command_context *context, const char *name, void *table)
{
    return rename_by_table(context, name, table);
}

enum exit_status change_rename(struct command_context *context)
{
    const struct change_options *options = &context->options->change;
    struct name_table *table =
        name_table_read(options->rename_table, options->completes_names, context->messages);
    if (table == NULL)
        return EXIT_FAILED;
    enum exit_status status = command_each_input(context, rename_one, table);
    name_table_free(table);
    return status;
}
