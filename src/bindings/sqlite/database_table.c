#include "bindings/sqlite/database_table.h"

#include <string.h>
#include <sys/stat.h>

/* ---- Columns ---- */

static const char all_tags_name[] = "bcgn_tags", where_name[] = "bcgn_where";

static struct shown_column *add_column(struct database_table *table, const char *name, enum table_type type)
{
    struct shown_column *column = &table->columns[table->column_count++];
    *column = (struct shown_column){.name = name, .type = type};
    return column;
}

/* Tags for which SQLite has no column: it allows 2,000 columns, if nobody said otherwise. They are in the JSON of all tags. */
static size_t surplus_of(const struct database_table *table, size_t count)
{
    size_t limit = (size_t)sqlite3_limit(table->db, SQLITE_LIMIT_COLUMN, -1);
    count += 2; /* all tags; query words */
    return count > limit ? count - limit : 0;
}

/* A tag that has the name of a column of ours has none: it is in the JSON of all tags, too. */
static int is_name_of_hidden(const char *name)
{
    return sqlite3_stricmp(name, all_tags_name) == 0 || sqlite3_stricmp(name, where_name) == 0;
}

/* A copy that stays; NULL: no name, or no memory. */
static const char *keep_name(struct database_table *table, const char *name)
{
    size_t size = name == NULL ? 0 : strlen(name) + 1;
    char *copy = name == NULL ? NULL : memory_arena_get(&table->names, size);
    return copy == NULL ? NULL : memcpy(copy, name, size);
}

/* As the table's own are, which is open or has the same columns for all files. */
static int add_own_columns(struct database_table *table)
{
    size_t count;
    const struct table_column *columns =
        table_columns(table->files == NULL ? NULL : table->files->table, table->kind, &count);
    table->columns = sqlite3_malloc64((count + 1 + ARGUMENT_COUNT) * sizeof *table->columns);
    if (table->columns == NULL)
        return SQLITE_NOMEM;
    size_t left_out = surplus_of(table, count);
    for (size_t i = 0; i < count; i++) {
        int is_left_out = columns[i].tag != NULL &&
                          (i >= count - LIST_COLUMNS - left_out || is_name_of_hidden(columns[i].name));
        if (columns[i].is_hidden || is_left_out)
            continue;
        const char *name = keep_name(table, columns[i].name), *tag = keep_name(table, columns[i].tag);
        if (name == NULL || (tag == NULL && columns[i].tag != NULL))
            return SQLITE_NOMEM;
        add_column(table, name, columns[i].type)->tag = tag;
    }
    return SQLITE_OK;
}

/* Columns that "*" leaves out. They stand behind the arguments: a call's values are those of the first hidden columns. */
static void add_hidden_columns(struct database_table *table)
{
    size_t count;
    if (table->kind == TABLE_GAMES) {
        if (!table->is_call) {
            struct shown_column *column = add_column(table, all_tags_name, TABLE_TEXT);
            column->is_hidden = column->is_all_tags = 1;
        }
        return;
    }
    const struct table_column *columns = table_columns(NULL, table->kind, &count);
    for (size_t i = 0; i < count; i++)
        if (columns[i].is_hidden)
            add_column(table, columns[i].name, columns[i].type)->is_hidden = 1;
}

