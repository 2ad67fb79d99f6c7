#include "lib/tree/tree_rows.h"

#include "lib/games/game_summary.h"

enum { WHITE_ELO, BLACK_ELO, DATE, UTC_DATE, TAG_COUNT };

static const char *const tag_names[TAG_COUNT] = {"WhiteElo", "BlackElo", "Date", "UTCDate"};

int tree_rows_init(struct tree_rows *rows, const struct pgnpack_reader *reader, struct memory *memory)
{
    struct name_list names;
    int done = 1;
    *rows = (struct tree_rows){.memory = memory, .reader = reader};
    tag_rows_init(&rows->tags, memory);
    name_list_init(&names, memory);
    for (size_t i = 0; i < TAG_COUNT; i++)
        done &= name_list_enter(&names, text_of(tag_names[i])) == i;
    done = done && tag_rows_start(&rows->tags, reader, &names, PGNPACK_PART_TAGS, reader->memory.limit);
    name_list_free(&names);
    return done;
}

static void free_blocks(struct tree_rows *rows)
{
    for (size_t i = 0; i < rows->block_capacity; i++)
        memory_release(rows->memory, rows->blocks[i].rows,
                       rows->blocks[i].count * sizeof *rows->blocks[i].rows);
    memory_release(rows->memory, rows->blocks, rows->block_capacity * sizeof *rows->blocks);
    rows->blocks = NULL;
    rows->block_capacity = rows->kept = 0;
}

void tree_rows_free(struct tree_rows *rows)
{
    tag_rows_free(&rows->tags);
    free_blocks(rows);
    memory_release(rows->memory, rows->scratch, rows->scratch_capacity * sizeof *rows->scratch);
}

void tree_rows_start(struct tree_rows *rows)
{
    block_scan_free(&rows->tags.scan);
    tag_rows_rewind(&rows->tags);
}

/* ---- A block ---- */

static struct tree_row row_of(const struct block_row *row)
{
    uint32_t date = summary_date_of(row->values[DATE], row->values[UTC_DATE]);
    return (struct tree_row){
        .elo = {(uint16_t)summary_elo(row->values[WHITE_ELO]), (uint16_t)summary_elo(row->values[BLACK_ELO])},
        .year = (uint16_t)(date / 10000),
        .result = row->result & 3};
}

static enum pgnpack_status fill(struct tree_rows *rows, struct tree_row *out, uint32_t count,
                                struct error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        if (tag_rows_game(&rows->tags, i, error) != PGNPACK_OK)
            return error->status;
        out[i] = row_of(&rows->tags.row);
    }
    return PGNPACK_OK;
}

/* May so many bytes more be kept? */
static int has_room(const struct tree_rows *rows, size_t size)
{
    size_t quarter = rows->memory->limit / 4, limit = rows->reader->keep_size;
    if (quarter != 0 && quarter < limit)
        limit = quarter;
    return rows->kept <= limit && size <= limit - rows->kept;
}

static const struct tree_row *read_block(struct tree_rows *rows, size_t block, struct error *error)
{
    uint32_t count = rows->tags.cursor->decoder->header.game_count;
    size_t size = (size_t)count * sizeof *rows->scratch;
    struct tree_block *kept = &rows->blocks[block];
    int keeps = has_room(rows, size);
    struct tree_row *out = NULL;
    if (keeps)
        out = memory_get(rows->memory, size);
    else if (MEMORY_GROW(rows->memory, rows->scratch, rows->scratch_capacity, count))
        out = rows->scratch;
    if (out == NULL) {
        error_no_memory(error);
        return NULL;
    }
    enum pgnpack_status status = fill(rows, out, count, error);
    if (status == PGNPACK_OK && keeps) {
        *kept = (struct tree_block){out, count};
        rows->kept += size;
    } else if (keeps) {
        memory_release(rows->memory, out, size);
    }
    return status == PGNPACK_OK ? out : NULL;
}

const struct tree_row *tree_rows_of_block(struct tree_rows *rows, size_t block, struct error *error)
{
    size_t known = rows->block_capacity;
    if (!MEMORY_GROW(rows->memory, rows->blocks, rows->block_capacity, block + 1)) {
        error_no_memory(error);
        return NULL;
    }
    for (size_t i = known; i < rows->block_capacity; i++)
        rows->blocks[i] = (struct tree_block){NULL, 0};
    if (rows->blocks[block].rows != NULL)
        return rows->blocks[block].rows;
    if (tag_rows_load(&rows->tags, block, 0, error) != PGNPACK_OK ||
        tag_rows_scan(&rows->tags, error) != PGNPACK_OK)
        return NULL;
    return read_block(rows, block, error);
}
