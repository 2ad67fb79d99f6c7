#include "bindings/wasm/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_source(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    enum { READ_FAILED = 29 }; /* WASI's EIO */
    const struct database *database = opaque;
    int count = host_source_read(database->source, (double)offset, bytes, size);
    int failed = count < 0 || (size_t)count > size;
    *size_ret = failed ? 0 : (size_t)count;
    return failed ? READ_FAILED : 0;
}

static void prefetch_source(void *opaque, uint64_t offset, uint64_t size)
{
    const struct database *database = opaque;
    host_source_prefetch(database->source, (double)offset, (double)size);
}

/* A file that was not closed properly is open all the same. */
static int is_open(enum pgnpack_status status)
{
    return status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED;
}

static enum pgnpack_status use_index(struct database *database, struct pgnpack_reader *reader)
{
    char path[16];
    if (database->index_source < 0)
        return PGNPACK_OK;
    snprintf(path, sizeof path, "%d", database->index_source);
    return pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path));
}

/* A pgnpack_damage_function: the answer gets first game, games, offset, size, as far as they are known, and the cause. */
static int tell_damage(void *unused, const struct pgnpack_damage *damage)
{
    (void)unused;
    answer_number64(damage->first_game);
    answer_number64(damage->game_count == UINT64_MAX ? 0 : damage->game_count);
    answer_number64(damage->offset);
    answer_number64(damage->size);
    answer_text(damage->text, strlen(damage->text));
    return 0;
}

/* Leaves out what is damaged, where that is wanted. */
static enum pgnpack_status skip_damaged(const struct database *database, struct pgnpack_reader *reader)
{
    answer_clear();
    if (!database->skips)
        return PGNPACK_OK;
    if (pgnpack_reader_skip_damaged(reader, 0, UINT64_MAX, tell_damage, NULL) != PGNPACK_OK)
        return failure_of(pgnpack_error(reader));
    return answer_status();
}

/* Opens another reader; `saved`: what an opening of the same file found. The failure is that of the opening, if any. */
static enum pgnpack_status open_reader(struct database *database, const void *saved, size_t saved_size)
{
    struct opened *opened = calloc(1, sizeof *opened);
    struct pgnpack_reader *reader = opened != NULL ? pgnpack_reader_new(host_options()) : NULL;
    if (reader == NULL) {
        free(opened);
        return failure_no_memory();
    }
    struct pgnpack_source source = {
        .size = sizeof source,
        .read_at = read_source,
        .opaque = database,
        .file_size = whole(database->size),
        .prefetch = prefetch_source,
        .gap = database->gap > 0 ? (size_t)whole(database->gap) : PGNPACK_GAP_NONE,
        .layout = saved_size > 0 ? saved : NULL,
        .layout_size = saved_size,
        .cache_size = database->keep > 0 ? (size_t)whole(database->keep) : PGNPACK_CACHE_NONE};
    enum pgnpack_status status = pgnpack_reader_open(reader, &source);
    if (!is_open(status) && source.layout != NULL) {
        source.layout = NULL;
        status = pgnpack_reader_open(reader, &source);
    }
    if (status != PGNPACK_OK)
        failure_of(pgnpack_error(reader));
    enum pgnpack_status looked = is_open(status) ? skip_damaged(database, reader) : PGNPACK_OK;
    status = looked != PGNPACK_OK ? looked : status;
    if (is_open(status)) {
        opened->reader = reader;
        opened->before = database->last;
        database->last = opened;
        return status;
    }
    pgnpack_free(reader);
    free(opened);
    return status;
}

static void free_handles(struct database *database)
{
    pgnpack_free(database->games);
    pgnpack_free(database->texts);
    pgnpack_free(database->blocks[PGNPACK_DELETED_LEFT_OUT]);
    pgnpack_free(database->blocks[PGNPACK_DELETED_KEPT]);
    database->games = database->texts = NULL;
    database->blocks[PGNPACK_DELETED_LEFT_OUT] = database->blocks[PGNPACK_DELETED_KEPT] = NULL;
}

void EXPORT(database_close)(struct database *database)
{
    if (database == NULL)
        return;
    free_handles(database);
    pgnpack_free(database->board);
    while (database->last != NULL) {
        struct opened *opened = database->last;
        database->last = opened->before;
        pgnpack_free(opened->reader);
        free(opened);
    }
    free(database);
}

/* NULL: the failure says why. Else *status_ret is PGNPACK_OK, or what is wrong with the file all the same; the answer: what is skipped. */
struct database *EXPORT(database_open)(int source, double size, double gap, double keep, const void *saved,
                                       size_t saved_size, int skips, int *status_ret)
{
    struct database *database = calloc(1, sizeof *database);
    if (database == NULL) {
        failure_no_memory();
        return NULL;
    }
    database->source = source;
    database->size = size;
    database->gap = gap;
    database->keep = keep;
    database->index_source = -1;
    database->skips = skips;
    enum pgnpack_status status = open_reader(database, saved, saved_size);
    *status_ret = (int)status;
    if (is_open(status))
        return database;
    free(database);
    return NULL;
}

int EXPORT(database_use_index)(struct database *database, int source)
{
    database->index_source = source;
    enum pgnpack_status status = use_index(database, reader_of(database));
    if (status == PGNPACK_OK)
        return PGNPACK_OK;
    database->index_source = -1;
    return (int)failure_of(pgnpack_error(reader_of(database)));
}

