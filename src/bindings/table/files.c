#include "bindings/table/files.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/table/fault.h"

/* ---- Paths ---- */

static enum pgnpack_status add_path(struct table *table, const char *path, struct table_error *error)
{
    int grown = TABLE_GROW(&table->allocator, table->files, table->file_capacity, table->file_count + 1);
    char *copy = grown ? memory_copy_text(&table->allocator, path, strlen(path)) : NULL;
    if (copy == NULL)
        return fault_no_memory(error);
    table->files[table->file_count++] = (struct table_file){.path = copy};
    return PGNPACK_OK;
}

static int compare_paths(const void *a, const void *b)
{
    const char *const *left = a, *const *right = b;
    return strcmp(*left, *right);
}

static enum pgnpack_status add_glob(struct table *table, const char *pattern, struct table_error *error)
{
    glob_t found = {0};
    int result = glob(pattern, GLOB_NOSORT, NULL, &found);
    enum pgnpack_status status = PGNPACK_OK;
    if (result == GLOB_NOMATCH)
        status = fault_set(error, PGNPACK_ERROR_READ, "%s: no file has such a name", pattern);
    else if (result != 0)
        status = fault_set(error, PGNPACK_ERROR_READ, "%s: files of that name cannot be looked for", pattern);
    else
        qsort(found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv, compare_paths);
    for (size_t i = 0; status == PGNPACK_OK && i < found.gl_pathc; i++)
        status = add_path(table, found.gl_pathv[i], error);
    globfree(&found);
    return status;
}

static enum pgnpack_status add_paths(struct table *table, const char *path, struct table_error *error)
{
    struct stat is;
    if (strpbrk(path, "*?[") != NULL && stat(path, &is) != 0 && errno == ENOENT)
        return add_glob(table, path, error);
    return add_path(table, path, error);
}

/* ---- Opening ---- */

/* Searches are faster with an index beside the file; one that is of no use leaves them as they are. */
static enum pgnpack_status use_index(struct table *table, const struct table_file *file,
                                     struct table_error *error)
{
    struct stat is;
    size_t size = strlen(file->path);
    char *path = memory_zeroed(&table->allocator, size + sizeof ".idx", 1);
    if (path == NULL)
        return fault_no_memory(error);
    memcpy(path, file->path, size);
    memcpy(path + size, ".idx", sizeof ".idx");
    if (stat(path, &is) == 0 && S_ISREG(is.st_mode))
        pgnpack_reader_use_index(file->reader, PGNPACK_FROM_PATH(path));
    memory_free(&table->allocator, path);
    return PGNPACK_OK;
}

/* ---- Damage ---- */

enum pgnpack_status table_parse_damaged(const char *text, enum table_damaged *damaged_ret,
                                        struct table_error *error)
{
    *damaged_ret = text != NULL && strcmp(text, "skip") == 0 ? TABLE_DAMAGED_SKIP : TABLE_DAMAGED_ERROR;
    if (text == NULL || *damaged_ret == TABLE_DAMAGED_SKIP || strcmp(text, "error") == 0)
        return PGNPACK_OK;
    return fault_set(error, PGNPACK_ERROR_ARGUMENT, "damaged is 'error' or 'skip', not '%.100s'", text);
}

/* A look at a file's blocks. */
struct look {
    struct table *table;
    size_t file;
    int has_no_memory;
};

/* A pgnpack_damage_function. */
static int note_damage(void *opaque, const struct pgnpack_damage *damage)
{
    struct look *look = opaque;
    struct table *table = look->table;
    int grown =
        TABLE_GROW(&table->allocator, table->damages, table->damage_capacity, table->damage_count + 1);
    char *cause = grown ? memory_copy_text(&table->allocator, damage->text, strlen(damage->text)) : NULL;
    if (cause == NULL)
        look->has_no_memory = 1;
    else
        table->damages[table->damage_count++] = (struct table_damage){look->file, *damage, cause};
    return cause == NULL;
}

static enum pgnpack_status skip_damaged(struct table *table, struct table_file *file,
                                        struct table_error *error)
{
    struct look look = {table, (size_t)(file - table->files), 0};
    enum pgnpack_status status = pgnpack_reader_skip_damaged(file->reader, 0, UINT64_MAX, note_damage, &look);
    if (look.has_no_memory)
        return fault_no_memory(error);
    return status == PGNPACK_OK ? PGNPACK_OK : fault_of(error, file->path, pgnpack_error(file->reader));
}

