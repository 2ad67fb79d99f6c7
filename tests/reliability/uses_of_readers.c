/* Opened databases: what they tell, and their games by cursors, in batches, whole blocks, in any order. */
#include <string.h>

#include "reliability/failing.h"

static void ignore_prefetch(void *opaque, uint64_t offset, uint64_t size)
{
    (void)opaque;
    (void)offset;
    (void)size;
}

static void tell_blocks(struct failing *run, const struct pgnpack_reader *reader)
{
    struct pgnpack_block_info block;
    struct pgnpack_shard shard;
    tell(run, pgnpack_reader_info(reader)->block_count);
    tell(run, pgnpack_reader_find_block(reader, 1));
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &block); i++)
        tell(run, block.offset + block.first_game);
    for (uint64_t i = 0; pgnpack_reader_shard(reader, i, 2, &shard); i++) {
        tell(run, shard.first_game + shard.game_count);
        tell(run, shard.first_block + shard.block_count);
    }
}

static void tell_reader(struct failing *run, const struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info segment;
    uint64_t first = 1, count = 0;
    struct pgnpack_error trouble;
    char id[PGNPACK_ID_SIZE];
    tell(run, pgnpack_reader_info(reader)->game_count);
    tell(run, pgnpack_reader_info(reader)->text_size);
    tell(run, pgnpack_reader_info(reader)->segment_count);
    for (uint64_t i = 0; pgnpack_reader_segment(reader, i, &segment); i++)
        tell_text(run, segment.command);
    tell(run, pgnpack_reader_info(reader)->deleted_count);
    while (pgnpack_reader_deleted_range(reader, first + count, &first, &count))
        tell(run, first + count);
    if (!GO(run, pgnpack_reader_load_ids(reader, &trouble), &trouble))
        return;
    for (uint64_t i = 1; i <= pgnpack_reader_info(reader)->game_count; i++) {
        tell(run, (uint64_t)pgnpack_reader_is_deleted(reader, i));
        tell(run, pgnpack_reader_ids_from(reader, i));
        tell(run, (uint64_t)pgnpack_reader_game_id(reader, i, id));
        tell_bytes(run, id, sizeof id - 1 < 8 ? 0 : 8);
    }
    tell(run, (uint64_t)pgnpack_reader_info(reader)->torn);
    tell(run, pgnpack_reader_info(reader)->torn_size);
    tell_blocks(run, reader);
}

static void find_ids(struct failing *run, struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info segment;
    char id[PGNPACK_ID_SIZE];
    for (uint64_t i = 1, found, last; i <= pgnpack_reader_info(reader)->game_count;
         i += 11) /* one has a new version */
        if (pgnpack_reader_game_id(reader, i, id) &&
            GO(run, pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, &found), pgnpack_error(reader))) {
            tell(run, found);
            enum pgnpack_status status = pgnpack_reader_find_id(reader, id, PGNPACK_ID_OWN, &found);
            if (status == PGNPACK_ERROR_ARGUMENT || GO(run, status, pgnpack_error(reader)))
                tell(run, found); /* 0: of two games */
            if (GO(run, pgnpack_reader_find_id(reader, id, PGNPACK_ID_FIRST, &found),
                   pgnpack_error(reader)) &&
                GO(run, pgnpack_reader_find_id(reader, id, PGNPACK_ID_LAST, &last), pgnpack_error(reader)))
                tell(run, found + last);
        }
    for (uint64_t i = 0; pgnpack_reader_segment(reader, i, &segment); i++)
        tell_bytes(run, segment.name, strlen(segment.name));
}

static void use_saved_index(struct failing *run, struct pgnpack_reader *reader, const char *path)
{
    struct stream stream = {.source = run->packed}, saved = {.source = NULL};
    if (GO(run, pgnpack_reader_save_layout(reader, PGNPACK_TO_FUNCTION(stream_write, &saved)),
           pgnpack_error(reader)) &&
        GO(run,
           pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.read_at = stream_read_at, .opaque = &stream,
                                                               .file_size = stream.source->size,
                                                               .layout = saved.written.data,
                                                               .layout_size = saved.written.size)),
           pgnpack_error(reader)))
        tell_reader(run, reader);
    if (GO(run,
           pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.path = path, .layout = saved.written.data,
                                                               .layout_size = saved.written.size)),
           pgnpack_error(reader)))
        tell_reader(run, reader);
    bytes_free(&saved.written);
}

