/* Scans, whatever they are of. */
#include <string.h>

#include "bindings/table/fault.h"
#include "bindings/table/query_text.h"
#include "bindings/scans/scan_state.h"

/* NULL: there is no such table. */
static const struct scan_kind *kind_of(enum table_kind table)
{
    static const struct scan_kind *const kinds[] = {&games_scan_kind, &positions_scan_kind, &find_scan_kind,
                                                    &tree_scan_kind, &damage_scan_kind};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i]->table == table)
            return kinds[i];
    return NULL;
}

enum table_use table_use_of(const struct table *table, enum table_kind kind, size_t column,
                            enum table_comparison comparison)
{
    const struct scan_kind *is = kind_of(kind);
    size_t count;
    if (is == NULL || is->use_of == NULL)
        return TABLE_UNUSED;
    table_columns(table, kind, &count);
    if (column >= count || (unsigned)comparison > TABLE_IS_NOT_NULL)
        return TABLE_UNUSED;
    return is->use_of(table, column, comparison);
}

/* ---- Making ---- */

static enum pgnpack_status copy_columns(struct table_scan *scan, const struct table_scan_options *options)
{
    const struct pgnpack_allocator *allocator = &scan->table->allocator;
    size_t count;
    table_columns(scan->table, options->kind, &count);
    scan->columns = memory_zeroed(allocator, options->column_count, sizeof *scan->columns);
    scan->values = memory_zeroed(allocator, options->column_count, sizeof *scan->values);
    if (scan->columns == NULL || scan->values == NULL)
        return fault_no_memory(&scan->error);
    for (size_t i = 0; i < options->column_count; i++) {
        if (options->columns[i] >= count)
            return fault_set(&scan->error, PGNPACK_ERROR_ARGUMENT, "there is no column %zu",
                             options->columns[i]);
        scan->columns[i] = options->columns[i];
    }
    scan->column_count = options->column_count;
    return PGNPACK_OK;
}

static int is_in_order(const struct table_scan *scan, const struct table_constraint *constraint)
{
    int needs_value = constraint->comparison > TABLE_EQUAL && constraint->comparison < TABLE_IS_NULL;
    return table_use_of(scan->table, scan->kind->table, constraint->column, constraint->comparison) !=
               TABLE_UNUSED &&
           (constraint->value_count != 0 || !needs_value);
}

static enum pgnpack_status add_constraints(struct table_scan *scan,
                                           const struct table_constraint *constraints, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_in_order(scan, &constraints[i]))
            return fault_set(&scan->error, PGNPACK_ERROR_ARGUMENT, "constraint %zu is none that a scan takes",
                             i);
        if (!scan->kind->constrain(scan, &constraints[i]))
            return fault_no_memory(&scan->error);
    }
    return PGNPACK_OK;
}

static int is_blank(const char *text)
{
    return text == NULL || text[strspn(text, " \t\r\n")] == '\0';
}

/*
 * Do the words leave a position that stands behind them as it is? Nothing is lost where they seem not to: hits' moves are
 * then looked up in their games.
 */
static int leaves_position(const struct pgnpack_query *query, const struct table_scan_options *options)
{
    static const char *const turning[] = {"not", "then", "either", "mirrored", "for"};
    for (size_t i = 0; i < sizeof turning / sizeof turning[0]; i++) {
        if (options->where != NULL && strstr(options->where, turning[i]) != NULL)
            return 0;
        for (size_t k = 0; k < options->word_count; k++)
            if (strcmp(options->words[k].name, turning[i]) == 0)
                return 0;
    }
    return (pgnpack_query_needs(query) & PGNPACK_QUERY_NEEDS_MOVES) == 0;
}

/* What is to be found: a position, or words. */
static enum pgnpack_status add_position(struct table_scan *scan, const struct table_scan_options *options)
{
    struct source *source = &scan->source;
    if (!query_text_is_fen((struct pgnpack_text){options->fen, strlen(options->fen)}))
        return query_text_add(source->query, options->fen, &scan->table->allocator, &scan->error);
    source->has_one_position = leaves_position(source->query, options);
    if (pgnpack_query_add(source->query, "fen", options->fen) == PGNPACK_OK)
        return PGNPACK_OK;
    return fault_of(&scan->error, NULL, pgnpack_error(source->query));
}