/* A plain text that is named as such is packed first. */
static enum pgnpack_status open_reader(struct table *table, struct table_file *file,
                                       struct table_error *error)
{
    enum pgnpack_status status = pgnpack_reader_open(file->reader, PGNPACK_FROM_PATH(file->path));
    if (status == PGNPACK_ERROR_NOT_BCGN && pgn_file_is_meant(file->path)) {
        if (pgn_file_pack(&file->pgn, &table->allocator, file->path, error) != PGNPACK_OK)
            return error->status;
        status = pgnpack_reader_open(file->reader, PGNPACK_FROM_MEMORY(file->pgn.packed, file->pgn.size));
    }
    int is_open =
        status == PGNPACK_OK || (table->damaged == TABLE_DAMAGED_SKIP && status == PGNPACK_ERROR_TRUNCATED);
    return is_open ? PGNPACK_OK : fault_of(error, file->path, pgnpack_error(file->reader));
}

/* A reader of a damaged file is not `failed`: what is there can be read. Half a file is of use only where damage is skipped. */
static enum pgnpack_status open_file(struct table *table, struct table_file *file, struct table_error *error)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = &table->allocator};
    stat(file->path, &file->state); /* where it fails, opening does */
    file->reader = pgnpack_reader_new(&options);
    if (file->reader == NULL)
        return fault_no_memory(error);
    enum pgnpack_status status = open_reader(table, file, error);
    if (status == PGNPACK_OK && table->damaged == TABLE_DAMAGED_SKIP)
        status = skip_damaged(table, file, error);
    if (status != PGNPACK_OK)
        return status;
    table->game_count += pgnpack_reader_info(file->reader)->game_count;
    return use_index(table, file, error);
}

static enum pgnpack_status add_tags(struct table *table, const struct table_file *file,
                                    struct table_error *error)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(file->reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_text name;
    if (blocks == NULL)
        return fault_no_memory(error);
    enum pgnpack_status status = pgnpack_block_reader_tag_names(blocks, NULL);
    if (status != PGNPACK_OK)
        fault_of(error, file->path, pgnpack_error(blocks));
    for (size_t i = 0; status == PGNPACK_OK && pgnpack_block_reader_tag_name(blocks, i, &name); i++)
        if (!games_columns_add_tag(&table->games, name))
            status = fault_no_memory(error);
    pgnpack_free(blocks);
    return status;
}

/* ---- Units ---- */

enum { UNIT_GAMES = 4096 };

static int add_unit(struct table *table, size_t file, uint64_t first, uint64_t count)
{
    if (!TABLE_GROW(&table->allocator, table->units, table->unit_capacity, table->unit_count + 1))
        return 0;
    table->units[table->unit_count++] = (struct table_unit){file, first, count};
    return 1;
}

static enum pgnpack_status add_units(struct table *table, size_t file, struct table_error *error)
{
    const struct pgnpack_reader *reader = table->files[file].reader;
    struct pgnpack_block_info block;
    uint64_t first = 1, count = 0;
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &block); i++) {
        count += block.game_count;
        if (count < UNIT_GAMES && i + 1 < pgnpack_reader_info(reader)->block_count)
            continue;
        if (count != 0 && !add_unit(table, file, first, count))
            return fault_no_memory(error);
        first += count;
        count = 0;
    }
    return PGNPACK_OK;
}

static enum pgnpack_status open_all(struct table *table, struct table_error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < table->file_count && status == PGNPACK_OK; i++) {
        status = open_file(table, &table->files[i], error);
        if (status == PGNPACK_OK)
            status = add_tags(table, &table->files[i], error);
        if (status == PGNPACK_OK)
            status = add_units(table, i, error);
    }
    if (status == PGNPACK_OK && !games_columns_finish(&table->games))
        status = fault_no_memory(error);
    return status;
}

/* Without files; NULL: *error says why. */
static struct table *new_table(const struct pgnpack_allocator *allocator, enum table_damaged damaged,
                               struct table_error *error)
{
    struct table *table = memory_zeroed(allocator, 1, sizeof *table);
    error->status = PGNPACK_OK;
    error->text[0] = '\0';
    if (table == NULL) {
        fault_no_memory(error);
        return NULL;
    }
    table->allocator = *allocator;
    table->damaged = damaged;
    games_columns_init(&table->games, allocator);
    return table;
}