/* Games of files that are not known yet: the tags that are common, and all of them as JSON. */
static int add_call_columns(struct database_table *table)
{
    static const char *const numbers[] = {"WhiteElo", "BlackElo", "PlyCount"};
    static const char *const texts[] = {
        "Event",       "Site",        "Date",        "Round",     "White",     "Black",
        "Result",      "ECO",         "Opening",     "Variation", "EventDate", "WhiteTitle",
        "BlackTitle",  "WhiteFideId", "BlackFideId", "UTCDate",   "UTCTime",   "TimeControl",
        "Termination", "Annotator",   "Variant",     "FEN"};
    static const struct {
        const char *name;
        enum table_type type;
    } before[DERIVED_COLUMNS] = {{"game", TABLE_INTEGER}, {"file", TABLE_TEXT},    {"id", TABLE_TEXT},
                                 {"day", TABLE_DAY},      {"year", TABLE_INTEGER}, {"outcome", TABLE_TEXT},
                                 {"plies", TABLE_INTEGER}},
      after[LIST_COLUMNS] = {{"moves", TABLE_MOVES},    {"san", TABLE_TEXT},      {"uci", TABLE_TEXT},
                             {"clocks", TABLE_NUMBERS}, {"evals", TABLE_NUMBERS}, {"comments", TABLE_TEXTS},
                             {"text", TABLE_TEXT}};
    enum { BEFORE = DERIVED_COLUMNS, AFTER = LIST_COLUMNS };
    enum { NUMBERS = sizeof numbers / sizeof numbers[0], TEXTS = sizeof texts / sizeof texts[0] };
    table->columns =
        sqlite3_malloc64((BEFORE + TEXTS + NUMBERS + 1 + AFTER + ARGUMENT_COUNT) * sizeof *table->columns);
    if (table->columns == NULL)
        return SQLITE_NOMEM;
    for (size_t i = 0; i < BEFORE; i++)
        add_column(table, before[i].name, before[i].type);
    for (size_t i = 0; i < TEXTS; i++)
        add_column(table, texts[i], TABLE_TEXT)->tag = texts[i];
    for (size_t i = 0; i < NUMBERS; i++)
        add_column(table, numbers[i], TABLE_INTEGER)->tag = numbers[i];
    add_column(table, "tags", TABLE_TEXT)->is_all_tags = 1;
    for (size_t i = 0; i < AFTER; i++)
        add_column(table, after[i].name, after[i].type);
    return SQLITE_OK;
}

static void add_argument(struct database_table *table, enum argument argument, const char *name)
{
    table->arguments[argument] = table->column_count;
    struct shown_column *column = add_column(table, name, TABLE_TEXT);
    column->is_hidden = column->is_argument = 1;
}

static int set_columns(struct database_table *table)
{
    int code =
        table->kind == TABLE_GAMES && table->is_call ? add_call_columns(table) : add_own_columns(table);
    if (code != SQLITE_OK)
        return code;
    for (size_t i = 0; i < ARGUMENT_COUNT; i++)
        table->arguments[i] = SIZE_MAX;
    if (table->is_call)
        add_argument(table, ARGUMENT_PATH, "bcgn_path");
    if (table->kind == TABLE_FIND || table->kind == TABLE_TREE)
        add_argument(table, ARGUMENT_FEN, "bcgn_fen");
    if (table->kind != TABLE_DAMAGE)
        add_argument(table, ARGUMENT_WHERE, where_name);
    if (table->kind != TABLE_DAMAGE && table->is_call)
        add_argument(table, ARGUMENT_DAMAGED, "bcgn_damaged");
    add_hidden_columns(table);
    return SQLITE_OK;
}

/* CREATE TABLE x("Event" TEXT, ...) */
static int declare(struct database_table *table)
{
    static const char *const types[] = {"INTEGER", "TEXT", "TEXT", "BLOB", "TEXT", "TEXT"};
    sqlite3_str *text = sqlite3_str_new(table->db);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct shown_column *column = &table->columns[i];
        sqlite3_str_appendf(text, "%s\"%w\" %s%s", i == 0 ? "CREATE TABLE x(" : ", ", column->name,
                            types[column->type], column->is_hidden ? " HIDDEN" : "");
    }
    sqlite3_str_appendall(text, ")");
    char *declaration = sqlite3_str_finish(text);
    int code = declaration == NULL ? SQLITE_NOMEM : sqlite3_declare_vtab(table->db, declaration);
    sqlite3_free(declaration);
    return code;
}

/* ---- Files ---- */

static size_t find_tag(const struct table *table, const char *tag)
{
    size_t count;
    const struct table_column *columns = table_columns(table, TABLE_GAMES, &count);
    for (size_t i = 0; i < count; i++)
        if (columns[i].tag != NULL && strcmp(columns[i].tag, tag) == 0)
            return i;
    return SIZE_MAX;
}