static void use_reader(struct failing *run)
{
    struct stream stream = {.source = run->packed};
    struct pgnpack_reader *reader = NULL;
    const char *path = path_of(run, 0, "games.bcgn");
    put_file(path, run->packed);
    if (MAKE(run, reader, pgnpack_reader_new(&run->options)))
        pgnpack_reader_set_deleted(reader, PGNPACK_DELETED_LEFT_OUT);
    if (GO(run,
           pgnpack_reader_open(reader, PGNPACK_SOURCE_ARGUMENT(.bytes = run->packed->data,
                                                               .byte_count = run->packed->size,
                                                               .cache_size = 1 << 20)),
           pgnpack_error(reader)))
        tell_reader(run, reader);
    if (GO(run,
           pgnpack_reader_open(reader,
                               PGNPACK_SOURCE_ARGUMENT(.read_at = stream_read_at, .opaque = &stream,
                                                       .file_size = stream.source->size,
                                                       .prefetch = ignore_prefetch, .gap = PGNPACK_GAP_NONE)),
           pgnpack_error(reader))) {
        tell_reader(run, reader);
        tell(run, pgnpack_work(reader));
        find_ids(run, reader);
    }
    if (GO(run, pgnpack_reader_open(reader, PGNPACK_FROM_PATH(path)), pgnpack_error(reader)))
        tell_reader(run, reader);
    use_saved_index(run, reader, path);
    pgnpack_free(reader);
}

/* ---- Damaged blocks ---- */

/* A pgnpack_damage_function. */
static int tell_damage(void *opaque, const struct pgnpack_damage *damage)
{
    tell(opaque, damage->first_game);
    tell(opaque, damage->game_count);
    return 0;
}

static void use_skipping(struct failing *run)
{
    struct stream stream;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    uint64_t first = 1, count = 0;
    if (reader != NULL &&
        GO(run, pgnpack_reader_skip_damaged(reader, 0, UINT64_MAX, tell_damage, run), pgnpack_error(reader)))
        while (pgnpack_reader_left_out_range(reader, first + count, &first, &count))
            tell(run, first + count);
    pgnpack_free(reader);
}

/* ---- Cursors ---- */

static void read_games(struct failing *run, struct pgnpack_cursor *cursor, int has_text)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    while (GO(run, pgnpack_cursor_next(cursor, &game), pgnpack_error(cursor))) {
        uint64_t number = pgnpack_cursor_game_number(cursor);
        if (has_text && !GO(run, pgnpack_cursor_text(cursor, &text), pgnpack_error(cursor)))
            break;
        tell(run, number);
        if (has_text)
            tell_text(run, text);
        else
            tell_game(run, game);
    }
}

static void use_cursor(struct failing *run)
{
    static const char *const names[] = {"White", "Date"};
    struct stream stream;
    struct pgnpack_cursor *cursor = NULL;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, cursor, pgnpack_cursor_new(reader, PGNPACK_PART_TEXT)))
        read_games(run, cursor, 1);
    if (GO(run, pgnpack_cursor_range(cursor, 20, 15), pgnpack_error(cursor)))
        read_games(run, cursor, 1);
    for (uint64_t number = 60; number > 20 && run->status == PGNPACK_OK; number -= 17)
        if (GO(run, pgnpack_cursor_seek(cursor, number), pgnpack_error(cursor)))
            read_games(run, cursor, 1);
    pgnpack_free(cursor);
    cursor = NULL;
    if (reader != NULL && MAKE(run, cursor, pgnpack_cursor_new(reader, PGNPACK_PART_TAGS)) &&
        GO(run, pgnpack_cursor_tags(cursor, names, 2), pgnpack_error(cursor))) {
        read_games(run, cursor, 0);
        tell(run, pgnpack_cursor_bytes_read(cursor) != 0);
        tell(run, pgnpack_work(cursor) != 0);
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
}

/* ---- Blocks ---- */

static void tell_files(struct failing *run, const struct pgnpack_block_reader *blocks)
{
    struct pgnpack_block_file file;
    for (size_t i = 0; pgnpack_block_reader_file(blocks, i, &file); i++) {
        tell_text(run, file.name);
        tell(run, file.first_game + file.game_count);
        tell(run, (uint64_t)file.time);
        tell_text(run, file.text);
    }
}