/* The table, if that went well so far and its files can be opened. */
static struct table *opened(struct table *table, enum pgnpack_status status, struct table_error *error)
{
    if (status == PGNPACK_OK)
        status = open_all(table, error);
    if (status == PGNPACK_OK)
        return table;
    table_free(table);
    return NULL;
}

struct table *table_open(const struct pgnpack_allocator *allocator, const char *const *paths,
                         size_t path_count, enum table_damaged damaged, struct table_error *error)
{
    struct pgnpack_allocator own = memory_allocator(allocator);
    struct table *table = new_table(&own, damaged, error);
    enum pgnpack_status status = PGNPACK_OK;
    if (table == NULL)
        return NULL;
    if (path_count == 0)
        status = fault_set(error, PGNPACK_ERROR_ARGUMENT, "no file was named");
    for (size_t i = 0; i < path_count && status == PGNPACK_OK; i++)
        status = add_paths(table, paths[i], error);
    return opened(table, status, error);
}

struct table *table_open_again(const struct table *table, struct table_error *error)
{
    struct table *now = new_table(&table->allocator, table->damaged, error);
    enum pgnpack_status status = PGNPACK_OK;
    if (now == NULL)
        return NULL;
    for (size_t i = 0; i < table->file_count && status == PGNPACK_OK; i++)
        status = add_path(now, table->files[i].path, error);
    return opened(now, status, error);
}

int table_is_current(const struct table *table)
{
    for (size_t i = 0; i < table->file_count; i++) {
        const struct stat *then = &table->files[i].state;
        struct stat now;
        if (stat(table->files[i].path, &now) != 0 || now.st_dev != then->st_dev ||
            now.st_ino != then->st_ino || now.st_size != then->st_size ||
            now.st_mtim.tv_sec != then->st_mtim.tv_sec || now.st_mtim.tv_nsec != then->st_mtim.tv_nsec)
            return 0;
    }
    return 1;
}

void table_free(struct table *table)
{
    if (table == NULL)
        return;
    struct pgnpack_allocator allocator = table->allocator;
    for (size_t i = 0; i < table->file_count; i++) {
        pgnpack_free(table->files[i].reader);
        pgn_file_free(&table->files[i].pgn, &allocator);
        memory_free(&allocator, table->files[i].path);
    }
    games_columns_free(&table->games);
    for (size_t i = 0; i < table->damage_count; i++)
        memory_free(&allocator, table->damages[i].cause);
    memory_free(&allocator, table->damages);
    memory_free(&allocator, table->files);
    memory_free(&allocator, table->units);
    memory_free(&allocator, table);
}

/* ---- What there is ---- */

size_t table_file_count(const struct table *table)
{
    return table->file_count;
}

const struct pgnpack_reader *table_reader(const struct table *table, size_t file)
{
    return file < table->file_count ? table->files[file].reader : NULL;
}

enum pgnpack_status table_find_id(struct table *table, size_t file, const char *id, uint64_t *game_ret,
                                  struct table_error *error)
{
    struct pgnpack_reader *reader = table->files[file].reader;
    enum pgnpack_status status = pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, game_ret);
    if (status == PGNPACK_OK || status == PGNPACK_END || status == PGNPACK_ERROR_ARGUMENT)
        return PGNPACK_OK;
    return fault_of(error, table->files[file].path, pgnpack_error(reader));
}

uint64_t table_game_count(const struct table *table)
{
    return table->game_count;
}

size_t table_unit_count(const struct table *table)
{
    return table->unit_count;
}

struct table_unit table_unit(const struct table *table, size_t n)
{
    return n < table->unit_count ? table->units[n] : (struct table_unit){0};
}

const struct table_column *table_columns(const struct table *table, enum table_kind kind, size_t *count_ret)
{
    if (kind != TABLE_GAMES)
        return columns_fixed(kind, count_ret);
    *count_ret = table->games.count;
    return table->games.columns;
}

size_t table_find_column(const struct table *table, enum table_kind kind, const char *name)
{
    size_t count;
    const struct table_column *columns = table_columns(table, kind, &count);
    for (size_t i = 0; i < count; i++)
        if (names_equal_any_case(columns[i].name, name))
            return i;
    return SIZE_MAX;
}
