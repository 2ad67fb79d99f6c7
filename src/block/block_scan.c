#include "block/block_scan.h"

#include <string.h>

#include "block/block_games.h"
#include "container/sections/work_costs.h"

void block_scan_init(struct block_scan *scan, struct memory *memory)
{
    memset(scan, 0, sizeof *scan);
    scan->memory = memory;
    tag_scan_init(&scan->tags, memory);
}

void block_scan_free(struct block_scan *scan)
{
    tag_scan_free(&scan->tags);
    memory_release(scan->memory, scan->plies.of, scan->plies.capacity * sizeof *scan->plies.of);
    memory_release(scan->memory, scan->columns, scan->column_capacity * sizeof *scan->columns);
    block_scan_init(scan, scan->memory);
}

static int asks(const struct block_decoder *decoder, unsigned part)
{
    return (decoder->parts & part) != 0;
}

/* ---- The start of a block ---- */

/* The column of that name. -1: there is none; -2: there are several, as no writer makes them. */
static int find_column(const struct block_decoder *decoder, struct text name)
{
    int found = -1;
    for (unsigned i = 0; i < decoder->schemas.name_count; i++)
        if (text_equal(decoder->schemas.names[i], name))
            found = found == -1 ? (int)i : -2;
    return found;
}

/* Sets scan->columns. Returns 0 when names are not in order. */
static int find_columns(struct block_scan *scan, const struct block_decoder *decoder)
{
    memset(scan->rows, 0, sizeof scan->rows);
    for (size_t i = 0; i < scan->name_count; i++) {
        int column = find_column(decoder, scan->names[i]);
        if (column == -2)
            return 0;
        scan->columns[i] = NULL;
        if (column == -1)
            continue;
        if (scan->way == SCAN_BY_COLUMNS)
            scan->columns[i] = tag_scan_column(&scan->tags, (uint16_t)column);
        scan->rows[column] = (uint32_t)i + 1;
    }
    return 1;
}

/* Damaged shapes are for those to tell who read game by game. */
static enum pgnpack_status count_plies(struct block_scan *scan, struct block_decoder *decoder,
                                       struct error *error)
{
    const struct block_header *header = &decoder->header;
    struct error found_later;
    error_clear(&found_later);
    if (!asks(decoder, BLOCK_SHAPE))
        return PGNPACK_OK;
    uint64_t element_limit = header->text_size + (uint64_t)header->game_count;
    enum pgnpack_status status = work_spend(&decoder->work, element_limit * WORK_ELEMENT, error);
    if (status == PGNPACK_OK)
        status = ply_counts_set(&scan->plies, scan->memory, block_source(decoder, BCGN_SECTION_SHAPE_RUNS),
                                block_source(decoder, BCGN_SECTION_SHAPE_KINDS), header->game_count,
                                element_limit, &found_later);
    if (status == PGNPACK_ERROR_CORRUPT) {
        scan->way = SCAN_BY_GAMES;
        return PGNPACK_OK;
    }
    return status;
}

/* Chooses scan->way. */
static enum pgnpack_status scan_tags(struct block_scan *scan, struct block_decoder *decoder,
                                     uint32_t game_count, struct error *error)
{
    int done = 0;
    scan->way = SCAN_BY_COLUMNS;
    if (!asks(decoder, BLOCK_TAGS))
        return PGNPACK_OK;
    if (tag_decoder_waits(&decoder->tags)) {
        scan->way = SCAN_BY_GAMES;
        return PGNPACK_OK;
    }
    enum pgnpack_status status = tag_scan_block(&scan->tags, &decoder->tags, game_count, &done, error);
    if (!done)
        scan->way = SCAN_BY_TAGS;
    return status;
}