static void tell_block(struct failing *run, struct pgnpack_block_reader *blocks, uint64_t n)
{
    struct pgnpack_text text;
    struct pgnpack_block_details details;
    if (GO(run, pgnpack_block_reader_text(blocks, n, &text), pgnpack_error(blocks)))
        tell_text(run, text);
    tell_files(run, blocks);
    if (GO(run, pgnpack_block_reader_details(blocks, n, &details), pgnpack_error(blocks)))
        tell(run, details.tags_size + details.moves_size + details.comments_size + details.other_size);
}

static void use_blocks(struct failing *run)
{
    struct stream stream;
    size_t count = 0;
    struct pgnpack_column column;
    struct pgnpack_text name;
    struct pgnpack_block_reader *blocks = NULL;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, blocks, pgnpack_block_reader_new(reader, PGNPACK_DELETED_LEFT_OUT))) {
        for (uint64_t n = 0; n < pgnpack_reader_info(reader)->block_count && run->status == PGNPACK_OK; n++)
            tell_block(run, blocks, n);
        tell(run, pgnpack_work(blocks) != 0);
    }
    if (GO(run, pgnpack_block_reader_columns(blocks, &count), pgnpack_error(blocks)))
        for (size_t i = 0; i < count && pgnpack_block_reader_column(blocks, i, &column); i++) {
            tell_text(run, column.name);
            tell(run, column.packed_size);
        }
    if (GO(run, pgnpack_block_reader_tag_names(blocks, &count), pgnpack_error(blocks)))
        for (size_t i = 0; i < count && pgnpack_block_reader_tag_name(blocks, i, &name); i++)
            tell_text(run, name);
    pgnpack_free(blocks);
    pgnpack_free(reader);
}

/* ---- Batches ---- */

enum { ROWS = 3, ROOM = 4000 };

/* Arrays for a call. */
struct arrays {
    uint64_t numbers[ROWS], keys[ROOM];
    uint32_t plies[ROWS], offsets[10][ROWS + 1], text_offsets[ROOM], fen_offsets[ROOM];
    uint8_t results[ROWS];
    uint16_t moves[ROOM];
    int32_t values[2][ROOM];
    char texts[6][ROOM];
    struct pgnpack_bytes_column tags[2];
};

/* The row's part of a column. */
static void tell_cell(struct failing *run, const void *column, size_t element_size, const uint32_t offsets[2])
{
    tell_bytes(run, (const char *)column + offsets[0] * element_size,
               (offsets[1] - offsets[0]) * element_size);
}

/* A failure comes when the games before it were given: how many come with a call is not the same then. */
static void tell_row(struct failing *run, const struct arrays *at, size_t i)
{
    const uint32_t *comments = &at->offsets[6][i];
    tell(run, at->numbers[i]);
    tell(run, at->plies[i]);
    tell(run, at->results[i]);
    tell_cell(run, at->texts[0], 1, &at->offsets[0][i]);
    tell_cell(run, at->texts[1], 1, &at->offsets[1][i]);
    tell_cell(run, at->moves, sizeof *at->moves, &at->offsets[2][i]);
    tell_cell(run, at->texts[2], 1, &at->offsets[3][i]);
    tell_cell(run, at->values[0], sizeof *at->values[0], &at->offsets[4][i]);
    for (uint32_t text = comments[0]; text < comments[1]; text++)
        tell_cell(run, at->texts[3], 1, &at->text_offsets[text]);
    tell_cell(run, at->keys, sizeof *at->keys, &at->offsets[7][i]);
    tell_cell(run, at->texts[4], 1, &at->offsets[8][i]);
    for (uint32_t fen = at->offsets[9][i]; fen < at->offsets[9][i + 1]; fen++)
        tell_cell(run, at->texts[5], 1, &at->fen_offsets[fen]);
}

