#include "bindings/sqlite/plan.h"

#include <stdlib.h>
#include <string.h>

/* In the order of enum plan_comparison. */
static const char *const comparison_texts[] = {
    "=", "in", "<", "<=", ">", ">=", "like", "glob", "null", "notnull", "is"};
enum { COMPARISONS = sizeof comparison_texts / sizeof comparison_texts[0] };

/* ---- What a constraint is ---- */

/* Returns 0 for those that are of no use. */
static int comparison_of(unsigned char operator, enum plan_comparison * comparison_ret)
{
    static const struct {
        unsigned char operator;
        enum plan_comparison comparison;
    } known[] = {{SQLITE_INDEX_CONSTRAINT_EQ, PLAN_EQUAL},
                 {SQLITE_INDEX_CONSTRAINT_LT, PLAN_LESS},
                 {SQLITE_INDEX_CONSTRAINT_LE, PLAN_LESS_OR_EQUAL},
                 {SQLITE_INDEX_CONSTRAINT_GT, PLAN_GREATER},
                 {SQLITE_INDEX_CONSTRAINT_GE, PLAN_GREATER_OR_EQUAL},
                 {SQLITE_INDEX_CONSTRAINT_LIKE, PLAN_LIKE},
                 {SQLITE_INDEX_CONSTRAINT_GLOB, PLAN_GLOB},
                 {SQLITE_INDEX_CONSTRAINT_ISNULL, PLAN_IS_NULL},
                 {SQLITE_INDEX_CONSTRAINT_ISNOTNULL, PLAN_IS_NOT_NULL},
                 {SQLITE_INDEX_CONSTRAINT_IS, PLAN_IS}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].operator== operator) {
            *comparison_ret = known[i].comparison;
            return 1;
        }
    return 0;
}

static enum table_comparison table_comparison_of(enum plan_comparison comparison)
{
    static const enum table_comparison comparisons[COMPARISONS] = {
        TABLE_EQUAL,         TABLE_EQUAL,      TABLE_LESS,
        TABLE_LESS_OR_EQUAL, TABLE_GREATER,    TABLE_GREATER_OR_EQUAL,
        TABLE_HAS_PREFIX,    TABLE_HAS_PREFIX, TABLE_IS_NULL,
        TABLE_IS_NOT_NULL,   TABLE_EQUAL};
    return comparisons[comparison];
}

/* Would the scan take it? Calls do not know their files yet: their tags and what stands before these can be tested. */
static int is_of_use(const struct database_table *table, size_t column, enum plan_comparison comparison)
{
    const struct shown_column *shown = &table->columns[column];
    if (shown->is_argument)
        return comparison == PLAN_EQUAL;
    if (shown->is_all_tags || (shown->type == TABLE_TEXT && !table->is_utf8 && comparison != PLAN_IS_NULL &&
                               comparison != PLAN_IS_NOT_NULL))
        return 0;
    if (table->kind == TABLE_GAMES && table->is_call)
        return shown->tag != NULL || column < DERIVED_COLUMNS;
    size_t own =
        table->is_call ? table_find_column(NULL, table->kind, shown->name) : table->files->columns[column];
    const struct table *opened = table->is_call ? NULL : table->files->table;
    return table_use_of(opened, table->kind, own, table_comparison_of(comparison)) != TABLE_UNUSED;
}

static int is_binary(sqlite3_index_info *info, int i)
{
    const char *collation = sqlite3_vtab_collation(info, i);
    return collation == NULL || sqlite3_stricmp(collation, "BINARY") == 0;
}

static int is_constant(sqlite3_index_info *info, int i)
{
#if SQLITE_VERSION_NUMBER >= 3038000
    sqlite3_value *value;
    return sqlite3_libversion_number() >= 3038000 && sqlite3_vtab_rhs_value(info, i, &value) == SQLITE_OK;
#else
    (void)info;
    (void)i;
    return 0;
#endif
}

/* Gets all values of `x IN (...)` in one scan. */
static int takes_list(sqlite3_index_info *info, int i)
{
#if SQLITE_VERSION_NUMBER >= 3038000
    return sqlite3_libversion_number() >= 3038000 && sqlite3_vtab_in(info, i, 1);
#else
    (void)info;
    (void)i;
    return 0;
#endif
}

/* ---- Costs ---- */

static int has_one_file(const struct database_table *table)
{
    return !table->is_call && table_file_count(table->files->table) == 1;
}

/* Is the rowid what the first column has? */
static int rowid_is_game(const struct database_table *table)
{
    return table->kind == TABLE_GAMES && has_one_file(table);
}

/* In units of a game whose tags are looked at. */
enum { COST_OPEN = 1000, COST_BLOCK = 3000, COST_LINE = 60, GAMES_UNKNOWN = 1000000 };