/* Finds the shown columns in the opened files' table. */
static int find_columns(const struct database_table *table, struct opened_files *files)
{
    files->columns = sqlite3_malloc64((table->column_count + 1) * sizeof *files->columns);
    if (files->columns == NULL)
        return SQLITE_NOMEM;
    for (size_t i = 0; i < table->column_count; i++) {
        const struct shown_column *column = &table->columns[i];
        files->columns[i] = column->is_all_tags || column->is_argument ? SIZE_MAX
                            : column->tag != NULL
                                ? find_tag(files->table, column->tag)
                                : table_find_column(files->table, table->kind, column->name);
    }
    return SQLITE_OK;
}

void opened_files_leave(struct opened_files *files)
{
    if (files == NULL || --files->users != 0)
        return;
    table_free(files->table);
    sqlite3_free(files->path);
    sqlite3_free(files->columns);
    sqlite3_free(files);
}

/* Of an opened table; NULL: there is none, for *error. Columns are not looked for yet. */
static struct opened_files *share_files(struct table *opened, struct table_error *error)
{
    if (opened == NULL)
        return NULL;
    struct opened_files *files = sqlite3_malloc64(sizeof *files);
    if (files == NULL) {
        table_free(opened);
        error->status = PGNPACK_ERROR_MEMORY;
        return NULL;
    }
    *files = (struct opened_files){.table = opened, .users = 1};
    return files;
}

/* In place of those that there are; NULL: *error. */
static int use_files(struct database_table *table, struct opened_files *files,
                     const struct table_error *error)
{
    if (files == NULL)
        return host_fail(&table->base, error);
    if (find_columns(table, files) != SQLITE_OK) {
        opened_files_leave(files);
        return SQLITE_NOMEM;
    }
    opened_files_leave(table->files);
    table->files = files;
    return SQLITE_OK;
}

/* Or used by a statement: it goes on with what it began with. */
static int is_current(const struct opened_files *files)
{
    return files->users > 1 || table_is_current(files->table);
}

static int has_call(const struct opened_files *files, const char *path, enum table_damaged damaged)
{
    return files != NULL && files->damaged == damaged && strcmp(files->path, path) == 0 &&
           files->is_one_file && is_current(files);
}

static int open_call(struct database_table *table, const char *path, enum table_damaged damaged)
{
    struct table_error error;
    struct stat state;
    int is_one_file = stat(path, &state) == 0;
    char *copy = sqlite3_mprintf("%s", path);
    if (copy == NULL)
        return SQLITE_NOMEM;
    struct opened_files *files = share_files(table_open(&host_allocator, &path, 1, damaged, &error), &error);
    if (files == NULL) {
        sqlite3_free(copy);
    } else {
        files->path = copy;
        files->is_one_file = is_one_file;
        files->damaged = damaged;
    }
    return use_files(table, files, &error);
}

static int open_again(struct database_table *table)
{
    struct table_error error;
    return use_files(table, share_files(table_open_again(table->files->table, &error), &error), &error);
}

int database_table_open(struct database_table *table, const char *path, const char *damaged_text,
                        struct opened_files **files_ret)
{
    struct table_error error;
    enum table_damaged damaged;
    int code = SQLITE_OK;
    if (table_parse_damaged(damaged_text, &damaged, &error) != PGNPACK_OK)
        return host_fail(&table->base, &error);
    if (table->kind == TABLE_DAMAGE)
        damaged = TABLE_DAMAGED_SKIP;
    if (table->is_call && !has_call(table->files, path, damaged))
        code = open_call(table, path, damaged);
    else if (!table->is_call && !is_current(table->files))
        code = open_again(table);
    if (code != SQLITE_OK)
        return code;
    table->files->users++;
    *files_ret = table->files;
    return SQLITE_OK;
}

/* ---- Connecting ---- */

struct table_source *table_source_new(struct session *session, enum table_kind kind)
{
    struct table_source *source = sqlite3_malloc64(sizeof *source);
    if (source != NULL)
        *source = (struct table_source){session_use(session), kind};
    return source;
}

void table_source_free(void *opaque)
{
    struct table_source *source = opaque;
    session_leave(source->session);
    sqlite3_free(source);
}

/* An argument of CREATE VIRTUAL TABLE without its quotes, in place. */
static void unquote(char *text)
{
    size_t size = strlen(text);
    char quote = text[0], *out = text;
    if (size < 2 || (quote != '\'' && quote != '"') || text[size - 1] != quote)
        return;
    for (size_t i = 1; i + 1 < size; i++) {
        *out++ = text[i];
        if (text[i] == quote && text[i + 1] == quote)
            i++;
    }
    *out = '\0';
}