enum pgnpack_status block_scan_start(struct block_scan *scan, struct block_decoder *decoder,
                                     const struct text *names, size_t name_count, uint32_t game_count,
                                     struct error *error)
{
    uint32_t all = decoder->header.game_count;
    scan->names = names;
    scan->name_count = name_count;
    if (all == 0)
        return PGNPACK_OK;
    if (!MEMORY_GROW(scan->memory, scan->columns, scan->column_capacity, name_count + 1))
        return error_no_memory(error);
    enum pgnpack_status status = scan_tags(scan, decoder, game_count < all ? game_count : all, error);
    if (status == PGNPACK_OK && scan->way != SCAN_BY_GAMES)
        status = count_plies(scan, decoder, error);
    if (asks(decoder, BLOCK_TAGS) && scan->way != SCAN_BY_GAMES && !find_columns(scan, decoder))
        scan->way = SCAN_BY_GAMES;
    return status;
}

/* ---- Rows ---- */

static enum pgnpack_status row_by_tags(const struct block_scan *scan, struct block_decoder *decoder,
                                       uint32_t game, struct block_row *row, struct error *error)
{
    const struct tag_value *values;
    size_t count;
    enum pgnpack_status status = tag_decoder_game(&decoder->tags, game, &values, &count, error);
    for (size_t i = 0; i < count && status == PGNPACK_OK; i++) {
        uint32_t number = scan->rows[values[i].column];
        if (number != 0 && row->values[number - 1].data == NULL)
            row->values[number - 1] = values[i].text;
    }
    return status;
}

static enum pgnpack_status row_by_game(const struct block_scan *scan, struct block_decoder *decoder,
                                       uint32_t game, struct block_row *row, struct error *error)
{
    enum pgnpack_status status = block_decoder_go_to(decoder, game, error);
    if (status == PGNPACK_OK)
        status = block_decoder_next(decoder, error);
    if (status != PGNPACK_OK)
        return status;
    for (size_t i = 0; i < scan->name_count; i++)
        for (size_t tag = 0; tag < decoder->game.tag_count && row->values[i].data == NULL; tag++)
            if (text_equal(decoder->game.tags[tag].name, scan->names[i]))
                row->values[i] = decoder->game.tags[tag].value;
    row->plies = decoder->game.ply_count;
    row->result = decoder->game.result;
    return PGNPACK_OK;
}

enum pgnpack_status block_scan_row(struct block_scan *scan, struct block_decoder *decoder, uint32_t game,
                                   struct block_row *row, struct error *error)
{
    if (scan->way == SCAN_BY_COLUMNS) {
        for (size_t i = 0; i < scan->name_count; i++)
            row->values[i] = scan->columns[i] != NULL ? scan->columns[i][game] : (struct text){NULL, 0};
    } else {
        memset(row->values, 0, scan->name_count * sizeof *row->values);
    }
    if (scan->way == SCAN_BY_GAMES)
        return row_by_game(scan, decoder, game, row, error);
    struct byte_source results = block_source(decoder, BCGN_SECTION_RESULTS);
    row->result = byte_source_peek(&results, game);
    row->plies = asks(decoder, BLOCK_SHAPE) ? scan->plies.of[game] : 0;
    return scan->way == SCAN_BY_TAGS && scan->name_count != 0 ? row_by_tags(scan, decoder, game, row, error)
                                                              : PGNPACK_OK;
}

int block_scan_run(const struct block_scan *scan, const struct block_decoder *decoder, uint32_t first,
                   uint32_t count, struct block_run *run)
{
    const uint32_t *plies = asks(decoder, BLOCK_SHAPE) ? scan->plies.of : NULL; /* NULL without games, too */
    *run = (struct block_run){.scan = scan,
                              .first = first,
                              .count = count,
                              .plies = plies == NULL ? NULL : plies + first,
                              .results = block_source(decoder, BCGN_SECTION_RESULTS)};
    return scan->way == SCAN_BY_COLUMNS;
}

int block_scan_strings(const struct block_decoder *decoder, struct text name, struct byte_source *strings_ret)
{
    int column = find_column(decoder, name);
    *strings_ret = byte_source_of(NULL, 0);
    if (decoder->header.game_count == 0 || column == -1)
        return 1;
    return column >= 0 && !tag_decoder_waits(&decoder->tags) &&
           tag_scan_strings(&decoder->tags, (uint16_t)column, strings_ret);
}