/* The options' words, one by one and as a text. */
static enum pgnpack_status add_words(struct table_scan *scan, const struct table_scan_options *options)
{
    struct pgnpack_query *query = scan->source.query;
    for (size_t i = 0; i < options->word_count; i++)
        if (pgnpack_query_add(query, options->words[i].name, options->words[i].value) != PGNPACK_OK)
            return fault_of(&scan->error, options->words[i].name, pgnpack_error(query));
    return query_text_add(query, options->where, &scan->table->allocator, &scan->error);
}

static enum pgnpack_status make_query(struct table_scan *scan, const struct table_scan_options *options)
{
    struct source *source = &scan->source;
    const struct pgnpack_options library = {.size = sizeof library, .allocator = &scan->table->allocator};
    if (scan->kind != &find_scan_kind && is_blank(options->where) && options->word_count == 0)
        return PGNPACK_OK;
    source->query = pgnpack_query_new(&library);
    if (source->query == NULL)
        return fault_no_memory(&scan->error);
    enum pgnpack_status status = add_words(scan, options);
    if (status == PGNPACK_OK && scan->kind == &find_scan_kind && !is_blank(options->fen))
        status = add_position(scan, options);
    return status;
}

struct table_scan *table_scan_new(const struct table *table, const struct table_scan_options *options,
                                  struct table_error *error)
{
    struct table_scan *scan = memory_zeroed(&table->allocator, 1, sizeof *scan);
    error->status = PGNPACK_OK;
    error->text[0] = '\0';
    if (scan == NULL) {
        fault_no_memory(error);
        return NULL;
    }
    scan->table = table;
    scan->kind = kind_of(options->kind);
    scan->room.allocator = table->allocator;
    source_init(&scan->source, table, &scan->error, &scan->counts);
    scan->source.is_cancelled = options->is_cancelled;
    scan->source.cancel_opaque = options->cancel_opaque;
    if (scan->kind == NULL)
        fault_set(&scan->error, PGNPACK_ERROR_ARGUMENT, "there is no such table");
    else if (copy_columns(scan, options) == PGNPACK_OK && make_query(scan, options) == PGNPACK_OK &&
             scan->kind->make(scan, options) == PGNPACK_OK &&
             add_constraints(scan, options->constraints, options->constraint_count) == PGNPACK_OK)
        return scan;
    *error = scan->error;
    table_scan_free(scan);
    return NULL;
}

void table_scan_free(struct table_scan *scan)
{
    if (scan == NULL)
        return;
    const struct pgnpack_allocator allocator = scan->table->allocator;
    if (scan->kind != NULL && scan->kind->free != NULL)
        scan->kind->free(scan);
    source_free(&scan->source);
    memory_arena_free(&scan->room);
    memory_free(&allocator, scan->columns);
    memory_free(&allocator, scan->values);
    memory_free(&allocator, scan);
}

/* ---- Calls ---- */

/* Behind the source. */
static void restart(struct table_scan *scan)
{
    scan->last = PGNPACK_OK;
    scan->error.status = PGNPACK_OK;
    if (scan->kind->restart != NULL)
        scan->kind->restart(scan);
}

enum pgnpack_status table_scan_constrain(struct table_scan *scan, const struct table_constraint *constraints,
                                         size_t count)
{
    source_restart(&scan->source);
    restart(scan);
    if (scan->kind->clear_constraints != NULL)
        scan->kind->clear_constraints(scan);
    return scan->last = add_constraints(scan, constraints, count);
}

void table_scan_unit(struct table_scan *scan, const struct table_unit *unit)
{
    source_set_unit(&scan->source, unit, 0);
    restart(scan);
}

void table_scan_from(struct table_scan *scan, const struct table_unit *unit)
{
    source_set_unit(&scan->source, unit, 1);
    restart(scan);
}

enum pgnpack_status table_scan_next(struct table_scan *scan, struct table_batch *batch_ret)
{
    memset(batch_ret, 0, sizeof *batch_ret);
    if (scan->last == PGNPACK_OK)
        scan->last = scan->kind->next(scan, batch_ret);
    return scan->last;
}

const struct table_error *table_scan_error(const struct table_scan *scan)
{
    return &scan->error;
}

void table_scan_counts(const struct table_scan *scan, struct table_counts *counts_ret)
{
    *counts_ret = scan->counts;
}