/* damaged = 'skip': what is behind the '='; NULL: it is a path. */
static char *damaged_of(char *argument)
{
    static const char name[] = "damaged";
    if (strncmp(argument, name, sizeof name - 1) != 0)
        return NULL;
    char *at = argument + (sizeof name - 1);
    at += strspn(at, " \t\r\n");
    return *at == '=' ? at + 1 + strspn(at + 1, " \t\r\n") : NULL;
}

/* Opens the paths among the arguments, which are ours to change. */
static struct opened_files *open_words(char **words, size_t count, enum table_kind kind,
                                       struct table_error *error)
{
    enum table_damaged damaged = kind == TABLE_DAMAGE ? TABLE_DAMAGED_SKIP : TABLE_DAMAGED_ERROR;
    size_t paths = 0;
    for (size_t i = 0; i < count; i++) {
        char *told = damaged_of(words[i]);
        unquote(told != NULL ? told : words[i]);
        if (told == NULL)
            words[paths++] = words[i];
        else if (table_parse_damaged(told, &damaged, error) != PGNPACK_OK)
            return NULL;
    }
    return share_files(table_open(&host_allocator, (const char *const *)words, paths, damaged, error), error);
}

static int open_arguments(struct database_table *table, size_t count, const char *const *arguments,
                          char **error_ret)
{
    struct table_error error = {.status = PGNPACK_ERROR_MEMORY};
    char **words = sqlite3_malloc64(2 * count * sizeof *words); /* and once more, to free them by */
    int is_complete = words != NULL;
    for (size_t i = 0; words != NULL && i < count; i++) {
        words[i] = words[count + i] = sqlite3_mprintf("%s", arguments[i]);
        is_complete &= words[i] != NULL;
    }
    if (is_complete)
        table->files = open_words(words, count, table->kind, &error);
    for (size_t i = 0; words != NULL && i < count; i++)
        sqlite3_free(words[count + i]);
    sqlite3_free(words);
    if (table->files == NULL && host_code(error.status) == SQLITE_ERROR)
        *error_ret = sqlite3_mprintf("%s", error.text);
    return table->files != NULL ? SQLITE_OK : host_code(error.status);
}

/* Databases of sqlite3_open16() are of UTF-16: their texts are compared as such. Where it cannot be asked, that is assumed. */
static int is_utf8(sqlite3 *db)
{
    sqlite3_stmt *statement;
    int is = 0;
    if (sqlite3_prepare_v2(db, "PRAGMA encoding", -1, &statement, NULL) != SQLITE_OK)
        return 0;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        is = name != NULL && strcmp(name, "UTF-8") == 0;
    }
    sqlite3_finalize(statement);
    return is;
}

int database_table_connect(sqlite3 *db, void *source, int argument_count, const char *const *arguments,
                           sqlite3_vtab **table_ret, char **error_ret)
{
    struct database_table *table = sqlite3_malloc64(sizeof *table);
    int code = SQLITE_OK;
    if (table == NULL)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    table->db = db;
    table->names.allocator = host_allocator;
    table->is_utf8 = is_utf8(db);
    table->kind = ((const struct table_source *)source)->kind;
    table->session = session_use(((const struct table_source *)source)->session);
    table->is_call = argument_count <= 3;
    if (!table->is_call)
        code = open_arguments(table, (size_t)argument_count - 3, arguments + 3, error_ret);
    if (code == SQLITE_OK)
        code = set_columns(table);
    if (code == SQLITE_OK)
        code = declare(table);
    if (code == SQLITE_OK && !table->is_call)
        code = find_columns(table, table->files);
    if (code == SQLITE_OK)
        *table_ret = &table->base;
    else
        database_table_disconnect(&table->base);
    return code;
}

int database_table_disconnect(sqlite3_vtab *base)
{
    struct database_table *table = (struct database_table *)base;
    opened_files_leave(table->files);
    session_leave(table->session);
    sqlite3_free(table->columns);
    memory_arena_free(&table->names);
    sqlite3_free(table);
    return SQLITE_OK;
}