struct estimate {
    double rows, games;               /* given; looked at */
    int is_one, is_unique, has_lines; /* one game, or few of one id; no more than one row */
};

static double game_count(const struct database_table *table)
{
    double count = table->files == NULL ? GAMES_UNKNOWN : (double)table_game_count(table->files->table);
    return count < 1 ? 1 : count; /* divisors */
}

static int is_id(const struct database_table *table, size_t column)
{
    return strcmp(table->columns[column].name, "id") == 0;
}

static void estimate_step(const struct database_table *table, const struct plan_step *step,
                          struct estimate *estimate)
{
    const struct shown_column *column = &table->columns[step->column];
    int is_equal = step->comparison == PLAN_EQUAL || step->comparison == PLAN_IS;
    if (column->is_argument) {
        int is_of_games = step->column == table->arguments[ARGUMENT_FEN] ||
                          step->column == table->arguments[ARGUMENT_WHERE];
        estimate->rows *= is_of_games ? 0.05 : 1;
    } else if (strcmp(column->name, "game") == 0 || is_id(table, step->column)) {
        estimate->games *= is_equal ? 1 / game_count(table) : step->comparison == PLAN_IN ? 0.1 : 0.5;
        estimate->rows *= is_equal ? 1 / game_count(table) : step->comparison == PLAN_IN ? 0.001 : 0.5;
        estimate->is_one |= is_equal;
        estimate->is_unique |= is_equal && !is_id(table, step->column); /* a segment may be there twice */
    } else {
        estimate->rows *= is_equal ? 0.01 : step->comparison == PLAN_IN ? 0.05 : 0.3;
    }
}

static void set_estimate(const struct database_table *table, const struct estimate *estimate,
                         sqlite3_index_info *info)
{
    double rows = table->kind == TABLE_POSITIONS ? estimate->rows * 80 : estimate->rows;
    if (table->kind == TABLE_TREE || table->kind == TABLE_DAMAGE)
        rows = 20;
    int is_line = estimate->has_lines || table->kind == TABLE_POSITIONS;
    info->estimatedRows = rows < 1 ? 1 : (sqlite3_int64)rows;
    double block = game_count(table) / 2 < COST_BLOCK ? game_count(table) / 2 : COST_BLOCK;
    info->estimatedCost = estimate->games + (estimate->is_one ? block : 0) +
                          (is_line ? COST_LINE * estimate->rows : 0) + rows +
                          (table->is_call ? COST_OPEN : 0);
    if (estimate->is_unique && rowid_is_game(table))
        info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
}

/* ---- The plan's text ---- */

static void write_step(sqlite3_str *text, const struct database_table *table, const struct plan_step *step)
{
    sqlite3_str_appendf(text, "%s%s %lld %s; ", comparison_texts[step->comparison],
                        step->is_constant ? "!" : "", (sqlite3_int64)step->column,
                        table->columns[step->column].name);
}

int plan_take_step(const struct database_table *table, const char **text, struct plan_step *step_ret)
{
    const char *from = *text;
    char *end;
    if (*from == '|' || *from == '\0')
        return 0;
    size_t size = strcspn(from, " !");
    step_ret->comparison = PLAN_EQUAL;
    for (size_t i = 0; i < COMPARISONS; i++)
        if (strlen(comparison_texts[i]) == size && strncmp(comparison_texts[i], from, size) == 0)
            step_ret->comparison = (enum plan_comparison)i;
    step_ret->is_constant = from[size] == '!';
    step_ret->column = (size_t)strtoull(from + size + (step_ret->is_constant != 0), &end, 10);
    *text = end + 1 + strlen(table->columns[step_ret->column].name) + 2;
    return 1;
}

int plan_reads(const char *text, size_t column)
{
    const char *from = strrchr(text, '|') + 1;
    while (*from != '\0') {
        char *end;
        if ((size_t)strtoull(from, &end, 10) == column)
            return 1;
        from = end;
    }
    return 0;
}

/* Columns from the 64th on have one bit together, which says too little: they are read when they are asked for. */
static void write_columns(sqlite3_str *text, const struct database_table *table, sqlite3_uint64 used)
{
    sqlite3_str_appendall(text, "|");
    for (size_t i = 0; i < table->column_count && i < 63; i++)
        if (used >> i & 1)
            sqlite3_str_appendf(text, " %lld", (sqlite3_int64)i);
}

/* ---- xBestIndex ---- */