int EXPORT(database_save_index)(struct database *database)
{
    answer_clear();
    if (pgnpack_reader_save_layout(reader_of(database), PGNPACK_TO_FUNCTION(answer_write, NULL)) !=
        PGNPACK_OK)
        return (int)failure_of(pgnpack_error(reader_of(database)));
    return (int)answer_status();
}

/* There are more nets now: another reader has them. */
int EXPORT(database_renew)(struct database *database)
{
    answer_clear();
    if (pgnpack_reader_save_layout(reader_of(database), PGNPACK_TO_FUNCTION(answer_write, NULL)) !=
            PGNPACK_OK ||
        answer_status() != PGNPACK_OK)
        answer_clear();
    size_t size;
    void *saved = answer_take(&size);
    enum pgnpack_status status = open_reader(database, saved, size);
    free(saved);
    if (!is_open(status))
        return (int)status;
    free_handles(database);
    if (use_index(database, reader_of(database)) != PGNPACK_OK)
        database->index_source = -1;
    return PGNPACK_OK;
}

/* Games, bytes of text, blocks and deleted games; behind the blocks the ranges of games that are left out, first game and games; of each block what struct pgnpack_block_info has. */
int EXPORT(database_blocks)(struct database *database)
{
    const struct pgnpack_reader *reader = reader_of(database);
    struct pgnpack_block_info block;
    answer_clear();
    answer_number64(pgnpack_reader_info(reader)->game_count);
    answer_number64(pgnpack_reader_info(reader)->text_size);
    answer_number64(pgnpack_reader_info(reader)->block_count);
    answer_number64(pgnpack_reader_info(reader)->deleted_count);
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &block); n++) {
        answer_number64(block.offset);
        answer_number64(block.size);
        answer_number64(block.text_size);
        answer_number64(block.first_game);
        answer_number64(block.game_count);
        answer_number32(block.date_min);
        answer_number32(block.date_max);
        answer_number32(block.elo_min);
        answer_number32(block.elo_max);
        answer_number32((uint32_t)(block.begins_file != 0) | (uint32_t)(block.is_annex != 0) << 1 |
                        (uint32_t)(block.has_files != 0) << 2);
    }
    for (uint64_t at = 1, first, count; pgnpack_reader_left_out_range(reader, at, &first, &count);
         at = first + count) {
        answer_number64(first);
        answer_number64(count);
    }
    return (int)answer_status();
}

/* ---- Whole blocks ---- */

static struct pgnpack_block_reader *blocks_of(struct database *database, enum pgnpack_deleted deleted)
{
    struct pgnpack_block_reader **blocks = &database->blocks[deleted];
    if (*blocks == NULL)
        *blocks = pgnpack_block_reader_new(reader_of(database), deleted);
    if (*blocks == NULL)
        failure_no_memory();
    return *blocks;
}

/* Names, each with its size. */
int EXPORT(database_tag_names)(struct database *database)
{
    struct pgnpack_block_reader *blocks = blocks_of(database, PGNPACK_DELETED_KEPT);
    struct pgnpack_text name;
    size_t count;
    answer_clear();
    if (blocks == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_block_reader_tag_names(blocks, &count);
    if (status != PGNPACK_OK && count == 0)
        return (int)failure_of(pgnpack_error(blocks));
    for (size_t i = 0; pgnpack_block_reader_tag_name(blocks, i, &name); i++)
        answer_text(name.data, name.size);
    return (int)answer_status();
}

/* `keeps_deleted`: whole, or without deleted games. */
int EXPORT(database_block_text)(struct database *database, double n, int keeps_deleted)
{
    struct pgnpack_block_reader *blocks =
        blocks_of(database, keeps_deleted ? PGNPACK_DELETED_KEPT : PGNPACK_DELETED_LEFT_OUT);
    struct pgnpack_text text;
    answer_clear();
    if (blocks == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_block_reader_text(blocks, whole(n), &text);
    if (status == PGNPACK_END)
        return (int)failure_text(PGNPACK_ERROR_ARGUMENT, "there is no such block");
    if (status != PGNPACK_OK)
        return (int)failure_of(pgnpack_error(blocks));
    answer_bytes(text.data, text.size);
    return (int)answer_status();
}

/* Its moves' codec, enum pgnpack_moves; less than 0: a failure. */
int EXPORT(database_block_moves)(struct database *database, double n)
{
    struct pgnpack_block_reader *blocks = blocks_of(database, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_details details;
    if (blocks == NULL)
        return -PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_block_reader_details(blocks, whole(n), &details);
    if (status != PGNPACK_OK && status != PGNPACK_END)
        return -(int)failure_of(pgnpack_error(blocks));
    return status == PGNPACK_OK ? (int)details.moves : 0;
}

/* ---- Texts of games ---- */

int EXPORT(database_text)(struct database *database, double first, double count)
{
    struct pgnpack_text text;
    enum pgnpack_status status;
    answer_clear();
    if (database->texts == NULL)
        database->texts = pgnpack_cursor_new(reader_of(database), PGNPACK_PART_TEXT);
    if (database->texts == NULL)
        return (int)failure_no_memory();
    struct pgnpack_cursor *cursor = database->texts;
    status = pgnpack_cursor_range(cursor, whole(first), whole(count));
    while (status == PGNPACK_OK && (status = pgnpack_cursor_next(cursor, NULL)) == PGNPACK_OK) {
        status = pgnpack_cursor_text(cursor, &text);
        if (status == PGNPACK_OK)
            answer_bytes(text.data, text.size);
    }
    return status == PGNPACK_END ? (int)answer_status() : (int)failure_of(pgnpack_error(cursor));
}