static void read_batch(struct failing *run, struct pgnpack_batch *batch)
{
    static struct arrays at;
    size_t count;
    at.tags[0] = (struct pgnpack_bytes_column){at.texts[0], ROOM, at.offsets[0], NULL};
    at.tags[1] = (struct pgnpack_bytes_column){at.texts[1], ROOM, at.offsets[1], NULL};
    const struct pgnpack_columns columns = {
        .size = sizeof columns,
        .capacity = ROWS,
        .numbers = at.numbers,
        .plies = at.plies,
        .results = at.results,
        .tags = at.tags,
        .moves = {at.moves, ROOM, at.offsets[2]},
        .uci = {at.texts[2], ROOM, at.offsets[3], NULL},
        .clocks = {at.values[0], ROOM, at.offsets[4]},
        .evals = {at.values[1], ROOM, at.offsets[5]},
        .comments = {at.texts[3], ROOM, at.text_offsets, ROOM - 1, at.offsets[6]},
        .keys = {at.keys, ROOM, at.offsets[7]},
        .text = {at.texts[4], ROOM, at.offsets[8], NULL},
        .fens = {at.texts[5], ROOM, at.fen_offsets, ROOM - 1, at.offsets[9]}};
    while (GO(run, pgnpack_batch_next(batch, &columns, &count), pgnpack_error(batch)))
        for (size_t i = 0; i < count; i++)
            tell_row(run, &at, i);
}

static void use_batch(struct failing *run)
{
    static const char *const tags[] = {"White", "Round"};
    static const uint64_t numbers[] = {3, 20, 21, 58};
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = tags, .tag_count = 2, .parts = 2047 & ~(unsigned)PGNPACK_BATCH_SAN};
    struct stream stream;
    struct pgnpack_batch_counts counts;
    struct pgnpack_batch *batch = NULL;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, batch, pgnpack_batch_new(reader, &options))) {
        read_batch(run, batch);
        pgnpack_batch_counts(batch, &counts);
        tell(run, counts.games_given);
        tell(run, pgnpack_work(batch) != 0);
    }
    if (GO(run, pgnpack_batch_range(batch, 18, 20), pgnpack_error(batch)))
        read_batch(run, batch);
    if (GO(run, pgnpack_batch_pick(batch, numbers, 4), pgnpack_error(batch)))
        read_batch(run, batch);
    pgnpack_free(batch);
    pgnpack_free(reader);
}

/* ---- Any order ---- */

/* What is gathered is read by a copy. */
static void read_gathered(struct failing *run, struct pgnpack_gather *gather)
{
    struct stream stream = {NULL, 0, {0}};
    struct pgnpack_copy *copy = NULL;
    if (MAKE(run, copy, pgnpack_copy_new(&run->options, NULL, PGNPACK_TO_FUNCTION(stream_write, &stream))) &&
        GO(run, pgnpack_copy_gathered(copy, gather, UINT64_MAX), pgnpack_error(copy)) &&
        GO(run, pgnpack_copy_finish(copy), pgnpack_error(copy)))
        tell(run, pgnpack_copy_totals(copy)->games);
    pgnpack_free(copy);
    bytes_free(&stream.written);
}

static void use_gather(struct failing *run)
{
    static const uint64_t numbers[] = {58, 3, 20, 21, 20};
    static const struct pgnpack_order_key keys[] = {{PGNPACK_ORDER_PLIES, NULL, 1},
                                                    {PGNPACK_ORDER_TAG, "White", 0},
                                                    {PGNPACK_ORDER_DATE, NULL, 1},
                                                    {PGNPACK_ORDER_ELO, NULL, 0}};
    struct stream stream;
    struct pgnpack_gather *gather = NULL;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, gather, pgnpack_gather_new(reader)) &&
        GO(run, pgnpack_gather_numbers(gather, numbers, 5), pgnpack_error(gather)))
        read_gathered(run, gather);
    for (size_t key = 0; key < 4; key++)
        if (GO(run, pgnpack_gather_sorted(gather, &keys[key], 4 - key), pgnpack_error(gather)))
            read_gathered(run, gather);
    pgnpack_free(gather);
    pgnpack_free(reader);
}

const struct use uses_of_readers[] = {{"a reader", use_reader, STOPS},
                                      {"damaged blocks", use_skipping, MENDS},
                                      {"cursors", use_cursor, STOPS},
                                      {"blocks", use_blocks, PASSES_OVER},
                                      {"batches", use_batch, STOPS},
                                      {"an order", use_gather, STOPS},
                                      {NULL, NULL, STOPS}};