/* Takes constraint `i`; returns 0 where it is of no use, -1 where it is a call's argument that cannot be known. */
static int take_constraint(const struct database_table *table, sqlite3_index_info *info, int i,
                           struct plan_step *step)
{
    const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
    if (!comparison_of(constraint->op, &step->comparison) || constraint->iColumn >= (int)table->column_count)
        return 0;
    if (constraint->iColumn < 0 && !rowid_is_game(table))
        return 0;
    step->column = constraint->iColumn < 0 ? 0 : (size_t)constraint->iColumn;
    int is_argument = table->columns[step->column].is_argument;
    if (!constraint->usable)
        return is_argument && step->comparison == PLAN_EQUAL ? -1 : 0;
    if (!is_of_use(table, step->column, step->comparison) || (!is_argument && !is_binary(info, i)))
        return 0;
    step->is_constant = is_constant(info, i);
    /* Of ids each is looked up by itself: a scan of all would go from the first game of them to the last. */
    if (step->comparison == PLAN_EQUAL && !is_argument && !is_id(table, step->column) && takes_list(info, i))
        step->comparison = PLAN_IN;
    return 1;
}

/* Rows come in the order of files and games (and plies). */
static int is_in_order(const struct database_table *table, const sqlite3_index_info *info)
{
    const struct sqlite3_index_orderby *order = info->aOrderBy;
    if (info->nOrderBy == 0 || table->kind == TABLE_TREE || table->kind == TABLE_DAMAGE)
        return 0;
    for (int i = 0; i < info->nOrderBy; i++) {
        if (order[i].desc)
            return 0;
        if (order[i].iColumn < 0)
            return 1;
        if (!has_one_file(table) ||
            strcmp(table->columns[order[i].iColumn].name, i == 0 ? "game" : "ply") != 0 ||
            (i == 1 && table->kind != TABLE_POSITIONS))
            return 0;
    }
    return 1;
}

/*
 * Is this a GROUP BY of a column, the only one that the query reads? Then rows come value by value. (They come sorted, too: with
 * an ORDER BY of the same column SQLite says no more than that rows are grouped, and takes them for sorted.)
 */
static int is_grouped(const struct database_table *table, sqlite3_index_info *info)
{
#if SQLITE_VERSION_NUMBER >= 3038000
    sqlite3_uint64 used = info->colUsed;
    if (sqlite3_libversion_number() < 3038000 || table->kind != TABLE_GAMES || info->nOrderBy != 1 ||
        info->aOrderBy[0].desc)
        return 0;
    for (size_t i = 0; i < ARGUMENT_COUNT; i++)
        if (table->arguments[i] < 63)
            used &= ~((sqlite3_uint64)1 << table->arguments[i]);
    int column = info->aOrderBy[0].iColumn;
    if (column < 1 || column >= 63 || column >= (int)table->column_count ||
        used != (sqlite3_uint64)1 << column)
        return 0;
    const struct shown_column *shown = &table->columns[column];
    int has_values = shown->tag != NULL || column < DERIVED_COLUMNS;
    return has_values && (table->is_utf8 || shown->type != TABLE_TEXT) && sqlite3_vtab_distinct(info) == 1;
#else
    (void)table;
    (void)info;
    return 0;
#endif
}

static int reads_lines(const struct database_table *table, sqlite3_uint64 used)
{
    for (size_t i = table->column_count; table->kind == TABLE_GAMES && i-- > 0;)
        if (i < 63 && (used >> i & 1) && !table->columns[i].is_argument && table->columns[i].tag == NULL &&
            i >= DERIVED_COLUMNS)
            return 1;
    return 0;
}

int plan_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const struct database_table *table = (const struct database_table *)base;
    sqlite3_str *text = sqlite3_str_new(table->db);
    struct estimate estimate = {.rows = game_count(table), .games = game_count(table)};
    int arguments = 0, is_possible = 1;
    for (int i = 0; i < info->nConstraint; i++) {
        struct plan_step step;
        int taken = take_constraint(table, info, i, &step);
        is_possible &= taken >= 0;
        if (taken <= 0)
            continue;
        info->aConstraintUsage[i].argvIndex = ++arguments;
        info->aConstraintUsage[i].omit = table->columns[step.column].is_argument != 0;
        estimate_step(table, &step, &estimate);
        write_step(text, table, &step);
    }
    write_columns(text, table, info->colUsed);
    estimate.has_lines = reads_lines(table, info->colUsed);
    set_estimate(table, &estimate, info);
    info->idxNum = is_grouped(table, info);
    info->orderByConsumed = info->idxNum != 0 || is_in_order(table, info);
    info->idxStr = sqlite3_str_finish(text);
    info->needToFreeIdxStr = 1;
    if (info->idxStr == NULL)
        return SQLITE_NOMEM;
    return is_possible ? SQLITE_OK : SQLITE_CONSTRAINT;
}
